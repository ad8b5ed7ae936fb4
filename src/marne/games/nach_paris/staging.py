"""Positions for cases and tests: `[setup]` of a case file, and the facts that a case can expect. See docs/cases.md.

Words of a set-up:

`turn`, `side`      the Game Turn, and whose player turn it is (`german`, `allied`)
`units`             id to words: a hex, then what holds of the unit: a facing (`NE`), losses (`-2`), and any of
                    `moved barraged fought acted forced tired extended1 extended2 fieldworks entrenched fip limited ooc
                    fog doctrine spotted scouted wrecker repairer barred train arrived` (tired: it forced its march in
                    its last Movement Phase), `>AK30` on a train that heads to a hex, `<AK30` on one that came from it;
                    or, in place of a hex, `off Calais North-Sea` (at sea, in that box), `waiting`, `destroyed`,
                    `removed`, `withdrawn` or `aside`
`rest`              `aside` (default): units that are not named are not in play; `waiting`: they wait as in the scenario
`arrived`           a turn: all units of the scenario up to it stand in the hexes of their rows, before `units`
`forts`             fort by `HEX:name` to `gone` or `hit`; `zones`: Fortified Zones that are gone, by hex
`assaults`          declared ones in order: fort, the unit that storms, its guns (`AK31:Fort-de-Leveau PiR.24 KMK.b3`)
`broken`            structure as `HEX>HEX:number` to turns, -1 for good; `sluices`: names of open ones
`banks`             hexes of sluices to the nation that was there last
`rail`, `ground`    hexes under German control; `allied_rail`, `allied_ground`: hexes under Allied control
facts by name       numbers, words and lists: `rain`, `facing`, `ammo`, `convoys`, `replacements`, ...
`begin`             a phase (`admin`, `barrage`, `movement`, `combat`), `turn`, `nothing`, or a step with its numbers:
                    `Combats FR`, `CabTest 34.IB`. After a phase the rest of the turn follows, after a step nothing
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marne.engine import MarneError, Position
from marne.engine.values import classes_of_values
from marne.games.nach_paris import sequence
from marne.games.nach_paris.board import ASIDE, AT_SEA, DESTROYED, REMOVED, WAITING, WITHDRAWN, Assault, NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BE, BY_ID, COUNT, DE, FR, IDS, NATION, NATIONS, SIDES, Unit
from marne.games.nach_paris.rules.campaign.victory import points
from marne.games.nach_paris.rules.engineers.ships import BOXES
from marne.games.nach_paris.rules.movement.arrivals import place
from marne.games.nach_paris.rules.rail.lines import came, heading, links_to
from marne.games.nach_paris.rules.rail.network import net
from marne.games.nach_paris.rules.rail.stations import capacity
from marne.games.nach_paris.rules.units.stacking import stacked_steps
from marne.games.nach_paris.rules.units.zones import FLANK, FRONT, REAR, aspect, zones_of_units
from marne.games.nach_paris.steps import FACING_NAMES, Steps, hex_of, label, unit_of
from marne.hexes import bits, members

__all__ = ["arrange", "inspect"]

_PLACES: Final = {
    "waiting": WAITING,
    "destroyed": DESTROYED,
    "removed": REMOVED,
    "withdrawn": WITHDRAWN,
    "aside": ASIDE,
}
_SHORT: Final = {
    "tired": "forced_before", "extended1": "extended_1", "extended2": "extended_2", "fip": "in_position",
    "ooc": "cut_off", "fog": "fogged", "doctrine": "indoctrinated", "scouted": "recon_done", "wrecker": "wreckers",
    "repairer": "repairers",
}  # fmt: skip
"""Other words for some marks."""
_MARKS: Final = {
    **{name: name for name, one in NachParisBoard.facts.items() if one.hides == "set" and name != "standing"},
    **_SHORT,
}
"""Every set of units is a mark that a unit may have, by its own name."""
_FACTS: Final = (
    "rain",
    "facing",
    "fog",
    "recon",
    "doctrine",
    "ammo",
    "convoys",
    "replacements",
    "failed_works",
    "step_losses",
    "steps_saved",
)
_WORDS: Final = {
    "turn", "side", "units", "rest", "arrived", "forts", "zones", "assaults", "broken", "sluices", "banks", "rail",
    "allied_rail", "ground", "allied_ground", "markers", "begin", *_FACTS,
}  # fmt: skip
_PHASES: Final[Mapping[str, Steps]] = {
    "admin": (sequence.AdminPhase(), sequence.BarragePhase(), sequence.MovementPhase(), sequence.CombatPhase()),
    "barrage": (sequence.BarragePhase(), sequence.MovementPhase(), sequence.CombatPhase()),
    "movement": (sequence.MovementPhase(), sequence.CombatPhase()),
    "combat": (sequence.CombatPhase(),),
}


def arrange(board: NachParisBoard, changes: Mapping[str, Any]) -> Position[NachParisBoard]:
    """The position of a `[setup]`."""
    unknown = sorted(set(changes) - _WORDS)
    if unknown:
        raise MarneError(f"unknown change {unknown[0]!r}; known: {', '.join(sorted(_WORDS))}")
    board.turn = changes.get("turn", board.play.said.first)
    board.side = SIDES.index(changes.get("side", SIDES[0]))
    for name in _FACTS:
        if name in changes:
            setattr(board, name, changes[name])
    board.german_rail = board.play.german_rail
    _place(board, changes)
    _works(board, changes)
    return Position.begin(board, *_agenda(board, changes))


def _place(board: NachParisBoard, changes: Mapping[str, Any]) -> None:
    if changes.get("rest", "aside") == "aside" and "arrived" not in changes:
        for unit in range(COUNT):
            board.put(unit, ASIDE)
    for row in board.play.arrival.values() if "arrived" in changes else ():
        if row.turn <= changes["arrived"]:
            place(board, row, row.hex)
    board.moved = board.arrived = 0
    board.events = []
    for name, words in changes.get("units", {}).items():
        _put(board, unit_named(name), str(words).split())
    for name, level in changes.get("markers", {}).items():
        board.loss_marker[unit_named(name)] = level


def _put(board: NachParisBoard, unit: Unit, words: list[str]) -> None:
    first, *rest = words
    if first in _PLACES:
        board.put(unit, _PLACES[first])
        return
    if first == "off":  # 18.1.4: at sea, off the harbour that follows
        board.off_harbour[unit] = next(i for i, harbour in enumerate(MAP.harbours) if harbour.name == rest[0])
        board.put(unit, AT_SEA[BOXES.index(rest[1].replace("-", " "))])
        rest = rest[2:]
    else:
        board.put(unit, hex_named(first))
    hex = board.where[unit]
    for word in rest:
        if word in FACING_NAMES:
            board.faces[unit] = FACING_NAMES.index(word)
        elif word in _MARKS:
            setattr(board, _MARKS[word], getattr(board, _MARKS[word]) | 1 << unit)
        elif word == "train" and MAP.links_of[hex]:
            board.trains[unit] = heading(MAP.links_of[hex][0], hex)
        elif word[0] == ">" and links_to(hex, hex_named(word[1:])):
            board.trains[unit] = heading(links_to(hex, hex_named(word[1:]))[0], hex)
        elif word[0] == "<" and links_to(hex, hex_named(word[1:])):
            board.trains[unit] = came(links_to(hex, hex_named(word[1:]))[0], hex)
        elif word[0] == "-" and word[1:].isdecimal():
            board.lost[unit] = int(word[1:])
        else:
            raise MarneError(f"{IDS[unit]}: {word!r} says nothing of a unit; see marne.games.nach_paris.staging")


def _works(board: NachParisBoard, changes: Mapping[str, Any]) -> None:
    names = {f"{label(fort.hex)}:{fort.name.replace(' ', '-')}": i for i, fort in enumerate(MAP.forts)}
    for name, state in changes.get("forts", {}).items():
        if name not in names:
            raise MarneError(f"there is no fort {name!r}")
        if state == "gone":
            board.forts_gone |= 1 << names[name]
        else:
            board.festen_hit |= 1 << names[name]
    for text in changes.get("assaults", ()):
        fort, storms, *guns = text.split()
        told_off = bits(map(unit_named, guns))
        unit = unit_named(storms)
        board.assaults.append(Assault(names[fort], told_off, unit, NATION[unit]))
        board.forts_struck |= 1 << names[fort]
        board.barraged |= told_off
    board.zones_gone |= bits(forts.ZONE_AT[hex_named(hex)] for hex in changes.get("zones", ()))
    for name, turns in changes.get("broken", {}).items():
        board.broken[int(name.rpartition(":")[2])] = turns
    board.sluices |= bits(i for i, sluice in enumerate(MAP.sluices) if sluice.name in changes.get("sluices", ()))
    board.sluice_holder |= {hex_named(hex): NATIONS.index(nation) for hex, nation in changes.get("banks", {}).items()}
    board.german_rail |= bits(map(hex_named, changes.get("rail", ())))
    board.german_rail &= ~bits(map(hex_named, changes.get("allied_rail", ())))
    board.german_ground |= bits(map(hex_named, changes.get("ground", ())))
    board.german_ground &= ~bits(map(hex_named, changes.get("allied_ground", ())))


def _agenda(board: NachParisBoard, changes: Mapping[str, Any]) -> Steps:
    begin = changes.get("begin", "movement")
    if begin in _PHASES:
        return _PHASES[begin]
    if begin == "nothing":
        return ()
    if begin == "turn":
        return (sequence.GameTurn(board.turn),)
    name, *parts = begin.split()
    for key, kind in classes_of_values().items():
        if key.startswith("marne.games.nach_paris.") and key.endswith(f":{name}"):
            board.phase = board.phase or _phase_of(name)
            return (kind(*(_number(part) for part in parts)),)
    raise MarneError(f"a case can't begin with {begin!r}; see marne.games.nach_paris.staging")


def _phase_of(name: str) -> str:
    if name in ("PreparatoryBarrages", "DeclareAssaults"):
        return "barrage"
    if name in ("DetermineCommunications", "ChangeHeadquarters", "NewReplacements", "RollForRain"):
        return "admin"
    return "movement" if name in ("MoveUnits", "ZoneToZone", "Arrivals", "MandatoryWithdrawals", "Walk") else "combat"


def _number(part: str) -> int:
    for numbers in ({nation: i for i, nation in enumerate(NATIONS)}, BY_ID):
        if part in numbers:
            return numbers[part]
    return hex_of(part) if part in MAP.grid else int(part)


def unit_named(name: str) -> Unit:
    """A unit by its id."""
    if unit_of(name) < 0:
        raise MarneError(f"there is no unit {name!r}")
    return unit_of(name)


def hex_named(text: str) -> int:
    """A hex by its label."""
    if hex_of(text) < 0:
        raise MarneError(f"there is no hex {text!r}")
    return hex_of(text)


def _seen_from(board: NachParisBoard, hex: int) -> dict[str, Any]:
    """The steps of a stack, the hexes in its ZOC, and which neighbours are its front, flank and rear."""
    units = board.at[hex]
    around = {label(there): aspect(board, units, there) for there in MAP.grid.around[hex] if there is not None}
    return {
        "steps": stacked_steps(board, units),
        "zoc": sorted(map(label, members(zones_of_units(board, units)))),
        **{
            name: sorted(there for there, part in around.items() if part == word)
            for name, word in (("front", FRONT), ("flank", FLANK), ("rear", REAR))
        },
    }


def _by_rail(board: NachParisBoard, hex: int) -> dict[str, Any]:
    """[12.2.1] The steps that Germans, French and Belgians may entrain there; the ends of the lines that they use."""
    found: dict[str, Any] = {}
    for name, nation in (("german", DE), ("french", FR), ("belgian", BE)):
        lines = net(board, nation)
        found[f"station_{name}"] = capacity(board, nation, hex)
        found[f"lines_{name}"] = sorted(
            label(heading(link, hex).ahead) for link in MAP.links_of[hex] if lines.usable(link)
        )
    return found


def inspect(position: Position[NachParisBoard]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """Units, hexes, forts, sides and the turn, as cases expect them."""
    board = position.board
    where = {place: name for name, place in _PLACES.items()}
    units = {
        IDS[unit]: {
            "at": label(board.where[unit]) if board.where[unit] >= 0 else where.get(board.where[unit], "elsewhere"),
            "steps": board.steps(unit),
            "lost": board.lost[unit],
            "faces": FACING_NAMES[board.faces[unit]],
            "spent": board.spent.get(unit, 0),
            "marker": board.loss_marker.get(unit, 0),
            "entrained": unit in board.trains,
            **{word: bool(getattr(board, name) >> unit & 1) for word, name in _MARKS.items()},
        }
        for unit in range(COUNT)
    }
    hexes = {
        label(hex): {
            "units": [IDS[unit] for unit in range(COUNT) if board.where[unit] == hex],
            "ground": SIDES[0] if board.german_ground >> hex & 1 else SIDES[1],
            "rail": SIDES[0] if board.german_rail >> hex & 1 else SIDES[1],
            **(_seen_from(board, hex) if board.at[hex] else {}),
            **(_by_rail(board, hex) if MAP.links_of[hex] else {}),
        }
        for hex in range(len(MAP.grid))
    }
    works = {
        f"{label(fort.hex)}:{fort.name.replace(' ', '-')}": {
            "gone": bool(board.forts_gone >> i & 1),
            "hit": bool(board.festen_hit >> i & 1),
        }
        for i, fort in enumerate(MAP.forts)
    }
    counted = points(board)
    lost = [sum(board.step_losses[n] for n in range(len(NATIONS)) if (n == DE) == (side == 0)) for side in (0, 1)]
    sides = {name: {"points": counted[side], "lost": lost[side]} for side, name in enumerate(SIDES)}
    turn = {"now": {"turn": board.turn, "side": SIDES[board.side], "phase": board.phase, "rain": board.rain}}
    blown = {
        f"{label(structure.hex)}>{label(structure.to)}:{i}": {"turns": board.broken.get(i, 0)}
        for i, structure in enumerate(MAP.structures)
    }
    return {"unit": units, "hex": hexes, "fort": works, "structure": blown, "side": sides, "turn": turn}
