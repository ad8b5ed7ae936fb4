"""Luck: after the game, what fair dice give on average beside what was thrown."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from starlette.testclient import TestClient

from marne.engine import CHANCE, FairDice, Match, Setting, find_game
from marne.table.after.luck import luck_of
from table.support import open_game


def played(name: str, seed: int) -> Match:
    game, rng = find_game(name), Random(seed)
    match = Match(game, Setting(game.scenarios[0].name), FairDice(seed.to_bytes(4, "big")))
    while not match.over:
        match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
        match.forget(0)
    return match


def dice_of(match: Match) -> list[tuple[int, str, Fraction, int]]:
    """By hand: the number, the seat that answered last, the mean and the throw of every die that shows a number."""
    again, decided, found = Match(match.game, match.setting), "", []
    for number, entry in enumerate(match.log, 1):
        ask = again.position.open
        assert ask is not None
        if entry.actor != CHANCE:
            decided = match.game.seats[entry.actor]
        elif ask.options and len(ask.options) > 1 and all(isinstance(option, int) for option in ask.options):
            weights = ask.weights or (1,) * len(ask.options)
            faces = [int(str(option)) for option in ask.options]
            mean = Fraction(sum(map(int.__mul__, faces, weights)), sum(weights))
            found.append((number, decided, mean, int(str(again.position.read(entry.text)))))
        again.play_text(entry.text, entry.draw)
    return found


def test_luck_is_told_when_the_game_is_over(client: TestClient) -> None:
    game = open_game(client, scenario="meeting")
    reply = client.get(game.at + "/luck")
    assert (reply.status_code, reply.json()["error"]["code"]) == (403, "forbidden")
    for state in game.play(Random(4)):
        last = state
    assert last["status"] == "over"
    log = {entry["number"]: entry for entry in game.get("/log")}
    for seat in ("blue", "red", None):
        told = game.get("/luck", seat)
        assert told["throws"]
        for throw in told["throws"]:
            assert log[throw["number"]]["actor"] == "chance"
    assert game.get("/luck?language=es")["seats"] == game.get("/luck")["seats"]


@pytest.mark.parametrize(("name", "seed"), [("training", 1), ("schlieffens_war", 1)])
def test_every_die_is_set_against_its_mean(name: str, seed: int) -> None:
    match = played(name, seed)
    due = dice_of(match)
    told = luck_of(match, None, "en")
    assert due
    assert [(throw["number"], throw["seat"], throw["actual"]) for throw in told["throws"]] == [
        (number, seat, actual) for number, seat, _, actual in due
    ]
    assert [throw["expected"] for throw in told["throws"]] == [float(mean) for _, _, mean, _ in due]
    sums = {
        seat: (len(mine), float(sum(mean for _, _, mean, _ in mine)), sum(actual for *_, actual in mine))
        for seat in {seat for _, seat, _, _ in due}
        if (mine := [each for each in due if each[1] == seat])
    }
    assert {each["seat"]: (each["dice"], each["expected"], each["actual"]) for each in told["seats"]} == sums


def test_words_follow_the_language_and_the_reader() -> None:
    match = played("schlieffens_war", 2)
    english, spanish = (luck_of(match, 0, language)["throws"] for language in ("en", "es"))
    assert [throw["text"] for throw in english] != [throw["text"] for throw in spanish]
    assert [throw["actual"] for throw in english] == [throw["actual"] for throw in spanish]
