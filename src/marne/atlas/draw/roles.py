"""What a hex means to the rules, beyond its ground: badges for single hexes, outlines for areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from .areas import outlines
from .sheet import DrawnSheet, number, polyline
from .theme import Theme


@dataclass(frozen=True)
class RoleStyle:
    """`area` roles get an outline round all their hexes; others a badge with letters in each hex."""

    title: str
    letters: str
    colour: str
    area: bool = False


#: Words in a role that decide its style, first match wins; a role that matches none gets a badge of its initials.
STYLES: tuple[tuple[str, RoleStyle], ...] = (
    ("perimeter", RoleStyle("Paris endangered", "", "red", True)),
    ("paris-in-danger", RoleStyle("Paris in Danger", "", "red", True)),
    ("paris-endangered", RoleStyle("Paris endangered", "", "red", True)),
    ("belgian-territory", RoleStyle("Belgian territory", "", "belgian", True)),
    ("belgian-area", RoleStyle("Belgian operating area", "", "belgian", True)),
    ("operating", RoleStyle("operating area", "", "belgian", True)),
    ("heavy-fortress", RoleStyle("heavy fortress", "", "red", True)),
    ("fortified-zone", RoleStyle("fortified zone", "", "blocked", True)),
    ("plan17-double", RoleStyle("counts double for Plan 17", "17²", "french")),
    ("plan17", RoleStyle("Plan 17", "17", "french")),
    ("german-double", RoleStyle("counts double for the German", "VP²", "german")),
    ("german-vp", RoleStyle("German victory point", "VP", "german")),
    ("automatic-victory", RoleStyle("automatic victory", "V!", "accent")),
    ("schlieffen", RoleStyle("Schlieffen Plan", "Sch", "german")),
    ("supply-german", RoleStyle("German supply source", "S", "german")),
    ("supply-french", RoleStyle("French supply source", "S", "french")),
    ("supply-british", RoleStyle("British supply source", "S", "british")),
    ("supply-belgian", RoleStyle("Belgian supply source", "S", "belgian")),
    ("supply-antwerp", RoleStyle("supply source of Antwerp", "SA", "belgian")),
    ("supply", RoleStyle("supply source", "S", "ink")),
    ("entry-from-holland", RoleStyle("entry from Holland", "NL", "accent")),
    ("entry", RoleStyle("entry", "E", "accent")),
    ("optional-fort", RoleStyle("optional fort", "f", "fort")),
    ("fort", RoleStyle("fort", "F", "fort")),
    ("victory", RoleStyle("victory", "V", "accent")),
    ("objective", RoleStyle("objective", "O", "accent")),
    ("emergency", RoleStyle("emergency rail", "ER", "region")),
    ("end-of-rail", RoleStyle("end of the rail net", "×", "region")),
    ("frozen", RoleStyle("frozen on turn 1", "1•", "region")),
    ("north-on-turn", RoleStyle("north on turn 1", "1▴", "region")),
    ("screen", RoleStyle("screen of Antwerp", "Scr", "belgian")),
    ("coast", RoleStyle("coast", "C", "water-name")),
    ("vosges", RoleStyle("Vosges", "Vo", "peak")),
    ("port", RoleStyle("port", "P", "water-name")),
    ("paris", RoleStyle("Paris", "★", "red")),
    ("entente-city", RoleStyle("Entente city", "C", "french")),
    ("german-city", RoleStyle("German city", "C", "german")),
    ("east-edge", RoleStyle("east edge", "E", "region")),
    ("west-edge", RoleStyle("west edge", "W", "region")),
    ("south-edge", RoleStyle("south edge", "S", "region")),
    ("north-edge", RoleStyle("north edge", "N", "region")),
    ("city", RoleStyle("city", "C", "red")),
)


def style(role: str) -> RoleStyle:
    word = role.lower().replace("_", "-").replace(" ", "-")
    for key, found in STYLES:
        if key in word:
            return found
    letters = "".join(part[0] for part in word.split("-") if part).upper()[:3]
    return RoleStyle(role.replace("-", " ").replace("_", " "), letters, "region")


def layer(sheet: DrawnSheet, theme: Theme) -> str:
    by_role: dict[str, list[str]] = {}
    for h in sheet.board.hexes.values():
        for role in h.roles:
            by_role.setdefault(role, []).append(h.label)
    k = (sheet.scale / 60) ** 0.6
    out = []
    badges: dict[str, list[tuple[str, RoleStyle]]] = {}
    areas = 0
    for role in sorted(by_role):
        how = style(role)
        if how.area:
            d = "".join(polyline(loop, close=True) for loop in outlines(sheet, by_role[role]))
            dash = f"{9 * k:.1f} {5 * k:.1f}"
            out.append(
                f'<g data-role="{escape(role)}" data-hexes="{" ".join(by_role[role])}">'
                f'<path d="{d}" stroke="{theme[how.colour]}" stroke-width="{2.6 * k:.1f}" stroke-opacity=".75" '
                f'stroke-dasharray="{dash}" stroke-dashoffset="{areas * 4}" stroke-linejoin="round" fill="none"/></g>'
            )
            areas += 1
        else:
            for label in by_role[role]:
                badges.setdefault(label, []).append((role, how))
    for label in sorted(badges, key=list(sheet.board.hexes).index):
        out.append(_badges(sheet, theme, label, badges[label]))
    return "".join(out)


def _sizes(sheet: DrawnSheet, many: Sequence[RoleStyle]) -> tuple[float, list[float]]:
    size = 7.5 * (sheet.scale / 60) ** 0.6
    return size, [max(size * 1.25, size * 0.62 * len(how.letters) + size * 0.55) for how in many]


def row(sheet: DrawnSheet, label: str, of: Sequence[str]) -> tuple[float, float, float, float]:
    """Where the badges of a hex stand, along its foot: left, top, width, height."""
    size, widths = _sizes(sheet, [how for how in map(style, of) if not how.area])
    x, y = sheet.centre(label)
    wide = sum(widths) + (len(widths) - 1) * 1.5
    return x - wide / 2, y + sheet.scale * (0.33 if sheet.board.georef.flat else 0.30), wide, size * 1.3


def _badges(sheet: DrawnSheet, theme: Theme, label: str, many: list[tuple[str, RoleStyle]]) -> str:
    size, widths = _sizes(sheet, [how for _, how in many])
    left, top, _, tall = row(sheet, label, [role for role, _ in many])
    out = []
    for (role, how), w in zip(many, widths, strict=True):
        out.append(
            f'<g data-role="{escape(role)}" data-hex="{label}"><title>{escape(sheet.say(how.title))}: {label}</title>'
            f'<rect x="{number(left)}" y="{number(top)}" width="{number(w)}" height="{number(tall)}" '
            f'rx="{number(size * 0.3)}" fill="{theme[how.colour]}"/>'
            f'<text x="{number(left + w / 2)}" y="{number(top + size)}" font-size="{number(size)}">'
            f"{how.letters}</text></g>"
        )
        left += w + 1.5
    return "".join(out)
