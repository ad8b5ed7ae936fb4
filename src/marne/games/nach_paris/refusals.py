"""Why a hex or a counter that was clicked is not offered: the open step's own reason, for each of its words."""

from __future__ import annotations

from collections.abc import Mapping

from marne.engine import CHANCE, Position

from .board import NachParisBoard
from .steps import NachParisQuestion, hex_of, unit_of
from .units import SIDE
from .words import Reason

__all__ = ["reason"]


def reason(position: Position[NachParisBoard], target: Mapping[str, str]) -> Reason | None:
    """None where the thing is offered after all."""
    ask, step, board = position.open, position.step, position.board
    if ask is None or ask.actor == CHANCE or not isinstance(step, NachParisQuestion):
        return Reason(step.rule, "why.nobody")
    things = {"hex": hex_of(target.get("hex", "")), "unit": unit_of(target.get("piece", ""))}
    meant = [(word, things[kind]) for word, kind in step.shapes(board).items() if kind in things and things[kind] >= 0]
    if any(answer in (ask.options or ()) for answer in meant):
        return None
    if things["unit"] >= 0 and SIDE[things["unit"]] != ask.actor and any(kind == "unit" for kind in step.shape):
        return Reason(step.rule, "why.enemy")
    for answer in meant:
        if found := step.reason(board, answer):
            return found
    return Reason(step.rule, "why.not_now" if meant else "why.nothing")
