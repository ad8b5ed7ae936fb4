"""3.0 to 3.2: set-up counter by counter, neutral ground."""

from __future__ import annotations

import random

import pytest

from games.schlieffens_war.support import War, actor, at, board, go, h, refused, step, u, written
from marne.engine import Ask, Only, Position, Setting
from marne.games.schlieffens_war.board import ELAN, ELIMINATED, REMOVED, WAITING, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import MAP
from marne.games.schlieffens_war.components.scenario import FIRST
from marne.games.schlieffens_war.components.units import (
    ARMY,
    COUNT,
    ENTENTE,
    FACTOR,
    FORT,
    FORTS,
    FULL,
    GERMAN,
    HQ,
    HQS_OF,
    IS_CORPS,
    KIND,
    NAMES,
    NATION,
    SETUP_LABEL,
    SIDE,
    UNITS_OF,
)
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.rules.campaign.setup import PlaceCounter, SetUpSide, setup_area
from marne.games.schlieffens_war.rules.combat.combat import holds_fort
from marne.games.schlieffens_war.rules.command.stacking import overstacked


@pytest.mark.rule("3.1")
def test_every_counter_of_a_side_that_has_no_turn_of_entry_is_placed() -> None:
    for side in (GERMAN, ENTENTE):
        made = WarBoard()
        placed = SetUpSide(side).do(made)
        assert made.side == side
        due = [unit for unit in UNITS_OF[side] if KIND[unit] != FORT and not FIRST.entry[unit]]
        assert placed == tuple(PlaceCounter(unit) for unit in due)


@pytest.mark.rule("3.1")
@pytest.mark.reading("depots", "first-army")
def test_where_counters_are_set_up() -> None:
    made = board({"AOK 1": "0907", "2e Armée": "2108", "1re Armée": "2307", "Armée belge": "1012", "AOK 4": "1506"})

    def area(name: str) -> set[str]:
        return set(g.labels_of(setup_area(made, u(name))))

    def around(label: str, far: int, home: int) -> set[str]:
        return set(g.labels_of(g.GRID.within_bits(h(label), far) & home & g.LAND))

    assert area("AOK 1") == around("0907", 1, g.GERMANY)
    assert area("1re Armée") == around("2307", 1, g.FRANCE)
    assert area("Armée belge") == set(g.labels_of(g.BELGIUM))
    assert area("II AK") == around("0907", 2, g.GERMANY)
    assert area("9e CA") == around("2108", 2, g.FRANCE)
    assert area("1re-5e DA") == around("1012", 2, g.BELGIUM)
    rails = set(g.labels_of(g.RAIL_HEXES))
    assert area("Depot 4") == around("1506", 2, g.GERMANY) & rails
    assert area("VI AK") == around("1506", 2, g.GERMANY)
    assert area("VI AK") != area("Depot 4"), "only depots need a rail"
    south = {label for label in g.labels_of(g.FRANCE) if label >= "2200"}
    assert area("8e CA") == south, "of France only, however far from the HQ"
    assert "2402" not in south, "Freiburg lies south of row 22 too"


@pytest.mark.rule("3.1", "6.2")
@pytest.mark.reading("belgian-set-up")
def test_one_belgian_corps_to_a_hex_and_a_fort_beside_it() -> None:
    made = board({"Armée belge": "1110", "1re-5e DA": "1110", "Fort Liège": "1109"})
    ask = PlaceCounter(u("2e-6e DA")).ask(made)
    assert isinstance(ask, Ask)
    hexes = {g.LABELS[hex] for hex in ask.options or () if isinstance(hex, int)}
    assert "1110" not in hexes
    assert "1109" in hexes, "the fort is no corps of the three"
    assert ask.actor == ENTENTE
    hq = PlaceCounter(u("AOK 1")).ask(WarBoard())
    assert isinstance(hq, Ask)
    assert hq.actor == GERMAN


@pytest.mark.rule("3.1", "9.6")
def test_german_corps_begin_with_elan_and_nobody_else() -> None:
    for name, hex, due in (("II AK", "0907", 1), ("AOK 1", "0907", 0), ("8e CA", "2307", 0)):
        made = board({"AOK 1": "0907", "1re Armée": "2307"})
        if name != "AOK 1":
            PlaceCounter(u(name)).do(made, h(hex))
        assert made.morale[u(name)] == due


@pytest.mark.rule("3.1")
def test_the_first_question_goes_to_the_entente_and_cannot_be_answered_abroad() -> None:
    position = GAME.start(Setting("campaign"))
    assert actor(position) == "entente"
    position = go(position, "1re Armée 2307")
    assert refused(position, "8e CA 2402") == "3.1"
    assert all(g.FRANCE >> h(text.removeprefix("8e CA ")) & 1 for text in written(position))


@pytest.mark.rule("3.1", "6.2")
def test_two_hexes_are_a_question_and_one_is_none() -> None:
    around = g.labels_of(g.GRID.within_bits(h("2307"), 1) & g.FRANCE)
    others = ("2e Armée", "3e Armée", "4e Armée", "5e Armée", "6e Armée")
    made = board(dict(zip(others, around, strict=False)))
    ask = PlaceCounter(u("1re Armée")).ask(made)
    assert isinstance(ask, Ask)
    assert [g.LABELS[hex] for hex in ask.options or () if isinstance(hex, int)] == list(around[5:])
    assert len(around) == 7
    made.put(u("BEF"), h(around[5]))
    only = PlaceCounter(u("1re Armée")).ask(made)
    assert isinstance(only, Only)
    assert only.answer == h(around[6])
    assert Position.begin(made, PlaceCounter(u("1re Armée"))).board.where[u("1re Armée")] == h(around[6])


def set_up(seed: int, until: int = 1000) -> War:
    """Set up at random, up to the first movement or so many counters."""
    rng = random.Random(seed)
    position = GAME.start(Setting("campaign"))
    for _ in range(until):
        if step(position) != "PlaceCounter":
            break
        position = position.play(position.suggest(rng)[0])
    return position


@pytest.mark.rule("3.0", "3.1")
def test_entente_sets_up_first_and_forts_are_in_place() -> None:
    position = GAME.start(Setting("campaign"))
    assert position.open is not None
    assert position.open.actor == 1
    for fort in FORTS:
        assert position.board.where[fort] == h(SETUP_LABEL[fort] or "")
    assert written(position) == [
        f"1re Armée {label}" for label in ["2206", "2207", "2306", "2307", "2308", "2406", "2407"]
    ]


@pytest.mark.rule("3.1", "9.1")
@pytest.mark.parametrize("seed", range(3))
def test_everybody_is_set_up_within_the_rules(seed: int) -> None:
    board = set_up(seed).board
    hqs = {(NATION[unit], ARMY[unit]): unit for unit in range(COUNT) if KIND[unit] == HQ}
    home = {0: g.GERMANY, 1: g.FRANCE, 3: g.BELGIUM}
    for unit in range(COUNT):
        hex = board.where[unit]
        if FIRST.entry[unit]:
            assert hex == -1, NAMES[unit]
            continue
        assert hex >= 0, NAMES[unit]
        assert not overstacked(board, hex)
        if unit in FORTS:
            continue
        assert home[NATION[unit]] >> hex & 1, NAMES[unit]
        label = SETUP_LABEL[unit]
        if label:
            assert g.GRID.distance(hex, h(label)) <= 1
        elif (NATION[unit], ARMY[unit]) == (1, "1"):
            assert g.LABELS[hex] >= "2200"
        elif KIND[unit] != HQ:
            assert g.GRID.distance(hex, board.where[hqs[NATION[unit], ARMY[unit]]]) <= 2
        assert (board.morale[unit] == ELAN) == (SIDE[unit] == 0 and IS_CORPS[unit])
    belgians = [board.where[unit] for unit in range(COUNT) if NATION[unit] == 3 and IS_CORPS[unit]]
    assert len(set(belgians)) == 3
    assert (board.points, board.plan_xvii, board.turn) == (0, 0, 1)


@pytest.mark.rule("3.1")
def test_the_first_army_may_spread_south_of_row_22() -> None:
    position = go(GAME.start(Setting("campaign")), "1re Armée 2307")
    assert refused(position, "8e CA 2112") == "3.1"
    assert "8e CA 2818" in written(position)
    assert "8e CA 2220" in written(position)


@pytest.mark.rule("3.1", "6.2")
def test_set_up_refuses_with_the_rule() -> None:
    position = GAME.start(Setting("campaign"))
    assert refused(position, "1re Armée 2105") == "3.1"
    assert refused(position, "1re Armée 2304") == "3.1"
    position = go(position, "1re Armée 2307", "8e CA 2307", "13e CA 2307")
    assert refused(position, "14e CA 2307") == "6.2"


@pytest.mark.rule("3.2")
def test_neutral_ground_is_not_on_the_map() -> None:
    assert "0811" in g.GRID
    assert "0808" not in g.GRID
    assert all(country in ("FR", "BE", "LU", "DE") for country in MAP.country)


@pytest.mark.rule("3.1", "3.3", "11.23")
def test_the_board_before_the_set_up() -> None:
    made = WarBoard()
    assert made.where == [WAITING] * COUNT
    assert made.steps == list(FULL)
    assert made.morale == made.supply == made.spent == made.acts == [0] * COUNT
    assert set(made.stacks) == {()}
    assert (made.occupied, made.projecting, made.movers, made.battle) == ([0, 0], [0, 0], (), None)
    assert (made.turn, made.points, made.plan_xvii, made.endangered) == (0, 0, 0, 0)
    assert (made.artillery, made.artillery_next, made.coup) == (3, 0, 1)
    assert made.side == 1, "the Entente begins"
    assert made.controlled(0) == g.GERMANY
    assert made.controlled(1) == g.LAND & ~g.GERMANY
    assert not made.over


@pytest.mark.rule("3.1", "6.6", "2.8")
def test_the_last_to_come_lies_on_top_and_the_others_keep_their_order() -> None:
    made = board({"X AK": "2322", "IX AK": "2322", "VII AK": "2322"})
    assert made.stacks[h("2322")] == (u("X AK"), u("IX AK"), u("VII AK"))
    made.lift(u("IX AK"), REMOVED)
    assert made.where[u("IX AK")] == REMOVED
    assert made.stacks[h("2322")] == (u("X AK"), u("VII AK"))
    made.move(u("X AK"), h("2321"))
    assert made.stacks[h("2322")] == (u("VII AK"),)
    assert made.occupied[0] == 1 << h("2322") | 1 << h("2321")
    made.lift(u("VII AK"), ELIMINATED)
    assert made.stacks[h("2322")] == ()
    assert made.occupied[0] == 1 << h("2321")
    first = board({"X AK": "0501", "IX AK": "0501"})
    first.lift(u("X AK"), ELIMINATED)
    assert first.stacks[0] == (u("IX AK"),)
    first.lift(u("IX AK"), ELIMINATED)
    assert first.occupied[0] == first.projecting[0] == 0


@pytest.mark.rule("1.3", "2.4", "2.5")
def test_counters_by_side_nation_and_kind() -> None:
    german = {name for name in NAMES if name.startswith(("AOK", "Depot", "HKK")) or name.endswith((" AK", " RK"))}
    assert german <= {NAMES[unit] for unit in UNITS_OF[0]}
    assert {"1er CA", "I Corps", "1re-5e DA", "Fort Liège"} <= {NAMES[unit] for unit in UNITS_OF[1]}
    assert sorted((*UNITS_OF[0], *UNITS_OF[1])) == list(range(COUNT))
    assert [SIDE[u(name)] for name in ("X AK", "Fort Metz", "1er CA", "BEF", "Armée belge")] == [0, 0, 1, 1, 1]
    assert [IS_CORPS[u(name)] for name in ("X AK", "HKK 1", "AOK 1", "Depot 1", "Fort Metz")] == [True] * 2 + [
        False
    ] * 3
    hqs = [{NAMES[unit] for unit in units} for units in HQS_OF]
    assert hqs[0] == {f"AOK {number}" for number in range(1, 8)}
    assert hqs[1] == {"1re Armée", *(f"{number}e Armée" for number in range(2, 7))}
    assert hqs[2:] == [{"BEF"}, {"Armée belge"}]
    assert {NAMES[unit] for unit in FORTS} == {name for name in NAMES if name.startswith("Fort ")}


@pytest.mark.rule("3.1", "9.1", "2.6")
def test_armies_turns_of_entry_and_what_is_left_of_a_lost_unit() -> None:
    assert [ARMY[u(name)] for name in ("X AK", "8e CA", "I Corps", "Fort Metz")] == ["2", "1", "BEF", ""]
    assert [FIRST.entry[u(name)] for name in ("X AK", "I Corps", "7e CA")] == [0, 3, 7]
    assert [FACTOR[u("X AK")][steps] for steps in (0, 1, 2)] == [0, 2, 4]


@pytest.mark.rule("2.3", "11.7")
@pytest.mark.reading("hq-attack")
def test_an_hq_attacks_only_beside_a_corps() -> None:
    units = {"X AK": "2322", "IX AK": "2222", "AOK 2": "2222", "AOK 1": "2323", "2e CA": "2321", "1er CA": "2221"}
    position = go(at(units), "done", "attack 2221", "with X AK")
    assert refused(position, "with AOK 2") == "2.3"
    position = go(position, "with IX AK")
    assert "with AOK 2" in written(position)
    lonely = at({"AOK 2": "2322", "1er CA": "2321", "X AK": "1007"})
    assert step(lonely) not in ("ChooseTarget", "ChooseProbe")


@pytest.mark.rule("2.5", "5.3")
def test_why_units_do_not_move() -> None:
    units = {"X AK": "2322", "Fort Metz": "1807", "1er CA": "2018", "I Corps": "waiting", "IX AK": "eliminated"}
    position = at(units, "movement")
    assert refused(position, "Fort Metz") == "2.5"
    assert refused(position, "1er CA") == "5.3"
    assert refused(position, "IX AK") == "2.8"
    french = at(units, "movement", "entente")
    assert refused(french, "I Corps") == "9.1"


@pytest.mark.rule("2.5", "11.14")
def test_a_fort_counter_is_in_the_hex_or_it_is_not() -> None:
    made = board({"Fort Metz": "1807", "X AK": "1807", "AOK 1": "1907"})
    assert holds_fort(made, h("1807"))
    assert not holds_fort(made, h("1907"))
    assert not holds_fort(made, h("1809"))
