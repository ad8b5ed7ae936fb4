"""[13.1.8]-[13.1.11] Governors, camps and harbours as sources of supply."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.command.support import EVERY_RAILWAY, MAUBEUGE, found, looked
from games.nach_paris.still import at, still
from games.nach_paris.support import Game, actor, asked, happened, named, play, refused
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.units import BY_ID, FR, GERMAN_SIDE
from marne.games.nach_paris.rules.command.events import Supplied
from marne.games.nach_paris.rules.command.lines import country, line_cost
from marne.games.nach_paris.rules.command.sources import CAMP, HARBOUR, Source, _way, _whole, capability, left
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES
from marne.games.nach_paris.steps import label
from marne.hexes import members


@pytest.mark.rule("13.1.8")
@pytest.mark.parametrize(
    ("unit", "hex", "state"),
    [
        ("145e-RI", "AK31", "line"),
        ("145e-RI", "AL31", "line"),  # beside it
        ("145e-RI", "AM32", "out of command"),
        ("1st-Div", "AK31", "out of command"),  # another nation's camp
    ],
)
def test_the_governor_of_a_camp_commands_and_supplies_his_nation(unit: str, hex: str, state: str) -> None:
    assert found(looked({unit: f"{hex} N"}, "allied", 13, rail=EVERY_RAILWAY), unit) == state


@pytest.mark.rule("13.1.8")
@pytest.mark.reading("camp-without-forts")
def test_a_camp_that_has_fallen_has_no_governor() -> None:
    gone = {f"{label(f.hex)}:{f.name.replace(' ', '-')}": "gone" for f in MAP.forts if f.camp == "Maubeuge"}
    assert len(gone) == 6
    position = looked({"145e-RI": "AK31 N"}, "allied", 13, rail=EVERY_RAILWAY, forts=gone)
    assert found(position, "145e-RI") == "out of command"


def besieged(units: dict[str, str], **changes: Any) -> Game:
    """French divisions near Maubeuge, in command, without a railway."""
    return looked({"QG-5e-A": "AM29", **units}, "allied", 13, rail=EVERY_RAILWAY, **changes)


@pytest.mark.rule("13.1.9", "13.1.11")
def test_a_camp_supplies_friends_within_four_hexes() -> None:
    position = besieged({"1re-DI": "AM29 N", "2e-DI": "AO31 N", "3e-DI": "AP30 N"})
    assert {unit: found(position, unit) for unit in ("1re-DI", "2e-DI", "3e-DI")} == {
        "1re-DI": "line",
        "2e-DI": "line",
        "3e-DI": "out of command",
    }
    assert MAP.grid.distance(MAP.grid.hex("AO31"), MAP.grid.hex("AK31")) == 4
    assert position.board.camp_supply == {MAUBEUGE: 9}
    (event,) = happened(position, Supplied)
    assert (event.source, event.steps) == ("Maubeuge", 9)


@pytest.mark.rule("13.1.9")
@pytest.mark.reading("short-supply")
def test_friends_are_of_any_allied_nation_but_need_a_headquarters_of_their_own() -> None:
    units = {"1st-Div": "AM29 N", "2nd-Div": "AM29 N"}
    assert found(besieged({**units, "GH": "AM29"}), "1st-Div") == "line"
    assert found(besieged(units), "1st-Div") == "out of command"
    assert besieged(units).board.camp_supply == {MAUBEUGE: 1}, "nothing is wasted on them"


@pytest.mark.rule("13.1.9", "13.1.4")
def test_the_way_to_the_camp_must_be_open() -> None:
    staff = {"QG-5e-A": "AN29", "SCF.1": "AN29"}
    walls = {"GKD": "AN30", "5.KD": "AN28"}
    assert found(besieged(staff), "SCF.1") == "line"
    assert found(besieged({**staff, **walls}), "SCF.1") == "out of command"
    covered = {**staff, **walls, "8e-Bde": "AM29 N"}
    assert found(besieged(covered), "SCF.1") == "line"


@pytest.mark.rule("13.1.9")
def test_who_has_a_line_even_a_long_one_takes_nothing_from_a_camp() -> None:
    position = looked({"QG-5e-A": "AM29", "1re-DI": "AM29 N"}, "allied", 13)
    assert found(position, "1re-DI") == "line"
    assert position.board.camp_supply == {}


@pytest.mark.rule("13.1.9", "13.1.11")
def test_a_camp_supplies_four_steps_for_each_hex_and_whole_units_only() -> None:
    """Maubeuge has three hexes: twelve steps, one of them for the headquarters."""
    assert capability(Source(CAMP, MAUBEUGE)) == 12
    units = {"1re-DI": "AM29 N", "2e-DI": "AM29 N", "3e-DI": "AM30 N"}
    position = besieged(units)
    assert asked(position) == "ShareSupply"
    assert actor(position) == "allied"
    assert sorted(named(position, "supply")) == ["1re-DI", "2e-DI", "3e-DI", "QG-5e-A"]
    position = play(position, "supply 1re-DI", "supply 2e-DI", "supply QG-5e-A")
    assert left(position.board, Source(CAMP, MAUBEUGE)) == 3, "the third division does not fit"
    assert [found(position, unit) for unit in ("1re-DI", "2e-DI", "3e-DI")] == ["line", "line", "out of command"]
    assert position.board.camp_supply == {MAUBEUGE: 9}


@pytest.mark.rule("13.1.11")
def test_the_owner_chooses_or_leaves_them_without() -> None:
    units = {"1re-DI": "AM29 N", "2e-DI": "AM29 N", "3e-DI": "AM30 N", "145e-RI": "AT9 N"}
    position = besieged(units)
    assert refused(position, "supply 145e-RI") == "13.1.9"
    assert refused(position, "supply 18.ID") == "3.2.1"
    position = play(position, "end")
    assert {found(position, unit) for unit in units} == {"out of command"}
    again = position.load(position.save())
    assert again.save() == position.save()


@pytest.mark.rule("13.1.10")
@pytest.mark.parametrize(
    ("unit", "hex", "state"),
    [
        ("8e-Bde", "AU39", "line"),  # two steps beside Nieuport, which has supplies for two
        ("8e-Bde", "AW38", "line"),  # Dunkerque
        ("8e-Bde", "AU35", "out of command"),
        ("1re-DI", "AU38", "line"),  # four steps, within three of Dunkerque
    ],
)
def test_a_harbour_supplies_friends_within_three_hexes(unit: str, hex: str, state: str) -> None:
    units = {unit: f"{hex} N", "QG-5e-A": "AV33"}
    assert found(looked(units, "allied", 13, rail=EVERY_RAILWAY), unit) == state


@pytest.mark.rule("13.1.10", "13.1.11")
def test_a_harbour_supplies_twice_what_its_ships_carry_and_whole_units_only() -> None:
    nieuport = next(i for i, harbour in enumerate(MAP.harbours) if harbour.name == "Nieuport")
    assert capability(Source(HARBOUR, nieuport)) == 2 * MAP.harbours[nieuport].capacity == 2
    near = {label(h) for h in members(MAP.grid.links.within(1 << MAP.harbours[nieuport].hex, 3))}
    others = [h for h in MAP.harbours if h.capacity and h.name != "Nieuport" and MAP.playable(h.hex)]
    hex = next(
        h
        for h in sorted(near)
        if MAP.playable(MAP.grid.hex(h))
        and MAP.terrain[MAP.grid.hex(h)] != Terrain.SEA
        and all(MAP.grid.distance(MAP.grid.hex(h), o.hex) > 3 for o in others)
    )
    whole = looked({"1re-DI": f"{hex} N", "QG-5e-A": "AV33"}, "allied", 13, rail=EVERY_RAILWAY)
    assert found(whole, "1re-DI") == "out of command", "no unit is supplied in part"
    assert whole.board.harbour_supply == {}
    small = looked({"8e-Bde": f"{hex} N", "QG-5e-A": "AV33"}, "allied", 13, rail=EVERY_RAILWAY)
    assert found(small, "8e-Bde") == "line"
    assert small.board.harbour_supply == {nieuport: 2}


@pytest.mark.rule("13.1.10")
def test_a_harbour_in_german_hands_supplies_nobody() -> None:
    units = {"8e-Bde": "AW38 N", "QG-5e-A": "AV33"}
    held = looked(units, "allied", 13, rail=EVERY_RAILWAY, ground=["AX39", "AU40"])
    assert found(held, "8e-Bde") == "out of command"
    ashore = looked({"26.IB": "AX39 N", "2.AOK": "AX39"}, "german", 13, ground=["AX39"])
    assert ashore.board.harbour_supply == {}
    beside = looked({"5.KD": "AS40"}, "german", 13)
    assert (found(beside, "5.KD"), beside.board.harbour_supply) == ("out of command", {}), "nor the Germans any"


@pytest.mark.rule("13.1.10", "13.1.5")
@pytest.mark.reading("harbour-lines")
def test_a_harbour_gives_a_normal_line_to_who_has_a_long_one() -> None:
    from marne.games.nach_paris.rules.command.sources import why_not_fed

    position = looked({"8e-Bde": "AW38 N", "QG-5e-A": "AV33"}, "allied", 13, rail=EVERY_RAILWAY)
    board, unit = position.board, BY_ID["8e-Bde"]
    board.fed = 0
    dunkerque = next(i for i, harbour in enumerate(MAP.harbours) if harbour.name == "Dunkerque")
    assert why_not_fed(board, Source(HARBOUR, dunkerque), unit, country(board, FR)) == ""
    board.german_rail = german_but_far_off(board, unit)
    assert 100 < line_cost(board, unit) <= 150
    assert why_not_fed(board, Source(HARBOUR, dunkerque), unit, country(board, FR)) == ""


def german_but_far_off(board: NachParisBoard, unit: int) -> int:
    """Rail control that leaves the Allies only railways at the end of a long line."""
    for far in range(6, 20):
        near = MAP.grid.links.within(1 << board.where[unit], far)
        board.german_rail = RAIL_HEXES & near
        if line_cost(board, unit) > 100:
            return board.german_rail
    raise AssertionError("no long line")


@pytest.mark.rule("13.1.11")
def test_one_source_after_the_other_is_shared_out() -> None:
    """Maubeuge and Dunkerque both have too little; what was said of the first is kept with the game."""
    north = {"3e-DI": "AW38 N", "4e-DI": "AX38 N", "5e-DI": "AW37 N", "QG-4e-A": "AW36"}
    units = {"1re-DI": "AM29 N", "2e-DI": "AM29 N", "22e-DI": "AM30 N", **north}
    position = besieged(units)
    assert asked(position) == "ShareSupply"
    first = set(named(position, "supply"))
    position = play(position, "end")
    position = position.load(position.save())
    assert asked(position) == "ShareSupply"
    second = set(named(position, "supply"))
    assert first.isdisjoint(second)
    assert "1re-DI" in first | second
    assert "4e-DI" in first | second
    position = play(position, f"supply {'1re-DI' if '1re-DI' in second else '4e-DI'}", "end")
    assert asked(position) == ""


@pytest.mark.rule("13.1.10", "13.1.9", "13.1.11")
def test_a_source_feeds_whole_units_that_a_free_line_leads_to() -> None:
    harbour = next(i for i, each in enumerate(MAP.harbours) if each.name == "Calais")
    camp = next(i for i, each in enumerate(MAP.camps) if each.name == "Maubeuge")
    for source, hexes in (
        (Source(HARBOUR, harbour), [MAP.harbours[harbour].hex]),
        (Source(CAMP, camp), list(MAP.camps[camp].hexes)),
    ):
        near = next(each for each in MAP.grid.neighbours[hexes[0]] if each not in hexes and MAP.playable(each))
        board, who = still({"1re-DI": f"{MAP.grid.label(near)} N"}), BY_ID["1re-DI"]
        assert _way(board, source, who, country(board, FR))
        for hex in hexes:
            board.occupied[GERMAN_SIDE] |= 1 << hex
        assert not _way(board, source, who, country(board, FR)), "an enemy is in it"
        board.occupied[GERMAN_SIDE] = 0
        board.put(who, at("A20"))
        assert not _way(board, source, who, country(board, FR))
        used = board.camp_supply if source.kind == CAMP else board.harbour_supply
        for free, whole in ((4, True), (3, False)):
            used[source.number] = capability(source) - free
            assert _whole(board, source, who) == whole
