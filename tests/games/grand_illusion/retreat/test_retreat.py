"""9.4, 9.4.3: where retreating units go."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion import plain, plain_more
from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.plain import Facts, boards
from games.grand_illusion.positions import QUIET, occupied, of, told
from games.grand_illusion.support import (
    Game,
    actor,
    alone,
    asked,
    carried_out,
    down,
    happened,
    legal,
    offered,
    play,
    question,
    where,
)
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS, ROWS
from marne.games.grand_illusion.events import NoWayOut, Retreated
from marne.games.grand_illusion.rules.retreat.retreat import (
    CavalryMayLeave,
    Enter,
    GoOn,
    PayAHit,
    Retreat,
    RetreatGroup,
    Stop,
    priority,
    retreat_hexes,
    retreating,
)
from marne.games.grand_illusion.rules.supply.supply import supplied
from marne.hexes import bits
from marne.kit import why_not_offered as reason

WALL = {"FR.I": 26, "FR.III": 27, "FR.X": 35, "FR.XII": 37, "FR.XI": 46, "FR.XVII": 47}
"""French corps all round 36."""


def without(*hexes: int, **others: Any) -> dict[str, Any]:
    """The ring of French corps with gaps."""
    return {name: hex for name, hex in WALL.items() if hex not in hexes}


def beaten(defenders: str = "GE.X*", **changes: Any) -> Game:
    """Germans in 36 who must leave."""
    return miss_all(to_dice(play(battle("FR.XX", defenders, **changes), QUIET)))


@pytest.mark.rule("9.4.3")
@pytest.mark.parametrize(
    ("edition", "rank", "changes"),
    [
        ("english", 1, {"german": [46]}),
        ("english", 2, {"german": [46], "units": {"FR.XI": 46, "GE.II": 46}}),
        ("english", 3, {}),
        ("english", 4, {"units": {"FR.XI": 46, "GE.II": 46}}),
        ("english", 5, {"units": {"FR.2-C": 46}}),
        ("english", 0, {"units": {"FR.XI": 46}}),
        ("english", 0, {"units": {"FR.2-C": "46*"}}),
        ("english", 0, {"units": {"FR.XI": 46, "FR.2-C": 46}}),
        ("english", 5, {"units": {"FR.2-C": 46, "GE.9-C": 46}}),
        ("spanish", 4, {"units": {"FR.2-C": 46, "GE.II": 46}, "german": [36, 35, 34]}),
    ],
)
@pytest.mark.reading("besieged-fort", "retreat-onto-cavalry")
def test_the_priorities(edition: str, rank: int, changes: dict[str, Any]) -> None:
    position = alone(edition, turn=6, **changes)
    board = position.board.copy()
    if edition == "spanish":
        board.control |= 1 << 55 | 1 << 56 | 1 << 45 | 1 << 54 | 1 << 64 | 1 << 63 | 1 << 65 | 1 << 74 | 1 << 53
    assert priority(board, GERMAN, 46) == rank


@pytest.mark.rule("9.4.3", "9.5.3")
@pytest.mark.reading("besieged-fort")
def test_a_besieged_fort_is_no_enemy_in_a_friendly_hex() -> None:
    board = alone(turn=6, units={"GE.X": 54, "FR.F-Maubeuge": 54, "FR.XX": 80}, german=[54], siege=[54]).board
    assert priority(board, GERMAN, 54) == 1
    board.siege = 0
    assert priority(board, GERMAN, 54) == 2


@pytest.mark.rule("9.4.3")
def test_the_best_priority_is_taken() -> None:
    position = beaten(german=[46], others={"FR.2-C": 26, **without(26, 46, 47)})
    assert where(position, "GE.X") == 46, "one friendly hex, and no question"
    position = beaten(others=without(46, 47))
    assert legal(position) == ["to 46", "to 47"], "two vacant enemy hexes"


@pytest.mark.rule("9.4.3")
def test_a_hex_with_a_battle_marker_is_no_refuge_beside_friends() -> None:
    position = alone(turn=6, units={"FR.XI": 46, "GE.II": 46})
    board = position.board.copy()
    assert priority(board, GERMAN, 46) == 4
    board.battles = [46]
    assert priority(board, GERMAN, 46) == 0


@pytest.mark.rule("9.4.3", "ES-18")
@pytest.mark.parametrize(("edition", "rank"), [("english", 4), ("spanish", 0)])
def test_friends_must_be_supplied_only_in_spanish(edition: str, rank: int) -> None:
    position = alone(edition, turn=6, units={"FR.XI": 46, "GE.II": 46})
    assert priority(position.board, GERMAN, 46) == rank, "the corps in 46 is cut off"


@pytest.mark.rule("9.4.3", "ES-18")
@pytest.mark.parametrize(("edition", "rank"), [("english", 0), ("spanish", 4)])
def test_an_unbesieged_fort_is_a_friend_only_in_spanish(edition: str, rank: int) -> None:
    position = alone(edition, turn=6, units={"FR.F-Verdun-E": 76, "GE.X": 76}, german=[76])
    assert priority(position.board, ALLIED, 76) == rank


@pytest.mark.rule("9.4.3", "ES-18")
@pytest.mark.parametrize(("edition", "rank"), [("english", 5), ("spanish", 4)])
def test_any_enemy_will_do_beside_friends_in_spanish(edition: str, rank: int) -> None:
    position = alone(edition, turn=6, units={"GE.9-C": 57, "FR.XX": 57}, german=[57])
    assert priority(position.board, ALLIED, 57) == rank


@pytest.mark.rule("9.4.3", "8.4.5")
def test_blocked_hexsides_are_shut() -> None:
    position = alone(turn=6, units={"GE.X": 36, "FR.XX": 36}, blocked=["allied 46 36", "allied 47 36"])
    assert retreat_hexes(position.board, GERMAN, 36, 1 << BY_ID["GE.X"]) == (26, 27, 35, 37)


@pytest.mark.rule("9.4.3")
def test_impassable_hexsides_are_shut() -> None:
    position = alone(turn=6, units={"BE.I": 52})
    assert 42 not in retreat_hexes(position.board, ALLIED, 52, 1 << BY_ID["BE.I"])


@pytest.mark.rule("9.4.3")
def test_no_way_out_is_the_end() -> None:
    position = beaten(others=without())
    assert happened(position, NoWayOut)
    assert where(position, "GE.X") == -1


@pytest.mark.rule("9.4", "9.4.3")
def test_units_may_go_apart() -> None:
    position = beaten("GE.X* GE.VII* GE.IX*", others=without(46, 47))
    assert legal(position) == ["to 46", "to 47", "take GE.IX", "take GE.VII", "take GE.X"]
    position = play(position, "take GE.X")
    assert legal(position) == ["to 46", "to 47", "take GE.IX", "take GE.VII"]
    position = play(position, "take GE.VII", "to 47", "to 46")
    assert [where(position, name) for name in ("GE.X", "GE.VII", "GE.IX")] == [47, 47, 46]


@pytest.mark.rule("9.4.3", "ES-19")
@pytest.mark.parametrize(("edition", "asks"), [("english", True), ("spanish", False)])
def test_past_enemy_cavalry_one_unit_takes_a_hit(edition: str, asks: bool) -> None:
    others = {**without(46), "FR.2-C": 46, "FR.IV-RG": 45}
    position = beaten("GE.X* GE.VII*", others=others, edition=edition)
    assert asked(position) == "PayAHit"
    assert legal(position) == ["hit GE.VII", "hit GE.X"]
    position = play(position, "hit GE.VII")
    assert where(position, "GE.VII") == -1
    assert where(position, "GE.X") == 46
    assert (asked(position) == "CavalryMayLeave") is asks
    if asks:
        assert actor(position) == "allied"
        stayed = play(position, "stay")
        assert where(stayed, "FR.2-C") == 46
        position = play(position, "retreat")
        while asked(position) == "Retreat":
            position = play(position, legal(position)[0])
        assert where(position, "FR.2-C") != 46


@pytest.mark.rule("9.4.3", "8.4.6")
def test_a_full_hex_is_left_for_the_next_at_the_cost_of_a_step() -> None:
    full = dict.fromkeys(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R"), 46)
    position = beaten("GE.X* GE.VII*", german=[46, 45], others={**without(46), **full})
    assert legal(position) == ["to 46", "take GE.VII", "take GE.X"], "there is no room; they may go apart"
    position = play(position, "to 46")
    assert legal(position) == ["hit GE.VII", "hit GE.X"], "on to 45"
    position = play(position, "hit GE.X")
    assert where(position, "GE.X") == -1
    assert where(position, "GE.VII") == 45
    assert down(position, "GE.VII")


@pytest.mark.rule("9.4.3", "8.4.6")
def test_full_again_and_they_are_lost() -> None:
    full = dict.fromkeys(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R"), 46)
    more = dict.fromkeys(("GE.V", "GE.VI", "GE.XI", "GE.XII", "GE.XIII", "GE.XIV"), 45)
    position = beaten("GE.X* GE.VII", german=[46, 45], others={**without(46), **full, **more})
    assert asked(position) == "MayLeave"
    position = play(position, "retreat", "to 46", "hit GE.VII")
    assert where(position, "GE.X") == where(position, "GE.VII") == -1


@pytest.mark.rule("9.4.3")
@pytest.mark.reading("no-room")
def test_a_hex_with_room_comes_before_a_full_one_of_the_same_priority() -> None:
    full = dict.fromkeys(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R"), 46)
    position = beaten(german=[46, 47], others={**without(46, 47), **full})
    assert where(position, "GE.X") == 47


@pytest.mark.rule("9.4.3", "8.4.3", "ES-20")
@pytest.mark.parametrize(("edition", "hexes"), [("english", (46,)), ("spanish", (26, 27, 37))])
def test_out_of_supply_comes_last_in_spanish_only(edition: str, hexes: tuple[int, ...]) -> None:
    # 46 is French but cut off; 26, 27 and 37 are German and vacant, but next to French rails.
    position = alone(
        edition, turn=6, units={"FR.XX": 36, "GE.X": 84}, german=[26, 27, 35, 37, 47, 36, 45, 55, 56, 57, 48]
    )
    board = position.board
    assert not supplied(board, 1 << BY_ID["FR.XX"], 46)
    assert retreat_hexes(board, ALLIED, 36, 1 << BY_ID["FR.XX"]) == hexes


@pytest.mark.rule("9.4.3", "9.8.2")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_nobody_retreats_onto_a_lone_enemy_staff_or_gun(edition: str) -> None:
    board = alone(edition, turn=6, units={"FR.HQ-5": 46, "GE.HA-420": 57}, german=[57]).board
    assert priority(board, GERMAN, 46) == 0
    assert priority(board, GERMAN, 47) == 3
    assert priority(board, ALLIED, 57) == 0
    board.control |= 1 << 46
    assert priority(board, GERMAN, 46) == 1, "in a hex of its own side it is no enemy to stop them"


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
        "to 27",
        "to 47",
        "take FR.XX",
        "take FR.XV",
    ]
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
        ("to", 27),
        ("to", 47),
        ("take", "FR.XV"),
        ("take", "FR.I"),
    }
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


def check_retreats(count: int, seed: int) -> None:
    for rng, board in boards(count, seed):
        board.battles = rng.sample(occupied(board), min(2, len(occupied(board))))
        facts = Facts(board)
        for hex in occupied(board):
            for side in (0, 1):
                assert priority(board, side, hex) == plain_more.rank(facts, side, hex)
                group = [u for u in plain.random_group(rng, facts, side, hex) if ROWS[u].kind != "hq"]
                if group:
                    never = (
                        {rng.randint(1, 107), rng.choice(board.ground.neighbours[hex])} if rng.random() < 0.3 else set()
                    )
                    found = retreat_hexes(board, side, hex, bits(group), never=bits(never))
                    assert list(found) == plain_more.ways_back(facts, side, hex, group, never)


@pytest.mark.rule("9.4.3", "8.4.7", "8.4.5")
def test_where_units_retreat() -> None:
    check_retreats(50, 21)


@pytest.mark.rule("9.4.3", "ES-18", "ES-20")
def test_where_units_retreat_in_either_edition() -> None:
    check_retreats(40, 22)


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


@pytest.mark.rule("9.4.3")
def test_it_is_told_who_stopped_where() -> None:
    board = alone(turn=6, units={"GE.X": 36, "GE.HA-420": 36, "FR.XX": 57}).board
    board.events.clear()
    Stop(GERMAN, of("GE.X", "GE.HA-420"), 46).do(board)
    assert [each for each in board.events if isinstance(each, Retreated)] == [Retreated("9.4.3", "GE.X GE.HA-420", 46)]
    board.events.clear()
    board.put_all(of("GE.X", "GE.HA-420"), 0)
    Stop(GERMAN, of("GE.X", "GE.HA-420"), 47).do(board)
    assert not board.events, "who is lost stops nowhere"
    full = dict.fromkeys(("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R"), 46)
    board = alone(turn=6, units={"GE.X": 36, **full}, german=[46, 45]).board
    board.events.clear()
    Stop(GERMAN, of("GE.X"), 46).do(board)
    assert any(isinstance(each, NoWayOut) for each in board.events)
    assert not any(isinstance(each, Retreated) for each in board.events), "nobody is left who could stop there"


@pytest.mark.rule("9.4.3")
def test_only_ones_own_cavalry_is_asked_whether_it_leaves() -> None:
    board = alone(units={"FR.1-C": 46, "GE.X": 46, "GE.9-C": 46}).board
    assert question(CavalryMayLeave(ALLIED, 46), board) is not None
    board = alone(units={"FR.I": 46, "GE.X": 46, "GE.9-C": 46}).board
    assert question(CavalryMayLeave(ALLIED, 46), board) is None
    board = alone(units={"FR.1-C": 46, "FR.I": 46, "GE.HQ-1": 46}).board
    assert question(CavalryMayLeave(ALLIED, 46), board) is None, "no combat unit has come"
