"""14.1.1, 14.2.1, 14.3.1: the special rules of each scenario."""

from __future__ import annotations

import pytest

from games.grand_illusion.battlefield import battle
from games.grand_illusion.positions import EVERYWHERE, FRONT, LORRAINE
from games.grand_illusion.scenarios.support import chosen
from games.grand_illusion.support import (
    actor,
    alone,
    arranged,
    asked,
    down,
    goes,
    happened,
    legal,
    play,
    question,
    refused,
    until,
    where,
)
from marne.games.grand_illusion.board import DEAD, VARIABLE
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS, SIDES, written
from marne.games.grand_illusion.events import PointsChanged
from marne.games.grand_illusion.rules.actions import mandated
from marne.games.grand_illusion.rules.actions.actions import Act
from marne.games.grand_illusion.rules.actions.declaration import BelgianWithdrawal
from marne.games.grand_illusion.rules.reinforcements.reinforcements import BritishReturn, variable_hexes
from marne.games.grand_illusion.rules.reinforcements.replacements import comes_back_weak
from marne.games.grand_illusion.rules.supply.recovery import fatigue, may_recover


@pytest.mark.rule("14.1.1")
@pytest.mark.parametrize(
    ("turn", "word", "weak"), [(7, "later", False), (8, "later", True), (9, "now", False), (10, "now", True)]
)
def test_late_replacements_come_back_disrupted(turn: int, word: str, weak: bool) -> None:
    position = alone(begin="reinforcements", turn=turn, caps=[3, 0], units={**FRONT, "FR.XV": "dead"})
    position = play(position, f"{word} FR.XV")
    if word == "now":
        assert down(play(position, "at 57"), "FR.XV") is weak
    else:
        assert bool(position.board.weak >> BY_ID["FR.XV"] & 1) is weak


@pytest.mark.rule("14.3.1")
def test_no_east_front_in_scenario_three() -> None:
    position = arranged(scenario=3, begin="reinforcements", turn=3, side="german")
    position = until(position, "Act")
    assert position.board.points == [3, 0]


@pytest.mark.rule("14.1.1")
def test_british_and_belgian_infantry_returns_on_turns_eight_and_twelve() -> None:
    lost = {**FRONT, "BR.HQ-BEF": 27, "BR.1": "dead", "BE.I": "dead", "BR.1-C": "dead"}
    position = alone(begin="reinforcements", turn=8, units=lost)
    assert legal(position) == ["return BR.1", "none"]
    position = play(position, "return BR.1", "at 27")
    assert where(position, "BR.1") == 27
    assert not down(position, "BR.1")
    position = alone(begin="reinforcements", turn=12, units=lost)
    position = play(position, "return BR.1", "at 27", "return BE.I", "at 14")
    assert down(position, "BR.1")
    assert down(position, "BE.I")
    assert where(alone(begin="reinforcements", turn=9, units=lost), "BR.1") == DEAD


@pytest.mark.rule("14.1.1")
def test_the_detachment_relieves_a_numbered_army() -> None:
    position = alone(begin="reinforcements", turn=6, side="german", units={**FRONT, "GE.HQ-Det": "T6"})
    assert "relieve GE.HQ-4" in legal(position)
    position = play(position, "relieve GE.HQ-4")
    assert where(position, "GE.HQ-Det") == 84
    assert position.board.track[BY_ID["GE.HQ-4"]] == (7, VARIABLE)


@pytest.mark.rule("14.1.1", "7.1", "7.1.1")
@pytest.mark.parametrize(("turn", "relieves"), [(5, False), (6, True), (7, True)])
def test_what_the_detachment_may_relieve(turn: int, relieves: bool) -> None:
    units = {
        **FRONT,
        "GE.HQ-Det": f"T{turn}",
        "GE.HQ-5": 85,
        "GE.V": 85,
        "GE.HQ-Nord": 86,
        "GE.XVI": 86,
        "GE.HQ-7": "aside",
    }
    position = alone(begin="reinforcements", turn=turn, side="german", units=units, caps=[0, 0])
    found = [text for text in legal(position) if text.startswith("relieve")]
    assert found == (["relieve GE.HQ-4", "relieve GE.HQ-5"] if relieves else []), "numbered armies on the map"
    other = alone(begin="reinforcements", turn=6, side="german", units={**FRONT, "GE.II-LW": "T6"}, caps=[0, 0])
    assert not [text for text in legal(other) if text.startswith("relieve")]
    spanish = alone("spanish", 3, begin="reinforcements", turn=turn, side="german", units=units, caps=[0, 0])
    assert not [text for text in legal(spanish) if text.startswith("relieve")], "ES-44"
    if relieves:
        position = play(position, "relieve GE.HQ-5")
        assert position.board.track[BY_ID["GE.HQ-5"]] == (turn + 1, VARIABLE)
        assert where(position, "GE.HQ-Det") == 85


@pytest.mark.rule("14.1.1", "ES-44")
def test_who_returns_on_which_turn() -> None:
    lost = {**FRONT, "BR.1": "dead", "BE.I": "dead", "BR.1-C": "dead", "BR.2": 27, "FR.XV": "dead"}
    for edition in ("english", "spanish"):
        for scenario in (1, 2, 3):
            for turn in (7, 8, 9, 12, 13):
                board = alone(edition, scenario, turn=turn, units=lost).board
                kept = scenario != 3 or edition == "english"
                british = ["BR.1"] if kept and turn in (8, 12) else []
                belgian = ["BE.I"] if kept and turn == 12 else []
                assert [IDS[unit] for unit in BritishReturn(1).units(board)] == british
                assert [IDS[unit] for unit in BritishReturn(2).units(board)] == belgian
    cut = alone(turn=8, units={"BR.1": "dead", "FR.XX": 57}, german=[1, 4, 14]).board
    assert BritishReturn(1).units(cut) == [], "nowhere to go"


@pytest.mark.rule("14.1.1", "8.4.9")
def test_a_return_may_be_declined_and_others_do_not_wait_for_the_ninth_corps() -> None:
    units = {**FRONT, "BR.HQ-BEF": 27, "BR.1": "dead", "FR.45": "T8", "FR.IXm": 66}
    position = alone(begin="reinforcements", turn=8, units=units, caps=[0, 0])
    assert "at 57" in legal(position), "the detachment of the IX Corps is nothing to another unit"
    position = play(position, "at 57")
    assert legal(position) == ["return BR.1", "none"]
    assert actor(position) == "allied"
    assert where(play(position, "none"), "BR.1") == DEAD


BRUSSELS = {"BE.I": 62, "BE.II": 62, "BE.3": 62, "BE.HQ-Belge": 62, "GE.III": 72, "GE.IV": 72, "GE.II": 72}


@pytest.mark.rule("14.1.1", "12.5.1", "ES-42")
@pytest.mark.parametrize(("edition", "counts"), [("english", 1), ("spanish", 0)])
@pytest.mark.reading("belgian-withdrawal")
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


@pytest.mark.rule("14.1.1", "14.2.1")
@pytest.mark.parametrize("scenario", [1, 2])
def test_the_allies_are_not_ready_everywhere_on_turn_one(scenario: int) -> None:
    position = arranged(scenario=scenario, begin="turn", turn=1)
    assert refused(position, "activate 66") == "14.1.1"
    assert refused(position, "activate 76") == "14.1.1"
    assert "activate 45" in legal(position)
    position = arranged(scenario=scenario, turn=1, caps=[4, 6], northern=1)
    assert not {"activate 45", "activate 46", "activate 54", "activate 62"} & set(legal(position))


@pytest.mark.rule("14.3.1")
def test_scenario_three_allows_two_activations_in_the_north() -> None:
    position = arranged(scenario=3, turn=1, caps=[4, 6])
    assert {"activate 66", "activate 76"} <= set(legal(position))
    position = arranged(scenario=3, turn=1, caps=[4, 6], northern=2)
    assert not {"activate 66", "activate 46"} & set(legal(position))
    assert "activate 76" in legal(position)


@pytest.mark.rule("14.1.1", "14.3.1")
@pytest.mark.parametrize(
    ("scenario", "side", "turn", "hex", "counted"),
    [
        (1, "allied", 1, 45, 1),
        (1, "allied", 1, 66, 0),
        (1, "allied", 1, 67, 0),
        (2, "allied", 1, 46, 1),
        (3, "allied", 1, 66, 1),
        (3, "allied", 1, 67, 0),
        (3, "allied", 1, 45, 1),
        (1, "german", 1, 62, 0),
        (1, "allied", 2, 45, 0),
        (3, "german", 1, 62, 0),
    ],
)
def test_activations_in_the_north_are_counted(scenario: int, side: str, turn: int, hex: int, counted: int) -> None:
    position = alone(scenario=scenario, turn=turn, side=side, units=EVERYWHERE, caps=[4, 4])
    board = position.board.copy()
    Act(SIDES.index(side), False).do(board, ("activate", hex))
    assert board.northern == counted
    assert board.caps[SIDES.index(side)] == 3


@pytest.mark.rule("14.1.1", "12.5.2", "9.8.3")
def test_what_binds_the_allies_does_not_bind_the_germans() -> None:
    units = {"GE.II": "66*", "GE.III": "76*", "GE.IV": "52*", "FR.XX": 87, "GE.X": 53, "GE.V": 62, "GE.VII": "45*"}
    german = [52, 53, 62, 63, 64, 73, 66, 76, 75, 45, 54, 44]
    position = alone(turn=1, side="german", units=units, german=german, northern=1, bottled=True, caps=[4, 4])
    found = set(legal(position))
    for hex in (66, 76, 52, 45):
        assert {f"activate {hex}", f"recover {hex}"} <= found


@pytest.mark.rule("14.3.1", "ES-44")
@pytest.mark.parametrize(("edition", "kept"), [("english", True), ("spanish", False)])
@pytest.mark.reading("scenario-3-rules")
def test_special_rules_carry_over_in_english_only(edition: str, kept: bool) -> None:
    assert arranged(edition, 3, begin="turn", turn=2).board.mandated == [2, 0], "the Spanish list of points has them"
    assert arranged(edition, 3, begin="turn", turn=13).board.mandated == [0, int(kept)]
    brussels = {"GE.II": 72, "GE.III": 72, "BE.I": 62, "FR.XX": 57}
    position = alone(edition, 3, turn=1, side="german", units=brussels)
    position = play(position, "activate 72", "all", "go 62")
    assert (asked(position) == "BelgianWithdrawal") is kept
    units = {"GE.HQ-Det": "T6", "GE.HQ-7": 105, "GE.X": 105, "FR.XX": 57}
    position = alone(edition, 3, begin="reinforcements", turn=6, units=units, caps=[0, 0])
    assert ("relieve GE.HQ-7" in legal(position)) is kept
    board = arranged(edition, 3, turn=12).board
    assert fatigue(board) is kept
    assert comes_back_weak(board, 2) is kept


@pytest.mark.rule("14.3.1", "6.0", "5.1.4")
def test_dice_from_the_first_turn() -> None:
    position = chosen()
    assert asked(position) == "RollCaps"
    position = play(position, 6, 1, 5, 2)
    assert position.board.caps == [5, 5]
    assert position.board.initiative == ALLIED


@pytest.mark.rule("14.3.1", "8.4.7", "8.4.8")
def test_the_coast_is_open() -> None:
    board = alone(scenario=3, turn=3, units={"FR.XX": 57, "GE.X": 44}, german=[44, 54, 64, 73, 53, 63]).board
    assert 1 in variable_hexes(board, BY_ID["FR.45"])
    position = alone(
        scenario=3,
        turn=3,
        side="german",
        units={"FR.XX": 57, "GE.X": 44},
        german=[44, 54, 64, 73, 53, 63],
        withdrew=[2, 0],
    )
    position = play(position, "activate 44", "take GE.X")
    assert 43 in goes(position)


@pytest.mark.rule("14.3.1", "12.5.2", "12.5.3")
@pytest.mark.parametrize(("scenario", "shut_in"), [(1, True), (3, False)])
@pytest.mark.reading("antwerp-scenario-3")
def test_no_screen_holds_the_belgians_in_scenario_three(scenario: int, shut_in: bool) -> None:
    units = {"BE.I": 62, "GE.III": 72, "GE.IV": 72, "GE.II": 72, "FR.XX": 57}
    position = alone(scenario=scenario, turn=1, side="german", units=units, caps=[4, 6])
    position = play(position, "activate 72", "all", "go 62", "slip away")
    assert position.board.bottled is shut_in


@pytest.mark.rule("14.1.1", "9.8.3")
def test_fatigue_from_turn_twelve() -> None:
    units = {"FR.XX": "57*", "FR.XV": "57*", "FR.I": "57*", "GE.X": 84}
    position = play(alone(turn=12, units=units, withdrew=[3, 4], caps=[3, 3]), "recover 57")
    assert asked(position) == "RestSome"
    position = play(position, "rest FR.I", "rest FR.XV")
    assert down(position, "FR.XX"), "two of three, half rounded up"
    assert where(position, "FR.XX") == 57
    rested = play(alone(turn=11, units=units, withdrew=[3, 4], caps=[3, 3]), "recover 57")
    assert not down(rested, "FR.XX")


@pytest.mark.rule("14.1.1", "9.8.3")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_fatigue_in_every_case(edition: str) -> None:
    for scenario in (1, 2, 3):
        for turn in (11, 12, 13):
            board = alone(edition, scenario, turn=turn, units={"FR.XX": 57}).board
            tired = turn >= 12 and (scenario != 3 or edition == "english")
            assert fatigue(board) is tired
            for count in range(1, 6):
                assert may_recover(board, (1 << count) - 1) == ((count + 1) // 2 if tired else count)


@pytest.mark.rule("14.1.1", "9.1.1", "ES-2")
@pytest.mark.parametrize(
    ("edition", "hex", "point"), [("english", 96, 1), ("english", 36, 0), ("spanish", 96, 1), ("spanish", 36, 1)]
)
def test_a_mandated_battle_scores_in_plan_17_hexes(edition: str, hex: int, point: int) -> None:
    position = battle(
        "FR.XX FR.XV FR.XVI FR.X",
        "GE.II-B GE.XXI",
        hex=hex,
        edition=edition,
        turn=2,
        withdrew=[0, 0],
        declared=[hex],
        mandated=[2, 0],
        points=[3, 0],
    )
    position = play(position, 5)
    assert position.board.points == [3 + point, 0]
    assert len(happened(position, PointsChanged)) == point
    assert position.board.mandated == [1, 0]


@pytest.mark.rule("14.1.1", "14.3.1")
@pytest.mark.parametrize(("scenario", "shut"), [(1, True), (2, True), (3, False)])
def test_maubeuge_on_the_first_turns(scenario: int, shut: bool) -> None:
    german = alone(scenario=scenario, turn=1, side="german", units={"GE.X": 64, "FR.XX": 45}, german=[64])
    german = play(german, "activate 64", "take GE.X")
    assert (54 not in goes(german)) is shut
    allied = alone(scenario=scenario, turn=2, units={"GE.X": 84, "FR.XX": 45})
    allied = play(allied, "activate 45", "take FR.XX")
    assert (54 not in goes(allied)) is shut
    cavalry = arranged(turn=2)
    cavalry = play(cavalry, "activate 54", "take FR.1-C", "go 45")
    assert 54 in goes(cavalry), "it began there, so it may come back"
