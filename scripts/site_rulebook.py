"""The rulebook of a game as a page of the site: the same chapters, tables and pictures as on the page of the table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from marne.engine import Game
from marne.rulebook import Block, Passage, read_rulebook

__all__ = ["rulebook_page"]


def rulebook_page(game: Game) -> str:
    """All chapters, every rule with an anchor of its number."""
    book = read_rulebook(game, "en")
    numbers = {passage.number for passage in book.passages() if passage.number}
    lines = [f"# {game.title}: the rules", "", "The numbers are those of the printed rulebook; the words are ours.", ""]
    for chapter in book.chapters:
        for at, passage in enumerate(chapter.passages):
            lines += _passage(game.name, passage, 2 if at == 0 else 3, numbers)
    return "\n".join(lines) + "\n"


def _passage(game: str, passage: Passage, level: int, numbers: set[str]) -> Iterator[str]:
    if passage.number:
        yield f'<a id="rule-{passage.number}"></a>'
        yield ""
    yield f"{'#' * level} {passage.number} {passage.title}".replace("#  ", "# ")
    yield ""
    for block in passage.blocks:
        yield from _block(game, block, numbers)
        yield ""
    for edition, number in passage.differs:
        yield f"*The {edition} edition plays it differently:* {_linked(f'[{number}]', numbers)}"
        yield ""
    for key, *cells in passage.notes:
        yield f"> *Interpretation* `{key}`: {_linked(' | '.join(cells), numbers)}"
        yield ""


def _block(game: str, block: Block, numbers: set[str]) -> Iterator[str]:
    if block.kind == "text":
        yield _linked(block.text, numbers)
    elif block.kind == "figure":
        yield f"![{block.text}]({game}/{block.source}.svg)"
        yield ""
        yield f"*{_linked(block.text, numbers)}*"
    elif block.kind == "table":
        yield f"**{_linked(block.text, numbers)}**"
        yield ""
        for at, row in enumerate((block.head, *block.rows)):
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
            if at == 0:
                yield "| " + " | ".join("---" for _ in row) + " |"
    else:
        for at, item in enumerate(block.items, 1):
            yield f"{f'{at}.' if block.kind == 'steps' else '-'} {_linked(item, numbers)}"


def _linked(text: str, numbers: set[str]) -> str:
    """Rule numbers in brackets lead to their paragraphs."""

    def new(match: re.Match[str]) -> str:
        inside = match[1].split(", ")
        if not set(inside) <= numbers:
            return match[0]
        return "(" + ", ".join(f"[{number}](#rule-{number})" for number in inside) + ")"

    return re.sub(r"\[([^\[\]]+)\]", new, text)
