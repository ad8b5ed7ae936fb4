"""A table's log as a chain: each row holds the hash of all before it, and the head is shown to both players and signed.

Whoever kept a head and the server's key can tell later whether a record is the game that he played; nobody else can be
sure of more than that a record agrees with itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from marne.engine import (
    CHANCE,
    Deed,
    Game,
    Ledger,
    Match,
    Record,
    begin,
    find_game,
    fingerprint_of,
    link,
    sealed_record,
)
from marne.engine.ledger import game_rows
from marne.table.game.log_rows import Kept, Row, SeatRow
from marne.table.store.seal import Seal, countersigned, genuine

if TYPE_CHECKING:
    from marne.table.game.live import Live

__all__ = ["Covered", "Sealed", "covered", "head_of", "header_of", "linked"]


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


def linked(live: Live, rows: Sequence[Row]) -> list[Row]:
    """The rows with their time, in the chain if the table has one. Times never fall, whatever the clock does."""
    now = max(round(time.time(), 3), live.at)
    if not live.kept.began:
        return [replace(row, at=now) for row in rows]
    head, found = head_of(live), []
    for row in rows:
        row = replace(row, at=now)
        head = link(head, deed_of(row, live.game), live.kept.secret)
        found.append(replace(row, link=head))
    return found


@dataclass(frozen=True)
class Sealed:
    """What a record of version 2 is written from: header, rows, and the head of the chain with the server's word."""

    header: dict[str, str]
    rows: Sequence[Row]
    head: str
    key: str
    signature: str

    @classmethod
    def of(cls, kept: Kept, seats: Sequence[SeatRow], rows: Sequence[Row], seal: Seal) -> Sealed:
        """The rows of a table, the head signed by the server."""
        header = header_of(kept, seats, find_game(kept.game))
        head = rows[-1].link if rows else begin(header)
        return cls(header, rows, head, seal.key, seal.sign(head))

    def written(self, match: Match) -> str:
        """The record of the match that these rows lead to."""
        deeds = [deed_of(row, match.game) for row in self.rows]
        return sealed_record(match, self.header, Ledger(deeds, self.head, self.key, self.signature))


class Covered(NamedTuple):
    """How far a record is the game that somebody kept the head of: up to row `rows` of `of`. `ending` is the last row
    of the game itself, `signed` the seats whose pages countersigned it."""

    rows: int
    of: int
    ending: int
    signed: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether that covers the end of the game."""
        return self.rows >= self.ending


def covered(record: Record, head: str, key: str) -> Covered | None:
    """What the head and the key that somebody kept cover: the record is signed by that key and the head is one of its
    links. Beyond it reach the countersignatures of all people at the table, whose keys the head binds. None where it is
    another game, or nothing was kept."""
    ledger = record.ledger
    if ledger is None or not record.secret or not head or not key or ledger.key != key.lower():
        return None
    links = ledger.links(record.header, record.secret)
    if not genuine(ledger.key, ledger.head, ledger.signature) or head.lower() not in links:
        return None
    kept, ending, signed = links.index(head.lower()), game_rows(ledger.deeds), _signed(record, links)
    people = [name[8:] for name, kind in record.header.items() if name.startswith("seat of ") and kind == "person"]
    rows = max(kept, min((signed.get(name, 0) for name in people), default=0))
    names = tuple(name for name, row in signed.items() if row >= ending)
    return Covered(rows, len(ledger.deeds), ending, names)


def _signed(record: Record, links: Sequence[str]) -> dict[str, int]:
    """The last row that each seat's page has countersigned."""
    found: dict[str, int] = {}
    assert record.ledger is not None
    for deed in record.ledger.deeds:
        row, _, signature = deed.text.partition(" ")
        if deed.kind == "sign" and row.isdecimal() and int(row) < deed.seq:
            signer = record.header.get(f"signer of {deed.actor}", "")
            if countersigned(signer, links[int(row)], signature):
                found[deed.actor] = max(int(row), found.get(deed.actor, 0))
    return found
