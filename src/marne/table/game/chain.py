"""A table's log as a chain: each row holds the hash of all before it, and the head is shown to both players and signed.

Whoever kept a head and the server's key can tell later whether a record is the game that he played; nobody else can be
sure of more than that a record agrees with itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from marne.engine import (
    CHANCE,
    Deed,
    Game,
    begin,
    fingerprint_of,
    link,
)
from marne.table.game.log_rows import Kept, Row, SeatRow

if TYPE_CHECKING:
    from marne.table.game.live import Live

__all__ = ["deed_of", "head_of", "header_of", "linked"]


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
