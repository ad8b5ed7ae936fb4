"""A reader of Spanish reads Spanish: the rules, the departures, the setting, and all that is shown in play."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import marne.games
from marne.engine import find_game
from marne.lab.rules_map import read_index

GAMES = tuple(name for name in marne.games.DATA_SETS if name != "nach_paris")
"""Nach Paris has a board and no rules yet."""
PROPER = frozenset({
    "Allenby", "CAPS", "Elan", "Grand Illusion", "Joffre", "Maubeuge", "Metz", "Namur", "Plan XVII", "Rule Britannia",
    "Schlieffen's War",
})  # fmt: skip
"""Names, and what a table of 1914 calls so in every language."""
ALIKE = frozenset({"Control", "General"})
"""Words that Spanish and English write alike."""


def data_of(name: str) -> Path:
    return find_game(name).rule_index().parent


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_told_in_spanish(name: str) -> None:
    english, spanish = read_index(data_of(name) / "rules.csv"), read_index(data_of(name) / "rules.es.csv")
    assert list(spanish) == list(english)
    parts = [
        (f"{number} {part}", getattr(english[number], part), getattr(spanish[number], part))
        for number in english
        for part in ("title", "summary", "needs")
    ]
    assert [where for where, here, there in parts if bool(here) != bool(there)] == []
    assert [where for where, here, there in parts if here and here == there and here not in PROPER | ALIKE] == []


def shape_of(page: str) -> list[str]:
    """The skeleton of a page of departures: its headings by depth, and every row of its tables by what it is about."""
    shape = []
    for line in page.splitlines():
        if heading := re.match(r"#+ ", line):
            shape.append(heading[0])
        elif line.startswith("| "):
            first = line.strip("| ").split(" | ")[0]
            numbers = re.findall(r"`[^`]+`|(?:[A-Z]{1,2}-?)?\d+(?:\.\d+)*", first)
            shape.append(f"{line.count(' | ')} cells: {' '.join(numbers)}")
    return shape


@pytest.mark.parametrize("name", GAMES)
def test_the_departures_in_spanish_have_every_section_and_entry(name: str) -> None:
    pages = [
        (data_of(name).parent / file).read_text(encoding="utf-8") for file in ("departures.md", "departures.es.md")
    ]
    assert shape_of(pages[1]) == shape_of(pages[0]), "departures.es.md must follow departures.md"
    english = {line for line in pages[0].splitlines() if len(line.split()) > 2 and "---" not in line}
    assert english.isdisjoint(pages[1].splitlines())


def test_the_shape_of_a_page_shows_a_row_that_is_missing() -> None:
    page = "# A\n\n| rule | what |\n| --- | --- |\n| 8.1.1, ES-6 | x | y |\n| `grid` | x | y |\n"
    assert shape_of(page) == ["# ", "1 cells: ", "1 cells: ", "2 cells: 8.1.1 ES-6", "2 cells: `grid`"]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_chosen_before_a_game_has_spanish_words(name: str) -> None:
    game = find_game(name)
    words = tomllib.loads((data_of(name) / "setting.es.toml").read_text(encoding="utf-8"))
    assert list(words["scenarios"]) == [scenario.name for scenario in game.scenarios]
    assert set(words.get("options", {})) == {option.name for option in game.options}
    values = {value for option in game.options for value in option.values if not value.isdigit()}
    assert set(words.get("values", {})) == values
    told = {words["title"]: game.title} | {words["scenarios"][each.name]: each.title for each in game.scenarios}
    told |= {words["options"][each.name]: each.title for each in game.options}
    told |= {words["values"][value]: value for value in values}
    assert [there for there, here in told.items() if there == here and here not in PROPER] == []
