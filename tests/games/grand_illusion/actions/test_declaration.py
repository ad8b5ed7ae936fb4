"""8.5, 8.6, 9.0, 9.1, 9.1.2: which battles are fought."""

from __future__ import annotations

import pytest

from games.grand_illusion.battlefield import battle
from games.grand_illusion.positions import CORRIDOR, QUIET, activated, check_entries
from games.grand_illusion.support import actor, alone, asked, carried_out, legal, play
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, written
from marne.games.grand_illusion.rules.actions.declaration import Declarations, Declare
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.battle.battle_placement import PlaceAttackers


@pytest.mark.rule("9.1.2", "9.1")
def test_who_comes_upon_enemies_alone_must_fight() -> None:
    position = alone(turn=7, units={"FR.XX": 27, "FR.XV": 27, "GE.XIII": 26}, german=CORRIDOR, withdrew=[3, 4])
    position = play(position, "activate 27", "all", "go 26")
    board = position.board
    assert board.battle == 26
    assert asked(position) == "FortunesOfWar"


@pytest.mark.rule("9.1.2", "8.6")
def test_where_friends_are_it_is_a_choice_for_those_who_moved() -> None:
    position = alone(turn=7, units={"FR.XX": 27, "FR.II-T": 26, "GE.XIII": 26}, german=CORRIDOR, withdrew=[3, 4])
    position = play(position, "activate 27", "take FR.XX", "go 26")
    assert legal(position) == ["battle", "no battle"]
    fought = play(position, "battle")
    assert "PlaceAttackers" not in asked(fought)
    assert written(position.board.entered[26]) == "FR.XX"
    assert actor(play(position, "no battle")) == "allied"


@pytest.mark.rule("9.1.2", "8.5")
def test_in_the_activated_hex_some_may_stay_out() -> None:
    position = alone(turn=7, units={"FR.XX": 26, "FR.II-T": 26, "GE.XIII": 26}, german=CORRIDOR, withdrew=[3, 4])
    position = play(position, "activate 26", "done", "battle")
    assert asked(position) == "Designate"
    position = play(position, "spare FR.II-T")
    assert asked(position) == "FortunesOfWar"


@pytest.mark.rule("9.1.2", "9.6.1")
def test_cavalry_does_not_go_against_forts_alone() -> None:
    position = alone(
        turn=7, side="german", units={"GE.3-C": 75, "FR.F-Verdun-E": 76, "FR.XX": 57}, german=[75], withdrew=[3, 4]
    )
    position = play(position, "activate 75", "take GE.3-C")
    assert "go 76" not in legal(position)


@pytest.mark.rule("9.1.2", "9.5.3", "9.5.4")
@pytest.mark.reading("besiegers-join")
def test_guns_and_corps_that_join_a_siege_may_attack_at_once() -> None:
    units = {"GE.X": 64, "BE.F-Namur": 64, "GE.VII": 73, "GE.HA-420": 73, "FR.XX": 57}
    position = alone(turn=6, side="german", units=units, german=[64, 73], siege=[64], withdrew=[3, 4])
    position = play(position, "activate 73", "take GE.VII", "take GE.HA-420", "go 64")
    position = play(position, "drop GE.HA-420") if asked(position) == "Walk" else position
    position = play(position, "stop") if asked(position) == "Walk" else position
    assert asked(position) == "MayDeclare"
    position = play(position, "battle")
    assert position.board.battle == 64
    assert asked(position) == "Bombardment", "before Fortunes of War"


@pytest.mark.rule("9.1.2", "8.4.4")
def test_who_walks_on_past_a_siege_does_not_fight_there() -> None:
    units = {"GE.X": 64, "BE.F-Namur": 64, "GE.VII": 73, "FR.XX": 57}
    position = alone(turn=6, side="german", units=units, german=[64, 73, 63], siege=[64], withdrew=[3, 4])
    position = play(position, "activate 73", "take GE.VII", "go 64", "go 63")
    assert asked(position) != "MayDeclare"


@pytest.mark.rule("9.1.2", "8.6", "8.5")
def test_declarations_go_hex_by_hex() -> None:
    units = {"FR.XX": 27, "FR.XV": 27, "FR.I": 27, "FR.II-T": 26, "GE.XIII": 26, "GE.XVI": 36, "GE.V": 27}
    position = alone(turn=7, units=units, german=CORRIDOR, withdrew=[3, 4])
    position = play(position, "activate 27", "take FR.XX", "go 26", "take FR.XV", "go 36", "done")
    assert (asked(position), legal(position)) == ("MayDeclare", ["battle", "no battle"]), "26: a choice"
    position = play(position, "no battle")
    assert asked(position) == "MayDeclare", "27: the activated hex; 36 is a must and not asked for"
    assert position.board.battles == [36]
    both = play(position, "battle")
    assert legal(both) == ["resolve 27", "resolve 36"]
    assert written(both.board.attackers[27]) == "FR.I"
    assert written(both.board.attackers[36]) == "FR.XV"
    one = play(position, "no battle")
    assert one.board.battle == 36


@pytest.mark.rule("9.1.2", "8.5")
def test_who_is_designated() -> None:
    units = {"FR.XX": 26, "FR.XV": 26, "FR.I": 26, "GE.XIII": 26}
    position = alone(turn=7, units=units, german=CORRIDOR, withdrew=[3, 4])
    position = play(position, "activate 26", "done", "battle")
    assert legal(position) == ["spare FR.I", "spare FR.XX", "spare FR.XV", "done"]
    position = play(position, "spare FR.XX")
    assert legal(position) == ["spare FR.I", "spare FR.XV", "done"]
    fight = position.play("done").agenda[0].fight  # type: ignore[attr-defined]
    assert written(fight.units) == "FR.I FR.XV"


@pytest.mark.rule("9.1.2", "8.6")
def test_nothing_is_declared_where_nobody_of_the_side_is() -> None:
    board = alone(turn=7, units={"FR.XX": 26, "GE.XIII": 26, "GE.V": 36}).board
    board.active = 36
    assert carried_out(Declarations(ALLIED), board) == ()
    board.active = 0
    assert carried_out(Declarations(ALLIED), board) == ()
    board.active = 26
    (step,) = carried_out(Declarations(ALLIED), board)
    assert type(step).__name__ == "MayDeclare"
    board.active, board.entered = 0, {26: 1 << BY_ID["FR.XX"]}
    (step,) = carried_out(Declarations(ALLIED), board)
    assert type(step).__name__ == "MayDeclare"
    board.must = 1 << 26
    (step,) = carried_out(Declarations(ALLIED), board)
    assert type(step).__name__ == "Declare"


@pytest.mark.rule("9.1.2", "9.1.1")
def test_a_battle_needs_both_sides() -> None:
    board = alone(turn=7, units={"FR.XX": 26, "GE.XIII": 26, "FR.I": 36, "GE.9-C": 35}).board
    for hex, units in ((36, "FR.I"), (35, "")):
        board.entered = {hex: 1 << BY_ID[units]} if units else {}
        assert carried_out(Declare(ALLIED, hex), board) == ()
    assert board.battles == []
    board.put(BY_ID["FR.I"], 35)
    assert carried_out(Declare(ALLIED, 35), board) == ()
    assert board.battles == [], "nobody moved in, and nobody was designated"
    board.entered = {26: 1 << BY_ID["FR.XX"]}
    carried_out(Declare(ALLIED, 26), board)
    assert board.battles == [26]


@pytest.mark.rule("9.1.2", "14.1.1", "12.5.1")
def test_only_a_german_attack_on_brussels_lets_the_belgians_slip_away() -> None:
    for hex, side, asks in ((62, GERMAN, True), (53, GERMAN, False), (62, ALLIED, False)):
        board = alone(turn=1, units={"BE.I": hex, "GE.III": hex}).board
        board.entered = {hex: board.combat(hex, side)}
        steps = carried_out(Declare(side, hex), board)
        assert [type(step).__name__ for step in steps] == (["BelgianWithdrawal"] if asks else [])


@pytest.mark.rule("9.1.2", "9.2.3", "9.1.4")
@pytest.mark.parametrize(
    ("fortune", "turn", "attacker", "driven"),
    [(6, 4, 0, "FR.X"), (11, 1, 0, "FR.X"), (5, 2, 0, ""), (6, 5, 0, ""), (6, 2, 1, "")],
)
def test_whom_offensive_to_the_limit_drives_on(fortune: int, turn: int, attacker: int, driven: str) -> None:
    position = play(battle("FR.XX", "GE.X GE.VII", turn=2, withdrew=[0, 0]), QUIET)
    board = position.board.copy()
    for name in ("FR.X", "FR.Maroc", "BR.1", "FR.2-C"):
        board.put(BY_ID[name], 36)
        board.down |= 1 << BY_ID[name]
    board.put(BY_ID["FR.XV"], 36)
    board.fortune, board.turn, board.attacker = fortune, turn, attacker
    fight = Fight(board.combat(36, 0), board.down, False)
    board.spaces = [0] * 16
    board.spaces[8], board.spaces[9] = 1 << BY_ID["GE.X"], 1 << BY_ID["GE.VII"]
    assert written(PlaceAttackers(fight).driven(board)) == driven
    if driven:
        board.spaces[0] = 1 << BY_ID["FR.X"]
        assert written(PlaceAttackers(fight).driven(board)) == "FR.Maroc", "infantry next"
        board.spaces[1] = 1 << BY_ID["FR.Maroc"]
        assert PlaceAttackers(fight).driven(board) == 0, "no space is left"
        board.spaces[10] = 1 << BY_ID["GE.II"]
        assert written(PlaceAttackers(fight).driven(board)) == "FR.2-C"
        assert written(PlaceAttackers(fight).volunteers(board)) == "FR.2-C BR.1"
        board.spaces[2] = 1 << BY_ID["FR.2-C"]
        assert PlaceAttackers(fight).driven(board) == 0


@pytest.mark.rule("8.5", "8.6", "8.2.2")
def test_some_fight_in_the_activated_hex_while_others_move_on() -> None:
    position = activated(26, "FR.XV", units={"FR.XX": 26, "FR.XV": 26, "GE.XIII": 26, "GE.XVI": 60}, german=[26])
    position = play(position, "go 25", "stop", "done")
    assert asked(position) == "MayDeclare"
    assert legal(position) == ["battle", "no battle"]


@pytest.mark.rule("8.5", "9.8.2", "14.1.1")
def test_where_groups_may_go_from_the_activated_hex() -> None:
    check_entries(50, 14)
