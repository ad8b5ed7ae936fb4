"""What a position says of a hidden unit may change as it likes: nobody else is sent anything of it.

Every fact, field of a step and field of an event that speaks of units is changed for one hidden unit at a time, by what
its declaration says (`hidden.py`), in every game. The other seat's observation, picture, messages, odds, reasons,
number of questions and features stay as they are. `test_planted_leaks.py` shows what the net catches.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import marne.games  # noqa: F401  games register themselves
from games.hidden import (
    LEFT_OUT,
    asked_again,
    changed,
    made_with,
    moved,
    readable,
    seen,
    sent,
    unit_classes,
    unit_facts,
)
from marne.engine import (
    OPEN,
    UNITS,
    VISIBLE,
    Board,
    Event,
    Game,
    Match,
    Seat,
    Setting,
    Step,
    Unit,
    Units,
    fact,
    games,
    units_in,
    value,
)
from marne.hexes import Bits, members
from marne.lab.contract import settings_of

LOOKS = int(os.environ.get("MARNE_MASK_LOOKS", "6"))
ANSWERS = 420
WHOLE = 2
"""So often everything that is sent is compared for each fact; after that what it is all made of."""
FOG = tuple((name, "on") for name in ("fog", "recon", "doctrine"))
CHOSEN = {
    "nach_paris": [Setting("liege", options=FOG), Setting("maubeuge", options=FOG[:1])],
    "brigade1914": [Setting("meeting"), Setting("capture")],
}
SETTINGS = [(game, setting) for game in games() for setting in CHOSEN.get(game.name) or settings_of(game, most=2)]
NOTHING_HIDDEN = {"grand_illusion", "training"}
"""Games in which nobody is kept from knowing which counter is which and where: their secrets are others."""
each_setting = pytest.mark.parametrize(("game", "setting"), SETTINGS, ids=lambda each: getattr(each, "name", None))


def moments(game: Game, setting: Setting, looks: int = LOOKS) -> Iterator[tuple[Match, Random]]:
    rng = Random(f"hidden {game.name} {setting}")
    match = Match(game, setting)
    while not match.over and len(match.log) < ANSWERS:
        options = match.position.suggest(rng, 3)
        match.play(next((answer for answer in options if answer != "end"), options[0]))
        if not match.over and len(match.log) % (ANSWERS // looks) == 0:
            yield match, rng


def test_at_most_five_things_are_left_out_each_with_its_reason() -> None:
    assert len(LEFT_OUT) <= 5
    assert all(LEFT_OUT.values())


def facts_tell_nothing(game: Game, setting: Setting, names: tuple[str, ...] = (), looks: int = LOOKS) -> Counter[str]:
    """Change each fact for hidden units and compare what the others are sent; how often each was compared."""
    compared: Counter[str] = Counter()
    for match, rng in moments(game, setting, looks):
        for seat in (0, 1, None):
            if not match.position.board.hidden_units(seat):
                continue
            position = asked_again(match.position.copy())
            little = seen(game, match, position, seat)
            for one in unit_facts(game, position.board):
                if names and one.name not in names:
                    continue
                for unit, twin in changed(game, position, one, seat, rng):
                    where = f"{one.name} of unit {unit} reaches seat {seat} after {len(match.log)} answers"
                    asked_again(twin)
                    assert seen(game, match, twin, seat) == little, where
                    if compared[one.name] < WHOLE or names:
                        before = sent(game, match, position, seat)
                        different = moved(before, sent(game, match, twin, seat))
                        assert not different, f"{where}: {', '.join(different)}"
                    compared[one.name] += 1
    return compared


@pytest.mark.parametrize("game", list(games()), ids=lambda game: game.name)
def test_nothing_that_a_board_says_of_a_hidden_unit_reaches_another_seat(game: Game) -> None:
    settings = [setting for found, setting in SETTINGS if found is game]
    compared = sum((facts_tell_nothing(game, setting) for setting in settings), Counter[str]())
    declared = {one.name for one in unit_facts(game, game.start(settings[0]).board)}
    assert set(compared) == (declared if game.name not in NOTHING_HIDDEN else set()), "every fact was changed"


def hidden_pairs(game: Game, setting: Setting, looks: int) -> Iterator[tuple[Match, Seat | None, Seat, int, int]]:
    """Moments with two units of one side that are hidden from a seat."""
    for match, rng in moments(game, setting, looks):
        for seat in (0, 1, None):
            theirs = match.position.board.hidden_units(seat)
            for side in (0, 1):
                known = members(theirs & ~match.position.board.hidden_units(side)) if side != seat else []
                if len(known) > 1:
                    one, other = rng.sample(known, 2)
                    yield match, seat, side, one, other
                    break


def steps_tell_nothing(game: Game, setting: Setting, kinds: list[type[Any]], looks: int = 4) -> int:
    compared = 0
    for match, seat, side, one, other in hidden_pairs(game, setting, looks):
        for kind in kinds:
            looked = []
            for unit in (one, other):
                twin = match.position.copy()
                twin.agenda = (*twin.agenda, made_with(kind, unit, side))
                looked.append((seen(game, match, twin, seat), sent(game, match, twin, seat) if not compared else {}))
            assert looked[0] == looked[1], f"{kind.__name__} tells seat {seat} of a hidden unit"
            compared += 1
    return compared


@each_setting
def test_no_step_names_a_hidden_unit_to_another_seat(game: Game, setting: Setting) -> None:
    if (game.name, "steps") not in LEFT_OUT and game.name not in NOTHING_HIDDEN:
        kinds = unit_classes(game, Step)
        assert steps_tell_nothing(game, setting, kinds) >= len(kinds) > 5


def events_tell_nothing(game: Game, setting: Setting, kinds: list[type[Any]], looks: int = 4) -> int:
    compared = 0
    for match, seat, side, one, other in hidden_pairs(game, setting, looks):
        for kind in kinds:
            looked = []
            for unit in (one, other):
                twin = match.position.copy()
                twin.board.events = []
                twin.board.tell(made_with(kind, unit, side, game_name(game)))
                read = [event for event in twin.board.events if readable(event, seat)]
                looked.append(read)
            assert looked[0] == looked[1], f"{kind.__name__} tells seat {seat} of a hidden unit"
            compared += 1
    return compared


def game_name(game: Game) -> Any:
    """How a game's events write a unit, where they do so in letters."""
    if game.name == "nach_paris":
        from marne.games.nach_paris.components.units import IDS

        return IDS.__getitem__
    return str


@each_setting
def test_no_event_names_a_hidden_unit_to_another_seat(game: Game, setting: Setting) -> None:
    if (game.name, "events") not in LEFT_OUT and game.name not in NOTHING_HIDDEN:
        kinds = unit_classes(game, Event)
        assert events_tell_nothing(game, setting, kinds) >= len(kinds) > 5


@each_setting
def test_the_events_of_a_game_name_units_where_their_types_say_so_and_none_that_is_hidden(
    game: Game, setting: Setting
) -> None:
    rng, match, named = Random(f"events {setting}"), Match(game, setting), 0
    while not match.over and len(match.log) < ANSWERS:
        before = [match.position.board.hidden_units(seat) for seat in (0, 1)]
        match.play(match.position.suggest(rng, 1)[0])
        board = match.position.board
        number = numbers_of(game, board)
        for event in match.position.events:
            plain = event.plain()
            typed = {str(unit) for unit in units_in(plain)}
            for name, thing in plain.facts().items():
                words = {thing, *thing.split()} if isinstance(thing, str) else set()
                assert {word for word in words if word in number} <= typed, f"{plain}: the type of {name} names no unit"
            if plain.reveals or plain.known or (game.name, "events") in LEFT_OUT:
                continue
            for seat in (0, 1):
                hidden = before[seat] & board.hidden_units(seat)
                units = {number.get(unit, -1) if isinstance(unit, str) else unit for unit in units_in(plain)}
                named += bool(units)
                assert not readable(event, seat) or not any(hidden >> unit & 1 for unit in units if unit >= 0), event
    assert named > 20 or (game.name, "events") in LEFT_OUT or game.name in NOTHING_HIDDEN


def numbers_of(game: Game, board: Any) -> dict[str, int]:
    """The unit of each word with which a game's events write units."""
    if game.name == "nach_paris":
        from marne.games.nach_paris.components.units import BY_ID, NAMES

        return {**{name: unit for unit, name in enumerate(NAMES)}, **BY_ID}
    return dict(board.numbers) if game.name == "brigade1914" else {}


@value
class Rider:
    """A value that names a unit."""

    unit: Unit


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
        ("tired: tuple[int, ...] = fact((), seen=OPEN)", "a tuple of numbers says with `of`"),
        ("tired: tuple[Unit, ...] = fact((), seen=OPEN)", "speaks of units"),
        ("tired: set[int] = fact(set(), seen=OPEN)", "a list says with `of`"),
        ("tired: set[int] = fact(set(), of=UNITS, seen=OPEN)", "speaks of units"),
        ("tired: list[tuple[Unit, ...]] = fact([()], of='hexes', seen=OPEN)", "speaks of units"),
        ("tired: list[tuple[str, Unit]] = fact([], of='cards', seen=OPEN)", "speaks of units"),
        ("tired: Rider | None = fact(None, seen=OPEN)", "speaks of units"),
        ("tired: Rider | None = fact(None, seen=VISIBLE)", "nobody knows how to take"),
        ("tired: Units = fact(0, seen=VISIBLE)", "doesn't say who is hidden"),
    ],
)
def test_a_planted_fact_is_refused_when_the_class_is_made(line: str, said: str) -> None:
    scope = {**globals(), "Bits": Bits}
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
        stacks: list[tuple[Unit, ...]] = fact([(0, 1), (2,)], of="hexes", seen=VISIBLE)
        chosen: set[Unit] = fact({0, 1}, of=UNITS, seen=VISIBLE)
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
    assert (theirs.stacks, theirs.chosen) == ([(0,), (2,)], {0})
    assert board.where == [7, 7, 7]
