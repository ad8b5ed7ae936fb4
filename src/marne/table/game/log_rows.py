"""The shapes of what is kept, and the chain of a log: each row holds the hash of all before it, and the head is shown
to both players and signed.

Whoever kept a head and the server's key can tell later whether a record is the game that he played; nobody else can be
sure of more than that a record agrees with itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from marne.engine import CHANCE, Deed, Game, Seat, begin, fingerprint_of, link
from marne.table.view.payloads import Chosen, SeatKind

if TYPE_CHECKING:
    from marne.table.game.live import Live

__all__ = [
    "ADOPTED",
    "COLUMNS",
    "NOBODY",
    "AcceptRow",
    "AdoptRow",
    "AnswerRow",
    "Answered",
    "AskRow",
    "BackRow",
    "Kept",
    "Mark",
    "NoRow",
    "NoticeRow",
    "OfferRow",
    "PartRow",
    "RefuseRow",
    "ResignRow",
    "Row",
    "SeatRow",
    "SignRow",
    "Snapshot",
    "TooLate",
    "WithoutRow",
    "columns_of",
    "deed_of",
    "head_of",
    "header_of",
    "linked",
    "on_the_way",
    "row_of",
]

NOBODY = -2
"""`next` of a row after which the game is over."""


ADOPTED = "adopted"
"""Why a table goes back to the last moment that its rules and the server's have in common, or stays there."""


class TooLate(Exception):
    """Somebody else appended to the log first."""


@dataclass(frozen=True, kw_only=True)
class BaseRow:
    """What every row of a log has. `number` is how many answers there are; `next` is who must answer after it, and
    `link` the hash of this row and all before it; see `linked`."""

    kind: ClassVar[str]
    seq: int
    number: int
    actor: Seat
    next: Seat | None = None
    at: float = 0.0
    """When, in seconds, to the millisecond."""
    link: str = ""


@dataclass(frozen=True, kw_only=True)
class AnswerRow(BaseRow):
    """An answer; `number` is its index, `mark` the mark of the question that it led to; see `following`."""

    kind = "answer"
    text: str
    draw: int | None = None
    mark: str | None = None


@dataclass(frozen=True, kw_only=True)
class BackRow(BaseRow):
    """Answers are taken back; `number` are left. `why` is `agreed` where the other side had to agree."""

    kind = "back"
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class AskRow(BaseRow):
    """A wish to go back to so many answers."""

    kind = "ask"
    to: int


class NoRow(BaseRow):
    """A no to that wish."""

    kind = "no"


@dataclass(frozen=True, kw_only=True)
class PartRow(BaseRow):
    """A link of the hash chain of the seat in `actor`, for the draw in `number`."""

    kind = "part"
    part: bytes


class WithoutRow(BaseRow):
    """A holder of a chain would play on without parts."""

    kind = "without"


@dataclass(frozen=True, kw_only=True)
class NoticeRow(BaseRow):
    """Something about the seat in `actor`, by a key of the table's words."""

    kind = "notice"
    key: str


@dataclass(frozen=True, kw_only=True)
class AdoptRow(BaseRow):
    """The table is played by these rules and data from now on."""

    kind = "adopt"
    rules: str
    data: str


class OfferRow(BaseRow):
    """A draw is offered."""

    kind = "offer"


class RefuseRow(BaseRow):
    """A draw is declined."""

    kind = "refuse"


class AcceptRow(BaseRow):
    """A draw is agreed on: the game is over."""

    kind = "accept"


class ResignRow(BaseRow):
    """The game is given up."""

    kind = "resign"


@dataclass(frozen=True, kw_only=True)
class SignRow(BaseRow):
    """The page of a seat has countersigned the head after a row."""

    kind = "sign"
    row: int
    signature: str


Plain = NoRow | WithoutRow | OfferRow | RefuseRow | AcceptRow | ResignRow
Row = AnswerRow | BackRow | AskRow | PartRow | NoticeRow | AdoptRow | SignRow | Plain
_PLAIN = {kind.kind: kind for kind in (NoRow, WithoutRow, OfferRow, RefuseRow, AcceptRow, ResignRow)}

COLUMNS = ("seq", "kind", "number", "actor", "text", "draw", "at", "next", "mark", "link")
"""A row as stores and chains have it: what only some kinds say is in `text`."""


def columns_of(row: Row) -> dict[str, Any]:
    """A row by its columns."""
    text, draw, mark = _said(row)
    given = (row.seq, row.kind, row.number, row.actor, text, draw, row.at, row.next, mark, row.link)
    return dict(zip(COLUMNS, given, strict=True))


def _said(row: Row) -> tuple[str, int | None, str | None]:
    """Text, draw and mark of a row."""
    match row:
        case AnswerRow():
            return row.text, row.draw, row.mark
        case BackRow():
            return row.why, None, None
        case AskRow():
            return str(row.to), None, None
        case PartRow():
            return row.part.hex(), None, None
        case NoticeRow():
            return row.key, None, None
        case AdoptRow():
            return f"{row.rules} {row.data}", None, None
        case SignRow():
            return f"{row.row} {row.signature}", None, None
        case _:
            return "", None, None


def row_of(columns: Iterable[Any]) -> Row:
    """The row that has these columns, in the order of `COLUMNS`."""
    common = dict(zip(COLUMNS, columns, strict=True))
    kind, text, draw, mark = (common.pop(each) for each in ("kind", "text", "draw", "mark"))
    match kind:
        case "answer":
            return AnswerRow(**common, text=text, draw=draw, mark=mark)
        case "back":
            return BackRow(**common, why=text)
        case "ask":
            return AskRow(**common, to=int(text))
        case "part":
            return PartRow(**common, part=bytes.fromhex(text))
        case "notice":
            return NoticeRow(**common, key=text)
        case "adopt":
            rules, _, data = text.partition(" ")
            return AdoptRow(**common, rules=rules, data=data)
        case "sign":
            row, _, signature = text.partition(" ")
            return SignRow(**common, row=int(row), signature=signature)
        case _:
            return _PLAIN[kind](**common)


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
    text, draw, _ = _said(row)
    return Deed(row.seq, round(row.at * 1000), row.kind, row.number, actor, draw, text)


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
