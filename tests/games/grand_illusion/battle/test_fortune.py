"""9.1.3, 9.1.4, 12.4: Fortunes of War, row by row, and Allenby."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.battle.support import check_dice
from games.grand_illusion.battlefield import battle, front, miss_all, shot, sums, to_dice
from games.grand_illusion.support import Game, actor, alone, asked, carried_out, happened, legal, play, where
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, written
from marne.games.grand_illusion.events import MustRetreat
from marne.games.grand_illusion.rules.actions.actions import ResolveBattles
from marne.games.grand_illusion.rules.battle.battle import Battle, Fortune
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.battle.battle_fortune import FortunesOfWar, allenby
from marne.hexes import bits


def ended(position: Game) -> bool:
    board = position.board
    return board.battle == 0 and not any(board.spaces) and not board.hits and not board.fortune


@pytest.mark.rule("9.1.4")
def test_two_dice_with_their_weights() -> None:
    position = battle("FR.XX", "GE.X")
    assert asked(position) == "FortunesOfWar"
    assert position.open is not None
    assert position.open.options == tuple(range(2, 13))
    assert position.open.weights == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)


@pytest.mark.rule("9.1.4", "9.4.1", "ES-4")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.parametrize("roll", [2, 12])
@pytest.mark.reading("routed-count")
def test_routed_drives_off_the_side_with_fewer_undisrupted_units(edition: str, roll: int) -> None:
    position = battle("FR.XX FR.XV FR.XVI", "GE.X GE.VII GE.9-C*", edition=edition)
    position = miss_all(to_dice(play(position, roll)))
    assert [(each.side, each.why) for each in happened(position, MustRetreat)] == [("german", "routed")]
    tied = battle("FR.XX FR.XV", "GE.X GE.VII GE.9-C*", edition=edition)
    tied = miss_all(to_dice(play(tied, roll)))
    assert not happened(tied, MustRetreat)
    assert asked(tied) == "MayLeave", "a tie drives nobody off, but the defender may go"
    assert actor(tied) == "german"


@pytest.mark.rule("9.1.4", "9.4.1")
@pytest.mark.parametrize(("hex", "trench"), [(36, {"36": 1}), (102, {}), (103, {})])
def test_routed_has_no_effect_in_trenches_and_in_the_vosges(hex: int, trench: dict[str, int]) -> None:
    position = battle("FR.XX FR.XV FR.XVI", "GE.X", hex=hex, trench=trench)
    position = miss_all(to_dice(play(position, 12)))
    assert not happened(position, MustRetreat)


@pytest.mark.rule("9.1.4", "9.1.3", "8.1.1")
def test_cautious_attacker_gives_up_the_initiative() -> None:
    position = battle("FR.XX", "GE.X")
    position = play(position, 3)
    assert ended(position)
    assert actor(position) == "german", "it is the other side's segment"
    assert where(position, "FR.XX") == where(position, "GE.X") == 36


@pytest.mark.rule("9.1.4", "9.3.2", "9.5.1")
def test_in_a_skirmish_only_ones_hit_and_nothing_modifies() -> None:
    position = battle("FR.XX FR.XV", "GE.33-R GE.F-Metz-A", hex=86, trench={"86": 2})
    position = to_dice(play(position, 4))
    assert len(front(position)) == 2
    for die, hit in ((2, False), (1, True), (1, True), (2, False)):
        position, event = shot(position, die)
        assert event.modifiers == ()
        assert event.hit is hit


@pytest.mark.rule("9.1.4", "5.1.1")
@pytest.mark.parametrize(
    ("roll", "caps", "after"), [(5, [4, 4], [4, 5]), (9, [4, 4], [5, 4]), (5, [4, 10], [4, 10]), (9, [10, 4], [10, 4])]
)
def test_a_general_staff_gains_a_cap_up_to_ten(roll: int, caps: list[int], after: list[int]) -> None:
    position = play(battle("FR.XX", "GE.X", caps=caps), roll)
    assert position.board.caps == after
    assert asked(position) == "Fire"


@pytest.mark.rule("9.1.4", "9.1.2", "9.2.3")
@pytest.mark.parametrize("roll", [6, 11])
def test_to_the_limit_drives_the_disrupted_french_into_vacant_spaces(roll: int) -> None:
    setup: dict[str, Any] = {"turn": 2, "spare": "FR.2-C* FR.Maroc* FR.X*", "withdrew": [0, 0]}
    position = play(battle("FR.XX", "GE.X GE.VII GE.X-R GE.Gd", **setup), roll)
    assert legal(position) == ["against GE.Gd", "against GE.VII", "against GE.X", "against GE.X-R"]
    position = play(position, "against GE.X")
    assert asked(position) == "PlaceOpposite", "the corps, without a choice"
    position = play(position, "against GE.VII", "against GE.Gd")
    assert front(position) == [
        ("FR.Maroc", "GE.Gd"),
        ("FR.X", "GE.VII"),
        ("FR.XX", "GE.X"),
        ("FR.2-C", "GE.X-R"),
    ]


@pytest.mark.rule("9.1.4", "9.2.3", "ES-7")
@pytest.mark.parametrize(("edition", "first"), [("english", "FR.XX"), ("spanish", "FR.X")])
def test_to_the_limit_the_disrupted_come_first_only_in_spanish(edition: str, first: str) -> None:
    position = battle("FR.XX", "GE.X", spare="FR.X*", turn=3, withdrew=[0, 0], edition=edition)
    position = play(position, 6)
    assert front(to_dice(position)) == [(first, "GE.X")]


@pytest.mark.rule("9.1.4")
def test_to_the_limit_leaves_the_british_and_the_germans_alone() -> None:
    position = battle("FR.XX", "GE.X GE.VII", spare="BR.1*", turn=2, withdrew=[0, 0])
    position = to_dice(play(position, 6))
    assert [mine for mine, _ in front(position)] == ["FR.XX"]
    german = battle("GE.X", "FR.XX FR.XV", spare="GE.VII*", side="german", turn=2, withdrew=[0, 0])
    german = to_dice(play(german, 6))
    assert [mine for mine, _ in front(german)] == ["GE.X"]


@pytest.mark.rule("9.1.4", "9.1.1")
@pytest.mark.parametrize(("caps", "mandated", "after"), [(4, 0, 1), (0, 0, 0), (2, 2, 2), (2, 1, 2)])
def test_to_the_limit_after_turn_4_is_one_more_allied_order(caps: int, mandated: int, after: int) -> None:
    for side, attackers, defenders in (("allied", "FR.XX", "GE.X"), ("german", "GE.X", "FR.XX")):
        position = battle(attackers, defenders, side=side, turn=5, caps=[caps, 4], mandated=[mandated, 0])
        assert play(position, 11).board.mandated == [after, 0]


@pytest.mark.rule("9.1.4")
@pytest.mark.reading("advantage-attack")
def test_tactical_advantage_lets_the_defender_slip_away_for_a_cap() -> None:
    position = play(battle("FR.XX", "GE.X GE.HQ-2", declared=[36], mandated=[1, 0]), 7)
    assert actor(position) == "german"
    assert legal(position) == ["fight", "skirmish", "withdraw"]
    position = play(position, "withdraw")
    assert position.board.caps == [4, 3]
    assert legal(position) == ["to 26", "to 27", "to 35", "to 37", "to 46", "to 47"]
    position = play(position, "to 46")
    assert where(position, "GE.X") == 46
    assert where(position, "GE.HQ-2") == -1, "no friend of it is in supply"
    assert ended(position)
    assert not position.board.control >> 36 & 1, "the attacker is alone in the hex"
    assert position.board.mandated == [1, 0], "9.1.1: no Mandated Battle was fought"
    assert actor(position) == "german", "the attacker's activation is over"


@pytest.mark.rule("9.1.4", "9.1.1")
def test_tactical_advantage_can_make_it_a_skirmish_which_counts() -> None:
    position = play(battle("FR.XX", "GE.X", declared=[36], mandated=[1, 0]), 7, "skirmish")
    assert position.board.caps == [4, 3]
    assert position.board.mandated == [0, 0]
    position, event = shot(position, 2)
    assert not event.hit


@pytest.mark.rule("9.1.4")
def test_tactical_advantage_without_a_cap_or_unused_is_a_normal_battle() -> None:
    assert asked(play(battle("FR.XX", "GE.X", caps=[4, 0]), 7)) == "Fire"
    position = play(battle("FR.XX", "GE.X"), 7, "fight")
    assert position.board.caps == [4, 4]
    assert position.board.fortune == 0
    _, event = shot(position, 2)
    assert event.hit


@pytest.mark.rule("9.1.4")
def test_a_fort_can_not_slip_away() -> None:
    position = play(battle("GE.X", "FR.F-Maubeuge", side="german", hex=54), 7)
    assert legal(position) == ["fight", "skirmish"]


@pytest.mark.rule("9.1.4", "9.5.3")
@pytest.mark.reading("slips-away")
def test_who_slips_away_leaves_a_fort_that_is_not_besieged() -> None:
    position = play(battle("GE.X", "FR.XX FR.F-Maubeuge", side="german", hex=54), 7, "withdraw")
    while asked(position) in ("Retreat", "RetreatGroup"):
        position = play(position, legal(position)[0])
    assert where(position, "FR.XX") not in (54, -1)
    assert asked(position) != "Siege"
    assert not position.board.siege >> 54 & 1


@pytest.mark.rule("9.1.4", "9.3.2")
def test_surprise_forgets_the_ground_but_not_trench_and_fort() -> None:
    position = to_dice(play(battle("FR.XX", "GE.33-R GE.F-Metz-A", hex=86), 8))
    position, event = shot(position, 2)
    assert sums(event) == {"trenches": 1}
    position, event = shot(position, 2)
    assert sums(event) == {"fort in the hex": -1}


@pytest.mark.rule("9.1.4", "9.2.4", "9.3.1")
def test_counterattack_changes_sides_and_adds_one_to_everything() -> None:
    position = battle("FR.XX FR.XV", "GE.VIII GE.X", hex=85, trench={"85": 2}, declared=[85], mandated=[1, 0])
    position = play(position, 10)
    assert position.board.surrendered
    assert position.board.mandated == [0, 0], "9.1.1: the Mandated Battle counts"
    assert position.board.attacker == 1
    position = to_dice(position)
    position, event = shot(position, 4)
    assert event.units.startswith("GE.")
    assert sums(event) == {"counterattack": 1}
    assert (event.strength, event.hit) == (5, True)
    position, event = shot(position, 4)
    assert event.units.startswith("FR.")
    assert event.modifiers == ()
    position = miss_all(position)
    assert asked(position) == "MayLeave"
    assert actor(position) == "allied", "the former attacker defends, so he may retreat"
    position = play(position, "stay")
    assert ended(position)
    assert actor(position) == "german"


@pytest.mark.rule("12.4")
@pytest.mark.reading("first-battle")
def test_allenby_may_have_a_skirmish_the_first_time() -> None:
    setup: dict[str, Any] = {"side": "german", "hex": 45, "turn": 2, "withdrew": [0, 0]}
    position = battle("GE.II GE.IV", "BR.1 BR.1-C", **setup)
    assert asked(position) == "AllenbysCavalry"
    assert actor(position) == "allied"
    position = play(position, "skirmish")
    assert position.board.fortune == 4
    assert position.board.feared >> 45 & 1
    rolled = play(battle("GE.II GE.IV", "BR.1 BR.1-C", **setup), "roll")
    assert asked(rolled) == "FortunesOfWar"
    assert rolled.board.feared >> 45 & 1, "whatever was chosen, it was the first battle"


@pytest.mark.rule("12.4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "side", "turn"),
    [
        ("GE.II", "BR.1", "german", 1),
        ("GE.II", "BR.1-C FR.XX", "german", 1),
        ("GE.II", "BR.1 BR.1-C", "german", 3),
    ],
)
def test_allenby_needs_british_foot_and_horse_and_an_early_turn(
    attackers: str, defenders: str, side: str, turn: int
) -> None:
    position = battle(attackers, defenders, side=side, hex=45, turn=turn, withdrew=[0, 0])
    assert asked(position) == "FortunesOfWar"


@pytest.mark.rule("9.1.4", "9.1.2")
def test_to_the_limit_on_turn_four_and_not_on_turn_five() -> None:
    driven = play(battle("FR.XX", "GE.X GE.VII", spare="FR.X*", turn=4, withdrew=[0, 0]), 6, "against GE.X")
    assert sorted(mine for mine, _ in front(to_dice(driven))) == ["FR.X", "FR.XX"]
    assert driven.board.mandated == [0, 0]
    late = play(battle("FR.XX", "GE.X GE.VII", spare="FR.X*", turn=5, withdrew=[0, 0]), 6)
    assert late.board.mandated == [1, 0]
    assert [mine for mine, _ in front(to_dice(late)) if mine] == ["FR.XX"]


@pytest.mark.rule("9.1.4", "9.2.3", "9.1.2")
def test_to_the_limit_nobody_is_made_to_attack_his_own_side() -> None:
    position = battle("GE.X", "FR.XX FR.X*", side="german", spare="GE.VII*", turn=2, withdrew=[0, 0])
    position = to_dice(play(position, 6))
    assert [mine for mine, _ in front(position) if mine] == ["GE.X"]
    designated = battle("GE.X GE.VII*", "FR.XX FR.X*", side="german", turn=2, withdrew=[0, 0])
    designated = play(designated, 6)
    while asked(designated) == "PlaceOpposite":
        designated = play(designated, legal(designated)[0])
    assert legal(designated) == ["front GE.VII", "done"]


@pytest.mark.rule("9.1.4")
def test_tactical_advantage_with_the_last_cap_of_an_allied_defender() -> None:
    position = play(battle("GE.X", "FR.XX", side="german", caps=[1, 4]), 7)
    assert actor(position) == "allied"
    skirmish = play(position, "skirmish")
    assert skirmish.board.caps == [0, 4]
    assert skirmish.board.fortune == 4
    gone = play(position, "withdraw")
    assert gone.board.caps == [0, 4]
    poor = play(battle("GE.X", "FR.XX", side="german", caps=[0, 4]), 7)
    assert poor.board.caps == [0, 4]
    assert poor.board.fortune == 0, "an ordinary battle"


@pytest.mark.rule("9.1.4", "9.5.4")
def test_tactical_advantage_is_of_no_use_to_a_fort_that_is_gone() -> None:
    position = battle("GE.VII", "BE.F-Namur", side="german", hex=64, others={"GE.HA-420": 64}, steps={"BE.F-Namur": 1})
    position = play(position, "take GE.HA-420", 1, 7)
    assert position.board.battle == 0
    assert asked(position) != "TacticalAdvantage"


@pytest.mark.rule("9.1.4", "12.6")
def test_who_slips_away_does_not_go_to_sea() -> None:
    position = play(battle("GE.X", "BE.4", side="german", hex=64), 7, "withdraw")
    assert asked(position) != "NamurDivision"


@pytest.mark.rule("12.4")
def test_allenby_screens_only_against_germans_and_only_once_a_hex() -> None:
    board = battle("GE.II", "BR.1 BR.1-C", side="german", hex=45, turn=2, withdrew=[0, 0]).board
    board.battle = 45
    assert allenby(board)
    board.feared = 1 << 44
    assert allenby(board)
    board.feared = 1 << 45
    assert not allenby(board)
    board.feared, board.attacker = 0, 0
    assert not allenby(board)


@pytest.mark.rule("9.1.3", "9.1.2")
def test_who_fights_a_battle() -> None:
    units = {"FR.XX": 36, "FR.X": "36*", "FR.XV": 37, "FR.HQ-5": 36, "GE.X": 36, "FR.I": 37}
    board = alone(turn=7, units=units).board
    names = ("FR.XX", "FR.X", "FR.XV", "FR.HQ-5", "GE.X")
    board.attackers, board.attacker, board.battles = {36: bits(BY_ID[name] for name in names)}, 0, [36, 37]
    _, fortune, end = carried_out(Battle(36), board)
    assert written(fortune.fight.units) == "FR.X FR.XX"  # type: ignore[attr-defined]
    assert written(fortune.fight.down) == "FR.X"  # type: ignore[attr-defined]
    assert end.side == 0  # type: ignore[attr-defined]
    assert (board.battle, board.battles, board.attackers) == (36, [37], {})
    assert board.fought >> 36 & 1
    board.battles = []
    _, fortune, _ = carried_out(Battle(37), board)
    assert fortune.fight.units == 0, "nobody was designated"  # type: ignore[attr-defined]


@pytest.mark.rule("9.1.4", "12.4", "14.3.6")
@pytest.mark.parametrize(
    ("landing", "landed", "side", "turn", "feared", "step"),
    [
        (True, 36, 0, 10, False, "LandingDie"),
        (False, 36, 0, 10, False, "FortunesOfWar"),
        (True, 37, 0, 10, False, "FortunesOfWar"),
        (False, 0, 1, 2, False, "AllenbysCavalry"),
        (False, 0, 1, 1, False, "AllenbysCavalry"),
        (False, 0, 1, 3, False, "FortunesOfWar"),
        (False, 0, 0, 2, False, "FortunesOfWar"),
        (False, 0, 1, 2, True, "FortunesOfWar"),
    ],
)
def test_what_stands_in_the_place_of_fortune(
    landing: bool, landed: int, side: int, turn: int, feared: bool, step: str
) -> None:
    board = alone(turn=turn, units={"BR.1": 36, "BR.1-C": 36, "GE.X": 36}, landed=landed).board
    board.landing, board.battle, board.attacker, board.feared = landing, 36, side, (1 << 36 if feared else 1 << 37)
    (found,) = carried_out(Fortune(Fight(0, 0, False)), board)
    assert type(found).__name__ == step


@pytest.mark.rule("9.1.4", "9.1.2")
@pytest.mark.reading("driven-french")
def test_whom_offensive_to_the_limit_adds_to_the_attack() -> None:
    units = {"FR.XX": 36, "FR.X": "36*", "FR.HQ-5": "36*", "BR.1": "36*", "FR.XV": 36, "FR.I": "37*", "GE.X": 36}
    board = alone(turn=2, units=units).board
    board.battle, board.attacker = 36, 0
    xx, x = 1 << BY_ID["FR.XX"], 1 << BY_ID["FR.X"]
    steps: tuple[Any, ...] = FortunesOfWar(Fight(xx, 0, True)).do(board, 6)
    assert steps[0].fight == Fight(xx | x, x, True)
    german = board.copy()
    german.attacker = 1
    after: tuple[Any, ...] = FortunesOfWar(Fight(1 << BY_ID["GE.X"], 0, False)).do(german, 6)
    assert after[0].fight == Fight(1 << BY_ID["GE.X"], 0, False)


@pytest.mark.rule("9.1.3")
def test_battles_are_resolved_where_both_sides_are_still_there() -> None:
    board = alone(turn=7, units={"FR.XX": 26, "FR.XV": 36, "GE.XIII": 26, "GE.X": 35, "FR.I": 35, "FR.II": 36}).board
    board.battles = [36, 35, 26]
    board.attackers = {26: 1 << BY_ID["FR.XX"], 36: 1 << BY_ID["FR.XV"]}
    assert ResolveBattles(ALLIED).hexes(board) == [26], "36 has no defender, and in 35 nobody was designated"
    board.attackers[35] = 1 << BY_ID["FR.XX"]
    assert ResolveBattles(ALLIED).hexes(board) == [26], "whoever was designated for 35 is not there"
    board.put(BY_ID["GE.XIII"], 84)
    assert ResolveBattles(ALLIED).hexes(board) == []
    assert carried_out(ResolveBattles(ALLIED), board) == ()


@pytest.mark.rule("9.1.4", "14.3.6", "8.4.5")
def test_what_is_added_to_a_die_on_strange_ground() -> None:
    check_dice(60, 27)
