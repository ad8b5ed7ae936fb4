"""Every interpretation of a rulebook is bound to code or data and to a test."""

from __future__ import annotations

from pathlib import Path

import pytest

import marne.games  # noqa: F401  games register themselves
from marne.engine import find_game, games
from marne.lab.readings import interpretations
from scripts.readings import NOTE, ROOT, main, map_of

GAMES = [game.name for game in games() if game.name != "training"]


@pytest.mark.parametrize("name", GAMES)
def test_every_interpretation_is_bound(name: str) -> None:
    made = map_of(find_game(name))
    assert made.problems() == []
    assert len(made.rows) == len(made.places)


@pytest.mark.parametrize("name", GAMES)
def test_the_committed_map_is_the_one_that_is_written(name: str) -> None:
    game = find_game(name)
    page = ROOT / "docs/interpretations" / f"{name}.md"
    assert page.read_text(encoding="utf-8") == map_of(game).markdown(game.title), "run `make rules-map`"


@pytest.mark.night
@pytest.mark.parametrize("name", GAMES)
def test_the_other_readings_are_noticed(name: str) -> None:
    assert main([name]) == 0


ENGLISH = """| entry | rule | what is played |
| --- | --- | --- |
| `first` | 1.1 | so |
| `second` | 1.2, ES-1 | so |
"""
TEST = '@pytest.mark.reading("first", "second")\ndef test_first(): ...\n'
BOUND = '[first]\nfile = "rules.py"\nline = "1"\nother = "2"\n'
SECOND = '[second]\nfile = "rules.py"\nline = "a"\nother = "b"\n'
SEEN = {"first": "`rules.py`: `` 1 `` -> `` 2 ``", "second": "`rules.py`: `` a `` -> `` b ``"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A game of two interpretations that are bound."""
    files = {
        "code/departures.md": ENGLISH,
        "code/departures.es.md": ENGLISH,
        "code/rules.py": "1\na\n",
        "code/rules.csv": "number,title,summary,needs\n1.1,One,.,\n1.2,Two,.,\nES-1,Steps,Two; English one.,\n",
        "sample/test_first.py": TEST,
        "bindings/sample.toml": BOUND + SECOND,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def problems(home: Path, seen: dict[str, str] | None = None) -> list[str]:
    made = interpretations(
        home / "code/rules.csv", home / "code", home / "sample", home / "bindings", SEEN if seen is None else seen
    )
    return made.problems()


def test_rows_that_are_bound_are_no_problem(home: Path) -> None:
    assert problems(home) == []
    made = interpretations(home / "code/rules.csv", home / "code", home / "sample", home / "bindings", SEEN)
    page = made.markdown("Sample")
    assert "2 rows of `departures.md`; 2 bound" in page
    assert "| `first` | 1.1 | 1.1 / so | 1.1 / so | `rules.py`: `` 1 `` | `test_first.py` test_first |" in page
    assert "**ES-1**: Two; English one." in page


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("sample/test_first.py", "", "first: no test is marked with it"),
        ("sample/test_first.py", TEST.replace(', "second"', ""), "second: no test is marked with it"),
        ("sample/test_first.py", TEST.replace("first", "third", 1) + TEST, "a test names third"),
        ("bindings/sample.toml", SECOND, "first: no code or data is named for it"),
        ("bindings/sample.toml", BOUND, "second: no code or data is named for it"),
        ("bindings/sample.toml", BOUND.replace('"2"', '"3"') + SECOND, "first: nobody has seen its test fail"),
        ("bindings/sample.toml", BOUND + SECOND + BOUND.replace("first", "third"), "a binding names third"),
        ("code/rules.py", "1 + 1\n", "first: rules.py has its text 2 times"),
        ("code/rules.py", "2\n", "first: rules.py has its text 0 times"),
        ("code/departures.es.md", ENGLISH.replace("second", "segundo"), "second: in English or in es only"),
        ("code/departures.md", ENGLISH.replace("`first`", "first"), "line 3 has no key"),
        ("code/departures.md", ENGLISH + "| `first` | 1.1 | again |\n", "the key first is used twice"),
        ("code/departures.md", ENGLISH + "| `fourth` | 1.1 | new |\n", "fourth: no test is marked with it"),
    ],
)
def test_what_is_not_bound_is_said(home: Path, file: str, text: str, said: str) -> None:
    (home / file).write_text(text, encoding="utf-8")
    assert any(said in problem for problem in problems(home)), problems(home)


def test_a_test_that_nobody_saw_fail_binds_nothing(home: Path) -> None:
    assert problems(home, {}) == [f"{key}: nobody has seen its test fail with the other reading" for key in SEEN]


def test_the_note_says_how_it_is_written() -> None:
    assert "make readings" in NOTE.read_text(encoding="utf-8")
