"""A12, C22: brigades from points, quality of troops."""

from __future__ import annotations

import pytest

from games.brigade1914.positions import BC, BI, GC, GI
from games.brigade1914.scenarios.support import FC, FI, NINTH, WC, WI
from games.brigade1914.support import B3, R1, asked, battle, legal, offered, play, unit
from marne.engine import MarneError, Setting
from marne.games.brigade1914.components.data import LISTS, QUALITY
from marne.games.brigade1914.components.forces import UnitSpec, points_of, read_force, tokens_of, write_force
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.scenarios.lists import breaches, budgeted, problems, purchases, ready_force
from marne.games.brigade1914.rules.scenarios.setup import Muster


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
@pytest.mark.reading("lists-changed")
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


@pytest.mark.rule("C22", "C26")
@pytest.mark.parametrize(
    ("name", "force", "points"),
    [
        (GI, "bn2 bn2", 48),
        (GI, "bn2R bn2R", 40),
        (GI, "bn2E bn2", 52),
        (GI, "bn2 bn2 jg2+1", 48 + 42),
        (FI, "bn2 bn2", 44),
        (FI, "bn2E bn2", 48),
        (WI, "bn5 bn4", 99 + 3),
        (WI, "bn5E bn4", 96 + 14),
        (WI, "bn5R bn4", 89 + 5),
        (BC, "cav2 cav2 horse", 56 + 24),
        (GI, "bn2 bn2 heavy", 48 + 33),
        (GI, "bn2r2 bn2", 72),
        (WI, "bn4 bn4", 88),
    ],
)
@pytest.mark.reading("fifth-company")
def test_what_forces_cost(name: str, force: str, points: int) -> None:
    assert points_of(read_force(name, force), LISTS[name]) == points


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
        "base 1",
        "machine gun 1",
        "elite 1",
        "reinforcement 1",
        "base 2",
        "machine gun 2",
        "elite 2",
        "reinforcement 2",
    ]
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
        BI: "bn2 bn2",
        GI: "bn2 bn2",
        FI: "bn2 bn2",
        WI: "bn2 bn2",
        BC: "cav2 cav2",
        GC: "cav2 cav2",
        FC: "cav2 cav2",
        WC: "cav2 cav2",
    }
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


@pytest.mark.rule("A12", "A2")
def test_the_ninth_infantry_brigade_of_the_book() -> None:
    force = read_force("british_infantry", NINTH)
    assert points_of(force) == 350
    assert tokens_of(force) == 21
    assert problems("british_infantry", force, 350) == []
    assert sorted(write_force(ready_force("british_infantry", 350)).split()) == sorted(NINTH.split())


@pytest.mark.rule("A12")
@pytest.mark.parametrize(
    ("force", "points"),
    [
        ("bn2 bn2", 48),
        ("bn3 bn2", 60),
        ("bn2+1 bn2", 60),
        ("bn2E bn2", 52),
        ("bn2+1E bn2", 66),
        ("bn2 bn2 cav2", 72),
        ("bn2 bn2 cav3+1E", 48 + 56),
        ("bn2 bn2 field", 70),
        ("bn2 bn2 heavy", 81),
        ("bn2 bn2 re4", 96),
    ],
)
def test_what_the_british_list_costs(force: str, points: int) -> None:
    assert points_of(read_force("british_infantry", force)) == points
    assert not problems("british_infantry", read_force("british_infantry", force), points)
    assert problems("british_infantry", read_force("british_infantry", force), points - 1)


@pytest.mark.rule("A12")
@pytest.mark.parametrize(
    "force",
    [
        "bn2",
        "bn2 bn2 bn2 bn2 bn2",
        "bn1 bn2",
        "bn5 bn2",
        "bn2+2 bn2",
        "bn2 bn2 cav2 cav2 cav2",
        "bn2 bn2 cav4",
        "bn2 bn2 cav1",
        "bn2 bn2 cav2+2",
        "bn2 bn2 field field field",
        "bn2 bn2 heavy heavy",
        "bn2 bn2 re5",
        "bn2 bn2 horse",
        "bn2R bn2",
    ],
)
def test_what_the_british_list_forbids(force: str) -> None:
    assert [refusal.rule for refusal in problems("british_infantry", read_force("british_infantry", force))] != []


@pytest.mark.rule("A12")
def test_the_limits_of_the_british_list() -> None:
    most = "bn4+1 bn4+1 bn4+1 bn4+1 cav3+1 cav3+1 field heavy re4"
    assert points_of(read_force("british_infantry", most)) == 439
    assert tokens_of(read_force("british_infantry", most)) == 24
    assert not problems("british_infantry", read_force("british_infantry", most))


@pytest.mark.rule("C22")
def test_quality_changes_the_price_and_the_numbers() -> None:
    raw, trained, elite = (QUALITY[name] for name in ("raw", "trained", "elite"))
    assert (raw.points, trained.points, elite.points) == (-2, 0, 2)
    assert (raw.morale, trained.morale, elite.morale) == (5, 4, 3)
    assert (raw.limit, trained.limit, elite.limit) == (-1, 0, 1)
    assert (raw.activation, elite.ignored) == (1, 1)
    assert points_of(read_force("belgian_infantry", "bn4R bn4E")) == 40 + 56


@pytest.mark.rule("A12")
def test_buying_offers_only_what_is_legal_and_affordable() -> None:
    force = read_force("british_infantry", "bn2 bn2")
    for _, bought in purchases("british_infantry", force, 72):
        assert problems("british_infantry", bought, 72) == []
    keys = [key for key, _ in purchases("british_infantry", force, 72)]
    assert "battalion" in keys
    assert "regiment" in keys
    assert [key for key, _ in purchases("british_infantry", force, 59)] == ["elite 1", "elite 2"]
    assert purchases("british_infantry", force, 48) == []


@pytest.mark.rule("A12")
def test_forces_can_be_bought_at_the_table() -> None:
    position = GAME.start(Setting("meeting", "", (("forces", "chosen"), ("table", "canal"), ("blue points", "250"))))
    position = play(position, "battalion", "base 1", "machine gun 1")
    assert write_force(position.board.force[0]) == "bn3+1 bn2 bn2"
    position = play(position, "done", "ready made")
    assert write_force(position.board.force[1]) == write_force(ready_force("german_infantry", 350))


def test_a_force_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(MarneError, match="is no unit"):
        read_force("british_infantry", "bn4 tank")


@pytest.mark.rule("A12")
def test_the_british_roll_one_failed_test_again_in_a_turn() -> None:
    position = battle(units={"b1": {"at": [1000, 4200], "tokens": 6, "markers": 3}})
    position = play(position, "activate b1", 2)
    assert (asked(position), legal(position)) == ("Reroll", ["again", "accept"])
    position = play(position, "again", 1)
    assert asked(position) == "Act"
    position = play(position, "morale b1", 1)
    assert asked(position) == "Act"
    fresh = battle(units={"b1": {"at": [1000, 4200], "tokens": 6, "markers": 3}})
    assert asked(play(fresh, "morale b1", 1)) == "Reroll"
    assert unit(play(fresh, "morale b1", 1, "again", 5), "b1")["markers"] == 2


@pytest.mark.rule("A12")
@pytest.mark.parametrize("nation", ["german", "french", "belgian"])
def test_nobody_else_rolls_again(nation: str) -> None:
    position = battle(
        lists=(f"{nation} infantry", "german infantry"),
        blue="bn4 bn4",
        units={"b1": {"at": [1000, 4200], "tokens": 6, "markers": 3}},
    )
    assert asked(play(position, "activate b1", 2)) == "Act"


@pytest.mark.rule("A12", "C25")
@pytest.mark.parametrize(
    ("name", "rating"),
    [("british_infantry", 3), ("german_infantry", 3), ("french_infantry", 3), ("belgian_infantry", 3)],
)
@pytest.mark.reading("ratings")
def test_what_a_general_may_be_given(name: str, rating: int) -> None:
    assert LISTS[name].rating == rating


@pytest.mark.rule("A12")
def test_a_passed_test_is_not_rolled_again_and_who_accepts_keeps_the_right() -> None:
    position = battle(units={"b1": {"at": [1000, 4200], "tokens": 6, "markers": 3}})
    assert asked(play(position, "activate b1", 4)) == "Declare"
    kept = play(position, "activate b1", 2, "accept")
    assert (asked(kept), kept.board.reroll) == ("Act", [0, 0])
    assert asked(play(kept, "activate b1", 2)) == "Reroll"
    steady = battle(units={"b1": {"at": [1000, 4200], "tokens": 6, "markers": 3}}, hands={"blue": ["steady"]})
    assert asked(play(steady, "morale b1", 1, "accept")) == "SteadyAfterAll"
    assert asked(play(steady, "activate b1", 1, "accept")) == "Act"
    again = play(position, "activate b1", 2, "again")
    assert (asked(again), again.step.need) == ("CommandTest", 4)  # type: ignore[attr-defined]
    assert again.board.reroll == [1, 0]


@pytest.mark.rule("A12")
@pytest.mark.reading("british-mounted")
def test_british_mounted_fire_as_infantry_but_not_in_a_charge() -> None:
    units = {"b3": {"at": [3000, 3000], "mgs": 0, "bases": 2}, "r1": {"at": [3000, 2000], "facing": 180}}
    assert firing.dice(battle(units=units).board, B3, R1, firing.STANDING) == 3
    close = {**units, "r1": {"at": [3000, 2650], "facing": 180}}
    assert firing.dice(battle(units=close).board, B3, R1, firing.CHARGE) == 2


@pytest.mark.rule("A12", "C27")
def test_a_force_is_ready_made_or_bought() -> None:
    board = battle().board
    board.force = [(), ()]
    assert offered(Muster(0), board) is None
    board.chosen_forces = True
    assert (offered(Muster(0), board) or ())[-2:] == ("ready made", "done")
    assert Muster(0).do(board, "base 1") == (Muster(0),)
    assert [spec.bases for spec in board.force[0]] == [3, 2]
    assert Muster(0).do(board, "done") == ()
    assert len(board.force[0]) == 2
    board.force[1] = ()
    Muster(1).do(board, "done")
    assert [spec.bases for spec in board.force[1]] == [2, 2], "the compulsory part at least"
    Muster(0).do(board, "ready made")
    assert len(board.force[0]) > 4


@pytest.mark.rule("A12", "C17")
@pytest.mark.reading("british-mounted")
def test_british_horse_of_two_bases_fire_as_a_battalion_and_of_one_as_horse() -> None:
    def dice(bases: int, lists: tuple[str, str] = ("british infantry", "german infantry")) -> int:
        units = {"b3": {"at": [3000, 3000], "foot": 1, "bases": bases, "mgs": 0}, "r1": {"at": [3000, 2000]}}
        return firing.dice(battle("bn4 bn4 cav2", lists=lists, units=units).board, B3, 3, firing.STANDING)

    assert [dice(1), dice(2)] == [1, 3]
    assert dice(2, ("french infantry", "german infantry")) == 1
