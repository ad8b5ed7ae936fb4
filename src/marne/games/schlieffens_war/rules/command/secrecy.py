"""6.6, fog of war: what a side may look at."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from marne.engine import Seat, Step, named_in, units_in
from marne.games.schlieffens_war.board import FATIGUED, WarBoard, hidden_units, top_unit
from marne.games.schlieffens_war.components.units import COUNT, DEPOT, FORT, FULL, KIND, SIDE, UNITS_OF
from marne.games.schlieffens_war.rules.combat.attack import ChooseAttackers, ChooseProbeHex
from marne.games.schlieffens_war.rules.movement.movement import ChooseDestination
from marne.games.schlieffens_war.rules.movement.reach import destinations, movable
from marne.games.schlieffens_war.rules.reinforcement.regroup import RegainStrength, ShedFatigue, may_regroup

__all__ = ["give_cause", "known_units", "open_agenda", "stand_ins", "top_unit"]

UNKNOWN = -1
"""6.6: the unit of a step that the seat may not know."""


def known_units(board: WarBoard, seat: Seat | None) -> list[bool]:
    """6.6: whether the seat knows each counter."""
    hidden = hidden_units(board, seat)
    return [unit not in hidden for unit in range(COUNT)]


def open_agenda(board: WarBoard, agenda: tuple[Step[WarBoard], ...], seat: Seat | None) -> tuple[Step[WarBoard], ...]:
    """6.6: what is left to do; a step that names a unit on the map that isn't the seat's own names nobody.

    An attack or a probe that is still being put together is left out: nothing has been declared.
    """
    found: list[Step[WarBoard]] = []
    for step in agenda:
        if isinstance(step, ChooseProbeHex):
            found += [step] if SIDE[step.unit] == seat else []
        elif isinstance(step, ChooseAttackers):
            found += [step] if step.side == seat else []
        else:
            secret = any(board.where[unit] >= 0 and SIDE[unit] != seat for unit in units_in(step))
            found.append(_named(step, UNKNOWN) if secret else step)
    return tuple(found)


def _named(step: Step[WarBoard], unit: int) -> Step[WarBoard]:
    """The same step with another unit in every field that names one; sets of units become empty."""
    single, sets = named_in(type(step))
    return replace(step, **dict.fromkeys(single, unit), **dict.fromkeys(sets, 0))  # type: ignore[type-var]


def stand_ins(board: WarBoard, agenda: tuple[Step[WarBoard], ...], rng: Random) -> tuple[Step[WarBoard], ...]:
    """6.6: the agenda with some unit of the moving side in place of nobody, one that could have been meant."""
    return tuple(_named(step, _somebody(board, step, rng)) if _of_nobody(step) else step for step in agenda)


def _of_nobody(step: Step[WarBoard]) -> bool:
    return any(getattr(step, name) == UNKNOWN for name in named_in(type(step))[0])


def give_cause(board: WarBoard, step: Step[WarBoard], seat: Seat | None, rng: Random) -> None:
    """6.6, 9.5: where the other side is regrouping and nobody in sight needs it, some unseen corps must."""
    if not isinstance(step, ShedFatigue | RegainStrength) or step.side == seat or step.candidates(board):
        return
    known = known_units(board, seat)
    hidden = [unit for unit in may_regroup(board, step.side) if not known[unit]]
    if hidden:
        unit = rng.choice(hidden)
        if isinstance(step, ShedFatigue):
            board.morale[unit] = FATIGUED
        else:
            board.steps[unit] = FULL[unit] - 1


def _somebody(board: WarBoard, step: Step[WarBoard], rng: Random) -> int:
    """6.6: a unit that could have been meant."""
    units = [unit for unit in UNITS_OF[board.side] if board.where[unit] >= 0 and KIND[unit] not in (FORT, DEPOT)]
    if isinstance(step, ChooseDestination):
        units = [unit for unit in units if movable(board, unit) and destinations(board, unit)] or units
    return rng.choice(units)
