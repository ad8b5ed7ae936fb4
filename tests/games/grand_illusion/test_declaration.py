"""9.1, 9.1.1, 9.1.2: which battles are fought; 14.1.1: the Belgians at Brussels."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import actor, alone, asked, carried_out, down, legal, play, question, where
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, written
from marne.games.grand_illusion.rules.actions import mandated
from marne.games.grand_illusion.rules.actions.declaration import BelgianWithdrawal, Declarations, Declare

ROAD = [26, 36, 35, 45, 44, 54, 64, 73]
FIVE = {"FR.XX": 87, "FR.XV": 87, "FR.XVI": 87, "FR.II-RG": 87, "FR.II-bis-RG": 87}
LORRAINE = {**FIVE, "GE.II-B": 96, "GE.III-B": 96, "GE.XXI": 96}


@pytest.mark.rule("9.1.2", "9.1")
def test_who_comes_upon_enemies_alone_must_fight() -> None:
    position = alone(turn=7, units={"FR.XX": 27, "FR.XV": 27, "GE.XIII": 26}, german=ROAD, withdrew=[3, 4])
    position = play(position, "activate 27", "all", "go 26")
    board = position.board
    assert board.battle == 26
    assert asked(position) == "FortunesOfWar"


@pytest.mark.rule("9.1.2", "8.6")
def test_where_friends_are_it_is_a_choice_for_those_who_moved() -> None:
    position = alone(turn=7, units={"FR.XX": 27, "FR.II-T": 26, "GE.XIII": 26}, german=ROAD, withdrew=[3, 4])
    position = play(position, "activate 27", "take FR.XX", "go 26")
    assert legal(position) == ["battle", "no battle"]
    fought = play(position, "battle")
    assert "PlaceAttackers" not in asked(fought)
    assert written(position.board.entered[26]) == "FR.XX"
    assert actor(play(position, "no battle")) == "allied"


@pytest.mark.rule("9.1.2", "8.5")
def test_in_the_activated_hex_some_may_stay_out() -> None:
    position = alone(turn=7, units={"FR.XX": 26, "FR.II-T": 26, "GE.XIII": 26}, german=ROAD, withdrew=[3, 4])
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


@pytest.mark.rule("9.1.1", "14.1.1")
def test_mandated_battles_by_turn() -> None:
    board = alone(units=LORRAINE).board
    counts = []
    for turn in range(1, 16):
        board.turn = turn
        mandated.begin_turn(board)
        counts.append(tuple(board.mandated))
    assert counts == [(1, 0), (2, 0), (1, 0), (1, 0), *[(0, 0)] * 7, *[(0, 1)] * 4]


@pytest.mark.rule("9.1.1")
def test_four_corps_against_two_corps_or_forts() -> None:
    board = alone(units=LORRAINE, mandated=[1, 0]).board
    corps = board.combat(87, ALLIED)
    assert mandated.qualifies(board, 96, ALLIED, corps)
    assert not mandated.qualifies(board, 96, ALLIED, corps & ~(1 << BY_ID["FR.XX"] | 1 << BY_ID["FR.XV"]))
    board.put(BY_ID["GE.II-B"], 95)
    board.put(BY_ID["GE.III-B"], 95)
    assert not mandated.qualifies(board, 96, ALLIED, corps)
    board.mandated = [0, 0]
    assert not mandated.qualifies(board, 95, ALLIED, corps)


@pytest.mark.rule("9.1.1", "9.3.5", "14.1.1")
def test_in_a_plan_17_hex_it_is_the_allied_players_choice() -> None:
    position = alone(turn=2, units=LORRAINE, mandated=[1, 0])
    position = play(position, "activate 87", "all", "go 96")
    assert asked(position) == "Declare"
    assert legal(position) == ["mandated", "ordinary"]
    ordered = play(position, "mandated")
    assert mandated.is_plan17(ordered.board, 96)
    assert not mandated.is_plan17(play(position, "ordinary").board, 96)


@pytest.mark.rule("9.1.1", "14.1.1", "ES-2")
@pytest.mark.parametrize(
    ("edition", "hex", "points"), [("english", 96, 4), ("english", 101, 3), ("spanish", 96, 4), ("spanish", 101, 4)]
)
def test_the_point_for_a_mandated_battle(edition: str, hex: int, points: int) -> None:
    board = alone(edition, turn=2, units=dict.fromkeys(FIVE, hex), mandated=[1, 0], declared=[hex]).board
    mandated.executed(board, hex)
    assert board.mandated[ALLIED] == 0
    assert board.points[ALLIED] == points


@pytest.mark.rule("14.1.2")
def test_no_point_without_supply() -> None:
    board = alone(turn=2, units=dict.fromkeys(FIVE, 96), mandated=[1, 0], declared=[96], german=[87, 97, 88]).board
    mandated.executed(board, 96)
    assert board.points[ALLIED] == 3


@pytest.mark.rule("9.1.1", "ES-1")
@pytest.mark.parametrize(
    ("edition", "hex", "ignored"),
    [("english", 96, [3, 4, 7, 10]), ("english", 101, []), ("spanish", 96, [3, 7, 10]), ("spanish", 101, [3, 7, 10])],
)
def test_fortunes_that_an_attack_at_all_cost_ignores(edition: str, hex: int, ignored: list[int]) -> None:
    board = alone(edition, turn=2, units=LORRAINE, declared=[hex]).board
    assert [roll for roll in range(2, 13) if mandated.ignores_fortune(board, hex, roll)] == ignored
    board.turn = 5
    assert not any(mandated.ignores_fortune(board, hex, roll) for roll in range(2, 13))


@pytest.mark.rule("9.1.1")
def test_orders_from_fortune_need_caps() -> None:
    board = alone(turn=6, units=LORRAINE, caps=[1, 0]).board
    mandated.receive(board, ALLIED)
    mandated.receive(board, ALLIED)
    mandated.receive(board, GERMAN)
    assert board.mandated == [1, 0]


@pytest.mark.rule("9.1.1", "14.1.2")
def test_battles_not_fought_cost_points() -> None:
    board = alone(units=LORRAINE, mandated=[2, 1]).board
    mandated.penalise(board)
    assert board.points == [1, -1]
    assert board.mandated == [0, 0]


BRUSSELS = {"BE.I": 62, "BE.II": 62, "BE.3": 62, "BE.HQ-Belge": 62, "GE.III": 72, "GE.IV": 72, "GE.II": 72}


@pytest.mark.rule("14.1.1", "12.5.1", "ES-42")
@pytest.mark.parametrize(("edition", "counts"), [("english", 1), ("spanish", 0)])
def test_the_belgian_army_slips_into_antwerp(edition: str, counts: int) -> None:
    position = alone(edition, turn=1, side="german", units=BRUSSELS, caps=[4, 6])
    position = play(position, "activate 72", "all", "go 62")
    assert asked(position) == "BelgianWithdrawal"
    assert actor(position) == "allied"
    position = play(position, "slip away")
    assert where(position, "BE.I") == where(position, "BE.HQ-Belge") == 52
    assert position.board.caps[ALLIED] == 3
    assert down(position, "BE.HQ-Belge"), "a staff that retreats is flipped"
    assert position.board.bottled
    assert position.board.northern == counts
    assert position.board.controls(GERMAN, 62)
    assert actor(position) == "german", "the initiative stays"


@pytest.mark.rule("14.1.1", "14.3.1", "ES-42")
def test_not_without_a_cap_nor_twice_in_the_north() -> None:
    for changes in ({"caps": [0, 6]}, {"northern": 1}):
        position = alone(turn=1, side="german", units=BRUSSELS, **changes)
        position = play(position, "activate 72", "all", "go 62")
        assert asked(position) != "BelgianWithdrawal"
    position = alone("spanish", turn=1, side="german", units=BRUSSELS, northern=1)
    assert asked(play(position, "activate 72", "all", "go 62")) == "BelgianWithdrawal"
    position = alone(scenario=3, turn=1, side="german", units=BRUSSELS, options={"allied": [5]})
    assert asked(play(position, "activate 72", "all", "go 62")) != "BelgianWithdrawal"


@pytest.mark.rule("9.1.2", "9.5.3", "9.5.4")
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


@pytest.mark.rule("9.1.1", "14.1.1")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_two_mandated_battles_in_one_plan_17_hex_are_two_points(edition: str) -> None:
    board = alone(edition, turn=2, units=dict.fromkeys(FIVE, 96), mandated=[2, 0], declared=[96]).board
    mandated.executed(board, 96)
    board.declared |= 1 << 96
    mandated.executed(board, 96)
    assert board.points[ALLIED] == 5
    assert board.mandated[ALLIED] == 0


@pytest.mark.rule("14.1.1", "9.1.1", "ES-44")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_the_markers_in_every_scenario(edition: str) -> None:
    for scenario in (1, 2, 3):
        for turn in range(1, 16):
            for withdrew in (0, 3):
                board = alone(edition, scenario, turn=turn, units=LORRAINE, withdrew=[withdrew, 0]).board
                mandated.begin_turn(board)
                allied = {1: 1, 2: 2, 3: 1, 4: 1}.get(turn, 0) if not withdrew else 0
                german = int(turn >= 12 and (scenario != 3 or edition == "english"))
                assert board.mandated == [allied, german]


@pytest.mark.rule("9.1.1", "9.3.5", "14.1.1")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_mandated_battles_in_every_case(edition: str) -> None:
    for turn in (1, 4, 5):
        for hex in (96, 101, 36):
            for side in (ALLIED, GERMAN):
                for declared in (True, False):
                    check_mandated(edition, turn, hex, side, declared)


def check_mandated(edition: str, turn: int, hex: int, side: int, declared: bool) -> None:
    units = dict.fromkeys(FIVE, hex)
    board = alone(edition, turn=turn, units=units, mandated=[2, 2], declared=[hex] if declared else [57]).board
    board.attacker = side
    early = declared and side == ALLIED and turn <= 4
    assert mandated.is_plan17(board, hex) is (early and hex == 96)
    ignored = {3, 4, 7, 10} if edition == "english" else {3, 7, 10}
    counts = early and (hex == 96 or edition == "spanish")
    found = {roll for roll in range(2, 13) if mandated.ignores_fortune(board, hex, roll)}
    assert found == (ignored if counts else set())
    mandated.executed(board, hex)
    assert board.points == [3 + counts, 0]
    assert board.mandated[side] == 2 - declared
    assert board.mandated[1 - side] == 2
    assert not board.declared >> hex & 1


@pytest.mark.rule("9.1.1", "14.1.1")
def test_a_marker_does_not_go_below_zero() -> None:
    board = alone(turn=2, units=LORRAINE, mandated=[0, 0], declared=[96]).board
    mandated.executed(board, 96)
    assert board.mandated == [0, 0]


@pytest.mark.rule("9.1.1")
def test_orders_from_fortune_in_every_case() -> None:
    for caps in range(4):
        for orders in range(4):
            board = alone(turn=6, units=LORRAINE, caps=[caps, caps], mandated=[orders, 0]).board
            mandated.receive(board, ALLIED)
            assert board.mandated == [orders + (caps > 0 and orders < caps), 0]


@pytest.mark.rule("9.1.2", "8.6", "8.5")
def test_declarations_go_hex_by_hex() -> None:
    units = {"FR.XX": 27, "FR.XV": 27, "FR.I": 27, "FR.II-T": 26, "GE.XIII": 26, "GE.XVI": 36, "GE.V": 27}
    position = alone(turn=7, units=units, german=ROAD, withdrew=[3, 4])
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
    position = alone(turn=7, units=units, german=ROAD, withdrew=[3, 4])
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


@pytest.mark.rule("9.1.1", "9.3.5", "9.1.2")
@pytest.mark.parametrize(
    ("side", "turn", "hex", "orders", "asks"),
    [
        (ALLIED, 4, 96, 1, True), (ALLIED, 5, 96, 1, False), (ALLIED, 3, 101, 1, False), (ALLIED, 4, 96, 0, False),
        (GERMAN, 4, 96, 1, False),
    ],
)  # fmt: skip
def test_when_a_mandated_battle_is_a_choice(side: int, turn: int, hex: int, orders: int, asks: bool) -> None:
    germans = dict.fromkeys(("GE.II-B", "GE.III-B", "GE.XXI", "GE.X", "GE.VII"), hex)
    board = alone(turn=turn, units={**dict.fromkeys(FIVE, hex), **germans}, mandated=[orders, orders]).board
    board.entered = {hex: board.combat(hex, side)}
    step = Declare(side, hex)
    assert (question(step, board) is not None) is asks
    step.do(board, None if not asks else "ordinary")
    assert bool(board.declared >> hex & 1) is (not asks and orders > 0)
    assert board.battles == [hex]
    assert board.attacker == side
    if asks:
        step.do(board, "mandated")
        assert board.declared >> hex & 1


@pytest.mark.rule("9.1.1", "9.1.2")
def test_no_more_battles_are_mandated_than_there_are_orders() -> None:
    germans = dict.fromkeys(("GE.II-B", "GE.III-B"), 96)
    board = alone(turn=6, units={**dict.fromkeys(FIVE, 96), **germans}, mandated=[1, 0], declared=[101]).board
    board.entered = {96: board.combat(96, ALLIED)}
    assert not Declare(ALLIED, 96).may_be_mandated(board)
    board.mandated = [2, 0]
    assert Declare(ALLIED, 96).may_be_mandated(board)
    board.entered = {96: 1 << BY_ID["FR.XX"]}
    assert not Declare(ALLIED, 96).may_be_mandated(board), "four corps"


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


@pytest.mark.rule("14.1.1", "12.5.1", "ES-42")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_when_the_belgians_may_slip_away(edition: str) -> None:
    for scenario in (1, 2, 3):
        for turn in (1, 2):
            for caps in (0, 1):
                for northern in (0, 1, 2):
                    for option in (False, True):
                        check_slipping(edition, scenario, turn, caps, northern, option)


def check_slipping(edition: str, scenario: int, turn: int, caps: int, northern: int, prepared: bool) -> None:
    options = {"allied": [5] if prepared else []}
    board = alone(
        edition, scenario, turn=turn, units=BRUSSELS, caps=[caps, 4], northern=northern, options=options
    ).board
    english = edition == "english"
    may = turn == 1 and caps >= 1 and not prepared
    if scenario == 3:
        may = may and english and northern < 2
    elif english:
        may = may and northern < 1
    assert (question(BelgianWithdrawal(), board) is not None) is may


@pytest.mark.rule("14.1.1", "12.5.1", "9.4.4")
def test_who_slips_away_and_who_fights_on() -> None:
    board = alone(turn=1, units={"BE.HQ-Belge": 62, "FR.XX": 62, "GE.III": 62}).board
    assert question(BelgianWithdrawal(), board) is None, "a staff is no army"
    units = {**BRUSSELS, "GE.III": 62, "FR.XX": 62, "BE.C": "62*", "BE.4": 64}
    board = alone(turn=1, units=units, caps=[4, 4], declared=[62, 73]).board
    board.battles, board.attackers = [62], {62: 1 << BY_ID["GE.III"]}
    stays = board.copy()
    BelgianWithdrawal().do(stays, "stand")
    assert stays.where[BY_ID["BE.I"]] == 62
    assert stays.caps == [4, 4]
    BelgianWithdrawal().do(board, "slip away")
    assert written(board.combat(52, ALLIED)) == "BE.I BE.II BE.3 BE.C"
    assert board.is_down(BY_ID["BE.HQ-Belge"])
    assert not board.is_down(BY_ID["BE.I"])
    assert not board.is_down(BY_ID["FR.HQ-5"])
    assert board.battles == [62], "the French corps is still there to fight"
    assert board.declared >> 62 & 1
    board = alone(turn=1, units={**BRUSSELS, "GE.III": 62}, caps=[4, 4], declared=[62, 73]).board
    board.battles, board.attackers = [62], {62: 1 << BY_ID["GE.III"]}
    BelgianWithdrawal().do(board, "slip away")
    assert (board.battles, board.attackers, board.declared) == ([], {}, 1 << 73)
    assert board.controls(GERMAN, 62)
    assert board.caps == [3, 4]
    for scenario, bottled in ((1, True), (2, True), (3, False)):
        board = alone(scenario=scenario, turn=1, units=BRUSSELS, caps=[4, 4]).board
        board.battles, board.attackers = [62], {62: 0}
        BelgianWithdrawal().do(board, "slip away")
        assert board.bottled is bottled
