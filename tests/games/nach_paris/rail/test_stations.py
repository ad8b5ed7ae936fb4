"""[12.2] Entraining and detraining. The lines are those of `rail_support`."""

from __future__ import annotations

import pytest

from games.nach_paris.rail_support import at, moving, spent, steps_at
from games.nach_paris.support import arranged, asked, happened, legal, named, play, refused, where
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import STATIONS
from marne.games.nach_paris.components.units import BY_ID, FR, SIDE
from marne.games.nach_paris.rules.combat.events import CombatFought
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.rail.entraining import why_not_detrain, why_not_entrain
from marne.games.nach_paris.rules.rail.events import Detrained, Entrained
from marne.games.nach_paris.rules.rail.lines import links_to
from marne.games.nach_paris.rules.rail.network import net
from marne.games.nach_paris.rules.rail.stations import capacity, capacity_without_line
from marne.games.nach_paris.rules.units.stacking import limit, room
from marne.games.nach_paris.rules.units.zones import aspect, zone_of
from marne.games.nach_paris.scene.picture import piece
from marne.games.nach_paris.sequence import MovementPhase
from marne.games.nach_paris.steps import hex_of, label

# -- [12.2] stations


@pytest.mark.rule("12.2.1")
@pytest.mark.parametrize(
    ("hex", "steps"),
    [
        ("BB5", 12),  # Orléans, large
        ("BF11", 8),  # Chartres, normal
        ("AZ11", 6),  # Étampes, small
        ("BB8", 4),  # nothing
        ("N8", 2),  # rough
        ("BE8", 4),  # a station outside towns
        ("AY14", 12),  # a large station of Paris
        ("AX16", 8),  # a suburb
        ("J1", 4),  # a main line ends in a small town
        ("L7", 2),  # a low line ends in a normal town
        ("AT23", 1),  # and in a small one
        ("AH37", 12),  # Brussels
        ("BF8", 4),  # a line leaves the board here
        ("BC9", 0),  # no line
    ],
)
def test_steps_that_get_on_or_off_by_the_best_of_the_hex(hex: str, steps: int) -> None:
    assert steps_at(hex) == steps


@pytest.mark.rule("12.2.1")
def test_half_in_the_last_connected_hex_but_not_in_large_towns() -> None:
    assert steps_at("BB8", rail=["BB9"]) == 2
    assert steps_at("AZ11", rail=["AY11"]) == 3
    assert steps_at("BB5", rail=["BB6", "BC4", "BC5", "BA4"]) == 12
    assert steps_at("J1") == 4, "a dead end is not meant"
    around = [label(hex) for hex in MAP.grid.neighbours[hex_of("AX16")]]
    ends = [hex for hex in around if links_to(hex_of("AX16"), hex_of(hex))]
    assert steps_at("AX16", rail=ends[1:]) == 8, "nor the suburbs of Paris"


@pytest.mark.rule("12.2.1", "16.1.9")
@pytest.mark.reading("half-of-a-structure")
def test_a_broken_structure_of_the_hex_makes_a_dead_end_of_it_one_beyond_does_not() -> None:
    """The bridge of Verberie lies in AU20, towards AT20; those of AT20's other lines are German."""
    structure = {"AU20>AT20:114": 3}
    assert steps_at("AU20", broken=structure, rail=["AV20"]) == 4
    assert steps_at("AU20", rail=["AT20", "AV20"]) == 2
    whole = at(begin="nothing").board
    assert capacity(whole, FR, hex_of("AT20")) == 4
    assert steps_at("AT20", broken=structure) == 2, "from there the net ends before the bridge"


@pytest.mark.rule("12.2.1", "16.1.9", "12.1.5")
def test_what_a_broken_bridge_leaves_is_a_dead_end_with_its_own_row() -> None:
    """The bridge of Rethel lies in AG22, a small town on a main line; that of AN17 on a low line to the Marne."""
    assert (steps_at("AG22"), steps_at("AH22")) == (6, 4)
    rethel = {"AG22>AH22:68": 2}
    assert (steps_at("AG22", broken=rethel), steps_at("AH22", broken=rethel)) == (4, 2)
    marne = {"AN17>AO17:254": 2}
    assert (steps_at("AN17"), steps_at("AN17", broken=marne)) == (4, 1)
    lines = net(at(begin="nothing", broken=marne).board, FR)
    assert lines.usable(links_to(hex_of("AN17"), hex_of("AN16"))[0]), "it is a dead end of a usable line now"
    assert not lines.usable(links_to(hex_of("AN17"), hex_of("AO17"))[0])
    assert steps_at("AN17", broken=marne, rail=["AN15"]) == 0, "unless it is cut off altogether"


@pytest.mark.rule("12.2.1")
@pytest.mark.parametrize(("unit", "cost"), [("1re-DI", 15), ("1re-DC", 7), ("QG-1re-A", 7)])
def test_entraining_and_detraining_cost_points_by_mobility(unit: str, cost: int) -> None:
    position = play(moving(unit, "BB5 N"), "entrain BB6")
    assert spent(position, unit) == cost
    assert happened(position, Entrained)
    off = play(position, "rail BB7", "detrain")
    assert spent(off, unit) == 2 * cost + 2
    assert happened(off, Detrained)
    assert not off.board.trains


@pytest.mark.rule("12.2.1")
def test_nobody_gets_on_or_off_without_the_points() -> None:
    unit = BY_ID["1re-DI"]
    for used, able in ((35, True), (36, False)):
        board = moving("1re-DI", "BB5 N").board
        board.spent[unit] = used
        assert (why_not_entrain(board, Walk(unit).going(board)) is None) == able
        board = moving("1re-DI", "BB5 >BB6").board
        board.spent[unit] = board.railed[unit] = used
        assert (why_not_detrain(board, unit) is None) == able


@pytest.mark.rule("12.2.1", "12.3.8")
def test_a_station_serves_so_many_steps_in_a_phase() -> None:
    """Étampes lets six steps on or off: a division boards, a second can't, a regiment can."""
    units = {"1re-DI": "AZ11 N", "2e-DI": "AZ11 N", "145e-RI": "AZ11 N", "QG-1re-A": "AZ11"}
    position = play(at(units=units), "move 1re-DI", "entrain AZ10", "rail BA9", "end", "move 2e-DI")
    assert not named(position, "entrain")
    assert refused(position, "entrain AZ10") == "12.2.1"
    position = play(position, "end", "move 145e-RI")
    assert named(position, "entrain") == ["AY11", "AZ10"]
    assert position.board.station_used[hex_of("AZ11")] == 4


@pytest.mark.rule("12.2.1")
def test_who_is_too_large_for_the_place_can_neither_get_on_nor_off() -> None:
    assert not named(moving("1re-DI", "N8 N"), "entrain"), "two steps in rough ground"
    position = moving("1re-DI", "BB7 >BB8", rail=["BA9"])
    assert "detrain" in legal(position), "four in the open"
    last = moving("1re-DI", "BB8 >BB9", rail=["BA9"], units={"2e-DI": "BB5 N"}).board
    last.put(BY_ID["1re-DI"], hex_of("BB9"))
    reason = why_not_detrain(last, BY_ID["1re-DI"])
    assert reason is not None, "two in the last hex"
    assert reason.rule == "12.2.1"
    last.lost[BY_ID["1re-DI"]] = 2
    assert why_not_detrain(last, BY_ID["1re-DI"]) is None


@pytest.mark.rule("12.2.1")
def test_a_train_that_is_cut_off_still_lets_its_troops_out() -> None:
    around = ["BB6", "BB9"]
    position = moving("1re-DI", "BB8 >BB7 -2", rail=around)
    assert capacity(position.board, FR, hex_of("BB8")) == 0
    assert not named(position, "rail")
    assert "detrain" in legal(position)


@pytest.mark.rule("12.2.1", "6.4.1")
def test_nobody_gets_off_where_there_is_no_room() -> None:
    units = {"2e-DI": "BB8 N", "51e-DR": "BB8 N", "15e-DI": "BB8 N"}
    position = moving("1re-DI", "BB8 >BB7", units=units)
    assert refused(position, "detrain") == "6.4.1"


@pytest.mark.rule("12.2.2")
def test_units_get_on_and_off_in_an_enemy_zone_and_are_then_bound_by_it() -> None:
    """The Guard cavalry in BC7 commands BB7 and BB8 without guns enough to cut the line."""
    units = {"GKD": "BC7"}
    position = play(moving("1re-DI", "BB8 N", units=units), "entrain BB9")
    assert where(play(position, "rail BB9"), "1re-DI") == "BB9"
    position = play(moving("1re-DI", "BB9 >BB8", units=units), "rail BB8", "detrain")
    assert asked(position) == "Face", "it came into the zone: its move is over"
    position = play(moving("1re-DI", "BB9 >BB8", units={}), "rail BB8", "detrain")
    assert named(position, "to")


@pytest.mark.rule("12.2.2", "7.6.1")
@pytest.mark.reading("zones-and-trains")
def test_who_marched_into_a_zone_does_not_get_on() -> None:
    free = play(moving("1re-DI", "BA9 N"), "to BB8")
    assert named(free, "entrain")
    position = play(moving("1re-DI", "BA9 N", units={"GKD": "BC7"}), "to BB8")
    assert asked(position) == "Face"


@pytest.mark.rule("12.2.2", "12.2.1", "12.3.8")
def test_who_got_off_where_it_stood_may_leave_the_zone() -> None:
    position = play(moving("1re-DI", "BB8 >BB9", units={"GKD": "BC7"}), "detrain")
    assert "BA9" in named(position, "to")
    assert asked(play(position, "end")) == "Face", "it looks where it likes"


@pytest.mark.rule("12.2.3")
def test_a_train_has_no_zone_and_an_arrow_that_stays() -> None:
    position = moving("1re-DI", "BB5 N")
    unit = BY_ID["1re-DI"]
    assert zone_of(position.board, unit)
    position = play(position, "entrain BB6")
    assert not zone_of(position.board, unit)
    assert position.board.trains[unit].ahead == hex_of("BB6")
    assert asked(play(position, "end")) == "MoveUnits", "no facing is asked"
    later = play(position, "rail BB8", "end").board
    MovementPhase().do(later)
    train = later.trains[unit]
    assert (train.link, train.ahead) == (links_to(hex_of("BB7"), hex_of("BB8"))[0], hex_of("BB8"))


@pytest.mark.rule("12.2.3")
def test_the_counter_shows_the_arrow() -> None:
    for place, facing in (("BB8 >BB9", 0), ("BB8 >BB7", 3), ("BB8 <BB7", 0), ("BB8 <BB9", 3)):
        board = at(begin="nothing", units={"1re-DI": place}).board
        shown = piece(board, BY_ID["1re-DI"], "en")
        assert (shown.facing, "entrained" in shown.flags) == (facing, True), place


@pytest.mark.rule("12.2.3")
def test_the_arrow_binds_the_train() -> None:
    north, south = moving("1re-DI", "BB7 >BB8"), moving("1re-DI", "BB7 >BB6")
    assert "BB8" in named(north, "rail")
    assert "BB6" not in named(north, "rail")
    assert "BB6" in named(south, "rail")
    assert refused(north, "rail BB6") == "12.3.3"


@pytest.mark.rule("12.2.4")
def test_no_two_trains_in_a_hex() -> None:
    position = moving("1re-DI", "BB7 >BB8", units={"2e-DI": "BB9 >BA9"})
    assert named(position, "rail") == ["BB8"], "it stops behind the other"
    assert refused(position, "rail BB9") == "12.2.4"
    position = moving("1re-DI", "BB9 N", units={"2e-DI": "BB9 >BA9"})
    assert refused(position, "entrain BB8") == "12.2.4"


@pytest.mark.rule("12.2.4")
def test_trains_take_no_room() -> None:
    units = {"2e-DI": "BB8 N", "51e-DR": "BB8 N", "15e-DI": "BB8 N"}
    position = play(moving("1re-DI", "BB7 >BB8", units=units), "rail BB8")
    assert where(position, "1re-DI") == "BB8"
    board = position.board
    assert room(board, hex_of("BB8"), SIDE[BY_ID["1re-DI"]]) == limit(board, hex_of("BB8")) - 12


@pytest.mark.rule("12.2.5")
def test_an_entrained_unit_has_only_flanks() -> None:
    board = at(units={"1re-DI": "BB8 >BB9"}, begin="nothing").board
    unit = BY_ID["1re-DI"]
    assert {aspect(board, 1 << unit, hex) for hex in MAP.grid.neighbours[hex_of("BB8")]} == {"S"}


@pytest.mark.rule("12.2.5")
def test_it_is_caught_on_its_train() -> None:
    units = {"18.ID": "BC8 SE", "1re-DI": "BB8 >BB9"}
    position = arranged(turn=10, side="german", begin="Combats DE", units=units)
    position = play(position, "attack BB8", "full 18.ID")
    while asked(position) != "RollCombat":
        position = play(position, legal(position)[-1])
    position = play(position, 10)
    fought = happened(position, CombatFought)[0]
    found = [(each.text, each.amount) for each in fought.modifiers]
    assert ("combat.entrained", -10) in found
    assert not any(text == "combat.flank" for text, _ in found)


@pytest.mark.rule("12.2.6")
def test_no_forced_march_with_a_train() -> None:
    position = play(moving("1re-DI", "BB5 N"), "entrain BB6")
    assert refused(position, "force") == "12.2.6"
    position = play(position, "rail BB7", "detrain")
    assert refused(position, "force") == "12.2.6"
    position = moving("1re-DI", "BB5 N forced")
    assert refused(position, "entrain BB6") == "12.2.6"


@pytest.mark.rule("12.2.1")
def test_without_a_usable_line_troops_get_off_as_in_the_last_connected_hex() -> None:
    """Half of what the row has, but in a large station all of it."""
    found = {hex: capacity_without_line(hex_of(hex)) for hex in ("AY14", "AW19", "AV23")}
    full = {"AY14": "large station", "AW19": "normal town", "AV23": "any other hex"}
    assert not STATIONS["large station"][1]
    for hex, row in full.items():
        steps, halved = STATIONS[row]
        assert found[hex] == (steps // 2 if halved else steps), hex
