"""Nobody can foretell what a computer answers in secret: not from the table's address, the fingerprint of its dice, the
seats' seeds, or the time it was made, though the source is open."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from marne.engine import FairDice, Match, find_game
from marne.players import seed_of
from marne.table.game.open_tables import Hall
from marne.table.work.thinking import Thinkers
from table.support import open_game, server

GAME = "schlieffens_war"
SECRET = "the secret itself"


def public_words(game: Any, told: dict[str, Any], made: float) -> Iterator[tuple[str, bytes]]:
    """What a stranger might try in place of the secret."""
    fingerprint = told["fingerprint"]
    yield "address", game.id.encode()
    yield "address as bytes", bytes.fromhex(game.id)
    yield "fingerprint", fingerprint.encode()
    yield "fingerprint as bytes", bytes.fromhex(fingerprint)
    yield "hash of the fingerprint", hashlib.sha256(bytes.fromhex(fingerprint)).digest()
    yield "seeds", b"".join(bytes.fromhex(seed) for seed in told["seeds"].values())
    yield "nothing", b""
    for shift in range(-2, 3):
        yield "second", str(int(made) + shift).encode()
    for shift in range(-20, 21):
        yield "hundredth", f"{made + shift / 100:.2f}".encode()


def guesses(game: Any, told: dict[str, Any], made: float, seat: int, number: int) -> Iterator[tuple[str, float]]:
    """By each word: the random number that the player would draw if the word were the secret, also in old ways."""
    seeds = {name: bytes.fromhex(seed) for name, seed in told["seeds"].items()}
    yield "table number seat", Random(f"{game.id} {number} {seat}").random()
    for name, word in public_words(game, told, made):
        for with_seeds in (seeds, {}):
            drawn = Random(int.from_bytes(seed_of(FairDice(word, with_seeds), seat, number))).random()
            yield f"{name}{' and seeds' if with_seeds else ''}", drawn


def tally(directory: Path, tables: int) -> dict[str, tuple[int, float, int]]:
    """For each way to guess: hits, what chance would hit, and how many hidden answers there were."""
    found: dict[str, tuple[int, float, int]] = {}
    with server(directory / "a.sqlite", thinkers=Thinkers(2)) as client:
        hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
        for _ in range(tables):
            made = time.time()
            game = open_game(client, GAME, {"german": "computer:random", "entente": "computer:random"})
            told = client.get(game.at + "/dice").json()
            told.setdefault("seeds", {})
            end = time.monotonic() + 3600
            while (live := hall._live[game.id]).match.position.board.turn < 2 and not live.match.over:
                assert time.monotonic() < end
                time.sleep(0.1)
            again = Match(find_game(GAME), live.match.setting)
            for number, entry in enumerate(list(live.match.log)):
                ask = again.position.open
                assert ask is not None
                if entry.actor >= 0 and ask.options is not None and entry.seen_by is not None and len(ask) > 1:
                    answer = again.position.read(entry.text)
                    assert live.match.dice is not None
                    known = Random(int.from_bytes(seed_of(live.match.dice, entry.actor, number))).random()
                    for name, drawn in ((SECRET, known), *guesses(game, told, made, entry.actor, number)):
                        hits, chance, tried = found.get(name, (0, 0.0, 0))
                        hit = ask.options[int(drawn * len(ask))] == answer
                        found[name] = hits + hit, chance + 1 / len(ask), tried + 1
                again.play_text(entry.text, entry.draw)
    return found


def no_better_than_chance(found: dict[str, tuple[int, float, int]], least: int) -> None:
    hits, _, tried = found.pop(SECRET)
    assert hits == tried >= least, "whoever knows the secret foretells all: the guesser is no fool"
    for name, (hits, chance, tried) in found.items():
        print(f"{name}: {hits} of {tried} foretold, {chance:.1f} by chance")
        assert tried >= least
        assert hits <= chance + 5 * math.sqrt(chance) + 1, f"{name}: {hits} of {tried} foretold, {chance:.1f} by chance"


@pytest.mark.slow
def test_hidden_answers_cannot_be_foretold(tmp_path: Path) -> None:
    no_better_than_chance(tally(tmp_path, 1), 60)


@pytest.mark.night
def test_hidden_answers_of_many_games_cannot_be_foretold(tmp_path: Path) -> None:
    no_better_than_chance(tally(tmp_path, 20), 1200)
