"""What a record is worth: the server signs the head of its chain, and a player who kept a head can tell how far it
reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from marne.engine import Ledger, Match, Record, begin, find_game, sealed_record
from marne.engine.ledger import game_rows
from marne.table.game.chain import deed_of, header_of
from marne.table.game.log_rows import Kept, Row, SeatRow
from marne.table.game.ports import Secret
from marne.table.store.seal import countersigned, genuine

__all__ = ["Covered", "Sealed", "covered"]


@dataclass(frozen=True)
class Sealed:
    """What a record of version 2 is written from: header, rows, and the head of the chain with the server's word."""

    header: dict[str, str]
    rows: Sequence[Row]
    head: str
    key: str
    signature: str

    @classmethod
    def of(cls, kept: Kept, seats: Sequence[SeatRow], rows: Sequence[Row], secret: Secret) -> Sealed:
        """The rows of a table, the head signed by the server."""
        header = header_of(kept, seats, find_game(kept.game))
        head = rows[-1].link if rows else begin(header)
        return cls(header, rows, head, secret.key, secret.sign(head))

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
