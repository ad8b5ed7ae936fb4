"""A person who owns the printed game corrects values and adds scenarios, as data: `marne data export`, `--data`."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from marne.engine import game_names
from marne.games.grand_illusion.board import ASIDE
from promises.commands import GAMES, marne, python
from promises.table import promised

WORD = "sambre"


@pytest.fixture
def exported(game: str, tmp_path: Path) -> Path:
    """Its data, as the person gets it."""
    made = marne("data", "export", game, tmp_path / "own")
    assert made.returncode == 0, made.stdout + made.stderr
    return tmp_path / "own"


BEGUN = """
import json
from marne.engine import CHANCE, Match, Setting, check_setting, find_game
from marne.lab.play import seeded_dice
from marne.players import Minds

game = find_game({game!r})
setting = check_setting(game, Setting({scenario!r} or game.scenarios[0].name, "", ()))
match = Match(game, setting, seeded_dice(game, 1914))
minds = Minds(match, dict.fromkeys(range(len(game.seats)), "random"))
while (ask := match.position.open) is not None and len(match.log) < {answers}:
    match.play(match.roll() if ask.actor == CHANCE else minds.answer(ask.actor))
print(json.dumps([[entry.text for entry in match.log], game.data_version()]))
"""


def begun(game: str, data: Path, scenario: str = "", answers: int = 200) -> tuple[list[str], str]:
    """So many answers by chance with these data, and the version of the data."""
    run = python(BEGUN.format(game=game, scenario=scenario, answers=answers), MARNE_DATA=str(data))
    assert run.returncode == 0, run.stderr
    given, version = json.loads(run.stdout)
    assert len(given) > answers // 4
    return given, str(version)


def lowered(path: Path) -> None:
    """One whole number in a file of rows or tables, lower by one."""
    text, count = re.subn(
        r"^(turns = (?:\{ value = )?|last = )(\d+)\b",
        lambda found: f"{found[1]}{int(found[2]) - 1}",
        path.read_text("utf-8"),
        count=1,
        flags=re.MULTILINE,
    )
    assert count == 1, path
    path.write_text(text, "utf-8")


@promised("data")
def test_exported_data_are_sound(game: str, exported: Path) -> None:
    checked = marne("data", "check", exported)
    assert checked.returncode == 0, checked.stdout
    assert (exported / "README.md").read_text("utf-8").count("| `") > 20, "its README explains the columns"
    assert "Traceback" not in checked.stderr


@promised("data")
def test_a_changed_value_is_played(game: str, exported: Path) -> None:
    _, before = begun(game, exported)
    lowered(first_scenario(exported))
    assert marne("data", "check", exported).returncode == 0
    assert begun(game, exported)[1] != before, "a record names the data that were played"


@promised("scenario")
def test_a_scenario_under_a_word_is_played(game: str, exported: Path) -> None:
    add_scenario(exported)
    checked = marne("data", "check", exported)
    assert checked.returncode == 0, checked.stdout
    begun(game, exported, WORD)


@promised("scenario")
def test_a_scenario_without_a_title_is_found_by_the_check(game: str, exported: Path) -> None:
    add_scenario(exported)
    path = exported / f"scenarios/{WORD}.toml"
    if not path.exists():
        path = exported / "scenarios.toml"
    path.write_text(re.sub(r"^title = .*\n", "", path.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    checked = marne("data", "check", exported)
    assert checked.returncode == 2
    assert "title" in checked.stdout
    listed = marne("games", MARNE_DATA=str(exported))
    assert listed.returncode == 2
    assert [line.partition(":")[0] for line in listed.stdout.splitlines() if line[0] != " "] == [
        each for each in game_names() if each in GAMES and each != game
    ], "the other games are listed"
    (why,) = listed.stderr.splitlines()
    assert f"{game} is left out: " in why
    assert "title" in why


def first_scenario(data: Path) -> Path:
    """The file of the first scenario."""
    own = data / "scenarios.toml"
    return own if own.exists() else min((data / "scenarios").glob("[!o]*.toml"))


def add_scenario(data: Path) -> None:
    """A copy of the first scenario under a word: its file or table, and its rows in the files beside it."""
    first = first_scenario(data)
    text = first.read_text("utf-8")
    if first.name == "scenarios.toml":
        name = re.findall(r"^\[scenarios\.(\w+)\]$", text, re.MULTILINE)[0]
        start, end = (
            text.index(f"[scenarios.{name}]"),
            text.index("\n[scenarios.", text.index(f"[scenarios.{name}]") + 1),
        )
        first.write_text(f"{text}\n{text[start:end].replace(name, WORD, 1)}\n", "utf-8")
        return
    (data / "scenarios" / f"{WORD}.toml").write_text(text, "utf-8")
    for rows in (data / "scenarios").glob("*.csv"):
        lines = rows.read_text("utf-8").splitlines()
        own = [line for line in lines if next(csv.reader([line]), [""])[0] == first.stem]
        rows.write_text("\n".join([*lines, *(line.replace(first.stem, WORD, 1) for line in own)]) + "\n", "utf-8")


SET_UP = {
    "brigade1914": ("scenarios.toml", "zones = [1200, 1200]", "zones = [600, 600]"),
    "grand_illusion": (
        f"scenarios/{WORD}.toml",
        "",
        '\n[set_up]\norigin = "reconstructed"\nwhy = "a test"\nsettles = "the box"\n"FR.I" = 47\n"FR.II" = 0\n',
    ),
    "nach_paris": ("scenarios/setup.csv", f"{WORD},33.ID,10,U21,", f"{WORD},33.ID,11,U21,"),
    "schlieffens_war": (f"scenarios/{WORD}.toml", "first_army_row = 22", "first_army_row = 20"),
}
"""What another set-up changes in the added scenario: a file, a text, the text in its place (the last one there). A game
that isn't named here has the form of the training game."""
PLACES = (f"scenarios/{WORD}.toml", 'places = ["0203"', 'places = ["0202"')


@promised("set-up")
def test_an_added_scenario_has_its_own_set_up(game: str, exported: Path) -> None:
    add_scenario(exported)
    before, _ = begun(game, exported, WORD, 60)
    name, old, new = SET_UP.get(game, PLACES)
    text = (exported / name).read_text("utf-8")
    assert old in text
    head, _, tail = text.rpartition(old) if old else (text, "", "")
    (exported / name).write_text(f"{head}{new}{tail}", "utf-8")
    checked = marne("data", "check", exported)
    assert checked.returncode == 0, checked.stdout
    assert begun(game, exported, WORD, 60)[0] != before


WHERE = f"""
import json
from marne.engine import Setting, find_game
from marne.games.grand_illusion.components.units import IDS

where = find_game("grand_illusion").start(Setting("{WORD}", "english", ())).board.where
print(json.dumps([where[IDS.index(unit)] for unit in ("FR.I", "FR.II")]))
"""


def test_a_scenario_of_grand_illusion_has_its_own_set_up(tmp_path: Path) -> None:
    assert marne("data", "export", "grand_illusion", tmp_path / "own").returncode == 0
    add_scenario(tmp_path / "own")
    with (tmp_path / f"own/scenarios/{WORD}.toml").open("a", encoding="utf-8") as file:
        file.write(
            '\n[set_up]\norigin = "reconstructed"\nwhy = "a test"\nsettles = "the box"\n"FR.I" = 47\n"FR.II" = 0\n'
        )
    run = python(WHERE, MARNE_DATA=str(tmp_path / "own"))
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == [47, ASIDE]
