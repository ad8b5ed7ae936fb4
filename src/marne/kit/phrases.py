"""Words for people, by key and language. A language is the files that are there: `words.en.toml`, `words.es.toml`."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

from marne.engine import EngineError
from marne.kit.plurals import NameList, chosen

__all__ = ["ENGLISH", "EXTRA", "GRAMMAR", "Phrasebook", "calendar", "date_in", "in_language", "listed", "one_of"]

ENGLISH: Final = "en"
"""The language that has every key, and stands in for the others."""

EXTRA: Final = "MARNE_WORDS"
"""Names a directory with more languages: in it `table/words.xx.toml` stands beside the table's own `words.*.toml`."""


def _places(directory: Path) -> tuple[Path, ...]:
    """Where the words of a directory may lie: in it, and in the extra directory under its last two names."""
    extra = os.environ.get(EXTRA)
    return (directory, Path(extra, directory.parent.name, directory.name)) if extra else (directory,)


def in_language(file: Path, language: str) -> Path:
    """The same file in another language: `rules.csv`, `rules.es.csv`."""
    name = f"{file.stem}.{language}{file.suffix}"
    found = [place / name for place in _places(file.parent)]
    return next((path for path in found if path.exists()), found[0])


class Phrasebook:
    """Templates by language and key, filled with named facts: what `NAME.LANGUAGE.toml` holds, in a directory.

    A step's question and an event's sentence are found by class name. English stands in for a language, or for a key
    that a language lacks; a key that nobody has is a fault of the program. A book that puts facts into words first
    (units by name, sides by seat) is a subclass with its own `word`.
    """

    def __init__(self, directory: Path, *names: str) -> None:
        self._directory = directory
        self._names = names or ("words",)
        self._catalogues: dict[str, Mapping[str, str]] = {}

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages there are, in order."""
        places = _places(self._directory)
        found = {path.name.split(".")[1] for place in places for path in place.glob(f"{self._names[0]}.*.toml")}
        return tuple(sorted(found))

    def catalogue(self, language: str) -> Mapping[str, str]:
        """All that a language has, by key; read once."""
        if (found := self._catalogues.get(language)) is None:
            files = [in_language(self._directory / f"{name}.toml", language) for name in self._names]
            read = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]
            found = self._catalogues[language] = {key: text for each in read for key, text in each.items()}
        return found

    def keys(self, language: str) -> frozenset[str]:
        """The keys of a language; a test compares them."""
        return frozenset(self.catalogue(language))

    def has(self, key: str) -> bool:
        """Whether English has the key."""
        return key in self.catalogue(ENGLISH)

    def say(self, language: str, key: str, **facts: Any) -> str:
        """The sentence, filled in."""
        template = self.catalogue(language).get(key) or self.catalogue(ENGLISH).get(key)
        if template is None:
            raise EngineError(f"no words for {key!r}")
        return chosen(template, facts).format_map(facts)

    def word(self, language: str, name: str, fact: Any) -> Any:
        """A fact as it stands in a sentence."""
        return fact

    def tell(self, language: str, key: str, facts: Mapping[str, Any]) -> str:
        """The sentence, filled in with facts that are put into words first."""
        return self.say(language, key, **{name: self.word(language, name, fact) for name, fact in facts.items()})


GRAMMAR: Final = Phrasebook(Path(__file__).parent, "grammar")
"""What every game says in the same way: lists and dates."""


def listed(names: Iterable[str], language: str) -> NameList:
    """Names as a sentence has them, which a plural can count.

    >>> listed(["9e CA", "10e CA", "X AK"], "en")
    '9e CA, 10e CA and X AK'
    """
    *others, last = names = list(names) or [""]
    text = GRAMMAR.say(language, "list", others=", ".join(others), last=last) if others else last
    return NameList(text, len(names) if text else 0)


def one_of(names: Iterable[str], language: str) -> str:
    """Names of which one is meant: `1:3 or 1:2`."""
    *others, last = list(names) or [""]
    return GRAMMAR.say(language, "any", others=", ".join(others), last=last) if others else last


@cache
def calendar(first: date, days: int, turns: int, language: str) -> tuple[str, ...]:
    """The first day of each turn.

    >>> calendar(date(1914, 8, 2), 4, 3, "en")
    ('2 August', '6 August', '10 August')
    """
    return tuple(date_in(first + timedelta(days=days * turn), language) for turn in range(turns))


def date_in(day: date, language: str) -> str:
    """A day of the year, as the language writes it.

    >>> date_in(date(1914, 8, 2), "en")
    '2 August'
    """
    return GRAMMAR.say(language, "date", day=day.day, month=GRAMMAR.say(language, f"month.{day.month}"))
