"""The shapes of what is kept, and the chain of a log: each row holds the hash of all before it, and the head is shown
to both players and signed.

Whoever kept a head and the server's key can tell later whether a record is the game that he played; nobody else can be
sure of more than that a record agrees with itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from marne.engine import CHANCE, Deed, Game, Seat, begin, fingerprint_of, link
from marne.table.view.payloads import Chosen, SeatKind

if TYPE_CHECKING:
    from marne.table.game.live import Live

__all__ = [
    "ADOPTED",
    "NOBODY",
    "Answered",
    "Kept",
    "Mark",
    "Row",
    "SeatRow",
    "Snapshot",
    "TooLate",
    "deed_of",
    "head_of",
    "header_of",
    "linked",
    "on_the_way",
]

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
    """The hash of this row and all before it; see `linked`."""


class Answered(NamedTuple):
    """Of an answer or a going back, what is needed to know which answers are left."""

    kind: str
    number: int
    actor: int
    text: str
    draw: int | None


class Mark(NamedTuple):
    """Where a snapshot was taken: after a row, which left so many answers, by these rules and data."""

    seq: int
    number: int
    rules: str
    data: str


def on_the_way(marks: Iterable[Mark], backs: Sequence[tuple[int, int]]) -> list[Mark]:
    """The marks to which no later going back, by its row and the answers that it left, has returned."""
    return [mark for mark in marks if all(seq < mark.seq or left >= mark.number for seq, left in backs)]


@dataclass(frozen=True)
class Snapshot:
    """What the log had made of a table after row `seq`: `number` answers, and `link`, the head of the chain there.

    `body` is the position with all that the log says beside it, `flags` who may read each answer; both are packed JSON.
    It is `verified` when the answers before it were played again and led there.
    """

    seq: int
    number: int
    link: str
    rules: str
    data: str
    body: bytes
    flags: bytes
    verified: bool = False


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


def header_of(kept: Kept, seats: Sequence[SeatRow], game: Game) -> dict[str, str]:
    """All that a table is bound to before the first row, and the seeds, which its commits bind."""
    rules, data = kept.began.split(" ")
    setting = kept.setting
    names = game.seats
    return {
        "table": kept.id,
        "made": str(round(kept.made * 1000)),
        "game": kept.game,
        **({"edition": setting["edition"]} if setting["edition"] else {}),
        "scenario": setting["scenario"],
        **{f"option {name}": chosen for name, chosen in setting["options"].items()},
        "rules": rules,
        "data": data,
        "seed": fingerprint_of(kept.secret),
        **{f"seat of {names[seat.seat]}": seat.kind for seat in seats},
        **{f"commit of {names[seat.seat]}": seat.commit for seat in seats},
        **{f"chain of {names[seat.seat]}": f"{seat.chain} {seat.links}" for seat in seats if seat.chain},
        **{f"signer of {names[seat.seat]}": seat.signer for seat in seats if seat.signer},
        **{f"seed of {names[seat.seat]}": seat.seed.hex() for seat in seats},
    }


def deed_of(row: Row, game: Game) -> Deed:
    """A row for the chain: without what the rules make of it."""
    actor = "chance" if row.actor == CHANCE else game.seats[row.actor]
    return Deed(row.seq, round(row.at * 1000), row.kind, row.number, actor, row.draw, row.text)


def head_of(live: Live) -> str:
    """The hash of all that has happened; empty before everybody sits, and for tables from before there was a chain."""
    if not live.kept.began or live.vacant:
        return ""
    return live.link or begin(header_of(live.kept, live.seats, live.game))


def linked(live: Live, rows: Sequence[Row], now: float) -> list[Row]:
    """The rows with their time, in the chain if the table has one. Times never fall, whatever the clock does."""
    now = max(round(now, 3), live.at)
    if not live.kept.began:
        return [replace(row, at=now) for row in rows]
    head, found = head_of(live), []
    for row in rows:
        row = replace(row, at=now)
        head = link(head, deed_of(row, live.game), live.kept.secret)
        found.append(replace(row, link=head))
    return found
