"""What a board says of a hidden unit may change as it likes: nobody else sees it.

Every fact that speaks of units is changed for one hidden unit at a time, by what its declaration says, so a new fact is
in here by being declared. `test_masks.py` deals the hidden units anew, which changes where they are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import marne.games  # noqa: F401  games register themselves
from games.test_masks import whole
from marne.engine import OPEN, UNITS, VISIBLE, Board, Game, Match, Position, Seat, Setting, Unit, Units, fact, games
from marne.engine.facts import Fact
from marne.hexes import Bits, members
from marne.lab.contract import settings_of

LOOKS = int(os.environ.get("MARNE_MASK_LOOKS", "12"))
ANSWERS = 420
FOG = tuple((name, "on") for name in ("fog", "recon", "doctrine"))
CHOSEN = {"nach_paris": [Setting("liege", options=FOG), Setting("maubeuge", options=FOG[:1])]}
SETTINGS = [(game, setting) for game in games() for setting in CHOSEN.get(game.name) or settings_of(game, most=2)]

DEALT = {
    "nach_paris": {
        "where": "its marker follows",
        "at": "follows from where",
        "standing": "follows from where",
        "fogged": "says who is hidden",
        "lost": "zones of control follow, and they are told [19.2.3]",
        "faces": "zones of control follow",
        "trains": "zones of control follow",
    },
    "schlieffens_war": {
        "where": "its hex follows",
        "stacks": "its hex follows",
        "movers": "units of the side that moves, and only that side sees it",
    },
    "brigade1914": {
        "status": "says who is hidden",
        "at": "its marker follows",
        "tokens": "their sum is known (A3)",
    },
}
"""Facts that are left out here, with the reason; `test_masks.py` deals the hidden units and with them all of these."""
NOTHING_HIDDEN = {"grand_illusion"}
"""Games in which every counter lies open."""


def moments(game: Game, setting: Setting) -> Iterator[tuple[Match, Random]]:
    rng = Random(f"hidden {game.name} {setting}")
    match = Match(game, setting)
    while not match.over and len(match.log) < ANSWERS:
        options = match.position.suggest(rng, 3)
        match.play(next((answer for answer in options if answer != "end"), options[0]))
        if len(match.log) % (ANSWERS // LOOKS) == 0:
            yield match, rng


def flipped(board: Board, one: Fact, unit: int) -> bool:
    """Change what a fact says of a unit; False where its form has nothing to change."""
    thing = getattr(board, one.name)
    match one.hides:
        case "set":
            setattr(board, one.name, thing ^ 1 << unit)
        case "one":
            setattr(board, one.name, -1 if thing == unit else unit)
        case "by unit" if unit < len(thing) and isinstance(thing[unit], int):
            thing[unit] += 1
        case "keys" | "both" if unit in thing:
            del thing[unit]
        case "keys" if all(isinstance(item, int) for item in thing.values()):
            thing[unit] = 1
        case "both":
            thing[unit] = unit
        case "members":
            setattr(board, one.name, tuple(each for each in thing if each != unit) if unit in thing else (*thing, unit))
        case _:
            return False
    return True


def unit_facts(game: Game, board: Board) -> list[Fact]:
    left_out = DEALT.get(game.name, {})
    return [one for name, one in type(board).facts.items() if one.hides and not one.why and name not in left_out]


def seen(game: Game, position: Position[Any], seat: Seat | None) -> tuple[object, ...]:
    return game.observe(position, seat), whole(game.mask(position, seat))


@pytest.mark.parametrize(("game", "setting"), SETTINGS, ids=lambda each: getattr(each, "name", None))
def test_nothing_that_a_board_says_of_a_hidden_unit_reaches_another_seat(game: Game, setting: Setting) -> None:
    compared: dict[str, int] = {}
    for match, rng in moments(game, setting):
        for seat in (0, 1, None):
            hidden = members(_hidden(game, match.position, seat))
            if not hidden:
                continue
            before = seen(game, match.position, seat)
            for one in unit_facts(game, match.position.board):
                twin = match.position.copy()
                if flipped(twin.board, one, rng.choice(hidden)):
                    assert seen(game, twin, seat) == before, f"{one.name} tells of a hidden unit"
                    compared[one.name] = compared.get(one.name, 0) + 1
    known = not unit_facts(game, Match(game, setting).position.board) or game.name in NOTHING_HIDDEN
    assert len(compared) > 4 or known, "there were hidden units"


def _hidden(game: Game, position: Position[Any], seat: Seat | None) -> int:
    """The units of which a seat's mask doesn't say where they are."""
    board, found = position.board, int(position.board.hidden_units(seat))
    if not found and game.name == "schlieffens_war":
        shown = game.mask(position, seat).board
        return sum(1 << unit for unit, place in enumerate(board.where) if place >= 0 and shown.where[unit] < 0)
    return found


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tired: Bits = fact(0, seen=OPEN)", "a set says of what it is"),
        ("tired: Units = fact(0, seen=OPEN)", "speaks of units"),
        ("tired: list[int] = fact([0, 0], seen=OPEN)", "a list says with `of`"),
        ("tired: list[int] = fact([0, 0], of=UNITS, seen=OPEN)", "speaks of units"),
        ("tired: dict[int, int] = fact({}, seen=OPEN)", "a dict by number says with `of`"),
        ("tired: dict[Unit, int] = fact({}, seen=OPEN)", "speaks of units"),
        ("tired: dict[str, Unit] = fact({}, seen=OPEN)", "speaks of units"),
        ("tired: dict[int, Units] = fact({}, of='hexes', seen=OPEN)", "speaks of units"),
        ("tired: list[Units] = fact([0], of='hexes', seen=OPEN)", "speaks of units"),
        ("tired: Unit = fact(-1, seen=OPEN)", "speaks of units"),
        ("tired: tuple[int, ...] = fact((), of=UNITS, seen=OPEN)", "speaks of units"),
        ("tired: list[int] = fact([1, 2], of=UNITS, seen=VISIBLE)", "say with `unseen`"),
        ("tired: int = fact(0, seen=VISIBLE)", "doesn't speak of units"),
    ],
)
def test_a_planted_fact_is_refused_when_the_class_is_made(line: str, said: str) -> None:
    scope = {**globals(), "set": Bits}
    with pytest.raises(TypeError, match=said):
        exec(f"class Planted(Board):\n    {line}\n", scope)


def test_hidden_units_are_taken_out_of_every_form_of_fact() -> None:
    class Plain(Board):
        where: list[int] = fact([7, 7, 7], of=UNITS, seen=VISIBLE, unseen=-20)
        moved: Units = fact(0b111, seen=VISIBLE)
        spent: dict[Unit, int] = fact({0: 1, 2: 3}, seen=VISIBLE)
        obeys: dict[Unit, Unit] = fact({0: 1, 1: 2}, seen=VISIBLE)
        base: dict[str, Unit] = fact({"a": 1, "b": 2}, seen=VISIBLE)
        by_hex: list[Units] = fact([0b11, 0b110], of="hexes", seen=VISIBLE)
        fights: dict[str, Units] = fact({"a": 0b110}, seen=VISIBLE)
        first: Unit = fact(1, seen=VISIBLE)
        column: tuple[int, ...] = fact((0, 1, 2), of=UNITS, seen=VISIBLE)
        secret: Units = fact(0)
        known: Units = fact(0b10, seen=OPEN, why="it lies on the table")

        def hidden_units(self, seat: Seat | None) -> Units:
            return 0 if seat == 0 else 0b10

    board = Plain()
    mine, theirs = board.masked(0), board.masked(1)
    assert [getattr(mine, name) for name in Plain.slots()] == [getattr(board, name) for name in Plain.slots()]
    assert (theirs.where, theirs.moved, theirs.spent, theirs.obeys) == ([7, -20, 7], 0b101, {0: 1, 2: 3}, {})
    assert (theirs.base, theirs.by_hex, theirs.fights, theirs.first) == ({"b": 2}, [0b1, 0b100], {"a": 0b100}, 1)
    assert (theirs.column, theirs.known) == ((0, 2), 0b10)
    assert board.where == [7, 7, 7]
