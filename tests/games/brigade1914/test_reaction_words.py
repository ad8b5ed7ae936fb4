"""C3: a reaction by fire says where on its way the enemy is then."""

from __future__ import annotations

import pytest

from marne.games.brigade1914.components.data import COMMAND
from marne.games.brigade1914.scene.picture import _reaction


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_point_of_a_march_has_words_of_its_own(language: str) -> None:
    stations = [str(station) for station in range(COMMAND.reaction_stations + 1)]
    said = [_reaction(language, ("fire", "b1", each), ["", "4/R.Fus", each]) for each in stations]
    assert len(set(said)) == len(stations)
    assert all(
        text.startswith("4/R.Fus ") and not text.endswith(each) for text, each in zip(said, stations, strict=True)
    )


def test_who_is_fired_at_is_named_and_other_reactions_have_their_own_words() -> None:
    assert _reaction("en", ("fire at", "b1", "r2"), ["", "4/R.Fus", "II/12"]) == "4/R.Fus fires at II/12"
    assert _reaction("en", ("move", "b1"), ["move", "4/R.Fus"]) == ""
