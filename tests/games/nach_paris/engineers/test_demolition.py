"""[16] Structures: who destroys them, at what price, and for how long."""

from __future__ import annotations

import pytest

from games.nach_paris.engineers.support import HIRSON_GONE, ORANGE, RED, YELLOW, at_work, turns
from games.nach_paris.still import rule, still, unit
from games.nach_paris.support import arranged, asked, happened, has, legal, named, play, refused, where
from games.nach_paris.units.support import moving
from marne.engine import Ask, Position
from marne.games.nach_paris.board import FOR_GOOD
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Water
from marne.games.nach_paris.components.tables import NO_WAY, repair_turns
from marne.games.nach_paris.components.units import BY_ID, DE, ENGINEERS, FR, IDS, OF_NATION, PIONEERS
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.engineers.demolition import Blow, carry_out, cost, watched, why_not_blow
from marne.games.nach_paris.rules.engineers.events import StructureBlown, StructureBlownAgain, StructureGone
from marne.games.nach_paris.rules.engineers.structures import AT_HEX, colour, worse
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.reach import crossing
from marne.games.nach_paris.rules.rail.network import net
from marne.hexes import members


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
    for state, number in (("limited", "13.3.1"), ("ooc", "13.3.2")):
        position = at_work("Ebk.1", f"AD39 {state}")
        assert not named(position, "blow")
        assert refused(position, f"blow {YELLOW}") == number


@pytest.mark.rule("16.1.4")
@pytest.mark.reading("who-watches")
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
        (YELLOW, 3, 9),
        (YELLOW, 4, 6),
        (YELLOW, 17, 6),
        (YELLOW, 18, 4),
        (ORANGE, 1, 18),
        (ORANGE, 10, 12),
        (ORANGE, 20, 9),
        (RED, 3, FOR_GOOD),
        (RED, 17, FOR_GOOD),
        (RED, 18, 18),
    ],
)
def test_the_die_says_how_long_the_repair_takes(structure: str, die: int, damage: int) -> None:
    position = play(at_work("Ebk.1", structure.partition(">")[0], forts=HIRSON_GONE), f"blow {structure}", die)
    assert turns(position, structure) == damage
    assert len(happened(position, StructureGone if damage == FOR_GOOD else StructureBlown)) == 1


@pytest.mark.rule("16.1.5")
@pytest.mark.reading("structures")
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
@pytest.mark.reading("bridge-between")
def test_a_river_without_its_bridges_can_t_be_crossed() -> None:
    position = at_work("Ebk.1", "X35")
    board = position.board
    side = next(
        MAP.grid.side(s.hex, s.to)
        for s in MAP.structures
        if s.major
        and s.road
        and not s.rail
        and sum(1 for t in MAP.structures if t.road and {t.hex, t.to} == {s.hex, s.to}) == 1
    )
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


@pytest.mark.rule("16.1.3")
def test_exactly_enough_points_are_enough_to_blow() -> None:
    unit = next(i for i in BY_ID.values() if PIONEERS >> i & 1)
    name = next(id for id, i in BY_ID.items() if i == unit)
    board = still({name: "AD39 N"}, side="german")
    found = [why_not_blow(board, Going(unit, left, False, False)) for left in range(60)]
    first = next(left for left, why in enumerate(found) if why is None)
    assert first > 0
    assert {why.rule for why in found[:first] if why} == {"16.1.3"}
    assert all(why is None for why in found[first:])


@pytest.mark.rule("16.1.6")
@pytest.mark.parametrize("name", ["PiR.24", "PiR.18"])
def test_pioneers_add_five_and_garrisons_nothing(name: str) -> None:
    assert [each.amount for each in Blow(0, BY_ID[name], -1).modifiers()] == [5]
    assert Blow(0, BY_ID["Ebk.1"], -1).modifiers() == ()
    assert Blow(0, -1, 3).modifiers() == ()


@pytest.mark.rule("16.1.5")
def test_only_a_greater_damage_replaces_another() -> None:
    assert [worse(turns, than) for turns, than in ((3, None), (3, 2), (3, 3), (2, 3), (FOR_GOOD, 3), (3, FOR_GOOD),
                                                   (FOR_GOOD, FOR_GOOD), (FOR_GOOD, None))] == [
        True, True, False, False, True, False, False, True,
    ]  # fmt: skip


@pytest.mark.rule("16.1.2", "16.1.3")
@pytest.mark.reading("bridge-between")
def test_each_thing_that_keeps_engineers_from_their_work() -> None:
    engineer, pioneers = members(ENGINEERS & OF_NATION[DE])[0], BY_ID["PiR.24"]
    for who, price in ((engineer, 15), (pioneers, 30)):
        board = still({IDS[who]: "AW22 N", "18.ID": "AW30 N"}, side="german")
        board.forced = board.limited = board.cut_off = unit("18.ID")
        assert cost(who) == price
        assert [rule(why_not_blow(board, Going(who, left, False, False))) for left in (price - 1, price)] == [
            "16.1.3",
            "",
        ]
        (blow,) = carry_out(board, Going(who, 50, False, False), ("blow", 3))
        assert (blow, board.spent, board.wreckers) == (Blow(3, who), {who: price}, 1 << who)
        for fact, number in (("forced", "16.1.2"), ("limited", "13.3.1"), ("cut_off", "13.3.2")):
            other = still({IDS[who]: "AW22 N"}, side="german")
            setattr(other, fact, 1 << who)
            assert rule(why_not_blow(other, Going(who, 50, False, False))) == number
    assert rule(why_not_blow(still({"18.ID": "AW22 N"}), Going(BY_ID["18.ID"], 50, False, False))) == "16.1.2"


@pytest.mark.rule("16.1.8", "16.1.6", "16.1.5")
def test_pioneers_add_five_and_the_worst_damage_holds() -> None:
    engineer, pioneers = members(ENGINEERS & OF_NATION[DE])[0], BY_ID["PiR.24"]
    assert PIONEERS >> pioneers & 1
    for who, more in ((engineer, 0), (pioneers, 5)):
        for die in range(1, 21):
            board = still({IDS[who]: "AW22 N"}, side="german")
            Blow(0, who).answered(board, die)
            turns = repair_turns(die + more, colour(0))
            assert board.broken[0] == (FOR_GOOD if turns is None else turns)
            kind = type(board.events[-1]).__name__
            assert kind == ("StructureGone" if turns is None else "StructureBlown")
            Blow(0, who).answered(board, die)
            assert type(board.events[-1]).__name__ == "StructureBlownAgain"
    assert isinstance(Blow(0, engineer).ask(still()), Ask)


@pytest.mark.rule("16.1.4")
@pytest.mark.reading("who-watches")
def test_sappers_are_watched_unless_foot_or_horse_is_with_them() -> None:
    who = members(ENGINEERS & OF_NATION[DE])[0]
    alone = {IDS[who]: "AW22", "1re-DI": "AW23 S"}
    assert watched(still(alone), who)
    assert not watched(still({**alone, "18.ID": "AW22 N"}), who)
    assert not watched(still({**alone, "5.KD": "AW22"}), who)
    assert watched(still({**alone, "2.AOK": "AW22"}), who)
    assert not watched(still({IDS[who]: "AW22", "1re-DI": "AW30 S"}), who)
    assert watched(still({IDS[who]: "AW22", "1re-DC": "AW23"}), who)


@pytest.mark.rule("16.1.8")
def test_the_marker_is_told_where_the_sapper_stands_or_where_the_structure_is() -> None:
    number = 0
    board = still({"PiR.24": "AW22 N"}, side="german")
    Blow(number, BY_ID["PiR.24"]).answered(board, 10)
    assert board.events[-1].hex == "AW22"
    garrison = still(side="german")
    Blow(number, fort=3).answered(garrison, 10)
    assert garrison.events[-1].hex == MAP.grid.label(MAP.structures[number].hex)


@pytest.mark.rule("7.1.4", "16.1.2")
def test_pioneers_that_destroyed_something_where_they_stand_may_turn() -> None:
    gone = {"AJ27:Fort-d'Hirson": "gone", "AJ27:Redoute-Blangy-etc.": "gone"}
    position = moving({"PiR.24": "AJ27 N"}, turn=9, forts=gone)
    position = play(position, "move PiR.24")
    position = play(position, f"blow {named(position, 'blow')[0]}", 10, "end")
    assert asked(position) == "Face"
    assert where(position, "PiR.24") == "AJ27"
