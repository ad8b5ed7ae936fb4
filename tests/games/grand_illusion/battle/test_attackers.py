"""9.2.3, 9.2.4: the attacker's placement, the counterattack."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.battle.support import check_dice, check_ranks
from games.grand_illusion.battlefield import battle, front, reserves, shot, sums, to_dice
from games.grand_illusion.positions import QUIET, told
from games.grand_illusion.support import Game, actor, alone, asked, goes, legal, play, refused
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.rules.actions.declaration import able
from marne.kit import why_not_offered as reason


@pytest.mark.rule("9.2.3")
@pytest.mark.reading("must-be-placed")
def test_the_attacker_faces_undisrupted_units_first() -> None:
    position = play(battle("FR.XX FR.XV", "GE.X GE.VII*"), QUIET)
    assert legal(position) == ["front FR.XX", "front FR.XV"]
    position = play(position, "front FR.XV")
    assert front(position) == [("FR.XX", "GE.VII"), ("FR.XV", "GE.X")] or front(position) == [
        ("FR.XV", "GE.X"),
        ("FR.XX", "GE.VII"),
    ]


@pytest.mark.rule("9.2.3", "9.6.1", "9.5.1")
def test_cavalry_never_faces_a_fort() -> None:
    position = battle("GE.9-C GE.X", "FR.F-Maubeuge FR.1-C*", side="german", hex=54)
    position = play(position, QUIET)
    assert legal(position) == ["front GE.X", "front GE.9-C"], "cavalry may go against cavalry at once"
    position = play(position, "front GE.X")
    assert legal(position) == ["against FR.1-C", "against FR.F-Maubeuge"], "the corps has the choice"
    position = play(position, "against FR.1-C")
    assert front(position) == [("GE.X", "FR.1-C"), ("", "FR.F-Maubeuge")]
    assert reserves(to_dice(position))[0][1] == "FR.F-Maubeuge"
    assert "GE.9-C" not in str(front(position)), "for the cavalry only the fort was left"


@pytest.mark.rule("9.2.3", "9.8.2")
def test_disrupted_attackers_come_if_they_like() -> None:
    position = play(battle("FR.XX FR.X*", "GE.X GE.VII"), QUIET, "against GE.X")
    assert legal(position) == ["front FR.X", "done"]
    position = play(position, "front FR.X")
    assert sorted(front(position)) == [("FR.X", "GE.VII"), ("FR.XX", "GE.X")]


@pytest.mark.rule("9.2.4")
@pytest.mark.reading("fortunes-first")
def test_nobody_to_counterattack_no_counterattack() -> None:
    fort = play(battle("GE.X", "FR.F-Maubeuge", side="german", hex=54, others={"FR.X": 47}), 10)
    assert fort.board.battle == 0
    assert actor(fort) == "allied", "the initiative has gone over all the same"
    tired = play(battle("GE.X", "FR.XX*", side="german"), 10)
    assert legal(tired) == ["front FR.XX", "done"]
    over = play(tired, "done")
    assert over.board.battle == 0
    assert over.board.combat(36, 0), "nobody has to retreat"
    assert asked(play(tired, "front FR.XX")) == "Fire"


@pytest.mark.rule("9.2.3", "ES-8")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_attacking_brigades_stand_before_cavalry_in_both_editions(edition: str) -> None:
    attackers = "FR.XX FR.XV FR.XVI FR.Marine FR.2-C"
    position = play(battle(attackers, "GE.X GE.VII GE.II GE.IV", edition=edition), QUIET)
    while asked(position) == "PlaceAttackers" or asked(position) == "PlaceOpposite":
        assert "front FR.2-C" not in legal(position)
        position = play(position, legal(position)[0])
    assert "FR.Marine" in [mine for mine, _ in front(position)]
    assert "FR.2-C" not in [mine for mine, _ in front(position)]


@pytest.mark.rule("9.2.3", "9.6.1")
def test_cavalry_may_jump_the_queue_only_against_cavalry() -> None:
    start = play(battle("FR.XX FR.XV FR.2-C", "GE.X GE.9-C"), QUIET)
    assert legal(start) == ["front FR.XX", "front FR.XV", "front FR.2-C"]
    position = play(start, "front FR.2-C")
    assert ("FR.2-C", "GE.9-C") in front(position), "it faces the cavalry, and nobody is asked"
    foot = play(battle("FR.XX FR.XV FR.2-C", "GE.X GE.VII"), QUIET)
    assert legal(foot) == ["front FR.XX", "front FR.XV"]
    tired = play(battle("FR.XX FR.XV FR.2-C*", "GE.X GE.9-C"), QUIET)
    assert "front FR.2-C" not in legal(tired)
    last = play(battle("FR.XX FR.2-C", "GE.X GE.9-C"), QUIET, "front FR.XX", "against GE.9-C")
    assert ("FR.2-C", "GE.X") in front(last), "when its turn comes it faces whoever is left"


@pytest.mark.rule("9.2.3", "9.2.2")
def test_cavalry_that_jumps_the_queue_may_take_a_second_division_along() -> None:
    position = play(battle("FR.XX FR.2-C FR.6-C", "GE.X GE.9-C"), QUIET, "front FR.2-C")
    assert legal(position) == ["stack FR.6-C", "alone"]
    position = play(position, "stack FR.6-C")
    assert ("FR.2-C FR.6-C", "GE.9-C") in front(position)


@pytest.mark.rule("9.2.3", "9.8.2")
def test_the_disrupted_are_placed_one_by_one_until_the_attacker_stops() -> None:
    position = play(battle("FR.XX FR.X* FR.I*", "GE.X GE.VII GE.II"), QUIET, "against GE.X")
    assert legal(position) == ["front FR.I", "front FR.X", "done"]
    one = play(position, "front FR.I", "against GE.II")
    assert legal(one) == ["front FR.X", "done"]
    assert len([mine for mine, _ in front(play(one, "done")) if mine]) == 2
    both = play(one, "front FR.X")
    assert sorted(mine for mine, _ in front(both)) == ["FR.I", "FR.X", "FR.XX"]
    none = play(position, "done")
    assert len([mine for mine, _ in front(none) if mine]) == 1


@pytest.mark.rule("9.2.3", "9.2.2", "ES-9")
@pytest.mark.parametrize(("edition", "stacks"), [("english", False), ("spanish", True)])
def test_disrupted_attackers_stack_only_in_spanish(edition: str, stacks: bool) -> None:
    position = play(battle("FR.XX FR.Maroc* FR.45*", "GE.X GE.VII", edition=edition), QUIET, "against GE.X")
    position = play(position, "front FR.Maroc")
    if stacks:
        assert legal(position) == ["stack FR.45", "alone"]
        assert ("FR.Maroc FR.45", "GE.VII") in front(play(position, "stack FR.45"))
        position = play(position, "alone")
    assert ("FR.Maroc", "GE.VII") in front(position)


@pytest.mark.rule("9.2.3", "9.2.2")
def test_attacking_divisions_stand_as_a_stack_beside_the_corps_or_alone_in_their_turn() -> None:
    position = play(battle("FR.Maroc FR.45 FR.XX", "GE.X GE.VII"), QUIET)
    assert legal(position) == ["front FR.XX", "front FR.Maroc", "front FR.45"]
    stacked = play(position, "front FR.Maroc", "against GE.VII")
    assert ("FR.Maroc FR.45", "GE.VII") in front(stacked), "one alone would be out of turn"
    turn = play(battle("FR.Maroc FR.45", "GE.X GE.VII"), QUIET, "front FR.Maroc", "against GE.X")
    assert legal(turn) == ["stack FR.45", "alone"]
    assert sorted(front(play(turn, "alone"))) == [("FR.45", "GE.VII"), ("FR.Maroc", "GE.X")]


@pytest.mark.rule("9.2.3", "9.6.1")
def test_cavalry_is_put_opposite_the_one_unit_that_is_no_fort() -> None:
    position = play(battle("GE.9-C", "FR.F-Maubeuge FR.X*", side="german", hex=54), QUIET)
    assert ("GE.9-C", "FR.X") in front(position), "and nobody is asked"


@pytest.mark.rule("9.2.4", "9.3.2", "ES-11")
@pytest.mark.parametrize(("edition", "sum"), [("english", {}), ("spanish", {"fort in the hex": -1})])
def test_a_fort_helps_against_a_counterattack_only_in_spanish(edition: str, sum: dict[str, int]) -> None:
    position = battle("FR.XX", "GE.X", hex=76, edition=edition, spare="FR.F-Verdun-E")
    position = to_dice(play(position, 10))
    assert front(position) == [("GE.X", "FR.XX")]
    position, event = shot(position, 6)
    assert sums(event) == {"counterattack": 1}
    position, event = shot(position, 6)
    assert event.units == "FR.XX"
    assert sums(event) == sum


AROUND = {26: "FR.I", 27: "FR.III", 35: "FR.X", 37: "FR.XII", 46: "FR.XI", 47: "FR.XVII"}


@pytest.mark.rule("9.2.3")
@pytest.mark.parametrize(("count", "amount"), [(0, 0), (2, 0), (3, -1), (4, -1), (5, -2), (6, -2)])
def test_concentric_attack_by_occupied_neighbours(count: int, amount: int) -> None:
    others = {name: hex for hex, name in list(AROUND.items())[:count]}
    position = play(battle("FR.XX", "GE.X", others=others), QUIET)
    _, event = shot(position, 6)
    assert sums(event) == ({"concentric attack": amount} if amount else {})


@pytest.mark.rule("9.2.3", "8.4.5")
def test_a_blocked_hexside_counts_while_the_hex_behind_it_is_friendly() -> None:
    others = {"FR.I": 26, "FR.III": 27}
    blocked = ["allied 35 36"]
    position = play(battle("FR.XX", "GE.X", others=others, blocked=blocked), QUIET)
    assert sums(shot(position, 6)[1]) == {"concentric attack": -1}
    position = play(battle("FR.XX", "GE.X", others=others, blocked=blocked, german=[35]), QUIET)
    assert sums(shot(position, 6)[1]) == {}


@pytest.mark.rule("9.2.3")
def test_the_rulebooks_sum_of_ground_trench_and_four_hexes() -> None:
    others = {"FR.I": 16, "FR.III": 17, "FR.X": 25}
    position = battle("FR.XX", "GE.X", hex=26, trench={"26": 2}, others=others, blocked=["allied 27 26"])
    position, event = shot(play(position, QUIET), 6)
    assert sums(event) == {"terrain": 1, "trenches": 2, "concentric attack": -1}
    assert sum(each.amount for each in event.modifiers) == 2


@pytest.mark.rule("9.2.3", "ES-10")
@pytest.mark.parametrize(("edition", "around"), [("english", 2), ("spanish", 3)])
def test_impassable_hexsides_count_only_in_spanish(edition: str, around: int) -> None:
    from marne.games.grand_illusion.rules.battle.battle_fire import concentric_hexes

    others = {"FR.I": 42, "FR.III": 43, "FR.X": 53}
    position = battle("FR.XX", "GE.X", hex=52, edition=edition, others=others)
    assert concentric_hexes(play(position, QUIET).board) == around


@pytest.mark.rule("9.2.3", "ES-10")
@pytest.mark.parametrize(
    ("edition", "trench", "sum"),
    [("english", 0, -2), ("english", 1, -1), ("spanish", 0, 0), ("spanish", 1, 0), ("spanish", 2, 0)],
)
def test_concentric_attack_goes_below_zero_only_in_english(edition: str, trench: int, sum: int) -> None:
    others = {name: hex for hex, name in AROUND.items()}
    trenches = {"36": trench} if trench else {}
    position = play(battle("FR.XX", "GE.X", others=others, edition=edition, trench=trenches), QUIET)
    _, event = shot(position, 6)
    assert summed(each.amount for each in event.modifiers) == sum


def summed(amounts: Any) -> int:
    return sum(amounts)


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


@pytest.mark.rule("9.2.3", "9.3.1", "9.3.2")
def test_what_is_added_to_a_die() -> None:
    check_dice(60, 24)


@pytest.mark.rule("9.2.4", "9.3.5", "9.5.1")
def test_what_is_added_to_a_die_in_bad_fortune() -> None:
    check_dice(60, 25)


@pytest.mark.rule("9.2.3", "9.2.5", "ES-8")
@pytest.mark.reading("stacked-cavalry")
def test_the_ranks_of_the_attacker() -> None:
    check_ranks(60, 72)


def three_against_two(fortune: int, turn: int, edition: str = "english") -> Game:
    """A corps with brackets in the hex of an attack; both defenders want an opponent, and one corps attacks."""
    return play(battle("GE.X", "FR.I FR.X", side="german", spare="GE.OR", edition=edition, turn=turn), fortune)


def first_placed(position: Game) -> Game:
    """The attacker that must come is placed."""
    assert asked(position) == "PlaceOpposite", asked(position)
    return play(position, "against FR.I")


@pytest.mark.rule("2.4", "9.1.4", "9.2.3")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.parametrize("turn", [1, 4, 5, 9])
@pytest.mark.parametrize("fortune", [6, 11])
@pytest.mark.reading("brackets")
def test_brackets_may_attack_to_the_limit(fortune: int, turn: int, edition: str) -> None:
    position = first_placed(three_against_two(fortune, turn, edition))
    assert asked(position) == "PlaceAttackers"
    assert legal(position) == ["front GE.OR", "done"], "it may, and need not"
    attacks = play(position, "front GE.OR")
    assert sorted(front(attacks)) == [("GE.OR", "FR.X"), ("GE.X", "FR.I")]
    stays = play(position, "done")
    assert sorted(front(stays)) == [("", "FR.X"), ("GE.X", "FR.I")]


@pytest.mark.rule("2.4", "9.1.4", "9.2.3")
@pytest.mark.parametrize("fortune", [2, 4, 5, 8, 9, 12])
def test_and_on_no_other_fortune(fortune: int) -> None:
    position = first_placed(three_against_two(fortune, 3))
    assert asked(position) != "PlaceAttackers"
    assert ("", "FR.X") in front(position)


@pytest.mark.rule("2.4", "9.2.3")
@pytest.mark.reading("brackets")
def test_those_who_must_attack_are_placed_first() -> None:
    position = play(battle("GE.X GE.II", "FR.I FR.X FR.XV", side="german", spare="GE.OR", turn=2), 6)
    assert asked(position) == "PlaceAttackers"
    assert legal(position) == ["front GE.II", "front GE.X"]
    assert refused(position, "front GE.OR") == "9.2.3"
    assert refused(play(battle("GE.X GE.II", "FR.I FR.X", side="german", spare="GE.OR"), 8), "front GE.OR") == "2.4"


@pytest.mark.rule("2.4", "9.2.5")
def test_with_the_front_full_brackets_stand_in_reserve_if_one_likes() -> None:
    position = play(battle("GE.X", "FR.I", side="german", spare="GE.OR", turn=2), 11)
    assert asked(position) == "AttackerReserve"
    assert legal(position) == ["reserve GE.OR", "done"]
    assert reserves(to_dice(play(position, "reserve GE.OR"))) == [("GE.OR", "")]


@pytest.mark.rule("2.4", "9.8.2", "9.1.2")
def test_disrupted_brackets_come_too() -> None:
    position = first_placed(play(battle("GE.X", "FR.I FR.X", side="german", spare="GE.OR*", turn=2), 6))
    assert legal(position) == ["front GE.OR", "done"]


@pytest.mark.rule("2.4", "9.1.2", "8.4.4")
def test_brackets_still_declare_nothing() -> None:
    position = alone(turn=6, units={"GE.OR": 103, "FR.XX": 103, "GE.X": 84}, german=[103], caps=[4, 4])
    assert not able(position.board, 103, 1, 1 << BY_ID["GE.OR"])
    units = {"GE.OR": 106, "FR.XX": 103, "GE.X": 84}
    moving = alone(turn=6, side="german", units=units, allied=[103], caps=[4, 4], withdrew=[3, 4])
    moving = play(moving, "activate 106", "take GE.OR")
    assert 103 not in goes(moving)
    assert refused(moving, "go 103") == "2.4"
