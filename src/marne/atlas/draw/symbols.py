"""Signs for places: drawn once, used many times."""

from __future__ import annotations

from math import cos, pi, sin

from marne.atlas.board_data import PlaceData

from .theme import Theme


def _star(points: int, outer: float, inner: float) -> str:
    """A fortress in plan: bastions round a curtain."""
    corners = []
    for i in range(points * 2):
        r = outer if i % 2 == 0 else inner
        a = -pi / 2 + i * pi / points
        corners.append(f"{r * cos(a):.1f},{r * sin(a):.1f}")
    return "M" + "L".join(corners) + "z"


def defs(theme: Theme) -> str:
    ink, halo, red, paper = theme["fort"], theme["halo"], theme["red"], theme["paper"]
    star, small = _star(5, 9.5, 4.6), _star(5, 6, 2.9)
    blocks = "M-8,-7h6v5h-6zM0,-8h7v6h-7zM-8,0h4v6h-4zM-2,0h5v7h-5zM5,0h4v5h-4z"
    town = 'stroke-width="1.4" stroke="{0}" fill="{1}"'
    blue, peak, rail = theme["water-name"], theme["peak"], theme["rail"]

    def line(d: str, colour: str, width: float, fill: str = "none") -> str:
        return f'<path d="{d}" stroke="{colour}" stroke-width="{width}" fill="{fill}" stroke-linecap="round"/>'

    def haloed(d: str, width: float) -> str:
        return f'<path d="{d}" fill="{ink}" stroke="{halo}" stroke-width="{width}" paint-order="stroke"/>'

    drawn = {
        "town1": f'<circle r="2.7" {town.format(theme["ink"], halo)}/>',
        "town2": f'<circle r="4" {town.format(theme["ink"], halo)}/><circle r="1.6" fill="{theme["ink"]}"/>',
        "town3": f'<rect x="-5" y="-5" width="10" height="10" {town.format(theme["ink"], halo)}/>'
        f'<rect x="-2.4" y="-2.4" width="4.8" height="4.8" fill="{theme["ink"]}"/>',
        "town4": f'<path d="{blocks}" fill="{red}" stroke="{halo}" stroke-width="2.4" paint-order="stroke"/>',
        "fortress": haloed(star, 2.6) + f'<circle r="2.6" fill="{halo}"/>',
        "fortress-old": line(star, ink, 1.2, paper) + f'<circle r="1.6" fill="{ink}"/>',
        "fort": haloed(small, 1.6),
        "fort-old": line(small, ink, 1, paper),
        "port": line(_ANCHOR, halo, 3.4) + line(_ANCHOR, blue, 1.5),
        "bridge": line("M-4,-3.4q4,2.4 8,0M-4,3.4q4,-2.4 8,0", ink, 1.3),
        "tunnel": line("M-4,3v-2.6a4,4 0 0 1 8,0v2.6", ink, 1.3, halo),
        "structure": line("M0,-4l4,4l-4,4l-4,-4z", ink, 1.1, theme["accent"]),
        "pass": line("M-4,-4.5q3.4,4.5 0,9M4,-4.5q-3.4,4.5 0,9", peak, 1.7),
        "sluice": line("M-4,-4h8v8h-8zM-4,-4l8,8M4,-4l-8,8", blue, 1.2, halo),
        "mine": line("M-4,4l6,-6M4,4l-6,-6M-5,-1.5l3,-3.6M5,-1.5l-3,-3.6", ink, 1.5),
        "station": line("M-3.2,-2h6.4v4h-6.4z", rail, 1.1, halo),
        "objective": line(_star(5, 6.5, 2.6), ink, 0.9, theme["accent"]),
        "edge": line("M0,-4.5l4,7.5h-8z", ink, 1, theme["german"]),
        "water": line("M0,-4.5q4,5 0,8q-4,-3 0,-8z", blue, 1.1, theme["sea"]),
        "zone": line("M-4,-4h8v4q0,3.6 -4,5q-4,-1.4 -4,-5z", ink, 1.1, paper),
        "other": f'<circle r="2.4" fill="{theme["accent"]}" stroke="{ink}" stroke-width=".9"/>',
    }
    return "".join(f'<g id="s-{name}">{body}</g>' for name, body in drawn.items())


_ANCHOR = "M0,-5.2v10.4M-2.6,-2.8h5.2M-5,1.4q0.6,4 5,4q4.4,0 5,-4M0,-6.2m-1.2,0a1.2,1.2 0 1 0 2.4,0a1.2,1.2 0 1 0-2.4,0"

_WATER = ("channel", "flood", "inundation", "sea lane", "sea-lane")
_STRUCTURES = ("viaduct", "structure", "lock", "yard", "culvert", "aqueduct", "incline", "track", "line", "ferry")


def sign(place: PlaceData) -> tuple[str, str, float]:
    """Which sign a place gets, in which layer, and how important it is (which names are placed first)."""
    kind, features = place.kind, place.features
    if kind in ("city", "town", "village", "capital", "paris", "urban"):
        return (
            f"town{max(1, min(4, place.size))}",
            "towns",
            10.0 * place.size + 5 * (kind in ("city", "capital", "paris")),
        )
    if kind in ("fortress", "camp", "entrenched camp", "entrenched-camp", "heavy fortress", "heavy-fortress"):
        return ("fortress-old" if "old" in features else "fortress"), "forts", 28.0
    if kind == "fort":
        return ("fort-old" if "old" in features or "masonry" in features else "fort"), "forts", 3.0
    if kind in ("port", "harbour"):
        return "port", "ports", 12.0
    if "tunnel" in kind:
        return "tunnel", "structures", 2.0
    if "bridge" in kind:
        return "bridge", "structures", 1.5
    if kind in _WATER:
        return "water", "structures", 3.0
    for word in ("pass", "sluice", "mine", "station", "objective", "edge", "zone"):
        if word in kind:
            return word, "structures" if word != "station" else "stations", 4.0
    if any(word in kind for word in _STRUCTURES):
        return "structure", "structures", 2.0
    return "other", "structures", 1.0
