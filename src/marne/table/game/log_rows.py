"""The shapes of what is kept."""

from __future__ import annotations

from dataclasses import dataclass

from marne.engine import Seat
from marne.table.view.payloads import Chosen, SeatKind

__all__ = ["ADOPTED", "NOBODY", "Kept", "Row", "SeatRow", "TooLate"]

NOBODY = -2
"""`next` of a row after which the game is over."""


ADOPTED = "adopted"
"""The text of a going back to the last moment that the rules of a table and of the server have in common."""


class TooLate(Exception):
    """Somebody else appended to the log first."""


@dataclass(frozen=True)
class Row:
    """One row of a log.

    An `answer` has its index in `number`; a going `back` the number of answers that are left, with the text
    `agreed` where the other side had to; an `ask` to go back and a `no` to it the number of answers that there are,
    and the ask in `text` the number wished for; a `part` is a link of the hash chain of the seat in `actor`, for
    the draw in `number`; `without` is its holder's word to play on without parts; a `notice` is about the seat in
    `actor`, and its text is a key of the table's words; an `offer` of a draw, its `refuse` and `accept`, and who
    `resign`s, have the number of answers that there are. `next` is who must answer after the row.
    """

    seq: int
    kind: str
    number: int
    actor: int
    text: str
    draw: int | None = None
    next: int | None = None
    mark: str | None = None
    """Of the question that the answer led to; see `following`."""
    at: float = 0.0
    """When, in seconds, to the millisecond."""
    link: str = ""
    """The hash of this row and all before it; see `chain`."""


@dataclass(frozen=True)
class Kept:
    """A table as it is kept. `origin` says of a table from a record how many answers came with it, and whether the
    seed of its dice did (`N seeded`, `N unseeded`)."""

    id: str
    game: str
    setting: Chosen
    name: str
    rules: str
    data: str
    secret: bytes
    watch: bool
    made: float
    origin: str = ""
    began: str = ""
    """The rules and data that it began with; empty for tables from before there was a chain, and for records."""
    owner: str = ""
    """The hash of the token of whoever opened it."""
    closed: float = 0.0
    """When its opener closed it; 0 while it is played."""


@dataclass(frozen=True)
class SeatRow:
    """A seat as it is kept: `open` until somebody takes its invitation, then a `person`; or a `computer` with its kind
    of player. Of token and invitation only a hash is kept; `seed` is what its holder mixes into the dice, empty as long
    as he keeps it, and `commit` its SHA-256; `chain` is the head of his hash chain of `links` parts, if he has one.
    `word` is the hash of his recovery word, `asked` when the opener asked for the seat because its holder is silent,
    and `signer` the public key of his page. A person's seat with a `player` is played by that computer until he is
    back."""

    seat: Seat
    kind: SeatKind
    player: str = ""
    label: str = ""
    token: str = ""
    invitation: str = ""
    seed: bytes = b""
    notify: str = ""
    notes: str = ""
    language: str = ""
    commit: str = ""
    chain: str = ""
    links: int = 0
    word: str = ""
    asked: float = 0.0
    signer: str = ""

    @property
    def plays(self) -> SeatKind:
        """Who answers for it now."""
        return "computer" if self.player else self.kind
