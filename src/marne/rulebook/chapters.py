"""Chapters as files: `data/rulebook/NN-NAME.LANGUAGE.md`. A small part of Markdown, read into blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from marne.engine import MarneError
from marne.kit import ENGLISH

__all__ = ["FOLDER", "Block", "Section", "chapters_in", "read_chapter"]

FOLDER = "rulebook"
"""The folder of the chapters, in the data of a game."""

_HEADING = re.compile(r"(#{1,3}) +(.+)")
_SHOWN = re.compile(r"\{(?P<kind>table|figure) (?P<source>[^}]+)\} (?P<caption>.+)")
_ITEM = re.compile(r"(?:[-*]|\d+\.) +(.+)")
_EDITION = re.compile(r"(?P<title>.+) \(edition (?P<edition>\w+)\)")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a passage: `text`, `list`, `steps` (a numbered list), `table` or `figure`."""

    kind: str
    text: str = ""
    """The words, or the caption."""
    items: tuple[str, ...] = ()
    source: str = ""
    """The data of a table (`tables.toml#crt`), the name of a figure."""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what comes below it: a rule where the heading is a rule number."""

    level: int
    heading: str
    edition: str
    blocks: tuple[Block, ...]


def chapters_in(data: Path, language: str) -> list[Path]:
    """The chapters of a game in a language, in reading order."""
    return sorted((data / FOLDER).glob(f"*.{language}.md"))


def read_chapter(path: Path) -> list[Section]:
    """The sections of a chapter; the first one names the chapter."""
    sections: list[Section] = []
    level, heading, body = 0, "", list[str]()
    for line in [*path.read_text(encoding="utf-8").splitlines(), "# "]:
        found = _HEADING.fullmatch(line)
        if found is None and line != "# ":
            body.append(line)
            continue
        if heading:
            sections.append(_section(level, heading, body))
        elif any(body):
            raise MarneError(f"{path.name}: words before the first heading")
        body = []
        if found is not None:
            level, heading = len(found[1]), found[2].strip()
    return sections


def _section(level: int, heading: str, body: list[str]) -> Section:
    found = _EDITION.fullmatch(heading)
    title, edition = (found["title"], found["edition"]) if found else (heading, "")
    return Section(level, title, edition, tuple(_blocks(body)))


def _blocks(lines: list[str]) -> Iterator[Block]:
    """Paragraphs are divided by empty lines; an item goes on where the next line is indented."""
    for group in _groups(lines):
        if shown := _SHOWN.fullmatch(" ".join(group)):
            yield Block(shown["kind"], shown["caption"], source=shown["source"])
        elif _ITEM.match(group[0]):
            items: list[str] = []
            for line in group:
                item = _ITEM.match(line)
                if item:
                    items.append(item[1].strip())
                else:
                    items[-1] += " " + line.strip()
            yield Block("steps" if group[0][0].isdigit() else "list", items=tuple(items))
        else:
            yield Block("text", " ".join(line.strip() for line in group))


def _groups(lines: list[str]) -> Iterator[list[str]]:
    group: list[str] = []
    for line in [*lines, ""]:
        starts_list = bool(group) and bool(_ITEM.match(line)) and not _ITEM.match(group[0])
        if (not line.strip() or starts_list) and group:
            yield group
            group = []
        if line.strip():
            group.append(line)


def languages_in(data: Path) -> tuple[str, ...]:
    """The languages that a rulebook has chapters in; English first."""
    found = {path.name.split(".")[-2] for path in (data / FOLDER).glob("*.*.md")}
    return tuple(sorted(found, key=lambda each: (each != ENGLISH, each)))
