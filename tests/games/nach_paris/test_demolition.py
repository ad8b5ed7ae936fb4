"""[16] Structures: who destroys them, at what price, for how long, and what stays out of reach."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused
from marne.engine import Position
from marne.games.nach_paris.board import FOR_GOOD
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Water
from marne.games.nach_paris.components.tables import NO_WAY
from marne.games.nach_paris.components.units import BY_ID, FR
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.engineers import demolition
from marne.games.nach_paris.rules.engineers.events import StructureBlown, StructureBlownAgain, StructureGone
from marne.games.nach_paris.rules.engineers.structures import AT_HEX, colour, worse
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.reach import crossing
from marne.games.nach_paris.rules.rail.network import net
from marne.games.nach_paris.rules.units.zones import zones

YELLOW, ORANGE, RED = "AD39>AE38:59", "AJ27>AK26:147", "AJ27>AI27:145"
HIRSON_GONE = {"AJ27:Fort-d'Hirson": "gone", "AJ27:Redoute-Blangy-etc.": "gone"}


def at_work(unit: str, words: str, side: str = "german", turn: int = 9, **more: Any) -> Game:
    """A unit chosen to move, in the Movement Phase of its side."""
    units = {unit: words, **more.pop("others", {})}
    return play(arranged(units=units, side=side, turn=turn, begin="movement", **more), f"move {unit}")


def turns(position: Game, structure: str) -> int | None:
    return position.board.broken.get(int(structure.rpartition(":")[2]))


@pytest.mark.rule("16.1.1")
def test_structures_are_railway_works_and_every_bridge_over_a_major_river() -> None:
    over: dict[int, list[bool]] = {}
    for structure in MAP.structures:
        side = MAP.grid.side(structure.hex, structure.to)
        assert structure.rail or MAP.water[side] == Water.MAJOR, "a road bridge that is one spans a Major River"
        over.setdefault(side, []).append(structure.road)
    bridged = [s for s, water in enumerate(MAP.water) if water == Water.MAJOR and MAP.bridge[s]]
    assert len(bridged) > 100
    assert all(any(over[side]) for side in bridged)
    tracks = {MAP.grid.side(link.a, link.b) for link in MAP.links}
    rails = {MAP.grid.side(s.hex, s.to) for s in MAP.structures if s.rail}
    assert all(side in rails for side in tracks if MAP.water[side] == Water.MAJOR)
    here = set(AT_HEX[MAP.grid.hex("AJ27")])
    assert {MAP.structures[number].letter for number in here} == {"V"}, "three viaducts at Hirson"
    position = at_work("Ebk.1", "AJ27", forts=HIRSON_GONE)
    assert {int(text.rpartition(":")[2]) for text in named(position, "blow")} == here


@pytest.mark.rule("16.1.2", "16.1.3")
def test_engineers_blow_as_many_as_their_points_allow() -> None:
    position = at_work("Ebk.1", "AJ27", forts=HIRSON_GONE)
    position = play(position, f"blow {RED}")
    assert asked(position) == "Blow"
    position = play(position, 10)
    assert position.board.spent[BY_ID["Ebk.1"]] == 15
    position = play(position, f"blow {ORANGE}", 10)
    assert position.board.spent[BY_ID["Ebk.1"]] == 30
    assert asked(position) != "Walk" or not named(position, "blow"), "ten of forty points are left"
    assert set(position.board.broken) == {145, 147}
    assert refused(at_work("Ebk.1", "AJ27", forts=HIRSON_GONE), f"blow {YELLOW}") == "16.1.2"
    foot = at_work("1re-DI", "AO21 N", side="allied")
    assert not named(foot, "blow")
    assert refused(foot, "blow AO21>AP21:92") == "16.1.2"


@pytest.mark.rule("16.1.3", "16.1.2")
def test_pioneers_pay_thirty_and_nobody_forces_a_march_besides() -> None:
    position = at_work("PiR.18", "AD39 N")
    assert "force" in legal(position)
    position = play(position, f"blow {YELLOW}", 10)
    assert position.board.spent[BY_ID["PiR.18"]] == 30
    assert has(position, "wreckers", "PiR.18")
    assert "force" not in legal(position)
    assert refused(position, "force") == "16.1.2"
    tired = arranged(units={"PiR.18": "AD39 N forced"}, side="german", turn=9, begin="Walk PiR.18")
    assert not named(tired, "blow")
    assert refused(tired, f"blow {YELLOW}") == "16.1.2"
    spent = arranged(units={"PiR.18": "AD39 N"}, side="german", turn=9, begin="Walk PiR.18")
    assert named(spent, "blow")
    spent.board.spent[BY_ID["PiR.18"]] = 21
    spent = Position.begin(spent.board, *spent.agenda)
    assert not named(spent, "blow")
    assert refused(spent, f"blow {YELLOW}") == "16.1.3"


@pytest.mark.rule("13.3.1", "13.3.2")
def test_nobody_without_communications_destroys() -> None:
    for state, rule in (("limited", "13.3.1"), ("ooc", "13.3.2")):
        position = at_work("Ebk.1", f"AD39 {state}")
        assert not named(position, "blow")
        assert refused(position, f"blow {YELLOW}") == rule


@pytest.mark.rule("16.1.4")
def test_alone_in_a_zone_of_foot_or_horse_nobody_destroys() -> None:
    position = at_work("Ebk.1", "AD39", others={"DC-belge": "AD38"})
    assert not named(position, "blow")
    assert refused(position, f"blow {YELLOW}") == "16.1.4"
    friend = at_work("Ebk.1", "AD39", others={"DC-belge": "AD38", "18.ID": "AD39 N"})
    assert YELLOW in named(friend, "blow")
    sappers = at_work("Ebk.1", "AD39", others={"DC-belge": "AD38", "Ebk.2": "AD39"})
    assert not named(sappers, "blow"), "engineers are no company"
    guns = at_work(
        "SCF.1", "AO21", side="allied", others={"III/Fußa.1": "AO22 S"}, forts={"AO21:Fort-de-Condé": "gone"}
    )
    assert guns.board.arf(BY_ID["III/Fußa.1"]) > 0
    assert named(guns, "blow"), "the zone of heavy guns does not count"


@pytest.mark.rule("16.1.5", "16.1.8")
@pytest.mark.parametrize(
    ("structure", "die", "damage"),
    [
        (YELLOW, 3, 9), (YELLOW, 4, 6), (YELLOW, 17, 6), (YELLOW, 18, 4),
        (ORANGE, 1, 18), (ORANGE, 10, 12), (ORANGE, 20, 9),
        (RED, 3, FOR_GOOD), (RED, 17, FOR_GOOD), (RED, 18, 18),
    ],
)  # fmt: skip
def test_the_die_says_how_long_the_repair_takes(structure: str, die: int, damage: int) -> None:
    position = play(at_work("Ebk.1", structure.partition(">")[0], forts=HIRSON_GONE), f"blow {structure}", die)
    assert turns(position, structure) == damage
    assert len(happened(position, StructureGone if damage == FOR_GOOD else StructureBlown)) == 1


@pytest.mark.rule("16.1.5")
def test_whatever_spans_a_major_river_reads_the_last_column() -> None:
    over = next(i for i, s in enumerate(MAP.structures) if s.major and s.grade == "normal")
    assert colour(over) == "red"
    assert colour(59) == "yellow"


@pytest.mark.rule("16.1.5")
def test_of_several_attempts_the_worst_holds_and_nothing_adds_up() -> None:
    position = play(at_work("Ebk.1", "AD39"), f"blow {YELLOW}", 18)
    assert turns(position, YELLOW) == 4
    position = play(position, f"blow {YELLOW}", 2)
    assert turns(position, YELLOW) == 9
    again = play(at_work("Ebk.1", "AD39", broken={YELLOW: 9}), f"blow {YELLOW}", 10)
    assert turns(again, YELLOW) == 9
    assert happened(again, StructureBlownAgain)
    assert worse(FOR_GOOD, 18)
    assert not worse(18, FOR_GOOD)
    gone = at_work("Ebk.1", "AJ27", broken={RED: FOR_GOOD}, forts=HIRSON_GONE)
    assert RED not in named(gone, "blow")
    assert refused(gone, f"blow {RED}") == "16.1.5"


@pytest.mark.rule("16.1.6")
def test_pioneers_do_less_harm() -> None:
    assert turns(play(at_work("PiR.18", "AD39 N"), f"blow {YELLOW}", 13), YELLOW) == 4
    assert turns(play(at_work("PiR.18", "AD39 N"), f"blow {YELLOW}", 12), YELLOW) == 6
    assert turns(play(at_work("Ebk.1", "AD39"), f"blow {YELLOW}", 13), YELLOW) == 6


# -- [16.1.7] garrisons


def garrison(units: dict[str, str], side: str = "allied", **more: Any) -> Game:
    return arranged(units=units, side=side, turn=9, begin="movement", **more)


@pytest.mark.rule("16.1.7")
def test_a_lone_fort_blows_what_is_in_its_hex_even_in_an_enemy_zone() -> None:
    position = garrison({"1re-DI": "BC9 N", "9.KD": "AK27"})
    assert zones(position.board, 0) >> MAP.grid.hex("AJ27") & 1
    assert asked(position) == "MoveUnits"
    position = play(position, "garrison")
    found = named(position, "blow")
    assert {RED, ORANGE, "AJ27>AK27:146"} <= set(found)
    assert len(found) < 200
    position = play(position, f"blow {RED}", 1)
    assert turns(position, RED) == FOR_GOOD
    assert happened(position, StructureGone)[0].by == "Fort d'Hirson"
    position = play(position, "garrison", f"blow {ORANGE}", 1)
    assert happened(position, StructureBlown)[0].by == "Redoute Blangy etc.", "each fort once in a phase"
    position = play(position, "garrison")
    assert refused(position, "blow AJ27>AK27:146") == "16.1.7"
    assert position.board.forts_blew.bit_count() == 2


@pytest.mark.rule("16.1.7")
def test_a_fort_that_has_fallen_blows_nothing() -> None:
    position = play(garrison({"1re-DI": "BC9 N"}, forts=HIRSON_GONE), "garrison")
    assert RED not in named(position, "blow")
    assert refused(position, f"blow {RED}") == "16.1.7"
    assert refused(position, f"blow {YELLOW}") == "16.1.7", "no fort is near Aarschot"


@pytest.mark.rule("16.1.7")
def test_forts_of_a_camp_reach_a_hex_around_that_no_enemy_controls() -> None:
    rail = "AL30>AM30:85"  # beside Hautmont, outside the camp of Maubeuge
    assert MAP.camp[MAP.grid.hex("AL30")] < 0
    free = play(garrison({"1re-DI": "BC9 N"}), "garrison")
    assert rail in named(free, "blow")
    near = play(garrison({"1re-DI": "BC9 N", "18.ID": "AM30 NE"}), "garrison")
    assert rail not in named(near, "blow")
    assert refused(near, f"blow {rail}") == "16.1.7"
    lone = MAP.grid.neighbours[MAP.grid.hex("AJ27")]
    beside = [number for hex in lone for number in AT_HEX.get(hex, ())]
    assert "AJ28>AK28:148" not in named(free, "blow"), "a lone fort keeps to its hex"
    assert 148 in beside


@pytest.mark.rule("16.1.7")
def test_garrisons_act_for_their_own_nation() -> None:
    position = garrison({"DC-belge": "AE36", "1re-DI": "BC9 N"})
    found = named(play(position, "garrison"), "blow")
    assert found
    assert RED not in found
    german = garrison({"18.ID": "AL31 N"}, side="german")
    ours = named(play(german, "garrison"), "blow")
    assert any(text.startswith("R18>") for text in ours), "Metz"
    assert RED not in ours


@pytest.mark.rule("16.1.10")
def test_bridges_of_the_rhine_are_safe_while_their_zone_holds_out() -> None:
    for side, unit in (("german", "Ebk.1"), ("allied", "SCF.1")):
        board = arranged(units={unit: "F4"}, side=side, turn=9, begin="nothing").board
        going = Going(BY_ID[unit], 40, False, False)
        assert demolition.offers(board, going) == ()
        why = demolition.reason(board, going, ("blow", 5))
        assert why is not None
        assert why.rule == "16.1.10"
        lost = at_work(unit, "F4", side=side, zones=["E4"])
        assert {"E4>F4:5", "E4>F4:167"} <= set(named(lost, "blow"))


# -- [16.1.9]


@pytest.mark.rule("16.1.9")
def test_a_broken_structure_cuts_its_line_and_no_other() -> None:
    whole = net(arranged(begin="nothing", turn=9).board, FR)
    board = arranged(broken={"AP20>AQ19:135": 12}, begin="nothing", turn=9).board
    cut = [link for link in range(len(MAP.links)) if whole.usable(link) and not net(board, FR).usable(link)]
    ends = {frozenset((MAP.links[link].a, MAP.links[link].b)) for link in cut}
    assert ends == {frozenset(MAP.grid.hexes(("AP20", "AQ19")))}, "the Vierzy tunnel"
    assert [link for link in MAP.links_of[MAP.grid.hex("AP20")] if net(board, FR).usable(link)], "the hex stays joined"
    road = next(i for i, s in enumerate(MAP.structures) if s.road and not s.rail)
    board.broken = {road: 5}
    assert all(net(board, FR).usable(link) == whole.usable(link) for link in range(len(MAP.links))), "roads carry none"


@pytest.mark.rule("16.1.9", "16.1.2")
def test_a_river_without_its_bridges_can_t_be_crossed() -> None:
    position = at_work("Ebk.1", "X35")
    board = position.board
    side = next(
        MAP.grid.side(s.hex, s.to) for s in MAP.structures
        if s.major and s.road and not s.rail and sum(
            1 for t in MAP.structures if t.road and {t.hex, t.to} == {s.hex, s.to}) == 1
    )  # fmt: skip
    number = next(i for i, s in enumerate(MAP.structures) if s.road and MAP.grid.side(s.hex, s.to) == side)
    unit = BY_ID["Ebk.1"]
    assert crossing(board, unit, side) < NO_WAY
    board.broken = {number: 4}
    assert crossing(board, unit, side) == NO_WAY
    bank = MAP.structures[number].to
    assert number in AT_HEX[bank], "a bridge is reached from both banks"
    assert number in AT_HEX[MAP.structures[number].hex]


def test_the_game_says_its_words() -> None:
    position = play(at_work("PiR.18", "AD39 N"), f"blow {YELLOW}", 14)
    assert "4 turnos" in GAME.say(happened(position, StructureBlown)[0], "es")
