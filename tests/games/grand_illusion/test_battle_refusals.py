"""Why a counter or a hex is not offered in a battle."""

from __future__ import annotations

import pytest

from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.support import Game, asked, play
from marne.games.grand_illusion.steps import why_not_offered as reason
from marne.games.grand_illusion.words import WORDS

QUIET = 5


def told(position: Game, **target: str) -> tuple[str, str]:
    found = reason(position, target)
    assert found is not None
    assert all(
        found.refusal(language).why and "why." not in found.refusal(language).why for language in WORDS.languages
    )
    return found.rule, found.key


@pytest.mark.rule("9.2.3", "9.2.2", "9.5.1")
@pytest.mark.parametrize(
    ("piece", "due"),
    [
        ("GE.Naval", ("9.2.3", "why.rank")),
        ("GE.VII", ("9.1.2", "why.not_designated")),
        ("GE.HQ-2", ("9.2.2", "why.not_on_board")),
        ("GE.OR", ("2.4", "why.brackets")),
        ("FR.I", ("9.2.3", "why.enemy")),
        ("GE.Gd", ("9.1.3", "why.not_in_battle")),
    ],
)
def test_why_a_unit_does_not_attack_now(piece: str, due: tuple[str, str]) -> None:
    position = battle(
        "GE.X GE.II GE.Naval",
        "FR.I FR.X",
        side="german",
        spare="GE.VII GE.OR",
        others={"GE.HQ-2": 36, "GE.Gd": 46},
    )
    position = play(position, QUIET)
    assert asked(position) == "PlaceAttackers"
    assert told(position, piece=piece) == due
    assert reason(position, {"piece": "GE.X"}) is None


@pytest.mark.rule("9.2.3")
def test_why_nobody_else_can_be_faced() -> None:
    position = play(battle("GE.X GE.II", "FR.I FR.X FR.III*", side="german"), QUIET, "front GE.X")
    assert told(position, piece="FR.III") == ("9.2.3", "why.fresh_first")
    position = play(battle("GE.X GE.II GE.VII", "FR.I FR.X FR.III", side="german"), QUIET, "front GE.X")
    position = play(position, "against FR.I", "front GE.II")
    assert told(position, piece="FR.I") == ("9.2.3", "why.faced")
    assert told(position, piece="GE.II") == ("9.2.3", "why.not_in_line")


@pytest.mark.rule("9.6.1", "9.8.2")
def test_why_not_in_reserve() -> None:
    position = play(battle("FR.XX FR.XV FR.2-C FR.I*", "GE.X"), QUIET, "front FR.XX")
    assert asked(position) == "AttackerReserve"
    assert told(position, piece="FR.2-C") == ("9.6.1", "why.cavalry_reserve")
    assert told(position, piece="FR.I") == ("9.8.2", "why.tired_reserve")
    assert told(position, piece="FR.XX") == ("9.2.5", "why.placed")


@pytest.mark.rule("9.4.3", "8.4.5")
@pytest.mark.parametrize(
    ("hex", "due"),
    [
        (26, ("9.4.3", "why.no_refuge")),
        (27, ("8.4.5", "why.blocked")),
        (35, ("9.4.3", "why.priority")),
        (50, ("9.4.3", "why.far")),
    ],
)
def test_why_not_that_way(hex: int, due: tuple[str, str]) -> None:
    position = battle("FR.XX", "GE.X* GE.VII*", others={"FR.I": 26}, blocked=["allied 27 36"], german=[46, 47])
    position = miss_all(to_dice(play(position, QUIET)))
    assert asked(position) == "Retreat"
    assert told(position, hex=str(hex)) == due
    assert reason(position, {"hex": "46"}) is None
