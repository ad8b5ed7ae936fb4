"""What can be laid over the map: zones, communications, command, railways, works, forts, ground that counts.

Everything is read off a masked board, and worked out only when somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final, Literal

from marne.engine import Later, OverlayGroup
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Rail
from marne.games.nach_paris.components.tables import CONVOYS, V
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    COMMAND,
    COMMAND_LATER,
    COMMAND_REDUCED,
    DE,
    GERMAN_SIDE,
    HEADQUARTERS,
    NAMES,
    NATION,
    NATIONS,
    OF_SIDE,
    Nation,
    Side,
    Unit,
)
from marne.games.nach_paris.rules.campaign.victory import holder
from marne.games.nach_paris.rules.command.communications import CUT_OFF, HAS_LINE, LIMITED, state
from marne.games.nach_paris.rules.command.headquarters import Command, command, restricted
from marne.games.nach_paris.rules.command.lines import Countries
from marne.games.nach_paris.rules.rail.capacity import most
from marne.games.nach_paris.rules.rail.lines import BROKEN_BY
from marne.games.nach_paris.rules.rail.network import net
from marne.games.nach_paris.rules.units.zones import front, zones
from marne.games.nach_paris.rules.works.entrenchments import Works, printed
from marne.games.nach_paris.steps import label
from marne.games.nach_paris.words import phrase
from marne.hexes import Bits, members

__all__ = ["NAMES_OF_OVERLAYS", "Overlays", "overlays"]

Overlays = tuple[tuple[str, Later], ...]
Tone = Literal["", "german", "allied", "good", "fair", "bad", "gone", "plain"]
SIDE_WORDS: Final = ("german", "allied")
SIDE_TONES: Final[tuple[Tone, Tone]] = ("german", "allied")


def overlays(board: NachParisBoard, side: Side, language: str) -> Overlays:
    """All of them; communications and command are those of one side."""
    return tuple((name, Later(partial(draw, board, side, language))) for name, draw in _DRAWN.items())


def _labels(hexes: Bits) -> tuple[str, ...]:
    return tuple(map(label, members(hexes)))


def _zones(board: NachParisBoard, side: Side, language: str) -> tuple[OverlayGroup, ...]:
    """[6.1.2] Both sides' zones of control."""
    return tuple(
        OverlayGroup(phrase(language, f"word.{SIDE_WORDS[each]}"), _labels(zones(board, each)), tone=SIDE_TONES[each])
        for each in (GERMAN_SIDE, ALLIED_SIDE)
    )


# -- [13] communications and command


def _communications(board: NachParisBoard, side: Side, language: str) -> tuple[OverlayGroup, ...]:
    """[13.1.4]-[13.1.6] Where full and long lines lead from, and units whose communications are not full now."""
    grounds = Countries(board)
    full = longer = 0
    for nation in board.nations(side):
        ground = grounds[nation]
        flood = ground.lines.backwards().flood(ground.railheads & ground.free, V.supply.long, ground.free)
        for points, ring in enumerate(flood.rings):
            if points <= V.supply.normal:
                full |= ring
            else:
                longer |= ring
    units = board.on_map(OF_SIDE[side])
    states = {unit: state(board, unit, grounds) for unit in units}

    def of(said: str, mark: str) -> tuple[tuple[str, str], ...]:
        return _marks((board.where[unit] for unit in units if states[unit] == said), mark)

    found = (
        OverlayGroup(phrase(language, "overlay.full"), _labels(full & board.play.area), tone="good"),
        OverlayGroup(phrase(language, "overlay.long"), _labels(longer & ~full & board.play.area), tone="fair"),
        OverlayGroup(phrase(language, "overlay.in_line"), marks=of(HAS_LINE, "✓"), tone="good"),
        OverlayGroup(phrase(language, "overlay.limited"), marks=of(LIMITED, "½"), tone="fair"),
        OverlayGroup(phrase(language, "overlay.cut_off"), marks=of(CUT_OFF, "✕"), tone="bad"),
    )
    return tuple(group for group in found if group.hexes or group.marks)


def _marks(hexes: Iterable[Hex], mark: str) -> tuple[tuple[str, str], ...]:
    """A mark in each hex, with how often it stands there."""
    counts: dict[Hex, int] = {}
    for hex in hexes:
        counts[hex] = counts.get(hex, 0) + 1
    return tuple((label(hex), mark if count == 1 else f"{mark}{count}") for hex, count in sorted(counts.items()))


def _range(board: NachParisBoard, hq: Unit) -> int:
    """[13.2.1], [13.2.3] How far a headquarters reaches: that of Germans for the divisions of their army corps."""
    if NATION[hq] != DE:
        return COMMAND[hq]
    return COMMAND_REDUCED[hq] if restricted(board) else COMMAND_LATER[hq]


def _command(board: NachParisBoard, side: Side, language: str) -> tuple[OverlayGroup, ...]:
    """[13.1.1] The range of each headquarters of a side, and who is in nobody's."""
    units = board.on_map(OF_SIDE[side])
    found = [
        OverlayGroup(NAMES[hq], _labels(MAP.grid.within_bits(board.where[hq], _range(board, hq)) & board.play.area))
        for hq in units
        if HEADQUARTERS >> hq & 1
    ]
    alone = [unit for unit in units if not HEADQUARTERS >> unit & 1 and command(board, unit) is not Command.IN_RANGE]
    if alone:
        marks = _marks((board.where[unit] for unit in alone), "!")
        found.append(OverlayGroup(phrase(language, "overlay.no_command"), marks=marks, tone="bad"))
    return tuple(found)


# -- [12] railways

RAILS: Final = {Rail.HIGH_STRENGTHENED: "high strengthened", Rail.HIGH: "high", Rail.LOW: "low"}
WEIGHTS: Final = {Rail.HIGH_STRENGTHENED: 3, Rail.HIGH: 2, Rail.LOW: 1}


def _railways(board: NachParisBoard, side: Side, language: str) -> tuple[OverlayGroup, ...]:
    """[12.1.2], [12.1.5], [12.4.1] The lines that each side can use, by capacity; those that nobody can, those that a
    destroyed structure cuts, and those that are full in this phase."""
    broken = {link for structure in board.broken for link in BROKEN_BY[structure]}
    nets = {nation: net(board, nation) for each in (GERMAN_SIDE, ALLIED_SIDE) for nation in board.nations(each)}
    full = {link for (link, into), used in board.rail_used.items() if used >= most(link, into)}
    lines: dict[tuple[str, Rail | None], list[tuple[str, str]]] = {}
    for number, link in enumerate(MAP.links):
        if not (board.play.area >> link.a | board.play.area >> link.b) & 1:
            continue
        users = {_side_of(nation) for nation, found in nets.items() if found.usable(number)}
        key: tuple[str, Rail | None] = ("idle", None)
        if number in broken:
            key = ("broken", None)
        elif number in full:
            key = ("busy", None)
        elif users:
            key = (SIDE_WORDS[min(users)], link.rail)
        lines.setdefault(key, []).append((label(link.a), label(link.b)))
    found = []
    for who in SIDE_WORDS:
        for rail, name in RAILS.items():
            if ways := lines.get((who, rail)):
                text = phrase(
                    language,
                    f"overlay.rail.{name.replace(' ', '_')}",
                    side=phrase(language, f"word.{who}"),
                    convoys=CONVOYS[name],
                )
                tone = SIDE_TONES[SIDE_WORDS.index(who)]
                found.append(OverlayGroup(text, lines=tuple(ways), tone=tone, weight=WEIGHTS[rail]))
    others: tuple[tuple[str, Tone], ...] = (("busy", "fair"), ("broken", "bad"), ("idle", "gone"))
    for which, tone in others:
        if ways := lines.get((which, None)):
            caption = phrase(language, f"overlay.rail.{which}")
            found.append(OverlayGroup(caption, lines=tuple(ways), tone=tone, weight=2 if which != "idle" else 1))
    return tuple(found)


def _side_of(nation: Nation) -> Side:
    return GERMAN_SIDE if nation == DE else ALLIED_SIDE


# -- [10], [11] works and forts


def _works(board: NachParisBoard, side: Side, language: str) -> tuple[OverlayGroup, ...]:
    """[10.1.4], [11.1.1], [11.1.7] Fieldworks and entrenchments, across the hexsides that they cover."""
    dug = _sides(board, board.fieldworks & ~board.entrenched)
    deep = _sides(board, board.entrenched)
    regular, strong = _printed_sides(board)
    found = (
        OverlayGroup(phrase(language, "overlay.fieldworks"), sides=dug, tone="fair", weight=1),
        OverlayGroup(phrase(language, "overlay.entrenched"), sides=deep, tone="good", weight=2),
        OverlayGroup(phrase(language, "overlay.printed"), sides=regular, tone="plain", weight=1),
        OverlayGroup(phrase(language, "overlay.strengthened"), sides=strong, tone="plain", weight=3),
    )
    return tuple(group for group in found if group.sides)


def _sides(board: NachParisBoard, units: Bits) -> tuple[tuple[str, int], ...]:
    """The hexsides that units look across."""
    found = {
        (hex, way)
        for unit in board.on_map(units)
        for hex in (board.where[unit],)
        for way, there in enumerate(MAP.grid.around[hex])
        if there is not None and front(board, unit) >> there & 1
    }
    return tuple((label(hex), way) for hex, way in sorted(found))


def _printed_sides(board: NachParisBoard) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """[11.1.1] What is printed, as it counts now for those who built it."""
    found: dict[bool, list[tuple[str, int]]] = {False: [], True: []}
    for hex, way, there, nation in _guarded():
        if not board.play.area >> hex & 1:
            continue
        works = printed(board, hex, there, nation)
        if works:
            found[works == Works.STRENGTHENED].append((label(hex), way))
    return tuple(found[False]), tuple(found[True])


@lru_cache(1)
def _guarded() -> tuple[tuple[Hex, int, Hex, Nation], ...]:
    """Hexes with printed works, the side, the hex beyond, the nation that built them."""
    found = []
    for hex, side in sorted(MAP.guards):
        for way, there in enumerate(MAP.grid.around[hex]):
            if there is not None and MAP.grid.side(hex, there) == side:
                nation = MAP.camps[MAP.camp[hex]].nation if MAP.camp[hex] >= 0 else MAP.country[hex]
                if nation in NATIONS:
                    found.append((hex, way, there, NATIONS.index(nation)))
    return tuple(found)


def _forts(board: NachParisBoard, side: Side, language: str) -> tuple[OverlayGroup, ...]:
    """[11.3.10], [11.4.10], [11.2.7] Forts and Festen by state: so many of so many in each hex."""
    sound, hurt, gone = [], [], []
    for hex, here in enumerate(forts.AT):
        if not here or not board.play.area >> hex & 1:
            continue
        left, of = (here & ~board.forts_gone).bit_count(), here.bit_count()
        if left == of and not here & board.festen_hit:
            sound.append((label(hex), f"★{of}"))
        elif left:
            reduced = (here & board.festen_hit & ~board.forts_gone).bit_count()
            hurt.append((label(hex), f"☆{left}/{of}" + (f"−{reduced}" if reduced else "")))
        else:
            gone.append((label(hex), f"✕{of}"))
    for number, zone in enumerate(MAP.fortified_zones):
        if board.play.area >> zone.hex & 1:
            (gone if board.zones_gone >> number & 1 else sound).append((label(zone.hex), "▣"))
    made: tuple[tuple[str, list[tuple[str, str]], Tone], ...] = (
        ("sound", sound, "good"),
        ("hurt", hurt, "fair"),
        ("gone", gone, "bad"),
    )
    return tuple(
        OverlayGroup(phrase(language, f"overlay.forts.{key}"), marks=tuple(marks), tone=tone)
        for key, marks, tone in made
        if marks
    )


def _ground(board: NachParisBoard, side: Side, language: str) -> tuple[OverlayGroup, ...]:
    """[4.5] Who holds the objectives of the scenario."""
    found: list[list[str]] = [[], []]
    for objective in board.play.objectives:
        found[holder(board, objective)] += map(label, objective.hexes)
    return tuple(
        OverlayGroup(phrase(language, f"word.{SIDE_WORDS[each]}"), tuple(hexes), tone=SIDE_TONES[each])
        for each, hexes in enumerate(found)
        if hexes
    )


_DRAWN: Final[dict[str, Callable[[NachParisBoard, Side, str], tuple[OverlayGroup, ...]]]] = {
    "zoc": _zones,
    "communications": _communications,
    "command": _command,
    "railways": _railways,
    "works": _works,
    "forts": _forts,
    "control": _ground,
}
NAMES_OF_OVERLAYS: Final = tuple(_DRAWN)
