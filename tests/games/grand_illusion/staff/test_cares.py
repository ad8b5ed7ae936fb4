"""What the staff cares for: Paris and Trier, its orders, its guns and who is cut off."""

from __future__ import annotations

from games.grand_illusion.support import Game, alone, asked, where
from marne.engine import JSON, Answer
from marne.games.grand_illusion.components.places import PARIS, TRIER
from marne.games.grand_illusion.components.units import ALLIED, BY_ID
from marne.games.grand_illusion.staff import appraisal
from marne.games.grand_illusion.staff.staff import Deputy

ROAD = [18, 26, 27, 35, 36, 45, 46, 54, 55, 64, 73]
CAMP = {"FR.II-T": 19, "FR.F-Paris": 19, "FR.XX": 88, "FR.XV": 79, "GE.X": 73}
NEAR = {**CAMP, "GE.Gd": 18, "GE.Gd-R": 18}


def advised(position: Game) -> tuple[Answer, JSON]:
    """The staff's answer for whoever is asked, and its memo."""
    assert position.open is not None
    deputy = Deputy(position.open.actor, position.board.turn)
    answer = deputy.answer(position)
    return answer, deputy.memo()


def carried_on(position: Game, step: str) -> Game:
    """Staffs of both sides play on while a step asks."""
    assert position.open is not None
    deputy = Deputy(position.open.actor, position.board.turn)
    while position.open is not None and asked(position).startswith(step):
        position = position.play(deputy.answer(position))
    return position


def test_the_garrison_of_paris_grows_with_the_germans_near_it() -> None:
    far, near = (alone(turn=5, units=units, german=ROAD).board for units in (CAMP, NEAR))
    assert appraisal.lack(near, ALLIED, PARIS) > appraisal.lack(far, ALLIED, PARIS) > 0
    manned = alone(turn=5, units={**NEAR, "FR.XX": 19, "FR.XV": 19, "FR.I": 19}, german=ROAD).board
    assert appraisal.lack(manned, ALLIED, PARIS) <= 2


def test_caps_are_kept_for_trains_to_paris() -> None:
    assert advised(alone(turn=5, units=NEAR, german=ROAD, caps=[2, 2], withdrew=[4, 5]))[0] == "pass"
    assert advised(alone(turn=5, units=NEAR, german=ROAD, caps=[3, 2], withdrew=[4, 5]))[0] != "pass"
    early = alone(turn=2, units=NEAR, german=ROAD, caps=[2, 2])
    assert advised(early)[0] != "pass", "10.3: no trains yet"


def test_trains_go_to_paris_while_it_is_short_of_men() -> None:
    position = carried_on(alone(turn=5, units=NEAR, german=ROAD, caps=[2, 0], begin="strategic"), "Strategic")
    assert where(position, "FR.XX") == where(position, "FR.XV") == PARIS


def test_who_arrives_goes_to_paris_while_it_is_short_of_men() -> None:
    coming = {"FR.HQ-2": 88, "FR.XXXI": "T5"}
    for units, wanted in ((NEAR, True), ({**CAMP, "FR.III": 19, "FR.VI": 19}, False)):
        position = alone(turn=5, units={**units, **coming}, german=ROAD, begin="reinforcements")
        assert (where(carried_on(position, "Arrive"), "FR.XXXI") == PARIS) == wanted


def test_four_corps_leave_a_guarded_hex_for_a_mandated_battle() -> None:
    nancy = {"FR.XX": 87, "FR.XV": 87, "FR.XVI": 87, "FR.II-RG": 87, "FR.F-Toul": 87}
    metz = {"GE.XVI": 86, "GE.F-Metz-A": 86, "GE.II-B": 96, "GE.III-B": 96}
    gone = {}
    for orders in (0, 1):
        position = alone(turn=2, units={**nancy, **metz}, mandated=[orders, 0], caps=[4, 4])
        answer, memo = advised(position)
        assert answer == ("activate", 87)
        assert isinstance(memo, dict)
        gone[orders] = memo["plan"]["units"].bit_count()
    assert gone[0] < gone[1] == 4


def test_guns_bombard_the_fort_that_is_besieged() -> None:
    siege = {"GE.HA-420": 64, "GE.Gd": 64, "GE.VII": 64, "BE.F-Namur": 64, "FR.XX": 57}
    position = alone(turn=2, units=siege, siege=[64], german=ROAD, caps=[4, 4], side="german")
    for wanted in ("Act", "Movement", "MayDeclare", "Designate", "Bombardment"):
        assert asked(position) == wanted
        position = position.play(advised(position)[0])
    assert asked(position) == "Bombard"
    fired = {**siege, "GE.HA-420": "64*"}
    position = alone(turn=2, units=fired, siege=[64], german=ROAD, caps=[4, 4], side="german")
    memo = advised(position)[1]
    assert not isinstance(memo, dict) or not memo["plan"]["fight"]


def test_guns_go_where_a_fort_is() -> None:
    march = {"GE.HA-420": 73, "GE.Gd": 73, "GE.VII": 64, "BE.F-Namur": 64, "FR.XX": 57}
    position = alone(turn=2, units=march, siege=[64], german=ROAD, caps=[4, 4], side="german")
    answer, memo = advised(position)
    assert answer == ("activate", 73)
    assert isinstance(memo, dict)
    assert memo["plan"]["units"] >> BY_ID["GE.HA-420"] & 1


def test_who_is_cut_off_walks_back_to_the_rails() -> None:
    units = {"GE.X": "45*", "FR.XX": 19}
    cut_off, fed = (
        alone(turn=5, units=units, german=[45, 55, 64, 73, *more], caps=[4, 4], withdrew=[4, 5], side="german")
        for more in ([], [54])
    )
    answer, memo = advised(cut_off)
    assert answer == ("activate", 45)
    assert isinstance(memo, dict)
    assert (memo["plan"]["first"], memo["plan"]["units"]) == (55, 1 << BY_ID["GE.X"])
    assert advised(fed)[0] != ("activate", 45)


def test_the_germans_withdraw_and_dig_to_save_trier() -> None:
    held = {"GE.VIII": 94, "GE.XVIII": 94, "GE.VI": 94, "GE.F-Trier": 94, "GE.XVI": 86, "GE.V": 96, "GE.XIII": 96}
    shaken = {**held, "GE.VIII": "94*", "GE.XVIII": "94*"}
    few = {"FR.II": 85, "FR.XI": 85}
    many = {**few, "FR.XII": 85, "FR.XVII": 85, "FR.Col": 85}
    for units, caps, answer in (
        ({**held, **many}, 1, "hold"),
        ({**shaken, **few}, 1, "hold"),
        ({**shaken, **many}, 0, "hold"),
        ({**shaken, **many}, 1, "withdraw"),
    ):
        position = alone(turn=11, units=units, caps=[4, caps], withdrew=[4, 0])
        assert asked(position) == "OfferWithdrawal"
        assert advised(position)[0] == answer
    while asked(position) != "Act":
        position = position.play(advised(position)[0])
    assert TRIER in position.board.trench, "9.4.1: nobody has to retreat from there now"


def test_a_trench_for_trier_comes_before_everything_else() -> None:
    units = {"GE.VIII": 94, "GE.VI": 94, "GE.F-Trier": 94, "FR.II": 94, "FR.XI": 85}
    for withdrew, trench in (([4, 5], True), ([4, 0], False)):
        position = alone(turn=6, units=units, allied=[85, 86], caps=[4, 4], withdrew=withdrew, side="german")
        assert (advised(position)[0] == ("entrench", TRIER)) == trench, "9.7.1: not before the General Withdrawal"


def test_trenches_are_dug_where_a_hex_of_ones_own_is_in_danger() -> None:
    held = {"GE.XIV": 104, "FR.II": 104}
    storm = {"FR.XI": 103, "FR.XII": 103, "FR.XVII": 103, "FR.Col": 103, "FR.I": 102, "FR.III": 102}
    trench = ("entrench", 104)
    for units, german, answer in (
        (held, True, False),
        ({**held, **storm}, True, True),
        ({**held, **storm}, False, False),
    ):
        position = alone(
            turn=6,
            units=units,
            allied=[103, 102, *([] if german else [104])],
            german=[104] if german else [],
            caps=[4, 4],
            withdrew=[4, 5],
            side="german",
        )
        assert position.open is not None
        assert trench in (position.open.options or ())
        assert (advised(position)[0] == trench) == answer, "9.7: nobody digs without danger, nor for the enemy"
