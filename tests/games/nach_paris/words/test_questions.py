"""[6.5], [6.6], [7.7]-[7.9] Questions, answers and events of these chapters in words, in both languages."""

from __future__ import annotations

import pytest

from games.nach_paris.support import Game, arranged, asked, legal, play
from marne.engine import Observation, Setting
from marne.games.nach_paris.game import GAME


def filling() -> Game:
    units = {
        "22e-DI": "BC9 N -2",
        "21e-DI": "destroyed",
        "145e-RI": "BC9 N",
        "51e-DR": "BC9 N -3",
        "53e-DR": "BC9 N -2",
    }
    return arranged(units=units, side="allied", turn=10, begin="Consolidation FR")


def moving() -> Game:
    units = {"6.ID": "BC9 N -1", "3.KD": "BC9", "6.KD": "BC9", "13.IB": "BC5 N", "14.IB": "BC5 N", "KMK.b3": "BC6 N"}
    return arranged(units=units, side="german", turn=7, begin="movement")


def coming() -> Game:
    units = {"7.AOK-2": "G7", "14e-DI": "G3 N"}
    return arranged("mulhouse", side="german", turn=3, rest="waiting", begin="Arrivals DE", units=units)


def leaving() -> Game:
    units = {"38.ID": "AK30 N -2", "18.ID": "AM30 N", "20.ID": "AN30 N -1"}
    return arranged(units=units, side="german", turn=13, begin="movement")


MOMENTS = {
    "Consolidation": (filling, ()),
    "FillFrom": (filling, ("fill 22e-DI",)),
    "GainSteps": (filling, ("fill 51e-DR", "from 53e-DR")),
    "Walk": (moving, ("move 6.ID",)),
    "Walk detach": (moving, ("move 3.KD",)),
    "Walk join": (moving, ("move 13.IB",)),
    "Walk unlimber": (moving, ("move KMK.b3",)),
    "Walk limber": (moving, ("move KMK.b3", "unlimber")),
    "MoveUnits": (moving, ("move 3.KD", "detach BC9")),
    "Arrivals": (coming, ()),
    "PlaceBeside": (coming, ("beside 55.LIB",)),
    "ArrivalFacing": (coming, ("place 28.ID",)),
    "TakeSteps": (leaving, ()),
    "TakeSteps again": (leaving, ("take 18.ID",)),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_questions_and_answers_are_put_in_both_languages(moment: str) -> None:
    start, answers = MOMENTS[moment]
    position = play(start(), *answers)
    step, _, word = moment.partition(" ")
    assert asked(position) == step
    assert word in ("", "again") or any(text.startswith(word) for text in legal(position))
    assert position.open is not None
    told = []
    for language in ("en", "es"):
        seen = Observation.of(GAME, Setting(position.board.play.name), position, position.open.actor)
        prompt = GAME.sight(seen).scene(language).prompt
        assert prompt is not None
        said = [prompt.question, *(choice.text for choice in prompt.choices)]
        assert not [text for text in said if text.startswith(("ask.", "answer.")) or "{" in text]
        said += [GAME.say(event, language) for event in position.events]
        assert all(" " in GAME.say(event, language) for event in position.events), "a sentence, not a key"
        told.append(said)
    assert told[0][0] != told[1][0]
