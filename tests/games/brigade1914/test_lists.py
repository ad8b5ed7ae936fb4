"""A1, A12, C8, C22, C26: what each list allows and forbids, each limit from both sides, by the reason it gives."""

from __future__ import annotations

import pytest

from games.brigade1914.support import battle
from marne.engine import MarneError
from marne.games.brigade1914.components.data import LISTS
from marne.games.brigade1914.components.forces import UnitSpec, points_of, read_force, write_force
from marne.games.brigade1914.rules.measures.troops import (
    arm,
    edge_distance,
    edge_facing,
    has_lances,
    is_cuirassier,
    is_foot,
    is_mounted,
    rates_row,
    sizes,
    tokens_value,
)
from marne.games.brigade1914.rules.scenarios.lists import breaches, budgeted, purchases, ready_force, reserve_brigades

BI, BC, GI, GC = "british_infantry", "british_cavalry", "german_infantry", "german_cavalry"
FI, FC, WI, WC = "french_infantry", "french_cavalry", "belgian_infantry", "belgian_cavalry"


def keys(name: str, text: str, points: int | None = None) -> list[str]:
    """What a list has against a force."""
    return [breach.key.removeprefix("force.") for breach in breaches(name, read_force(name, text), points)]


@pytest.mark.rule("A12", "C26")
@pytest.mark.parametrize(
    ("name", "fine", "over", "key"),
    [
        (BI, "bn2 bn2", "bn2", "battalions"),
        (BI, "bn2 bn2 bn2 bn2", "bn2 bn2 bn2 bn2 bn2", "battalions"),
        (BI, "bn2 bn2 cav2 cav2", "bn2 bn2 cav2 cav2 cav2", "regiments"),
        (BI, "bn2 bn2 field field", "bn2 bn2 field field field", "batteries"),
        (BI, "bn4 bn2", "bn5 bn2", "companies"),
        (BI, "bn2 bn2", "bn1 bn2", "companies"),
        (BI, "bn2+1 bn2", "bn2+2 bn2", "guns"),
        (BI, "bn2 bn2 cav3", "bn2 bn2 cav4", "squadrons"),
        (BI, "bn2 bn2 cav2+1", "bn2 bn2 cav2+2", "regiment_guns"),
        (BI, "bn2 bn2 heavy", "bn2 bn2 heavy heavy", "heavy"),
        (BI, "bn2 bn2 re4", "bn2 bn2 re5", "recruits"),
        (BI, "bn2 bn2", "bn2R bn2", "raw"),
        (BI, "bn2 bn2 field", "bn2 bn2 horse", "own_guns"),
        (GI, "bn4+2 bn4", "bn4+2 bn4+1", "guns_per_battalion"),
        (GI, "bn4+3 bn4 bn4", "bn4+4 bn4 bn4 bn4", "guns"),
        (GI, "bn2E bn2", "bn2E bn2E", "elite"),
        (GI, "bn2 bn2 jg2", "bn2 bn2 jg2 jg2", "special"),
        (GI, "bn2 bn2 jg4+1", "bn2 bn2 jg5", "special_companies"),
        (GI, "bn2 bn2 jg2+1", "bn2 bn2 jg2+2", "special_guns"),
        (GI, "bn2 bn2 jg2", "bn2 bn2 cyc2", "none_of"),
        (GI, "bn2 bn2 field heavy heavy", "bn2 bn2 heavy heavy heavy", "heavy"),
        (GI, "bn2R bn2R bn2R", "bn2R bn2R bn2", "raw_throughout"),
        (GI, "bn2+1R bn2R bn2R", "bn2+1R bn2+1R bn2R", "reserve_guns"),
        (GI, "bn2 bn2 cav2", "bn2 bn2 cav2R", "raw_cavalry"),
        (FI, "bn2R bn2R bn2R bn2R", "bn2R bn2R bn2R bn2R bn2R", "reserve_battalions"),
        (FI, "bn2 bn2 field field heavy", "bn2 bn2 field heavy", "heavy_needs"),
        (FI, "bn2 bn2 cav2", "bn2 bn2 cav3", "squadrons"),
        (FC, "cav2+1 cav2 cav2", "cav2+1 cav2+1 cav2", "horse_guns_total"),
        (WI, "bn2+1 bn2+1 bn2+1 bn2+1 bn2", "bn2+1 bn2+1 bn2+1 bn2+1 bn2+1", "guns_total"),
        (WI, "bn2R bn2R bn2", "bn2R bn2R bn2R", "raw"),
        (WI, "bn5 bn4", "bn5 bn5", "fifth"),
        (WI, "bn5 bn4", "bn6 bn4", "companies"),
        (WC, "cav2+1 cav2", "cav2+1 cav2+1", "guns_per_regiments"),
        (WC, "cav2E cav2E cav2", "cav2E cav2E cav2E", "elite"),
        (WC, "cav2 cav2 horse", "cav2 cav2 field", "own_guns"),
        (BC, "cav2 cav2r4", "cav2 cav2r5", "recruits"),
        (BC, "cav2 cav2 bn2", "cav2 cav2 bn2r1", "recruits_for_horse"),
        (BI, "bn2r1 bn2", "bn2 bn2 cav2r1", "recruits_for_foot"),
    ],
)
def test_each_limit_of_the_lists(name: str, fine: str, over: str, key: str) -> None:
    assert key not in keys(name, fine)
    assert key in keys(name, over)


@pytest.mark.rule("A12", "C26")
def test_a_breach_names_its_rule_and_the_unit() -> None:
    (british,) = breaches(BI, read_force(BI, "bn2 bn5"))
    assert (british.rule, british.facts["number"]) == ("A12", 2)
    (german,) = breaches(GI, read_force(GI, "bn2 bn5"))
    assert german.rule == "C26"
    odd = (UnitSpec("infantry", "line", 2), UnitSpec("infantry", "line", 2), UnitSpec("battery", "field", 3))
    assert [each.key for each in breaches(BI, odd)] == ["force.own_guns"]
    armed = (*odd[:2], UnitSpec("battery", "field", 2, 1))
    assert [each.key for each in breaches(BI, armed)] == ["force.own_guns"]
    plain = (*odd[:2], UnitSpec("infantry", "jaeger", 2))
    assert [each.key for each in breaches(GI, plain)] == ["force.special_elite"]


@pytest.mark.rule("A12")
@pytest.mark.parametrize(("points", "found"), [(48, []), (47, ["points"])])
def test_a_force_costs_no_more_than_its_points(points: int, found: list[str]) -> None:
    assert keys(BI, "bn2 bn2", points) == found


@pytest.mark.rule("A12", "C26")
def test_what_a_list_does_not_speak_of_it_does_not_limit() -> None:
    assert keys(BI, "bn2+1 bn2+1") == []
    assert keys(FI, "bn2+1 bn2+1 bn2+1") == [], "one for each battalion, and no word of the whole brigade"
    assert keys(BC, "cav2+1 cav2+1") == [], "each regiment its own"
    assert keys(FI, "bn2 bn2 cyc2 cyc2") == ["none_of", "none_of"], "what a list has not is said of each unit"
    assert keys(BI, "bn5 bn5") == ["companies", "companies"], "a fifth company is Belgian"
    assert keys(WI, "bn5 bn4 cav2") == []
    assert points_of(read_force(WC, "cav5 cav4"), LISTS[WC]) == 99, "a fifth squadron costs what a squadron does"
    assert points_of(read_force(FI, "bn5 bn4"), LISTS[FI]) == 99


@pytest.mark.rule("C26")
def test_which_lists_have_reserve_brigades() -> None:
    assert {name for name, army in LISTS.items() if reserve_brigades(army)} == {GI, FI}


@pytest.mark.rule("C22", "C26")
@pytest.mark.parametrize(
    ("name", "force", "points"),
    [
        (GI, "bn2 bn2", 48), (GI, "bn2R bn2R", 40), (GI, "bn2E bn2", 52), (GI, "bn2 bn2 jg2+1", 48 + 42),
        (FI, "bn2 bn2", 44), (FI, "bn2E bn2", 48), (WI, "bn5 bn4", 99 + 3),
        (WI, "bn5E bn4", 96 + 14), (WI, "bn5R bn4", 89 + 5),
        (BC, "cav2 cav2 horse", 56 + 24), (GI, "bn2 bn2 heavy", 48 + 33), (GI, "bn2r2 bn2", 72), (WI, "bn4 bn4", 88),
    ],
)  # fmt: skip
def test_what_forces_cost(name: str, force: str, points: int) -> None:
    assert points_of(read_force(name, force), LISTS[name]) == points


@pytest.mark.rule("C8", "C26")
def test_bought_bases_go_to_the_arm_of_the_brigade_in_turn() -> None:
    assert write_force(read_force(BI, "bn2 cav2 bn2 re3")) == "bn2r2 cav2 bn2r1"
    assert write_force(read_force(BC, "cav2 bn2 cav2 re3")) == "cav2r2 bn2 cav2r1"
    assert write_force(read_force(BI, "cav2 re3")) == "cav2"


@pytest.mark.rule("A12")
@pytest.mark.parametrize(
    "word",
    ["fieldE", "field+1", "field3", "heavyE", "horseR", "fieldr1", "reE", "re2+1", "jg3R", "cyc2R", "bn", "tank"],
)
def test_a_word_that_asks_for_what_a_unit_cannot_have_is_refused(word: str) -> None:
    with pytest.raises(MarneError, match=word.replace("+", r"\+")):
        read_force(GI, f"bn4 bn4 {word}")


@pytest.mark.rule("A12", "C26")
def test_what_can_be_bought_next() -> None:
    def offers(name: str, text: str, points: int) -> list[str]:
        return [key for key, _ in purchases(name, read_force(name, text), points)]

    assert offers(BI, "bn2 bn2", 60) == [
        "base 1", "machine gun 1", "elite 1", "reinforcement 1", "base 2", "machine gun 2", "elite 2",
        "reinforcement 2",
    ]  # fmt: skip
    assert offers(BI, "bn2 bn2", 70)[:1] == ["battery"]
    assert offers(BI, "bn2 bn2", 72)[:3] == ["battalion", "regiment", "battery"]
    german = offers(GI, "bn2 bn2 field", 200)
    assert {"raw", "jaeger", "heavy 3"} <= set(german)
    assert "raw 1" not in german, "reservists are raw throughout"
    assert "raw" not in offers(GI, "bn2R bn2R", 200)
    assert dict(purchases(GI, read_force(GI, "bn2R bn2R"), 200))["battalion"][-1].quality == 0
    assert dict(purchases(GI, read_force(GI, "bn2 bn2"), 200))["battalion"][-1].quality == 1
    raw = read_force("belgian_infantry", "bn2R bn2R")
    assert dict(purchases("belgian_infantry", raw, 300))["battalion"][-1].quality == 1, "Belgians have no such brigades"
    belgian = offers(WI, "bn2 bn2E", 200)
    assert ("raw 1" in belgian, "raw 2" in belgian, "elite 1" in belgian, "elite 2" in belgian) == (
        True,
        False,
        True,
        False,
    )
    horse = offers(BC, "cav2 cav2 bn2", 200)
    assert ("reinforcement 1" in horse, "reinforcement 3" in horse) == (True, False)
    assert dict(purchases(BC, read_force(BC, "cav2 cav2"), 200))["battery"][-1].arm == "horse"
    assert dict(purchases(BI, read_force(BI, "bn2 bn2"), 200))["battery"][-1].arm == "field"
    heavy = dict(purchases(GI, read_force(GI, "bn2 bn2 field"), 200))["heavy 3"]
    assert (heavy[2].arm, heavy[2].bases, heavy[:2]) == ("heavy", 2, read_force(GI, "bn2 bn2"))
    more = dict(purchases(BI, read_force(BI, "bn2 bn2 field"), 200))
    assert write_force(more["base 1"]) == "bn3 bn2 field"
    assert write_force(more["machine gun 2"]) == "bn2 bn2+1 field"
    assert write_force(more["reinforcement 2"]) == "bn2 bn2r1 field"
    assert write_force(more["elite 2"]) == "bn2 bn2E field"


@pytest.mark.rule("A12", "C26")
def test_the_compulsory_part_of_each_list() -> None:
    found = {name: write_force(budgeted(name, 100)) for name in LISTS}
    assert found == {
        BI: "bn2 bn2", GI: "bn2 bn2", FI: "bn2 bn2", WI: "bn2 bn2",
        BC: "cav2 cav2", GC: "cav2 cav2", FC: "cav2 cav2", WC: "cav2 cav2",
    }  # fmt: skip
    with pytest.raises(MarneError, match="do not buy"):
        budgeted(BI, 47)


@pytest.mark.rule("A12", "C26")
def test_ready_forces_of_350_points() -> None:
    found = {name: write_force(ready_force(name, 350)) for name in sorted(LISTS)}
    assert found == {
        WC: "cav4+1Er1 cav4+1Er1 cyc3+1 cav4 horse cav4 horse",
        WI: "bn4+1E bn4+1E bn4+1 field bn4+1 field cav2 bn4",
        BC: "cav3+1E cav3+1 bn4+1 cav3+1 horse cav3+1 horse",
        BI: "bn4+1E bn4+1 bn4+1 cav3+1E field bn4+1 field",
        FC: "cav4+1r1 cav4r1 bn4+1E cav4 cyc3 horse horse",
        FI: "bn4+1E bn4+1E bn4+1 field bn4+1 field cav2 bn4",
        GC: "cav4+1Er1 cav4+1r1 jg4+2 cav4+1 horse horse",
        GI: "bn4+1E bn4+1 bn4+1 field jg4 heavy cav4",
    }


@pytest.mark.rule("C26")
def test_lances_and_cuirasses_belong_to_two_lists() -> None:
    for name in (BC, GC, FC, WC):
        board = battle("cav3E cav3", lists=(name.replace("_", " "), "german infantry")).board
        assert [has_lances(board, unit) for unit in (0, 1, 2)] == [name == GC, name == GC, False]
        assert [is_cuirassier(board, unit) for unit in (0, 1, 2)] == [name == FC, False, False]
    foot = battle("bn4 bn4 cav3", lists=("british infantry", "german cavalry"), red="cav4 cav4 jg2").board
    assert [has_lances(foot, unit) for unit in (2, 3, 5)] == [False, True, False]
    assert not is_cuirassier(battle("cav2 cav2 bn4E", lists=("french cavalry", "german infantry")).board, 2)


@pytest.mark.rule("A1", "A8", "C15")
def test_what_troops_are_at_the_moment() -> None:
    board = battle("bn4+1 bn4 cav3+1 field").board
    assert [arm(board, unit) for unit in (0, 2, 3)] == ["foot", "mounted", "gun"]
    assert [(is_foot(board, unit), is_mounted(board, unit)) for unit in (0, 2, 3)] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert [rates_row(board, unit) for unit in (0, 2, 3)] == ["infantry", "cavalry", "battery"]
    assert sizes(board, 0) == ((200, 150),) * 5
    assert sizes(board, 2) == ((200, 200),) * 3 + ((200, 150),)
    assert sizes(board, 3) == ((200, 200),) * 2
    assert [tokens_value(board, unit) for unit in (0, 2, 3)] == [3, 3, 2]
    board.foot[2] = 1
    assert (arm(board, 2), is_foot(board, 2), is_mounted(board, 2), rates_row(board, 2)) == (
        "foot",
        True,
        False,
        "infantry",
    )
    assert sizes(board, 2) == ((200, 150),) * 4
    wagon = battle("bn4 bn4", "bn4 bn4", "retreat").board
    assert (arm(wagon, 4), rates_row(wagon, 4), sizes(wagon, 4), tokens_value(wagon, 4)) == (
        "gun",
        "battery",
        ((200, 200),),
        0,
    )


@pytest.mark.rule("A1", "C16")
def test_edges_distances_and_facings() -> None:
    edges = ("north", "south", "west", "east")
    assert [edge_distance(edge, 1000, 1500) for edge in edges] == [1500, 3300, 1000, 6200]
    assert [edge_facing(edge) for edge in edges] == [180, 0, 90, 270]


@pytest.mark.rule("A1", "C27")
def test_units_have_numbers_by_side_and_generals_stand_behind_the_middle() -> None:
    board = battle("bn4 bn4", "bn4 bn4 field", "retreat").board
    assert [board.label(unit) for unit in range(len(board.spec))] == ["b1", "b2", "r1", "r2", "r3", "r4", "r5", "r6"]
    assert [board.unit(name) for name in ("b2", "r1", "r9")] == [1, 2, None]
    assert board.starters == [2, 3], "wagons do not count"
    assert (board.gx, board.gy) == ([400, 6800], [2400, 2400])
    meeting = battle("bn4 bn4", "bn4 bn4").board
    assert (meeting.gx, meeting.gy, meeting.march) == ([3600, 3600], [4400, 400], [(0, 1), (2, 3)])
