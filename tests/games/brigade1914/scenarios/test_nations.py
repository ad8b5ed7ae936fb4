"""C26: what each list allows and forbids."""

from __future__ import annotations

import pytest

from games.brigade1914.positions import BC, GC, GI
from games.brigade1914.scenarios.support import FC, FI, NINTH, WC
from games.brigade1914.support import battle, play
from marne.engine import Setting
from marne.games.brigade1914.components.data import FIRE, LISTS
from marne.games.brigade1914.components.forces import points_of, read_force, tokens_of, write_force
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.measures.troops import has_lances, is_cuirassier
from marne.games.brigade1914.rules.scenarios.lists import _meant, problems, purchases, ready_force, reserve_brigades


@pytest.mark.rule("C26")
@pytest.mark.parametrize("name", sorted(LISTS))
@pytest.mark.parametrize("points", [250, 300, 350, 375, 400, 450])
def test_ready_forces_are_legal(name: str, points: int) -> None:
    assert problems(name, ready_force(name, points), points) == []


@pytest.mark.rule("C26")
@pytest.mark.parametrize(
    ("name", "force", "points", "tokens"),
    [
        ("german_infantry", "bn4+1 bn4+1 bn4+1 jg4 cav4 field heavy", 339, 21),
        ("french_infantry", "bn4+1 bn4+1 bn4+1 bn4 bn4 cav2 field field", 319, 24),
        ("belgian_infantry", "bn4+1 bn4+1 bn4+1 bn4E bn4R cav2 field field", 319, 24),
        ("british_cavalry", "cav3+1E cav3+1E cav3+1E cav3+1 bn4+1 horse horse re2", 394, 21),
        ("german_cavalry", "cav4+1 cav4+1 cav4+1E jg4+2 horse re4", 346, 16),
        ("french_cavalry", "cav4+1 cav4 cav4E cyc3 bn4+1 horse re4", 338, 19),
        ("belgian_cavalry", "cav4E cav4E cav4+1 cav4+1 cyc3+1 horse horse re1", 325, 21),
    ],
)
def test_sample_forces(name: str, force: str, points: int, tokens: int) -> None:
    specs = read_force(name, force)
    assert (points_of(specs, LISTS[name]), tokens_of(specs)) == (points, tokens)
    assert problems(name, specs) == []


@pytest.mark.rule("C26")
@pytest.mark.parametrize(
    ("name", "force"),
    [
        ("german_infantry", "bn4+2 bn4+1"),
        ("german_infantry", "bn4E bn4E"),
        ("german_infantry", "bn4R bn4"),
        ("german_infantry", "bn4 bn4 heavy heavy heavy"),
        ("german_infantry", "bn4 bn4 cav2+1"),
        ("german_cavalry", "cav4 cav4 bn4"),
        ("french_infantry", "bn4 bn4 heavy"),
        ("french_infantry", "bn4 bn4 cav3"),
        ("french_cavalry", "cav4+1 cav4+1"),
        ("belgian_infantry", "bn4+1 bn4+1 bn4+1 bn4+1 bn4+1"),
        ("belgian_infantry", "bn4 bn4 heavy"),
        ("belgian_cavalry", "cav4+1 cav4+1"),
        ("belgian_cavalry", "cav4E cav4E cav4E"),
        ("british_cavalry", "cav3 cav3 bn4 bn4"),
        ("british_cavalry", "cav3 cav3 field"),
        ("french_infantry", "bn4 bn4 jg2"),
    ],
)
@pytest.mark.reading("lists-changed")
def test_what_the_other_lists_forbid(name: str, force: str) -> None:
    assert problems(name, read_force(name, force)) != []


@pytest.mark.rule("C26", "A12")
@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("british_infantry", 12),
        ("german_infantry", 12),
        ("french_infantry", 11),
        ("belgian_infantry", 11),
        ("british_cavalry", 14),
        ("german_cavalry", 12),
        ("french_cavalry", 12),
        ("belgian_cavalry", 11),
    ],
)
@pytest.mark.reading("fifth-company")
def test_what_a_base_costs_in_each_list(name: str, base: int) -> None:
    specs = read_force(name, "cav2 cav2 horse re1" if "cavalry" in name else "bn2 bn2 field re1")
    assert points_of(specs, LISTS[name]) == 5 * base + (24 if "cavalry" in name else 22)


@pytest.mark.rule("C26")
def test_a_german_battalion_may_take_the_machine_guns_of_three() -> None:
    assert problems("german_infantry", read_force("german_infantry", "bn4+3 bn4 bn4")) == []


@pytest.mark.rule("C26")
@pytest.mark.parametrize(
    ("name", "force"),
    [
        ("british_infantry", NINTH),
        ("german_infantry", "field bn4R bn4R bn4+1R jg4 heavy cav4 bn3R"),
        ("french_infantry", "bn2R bn4R field field heavy"),
        ("belgian_infantry", "cav2 bn5R bn4+1E bn3R field re2"),
        ("german_cavalry", "jg4+2 cav4+1 cav3E horse re4"),
    ],
)
def test_a_legal_force_is_bought_step_by_step(name: str, force: str) -> None:
    """In any order of units; reservists too, whose brigade is raw from the start."""
    chosen = (("blue", name.replace("_", " ")), ("blue points", "400"), ("forces", "chosen"), ("table", "crossroads"))
    position = GAME.start(Setting("meeting", "", chosen))
    answers = GAME.muster(position, force, "en")
    assert isinstance(answers, list), answers
    position = play(position, *answers)
    bought = sorted(write_force(position.board.force[0]).split())
    assert bought == sorted(write_force(read_force(name, force)).split())
    assert GAME.mustering(position) is None or GAME.mustering(position).side == 1  # type: ignore[union-attr]


@pytest.mark.rule("C26")
def test_heavy_guns_are_not_bought_twice() -> None:
    keys = [key for key, _ in purchases("german_infantry", read_force("german_infantry", "bn4 bn4 heavy field"), 400)]
    assert "heavy 3" not in keys
    assert "heavy 4" in keys


@pytest.mark.rule("C26")
def test_which_lists_have_reserve_brigades() -> None:
    assert {name for name, army in LISTS.items() if reserve_brigades(army)} == {GI, FI}


@pytest.mark.rule("C26")
def test_lances_and_cuirasses_belong_to_two_lists() -> None:
    for name in (BC, GC, FC, WC):
        board = battle("cav3E cav3", lists=(name.replace("_", " "), "german infantry")).board
        assert [has_lances(board, unit) for unit in (0, 1, 2)] == [name == GC, name == GC, False]
        assert [is_cuirassier(board, unit) for unit in (0, 1, 2)] == [name == FC, False, False]
    foot = battle("bn4 bn4 cav3", lists=("british infantry", "german cavalry"), red="cav4 cav4 jg2").board
    assert [has_lances(foot, unit) for unit in (2, 3, 5)] == [False, True, False]
    assert not is_cuirassier(battle("cav2 cav2 bn4E", lists=("french cavalry", "german infantry")).board, 2)


@pytest.mark.rule("C26", "A12")
def test_machine_guns_of_the_horse_are_bought_for_the_horse() -> None:
    force = read_force("british_cavalry", "bn4 cav3+1 bn4+1 cav3")
    assert _meant("cmg", force) == ["machine gun 4", "machine gun 2"]
    assert _meant("mg", force) == ["machine gun 1", "machine gun 4", "machine gun 3", "machine gun 2"]


@pytest.mark.rule("C26", "A12")
def test_what_each_word_of_the_order_of_buying_stands_for() -> None:
    """By the place in the force: two battalions, Jäger, a regiment, two batteries."""
    force = read_force("german_infantry", "bn4+1 bn3 jg3 cav3 field field")
    assert _meant("jco", force) == ["base 3"], "Jäger alone"
    assert _meant("jmg", force) == ["machine gun 3"]
    assert _meant("co", force) == ["base 2"], "a battalion of the line with a company short"
    assert _meant("mg", force) == ["machine gun 2", "machine gun 4", "machine gun 1"], "the fewest first"
    assert _meant("cmg", force) == ["machine gun 4"]
    assert _meant("sq", force) == ["base 4"]
    assert _meant("heavy", force) == ["heavy 6", "heavy 5"], "the last battery first"
    assert _meant("E", force) == ["elite 1", "elite 2", "elite 4"]
    assert [_meant(word, force) for word in ("bn", "cav", "jg", "bat")] == [
        ["battalion"],
        ["regiment"],
        ["jaeger", "cyclists"],
        ["battery"],
    ]


@pytest.mark.rule("C26", "C19")
def test_cuirassiers_and_lances() -> None:
    board = battle(
        "cav4E cav4",
        "cav4 cav4",
        lists=("french cavalry", "german cavalry"),
        units={"b1": {"at": [3000, 2650]}, "r1": {"at": [3000, 2300], "facing": 180}},
    ).board
    assert is_cuirassier(board, 0)
    assert not is_cuirassier(board, 1)
    assert has_lances(board, 2)
    assert firing.rifle_range(board, 0, firing.STANDING) == FIRE.range_mounted
    assert "cuirassiers" in [m.text for m in firing.casualty_modifiers(board, 0, 2, firing.CHARGE)]


@pytest.mark.rule("C26", "C16")
def test_cuirassiers_on_foot_reach_12_inches() -> None:
    units = {"b1": {"at": [3000, 3000], "foot": 1}, "b2": {"at": [5000, 3000], "foot": 1}}
    board = battle("cav4E cav4", lists=("french cavalry", "german infantry"), units=units).board
    assert [firing.rifle_range(board, each, firing.STANDING) for each in (0, 1)] == [1200, 2400]
    other = battle("cav4E cav4", lists=("belgian cavalry", "german infantry"), units=units).board
    assert firing.rifle_range(other, 0, firing.STANDING) == 2400
