"""Following a log: the same answers under the rules of this server, which may be newer than those it began with.

Each row keeps a mark of the question that it led to. A table that began with other rules or data goes on by itself if
its log leads to the same questions here; otherwise it stands at the last moment that both rules know, frozen, until
everybody agrees to go on from there.
"""

from __future__ import annotations

import logging

from marne.engine import IllegalAnswer, MarneError, Refusal, Sight
from marne.table.game.live import Live
from marne.table.game.log_rows import (
    ADOPTED,
    AcceptRow,
    AnswerRow,
    AskRow,
    BackRow,
    NoRow,
    NoticeRow,
    OfferRow,
    RefuseRow,
    ResignRow,
    Row,
)
from marne.table.refusals import Frozen

__all__ = ["follow", "refused"]

log = logging.getLogger("marne.table")


def follow(live: Live, row: Row) -> None:
    """Follow a row of the log. A log that these rules refuse or lead elsewhere is left as it is, the match stands
    where it stood before it, and the table says so."""
    live.at = max(live.at, row.at)
    if live.stuck:
        _pass_over(live, row)
        return
    try:
        live.apply(row)
        if live.older and isinstance(row, AnswerRow) and row.mark and live.match.position.mark() != row.mark:
            live.match.go_back(row.number, live.position_at(row.number))
            _stop(live, row, Frozen("frozen.elsewhere", number=row.number + 1))
    except Exception as error:
        log.exception("table %s: row %d cannot be followed", live.kept.id, row.seq)
        _stop(live, row, Frozen("frozen.log", number=len(live.match.log), why=error))


def _stop(live: Live, row: Row, why: Frozen) -> None:
    live.stuck, live.seq, live.link = True, row.seq, row.link
    _used(live, row)
    if live.older:
        why = Frozen("frozen.older", rules=live.kept.rules, data=live.kept.data, why=why)
    live.frozen = why


def _pass_over(live: Live, row: Row) -> None:
    """A row after the last common moment: nothing but a wish to go on from there, and the going back itself.

    Once a table has adopted these rules its marks are no longer compared, so the log may lead some answers past the
    moment that was agreed on before it is refused."""
    live.seq, live.link = row.seq, row.link
    _used(live, row)
    if isinstance(row, BackRow) and row.why == ADOPTED and row.number <= len(live.match.log):
        live.stuck, live.frozen = False, None
        if row.number < len(live.match.log):
            live.match.go_back(row.number, live.position_at(row.number))
        live.went_back(row, row.number)
        live.older = False
    elif isinstance(row, (AskRow, NoRow, NoticeRow, OfferRow, RefuseRow, AcceptRow, ResignRow)):
        live.apply(row)


def _used(live: Live, row: Row) -> None:
    """Draws are not used twice, though the answers that they led to are given up."""
    if isinstance(row, AnswerRow) and row.draw is not None:
        live.match.draws = max(live.match.draws, row.draw + 1)


def refused(sight: Sight, text: str) -> MarneError:
    """Why an answer is refused, found from what the seat knows: the true position might tell it more."""
    refusal = sight.seen.view.refusal(text)
    if refusal is None:
        refusal = Refusal.of(sight.seen.rule, "unread", text=text[:80])
    return IllegalAnswer.of(refusal)
