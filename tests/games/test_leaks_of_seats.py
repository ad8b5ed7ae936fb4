"""More leaks that are planted on purpose: what a seat holds, what it answers in secret, units in reserve. The net of
`test_held_facts.py` must catch each of them; `test_planted_leaks.py` has those that name hidden units.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any
from zlib import crc32

import pytest

import marne.games  # noqa: F401  games register themselves
from games.test_held_facts import SETTINGS, answered_alike, answered_in_secret, named_only_aloud, seats_hold_in_secret
from games.test_planted_leaks import facts, peeking, shown
from marne.engine import (
    Ask,
    Event,
    Game,
    Seat,
    Setting,
    Step,
    find_game,
    value,
)
from marne.engine.events import PieceId
from marne.engine.facts import Unit
from marne.games.brigade1914 import sequence as brigade
from marne.games.brigade1914.board import Battlefield
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.rules.scenarios.options import ChooseOptions
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.rules.works.fieldworks import ChooseDiggers
from marne.games.schlieffens_war.rules.movement.movement import ChooseUnit
from marne.kit.sight import SeatSight
from marne.rl.features import Reader

pytestmark = pytest.mark.pure(why="methods and functions of the rules are changed")

Patch = pytest.MonkeyPatch

BRIGADE, ILLUSION, WAR = (find_game(name) for name in ("brigade1914", "grand_illusion", "schlieffens_war"))
MEETING, CAMPAIGN, IF = Setting("meeting"), Setting("campaign"), Setting("3")


def fails(said: str, check: Callable[[], object], plant: Callable[[], None]) -> None:
    """A check that holds, and no longer does with the leak."""
    assert check()
    plant()
    with pytest.raises(AssertionError, match=said):
        check()


@pytest.mark.parametrize(
    ("game", "board", "name"),
    [
        (BRIGADE, Battlefield, "hand"),
        (BRIGADE, Battlefield, "pool"),
        (BRIGADE, Battlefield, "coming"),
        (ILLUSION, GrandIllusionBoard, "options"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_a_side_holds_is_shown_whole(monkeypatch: Patch, game: Game, board: type[Any], name: str) -> None:
    setting = MEETING if game is BRIGADE else IF
    check = partial(seats_hold_in_secret, game, setting, (name,), 3)
    fails(f"{name} of side", check, lambda: shown(monkeypatch, board, name))


def test_a_spectator_is_told_what_camps_supply_under_fog(monkeypatch: Patch) -> None:
    honest = NachParisBoard.show

    def leaky(self: NachParisBoard, twin: NachParisBoard, seat: Seat | None) -> None:
        honest(self, twin, seat)
        if seat is None:
            twin.camp_supply = self.camp_supply.copy()

    check = partial(seats_hold_in_secret, find_game("nach_paris"), SETTINGS["nach_paris"][0], ("camp_supply",), 3)
    fails("camp_supply of side 0 reaches seat None", check, lambda: monkeypatch.setattr(NachParisBoard, "show", leaky))


def read_off(name: str, true: list[Any]) -> str:
    """What the true board says."""
    return repr(getattr(true[0].board, name))


def odds(patch: Patch, name: str, true: list[Any]) -> None:
    patch.setattr(SeatSight, "odds", lambda self, answer, language="en": read_off(name, true))


def reasons(patch: Patch, name: str, true: list[Any]) -> None:
    patch.setattr(SeatSight, "why_not", lambda self, target, language: read_off(name, true))


def features(patch: Patch, name: str, true: list[Any]) -> None:
    honest = Reader._read_scalars

    def leaky(self: Reader, view: Any, seat: Seat) -> Any:
        numbers = honest(self, view, seat)
        numbers[-1] = crc32(read_off(name, true).encode()) % 997
        return numbers

    patch.setattr(Reader, "_read_scalars", leaky)


def picture(patch: Patch, name: str, true: list[Any]) -> None:
    honest = SeatSight.scene

    def leaky(self: SeatSight, language: str) -> Any:
        drawn = honest(self, language)
        return replace(drawn, phase=f"{drawn.phase} {read_off(name, true)}")

    patch.setattr(SeatSight, "scene", leaky)


def changed_facts(name: str) -> bool:
    facts(WAR, CAMPAIGN, name)
    return True


def holding(game: Game, name: str) -> Callable[[], object]:
    """The net that looks at a fact."""
    if game is WAR:
        return partial(changed_facts, name)
    return partial(seats_hold_in_secret, game, MEETING if game is BRIGADE else IF, (name,), 6)


@pytest.mark.parametrize(
    ("leak", "said"), [(odds, "odds"), (reasons, "why not"), (features, "features"), (picture, "picture and messages")]
)
@pytest.mark.parametrize(
    ("game", "name"), [(BRIGADE, "hand"), (ILLUSION, "options"), (WAR, "morale")], ids=["hand", "options", "morale"]
)
def test_what_is_read_off_the_true_board(
    monkeypatch: Patch, game: Game, name: str, leak: Callable[..., None], said: str
) -> None:
    true = peeking(monkeypatch, game)
    fails(said, holding(game, name), lambda: leak(monkeypatch, name, true))


@value
class Written(Event):
    """A new event, whose maker forgot that the answer is secret."""

    sort = "order"
    number: int


@value
class Noted(Step[Any]):
    """A new question to the other side, with a field that tells too much."""

    rule = "14.3.6"
    side: int
    number: int

    def ask(self, board: Any) -> Ask:
        return Ask(1 - self.side, ("none",))

    def do(self, board: Any, answer: Any = None) -> tuple[Step[Any], ...]:
        return ()


@value
class Chosen(Step[Any]):
    """A new question to the same side, which is put after some answers only."""

    rule = "14.3.6"
    side: int

    def ask(self, board: Any) -> Ask:
        return Ask(self.side, ("none",))

    def do(self, board: Any, answer: Any = None) -> tuple[Step[Any], ...]:
        return ()


def number_of(answer: object) -> int:
    """Something of a secret answer."""
    return crc32(str(answer).encode())


def tells(step: Any, board: Any, answer: object) -> tuple[Step[Any], ...]:
    board.events.append(Written("14.3.6", number_of(answer)))
    return ()


def notes(step: Any, board: Any, answer: object) -> tuple[Step[Any], ...]:
    return (Noted(step.side, number_of(answer)),)


def asks_once_more(step: Any, board: Any, answer: object) -> tuple[Step[Any], ...]:
    return (Chosen(step.side),) * (number_of(answer) % 2)


@pytest.mark.parametrize("leak", [tells, notes, asks_once_more])
@pytest.mark.parametrize(("game", "kind"), [(BRIGADE, brigade.Allocate), (ILLUSION, ChooseOptions)], ids=["", "if"])
def test_a_secret_answer_that_is_told(
    monkeypatch: Patch, game: Game, kind: Any, leak: Callable[..., tuple[Step[Any], ...]]
) -> None:
    honest = kind.answered

    def leaky(self: Any, board: Any, answer: Any) -> Any:
        return (*leak(self, board, answer), *honest(self, board, answer))

    check = partial(answered_in_secret, game, MEETING if game is BRIGADE else IF)
    fails("reaches seat", check, lambda: monkeypatch.setattr(kind, "answered", leaky))


@pytest.mark.parametrize("leak", ["event", "step"])
@pytest.mark.parametrize(("name", "kind"), [("schlieffens_war", ChooseUnit), ("nach_paris", ChooseDiggers)])
def test_a_number_that_is_a_hidden_unit(monkeypatch: Patch, name: str, kind: Any, leak: str) -> None:
    """No type says that it is a unit, so no mask takes it out; the net finds it all the same."""
    honest = kind.answered

    def leaky(self: Any, board: Any, answer: Any) -> Any:
        if leak == "event":
            board.events.append(Written("6.6", number_of(answer)))
            return honest(self, board, answer)
        return (*honest(self, board, answer), Noted(0, number_of(answer)))

    check = partial(answered_alike, find_game(name), SETTINGS[name][0])
    fails("reaches seat", check, lambda: monkeypatch.setattr(kind, "answered", leaky))


@value
class Ready(Event):
    """A new event of the miniatures that names a unit in reserve."""

    sort = "order"
    unit: PieceId


@value
class Called(Noted):
    """A new question of the miniatures that names a unit in reserve."""

    number: Unit


@pytest.mark.parametrize("how", ["event", "step"])
def test_a_unit_in_reserve_that_is_named(monkeypatch: Patch, how: str) -> None:
    honest = brigade.Allocate.answered

    def leaky(self: Any, board: Battlefield, answer: Any) -> Any:
        unit = board.owned[self.side][-1]
        if how == "event":
            board.events.append(Ready("C27", board.label(unit)))
        step = Called(self.side, unit)
        return (*((step,) if how == "step" else ()), *honest(self, board, answer))

    check = partial(named_only_aloud, Setting("capture"), 120)
    fails("reads of", check, lambda: monkeypatch.setattr(brigade.Allocate, "answered", leaky))
