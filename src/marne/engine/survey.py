"""What a game can say of one hex, for a card: facts in words, who gets there, the way and the line of supply."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from marne.engine.game import Observation
from marne.engine.scene import Line
from marne.engine.values import value

__all__ = ["Led", "Surveyed", "Surveys"]


@value
class Led:
    """What a headquarters leads: in words with the rule, the hexes to which its word carries, and of the pieces there
    those that it leads, as far as the reader knows them."""

    piece: str
    text: str
    rule: str = ""
    hexes: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()


@value
class Surveyed:
    """`lines` are facts in words with their rules; `reach` the pieces that could get there in one move, as far as the
    reader knows them; `way` the hexes that the piece he asked about would enter; `trace` the lines of supply from the
    hex to where it comes from, hex by hex; `command` what each headquarters in the hex leads."""

    lines: tuple[Line, ...] = ()
    reach: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    trace: tuple[tuple[str, ...], ...] = ()
    command: tuple[Led, ...] = ()


@runtime_checkable
class Surveys(Protocol):
    """A game that knows more of a hex than its ground."""

    def survey(self, observation: Observation, hex: str, piece: str, language: str) -> Surveyed:
        """What a seat may know of a hex; of a piece, what getting there costs it."""
        ...
