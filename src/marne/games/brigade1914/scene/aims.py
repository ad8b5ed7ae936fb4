"""C10, C27: what each side still needs to win: more points than the enemy, or his brigade broken."""

from __future__ import annotations

from functools import lru_cache

from marne.engine import Aim
from marne.games.brigade1914.board import SIDES, Battlefield
from marne.games.brigade1914.components.data import VICTORY
from marne.games.brigade1914.rules.scenarios.victory import broken, destroyed
from marne.games.brigade1914.words import phrase

__all__ = ["aims"]


def aims(board: Battlefield, points: tuple[int, int], language: str) -> tuple[Aim, ...]:
    """By side: points against the enemy's, and how many of his units are gone of the half that breaks him."""
    found: list[Aim] = []
    for side in (0, 1):
        enemy = 1 - side
        found += _points(side, points[side], points[enemy], board.rules.turns, language)
        rearguard = bool(board.rules.exit_from_turn) and board.role(enemy) == 1
        if board.starters[enemy] and not rearguard:  # C27: a rearguard never breaks
            need = -(-board.starters[enemy] // VICTORY.break_share)
            found.append(_breaking(side, destroyed(board, enemy), need, broken(board, enemy), language))
    return tuple(found)


@lru_cache(512)
def _points(side: int, now: int, enemy: int, turns: int, language: str) -> tuple[Aim, ...]:
    text = phrase(language, "aim.points", turn=turns, by=VICTORY.decisive)
    return (Aim(SIDES[side], text, "C27", now, enemy + 1, now > enemy),)


@lru_cache(512)
def _breaking(side: int, now: int, need: int, done: bool, language: str) -> Aim:
    return Aim(SIDES[side], phrase(language, "aim.break"), "C10", now, need, done)
