"""[3.2.1] Whoever names a unit of the enemy hears so, whatever the question; one reason serves all chapters."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, play
from marne.games.nach_paris.components.units import BY_ID
from marne.kit import why_not_offered

BOTH = {"1re-DI": "AW22 N -1", "18.ID": "AW23 S -1"}


def asking(begin: str, side: str = "allied", **more: Any) -> Game:
    return arranged(units=BOTH, turn=12, side=side, begin=begin, replacements=[20, 20, 20, 20], **more)


def keys(position: Game, piece: str, answer: tuple[Any, ...]) -> tuple[tuple[str, str], tuple[str, str]]:
    """Rule and reason for a click on a counter, and for the same as an answer."""
    clicked = why_not_offered(position, {"piece": piece})
    typed = position.step.because(position.board, answer)  # type: ignore[attr-defined]
    assert clicked is not None
    assert typed is not None
    return (clicked.rule, clicked.key), (typed.rule, typed.key)


@pytest.mark.rule("3.2.1", "7.1.1", "9.1.1")
def test_every_chapter_says_that_a_unit_is_the_enemys() -> None:
    enemy = BY_ID["18.ID"]
    expected = ("3.2.1", "why.enemy")
    for begin, word in (("MoveUnits FR", "move"), ("AbsorbReplacements FR", "absorb")):
        assert keys(asking(begin), "18.ID", (word, enemy)) == (expected, expected), begin
    position = play(asking("Combats FR"), "attack AW23")
    assert asked(position) == "Muster"
    assert keys(position, "18.ID", ("full", enemy)) == (expected, expected)


@pytest.mark.rule("3.2.1")
def test_units_of_an_ally_are_not_the_enemys() -> None:
    position = arranged(units={"1re-DI": "AW22 N", "1st-Div": "AW21 N"}, turn=12, side="allied", begin="MoveUnits FR")
    found = why_not_offered(position, {"piece": "1st-Div"})
    assert found is not None
    assert (found.rule, found.key) == ("3.2.1", "why.other_nation")


@pytest.mark.rule("3.2.1")
def test_a_unit_that_is_offered_is_not_refused_as_the_enemys() -> None:
    assert why_not_offered(asking("MoveUnits FR"), {"piece": "1re-DI"}) is None
    assert why_not_offered(asking("MoveUnits DE", side="german"), {"piece": "18.ID"}) is None
