"""Leaks that are planted on purpose: the net of `test_hidden_units.py` must catch each of them.

Each changes one line of the program as somebody might who forgot that units hide: in a fact, a step, an event, the
odds, a reason, the picture, the options of a question, the features.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import marne.games  # noqa: F401  games register themselves
from games import test_hidden_units as net
from games.hidden import unit_classes
from marne.engine import OPEN, Ask, Board, Event, Game, Position, Seat, Setting, Step, find_game, value
from marne.engine.events import Private
from marne.games.brigade1914.board import Battlefield
from marne.games.nach_paris import view as paris_view
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.rules.movement.phase import MoveUnits
from marne.games.nach_paris.rules.options import secrecy as paris
from marne.games.schlieffens_war import events as war_events
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.rules.command import secrecy as war
from marne.kit.sight import SeatSight
from marne.rl.features import Reader

pytestmark = pytest.mark.pure(why="methods and functions of the rules are changed")

PARIS, WAR, BRIGADE = (find_game(name) for name in ("nach_paris", "schlieffens_war", "brigade1914"))
LIEGE = Setting("liege", options=net.FOG)
CAMPAIGN = Setting("campaign")
CAPTURE = Setting("capture")
Patch = pytest.MonkeyPatch


def facts(game: Game, setting: Setting, *names: str) -> None:
    """The net on some facts, at few moments."""
    assert sum(net.facts_tell_nothing(game, setting, names, looks=6).values()), "nothing was changed"


def opened(patch: Patch, name: str) -> None:
    """A fact of Nach Paris that is declared open."""
    patch.setattr(NachParisBoard.facts[name], "seen", OPEN)


def shown(patch: Patch, board: type[Any], name: str) -> None:
    """A board that shows a fact whole."""
    honest = board.show

    def leaky(self: Any, twin: Any, seat: Seat | None) -> None:
        honest(self, twin, seat)
        setattr(twin, name, getattr(self, name)[:])

    patch.setattr(board, "show", leaky)


def peeking(patch: Patch, game: Game) -> list[Position[Any]]:
    """The true position of which a mask was made last, for whoever forgets to read the mask."""
    honest = type(game).mask
    true: list[Position[Any]] = []

    def mask(self: Game, position: Position[Any], seat: Seat | None) -> Position[Any]:
        seen = honest(self, position, seat)
        if position.board is not seen.board:
            true[:] = [position]
        return seen

    patch.setattr(type(game), "mask", mask)
    return true


@pytest.mark.parametrize("name", ["moved", "spent", "where"])
def test_a_fact_of_units_that_is_declared_open(monkeypatch: Patch, name: str) -> None:
    facts(PARIS, LIEGE, name)
    opened(monkeypatch, name)
    with pytest.raises(AssertionError, match=name):
        facts(PARIS, LIEGE, name)


@pytest.mark.parametrize(
    ("game", "setting", "board", "name"),
    [(WAR, CAMPAIGN, WarBoard, "morale"), (WAR, CAMPAIGN, WarBoard, "spent"), (BRIGADE, CAPTURE, Battlefield, "dug")],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_fact_that_a_board_shows_whole(
    monkeypatch: Patch, game: Game, setting: Setting, board: type[Any], name: str
) -> None:
    facts(game, setting, name)
    shown(monkeypatch, board, name)
    with pytest.raises(AssertionError, match=name):
        facts(game, setting, name)


def test_a_step_inside_a_step_that_nobody_looks_at(monkeypatch: Patch) -> None:
    def shallow(thing: Any, hidden: int) -> bool:
        return hasattr(thing, "unit") and hidden >> thing.unit & 1 == 1

    kinds = unit_classes(PARIS, Step)
    assert net.steps_tell_nothing(PARIS, LIEGE, kinds, looks=2)
    monkeypatch.setattr(paris_view, "names_hidden", shallow)
    with pytest.raises(AssertionError, match="tells seat"):
        net.steps_tell_nothing(PARIS, LIEGE, kinds, looks=2)


def test_a_step_that_says_which_counter_marches(monkeypatch: Patch) -> None:
    kinds = unit_classes(WAR, Step)
    assert net.steps_tell_nothing(WAR, CAMPAIGN, kinds, looks=2)
    monkeypatch.setattr(war, "units_in", lambda step: ())
    with pytest.raises(AssertionError, match="tells seat"):
        net.steps_tell_nothing(WAR, CAMPAIGN, kinds, looks=2)


def test_an_event_that_is_masked_by_the_name_of_a_field(monkeypatch: Patch) -> None:
    kinds = unit_classes(PARIS, Event)
    assert net.events_tell_nothing(PARIS, LIEGE, kinds, looks=2)
    monkeypatch.setattr(paris, "units_in", lambda event: (event.unit,) if hasattr(event, "unit") else ())
    with pytest.raises(AssertionError, match="tells seat"):
        net.events_tell_nothing(PARIS, LIEGE, kinds, looks=2)


@value
class Rested(Event):
    """A new event of Schlieffen's War, whose maker didn't think of fog."""

    unit: war_events.Unit


def test_a_new_event_is_its_sides_own_and_leaks_only_if_everybody_is_told(monkeypatch: Patch) -> None:
    assert net.events_tell_nothing(WAR, CAMPAIGN, [Rested], looks=2)
    monkeypatch.setattr(WarBoard, "tell", Board.tell)
    with pytest.raises(AssertionError, match="Rested tells seat"):
        net.events_tell_nothing(WAR, CAMPAIGN, [Rested], looks=2)


def odds(patch: Patch, true: list[Position[Any]]) -> None:
    patch.setattr(SeatSight, "odds", lambda self, answer, language="en": true[0].board.moved)


def reasons(patch: Patch, true: list[Position[Any]]) -> None:
    patch.setattr(SeatSight, "why_not", lambda self, target, language: true[0].board.moved)


def features(patch: Patch, true: list[Position[Any]]) -> None:
    honest = Reader._read_scalars

    def leaky(self: Reader, view: Position[Any], seat: Seat) -> Any:
        numbers = honest(self, view, seat)
        numbers[-1] = true[0].board.moved.bit_count()
        return numbers

    patch.setattr(Reader, "_read_scalars", leaky)


def picture(patch: Patch, true: list[Position[Any]]) -> None:
    honest = SeatSight.scene

    def leaky(self: SeatSight, language: str) -> Any:
        drawn = honest(self, language)
        return replace(drawn, phase=f"{drawn.phase} {true[0].board.moved}")

    patch.setattr(SeatSight, "scene", leaky)


@pytest.mark.parametrize(
    ("leak", "said"),
    [(odds, "odds"), (reasons, "why not"), (features, "features"), (picture, "picture and messages")],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_is_read_off_the_true_board(
    monkeypatch: Patch, leak: Callable[[Patch, list[Position[Any]]], None], said: str
) -> None:
    true = peeking(monkeypatch, PARIS)
    facts(PARIS, LIEGE, "moved")
    leak(monkeypatch, true)
    with pytest.raises(AssertionError, match=said):
        facts(PARIS, LIEGE, "moved")


def test_a_question_with_fewer_options_where_hidden_units_have_moved(monkeypatch: Patch) -> None:
    honest = MoveUnits.ask

    def leaky(self: MoveUnits, board: NachParisBoard) -> Any:
        ask = honest(self, board)
        if isinstance(ask, Ask) and ask.options and board.moved & board.hidden_units(ask.actor):
            return Ask(ask.actor, ask.options[1:], seen_by=ask.seen_by)
        return ask

    monkeypatch.setattr(MoveUnits, "ask", leaky)
    with pytest.raises(AssertionError, match="moved"):
        facts(PARIS, LIEGE, "moved")


def test_who_is_private_reads_it_and_nobody_else() -> None:
    event = Private("6.6", 1, Rested("6.6", 3))
    assert (event.seers(), event.plain()) == ((1,), Rested("6.6", 3))
