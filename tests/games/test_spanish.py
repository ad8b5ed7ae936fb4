"""A reader of Spanish reads Spanish: the rules, the departures, the setting, and all that is shown in play."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import asdict, is_dataclass
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import marne.games
from marne.engine import Match, find_game
from marne.kit import read_index
from marne.lab.contract import settings_of
from marne.lab.play import play_seeded

GAMES = tuple(marne.games.DATA_SETS)
PROPER = frozenset({
    "1914 - Nach Paris", "Allenby", "CAPS", "En rase campagne", "Grand Illusion", "Guise", "Joffre", "Maubeuge",
    "Metz", "Mulhouse", "Namur", "Plan XVII", "Rule Britannia", "Schlieffen's War", "Élan",
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
            cells = line.strip("| ").split(" | ")
            first = " ".join(cells[: 2 if re.fullmatch(r"[\dES., -]+(?:(?:rows?|filas?) [\d, ]+)?", cells[1]) else 1])
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


# -- what is shown in play

SKIPPED = frozenset({
    "id", "place", "army", "symbol", "size", "hex", "piece", "rule", "key", "actor", "flags", "numbers", "game", "name",
    "mark", "combat_table", "open_table", "form", "context", "state", "seat", "counts",
})  # fmt: skip
"""Parts of a picture that are no words: the client draws them, or names them in its own words."""


def texts(thing: Any) -> Iterator[str]:
    """Every text that a picture, an explanation or a refusal shows, in order."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, part in thing.items():
            if key == "overlays":
                for _, groups in part:
                    if isinstance(groups, tuple | list):  # keys, unless there are several words
                        yield from (each["caption"] for each in groups if " " in each["caption"])
                    else:  # worked out for those who look: words
                        yield from (each.caption for each in groups)
            elif key not in SKIPPED:
                yield from texts(part)
    elif isinstance(thing, tuple | list):
        for part in thing:
            yield from texts(part)


def vocabulary(name: str) -> frozenset[str]:
    """Words of the English catalogues that the Spanish ones never use."""

    def used(language: str) -> set[str]:
        files = sorted(data_of(name).glob(f"*.{language}.toml"))
        sentences = (text for file in files for text in texts(tomllib.loads(file.read_text(encoding="utf-8"))))
        return {word for text in sentences for word in words_of(re.sub(r"\{[^}]*\}", " ", text))}

    return frozenset(used("en") - used("es"))


def words_of(text: str) -> list[str]:
    """The words of a text in small letters: names and codes begin with a capital or stand behind a point.

    >>> words_of("FR.Chass-Alp, cuerpo of XX infantry")
    ['cuerpo', 'of', 'infantry']
    """
    return [word for word in re.findall(r"[\w.'’-]+", text) if re.fullmatch(r"[a-zà-ÿ]{2,}", word)]


class Reader:
    """Reads a game in both languages and keeps what a reader of Spanish would stumble over."""

    def __init__(self, name: str) -> None:
        self.game = find_game(name)
        self.english = vocabulary(name)
        self.gaps: dict[str, None] = {}
        self.read = 0

    def compare(self, kind: str, here: Any, there: Any) -> None:
        english, spanish = list(texts(here)), list(texts(there))
        if len(english) != len(spanish):
            self.gaps[f"{kind}: {len(english)} texts, {len(spanish)} in Spanish"] = None
        for one, other in zip(english, spanish, strict=False):
            self.read += 1
            stumbled = [word for word in words_of(other) if word in self.english]
            if stumbled or (one == other and len(words_of(one)) > 2) or re.search(r"[a-zà-ÿ][A-Z][a-z]", other):
                self.gaps[f"{kind}: {other} ({', '.join(stumbled) or 'as in English'})"] = None

    def both(self, kind: str, tell: Callable[[str], Any]) -> None:
        told = [tell(language) for language in ("en", "es")]
        self.compare(
            kind, *(asdict(each) if is_dataclass(each) and not isinstance(each, type) else each for each in told)
        )

    def look(self, match: Match, rng: Random, every: int) -> None:
        """All that one moment shows to the seat that is asked, and to a spectator."""
        game = self.game
        for event in match.position.events:
            self.both(type(event).__name__, partial(game.say, event))
        if len(match.log) % every and not match.over:
            return
        for seat in dict.fromkeys((match.actor, None)):
            seen = match.observe(seat if seat is None or seat >= 0 else None)
            self.both("scene", game.sight(seen).scene)
        if match.actor is not None and match.actor >= 0:
            seen = match.observe(match.actor)
            picture = game.sight(seen).scene("en")
            pieces = rng.sample(picture.pieces, min(4, len(picture.pieces)))
            for target in [{"piece": piece.id} for piece in pieces] + [{"hex": piece.place} for piece in pieces]:
                self.both("why not", lambda language, at=target: game.sight(seen).why_not(at, language))  # type: ignore[misc]
            for choice in [choice for choice in picture.prompt.choices if choice.odds][:2]:
                answer = match.position.read(choice.id)
                if answer is not None:
                    self.both("odds", lambda language, given=answer: game.sight(seen).odds(given, language))  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_spanish_reader_finds_no_english_in_play(name: str) -> None:
    """MARNE_SPANISH=40 reads forty games of each, with every scenario, edition and option; of short games more."""
    reader = Reader(name)
    games = int(os.environ.get("MARNE_SPANISH", "1"))
    settings = settings_of(reader.game, 400)
    for seed in count():
        if seed >= games and reader.read > 1000:
            break
        rng = Random(seed)
        play_seeded(
            reader.game,
            settings[seed * 7 % len(settings)],
            ("random", "random"),
            seed,
            lambda match, rng=rng: reader.look(match, rng, 25 if games == 1 else 10),  # type: ignore[misc]
        )
    assert list(reader.gaps) == []
