"""What the robot takes for a key or a wrong plural, and what not."""

from __future__ import annotations

import pytest

from browser.robot.words import plurals, wrong_key, wrong_plural


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1 points left", "1 points"),
        ("costs 2, 1 points left", "1 points"),
        ("You have 1 tokens", "1 tokens"),
        ("3 point left", "3 point"),
        ("0 step", "0 step"),
        ("1 point left", ""),
        ("21 points left", ""),
        ("0 points", ""),
        ("IR 1 turns", ""),
        ("only a rolled 1 hits", ""),
        ("it scores 1 hits", "1 hits"),
        ("Turn 1 of 4", ""),
        ("rolled 4, -1 for the fort", ""),
        ("a 2-step unit", ""),
    ],
)
def test_plurals(text: str, wrong: str) -> None:
    assert wrong_plural(text) == wrong


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("prompt.question", "prompt.question"),
        ("Retreat to word.some_key", "word.some_key"),
        ("battle-order.title", "battle-order.title"),
        ("some_key", "some_key"),
        ("Who attacks {place}?", "{place}"),
        ("{count, plural, one {# step}", "{count, plural"),
        ("undefined", "undefined"),
        ("Liège falls. The Meuse is crossed.", ""),
        ("11.20", ""),
        ("1/R.Sc.Fus fires at once", ""),
        ("e.g. a fort", ""),
        ("http://127.0.0.1:1914/", ""),
    ],
)
def test_keys(text: str, wrong: str) -> None:
    assert wrong_key(text) == wrong


def test_nouns_come_from_the_catalogues() -> None:
    assert {"simulation", "token", "card", "line"} <= set(plurals())
