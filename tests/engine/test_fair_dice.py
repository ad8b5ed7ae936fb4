"""Fair dice: fixed by the seeds, free of bias, and weights honoured exactly."""

from __future__ import annotations

import hashlib
import hmac
import math
import os
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marne.engine import FairDice, MarneError, Match, Setting, find_game
from marne.engine import fair_dice as module

DRAWS = int(os.environ.get("MARNE_DRAWS", "20000"))


def plain(secret: bytes, seeds: dict[str, bytes], index: int, weights: list[int]) -> int:
    """The definition once more, as plainly as it can be written: what a player would write to check a die."""
    mix = ";".join(f"{seat}={seed.hex()}" for seat, seed in sorted(seeds.items()))
    total = sum(weights)
    attempt = 0
    while True:
        digest = hmac.new(secret, f"{mix}#{index}.{attempt}".encode(), hashlib.sha256).hexdigest()
        for start in (0, 16, 32, 48):
            number = int(digest[start : start + 16], 16)
            if number < 2**64 // total * total:
                return next(place for place, top in enumerate(accumulate(weights)) if number % total < top)
        attempt += 1


@given(
    st.binary(min_size=1, max_size=40),
    st.dictionaries(st.sampled_from(["blue", "red", "green"]), st.binary(max_size=20)),
    st.integers(0, 10**9),
    st.lists(st.integers(0, 2**40), min_size=1, max_size=12).filter(any),
)
def test_draws_are_as_defined(secret: bytes, seeds: dict[str, bytes], index: int, weights: list[int]) -> None:
    assert FairDice(secret, seeds).draw(index, weights) == plain(secret, seeds, index, weights)


def test_numbers_past_the_last_multiple_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """With blocks of three bits and a total of 5, the numbers 5, 6 and 7 must be drawn again."""
    numbers = iter(
        [
            bytes(7) + b"\x07" + bytes(7) + b"\x05" + bytes(7) + b"\x06" + bytes(7) + b"\x07",
            bytes(7) + b"\x06" + bytes(7) + b"\x04" + bytes(16),
        ]
    )
    messages: list[bytes] = []

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        messages.append(message)
        return next(numbers)

    monkeypatch.setattr(module, "_BLOCK", 8)
    monkeypatch.setattr(hmac, "digest", digest)
    assert FairDice(b"s").draw(3, [1] * 5) == 4
    assert messages == [b"#3.0", b"#3.1"]


@pytest.mark.parametrize("weights", [[1], [1, 1], [3, 1], [2, 0, 1], [1, 2, 3], [0, 0, 5]])
def test_weights_are_honoured_exactly(weights: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number below a multiple of the total once: the outcomes come out exactly by weight."""
    total = sum(weights)
    dice = FairDice(b"s")
    rounds = 4

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        index = int(message[1:].split(b".")[0])
        return index.to_bytes(8, "big") * 4

    monkeypatch.setattr(hmac, "digest", digest)
    found = Counter(dice.draw(index, weights) for index in range(rounds * total))
    assert [found[place] for place in range(len(weights))] == [rounds * weight for weight in weights]


@pytest.mark.parametrize("weights", [[], [0], [0, 0], [1, -1], [3, -1], [2**64, 1]])
def test_weights_that_cannot_be_drawn_are_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="a draw needs weights"):
        FairDice(b"s").draw(0, weights)


def test_every_seed_counts() -> None:
    def first(dice: FairDice) -> list[int]:
        return [dice.draw(index, [1] * 6) for index in range(40)]

    base = first(FairDice(b"secret", {"blue": b"a", "red": b"b"}))
    assert base == first(FairDice(b"secret", {"red": b"b", "blue": b"a"})), "the order of the seats does not matter"
    assert base != first(FairDice(b"Secret", {"blue": b"a", "red": b"b"}))
    assert base != first(FairDice(b"secret", {"blue": b"A", "red": b"b"}))
    assert base != first(FairDice(b"secret", {"blue": b"a", "red": b"B"}))
    assert base != first(FairDice(b"secret", {"blue": b"b", "red": b"a"}))
    assert base != first(FairDice(b"secret"))


def test_the_fingerprint_is_a_commitment() -> None:
    assert FairDice(b"secret").fingerprint == hashlib.sha256(b"secret").hexdigest()
    assert FairDice(b"secret", {"blue": b"a"}).fingerprint == FairDice(b"secret").fingerprint, "before seats add theirs"


def test_rolling_needs_dice_and_a_chance_ask() -> None:
    game = find_game("training")
    with pytest.raises(MarneError, match="no die to roll"):
        Match(game, Setting("ambush")).roll()
    with pytest.raises(MarneError, match="no die to roll"):
        Match(game, Setting("meeting"), FairDice(b"s")).roll()


def test_roll_all_stops_at_a_seat() -> None:
    match = Match(find_game("training"), Setting("ambush"), FairDice(b"s"))
    seen: list[int] = []
    match.roll_all(lambda position: seen.append(len(position.agenda)))
    assert [entry.draw for entry in match.log] == [0, 1, 2]
    assert len(seen) == 3
    assert match.actor == 1


def upper_tail(statistic: float, free: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least this: the finite series of Q(n/2, x/2)."""
    half = statistic / 2
    total = 0.0 if free % 2 == 0 else math.erfc(math.sqrt(half))
    at = 0.0 if free % 2 == 0 else 0.5
    while at < free / 2:
        total += math.exp(-half) * half**at / math.gamma(at + 1)
        at += 1
    return total


def odd_as(observed: Sequence[int], expected: Sequence[float]) -> float:
    """The chance of figures as far from what is expected as these."""
    statistic = sum((found - mean) ** 2 / mean for found, mean in zip(observed, expected, strict=True))
    return upper_tail(statistic, len(observed) - 1)


@pytest.mark.parametrize(
    ("statistic", "free", "chance"),
    [
        (3.8415, 1, 0.05),
        (5.9915, 2, 0.05),
        (6.2514, 3, 0.1),
        (11.0705, 5, 0.05),
        (27.8772, 9, 0.001),
        (66.6188, 35, 0.001),
    ],
)
def test_chi_square_is_that_of_the_printed_tables(statistic: float, free: int, chance: float) -> None:
    assert upper_tail(statistic, free) == pytest.approx(chance, rel=1e-3)


def chi_square(draws: int) -> list[float]:
    """The chance of figures as odd as these, for several dice; all from one stream of draws."""
    chances = []
    for number, weights in enumerate(([1] * 6, [1] * 10, [1] * 36, [6, 3, 1], [5, 5, 4], [1, 99], [7, 1, 5, 3, 2])):
        dice = FairDice(f"chi-square {number}".encode(), {"blue": b"b", "red": b"r"})
        found = Counter(dice.draw(index, weights) for index in range(draws))
        total = sum(weights)
        expected = [draws * weight / total for weight in weights]
        chances.append(odd_as([found[place] for place in range(len(weights))], expected))
    return chances


def test_chi_square_of_a_sample() -> None:
    assert min(chi_square(DRAWS // 7)) > 0.001


@pytest.mark.night
def test_chi_square_of_a_million_draws() -> None:
    assert min(chi_square(1_000_000 // 7 + 1)) > 0.001


def test_successive_draws_are_independent() -> None:
    dice = FairDice(b"pairs")
    rolls = [dice.draw(index, [1] * 6) for index in range(DRAWS // 2)]
    pairs = Counter(zip(rolls[::2], rolls[1::2], strict=False))
    observed = [pairs[a, b] for a in range(6) for b in range(6)]
    assert odd_as(observed, [sum(observed) / 36] * 36) > 0.001
