"""A fact declared once: what follows from the line."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from engine.support import Add, Tally, part, steps, tally
from marne.engine import (
    OPEN,
    OWNER,
    PARTLY,
    SEATS,
    VISIBLE,
    Board,
    Seat,
    Unit,
    Units,
    each,
    fact,
    given,
    marks_of,
    value,
)


class Desk(Board):
    """A board with a fact of every kind."""

    names: tuple[str, ...] = given()
    turn: int = fact(1, seen=OPEN)
    piles: list[int] = fact([3, 3], of="piles", seen=OPEN)
    hands: list[list[int]] = fact([[], []], of=SEATS, seen=OWNER)
    bids: list[int] = fact([0, 0], of=SEATS, seen=OWNER)
    found: dict[str, int] = fact({}, seen=PARTLY)
    size: int = fact(lambda board: len(board.names), seen=OPEN)
    marks: set[int] = fact(set[int](), of="marks")
    note: str = fact("")
    new: list[int] = fact([7], of="numbers")
    state: list[int] = each(-1, of="tokens", seen=OPEN)
    guess: list[str] = each("?", of="tokens")

    def __init__(self, *names: str) -> None:
        self.names = names
        super().__init__()

    def show(self, twin: Desk, seat: Seat | None) -> None:
        """Everyone sees what begins with a capital."""
        twin.found = {name: number for name, number in self.found.items() if name[0].isupper()}


def played() -> Desk:
    board = Desk("a", "b", "c")
    board.turn, board.note, board.new = 4, "secret", [1, 2]
    board.hands[0].append(5)
    board.hands[1].append(6)
    board.bids = [10, 20]
    board.found = {"A": 1, "b": 2}
    board.marks.add(9)
    board.make_room(2)
    board.state[1], board.guess[0] = 3, "spy"
    return board


def test_a_board_begins_with_its_own_lists() -> None:
    left, right = Desk("a"), Desk("b", "c")
    left.piles[0] = 0
    left.hands[0].append(1)
    left.found["x"] = 1
    assert (right.piles, right.hands, right.found, right.size) == ([3, 3], [[], []], {}, 2)
    assert Desk("a").piles == [3, 3]
    assert not hasattr(left, "__dict__"), "a misspelt fact is refused"


def test_a_copy_is_independent() -> None:
    position = tally(Add(9))
    board = position.board
    board.names["a"] = 1
    twin = board.copy()
    twin.total.append(7)
    twin.names["b"] = 2
    assert (board.total, board.names) == ([0], {"a": 1})
    assert board.slots() == ("names", "total")
    assert Tally.load(board.save(), like=board).names == {"a": 1}


def test_a_copy_shares_nothing_that_changes() -> None:
    for match in steps(2):
        board = match.position.board
        twin = board.copy()
        assert twin.save() == board.save()
        for name in board.slots():
            thing = getattr(board, name)
            if isinstance(thing, list | dict | set):
                assert getattr(twin, name) is not thing
        assert twin.hands[0] is not board.hands[0], "nested lists too"


def test_what_is_saved_and_what_a_newer_fact_begins_as() -> None:
    board = played()
    data = board.save()
    assert "names" not in data
    assert data["new"] == [1, 2]
    del data["new"]
    twin = Desk.load(data, like=Desk("x"))
    assert (twin.names, twin.hands, twin.note, twin.new) == (("x",), [[5], [6]], "secret", [7])
    assert twin.hands[0] is not board.hands[0]


def test_a_seat_sees_what_is_open_and_its_own() -> None:
    board = played()
    mine, theirs = board.masked(0), board.masked(None)
    assert (mine.turn, mine.piles, mine.size, mine.names) == (4, [3, 3], 3, ("a", "b", "c"))
    assert (mine.hands, mine.bids, board.masked(1).bids) == ([[5], []], [10, 0], [0, 20])
    assert (theirs.hands, theirs.bids) == ([[], []], [0, 0]), "a spectator owns nothing"
    mine.hands[0].append(1)
    mine.piles[0] = 0
    assert (board.hands, board.piles) == ([[5], [6]], [3, 3])


def test_a_new_fact_is_hidden_until_somebody_says_otherwise() -> None:
    board = played()
    for seat in (0, 1, None):
        assert (board.masked(seat).note, board.masked(seat).new, board.masked(seat).marks) == ("", [7], set())
        assert board.masked(seat).found == {"A": 1}
    assert Desk.open_facts() == ("turn", "piles", "size", "state")


def test_lists_for_things_that_are_counted_later() -> None:
    assert Desk("a").guess == []
    board = played()
    assert (board.state, board.guess, board.copy().guess) == ([-1, 3], ["spy", "?"], ["spy", "?"])
    assert (board.masked(0).state, board.masked(0).guess) == ([-1, 3], ["?", "?"])


def test_a_declaration_that_cannot_be_copied_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Bare\.turn is declared without `fact` or `given`"):

        class Bare(Board):
            turn: int

    with pytest.raises(TypeError, match=r"Deep\.piles: a board holds numbers"):

        class Deep(Board):
            piles: dict[str, list[int]] = fact({})

    with pytest.raises(TypeError, match=r"Odd\.thing: a board holds numbers"):

        class Odd(Board):
            thing: Any = fact(None)


def test_a_board_inherits_facts() -> None:
    class Wider(Desk):
        weather: str = fact("dry", seen=OPEN)

    board = Wider("a")
    board.weather, board.turn = "rain", 2
    twin = board.copy()
    assert isinstance(twin, Wider)
    assert (twin.weather, twin.turn, twin.masked(0).weather) == ("rain", 2, "rain")
    assert Wider.slots() == (*Desk.slots(), "weather")


def test_boards_travel() -> None:
    board = part(0, 12).position.board
    assert pickle.loads(pickle.dumps(board)).save() == board.save()


def test_a_value_may_ask_its_base() -> None:
    """Slots make a class anew; `super()` in it must still find the base."""

    class Base:
        __slots__ = ()

        def said(self) -> str:
            return "base"

    @value
    class Child(Base):
        number: int

        def said(self) -> str:
            return f"{super().said()} and {self.number}"

    assert Child(2).said() == "base and 2"


class Parade(Board):
    """A board whose units bear marks; the units with an odd number are hidden from the others."""

    tired: Units = fact(0, seen=VISIBLE, mark="tired")
    fed: Units = fact(0, seen=VISIBLE)
    hurt: dict[Unit, int] = fact({}, seen=VISIBLE, mark="hurt-{}")

    def hidden_units(self, seat: Seat | None) -> Units:
        """Seat 0 sees all."""
        return 0 if seat == 0 else 0b1010


def test_marks_of_units_follow_from_the_declaration() -> None:
    board = Parade()
    board.tired, board.fed, board.hurt = 0b0011, 0b1111, {1: 2, 2: 1}
    assert [marks_of(board, unit) for unit in range(4)] == [("tired",), ("tired", "hurt-2"), ("hurt-1",), ()]
    seen = board.masked(1)
    assert [marks_of(seen, unit) for unit in range(4)] == [("tired",), (), ("hurt-1",), ()]
    assert [marks_of(board.masked(0), unit) for unit in range(4)] == [marks_of(board, unit) for unit in range(4)]


def test_a_mark_on_what_is_no_unit_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Flagged\.piles: a mark lies on units"):

        class Flagged(Board):
            piles: list[int] = fact([0, 0], of="piles", seen=OPEN, mark="piled")
