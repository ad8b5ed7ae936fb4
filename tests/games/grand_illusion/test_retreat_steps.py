"""9.4: going apart, going on, paying for it, and taking to the boats, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.support import alone, carried_out, offered, question
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS
from marne.games.grand_illusion.rules.movement import headquarters
from marne.games.grand_illusion.rules.retreat.retreat import (
    CavalryMayLeave,
    Enter,
    GoOn,
    PayAHit,
    Retreat,
    RetreatGroup,
    RetreatToSea,
    Stop,
    no_way_out,
    retreat_side,
    retreating,
)
from marne.hexes import bits


@pytest.mark.rule("9.4", "8.4.7", "9.4.3")
def test_when_it_makes_a_difference_to_go_apart() -> None:
    def ways(units: dict[str, Any], hex: int, side: int, **changes: Any) -> list[str]:
        board = alone(turn=6, units=units, **changes).board
        group = retreating(board, side, hex)
        ask = question(Retreat(side, hex, group), board)
        return [] if ask is None else [f"{word} {IDS[what] if word == 'take' else what}" for word, what in offered(ask)]

    shut = [26, 35, 37, 46, 47]
    walls = {"GE.I-B": 26, "GE.II-B": 35, "GE.III-B": 37, "GE.XIV": 46, "GE.XV": 47}
    one = {"FR.XX": 36, "GE.X": 36, **walls}
    assert ways(one, 36, ALLIED, german=shut) == [], "one unit and one way"
    assert ways({**one, "FR.XV": 36}, 36, ALLIED, german=shut) == [], "two units and one way with room"
    assert ways({"FR.XX": 36, "FR.XV": 36}, 36, ALLIED, german=[26, 35, 37, 46]) == [
        "to 27", "to 47", "take FR.XX", "take FR.XV",
    ]  # fmt: skip
    assert ways({"FR.XX": 36}, 36, ALLIED, german=[26, 35, 37, 46]) == ["to 27", "to 47"]
    packed = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 47)
    assert ways({"FR.XX": 36, "FR.XV": 36, **packed}, 36, ALLIED, german=[26, 35, 37, 46]) == [], "one way has room"
    crowd = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V"), 27)
    assert ways({**one, **crowd, "FR.XV": 36}, 36, ALLIED, german=shut) == ["to 27", "take FR.XX", "take FR.XV"]
    paris = {"BR.1": 18, "FR.XX": 18, "GE.I-B": 17, "GE.II-B": 27, "GE.III-B": 8, "GE.XIV": 9}
    nations = ways(paris, 18, ALLIED, german=[8, 9, 17, 27])
    assert nations == ["to 28", "take FR.XX", "take BR.1"], "the French could go to Paris"
    assert ways({**paris, "BR.1": 57}, 18, ALLIED, german=[8, 9, 17, 27]) == ["to 19", "to 28"]


@pytest.mark.rule("9.4", "9.4.3")
def test_a_group_is_made_up_one_by_one() -> None:
    board = alone(turn=6, units={"FR.XX": 36, "FR.XV": 36, "FR.I": 36}, german=[26, 35, 37, 46]).board
    units = board.combat(36, ALLIED)
    one = 1 << BY_ID["FR.XX"]
    ask = question(RetreatGroup(ALLIED, 36, units, one), board)
    assert ask is not None
    assert {(word, IDS[what] if word == "take" else what) for word, what in offered(ask)} == {
        ("to", 27), ("to", 47), ("take", "FR.XV"), ("take", "FR.I"),
    }  # fmt: skip
    (more,) = RetreatGroup(ALLIED, 36, units, one).do(board, ("take", BY_ID["FR.I"]))
    assert more == RetreatGroup(ALLIED, 36, units, one | 1 << BY_ID["FR.I"])
    last = question(RetreatGroup(ALLIED, 36, units, units), board)
    assert last is not None
    assert last.options == (("to", 27), ("to", 47))
    (enter,) = RetreatGroup(ALLIED, 36, units, one).do(board, ("to", 47))
    assert enter == Enter(ALLIED, one, 47)
    board.control |= 1 << 27
    assert question(RetreatGroup(ALLIED, 36, units, units), board) is None
    (enter,) = carried_out(RetreatGroup(ALLIED, 36, units, units), board)
    assert enter == Enter(ALLIED, units, 47)
    walls = {"GE.I-B": 26, "GE.II-B": 35, "GE.III-B": 37, "GE.XIV": 46, "GE.XV": 47, "GE.X": 27}
    lost = alone(turn=6, units={"FR.XX": 36, **walls}, german=[26, 27, 35, 37, 46, 47]).board
    assert carried_out(RetreatGroup(ALLIED, 36, one, one), lost) == ()
    assert lost.where[BY_ID["FR.XX"]] == -1


@pytest.mark.rule("9.4.3")
def test_through_a_full_hex_the_owner_chooses_the_way() -> None:
    full = dict.fromkeys(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R"), 46)
    board = alone(turn=6, units={"GE.X": 36, "GE.VII": 36, **full}, german=[46, 45, 55, 36]).board
    group = 1 << BY_ID["GE.X"] | 1 << BY_ID["GE.VII"]
    ask = question(GoOn(GERMAN, 36, 46, group), board)
    assert ask is not None
    assert ask.options == (("to", 45), ("to", 55)), "not back to 36"
    pay, enter = GoOn(GERMAN, 36, 46, group).do(board, ("to", 55))
    assert (pay, enter) == (PayAHit(GERMAN, group), Enter(GERMAN, group, 55))
    board.control &= ~(1 << 55)
    shut = board.copy()
    for name, hex in zip(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), (35, 36, 45, 47, 55, 56), strict=True):
        shut.put(BY_ID[name], hex)
        shut.control &= ~(1 << hex)
    assert question(GoOn(GERMAN, 36, 46, group), shut) is None
    assert carried_out(GoOn(GERMAN, 36, 46, group), shut) == ()
    assert shut.where[BY_ID["GE.X"]] == shut.where[BY_ID["GE.VII"]] == -1, "nowhere to go on to"
    assert question(GoOn(GERMAN, 36, 46, group), board) is None
    _, enter = carried_out(GoOn(GERMAN, 36, 46, group), board)
    assert enter == Enter(GERMAN, group, 45)


@pytest.mark.rule("9.4.3")
def test_who_pays_a_hit() -> None:
    board = alone(turn=6, units={"GE.X": 36, "GE.VII": "36*", "GE.HA-420": 36}).board
    group = bits(BY_ID[name] for name in ("GE.X", "GE.VII", "GE.HA-420"))
    ask = question(PayAHit(GERMAN, group), board)
    assert ask is not None
    assert [IDS[answer[1]] for answer in offered(ask)] == ["GE.VII", "GE.X"], "guns don't count"
    PayAHit(GERMAN, group).do(board, ("hit", BY_ID["GE.VII"]))
    assert board.where[BY_ID["GE.VII"]] == -1
    assert question(PayAHit(GERMAN, group), board) is None
    carried_out(PayAHit(GERMAN, group), board)
    assert board.is_down(BY_ID["GE.X"])
    carried_out(PayAHit(GERMAN, group), board)
    assert board.where[BY_ID["GE.X"]] == -1
    carried_out(PayAHit(GERMAN, group), board)
    assert board.where[BY_ID["GE.HA-420"]] == 36


@pytest.mark.rule("9.4.3", "8.4.9")
def test_arriving_in_retreat() -> None:
    board = alone(
        turn=6, units={"GE.X": 37, "GE.HA-420": 37}, german=[37, 38, 28, 27, 36, 35, 45, 44, 54, 64, 73]
    ).board
    group = 1 << BY_ID["GE.X"] | 1 << BY_ID["GE.HA-420"]
    carried_out(Stop(GERMAN, group, 28), board)
    assert board.where[BY_ID["GE.X"]] == board.where[BY_ID["GE.HA-420"]] == 28
    assert board.danger == 6
    full = dict.fromkeys(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R"), 46)
    board = alone(turn=6, units={"GE.X": 36, "GE.HA-420": 36, **full}, german=[46, 45]).board
    carried_out(Stop(GERMAN, group, 46), board)
    assert board.where[BY_ID["GE.X"]] == -1
    assert board.where[BY_ID["GE.HA-420"]] == 46, "guns take no room"
    assert carried_out(Stop(GERMAN, 1 << BY_ID["GE.X"], 46), board) == ()
    french = alone(turn=6, units={"FR.XX": 38}).board
    carried_out(Stop(ALLIED, 1 << BY_ID["FR.XX"], 28), french)
    assert french.danger == 0


@pytest.mark.rule("9.4.3", "ES-19")
def test_cavalry_that_may_get_out_of_the_way() -> None:
    board = alone(turn=6, units={"FR.2-C": 46, "GE.X": 46, "GE.9-C": 46, "FR.HQ-5": 46, "FR.XX": 47}).board
    ask = question(CavalryMayLeave(ALLIED, 46), board)
    assert ask is not None
    assert ask.actor == ALLIED
    assert CavalryMayLeave(ALLIED, 46).do(board, "stay") == ()
    assert CavalryMayLeave(ALLIED, 46).do(board, "retreat")
    for name in ("GE.X", "GE.9-C"):
        board.put(BY_ID[name], 84)
    assert question(CavalryMayLeave(ALLIED, 46), board) is None, "nobody has come"
    board.put(BY_ID["GE.X"], 46)
    board.put(BY_ID["FR.2-C"], 57)
    assert question(CavalryMayLeave(ALLIED, 46), board) is None, "the cavalry is gone"
    walls = {"GE.I-B": 35, "GE.II-B": 36, "GE.III-B": 45, "GE.XIV": 47, "GE.XV": 55, "GE.VII": 56}
    shut = alone(turn=6, units={"FR.2-C": 46, "GE.X": 46, **walls}, german=[35, 36, 45, 47, 55, 56]).board
    assert question(CavalryMayLeave(ALLIED, 46), shut) is None, "nowhere to go"


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


@pytest.mark.rule("12.6", "9.4.1")
def test_only_the_division_of_namur_is_asked() -> None:
    board = alone(turn=6, units={"BE.4": 64, "BE.I": 64, "BE.HQ-Belge": 64, "GE.X": 64}).board
    forced = [type(step).__name__ for step in retreat_side(board, ALLIED, 64, forced=True)]
    assert forced == ["NamurDivision", "Retreat", "RetreatHeadquarters", "Left"]
    free = [type(step).__name__ for step in retreat_side(board, ALLIED, 64, forced=False)]
    assert free == ["Retreat", "RetreatHeadquarters", "Left"]
    board.put(BY_ID["BE.4"], 57)
    other = [type(step).__name__ for step in retreat_side(board, ALLIED, 64, forced=True)]
    assert other == ["Retreat", "RetreatHeadquarters", "Left"]
    assert [type(step).__name__ for step in retreat_side(board, GERMAN, 64, forced=True)] == ["Retreat", "Left"]


@pytest.mark.rule("9.4.4")
def test_a_headquarters_moves_or_is_lost() -> None:
    board = alone(turn=6, units={"FR.HQ-5": 36, "FR.HQ-3": 47, "FR.XX": 47, "FR.XV": 27, "GE.X": 84}).board
    step = headquarters.RetreatHeadquarters(BY_ID["FR.HQ-5"])
    ask = question(step, board)
    assert ask is not None
    assert (ask.actor, ask.options) == (ALLIED, (("to", 27), ("to", 47)))
    chosen = board.copy()
    step.do(chosen, ("to", 47))
    assert chosen.where[BY_ID["FR.HQ-5"]] == 47
    assert chosen.is_down(BY_ID["FR.HQ-5"])
    assert chosen.is_down(BY_ID["FR.HQ-3"]), "8.4.1"
    board.put(BY_ID["FR.XV"], 84)
    assert question(step, board) is None
    only = board.copy()
    carried_out(step, only)
    assert only.where[BY_ID["FR.HQ-5"]] == 47
    board.put(BY_ID["FR.XX"], -1)
    board.put(BY_ID["FR.XV"], -1)
    carried_out(step, board)
    assert board.where[BY_ID["FR.HQ-5"]] == -1, "nobody to go to"
    gone = board.copy()
    assert question(step, gone) is None
    assert carried_out(step, gone) == ()
    gone.put(BY_ID["FR.XX"], 47)
    carried_out(step, gone)
    assert gone.where[BY_ID["FR.HQ-5"]] == -1, "it does not come back"
