"""How each word for terrain is painted, whatever the game. What counts for the rules is a pattern, not a tint."""

from __future__ import annotations

from .areas import outlines
from .sheet import DrawnSheet, polyline, shared, soft
from .theme import Theme

#: The games' own words, in the order of painting; several words may share a pattern.
PATTERNS: dict[str, tuple[str, ...]] = {
    "woods": ("forest", "wood", "woods", "forest-rough"),
    "marsh": ("marsh", "swamp"),
    "polder": ("lowland", "polder"),
    "flood": ("flood plain", "flood-plain", "flood_plain"),
    "broken": ("broken",),
    "rough": ("rough", "hill", "hills", "+1", "1"),
    "mountains": ("mountain", "mountains", "mountainous", "+2", "2"),
    "urban": ("city", "town", "urban", "heavy fortress", "heavy-fortress", "fortress", "paris"),
}
#: Painted without a pattern of their own: the paper says it.
PLAIN = ("clear", "plain", "sea", "off", "neutral", "impassable", "0", "")

#: The wash under each pattern, and how strong it is.
TINTS = {
    "woods": ("wood", 0.75),
    "mountains": ("mountain", 0.55),
    "rough": ("hill", 0.5),
    "urban": ("urban", 0.8),
    "flood": ("sea", 0.6),
    "marsh": ("sea", 0.45),
    "polder": ("sea", 0.25),
    "broken": ("hill", 0.2),
}


def pattern_of(terrain: str) -> str | None:
    word = terrain.lower().replace("_", " ")
    for pattern, words in PATTERNS.items():
        if word in words or word.replace(" ", "-") in words:
            return pattern
    return None


def defs(theme: Theme, scale: float) -> str:
    """The patterns, at a size that suits the hexes."""
    s = scale / 60
    k = max(0.85, min(1.6, s**0.6))
    rows = ((6, (5, 17, 29, 41)), (17, (10, 23, 36, 47)), (28, (4, 16, 30, 43)), (40, (10, 22, 37, 47)))
    spots = [(x, y + (x * 7 + y) % 5 - 2) for y, xs in rows for x in xs]
    tree = "".join(f"M{x},{y}m-2.1,0a2.1,2.1 0 1 0 4.2,0a2.1,2.1 0 1 0-4.2,0" for x, y in spots)
    rough = "".join(
        f"M{x},{y}l{dx},5M{x + 3.2},{y + 0.6}l{dx * 0.9:.1f},4.4M{x + 6.2},{y + 1.6}l{dx * 0.8:.1f},3.4"
        for x, y, dx in ((5, 4, -1.6), (27, 9, -2), (14, 19, -1.2), (38, 24, -1.8), (4, 33, -2), (24, 36, -1.5))
    )
    broken = "".join(
        f"M{x},{y}l-1.6,4M{x + 3},{y + 0.8}l-1.4,3.2" for x, y in ((8, 6), (34, 14), (18, 27), (43, 36), (5, 42))
    )
    peaks = "".join(
        f"M{x},{y + 7}l4.5,-7.5l4.5,7.5M{x + 4.5},{y - 0.5}l1,3.4l-1.2,1.6l0.6,2.6M{x + 6.3},{y + 2.6}l0.4,4"
        for x, y in ((3, 4), (26, 2), (15, 17), (38, 20), (2, 32), (25, 34))
    )
    marsh = "".join(
        f"M{x},{y}h9M{x + 2},{y + 3}h9M{x + 4.5},{y - 1.5}v-3.2"
        f"M{x + 2.6},{y - 1.5}l-1.2,-2.4M{x + 6.4},{y - 1.5}l1.2,-2.4"
        for x, y in ((4, 9), (28, 14), (12, 28), (34, 35), (3, 42))
    )
    polder = "".join(f"M{x},{y}h7M{x + 10},{y}h3" for x, y in ((3, 7), (27, 13), (11, 21), (34, 29), (2, 35), (22, 43)))
    flood = "".join(f"M{x},{y}q2.5,-2.6 5,0t5,0" for x, y in ((4, 9), (28, 15), (12, 27), (34, 34), (2, 42)))

    def tile(name: str, body: str) -> str:
        return (
            f'<pattern id="p-{name}" width="48" height="48" patternUnits="userSpaceOnUse" '
            f'patternTransform="scale({k:.2f})">{body}</pattern>'
        )

    def ink(path: str, colour: str, width: float) -> str:
        return f'<path d="{path}" fill="none" stroke="{theme[colour]}" stroke-width="{width}" stroke-linecap="round"/>'

    return "".join(
        (
            tile("woods", f'<path d="{tree}" fill="{theme["tree"]}" fill-opacity=".62"/>'),
            tile("rough", ink(rough, "hachure", 1.1)),
            tile("broken", ink(broken, "hachure", 0.85)),
            tile("mountains", ink(peaks, "peak", 1.05)),
            tile("marsh", ink(marsh, "marsh", 1)),
            tile("polder", ink(polder, "marsh", 0.9)),
            tile("flood", ink(flood, "river", 1)),
            tile(
                "urban",
                f'<path d="M-2,50L50,-2M-2,26L26,-2M22,50L50,22" stroke="{theme["red"]}" stroke-width=".9" '
                'opacity=".5"/>',
            ),
        )
    )


def layer(sheet: DrawnSheet, theme: Theme, pattern: str) -> str:
    """All hexes that one pattern covers, as softened areas; `data-hexes` names them."""
    built = {p.hex for p in sheet.board.places if p.kind == "urban"} if pattern == "urban" else set()
    labels = [h.label for h in sheet.board.hexes.values() if pattern_of(h.terrain) == pattern or h.label in built]
    if not labels:
        return ""
    tint, strength = TINTS[pattern]
    hard = pattern == "urban"
    path = "".join(polyline(loop, close=True) if hard else soft(loop) for loop in outlines(sheet, labels))
    once, use = shared(f"d-{pattern}", path)
    return (
        f'{once}<g data-hexes="{" ".join(labels)}">{use} fill="{theme[tint]}" fill-opacity="{strength}"/>'
        f'{use} fill="url(#p-{pattern})"/></g>'
    )
