"""The rulebook of a game, to read: paragraphs in our words by rule number, tables from the game's data, pictures of
staged positions. See docs/rulebook.md."""

from marne.rulebook.book import Chapter, Passage, Rulebook, read_rulebook
from marne.rulebook.checks import check_rulebook
from marne.rulebook.figures import draw_figure, figures_in
from marne.rulebook.reading import Block

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
