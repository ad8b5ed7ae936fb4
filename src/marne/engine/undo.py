"""How far a seat may go back: computed from the log, never by hand."""

from __future__ import annotations

from collections.abc import Sequence

from marne.engine.values import Seat, value

__all__ = ["Entry", "undo_horizon"]


@value
class Entry:
    """One line of the log: who answered, what (in the game's notation), and who may read it.

    `revealed` is true where the answer let a seat see more than before. `draw` is the index of a chance answer among
    all draws of the game, so that each can be checked against the seed.
    """

    actor: Seat
    text: str
    seen_by: tuple[Seat, ...] | None = None
    revealed: bool = False
    draw: int | None = None


def undo_horizon(log: Sequence[Entry], seat: Seat) -> int:
    """The least number of answers to which the seat may go back; `len(log)` means there is nothing to undo.

    It may take back its own answers, one after the other, as long as it alone has answered and nothing was revealed.

    >>> undo_horizon([Entry(1, "a"), Entry(0, "b"), Entry(0, "c")], seat=0)
    1
    >>> undo_horizon([Entry(0, "b"), Entry(0, "c", revealed=True), Entry(0, "d")], seat=0)
    2
    """
    back = len(log)
    while back and log[back - 1].actor == seat and not log[back - 1].revealed:
        back -= 1
    return back
