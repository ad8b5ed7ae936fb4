"""The miniatures game as numbers: no hexes, but places on a table, in its own small units of length."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from marne.engine import Answer, Step
from marne.games.brigade1914.board import FACE_DOWN, Battlefield
from marne.games.brigade1914.components.data import CARDS
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.rl.sheet import Named, Sheet, Static, table, word

__all__ = ["SHEET"]

_UNITS = 64
"""Rows for both brigades: the lists allow fewer."""
_KINDS = ("infantry", "cavalry", "battery", "wagon")
_ARMS = ("line", "jaeger", "cyclists", "horse", "field", "heavy")
_MARKERS = 6
_CELL = 300
_ACROSS, _DOWN = WIDE // _CELL, DEEP // _CELL
_CARDS = tuple(sorted(CARDS))


def _names(step: Step[Any], board: Battlefield, answer: Answer) -> Named:
    """Units by their names in notation, `m2` a marker by number, points as cells of the table, other words joined."""
    found = Named()
    words = []
    numbers: list[int] = []
    for part in _parts(answer):
        if isinstance(part, int):
            numbers.append(part)
        elif (unit := board.unit(part)) is not None:
            found.units.append(unit)
        elif part[:1] == "m" and part[1:].isdecimal():
            found.number = int(part[1:])
        else:
            words.append(part)
    found.word = " ".join(words)
    if len(numbers) >= 2:
        x, y = numbers[0], numbers[1]
        found.hexes = [min(max(y // _CELL, 0), _DOWN - 1) * _ACROSS + min(max(x // _CELL, 0), _ACROSS - 1)]
        found.number = numbers[2] if len(numbers) > 2 else found.number
    elif numbers:
        found.number = numbers[0]
    return found


def _parts(answer: Answer) -> list[int | str]:
    if isinstance(answer, tuple):
        return [part for each in answer for part in _parts(each)]
    return [answer]


def _of_units(board: Battlefield) -> list[Mapping[int, int]]:
    """C12: what a seat sees of each unit; where it is seen, the middle of its bases and the facing of the first."""
    x, y, facing, goal_x, goal_y = {}, {}, {}, {}, {}
    for unit, bases in enumerate(board.at):
        if bases:
            x[unit] = sum(base[0] for base in bases) // len(bases)
            y[unit] = sum(base[1] for base in bases) // len(bases)
            facing[unit] = bases[0][2]
        if len(board.goal[unit]) >= 2:
            goal_x[unit], goal_y[unit] = board.goal[unit][:2]
    spec = board.spec
    return [
        dict.fromkeys(range(len(spec)), 1),
        {unit: _KINDS.index(one.kind) for unit, one in enumerate(spec)},
        {unit: _ARMS.index(one.arm) if one.arm in _ARMS else -1 for unit, one in enumerate(spec)},
        {unit: one.quality for unit, one in enumerate(spec)},
        {unit: word(form) for unit, form in enumerate(board.formation)},
        x,
        y,
        facing,
        goal_x,
        goal_y,
    ]


def _scalars(board: Battlefield) -> list[int]:
    """A10: recon markers by place; A11: cards in hand, by kind where they are seen, and in the deck."""
    numbers = []
    for side in (0, 1):
        places = [number for place in board.marker[side] for number in place][: 2 * _MARKERS]
        numbers += places + [-1] * (2 * _MARKERS - len(places))
    for side in (0, 1):
        hand = board.hand[side]
        numbers += [len(hand), hand.count(FACE_DOWN), len(board.stored[side])]
    mine = [card for hand in board.hand for card in hand]
    numbers += [mine.count(card) for card in _CARDS]
    numbers += [board.face_up.count(card) for card in _CARDS]
    numbers += [sum(count for _, count in board.deck), len(board.discarded), len(board.floods)]
    for pair in board.mask:
        numbers += pair
    return numbers


_SCALAR_NAMES = " ".join(
    (
        *(f"marker{side}.{at}.{axis}" for side in (0, 1) for at in range(_MARKERS) for axis in "xy"),
        *(f"{what}{side}" for side in (0, 1) for what in ("hand", "face_down", "stored")),
        *(f"mine.{card}" for card in _CARDS),
        *(f"up.{card}" for card in _CARDS),
        "deck",
        "discarded",
        "floods",
        *(f"mask{side}.{at}" for side in (0, 1) for at in (0, 1)),
    )
)


@cache
def _static() -> Static:
    cells = [(x, y) for y in range(_DOWN) for x in range(_ACROSS)]
    number = {cell: at for at, cell in enumerate(cells)}
    pairs = [
        (number[x, y], number[x + dx, y + dy])
        for x, y in cells
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
        if (x + dx, y + dy) in number
    ]
    return Static(
        units=table(rows=_UNITS),
        unit_columns=(),
        unit_names=(),
        hexes=table(
            [x * _CELL + _CELL // 2 for x, _ in cells], [y * _CELL + _CELL // 2 for _, y in cells], rows=len(cells)
        ),
        hex_columns=("x", "y"),
        hex_names=tuple(f"{x},{y}" for x, y in cells),
        edges=np.array(pairs, np.int32).T,
        of_edges=table(rows=len(pairs)),
        edge_columns=(),
    )


SHEET = Sheet(
    units=_UNITS,
    hexes=_ACROSS * _DOWN,
    left_out={
        "spec": "extra columns by unit",
        "at": "extra columns by unit",
        "formation": "an extra column by unit",
        "goal": "extra columns by unit",
        "force": "only while forces are chosen",
        "hand": "counted among the scalars",
        "stored": "counted among the scalars",
        "marker": "places among the scalars",
        "mask": "among the scalars",
        "march": "the order of reserves; the options tell",
        "deck": "counted among the scalars",
        "face_up": "counted among the scalars",
        "discarded": "counted among the scalars",
        "floods": "counted among the scalars",
        "why": "words for the end of the game",
    },
    names=_names,
    static=lambda board: _static(),
    unit_extra_names="present kind arm quality formation x y facing goal_x goal_y",
    unit_extras=_of_units,
    scalar_extra_names=_SCALAR_NAMES,
    scalar_extras=_scalars,
    kept=False,
)
