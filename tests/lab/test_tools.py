"""Perft, playthroughs, the outline, the rules map, many games: on the training game."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any

import pytest

from marne.engine import Event, MarneError, Modifier, Modifiers, PieceId, Setting, Tells, Verdict, value
from marne.kit import Phrasebook, read_index
from marne.lab.outline import outline
from marne.lab.perft import perft
from marne.lab.playthrough import playthrough, written
from marne.lab.rules_map import rules_map
from training.components.ground import scenario
from training.game import GAME
from training.sequence import Turn
from training_rules.support import arranged, play, setting, unit

TESTS = Path(__file__).parent.parent
GOLDEN = Path(__file__).with_name("training-ambush.txt")


def test_perft() -> None:
    """Deployments counted another way: the different arrangements of so many of blue's units."""
    start = GAME.start(setting("meeting"))
    units = scenario("meeting").kinds[:7]
    assert [perft(start, depth) for depth in range(6)] == [len(set(permutations(units, depth))) for depth in range(6)]
    assert perft(GAME.start(setting("ambush", weather="fair")), 2) == 9, "three chits for red, three for blue"


def test_perft_counts_a_game_that_is_over_once() -> None:
    position = play(arranged(units={"B1": unit("infantry", "0101")}), "done")
    assert position.over
    assert perft(position, 5) == 1


def test_perft_needs_listed_answers() -> None:
    position = play(arranged(units={"B1": unit("guns", "0304"), "R1": unit("infantry", "0504")}), "done")
    with pytest.raises(ValueError, match="geometry is open"):
        perft(position, 1)


def test_the_golden_playthrough() -> None:
    """A diff here is a change of the training game's rules. To write it anew, run this file as a program."""
    assert golden() == GOLDEN.read_text(encoding="utf-8")


def golden() -> str:
    """A short game, told in full."""
    return playthrough(GAME, Setting("ambush", "second"), ("random", "random"), 7)


def test_a_playthrough_has_no_word_of_a_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """So words can be improved without a new golden."""
    before = golden()
    monkeypatch.setattr(Phrasebook, "say", lambda *_, **__: "other words")
    monkeypatch.setattr(Phrasebook, "tell", lambda *_, **__: "other words")
    monkeypatch.setattr(type(GAME), "title", "another title")
    assert golden() == before


@value
class Shelled(Event):
    unit: PieceId
    hex: Annotated[int, Tells("hexes", lambda hex: (f"{hex:04}",))]
    modifiers: Modifiers
    left: int
    held: Verdict


def test_an_event_is_written_by_its_class_and_values() -> None:
    event = Shelled("T6.1", "B1", 304, (Modifier("T6.2", "cover", -1),), 2, False)
    assert written(event) == (
        "T6.1  Shelled unit='B1', hex='0304', "
        "modifiers=(Modifier(rule='T6.2', text='cover', amount=-1),), left=2, held=False"
    )
    others: tuple[dict[str, Any], ...] = (
        {"unit": "B2"},
        {"hex": 305},
        {"modifiers": ()},
        {"left": 1},
        {"held": True},
        {"rule": "T6"},
    )
    for other in others:
        assert written(replace(event, **other)) != written(event), "a changed value shows"


def test_a_playthrough_can_be_cut() -> None:
    text = playthrough(GAME, Setting("ambush"), ("random", "random"), 7, answers=5)
    assert "\n5. " in text
    assert "\n6. " not in text
    assert text.splitlines()[-1].startswith("position ")


def test_the_outline_names_every_step_with_its_rule() -> None:
    rows = outline(GAME)
    names = [name for _, name, _ in rows]
    assert len(names) == len(set(names)) == 21
    index = read_index(GAME.rule_index())
    assert all(rule in index for rule, _, _ in rows)
    assert (Turn.rule, "Turn", "T3: a turn, with both player turns in the scenario's order.") in rows


def test_every_rule_has_code_and_a_test() -> None:
    made = rules_map(GAME.rule_index(), TESTS / "training", TESTS / "training_rules", TESTS / "cases" / "training")
    assert made.problems() == []
    page = made.markdown("Training")
    assert "| T4.6 |" in page
    assert "`rules/movement.py` arrive" in page
    assert "`contact.toml`" in page


def test_the_rules_map_finds_what_is_missing(tmp_path: Path) -> None:
    index = tmp_path / "rules.csv"
    index.write_text("number,title,summary,needs\nT1,A,,\nT2,B,,a heading\nT3,C,,\n")
    code, tests = tmp_path / "code", tmp_path / "tests"
    code.mkdir()
    tests.mkdir()
    (code / "a.py").write_text(
        'def f() -> None:\n    """T1: a thing; T9 is not at the head."""\n\n\nx = f("T7")  # T6: no code\n'
    )
    (code / "view.py").write_text('def g() -> None:\n    """T3: told, not done."""\n    f("T5")\n')
    (tests / "test_a.py").write_text('import pytest\n\n@pytest.mark.rule("T8")\ndef test_a() -> None: ...\n')
    problems = rules_map(index, code, tests).problems()
    assert problems == [
        "code cites T7, which the index does not have: `a.py`",
        "words cites T5, which the index does not have: `view.py` g",
        "words cites T6, which the index does not have: `a.py`",
        "tests cites T8, which the index does not have: `test_a.py` test_a",
        "T1 A: no test is marked with it",
        "T3 C: no code cites it",
        "T3 C: no test is marked with it",
    ]
    index.write_text("number,title\nT1,A\nT1,B\n")
    with pytest.raises(MarneError, match=r"rules\.csv, row 3: number 'T1' is empty or stands twice"):
        read_index(index)


@pytest.mark.parametrize(
    ("marks", "problems"),
    [
        ('@pytest.mark.rule("T1", "T2", "T3")', []),
        ('@pytest.mark.rule("T1", "T2", "T3", "T4")', ["`test_a.py` test_a: more than 3 rules and no reason"]),
        (
            '@pytest.mark.rule("T1", "T2")\n@pytest.mark.rule("T3", "T4")',
            ["`test_a.py` test_a: more than 3 rules and no reason"],
        ),
        ('@pytest.mark.rule("T1", "T2", "T3", "T4", why="one table")', []),
    ],
)
def test_a_test_shows_three_rules_or_says_why_more(tmp_path: Path, marks: str, problems: list[str]) -> None:
    index = tmp_path / "rules.csv"
    index.write_text("number,needs\n" + "".join(f"T{number},nothing\n" for number in range(1, 5)))
    (tmp_path / "test_a.py").write_text(f"import pytest\n\n{marks}\ndef test_a() -> None: ...\n")
    assert rules_map(index, tmp_path / "code", tmp_path).problems() == problems
    cases = tmp_path / "cases"
    cases.mkdir()
    case = cases / "a.toml"
    case.write_text('rules = ["T1", "T2", "T3", "T4"]\n')
    crowded = "`a.toml`: more than 3 rules and no reason"
    assert rules_map(index, tmp_path / "code", tmp_path, cases).problems() == [*problems, crowded]
    case.write_text('rules = ["T1", "T2", "T3", "T4"]\nwhy = "a worked example"\n')
    assert rules_map(index, tmp_path / "code", tmp_path, cases).problems() == problems


if __name__ == "__main__":
    GOLDEN.write_text(golden(), encoding="utf-8")
