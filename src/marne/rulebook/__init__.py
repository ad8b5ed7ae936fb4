"""The rulebook of a game, to read: paragraphs in our words by rule number, tables from the game's data, pictures of
staged positions. See docs/rulebook.md."""

from marne.rulebook.book import Chapter, Passage, Rulebook, read_rulebook
from marne.rulebook.chapters import Block
from marne.rulebook.faults import check_rulebook
from marne.rulebook.figures import draw_figure, figures_in

__all__ = [
    "Block",
    "Chapter",
    "Passage",
    "Rulebook",
    "check_rulebook",
    "draw_figure",
    "figures_in",
    "read_rulebook",
]
