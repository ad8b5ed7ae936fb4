"""A language made by a script, to prove that a language is data: every string stands in brackets.

    python -m scripts.pseudo_language DIRECTORY

With `MARNE_WORDS=DIRECTORY` games, table and terminal speak it too, as `xx`; `client.json` holds the words of the page.
"""

from __future__ import annotations

import csv
import json
import re
import sys
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import marne
from marne.engine import Game, errors, games
from marne.kit import ENGLISH, Phrasebook, heading_in, seat_in, setting_words
from marne.kit.plurals import Plural, parsed

__all__ = ["CODE", "client_words", "unmarked", "write"]

CODE: Final = "xx"
HOME: Final = Path(marne.__file__).parent


def marked(text: str) -> str:
    """A text in brackets, all but its placeholders: what is filled in must be of the language itself, or a name.

    >>> marked("{unit} moves to {hex}")
    '{unit}⟦ moves to ⟧{hex}'
    >>> marked("{n, plural, one {# hex} other {# hexes}} away")
    '{n, plural, one {#⟦ hex⟧} other {#⟦ hexes⟧}}⟦ away⟧'
    """
    return "".join(_marked_part(part) for part in parsed(text))


def _marked_part(part: str | Plural) -> str:
    if isinstance(part, Plural):
        forms = " ".join(f"{key} {{{marked(form)}}}" for key, form in part.forms.items())
        return f"{{{part.name}, plural, {forms}}}"
    return re.sub(r"([^{}#]+)(?![^{]*})", r"⟦\1⟧", part)


def marked_page(text: str) -> str:
    """A page in Markdown, its words in brackets: headings, lists, tables and the numbers of rules stay what they are.

    >>> marked_page("# The map\\n| 8.4 | over `open` ground [A12] |")
    '# ⟦The map⟧\\n| 8.4 | ⟦over⟧ `⟦open⟧` ⟦ground⟧ [A12] |'
    """
    return re.sub(r"[^\W\d_]{2,}(?: [^\W\d_]+)*", r"⟦\g<0>⟧", text)


def unmarked(text: str, names: Collection[str] = ()) -> list[str]:
    """The words of a text that stand in no brackets, are no names, and were not typed by somebody (`'so'`).

    >>> unmarked("⟦Turn ⟧1⟦ · dry⟧ of ⟦them⟧X AK⟦, not ⟧'zzz'", {"X AK"})
    ['of']
    """
    left = re.sub("⟦[^⟦⟧]*⟧|'[^']*'", " ", text)
    if not _WORD.search(left):
        return []
    return _WORD.findall(_any_of(frozenset(names)).sub("", left))


_WORD: Final = re.compile(r"[^\W\d_]{2,}")


@cache
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    """One of these names, whole; the longer ones first."""
    longest = sorted(filter(None, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)" if longest else r"(?!)")


def _toml(words: Mapping[str, Any]) -> str:
    """Words as TOML: plain keys first, then a table for each group."""
    lines = [
        f"{json.dumps(key)} = {json.dumps(text, ensure_ascii=False)}"
        for key, text in words.items()
        if isinstance(text, str)
    ]
    for group, entries in words.items():
        if isinstance(entries, Mapping):
            lines += ["", f"[{json.dumps(group)}]", _toml(entries)]
    return "\n".join(lines) + "\n"


def _in(directory: Path, extra: Path) -> Path:
    found = extra / directory.parent.name / directory.name
    found.mkdir(parents=True, exist_ok=True)
    return found


def _setting(game: Game) -> dict[str, Any]:
    """All that a setting is told in, from the game's English."""
    values = {value: marked(value) for option in game.options for value in option.values}
    seats = {seat: marked(seat_in(game, ENGLISH, seat)) for seat in game.seats}
    headings = {seat: marked(heading_in(game, ENGLISH, seat)) for seat in game.seats}
    return {
        "title": marked(game.title),
        "about": marked(setting_words(game, ENGLISH).get("about", "")),
        "scenarios": {each.name: marked(each.title) for each in game.scenarios},
        "options": {each.name: marked(each.title) for each in game.options},
        "values": values,
        "seats": seats,
        "headings": headings,
    }


def _game(game: Game, extra: Path) -> None:
    home = game.rule_index().parent
    there = _in(home, extra)
    for file in home.glob(f"*.{ENGLISH}.toml"):
        if file.name.startswith("setting."):
            continue
        words = tomllib.loads(file.read_text(encoding="utf-8"))
        name = f"{file.name.split('.')[0]}.{CODE}.toml"
        (there / name).write_text(_toml({key: marked(text) for key, text in words.items()}), encoding="utf-8")
    (there / f"setting.{CODE}.toml").write_text(_toml(_setting(game)), encoding="utf-8")
    with (
        game.rule_index().open(newline="", encoding="utf-8") as index,
        (there / f"rules.{CODE}.csv").open("w", newline="", encoding="utf-8") as written,
    ):
        told = csv.writer(written)
        told.writerow(("number", "title", "summary", "needs"))
        for row in csv.DictReader(index):
            texts = [(row.get(key) or "").strip() for key in ("title", "summary", "needs")]
            told.writerow((row["number"], *(marked(text) if text else "" for text in texts)))
    page = home.parent / "departures.md"
    if page.exists():
        lines = marked_page(page.read_text(encoding="utf-8"))
        (_in(page.parent, extra) / f"departures.{CODE}.md").write_text(lines, encoding="utf-8")


def client_words(source: str) -> dict[str, str]:
    """The words of the page, marked, from the source of its English.

    >>> client_words("  'a.b': 'It’s {seat}',")
    {'a.b': '⟦It’s ⟧{seat}'}
    >>> client_words("  close: 'Close',")
    {'close': '⟦Close⟧'}
    >>> client_words("  'long.one':\\n    'On a line of its own',")
    {'long.one': '⟦On a line of its own⟧'}
    """
    entry = r"^  (?:'([^']+)'|(\w+)):\s+(?:'((?:[^'\\]|\\.)*)'|\"([^\"]*)\"),?$"
    pairs = re.findall(entry, source, re.MULTILINE)
    return {key or bare: marked((single or double).replace("\\'", "'")) for key, bare, single, double in pairs}


def write(extra: Path) -> None:
    """The whole language."""
    for game in games():
        _game(game, extra)
    for directory, name in ((HOME / "table", "words"), (HOME, "terminal"), (HOME / "kit", "grammar")):
        words = Phrasebook(directory, name).catalogue(ENGLISH)
        # a command is heard, not read: it stays a word that can be typed
        told = {key: text if key.startswith("command.") else marked(text) for key, text in words.items()}
        (_in(directory, extra) / f"{name}.{CODE}.toml").write_text(_toml(told), encoding="utf-8")
    kinds = ("edition", "language", "lesson", "option", "player", "scenario", "seat")
    engine = {key: marked(text) for key, text in [*errors.ENGLISH.items(), *((f"kind.{kind}", kind) for kind in kinds)]}
    (_in(HOME / "kit", extra) / f"engine.{CODE}.toml").write_text(_toml(engine), encoding="utf-8")
    other = next(iter(sorted((HOME / "atlas").glob("words.*.toml"))))
    names = {name: marked(name) for name in tomllib.loads(other.read_text(encoding="utf-8"))}
    (_in(HOME / "atlas", extra) / f"words.{CODE}.toml").write_text(_toml(names), encoding="utf-8")
    page = Path(__file__).parents[1] / "web" / "src" / "words" / f"{ENGLISH}.ts"
    if page.exists():
        words = client_words(page.read_text(encoding="utf-8"))
        (extra / "client.json").write_text(json.dumps(words, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    import marne.games

    write(Path(sys.argv[1]))
