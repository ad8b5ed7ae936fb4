"""The story of a finished game: every sentence and number of it holds in the record, read again without it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from random import Random

import pytest
from starlette.testclient import TestClient

import marne.games  # noqa: F401  games register themselves
from marne.engine import Game, Happened, Match, Observation, Piece, Setting, games, record_of
from marne.kit import heading_in
from marne.lab.play import play_seeded
from marne.table.after.game_story import MOST, story_of
from marne.table.view.payloads import GameStory
from marne.table.words import WORDS
from table.support import Game as Table
from table.support import open_game
from training.game import GAME as TRAINING

GAMES = (*games(), TRAINING)
LONG = 10
"""Scenarios of more turns are left out."""
COUNTS = ("turn", "units", "theirs", "began", "ended", "fights", "moves", "total")
SHAPES = {**dict.fromkeys(COUNTS, "[0-9]+"), "unit": ".+"}
"""What the facts of a sentence look like, where the words around them do not say where they end."""
KEYS = ("lead", "swing", "toll", "place", "bloody", "fighter", "mover", "ground")


@dataclass
class Read:
    """A record as a reader goes through it: what happened, the points after every answer, and who lost what."""

    match: Match
    happened: list[tuple[int, int, Happened]] = field(default_factory=list)
    points: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)
    """From the first turn on: answers, turn, points."""
    lost: list[tuple[int, int, str]] = field(default_factory=list)
    """Answers, turn and unit."""
    seat_of: dict[str, int] = field(default_factory=dict)
    army_of: dict[str, str] = field(default_factory=dict)
    """Its title."""

    def told(self, number: int) -> list[str]:
        return [each.brief or each.text for at, _, each in self.happened if at == number]

    def sorts(self, *sorts: str) -> list[tuple[int, int, Happened]]:
        return [each for each in self.happened if each[2].sort in sorts]


def scenes(match: Match, seat: int) -> tuple[Piece, ...]:
    seen = Observation.of(match.game, match.setting, match.position, seat)
    return match.game.sight(seen).scene("en").pieces


def on_map(match: Match) -> set[str]:
    return {piece.id for seat in range(len(match.game.seats)) for piece in scenes(match, seat) if not piece.hidden}


def read(match: Match) -> Read:
    """The record's own answers, one by one."""
    game = match.game
    again = Match(game, match.setting)
    found = Read(again)
    found.points.append((0, again.position.board.turn, game.score(again.position).points))
    for number, entry in enumerate(match.log, 1):
        turn = again.position.board.turn
        again.play_text(entry.text)
        for event in again.position.events:
            plain = event.plain()
            if plain.sort == "turn":
                turn = again.position.board.turn
            told = plain.told(lambda each: game.say(each, "en"), lambda key: key)
            found.happened.append((number, turn, told))
            if plain.gone():
                gone = told.pieces
                assert gone, told
                assert not set(gone) & on_map(again), f"{told.text}, and it stands on the map"
                found.lost += [(number, turn, piece) for piece in gone]
        points = game.score(again.position).points
        if turn:
            found.points.append((number, turn, points))
        else:
            found.points = [(number, turn, points)]
    for seat, name in enumerate(game.seats):
        seen = Observation.of(game, again.setting, again.position, seat)
        for army in game.sight(seen).scene("en").order_of_battle:
            if army.seat == name:
                found.seat_of.update({unit.piece: seat for unit in army.units})
                found.army_of.update({unit.piece: army.title for unit in army.units})
    return found


def pattern(key: str) -> re.Pattern[str]:
    """A sentence of the catalogue to be read: its facts are groups."""
    text = WORDS.catalogue("en")[f"story.{key}"]
    text = re.sub(r"\{(\w+), plural, one \{# (\w+)\} other \{# (\w+)\}\}", r"{\1} (?:\2|\3)", text)
    text = text[:1].upper() + text[1:]
    pieces = re.split(r"(\{\w+\}|\(\?:[^)]*\)\??)", text)
    made = [
        f"(?P<{each[1:-1]}>{SHAPES.get(each[1:-1], '.+?')})"
        if each.startswith("{")
        else each
        if each.startswith("(?:")
        else re.escape(each)
        for each in pieces
    ]
    return re.compile("".join(made), re.DOTALL)


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def check_sentence(game: Game, found: Read, number: int, text: str) -> str:
    """What a sentence says, against the record; its kind."""
    kinds = [(key, said) for key in KEYS if (said := pattern(key).fullmatch(text))]
    assert len(kinds) == 1, f"{text!r} reads as {[key for key, _ in kinds]}"
    key, said = kinds[0]
    facts = said.groupdict()
    here = [upper(each) for each in found.told(number)]
    score = {at: " : ".join(map(str, points)) for at, _, points in found.points}
    lead = {at: points[0] - points[1] for at, _, points in found.points}
    if "event" in facts:
        assert facts["event"] in here
    if "turn" in facts:
        assert int(facts["turn"]) in {turn for at, turn, _ in found.happened if at == number}
    if key == "lead":
        assert facts["then"] == score[number]
        assert facts["end"] == score[max(score)]
        side = 1 if facts["seat"] == seat_words(game)[0] else -1
        assert facts["seat"] in seat_words(game)
        assert all(each * side > 0 for at, each in lead.items() if at >= number)
        assert max(at for at in lead if at < number) in {at for at, each in lead.items() if each * side <= 0}
    elif key == "swing":
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for (before, *_), (after, turn, _) in pairwise(found.points):
            first.setdefault(turn, before)
            last[turn] = after
        turn = int(facts["turn"])
        assert (facts["before"], facts["after"]) == (score[first[turn]], score[last[turn]])
        moved = {each: abs(lead[last[each]] - lead[first[each]]) for each in last}
        assert moved[turn] == max(moved.values()) > 0
    elif key == "toll":
        count = Counter(found.seat_of[piece] for *_, piece in found.lost)
        names = seat_words(game)
        assert (facts["seat"], facts["other"]) == names[:2]
        assert (int(facts["units"]), int(facts["theirs"])) == (count[0], count[1])
        assert facts["first"] in map(upper, found.told(found.lost[0][0]))
        assert facts["last"] in map(upper, found.told(found.lost[-1][0]))
        assert (int(facts["began"]), int(facts["ended"])) == (found.lost[0][1], found.lost[-1][1])
    elif key == "place":
        fights = [(turn, hex) for _, turn, each in found.sorts("battle") for hex in each.hexes]
        fought = Counter(hex for _, hex in fights)
        there = [turn for turn, hex in fights if facts["place"] in place_words(found, hex)]
        assert int(facts["fights"]) == max(fought.values()) == len(there)
        assert int(facts["total"]) == len(fights)
        assert (int(facts["first"]), int(facts["last"])) == (there[0], there[-1])
    elif key == "bloody":
        by_turn = Counter(turn for _, turn, _ in found.lost)
        turn = int(facts["turn"])
        assert int(facts["units"]) == by_turn[turn] == max(by_turn.values())
        assert Counter(by_turn.values())[by_turn[turn]] == 1
        assert int(facts["total"]) == len(found.lost)
    elif key in ("fighter", "mover"):
        busy = found.sorts("battle") if key == "fighter" else found.sorts("move", "rail")
        named = Counter(piece for *_, each in busy for piece in each.pieces if piece in found.army_of)
        times = int(facts["times"])
        assert times == max(named.values())
        assert int(facts["total"]) == len(busy)
        then = {piece for at, _, told in busy if at == number for piece in told.pieces}
        ours = [each for each in then if named[each] == times and facts["unit"].endswith(f"({found.army_of[each]})")]
        began = {next(turn for _, turn, told in busy if each in told.pieces) for each in ours}
        assert int(facts["first"]) in began
    else:
        taken = found.sorts("control")
        assert int(facts["times"]) == len(taken)
        assert number == taken[-1][0]
        assert (int(facts["fights"]), int(facts["moves"])) == (len(found.sorts("battle")), len(found.sorts("move")))
    return key


def seat_words(game: Game) -> tuple[str, ...]:
    return tuple(heading_in(game, "en", seat) for seat in game.seats)


def place_words(found: Read, hex: str) -> set[str]:
    seen = Observation.of(found.match.game, found.match.setting, found.match.position, 0)
    prizes = found.match.game.sight(seen).scene("en").prizes
    return {prize.name for prize in prizes if hex in prize.hexes} | {f"hex {hex}"}


def check_story(match: Match) -> GameStory:
    """The story of a match; a sentence or a number that is not true of its record fails."""
    story, found = story_of(match, "en"), read(match)
    numbers = [each["number"] for each in story["sentences"]]
    assert numbers == sorted(set(numbers))
    assert len(numbers) <= MOST
    kinds = [check_sentence(match.game, found, each["number"], each["text"]) for each in story["sentences"]]
    assert len(set(kinds)) == len(kinds)

    points = {number: tuple(points) for number, _, points in found.points}
    changed = [after for before, after in pairwise(found.points) if before[2] != after[2]]
    assert [each["number"] for each in story["standings"]] == sorted(
        {min(points), *(at for at, *_ in changed), max(points)}
    )
    assert all(tuple(each["points"]) == points[each["number"]] for each in story["standings"])
    for turning in story["turnings"]:
        number = turning["number"]
        before, after = points[max(at for at in points if at < number)], points[number]
        assert turning["change"] == (after[0] - after[1]) - (before[0] - before[1]) != 0
        assert turning["text"] in map(upper, found.told(number))

    tolls: dict[str, Counter[int]] = defaultdict(Counter)
    for _, turn, piece in found.lost:
        if piece in found.army_of:
            tolls[found.army_of[piece]][turn] += 1
    assert {each["army"]: {row["turn"]: row["lost"] for row in each["turns"]} for each in story["losses"]} == tolls
    assert all(each["lost"] == tolls[each["army"]].total() for each in story["losses"])
    return story


def check_games(game: Game, plays: Sequence[tuple[str, int]]) -> None:
    """Stories of whole games; two of one scenario share at most one sentence, and none is in all of them."""
    told: dict[str, list[set[str]]] = defaultdict(list)
    logs: dict[str, list[list[str]]] = defaultdict(list)
    kinds = [player.name for player in game.players][:1] or ["random"]
    for scenario, seed in plays:
        match = play_seeded(game, Setting(scenario), kinds * 2, seed)
        log = [entry.text for entry in match.log]
        if log in logs[scenario]:  # one and the same game has one story
            continue
        logs[scenario].append(log)
        told[scenario].append({each["text"] for each in check_story(match)["sentences"]})
    assert any(sentences for stories in told.values() for sentences in stories)
    for scenario, stories in told.items():
        for one, other in combinations(stories, 2):
            assert len(one & other) <= 1, f"{scenario}: two games share {sorted(one & other)}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_sentence_and_number_is_true_of_the_record(game: Game) -> None:
    check_games(game, [(game.scenarios[-1 if game.name == "schlieffens_war" else 0].name, seed) for seed in range(2)])


@pytest.mark.night
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_hundred_stories_of_each_game(game: Game) -> None:
    short = [scenario.name for scenario in game.scenarios if scenario.turns <= LONG] or [game.scenarios[0].name]
    check_games(game, [(short[seed % len(short)], seed) for seed in range(100)])


def test_a_story_is_told_when_the_game_is_over_to_everybody_in_both_languages(client: TestClient) -> None:
    game = open_game(client, scenario="meeting")
    reply = client.get(f"{game.at}/story")
    assert (reply.status_code, reply.json()["error"]["code"]) == (403, "forbidden")
    for _ in game.play(Random(4)):
        pass
    told = game.get("/story", "blue")
    assert told == game.get("/story", "red") == game.get("/story")
    spanish = game.get("/story?language=es")
    assert [each["number"] for each in spanish["sentences"]] == [each["number"] for each in told["sentences"]]
    assert not {each["text"] for each in spanish["sentences"]} & {each["text"] for each in told["sentences"]}


def test_an_opened_record_has_the_story_of_its_game(client: TestClient) -> None:
    game = next(game for game in GAMES if game.name == "nach_paris")
    match = play_seeded(game, Setting("liege"), ("cadet", "cadet"), 2)
    made = client.post("/api/records", json={"text": record_of(match)}).json()
    told = Table(client, made["id"], made["seats"]).get("/story", "german")
    assert told["sentences"] == story_of(match, "en")["sentences"]
    assert told["sentences"]
