"""A scripted player, as plain as one can be: march on towns, attack where the odds are good, fire at what is near."""

from __future__ import annotations

from random import Random

from marne.engine import JSON, Answer, Game, Look, Position, Thought, run_on
from marne.hexes import members
from training.board import Field
from training.rules.attack import Combat, CommitChit, TakeLoss, Withdraw
from training.rules.barrage import Fire, why_not_aim
from training.rules.combat import attackers, odds_column
from training.rules.movement import MoveCounter, Movement

__all__ = ["Staff"]

GOOD = ("2:1", "3:1")
"""Odds at which the staff attacks."""


class Staff:
    """Answers for one seat: a thought is its run in an imagined position, up to the next die or reveal."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """It needs no memo: the position says it all."""
        return Thought(run_on(look.imagine(rng), look.seat, lambda position: decide(position, look.seat, rng)))


def decide(position: Position[Field], side: int, rng: Random) -> Answer:
    """One legal answer."""
    board, step = position.board, position.step
    options = () if position.open is None else tuple(position.open)
    match step:
        case Movement():
            return options[0]
        case MoveCounter():
            return min(members_of(options), key=lambda hex: _march(board, side, hex))
        case Fire(counter):
            return _aim(board, side, counter)
        case Combat():
            return next((hex for hex in members_of(options) if _odds(board, side, hex) in GOOD), "done")
        case Withdraw(_, hex):
            return next(iter(members_of(options)), "stand") if _odds(board, 1 - side, hex) in GOOD else "stand"
        case CommitChit():
            return next((chit for chit in options if chit in ("assault", "trench")), "none")
        case TakeLoss():
            return max(members_of(options), key=lambda counter: board.steps[counter])
    return options[int(rng.random() * len(options))]


def members_of(options: tuple[Answer, ...]) -> list[int]:
    """The options that are counters or hexes."""
    return [option for option in options if isinstance(option, int)]


def _march(board: Field, side: int, hex: int) -> tuple[int, int]:
    """How good a hex is, the least best: steps to the nearest town that is not held, then hexes beside enemies."""
    goals = board.ground.town_bits & ~board.held[side] or board.hexes_of(1 - side)
    grid = board.ground.grid
    far = min((grid.distance(hex, goal) for goal in members(goals)), default=0)
    return far, 0 if grid.neighbour_bits(hex) & board.hexes_of(1 - side) else 1


def _aim(board: Field, side: int, counter: int) -> Answer:
    """T5.2, T5.3: the middle of an enemy's hex, if it can be aimed at."""
    for hex in members(board.hexes_of(1 - side)):
        point = board.ground.middles[hex]
        if why_not_aim(board, counter, point) is None:
            return point
    return "hold"


def _odds(board: Field, side: int, hex: int) -> str:
    return odds_column(board, attackers(board, side, hex), board.stack(1 - side, hex))
