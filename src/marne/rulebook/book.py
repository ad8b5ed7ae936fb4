"""The rulebook of a game put together: chapters, passages by rule number, interpretations at the rule they read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from marne.engine import Game
from marne.kit import ENGLISH, Rule, in_language, rules_in
from marne.rulebook.chapters import FOLDER, Block, Section, chapters_in, read_chapter
from marne.rulebook.charts import shown_table

__all__ = ["Chapter", "Passage", "Rulebook", "numbers_cited", "read_rulebook"]

_BRACKETS = re.compile(r"\[([^\[\]]+)\]")
_NUMBER = re.compile(r"(?<![\d.:\w-])(?:[A-Z]{2}-\d+|[A-Z]?\d+(?:\.\d+)*)(?!:\d|\w)")
_KEY = re.compile(r"\| *`([\w-]+)` *\| (.*)\|$")


@dataclass(frozen=True, slots=True)
class Passage:
    """A rule with its words, or a heading between rules."""

    number: str
    """Empty for a heading that is no rule."""
    title: str
    level: int
    blocks: tuple[Block, ...]
    language: str
    """The language of the words: English where the reader's has none yet."""
    summary: bool = False
    """Whether the one-sentence summary of the index stands in for words that nobody has written."""
    notes: tuple[tuple[str, ...], ...] = ()
    """Interpretations that name this rule: key, and the cells of its row."""
    differs: tuple[tuple[str, str], ...] = ()
    """Where an edition plays it differently: the edition, the number of the difference."""
    overlay: str = ""
    """What shows the rule on the map of a table: a key of the overlays of a scene."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title, and its passages in reading order. The first passage is the chapter's own rule, if any."""

    title: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All chapters of a game in a language."""

    game: str
    language: str
    chapters: tuple[Chapter, ...]

    def passages(self) -> Iterator[Passage]:
        """Every passage, in reading order."""
        for chapter in self.chapters:
            yield from chapter.passages


def read_rulebook(game: Game, language: str) -> Rulebook:
    """The rulebook of a game. Rules without a paragraph have their summary, in the chapter where they belong."""
    data = game.rule_index().parent
    index = rules_in(game.rule_index(), language)
    chapters = [_sections(data, path, language) for path in chapters_in(data, ENGLISH)]
    told = [_chapter(data, index, each, language) for each in chapters]
    book = _completed(told, index, language)
    notes = _interpretations(data.parent, language)
    differs = _differences(chapters, index)
    overlays = overlays_in(data)
    return Rulebook(
        game.name,
        language,
        tuple(
            Chapter(
                chapter.title,
                tuple(
                    replace(
                        each,
                        notes=notes.get(each.number, ()),
                        differs=differs.get(each.number, ()),
                        overlay=overlays.get(each.number, ""),
                    )
                    if each.number
                    else each
                    for each in chapter.passages
                ),
            )
            for chapter in book
        ),
    )


def overlays_in(data: Path) -> dict[str, str]:
    """`rulebook/map.toml`: what shows a rule on the map of a table, by number."""
    file = data / FOLDER / "map.toml"
    return dict(tomllib.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


def _sections(data: Path, path: Path, language: str) -> list[tuple[Section, str]]:
    """The sections of an English chapter, each in the reader's language where it has the same one."""
    english = read_chapter(path)
    file = path.with_name(path.name.removesuffix(f"{ENGLISH}.md") + f"{language}.md")
    if language == ENGLISH or not file.exists():
        return [(section, ENGLISH) for section in english]
    theirs = read_chapter(file)
    by_number = {section.heading: section for section in theirs}
    found = [(by_number[each.heading], language) if each.heading in by_number else (each, ENGLISH) for each in english]
    if theirs and found and found[0][1] == ENGLISH:  # the chapter's own title is in another language
        found[0] = (theirs[0], language)
    return found


def _chapter(data: Path, index: Mapping[str, Rule], sections: list[tuple[Section, str]], language: str) -> Chapter:
    passages = []
    for section, spoken in sections:
        rule = index.get(section.heading)
        blocks = tuple(_filled(data, block, language) for block in section.blocks)
        number, title = (rule.number, rule.title) if rule else ("", section.heading)
        passages.append(Passage(number, title, section.level, blocks, spoken))
    return Chapter(passages[0].title, tuple(passages))


def _filled(data: Path, block: Block, language: str) -> Block:
    if block.kind != "table":
        return block
    head, rows = shown_table(data, block.source, language)
    return replace(block, head=head, rows=rows)


def _completed(chapters: list[Chapter], index: Mapping[str, Rule], language: str) -> list[Chapter]:
    """The chapters, and summaries of all rules that none of them has: a chapter for each run that belongs together."""
    written = {passage.number for chapter in chapters for passage in chapter.passages}
    runs: dict[str, list[Passage]] = {}
    for rule in index.values():
        if rule.number not in written:
            blocks = (Block("text", rule.summary or rule.title),)
            first = re.split(r"[.-]|(?<=[A-Z])(?=\d)", rule.number)[0]
            runs.setdefault(first, []).append(Passage(rule.number, rule.title, 2, blocks, language, summary=True))
    order = list(index)
    found = [*chapters, *(Chapter(run[0].title, tuple(run)) for run in runs.values())]
    return sorted(found, key=lambda each: min((order.index(p.number) for p in each.passages if p.number), default=0))


def numbers_cited(blocks: Iterable[Block], index: Mapping[str, Any]) -> list[str]:
    """What stands in brackets in the words of blocks, part by part: `[6.2, 11.2]`."""
    words = [text for block in blocks for text in (block.text, *block.items)]
    inside = (part.strip() for text in words for found in _BRACKETS.findall(text) for part in found.split(","))
    return list(dict.fromkeys(inside))


def _differences(
    chapters: list[list[tuple[Section, str]]], index: Mapping[str, Rule]
) -> dict[str, tuple[tuple[str, str], ...]]:
    """For each rule, the differences of editions that cite it: a chapter of them has an edition in its heading. One
    that needs no code, as the index says, changes nothing in play."""
    found: dict[str, list[tuple[str, str]]] = {}
    for sections in chapters:
        edition = sections[0][0].edition
        for section, _ in sections if edition else ():
            for number in numbers_cited(section.blocks, index):
                if number in index and section.heading in index and not index[section.heading].needs:
                    found.setdefault(number, []).append((edition, section.heading))
    return {number: tuple(each) for number, each in found.items()}


def _interpretations(folder: Path, language: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """For each rule number, the rows of the game's interpretations that name it."""
    english = folder / "departures.md"
    page = next((each for each in (in_language(english, language), english) if each.exists()), None)
    found: dict[str, list[tuple[str, ...]]] = {}
    for line in page.read_text(encoding="utf-8").splitlines() if page else ():
        if row := _KEY.match(line):
            cells = tuple(cell.strip() for cell in row[2].split(" | "))
            for number in dict.fromkeys(_NUMBER.findall(row[2])):
                found.setdefault(number, []).append((row[1], *cells))
    return {number: tuple(rows) for number, rows in found.items()}
