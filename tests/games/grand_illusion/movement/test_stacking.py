"""8.4.6: stacking."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion import plain
from games.grand_illusion.plain import boards, here
from games.grand_illusion.positions import activated
from games.grand_illusion.support import alone, goes, legal, play
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.places import VOSGES
from marne.games.grand_illusion.components.units import ALLIED, BY_ID
from marne.games.grand_illusion.rules.movement.entry import entries, own_allowance
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.hexes import bits


@pytest.mark.rule("8.4.6")
def test_stacking() -> None:
    board = alone(units=dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V"), 57)).board
    assert fits(board, 57, ALLIED, 1 << BY_ID["FR.VI"])
    assert fits(board, 57, ALLIED, bits((BY_ID["BR.1"], BY_ID["BR.2"])))
    assert not fits(board, 57, ALLIED, bits((BY_ID["FR.VI"], BY_ID["BR.2"])))
    horse = bits(BY_ID[f"FR.{n}-C"] for n in (1, 2, 3, 4))
    assert fits(board, 57, ALLIED, horse | 1 << BY_ID["FR.VI"])
    assert not fits(board, 57, ALLIED, horse | bits((BY_ID["FR.VI"], BY_ID["FR.5-C"])))
    assert fits(board, 57, ALLIED, 1 << BY_ID["FR.HQ-3"])


@pytest.mark.rule("8.4.6", "2.2")
def test_the_high_vosges_hold_less() -> None:
    board = alone(units=dict.fromkeys(("FR.I", "FR.II", "FR.III"), 102)).board
    assert VOSGES >> 102 & 1
    assert not fits(board, 102, ALLIED, 1 << BY_ID["FR.IV"])
    assert fits(board, 102, ALLIED, 1 << BY_ID["FR.Chass-Alp"])
    assert fits(board, 102, ALLIED, 0)


@pytest.mark.rule("8.4.6")
@pytest.mark.reading("full-hexes")
def test_through_a_full_hex_but_not_into_it() -> None:
    crowd = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 48)
    position = activated(57, "FR.XX", units={**crowd, "FR.XX": 57, "GE.X": 84})
    assert 48 in goes(position)
    position = play(position, "go 48")
    assert "stop" not in legal(position)
    assert goes(position)


@pytest.mark.rule("8.4.6")
def test_through_two_full_hexes() -> None:
    corps = ["I", "III", "X", "XVIII", "IV-RG", "II", "XI", "XII", "XVII", "Col", "IV", "V"]
    full = {f"FR.{name}": (48 if i < 6 else 38) for i, name in enumerate(corps)}
    riders = {"FR.1-C": 48, "FR.3-C": 48, "FR.5-C": 48, "FR.4-C": 48, "FR.9-C": 38, "FR.7-C": 38, "FR.2-C": 38}
    units = {**full, **riders, "FR.6-C": 38, "FR.8-C": 57, "GE.X": 84}
    position = activated(57, "FR.8-C", units=units, german=[37, 47, 49, 58, 66, 67, 56])
    assert 48 in goes(position)
    position = play(position, "go 48")
    assert 38 in goes(position)
    position = play(position, "go 38")
    assert "stop" not in legal(position)
    assert 28 in goes(position)


@pytest.mark.rule("8.4.6", "8.4.1", "ES-22")
@pytest.mark.parametrize(("edition", "through"), [("english", False), ("spanish", True)])
def test_a_staff_worn_out_by_another_does_not_carry_through_a_full_hex(edition: str, through: bool) -> None:
    crowd = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 38)
    units = {**crowd, "FR.XX": 57, "FR.HQ-3": 57, "FR.HQ-5": 38, "GE.X": 84}
    board = alone(edition, turn=7, units=units, german=[29, 39, 49]).board
    group = bits(BY_ID[name] for name in ("FR.XX", "FR.HQ-3"))
    board.put_all(group, 48)
    assert (38 in entries(board, ALLIED, group, 48, 1, 1, False)) is through, "three points from 57 to 28"
    board.put(BY_ID["FR.HQ-5"], 80)
    assert 38 in entries(board, ALLIED, group, 48, 1, 1, False), "alone there it carries them"


@pytest.mark.rule("8.4.6")
def test_the_way_out_of_a_full_hex() -> None:
    crowd = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 48)
    base = {**crowd, "FR.XX": 57, "GE.X": 84}

    def may(spent: int = 0, hexes: int = 0, retiring: bool = False, edition: str = "english", **changes: Any) -> bool:
        units = {**base, **changes.pop("units", {})}
        board = alone(edition, turn=7, units=units, **changes).board
        return 48 in entries(board, ALLIED, 1 << BY_ID["FR.XX"], 57, spent, hexes, retiring)

    assert may()
    assert not may(spent=1, hexes=1), "it could not get out again"
    assert not may(units={"FR.XX": "57*"}), "one hex is all"
    assert not may(units={"GE.VII": 48}), "it would have to stop"
    around = [37, 38, 47, 49, 58]
    assert not may(
        german=[*around, 57],
        units=dict(zip(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.V"), around, strict=True)),
        retiring=True,
    )
    assert may(german=around), "into a vacant enemy hex"
    assert not may(german=[*around, 57], retiring=True), "but not in a withdrawal"
    assert may(blocked=["german 38 48"], german=[37, 47, 49, 58, 38])
    fort = {"GE.F-Trier": 48}
    assert may(units=fort, siege=[48])
    assert not may(units=fort, siege=[48], edition="spanish"), "ES-34: it would have to stop"
    full = dict.fromkeys(("FR.VII", "FR.VIII", "FR.X", "FR.XI", "FR.XII", "FR.XIII"), 38)
    assert not may(units=full, german=[37, 47, 49, 58, 57], retiring=True), "38 is full too"


@pytest.mark.rule("8.4.6", "8.4.7")
def test_the_british_do_not_end_in_paris_nor_behind_it_where_it_is_full() -> None:
    units = {"BR.1": 28, "GE.X": 84}
    board = alone(turn=7, units=units).board
    british = 1 << BY_ID["BR.1"]
    assert 19 in entries(board, ALLIED, british, 28, 0, 0, False), "through it"
    assert 19 not in entries(board, ALLIED, british, 28, 1, 1, False), "not to stay"
    assert 19 in entries(board, ALLIED, 1 << BY_ID["FR.XX"], 28, 1, 1, False)
    full = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 18)
    enemies = dict(zip(("GE.II", "GE.III", "GE.IV", "GE.IX"), (9, 10, 20, 29), strict=True))
    board = alone(turn=7, units={**units, **full, **enemies}, german=[9, 10, 20, 29]).board
    assert 19 in entries(board, ALLIED, british, 28, 0, 0, False), "they could attack from there"
    board.control |= 1 << 28
    assert 19 not in entries(board, ALLIED, british, 28, 0, 0, True), "in a withdrawal there is no way on"
    behind = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 28)
    shut = [18, 27, 29, 37, 38]
    board = alone(turn=7, units={**behind, "BR.1": 27, "FR.XX": 27, "GE.X": 84}, german=shut).board
    assert 28 in entries(board, ALLIED, 1 << BY_ID["FR.XX"], 27, 0, 0, True), "through 28, which is full, to Paris"
    assert 28 not in entries(board, ALLIED, british, 27, 0, 0, True), "but not the British"


@pytest.mark.rule("8.4.6")
def test_two_full_hexes_on_the_only_way() -> None:
    first = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 48)
    second = dict.fromkeys(("FR.VII", "FR.VIII", "FR.X", "FR.XI", "FR.XII", "FR.XIII"), 38)
    horse = dict.fromkeys(("FR.1-C", "FR.3-C", "FR.4-C", "FR.7-C"), 48)
    more = dict.fromkeys(("FR.2-C", "FR.6-C", "FR.8-C", "FR.9-C"), 38)
    contested = {"FR.XX": 58, "GE.VII": 58}
    units = {**first, **second, **horse, **more, **contested, "FR.5-C": 57, "GE.X": 84}
    board = alone(turn=7, units=units, german=[57, 37, 47, 49, 28, 39]).board
    rider = 1 << BY_ID["FR.5-C"]
    assert 48 in entries(board, ALLIED, rider, 57, 0, 0, True), "48, 38, and then 29 has room"
    assert 48 not in entries(board, ALLIED, rider, 57, 1, 1, True), "too far"
    board.control |= 1 << 29
    assert 48 not in entries(board, ALLIED, rider, 57, 0, 0, True), "nothing is open behind them"


@pytest.mark.rule("8.4.6", "8.4.1")
def test_the_first_corps_of_all_passes_through_a_full_hex_like_others() -> None:
    crowd = dict.fromkeys(("FR.X", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 48)
    for name in (units.IDS[0], "FR.XX"):
        board = alone(turn=7, units={**crowd, name: 57, "GE.X": 84}).board
        assert 48 in entries(board, ALLIED, 1 << BY_ID[name], 57, 0, 0, False)


@pytest.mark.rule("8.4.6", "8.4.5", "8.5")
def test_out_of_a_full_hex_not_over_a_shut_hexside_nor_back_to_the_enemy_left_behind() -> None:
    crowd = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 48)
    onward = [37, 38, 47, 49, 58]

    def may(shut: list[int], **more: int) -> bool:
        position = alone(
            turn=7, units={**crowd, "FR.XX": 57, "GE.X": 84, **more}, blocked=[f"german {hex} 48" for hex in shut]
        )
        position.board.active = 57
        return 48 in entries(position.board, ALLIED, 1 << BY_ID["FR.XX"], 57, 0, 0, False)

    assert may([])
    assert may(onward), "back to where it came from"
    assert not may([*onward, 57])
    enemy = {"GE.VII": 57}
    assert not may(onward, **enemy), "who leaves an enemy behind does not come back"
    assert may(onward[1:], **enemy)


@pytest.mark.rule("8.4.6", "8.4.2")
def test_the_first_hex_of_all_is_a_way_out_of_a_full_one() -> None:
    corps = ("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI")
    crowd = dict.fromkeys((*corps, "FR.3-C", "FR.4-C", "FR.5-C", "FR.7-C", "FR.9-C"), 2)
    board = alone(
        turn=7, units={**crowd, "FR.1-C": 9, "GE.X": 84, "GE.VII": 9}, blocked=["german 3 2", "german 8 2"]
    ).board
    board.active, riders = 9, BY_ID["FR.1-C"]
    assert not fits(board, 2, ALLIED, 1 << riders)
    whole = own_allowance(0, riders)  # a point to 2, two more to 1
    for spent, fine in ((whole - 3, True), (whole - 2, False)):
        assert (2 in entries(board, ALLIED, 1 << riders, 9, spent, 1, False)) is fine


@pytest.mark.rule("8.4.6", "2.2")
def test_how_many_a_hex_holds() -> None:
    for rng, board in boards(80, 17):
        facts = plain.Facts(board)
        for hex in sorted({place for place in board.where if place > 0}):
            for side in (0, 1):
                other = rng.choice(board.ground.neighbours[hex])
                group = [u for u in here(facts, hex, side) if rng.random() < 0.7]
                assert fits(board, other, side, bits(group)) is plain.has_room(facts, other, side, group)
