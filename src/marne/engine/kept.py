"""Answers that are kept while a question is put: no step changes the board in `ask`, so nothing need be asked twice."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from marne.engine.board import Board

__all__ = ["kept"]

B = TypeVar("B", bound=Board)
P = ParamSpec("P")
T = TypeVar("T")


def kept(function: Callable[Concatenate[B, P], T]) -> Callable[Concatenate[B, P], T]:
    """Work out what a function says of a board once for each question; while a step is done, each time.

    Arguments after the board are passed by position. What is given again is the same object, so nobody may change it.
    """

    work: Any = function

    @wraps(function)
    def answer(board: Any, *of: Any) -> Any:
        known = board.kept
        if known is None:
            return work(board, *of)
        key = (work, *of)
        if key not in known:
            known[key] = work(board, *of)
        return known[key]

    return cast("Callable[Concatenate[B, P], T]", answer)
