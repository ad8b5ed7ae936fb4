"""9.4.5: into the boats."""

from __future__ import annotations

import pytest

from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.positions import QUIET
from games.grand_illusion.support import alone, asked, happened, play, where
from marne.engine import total
from marne.games.grand_illusion.components.tables import SEA
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.events import IntoTheSea
from marne.games.grand_illusion.rules.retreat.retreat import RetreatToSea, no_way_out, sea_modifiers
from marne.hexes import bits

RING = (26, 27, 35, 37, 46, 47)
SEAWARD = {"GE.II": 15, "GE.III": 23, "GE.IV": 24}


@pytest.mark.rule("9.4.5")
@pytest.mark.parametrize(
    ("unit", "results"),
    [
        ("FR.XX", (2, 3, 4, 5, 0, 0)),
        ("BR.1", (2, 2, 3, 4, 5, 0)),
        ("FR.I-T", (4, 5, 0, 0, 0, 0)),
        ("BE.I", (5, 0, 0, 0, 0, 0)),
    ],
)
def test_every_cell_of_the_sea_table(unit: str, results: tuple[int, ...]) -> None:
    for die, turns in enumerate(results, 1):
        position = battle("GE.X", f"{unit}*", side="german", hex=14, german=[15, 23, 24], others=SEAWARD)
        position = to_dice(play(position, QUIET))
        position = play(position, 6, 6)
        assert asked(position) == "RetreatToSea"
        position = play(position, die)
        (event,) = happened(position, IntoTheSea)
        assert (event.die, event.turns) == (die, turns)
        if turns:
            assert position.board.track[BY_ID[unit]][0] == 6 + turns
            assert position.board.weak >> BY_ID[unit] & 1, "it comes back disrupted"
        else:
            assert where(position, unit) == -1
        assert SEA[die + sum(each.amount for each in sea_modifiers(BY_ID[unit]))] == turns


@pytest.mark.rule("9.4.5")
def test_germans_do_not_take_to_the_boats() -> None:
    others = {"FR.I": 15, "FR.III": 23, "FR.X": 24}
    position = miss_all(to_dice(play(battle("FR.XX", "GE.X*", hex=14, others=others), QUIET)))
    assert where(position, "GE.X") == -1


@pytest.mark.rule("9.4.5")
@pytest.mark.reading("boats")
def test_inland_there_is_no_sea() -> None:
    others = {f"GE.{name}": hex for name, hex in zip(("II", "III", "IV", "IX", "Gd", "V"), RING, strict=True)}
    position = battle("GE.X", "FR.XX*", side="german", german=list(RING), others=others)
    position = miss_all(to_dice(play(position, QUIET)))
    assert where(position, "FR.XX") == -1
    assert not happened(position, IntoTheSea)


@pytest.mark.rule("9.4.5")
@pytest.mark.reading("british-one")
def test_a_british_one_at_sea_is_two_turns_like_a_two() -> None:
    unit = BY_ID["BR.1"]
    sums = [die + total(sea_modifiers(unit)) for die in (1, 2)]
    assert sums == [0, 1]
    assert [SEA[each] for each in sums] == [2, 2]


@pytest.mark.rule("9.4.5", "9.4.3")
def test_who_takes_to_the_boats_and_how_they_come_back() -> None:
    board = alone(turn=6, units={"FR.XX": 14, "GE.X": 14, "FR.HA": 14, "FR.XV": 57}).board
    units = bits((BY_ID["FR.XX"], BY_ID["FR.HA"]))
    assert [type(step).__name__ for step in no_way_out(board, 14, units)] == ["RetreatToSea", "RetreatToSea"]
    assert no_way_out(board.copy(), 57, 1 << BY_ID["FR.XV"]) == (), "no coast"
    german = board.copy()
    assert no_way_out(german, 14, 1 << BY_ID["GE.X"]) == ()
    assert german.where[BY_ID["GE.X"]] == -1
    board.down |= 1 << BY_ID["FR.HA"] | 1 << BY_ID["FR.XV"]
    for name in ("FR.XX", "FR.HA"):
        RetreatToSea(BY_ID[name]).do(board, 3)
        assert board.track[BY_ID[name]] == (10, 0)
        assert not board.is_down(BY_ID[name])
    assert board.weak == 1 << BY_ID["FR.XX"], "only combat units come back disrupted"
    assert board.is_down(BY_ID["FR.XV"]), "it has stayed ashore"
