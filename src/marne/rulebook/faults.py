"""What is wrong with a rulebook: a rule without a paragraph, a number, table or figure that there is not."""

from __future__ import annotations

from marne.engine import Game, MarneError
from marne.kit import ENGLISH, read_index
from marne.rulebook.book import numbers_cited
from marne.rulebook.chapters import chapters_in, languages_in, read_chapter
from marne.rulebook.charts import shown_table
from marne.rulebook.figures import figures_in

__all__ = ["check_rulebook", "written"]


def written(game: Game, language: str) -> set[str]:
    """The rules that have a paragraph in a language."""
    data, index = game.rule_index().parent, read_index(game.rule_index())
    sections = [section for path in chapters_in(data, language) for section in read_chapter(path)]
    return {section.heading for section in sections if section.heading in index and section.blocks}


def check_rulebook(game: Game) -> list[str]:
    """Faults in words, none where all is well. A game without a rulebook has none."""
    data, index = game.rule_index().parent, read_index(game.rule_index())
    faults: list[str] = []
    for language in languages_in(data):
        seen: set[str] = set()
        for path in chapters_in(data, language):
            for section in read_chapter(path):
                where = f"{path.name}, {section.heading}"
                if section.heading in index and section.heading in seen:
                    faults.append(f"{where}: the rule has two paragraphs")
                seen.add(section.heading)
                faults += [
                    f"{where}: no rule {number}"
                    for number in numbers_cited(section.blocks, index)
                    if number not in index
                ]
                for block in section.blocks:
                    if block.kind == "figure" and block.source not in figures_in(data):
                        faults.append(f"{where}: no figure {block.source!r}")
                    if block.kind == "table":
                        try:
                            shown_table(data, block.source, language)
                        except MarneError as fault:
                            faults.append(f"{where}: {fault}")
    if chapters_in(data, ENGLISH):
        faults += [f"rule {number} has no paragraph" for number in index if number not in written(game, ENGLISH)]
    return faults
