"""Answers of the quartermaster: arrivals, replacements, supplies, command, works, and whatever else an army needs."""

from __future__ import annotations

from marne.engine import BEST, Answer, EngineError, Pick, Step, total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import CBF, FIGHTING, NATION, OF_NATION, Unit
from marne.games.nach_paris.rules.command.communications import ShareSupply
from marne.games.nach_paris.rules.command.headquarters import Command, command, leaders
from marne.games.nach_paris.rules.command.lost import PlaceHeadquarters
from marne.games.nach_paris.rules.command.replacements import AbsorbReplacements, RebuildIn
from marne.games.nach_paris.rules.command.restriction import ChooseChange, ChooseLeader, concerned
from marne.games.nach_paris.rules.engineers.garrisons import ChooseCharge
from marne.games.nach_paris.rules.engineers.sluices import OpenSluices
from marne.games.nach_paris.rules.movement.arrivals import Arrivals, PlaceBeside
from marne.games.nach_paris.rules.movement.withdrawals import TakeSteps
from marne.games.nach_paris.rules.options.airmen import AerialRecon
from marne.games.nach_paris.rules.rail.arrivals import ComeByRail
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.rules.units.consolidation import GainSteps
from marne.games.nach_paris.rules.works.fieldworks import BuildFieldworks, diggers, digging_modifiers, tester
from marne.games.nach_paris.rules.works.improve import ImproveFieldworks
from marne.games.nach_paris.rules.works.old_walls import OccupyOldWalls
from marne.games.nach_paris.staff.appraisal import Situation, force
from marne.games.nach_paris.staff.marching.wheels import numbers, worth_blowing
from marne.hexes import members
from marne.kit.arithmetic import tally

__all__ = ["judge"]

Options = tuple[Answer, ...]
DIG: int = 4
"""So near must an enemy be that somebody digs."""
FLOOD: int = 5
"""So near must he be that country is put under water."""


def judge(situation: Situation, options: Options, step: Step[NachParisBoard], pick: Pick = BEST) -> Answer | None:
    """Who judges which question."""
    board = situation.board
    match step:
        case Arrivals():
            return _arrive(options, pick)
        case PlaceBeside():
            return ("to", max(numbers(options, "to"), key=lambda hex: (_welcome(situation, hex), -hex)))
        case ComeByRail():
            return ("head", max(numbers(options, "head"), key=lambda hex: (situation.call[hex], -hex)))
        case PlaceHeadquarters():
            return (
                "place",
                min(numbers(options, "place"), key=lambda hex: (_from_its_units(board, step.unit, hex), hex)),
            )
        case RebuildIn():
            return ("place", max(numbers(options, "place"), key=lambda hex: (situation.remote[hex], -hex)))
        case AbsorbReplacements():
            return _absorb(board, options)
        case TakeSteps():
            return ("take", min(numbers(options, "take"), key=lambda unit: (_drop(board, unit), unit)))
        case GainSteps():
            return ("gain", max(numbers(options, "gain")))
        case ShareSupply():
            return ("supply", max(numbers(options, "supply"), key=lambda unit: (board.cbf(unit), -unit)))
        case ChooseChange():
            lost = [unit for unit in numbers(options, "change") if _leaderless(board, unit)]
            return ("change", lost[0]) if lost else "end"
        case ChooseLeader():
            unit = step.unit
            return ("obey", min(numbers(options, "obey"), key=lambda hq: (_apart(board, hq, unit), hq)))
        case BuildFieldworks():
            return _dig(situation, options, step)
        case ImproveFieldworks():
            return ("improve", max(numbers(options, "improve"), key=lambda hex: (situation.menace[hex], -hex)))
        case OccupyOldWalls():
            return ("hold", max(numbers(options, "hold"), key=lambda unit: (board.cbf(unit), -unit)))
        case OpenSluices():
            near = [hex for hex in numbers(options, "open") if situation.remote[hex] <= FLOOD]
            return ("open", near[0]) if near else "end"
        case ChooseCharge():
            number = worth_blowing(situation, numbers(options, "blow"))
            return ("blow", number) if number >= 0 else "back"
        case AerialRecon():
            flights = numbers(options, "fly")
            return ("fly", flights[0]) if flights else "no"
    raise EngineError(f"the staff has no judgement of {type(step).__name__}")


def _arrive(options: Options, pick: Pick) -> Answer:
    """[7.7.1] Everybody comes as soon as it can; one by one, in any order, where the answer stays hidden."""
    if "all" in options and pick is BEST:
        return "all"
    for word in ("place", "beside"):
        if units := numbers(options, word):
            return (word, pick.one_of(units))
    return "end"


def _welcome(situation: Situation, hex: Hex) -> float:
    return situation.call[hex] - 0.1 * situation.menace[hex]


def _drop(board: NachParisBoard, unit: Unit) -> int:
    """What a unit loses with its next step."""
    lost = board.lost[unit]
    left = CBF[unit][lost + 1] if board.steps(unit) > 1 else 0
    return board.cbf(unit) - left


def _absorb(board: NachParisBoard, options: Options) -> Answer:
    """[14.1.3] The step that brings most for its price."""
    units = numbers(options, "absorb")
    if units:
        return ("absorb", max(units, key=lambda unit: (CBF[unit][board.lost[unit] - 1] - board.cbf(unit), -unit)))
    back = numbers(options, "rebuild")
    return ("rebuild", back[0]) if back else "end"


def _leaderless(board: NachParisBoard, unit: Unit) -> bool:
    """[13.2.2] Whether nobody of those who would change together is in command."""
    return all(command(board, each) != Command.IN_RANGE for each in members(concerned(board, unit)))


def _from_its_units(board: NachParisBoard, hq: Unit, hex: Hex) -> int:
    """How far a hex is from all that a headquarters leads."""
    led = [unit for unit in board.on_map(OF_NATION[NATION[hq]] & FIGHTING) if leaders(board, unit) >> hq & 1]
    return tally(MAP.grid.distance(board.where[unit], hex) for unit in led)


def _apart(board: NachParisBoard, hq: Unit, unit: Unit) -> int:
    return MAP.grid.distance(board.where[hq], board.where[unit])


def _dig(situation: Situation, options: Options, step: BuildFieldworks) -> Answer:
    """[10.1.2] Where the enemy is near and the spades are likely to get through, the most threatened first."""
    board = situation.board
    best, found = 0.0, -1
    for hex in numbers(options, "dig"):
        if situation.remote[hex] > DIG:
            continue
        units = diggers(board, step.nation, hex)
        unit = tester(board, units)
        needs = board.cab(unit) + total(own_modifiers(board, unit)) + total(digging_modifiers(board, hex, units))
        worth = needs * (situation.menace[hex] + 5) * (1 + 0.02 * force(board, units))
        if needs > 4 and worth > best:
            best, found = worth, hex
    return ("dig", found) if found >= 0 else "end"
