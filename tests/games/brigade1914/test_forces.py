"""A1, A2, A12, C22, C26: brigades from points."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.brigade1914.support import battle, play
from marne.engine import MarneError, Setting
from marne.games.brigade1914.components.data import COMMAND, LISTS, MEASURES, QUALITY
from marne.games.brigade1914.components.forces import points_of, read_force, tokens_of, write_force
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.scenarios.lists import problems, purchases, ready_force

NINTH = "bn4+1E bn4+1 bn4+1 bn4+1 cav3+1E field field"


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


@pytest.mark.rule("A2")
@pytest.mark.parametrize(("what", "tokens"), [("general", 2), ("infantry", 3), ("cavalry", 3), ("battery", 2)])
def test_what_generates_tokens(what: str, tokens: int) -> None:
    assert COMMAND.tokens[what] == tokens


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
def test_what_the_other_lists_forbid(name: str, force: str) -> None:
    assert problems(name, read_force(name, force)) != []


@pytest.mark.rule("C26", "A12")
@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("british_infantry", 12), ("german_infantry", 12), ("french_infantry", 11), ("belgian_infantry", 11),
        ("british_cavalry", 14), ("german_cavalry", 12), ("french_cavalry", 12), ("belgian_cavalry", 11),
    ],
)  # fmt: skip
def test_what_a_base_costs_in_each_list(name: str, base: int) -> None:
    specs = read_force(name, "cav2 cav2 horse re1" if "cavalry" in name else "bn2 bn2 field re1")
    assert points_of(specs, LISTS[name]) == 5 * base + (24 if "cavalry" in name else 22)


@pytest.mark.rule("C26")
def test_a_german_battalion_may_take_the_machine_guns_of_three() -> None:
    assert problems("german_infantry", read_force("german_infantry", "bn4+3 bn4 bn4")) == []


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


@pytest.mark.rule("A1")
def test_a_base_is_two_inches_wide_and_units_have_one_base_for_each_part() -> None:
    position = battle(units={"b1": {"at": [2000, 4000]}, "b3": {"at": [4000, 4000]}, "b4": {"at": [5000, 4000]}})
    board = position.board
    assert MEASURES.base_width == MEASURES.company_width == 200
    assert [len(board.at[i]) for i in (0, 2, 3)] == [5, 4, 2]
    xs = [x for x, _, _ in board.at[0]]
    assert [b - a for a, b in pairwise(xs)] == [200] * 4


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


@pytest.mark.rule("C8")
def test_reinforcements_are_for_the_arm_of_the_brigade() -> None:
    assert problems("british_infantry", read_force("british_infantry", "bn2 bn2 cav2r1"))
    assert not problems("british_cavalry", read_force("british_cavalry", "cav2 cav2r1"))
    assert problems("british_cavalry", read_force("british_cavalry", "cav2 cav2 bn2r1"))
