"""[19.1.3], [21.1.1] What a seat may know with fog of war on: in facts, steps, events, the log and the picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

from games.nach_paris.options.support import OPTIONS
from games.nach_paris.rail_support import moving as rail_moving
from games.nach_paris.still import still
from games.nach_paris.support import Game, arranged, asked, happened, legal, play
from games.test_masks import whole
from marne.engine import Match, Observation, Private, Setting, named_in
from marne.games.nach_paris.board import UNSEEN
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE, IDS, OF_SIDE
from marne.games.nach_paris.events import Moved
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.resolve import RollCombat
from marne.games.nach_paris.rules.movement.walk import Enter
from marne.games.nach_paris.rules.options.secrecy import (
    Stirred,
    hidden_from,
    names_hidden,
    stripped,
    told,
)
from marne.games.nach_paris.rules.options.unseen import Unseen
from marne.games.nach_paris.rules.rail.events import WentByRail
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.units.losses import LoseSteps
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep
from marne.hexes import members
from marne.lab.contract import check_contract

ALL = tuple((name, "on") for name in ("fog", "recon", "doctrine"))
FOG = {"fog": "on"}


def foggy(units: dict[str, str], begin: str = "nothing", **more: Any) -> Game:
    return arranged(options=FOG, units=units, begin=begin, side=more.pop("side", "allied"), turn=9, **more)


def look(position: Game, seat: int | None) -> Observation:
    return Observation.of(GAME, Setting("campaign", options=tuple(FOG.items())), position, seat)


def moments(scenario: str, seed: int, every: int = 25, most: int = 700) -> Iterator[tuple[Match, Random]]:
    rng = Random(seed)
    match = Match(GAME, Setting(scenario, options=ALL))
    while not match.over and len(match.log) < most:
        options = [a for a in match.position.suggest(rng, 3) if a not in ("end", "not-now")]
        match.play((options or match.position.suggest(rng, 1))[0])
        if len(match.log) % every == 0 and not match.over:
            yield match, rng


# -- the masked board


@pytest.mark.rule("19.1.3")
def test_the_enemy_sees_a_marker_and_nothing_of_what_is_under_it() -> None:
    hidden = foggy({"1re-DI": "BC9 N fog -2 moved forced", "QG-5e-A": "BC9", "18.ID": "AL31 N fog"})
    board = GAME.mask(hidden, GERMAN_SIDE).board
    unit = BY_ID["1re-DI"]
    assert board.where[unit] == UNSEEN
    assert (board.lost[unit], board.faces[unit]) == (0, 0)
    assert not (board.moved | board.forced | board.fogged) >> unit & 1
    assert board.fog_markers[ALLIED_SIDE] == 1 << MAP.grid.hex("BC9")
    assert board.occupied[ALLIED_SIDE] >> MAP.grid.hex("BC9") & 1
    assert board.where[BY_ID["QG-5e-A"]] == MAP.grid.hex("BC9"), "headquarters lie open"
    assert board.where[BY_ID["18.ID"]] == MAP.grid.hex("AL31"), "one's own too"
    own = GAME.mask(hidden, ALLIED_SIDE).board
    assert own.where[unit] == MAP.grid.hex("BC9")
    assert own.lost[unit] == 2
    assert GAME.mask(hidden, None).board.where[BY_ID["18.ID"]] == UNSEEN, "spectators see neither"
    pieces = {piece.id: piece for piece in GAME.sight(look(hidden, GERMAN_SIDE)).scene("en").pieces}
    assert set(pieces) == {"fog-BC9", "QG-5e-A", "18.ID"}
    assert (pieces["fog-BC9"].facing, pieces["fog-BC9"].pips, pieces["fog-BC9"].hidden) == (None, 0, True)


@pytest.mark.rule("19.1.3")
def test_another_unit_or_another_strength_under_the_marker_looks_the_same() -> None:
    """The zone is told, so facing and pattern are kept; all else may differ."""
    one = {"1re-DI": "BC9 N fog", "2e-DI": "BC7 N fog"}
    others: list[dict[str, str]] = [
        {"2e-DI": "BC9 N fog", "1re-DI": "BC7 N fog"},
        {"1re-DI": "BC9 N fog -1", "2e-DI": "BC7 N fog"},
        {"1re-DI": "BC9 N fog moved fieldworks limited", "2e-DI": "BC7 N fog forced extended2"},
    ]
    for seat in (GERMAN_SIDE, None):
        before = json.dumps(GAME.observe(foggy(one), seat))
        for other in others:
            assert json.dumps(GAME.observe(foggy(other), seat)) == before
        crowd = foggy({**one, "3e-DI": "BC9 N fog"})
        parted = foggy({**one, "3e-DI": "BC7 N fog"})
        assert json.dumps(GAME.observe(crowd, seat)) == json.dumps(GAME.observe(parted, seat)), "nor how many"
    assert GAME.observe(foggy(one), ALLIED_SIDE) != GAME.observe(foggy(others[1]), ALLIED_SIDE)


@pytest.mark.rule("19.1.3")
def test_with_fog_off_everything_lies_open() -> None:
    position = arranged(units={"1re-DI": "BC9 N -2"}, begin="nothing", side="allied")
    for seat in (GERMAN_SIDE, ALLIED_SIDE, None):
        assert GAME.mask(position, seat).board.save() == position.board.save()


# -- properties on whole games


@pytest.mark.rule("19.1.3", "21.1.1", "19.2.3")
@pytest.mark.parametrize(("scenario", "seed"), [("liege", 1), ("mulhouse", 2), ("guise", 3)])
def test_equal_observations_give_equal_views_and_imagined_positions_fit(scenario: str, seed: int) -> None:
    fitting = different = 0
    for match, rng in moments(scenario, seed):
        for seat in (0, 1, None):
            seen = match.observe(seat)
            assert whole(GAME.mask(seen.view, seat)) == whole(seen.view), "a mask hides once and for all"
            assert seen.facts == GAME.observe(match.position, seat)
            twin = GAME.imagine(seen, rng)
            again = Observation.of(GAME, match.setting, twin, seat, seen.log)
            assert again.facts == seen.facts
            assert again.actor == seen.actor
            assert whole(again.view)[0] == whole(seen.view)[0]
            if again.options == seen.options and again.step == seen.step:
                assert GAME.sight(again).scene("en") == GAME.sight(seen).scene("en")
            fitting += 1
            different += twin.save() != match.position.save()
            board = twin.board
            assert UNSEEN not in board.where
    assert fitting > 10
    assert different > 5


@pytest.mark.rule("19.1.3")
@pytest.mark.parametrize(("scenario", "seed"), [("liege", 4), ("guise", 5)])
def test_changes_to_what_is_hidden_do_not_show(scenario: str, seed: int) -> None:
    """Losses that change no zone, marks, points spent: the observation of the other side stays as it is."""
    compared = 0
    for match, rng in moments(scenario, seed):
        for seat in (0, 1, None):
            hidden = members(hidden_from(match.position.board, seat))
            if not hidden:
                continue
            before = json.dumps(GAME.observe(match.position, seat))
            unit = rng.choice(hidden)
            twin = match.position.copy()
            for name in ("moved", "forced", "fieldworks", "cut_off", "spotted", "in_position", "barred"):
                setattr(twin.board, name, getattr(twin.board, name) ^ 1 << unit)
            twin.board.spent[unit] = twin.board.spent.get(unit, 0) + 7
            twin.board.loss_marker[unit] = 2
            twin.board.lost_now[unit] = 1
            assert json.dumps(GAME.observe(twin, seat)) == before, IDS[unit]
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("facing", ["on", "off"])
def test_a_random_game_with_every_option_keeps_the_contract(facing: str) -> None:
    match = check_contract(GAME, Setting("mulhouse", options=(*ALL, ("facing", facing))), 2, every=40)
    assert match.over


# -- steps and the agenda


@pytest.mark.rule("19.1.3")
def test_a_step_about_a_hidden_unit_is_only_known_to_be_there() -> None:
    position = play(foggy({"1re-DI": "BC9 N fog", "2e-DI": "BC7 N"}, begin="movement"), "move 1re-DI")
    assert asked(position) == "Walk"
    seen = GAME.mask(position, GERMAN_SIDE)
    assert isinstance(seen.agenda[0], Unseen)
    assert seen.agenda[0] == Unseen("Walk", ALLIED_SIDE)
    assert GAME.mask(position, ALLIED_SIDE).agenda == position.agenda
    prompt = GAME.sight(look(position, GERMAN_SIDE)).scene("en").prompt
    assert prompt is not None
    assert "hidden unit" in prompt.question
    shown = play(foggy({"1re-DI": "BC9 N", "2e-DI": "BC7 N"}, begin="movement"), "move 1re-DI")
    assert GAME.mask(shown, GERMAN_SIDE).agenda == shown.agenda


@pytest.mark.rule("19.1.3")
def test_steps_inside_steps_and_sets_of_units_are_looked_at() -> None:
    unit, other = BY_ID["1re-DI"], BY_ID["2e-DI"]
    assert names_hidden(CabTest(other, failed=(LoseSteps(unit, 1),)), 1 << unit)
    assert not names_hidden(CabTest(other, failed=(LoseSteps(other, 1),)), 1 << unit)
    assert names_hidden((Enter(unit, (5,)),), 1 << unit)
    step = RollCombat(Battle(5, full=1 << other, defenders=1 << unit))
    assert stripped(step, 1 << unit) == RollCombat(Battle(5, full=1 << other))
    assert stripped(step, 0) is step


@pytest.mark.rule("19.1.3", "19.4.2")
def test_who_defends_a_hidden_stack_is_not_in_the_agenda_of_its_attacker() -> None:
    seen = []
    for defender, elsewhere in (("1re-DI", "2e-DI"), ("2e-DI", "1re-DI")):
        units = {"18.ID": "AG13 N", defender: "AG14 S fog", elsewhere: "BC9 N fog"}
        position = play(foggy(units, begin="Combats DE", side="german"), "attack AG14")
        while asked(position) == "Muster":
            position = play(position, "full 18.ID")
        assert asked(position) == "RollCombat"
        seen.append(json.dumps(GAME.observe(position, GERMAN_SIDE)))
    assert seen[0] == seen[1]


@pytest.mark.rule("19.1.3")
def test_every_field_of_a_step_that_could_name_units_is_known() -> None:
    """A number in a step says by its type that it is a unit or a set of units, or it is something plain; new names are
    to be sorted in."""
    plain = {
        "nation", "hex", "fort", "forts", "side", "number", "structure", "sluice", "tried", "first", "second", "zone",
        "column", "row", "cab", "cbf", "count", "lost", "losses", "missing", "hexes", "actor", "last", "result",
    }  # fmt: skip

    def kinds(kind: type[Any]) -> Iterator[type[Any]]:
        for each in kind.__subclasses__():
            yield each
            yield from kinds(each)

    unsorted = set()
    for kind in {*kinds(NachParisStep), *kinds(NachParisQuestion)}:
        if is_dataclass(kind):
            one, many = named_in(kind)
            for field in fields(kind):
                number = str(field.type) in ("int", "Unit", "Bits", "Hex", "Nation", "Side")
                if number and field.name not in (*one, *many, *plain):
                    unsorted.add((kind.__name__, field.name, str(field.type)))
    assert not unsorted


# -- the log


@pytest.mark.rule("19.1.3")
def test_answers_are_read_by_who_gave_them_and_moves_are_told_without_names() -> None:
    position = foggy({"1re-DI": "BC9 N fog", "2e-DI": "BC7 N"}, begin="movement")
    assert position.open is not None
    assert position.open.seen_by == (ALLIED_SIDE,)
    moved = play(position, "move 1re-DI", "to BC10")
    private = happened(moved, Private)
    assert [type(event.plain()) for event in private] == [Moved]
    assert private[0].seers() == (ALLIED_SIDE,)
    assert "1re DI" in GAME.say(private[0], "en") or "1re" in GAME.say(private[0], "en")
    stirred = happened(moved, Stirred)
    assert [(event.hex, event.seers()) for event in stirred] == [("BC10", (GERMAN_SIDE,))]
    assert "1re" not in GAME.say(stirred[0], "en")
    shown = play(foggy({"1re-DI": "BC9 N", "2e-DI": "BC7 N"}, begin="movement"), "move 1re-DI", "to BC10")
    assert happened(shown, Moved)
    open_ = arranged(units={"1re-DI": "BC9 N"}, begin="movement", side="allied", turn=9)
    assert open_.open is not None
    assert open_.open.seen_by is None


@pytest.mark.rule("19.1.3")
def test_no_event_of_a_game_names_a_hidden_unit_to_the_other_side() -> None:
    named = 0
    rng = Random(6)
    match = Match(GAME, Setting("liege", options=ALL))
    while not match.over and len(match.log) < 500:
        before = [hidden_from(match.position.board, seat) for seat in (0, 1)]
        options = [a for a in match.position.suggest(rng, 3) if a != "end"]
        match.play((options or match.position.suggest(rng, 1))[0])
        for seat in (0, 1):
            hidden = before[seat] & hidden_from(match.position.board, seat)
            ids = {IDS[unit] for unit in members(hidden)}
            for event in match.position.events:
                seers = event.seers()
                if seers is None or seat in seers:
                    words = {word for fact in event.facts().values() for word in str(fact).replace(",", " ").split()}
                    assert not words & ids, event
                else:
                    named += 1
    assert named > 10


@pytest.mark.rule("19.1.3")
def test_an_event_without_hidden_units_is_told_as_it_is() -> None:
    event = Moved("7.1.3", "1re-DI", "BC9", 10)
    assert told(event, 0) == (event,)
    assert told(event, 1 << BY_ID["2e-DI"]) == (event,)
    assert [type(each) for each in told(event, 1 << BY_ID["1re-DI"])] == [Private, Stirred]


# -- doctrine


@pytest.mark.rule("21.1.1")
def test_who_tests_for_the_doctrine_is_a_secret() -> None:
    units = {"QG-4e-A": "AE20", "1re-DI": "AE21 N", "2e-DI": "AE22 N"}
    first = arranged(units=units, doctrine=True, side="allied", turn=9, begin="Indoctrination")
    second = first.copy()
    second.board.tested |= 1 << BY_ID["1re-DI"]
    second = arranged(units=units, doctrine=True, side="allied", turn=9, begin="DoctrineTest 2e-DI")
    alone = arranged(units=units, doctrine=True, side="allied", turn=9, begin="DoctrineTest 1re-DI")
    for seat in (GERMAN_SIDE, None):
        facts = [GAME.observe(position, seat)["agenda"] for position in (first, second, alone)]
        assert facts[0] == facts[1] == facts[2]
    assert GAME.observe(second, ALLIED_SIDE)["agenda"] != GAME.observe(alone, ALLIED_SIDE)["agenda"]
    assert legal(first)


@pytest.mark.rule("19.1.3")
@pytest.mark.reading("hidden-stack")
def test_hidden_units_are_those_of_the_other_side_on_the_map() -> None:
    board = foggy({"1re-DI": "BC9 N fog", "18.ID": "AL31 N fog", "2e-DI": "off Calais Straits-of-Dover fog"}).board
    assert hidden_from(board, GERMAN_SIDE) == 1 << BY_ID["1re-DI"]
    assert hidden_from(board, ALLIED_SIDE) == 1 << BY_ID["18.ID"]
    assert hidden_from(board, None) & OF_SIDE[GERMAN_SIDE] == 1 << BY_ID["18.ID"]


@pytest.mark.rule("19.1.3")
@pytest.mark.parametrize(
    ("words", "seat", "seen"),
    [
        ("AW22 N", ALLIED_SIDE, 0),
        ("AW22 N fog", ALLIED_SIDE, -1),
        ("AW22 N fog", GERMAN_SIDE, 0),
    ],
)
def test_airmen_are_seen_over_whoever_is_seen_the_first_counter_too(words: str, seat: int, seen: int) -> None:
    board = still({"3.ID": words}, fog=True)
    assert BY_ID["3.ID"] == 0
    board.overflown = 0
    assert board.masked(seat).overflown == seen
    board.overflown = -1
    assert board.masked(seat).overflown == -1, "nobody is under an aeroplane: nothing to show"


@pytest.mark.rule("19.1.3", "12.2.3")
def test_the_enemy_sees_a_marker_come_by_rail_and_no_name() -> None:
    position = play(rail_moving("1re-DI", "BA9 >BB9 fog", options=OPTIONS), "rail BB7")
    (seen,) = happened(position, Stirred)
    assert (seen.hex, seen.seers()) == ("BB7", (GERMAN_SIDE,))
    assert not [event for event in position.events if isinstance(event, WentByRail)]
