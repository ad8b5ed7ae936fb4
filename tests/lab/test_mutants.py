"""`make mutants`, on the training game: what it changes, to which rules it ties a change, and what becomes of one."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import pytest

from marne.engine import MarneError
from marne.kit import read_index
from marne.lab.rules_code import Citations, heads, is_rules_code
from scripts.mutants.changes import Change, changes
from scripts.mutants.opposites import Opposites
from scripts.mutants.pool import GAMES, ROOT, Mutation, draw, draw_rules, mutations
from scripts.mutants.records import Baseline, read_baseline, read_equivalents
from scripts.mutants.report import page
from scripts.mutants.trial import ENDLESS, KILLED, SURVIVED, UNTESTED, Outcome


@pytest.fixture(scope="module")
def pool() -> list[Mutation]:
    return mutations(GAMES["training"])


def kinds(source: str) -> list[tuple[str, str]]:
    """The changes of a function's one line: kind, and what it becomes."""
    text = f"def f(a, b, c, side, board):\n    {source}\n"
    return [(change.kind, change.after) for change in changes(text)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("return a < b", [("comparison", "return (a <= b)")]),
        ("return a != b", [("comparison", "return (a == b)")]),
        ("return a in b", [("comparison", "return (a not in b)")]),
        ("return board.where[a] >= 0", [("comparison", "return (board.where[a] < 0)")]),
        ("return board.where[a] > 0", [("comparison", "return (board.where[a] <= 0)")]),
        ("return memo(5)(a)", []),
        ("return f(3)", [("limit", "return f(4)"), ("limit", "return f(2)")]),
        ("return min(a, b)", [("limit", "return max(a, b)")]),
        ("return a + b", [("sign", "return (a - b)")]),
        ("a -= b", [("sign", "a += b")]),
        ("return -a", [("sign", "return a")]),
        ("return a and b", [("condition", "return b"), ("condition", "return a")]),
        ("return not a", [("condition", "return a")]),
        ("return [b for b in a if c]", [("condition", "return [b for b in a if True]")]),
        ("return all(a)", [("condition", "return any(a)")]),
        ("return 1 - side", [("side", "return side")]),
        ("return a & b", [("set", "return a"), ("set", "return (a | b)")]),
        ("return a & ~b", [("set", "return a"), ("set", "return a & b")]),
        ("return a >> b & 1", []),
        ("if a: return b\n    return c", [("condition", "if True"), ("return", "if False")]),
        (
            "if a:\n        b()\n        return\n    c()",
            [("condition", "if True"), ("condition", "if False"), ("return", "pass")],
        ),
    ],
)
def test_what_is_changed(source: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(source) == expected


@pytest.mark.parametrize("name", ["brigade1914", "grand_illusion", "nach_paris", "schlieffens_war"])
def test_every_change_of_rules_code_has_marked_tests_to_notice_it(name: str) -> None:
    """Also where the code cites a heading alone, such as 6.1: then by the tests of all rules below it."""
    found = mutations(GAMES[name], witnesses=False)
    assert len(found) > 1000
    assert [str(each) for each in found if not each.tests] == []


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring: 1 < 2."""',
        "assert a is not None",
        'raise ValueError(f"{a + 1}")',
        'board.tell(Event("T1", 1 + 2))',
        "a: int | None = b",
        "return isinstance(a, int | str)",
    ],
)
def test_words_annotations_and_assertions_stay(source: str) -> None:
    assert kinds(source) == []


def test_functions_that_only_give_reasons_stay() -> None:
    assert not changes("def why(a, b) -> Reason:\n    return a < b\n")
    assert changes("def why_not(a, b) -> Reason | None:\n    return a < b\n"), "None is yes, so it decides"


def test_sides_and_nations_are_swapped_where_both_are_known() -> None:
    source = "from game.units import FRENCH, GERMAN\n\n\ndef f(unit):\n    return GERMAN, unit.attacker\n"
    assert [change.after for change in changes(source)] == ["return FRENCH, unit.attacker"]
    opposites = Opposites({"game.units": {"ALLIED"}}, frozenset({"attacker", "defender"}))
    found = changes(source, opposites)
    assert [change.after for change in found] == ["return ALLIED, unit.attacker", "return GERMAN, unit.defender"]
    assert "game.units" in found[0].apply(source), "reached through its module, as the file does not import it"


def test_every_change_of_the_training_game_compiles(pool: list[Mutation]) -> None:
    assert len(pool) > 300
    assert {mutation.change.kind for mutation in pool} == {
        "comparison",
        "limit",
        "sign",
        "condition",
        "side",
        "return",
        "set",
    }
    for mutation in pool:
        changed = mutation.change.apply(mutation.source)
        assert changed != mutation.source
        compile(changed, "changed", "exec")
    assert len({mutation.key for mutation in pool}) == len(pool)


def test_rules_are_drawn_with_one_change_each_and_their_own_tests(pool: list[Mutation]) -> None:
    drawn = draw_rules(pool, 6, "a seed")
    assert len({mutation.rule for mutation in drawn}) == 6
    for mutation in drawn:
        assert mutation.rules == (mutation.rule,)
        assert set(mutation.tests) == set(GAMES["training"].tied([mutation.rule])[mutation.rule])
    assert [mutation.key for mutation in drawn] == [mutation.key for mutation in draw_rules(pool, 6, "a seed")]
    assert [mutation.rule for mutation in draw_rules(pool, 6, "another")] != [mutation.rule for mutation in drawn]


def test_a_place_belongs_to_the_rules_that_it_cites() -> None:
    source = '''"""T1: the file."""
class Walk:
    """T2: a step."""

    rule = "T3"

    def do(self, a):
        """T4, T5-T7: the heart."""
        b = a + 1
        # T8: a special case
        return Modifier("T9", b + 2)


def helper(a):
    return a + 3
'''
    citations = Citations(source, {"T9"})
    assert citations.rules_at(9, 9) == ["T4", "T5", "T6", "T7", "T2", "T3"]
    assert citations.rules_at(11, 11) == ["T9", "T8", "T4", "T5", "T6", "T7", "T2", "T3"]
    assert citations.rules_at(15, 15) == []
    assert citations.nearest(15) == ["T1"]
    assert ("T8", "do") not in set(citations.all()), "a comment is no code"
    assert heads("T1 and T2: both", {"T9"}) == ["T1", "T2"]


def test_what_counts_as_rules_code(pool: list[Mutation]) -> None:
    for name in (
        "words.py",
        "view.py",
        "odds.py",
        "staff.py",
        "staff/march.py",
        "events.py",
        "__init__.py",
        "a.csv",
        "components/names.py",
    ):
        assert not is_rules_code(Path(name))
    assert is_rules_code(Path("combat.py"))
    assert {mutation.path.stem for mutation in pool} >= {"combat", "movement", "sequence", "victory"}
    assert not {mutation.path.stem for mutation in pool} & {"words", "view", "events"}


def test_tests_are_those_of_the_rule_and_of_its_parts(pool: list[Mutation]) -> None:
    (one,) = {mutation.tests for mutation in pool if mutation.place == "odds_column"}
    names = {test.rpartition("/")[2] for test in one}
    assert "river.toml" in names
    assert any(name.startswith("test_combat.py::") for name in names)
    tied = GAMES["training"].tied(["T6", "T6.4"])
    assert set(tied["T6.4"]) < set(tied["T6"])


def test_the_draw_hangs_on_the_seed_and_hardly_on_the_rest(pool: list[Mutation]) -> None:
    drawn = draw(pool, 20, "a")
    assert drawn == draw(reversed(pool), 20, "a")
    assert drawn != draw(pool, 20, "b")
    fewer = [mutation for mutation in pool if mutation != drawn[3]]
    assert draw(fewer, 19, "a") == drawn[:3] + drawn[4:]


PLANTED = """
import dataclasses, json, sys
from scripts.mutants.pool import GAMES, mutations
from scripts.mutants.trial import Trials

one = next(each for each in mutations(GAMES["training"]) if each.place == "odds_column")
head = '"1:2"'
at = one.source.index(head)

def plant(new, **more):
    change = dataclasses.replace(one.change, start=at, end=at + len(head), new=new)
    return dataclasses.replace(one, change=change, **more)

trials = Trials()
assert trials.check_sound(one.tests) == ""
planted = [plant('"1:1"'), plant('("1:2")'), plant('"1:1"', tests=())]
verdicts = [outcome.verdict for outcome in trials.run(planted)]
verdicts += [outcome.verdict for outcome in Trials(limit=1).run([plant('[... for _ in iter(int, 1)]')])]
broken = trials.check_sound([*one.tests, "tests/training_rules/test_combat.py::test_nothing"])
print(json.dumps([verdicts, bool(broken), sorted(each for each in sys.modules if each.startswith("training"))]))
"""


def test_planted_mutants() -> None:
    """In a process of its own, which has not read the game: a killed one, a survivor, one without tests, a loop."""
    done = subprocess.run(
        [sys.executable, "-c", PLANTED], cwd=ROOT, capture_output=True, text=True, check=True, timeout=1800
    )
    verdicts, broken, read = json.loads(done.stdout)
    assert verdicts == [KILLED, SURVIVED, UNTESTED, ENDLESS]
    assert broken, "tests that fail on sound rules are said"
    assert read == [], "the warm process never reads a game"


def outcomes(pool: list[Mutation], *verdicts: str) -> list[Outcome]:
    return [Outcome(mutation, verdict, 1.0) for mutation, verdict in zip(pool, verdicts, strict=False)]


def test_survivors_may_only_become_fewer(pool: list[Mutation], tmp_path: Path) -> None:
    same = [mutation for mutation in pool if mutation.rule == pool[0].rule][:3]
    old, new = Baseline("a", 3), Baseline("a", 3)
    old.note(outcomes(same, KILLED, SURVIVED, ENDLESS))
    new.note(outcomes(same, SURVIVED, UNTESTED, KILLED))
    assert old.worse(new) == [f"training {pool[0].rule}: 2 survive, the baseline has 1"]
    assert new.worse(old) == []
    path = tmp_path / "baseline.toml"
    path.write_text(new.text(), encoding="utf-8")
    assert read_baseline(path) == new
    path.write_text(new.text().replace("survivors = 2", "survivors = 9"), encoding="utf-8")
    with pytest.raises(MarneError, match=r"baseline\.toml: training"):
        read_baseline(path)


def test_equivalents_are_left_out_with_their_reason(pool: list[Mutation], tmp_path: Path) -> None:
    one = pool[0]
    path = tmp_path / "equivalents.toml"
    fields = {"game": one.game, "rule": one.rule, "place": one.place, "before": one.change.before}
    fields |= {"after": one.change.after, "reason": "both ways end alike"}
    entry = "[[equivalent]]\n" + "".join(f"{key} = {json.dumps(text)}\n" for key, text in fields.items())
    path.write_text(entry, encoding="utf-8")
    found = read_equivalents(path)
    assert found.reason(one) == "both ways end alike"
    assert found.reason(dataclasses.replace(one, place="elsewhere")) == ""
    assert found.stale(pool, ["training"]) == []
    assert len(found.stale(pool[1:2], ["training"])) == 1
    assert found.stale([], ["grand_illusion"]) == []
    path.write_text(entry + entry, encoding="utf-8")
    with pytest.raises(MarneError, match="entry 2: stands twice"):
        read_equivalents(path)
    path.write_text(entry.replace("both ways end alike", ""), encoding="utf-8")
    with pytest.raises(MarneError, match="entry 1"):
        read_equivalents(path)


def test_the_page_tells_survivors_by_rule(pool: list[Mutation]) -> None:
    change = Change("limit", 0, 1, "2", "if a > 1", "if a > 2", 1, 1)
    one = dataclasses.replace(pool[0], rules=("T6.4", "T6"), place="odds", change=change, cited=False)
    text = page([Outcome(one, SURVIVED, 2.0), Outcome(pool[1], KILLED, 1.0)], [], [Outcome(one, KILLED, 1.0)])
    assert "| training | all | 2 | 1 (50 %) | 1 | 100 % |" in text
    assert "T6.4, T6 [uncited] odds, limit: `if a > 1` -> `if a > 2` (`make check` notices)" in text
    assert "1.5 s a mutation" in text
    assert ".py" not in text, "no file and no line: the page outlives a redesign"


def test_the_committed_records_name_rules_that_there_are() -> None:
    known = {name: set(read_index(game.index)) for name, game in GAMES.items()}
    baseline = read_baseline()
    assert baseline.number > 0
    assert set(baseline.tried) <= set(known)
    assert [(game, rule) for game, rules in baseline.tried.items() for rule in rules if rule not in known[game]] == []
    equivalents = read_equivalents()
    assert [entry for entry, rule in equivalents.rules.items() if rule not in known[entry[0]]] == []
