"""Councils: the same from the same seed, legal, without what the seat can't see, and no better than they can show."""

from __future__ import annotations

import itertools
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from marne.engine import CHANCE, Look, MarneError, Match, Observation, Pace, Proposal, Thought, find_game
from marne.engine.player import run_on
from marne.lab.play import seeded_dice
from marne.players import Council, Level, Minds, councils_in, offered_players, player_names, stand_in
from marne.players.council import Hearing
from marne.players.simulators import Simulators

SMALL = Level("small", proposals=3, simulations=6, turn=1000, ahead=1, z=0.0, deadline=1e9)
GAMES = [("grand_illusion", "1", 12), ("brigade1914", "meeting", 120), ("nach_paris", "mulhouse", 20)]
"""A game, a scenario, and how many answers after the first question of a council are left to the staffs."""
PLANS = [*GAMES, ("schlieffens_war", "campaign", 1560)]
"""The same, and a game whose proposals are plans of a phase, which may begin with the same unit."""


@lru_cache
def weighed(name: str, scenario: str, after: int) -> Match:
    """A match of staffs that has come to a question which a council is called for. Never played on: take a copy."""
    game = find_game(name)
    assert game.advice is not None
    match = Match(game, scenario, seeded_dice(game, 7))
    minds = Minds(match, {0: "staff", 1: "staff"})
    while len(match.log) < after or match.actor == CHANCE or not game.advice.calls(match.position):
        match.play(match.roll() if match.actor == CHANCE else minds.answer(match.actor or 0))
    return match


def asked(match: Match) -> int:
    assert match.actor is not None
    return match.actor


@pytest.mark.parametrize(("name", "scenario", "after"), PLANS)
def test_the_same_seed_gives_the_same_thought(name: str, scenario: str, after: int) -> None:
    match = weighed(name, scenario, after)
    thoughts = [Council(match.game, SMALL).think(Look.at(match, asked(match)), Random(5)) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    far = Level(
        "far", proposals=3, simulations=6, turn=1000, ahead=2 if name == "nach_paris" else 1, z=0.0, deadline=1e9
    )
    thoughts[0], other = (Council(match.game, far).think(Look.at(match, asked(match)), Random(s)) for s in (5, 6))
    assert other.memo != thoughts[0].memo, "the worlds and dice are drawn"


@pytest.mark.parametrize(("name", "scenario", "after"), PLANS)
def test_answers_are_legal_and_the_run_ends_where_the_next_council_begins(name: str, scenario: str, after: int) -> None:
    match = weighed(name, scenario, after).copy()
    seat = asked(match)
    assert match.game.advice is not None
    memo = None
    for thought_number in range(3):
        thought = Council(match.game, SMALL).think(Look.at(match, seat), Random(thought_number), memo)
        for number, text in enumerate(thought.run):
            if match.actor != seat:
                break
            assert number == 0 or not match.game.advice.calls(match.position)
            match.play_text(text)
        memo = thought.memo
        while match.actor == CHANCE:
            match.play(match.roll())
        if match.actor != seat:
            break


@pytest.mark.parametrize(("name", "scenario", "after"), PLANS)
def test_two_worlds_that_a_seat_cannot_tell_apart_get_the_same_answer(name: str, scenario: str, after: int) -> None:
    match = weighed(name, scenario, after)
    seat, game = asked(match), match.game
    seen = Observation.of(game, match.setting, match.position, seat)
    other = match.copy()
    other.position = game.imagine(seen, Random(3))
    if name == "brigade1914":
        assert other.position != match.position, "what the seat can't see is another there"
    assert Observation.of(game, match.setting, other.position, seat).facts == seen.facts
    here, there = (Council(game, SMALL).think(Look.at(one, seat), Random(5)) for one in (match, other))
    assert here == there


@pytest.mark.parametrize(("name", "scenario", "after"), GAMES)
def test_the_first_proposal_is_the_staffs_own_and_all_are_legal_and_differ(
    name: str, scenario: str, after: int
) -> None:
    match = weighed(name, scenario, after)
    advice, position, seat = match.game.advice, match.position, asked(match)
    assert advice is not None
    found = advice.proposals(position, seat, None, 6, Random(1))
    assert 2 <= len(found) <= 6
    assert all(position.why_not(each.answer) is None for each in found)
    answers = [each.answer for each in found]
    assert all(answers.count(answer) == 1 for answer in answers)
    own = advice.deputy(position, seat, None, Random(1)).answer(position.copy())
    assert found[0].answer == own
    assert advice.proposals(position, seat, None, 6, Random(1)) == found, "asking changes nothing"


@pytest.mark.parametrize(("name", "scenario", "after"), PLANS)
def test_one_seats_hope_is_the_others_fear(name: str, scenario: str, after: int) -> None:
    match = weighed(name, scenario, after)
    advice = match.game.advice
    assert advice is not None
    hopes = [advice.appraise(match.position, seat) for seat in (0, 1)]
    assert sum(hopes) == pytest.approx(1)
    assert all(0 < hope < 1 for hope in hopes)


def hearing(values: list[list[float]], z: float) -> int:
    """What is chosen of proposals that are worth so much in so many worlds."""
    match = weighed("grand_illusion", "1", 12)
    level = Level("test", 2, 2, 100, 1, z)
    advice = match.game.advice
    assert advice is not None
    heard = Hearing(advice, Look.at(match, asked(match)), level, Random(1))
    for some in values:
        heard.add(Proposal("stop"))
        heard.values[-1][:] = some
    return Council(match.game, level)._better(heard, list(range(len(values))))


def test_the_staffs_own_answer_is_left_only_for_one_that_is_better_beyond_chance() -> None:
    own, better, once = [0.5, 0.4, 0.6, 0.5], [0.7, 0.5, 0.8, 0.8], [0.5, 0.4, 1.0, 0.3]
    assert hearing([own, better], z=2.0) == 1
    assert hearing([own, once], z=2.0) == 0, "better on the mean, but by one world alone"
    assert hearing([own, once], z=0.0) == 1
    assert hearing([own, once, better], z=2.0) == 2, "the others don't stand in its way"
    assert hearing([own, own], z=0.0) == 0, "of equals the staff's own"
    assert hearing([own, [1.0]], z=0.0) == 0, "one world shows nothing"


def test_a_deadline_cuts_a_council_short_and_is_noted() -> None:
    match = weighed("grand_illusion", "1", 12)
    look, seat = Look.at(match, asked(match)), asked(match)
    level = Level("short", 3, 6, 1000, 1, 0.0, deadline=3.5)
    seconds = itertools.count()
    thought = Council(match.game, level, now=lambda: float(next(seconds))).think(look, Random(5))
    assert isinstance(thought.memo, dict)
    note: Any = thought.memo["note"]
    assert note["cut"] == thought.cut == "deadline"
    assert sum(count for _, _, count in note["heard"]) == 3, "a tick of this clock for each simulation"
    assert match.position.read(thought.run[0]) is not None
    unhurried: Any = Council(match.game, SMALL).think(Look.at(match, seat), Random(5)).memo
    assert unhurried["note"]["cut"] == ""


class Impatient(Pace):
    """Wants an answer once it has heard so often how far the thought is."""

    def __init__(self, after: int) -> None:
        self.shares: list[float] = []
        self._after = after

    def thought(self, share: float) -> None:
        self.shares.append(share)

    def hurried(self) -> bool:
        return len(self.shares) > self._after


def test_whoever_waits_hears_how_far_a_council_is_and_can_have_its_best_now() -> None:
    match = weighed("grand_illusion", "1", 12)

    def think(after: int) -> tuple[Impatient, Thought]:
        pace = Impatient(after)
        ask = match.position.open
        assert ask is not None
        look = Look(match.game, ask, lambda: match.observe(ask.actor), match.position.write, pace)
        return pace, Council(match.game, SMALL).think(look, Random(5))

    patient, whole = think(1000)
    assert whole.cut == ""
    assert whole == Council(match.game, SMALL).think(Look.at(match, asked(match)), Random(5)), "only looked at"
    assert patient.shares == sorted(patient.shares)
    assert patient.shares[0] == 0
    assert patient.shares[-1] > 0.5
    hurried, early = think(2)
    assert early.cut == "hurried"
    assert len(hurried.shares) == 3
    assert match.position.read(early.run[0]) is not None
    at_once: Any = think(0)[1].memo
    assert at_once["note"]["chosen"] == 0, "nothing was heard: the staff's own answer"


def test_simulations_of_a_turn_are_counted_and_then_the_staff_answers() -> None:
    match = weighed("grand_illusion", "1", 12)
    seat = asked(match)
    level = Level("thrifty", 3, 6, 7, 1, 0.0, deadline=1e9)
    first: Any = Council(match.game, level).think(Look.at(match, seat), Random(5))
    assert 3 <= first.memo["spent"] <= 7
    later: Any = Council(match.game, level).think(Look.at(match, seat), Random(5), {**first.memo, "plan": None})
    assert later.memo["note"] is None
    assert later.memo["spent"] == first.memo["spent"]
    staff = match.game.advice
    assert staff is not None
    position = Look.at(match, seat).imagine(Random(5))
    assert later.run[0] == run_on(position, seat, staff.deputy(position, seat, None, Random(5)).answer)[0]
    next_turn: Any = Council(match.game, level).think(Look.at(match, seat), Random(5), {**first.memo, "tick": -1})
    assert next_turn.memo["note"] is not None


def test_up_to_a_tick_of_the_clock_nothing_is_tried_out() -> None:
    match = weighed("grand_illusion", "1", 12)
    look, seat = Look.at(match, asked(match)), asked(match)
    assert match.game.advice is not None
    now = match.game.advice.clock(match.position)
    early, late = (Level("late", 3, 6, 1000, 1, 0.0, after=tick, deadline=1e9) for tick in (now, now - 1))
    alone: Any = Council(match.game, early).think(look, Random(5))
    assert alone.memo["note"] is None
    assert alone.memo["spent"] == 0
    position = look.imagine(Random(5))
    assert alone.run[0] == run_on(position, seat, match.game.advice.deputy(position, seat, None, Random(5)).answer)[0]
    heard: Any = Council(match.game, late).think(look, Random(5)).memo
    assert heard["note"] is not None


def test_neighbours_of_the_leading_proposal_are_heard_in_every_world_so_far() -> None:
    match = weighed("grand_illusion", "1", 12)
    level = Level("varied", 3, 6, 1000, 1, 0.0, varied=4, deadline=1e9)
    look = Look.at(match, asked(match))
    found: Any = Council(match.game, level).think(look, Random(2)).memo  # here it is an activation that leads
    plain: Any = Council(match.game, SMALL).think(look, Random(2)).memo
    heard, before = found["note"]["heard"], plain["note"]["heard"]
    assert len(heard) > len(before) == 3
    assert all(worlds == heard[0][2] for *_, worlds in heard[3:]), "as many worlds as the staff's own"


def test_a_neighbour_is_a_plan_of_the_same_hex() -> None:
    match = weighed("grand_illusion", "1", 12)
    advice, position, seat = match.game.advice, match.position, asked(match)
    assert advice is not None
    own = advice.proposals(position, seat, None, 1, Random(1))[0]
    others = [advice.vary(position, seat, own, Random(seed)) for seed in range(12)]
    assert all(other is not None and other.answer == own.answer for other in others)
    assert any(other != own for other in others)
    assert advice.vary(position, seat, Proposal("stop"), Random(1)) is None


def test_a_strange_memo_is_no_hindrance() -> None:
    match = weighed("grand_illusion", "1", 12)
    look = Look.at(match, asked(match))
    plain = Council(match.game, SMALL).think(look, Random(5), None)
    assert Council(match.game, SMALL).think(look, Random(5), {"spent": "much", "tick": 1}).run == plain.run


def test_dice_and_worlds_are_the_same_for_all_proposals() -> None:
    match = weighed("grand_illusion", "1", 12)
    advice, look = match.game.advice, Look.at(match, asked(match))
    assert advice is not None
    own = advice.proposals(match.position, look.seat, None, 1, Random(1))[0]
    heard = Hearing(advice, look, SMALL, Random(9))
    for _ in range(2):
        heard.add(own)
        heard.hear([len(heard.proposals) - 1], 3, lambda: False)
    assert heard.values[0] == heard.values[1]
    assert len(set(heard.values[0])) > 1, "and worlds differ"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario", "after"), PLANS)
def test_one_process_or_two_come_to_the_same_thought(name: str, scenario: str, after: int) -> None:
    match = weighed(name, scenario, after)
    alone = Council(match.game, SMALL).think(Look.at(match, asked(match)), Random(5))
    try:
        pool = Simulators.shared(2)
        assert pool is not None
        assert Council(match.game, SMALL).think(Look.at(match, asked(match)), Random(5)) == alone
        assert len(pool._all) == 2, "both have worked"
    finally:
        Simulators.shared(1)


@pytest.mark.parametrize("name", ["grand_illusion", "brigade1914", "nach_paris", "schlieffens_war"])
def test_levels_stand_in_order_and_the_staff_stands_in(name: str) -> None:
    names = player_names(find_game(name))
    assert names[:3] == ("random", "cadet", "staff")
    assert names[3:] == tuple(level.name for level in councils_in(find_game(name).advice.levels))  # type: ignore[union-attr]
    assert stand_in(find_game(name)).name == "staff"


def test_a_level_that_is_not_offered_is_for_the_lab_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "levels.toml"
    numbers = "proposals = 2\nsimulations = 2\nturn = 9\nahead = 1\nz = 1.0\n"
    file.write_text(f"[councils.council]\n{numbers}\n[councils.general_staff]\n{numbers}offered = false\n")
    game = find_game("grand_illusion")
    monkeypatch.setattr(type(game.advice), "levels", file)
    assert player_names(game)[-2:] == ("council", "general_staff")
    assert offered_players(game)[-1] == "council"


def test_a_level_may_work_with_other_numbers_on_a_larger_map(tmp_path: Path) -> None:
    file = tmp_path / "levels.toml"
    numbers = 'proposals = 3\nsimulations = 9\nturn = 9\nahead = 1\nz = 0.0\nscenarios = ["mulhouse", "guise"]\n'
    file.write_text(f"[councils.council]\n{numbers}\n[councils.council.guise]\nsimulations = 6\nconfined = true\n")
    (level,) = councils_in(file)
    there = level.at("guise")
    assert level.at("mulhouse") == level
    assert (there.name, there.proposals, there.simulations, there.confined) == ("council", 3, 6, True)
    assert (level.simulations, level.confined) == (9, False)
    match = weighed("nach_paris", "mulhouse", 20)
    smaller = Level("council", 3, 9, 9, 1, 0.0, others=(("mulhouse", Level("council", 2, 4, 9, 1, 0.0)),))
    thought: Any = Council(match.game, smaller).think(Look.at(match, asked(match)), Random(5))
    assert len(thought.memo["note"]["heard"]) == 2, "the council works with those numbers"
    assert thought.memo["spent"] == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("speed = 3", "speed"),
        ("proposals = 1\nsimulations = 9\nturn = 9\nahead = 1\nz = 0.0", "the least"),
        ("proposals = 2\nsimulations = 2\nturn = 9\nahead = 1\nz = 0.0\n[councils.council.guise]\nspeed = 3", "speed"),
    ],
)
def test_levels_that_make_no_sense_are_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "levels.toml"
    file.write_text(f"[councils.council]\n{text}\n")
    with pytest.raises(MarneError, match=said):
        councils_in(file)
