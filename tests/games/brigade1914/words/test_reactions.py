"""Answers of the miniatures are sentences: who does what, and where on its way the enemy is then (C3)."""

from __future__ import annotations

import pytest

from marne.engine import Modifier
from marne.games.brigade1914.components.data import COMMAND
from marne.games.brigade1914.components.names import Label
from marne.games.brigade1914.events import BaseLost, FiredAt
from marne.games.brigade1914.events import Tested as DieTested
from marne.games.brigade1914.scene.picture import _sentence
from marne.games.brigade1914.words import say


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_point_of_a_march_has_words_of_its_own(language: str) -> None:
    stations = [str(station) for station in range(COMMAND.reaction_stations + 1)]
    said = [_sentence(None, ("fire", "b1", each), ["", "4/R.Fus", each], language) for each in stations]
    assert len(set(said)) == len(stations)
    assert all(
        text.startswith("4/R.Fus ") and not text.endswith(each) for text, each in zip(said, stations, strict=True)
    )


@pytest.mark.parametrize(
    ("parts", "said", "text"),
    [
        (("fire at", "b1", "r2"), ["", "4/R.Fus", "II/12"], "4/R.Fus fires at II/12"),
        (("move", "b1"), ["move", "4/R.Fus"], "4/R.Fus moves"),
        (("card", "steady", "b1"), ["card", "Steady the Line", "4/R.Fus"], "play Steady the Line: 4/R.Fus"),
        (("card", "guides", "discard"), ["card", "Guides", "discard"], "discard Guides for a token"),
        (("trigger", "flank_march"), ["trigger", "Flank March"], "use Flank March"),
        (("trigger", "corps_artillery", "r1"), ["", "Corps Artillery", "II/12"], "use Corps Artillery against II/12"),
    ],
)
def test_an_answer_is_a_sentence(parts: tuple[str, ...], said: list[str], text: str) -> None:
    assert _sentence(None, parts, said, "en") == text
    assert _sentence(None, parts, said, "es") != text


@pytest.mark.parametrize(
    ("kind", "english", "spanish"),
    [
        ("infantry", "a company", "una compañía"),
        ("cavalry", "a squadron", "un escuadrón"),
        ("battery", "a gun", "un cañón"),
    ],
)
def test_a_base_is_called_what_it_is(kind: str, english: str, spanish: str) -> None:
    unit = Label("b1", "X", kind)
    assert say(BaseLost("C19", unit, "company", 1), "en") == f"X loses {english}, 1 base left"
    assert say(BaseLost("C19", unit, "company", 2), "es") == f"X pierde {spanish}; quedan 2 peanas"
    assert say(BaseLost("C19", unit, "machine gun", 2), "en") == "X loses a machine gun, 2 bases left"


def test_a_line_with_dice_adds_up() -> None:
    near = (Modifier("C2", "general near", 1),)
    unit = Label("b1", "X", "infantry")
    morale = say(DieTested("C6", unit, "morale", 3, 4, near, "passed"), "en")
    assert morale == "X, morale: rolled 3, general near +1 = 4: passed (needs 4 or more)"
    spent = (Modifier("C2", "tokens spent", 1),)
    command = say(DieTested("C2", unit, "activation", 3, 2, spent, "passed"), "en")
    assert command == "X, activation: rolled 3: passed (needs 2 or more: 1, tokens spent +1)"
    reaction = say(DieTested("C3", unit, "reaction", 3, 6, (Modifier("C3", "tokens spent", 5),), "failed"), "en")
    assert reaction == "X, reaction: rolled 3: failed (needs 6 or more: 3, tokens spent +5, and 6 is the most)"
    fire = say(FiredAt("C18", unit, Label("r1", "Y", "infantry"), 1, 5, 0, 5, near), "en")
    assert fire == "X fires at Y: 1 die at 5 or more: 6, less general near +1"
    target, far = Label("r1", "Y", "infantry"), (Modifier("C18", "long range", -1),)
    both = say(FiredAt("C18", unit, target, 2, 7, 1, 5, far, near), "en")
    assert both == (
        "X fires at Y: 2 dice at 7 or more, 1 machine gun at 5 or more: 6, less long range -1; "
        "machine guns: 6, less general near +1"
    )
    plain = say(FiredAt("C18", unit, target, 2, 7, 1, 6, far), "en")
    assert plain.endswith("6, less long range -1; machine guns: 6")
