"""The pages of what was played: what is counted, where the front runs, what a page shows."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marne.atlas.board_data import load_game_board
from marne.cli import app
from marne.engine import Match, Setting, check_setting, find_game, record_of
from marne.lab.batch import Batch, BatchRows, Plan, play_batch
from marne.lab.executors import here
from marne.lab.figures import Figures, side_of
from marne.lab.front import Calendar, Fronts, calendar_of, cut, history
from marne.lab.parts import Parts
from marne.lab.play import play_seeded
from marne.lab.run import play_run
from marne.lab.watch import Watch
from training.game import GAME

GAMES = (("schlieffens_war", "frontiers"), ("grand_illusion", "2"), ("brigade1914", "meeting"))


def plan_of(name: str, scenario: str) -> Plan:
    game = find_game(name)
    return Plan.of(game, check_setting(game, Setting(scenario)), ("random", "random"), turns=True)


@pytest.fixture(scope="module")
def played() -> dict[str, BatchRows]:
    return {name: play_batch(Batch(plan_of(name, scenario), (1, 2))) for name, scenario in GAMES}


# -- what is kept of a turn


@pytest.mark.parametrize("name", [name for name, _ in GAMES])
def test_a_turn_is_kept_for_each_army(played: dict[str, BatchRows], name: str) -> None:
    rows = played[name]
    for game in rows.games:
        turns = [row for row in rows.turns if row["seed"] == game["seed"]]
        assert {row["turn"] for row in turns} == set(range(1, game["turns"] + 1))
        last = [row for row in turns if row["turn"] == game["turns"]]
        assert all(row["points"] == game["points"] for row in last), "the last turn ends as the game does"
    stood: Counter[tuple[int, int, str]] = Counter()
    for row in rows.places:
        stood[row["seed"], row["turn"], row["army"]] += row["pieces"]
    for row in rows.turns:
        assert stood[row["seed"], row["turn"], row["army"]] == row["pieces"]
    assert any(row["army"] == "" for row in rows.places), "somebody fought"


def test_fights_are_those_that_the_game_told() -> None:
    plan = plan_of("schlieffens_war", "frontiers")
    told: Counter[str] = Counter()

    def count(match: Match) -> None:
        told.update(place for event in match.position.events if event.fight for place in event.places())

    play_seeded(find_game(plan.game), plan.setting, plan.kinds, 1, count)
    kept: Counter[str] = Counter()
    for row in play_batch(Batch(plan, (1,))).places:
        if not row["army"]:
            kept[row["place"]] += row["pieces"]
    assert told == kept
    assert told.total() > 3


def test_what_leaves_the_map_is_lost() -> None:
    """Strength before, less what left, and what came, is strength after: in Schlieffen's War nothing leaves unseen."""
    rows = play_batch(Batch(plan_of("schlieffens_war", "frontiers"), (3,)))
    german = [row for row in rows.turns if row["army"] == "german"]
    for before, after in pairwise(german):
        assert after["strength"] >= before["strength"] - after["lost"]
    assert sum(row["lost"] for row in german) > 0


def test_a_game_without_turns_kept_is_the_same_game() -> None:
    plan = Plan.of(GAME, Setting("ambush"), ("random", "random"))
    with_turns = Plan.of(GAME, Setting("ambush"), ("random", "random"), turns=True)
    plain, watched = play_batch(Batch(plan, (5,))), play_batch(Batch(with_turns, (5,)))
    assert {**plain.games[0], "seconds": 0} == {**watched.games[0], "seconds": 0}
    assert plain.turns == []
    assert watched.turns


# -- the front


def test_the_cut_leaves_fewest_on_the_wrong_side() -> None:
    assert cut({0.0: 1}, {10.0: 1}) == 5.0
    assert cut({0.0: 1}, {}) is None
    assert cut({0.0: 3, 100.0: 1}, {50.0: 3}) == 25.0, "one German far ahead moves nothing"
    assert cut({100.0: 1}, {0.0: 1}) == 50.0, "all the wrong way round: anywhere is as bad"


def test_the_front_of_a_board_runs_between_the_armies() -> None:
    fronts = Fronts(load_game_board("schlieffens_war"))
    board = fronts.board
    home = {label: ("german" if hex.country == "DE" else "french") for label, hex in board.hexes.items() if hex.country}
    front = fronts.of((army, label, 1) for label, army in home.items())
    assert len(front) >= 6
    for band, at in front.items():
        near = board.georef.lonlat(fronts.point(band, at))
        assert 4.5 < near[0] < 8.5, "along the border of 1914"


def test_history_goes_to_the_marne_and_back() -> None:
    fronts = Fronts(load_game_board("nach_paris"))
    gained = {day: fronts.advance(fronts.of_history(day)) for day in history()}
    assert gained[date(1914, 8, 17)] == 0
    at = {day: gain for day, gain in gained.items() if gain is not None}
    assert at[date(1914, 8, 22)] < at[date(1914, 8, 30)] < at[date(1914, 9, 5)] > at[date(1914, 9, 14)]


def test_a_day_of_history_belongs_to_one_turn() -> None:
    calendar = calendar_of("grand_illusion", "1")
    assert calendar is not None
    days = [day for turn in range(1, 16) if (day := calendar.history_of(turn)) is not None]
    assert len(days) == len(set(days)) > 5
    assert Calendar(date(1914, 8, 2), 4).end(1) == date(1914, 8, 5)
    assert calendar_of("brigade1914", "meeting") is None


# -- pages


class Page(HTMLParser):
    """Whether tags are closed in order, and what a page would load."""

    empty = ("meta",)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.captions = re.findall(r"<figcaption>(.*?)</figcaption>", text)
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.empty:
            self.open.append(tag)
        self.loads += [
            str(value) for name, value in attrs if name in ("src", "href") and not str(value).startswith("#")
        ]
        assert tag not in ("script", "link", "img")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parquet
def test_a_report_of_several_runs(tmp_path: Path) -> None:
    for name, scenario in GAMES[:2]:
        parts = Parts.begin(tmp_path / name, plan_of(name, scenario), resume=False)
        for _ in play_run(plan_of(name, scenario), (1, 2, 3), here, parts=parts, size=2):
            pass
    done = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert done.exit_code == 0, done.output
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == page.loads == []
    assert not re.search(r"https?://|@import|url\(", text), "nothing from any network"
    captions = " ".join(page.captions)
    for words in (
        "Wins and draws",
        "Points at the end",
        "Lengths",
        "What left the map",
        "Where German units stood",
        "Where they fought",
        "The front at the end",
        "history: 22.8.",
    ):
        assert words in captions
    for row in Parts(tmp_path / "schlieffens_war").rows():
        assert row["rule"] in text


@pytest.mark.parquet
def test_the_figures_are_those_of_the_rows(tmp_path: Path) -> None:
    plan = plan_of("schlieffens_war", "frontiers")
    parts = Parts.begin(tmp_path, plan, resume=False)
    games = list(play_run(plan, range(4), here, parts=parts, size=3))
    figures = Figures.of(parts)
    assert figures.tally.games == 4
    assert figures.answers == Counter(game["answers"] for game in games)
    assert figures.ends == sum(game["turns"] for game in games)
    first = Counter(row["points"][0] for row in parts.rows("turns") if row["turn"] == 1 and row["army"] == "german")
    assert figures.points["german"][1] == first
    stood = sum(row["pieces"] for row in parts.rows("places") if side_of(row["army"]) == "allied")
    assert figures.stood["allied"].total() == stood
    assert sum(figures.advance[1].values()) == 4


def test_a_report_needs_a_run(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert "holds no run" in str(done.exception)


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_the_page_of_a_record(tmp_path: Path, name: str, scenario: str) -> None:
    plan = plan_of(name, scenario)
    match = play_seeded(find_game(name), plan.setting, plan.kinds, 2)
    (tmp_path / "game.marne").write_text(record_of(match), encoding="utf-8")
    done = CliRunner().invoke(app, ["record", str(tmp_path / "game.marne"), "--plot", str(tmp_path / "game.html")])
    assert done.exit_code == 0, done.output
    assert f"{len(match.log)} answers" in done.output
    page = Page((tmp_path / "game.html").read_text(encoding="utf-8"))
    assert page.open == page.loads == []
    assert "Where they fought: fights." in page.captions
    assert "Wins" not in " ".join(page.captions)


def test_a_watch_counts_no_turn_of_setting_up() -> None:
    watch = Watch(1)
    match = play_seeded(GAME, Setting("ambush"), ("random", "random"), 1, watch.told)
    watch.end(match)
    assert min(row["turn"] for row in watch.turns) == 1
