"""What the game at a table needs, without a database, a process or a key: for tests, and wherever nothing must outlive
the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, Literal, TypeVar

from marne.engine import Seat
from marne.players import Mind
from marne.table.game.log_rows import (
    Answered,
    AnswerRow,
    BackRow,
    Kept,
    Mark,
    Row,
    SeatRow,
    Snapshot,
    TooLate,
    columns_of,
    on_the_way,
)

__all__ = ["GivenSecret", "HandClock", "Inline", "MemoryStore"]

T = TypeVar("T")


class HandClock:
    """A clock that somebody sets."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        """The time."""
        return self.now


class Inline:
    """A pool that is none: the work is done at once, where it is asked for."""

    def __init__(self) -> None:
        self.done: list[str] = []
        """What was asked for, by name."""

    async def need(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run it."""
        self.done.append(function.__name__)
        return function(*arguments)


class GivenSecret:
    """Secrets from one that is given. It vouches for nothing."""

    key = ""

    def __init__(self, root: bytes = b"") -> None:
        self._root, self._count = root, 0

    def fresh(self, use: Literal["secret", "seed"]) -> bytes:
        """The next 32 bytes."""
        self._count += 1
        return sha256(self._root + f"{use} {self._count}".encode()).digest()

    def sign(self, head: str) -> str:
        """Nothing."""
        return ""

    def countersigned(self, signer: str, head: str, signature: str) -> bool:
        """No page has a key here."""
        return False


class MemoryStore:
    """Tables, seats and logs, as long as the program runs."""

    shared = False

    def __init__(self) -> None:
        self._tables: dict[str, Kept] = {}
        self._seats: dict[str, list[SeatRow]] = {}
        self._minds: dict[str, dict[Seat, Mind]] = {}
        self._logs: dict[str, list[Row]] = {}
        self._snapshots: dict[str, dict[int, Snapshot]] = {}
        self._chat: list[tuple[str, dict[str, Any]]] = []

    async def run(self, work: Callable[..., T], *arguments: Any, **facts: Any) -> T:
        """Call it: nothing waits here."""
        return work(*arguments, **facts)

    async def append(self, id: str, rows: Sequence[Row], thought: tuple[int, str] | None = None) -> None:
        """Append all rows to a log or none."""
        log = self._logs[id]
        if [row.seq for row in rows] != list(range(len(log) + 1, len(log) + len(rows) + 1)):
            raise TooLate(id)
        log.extend(rows)
        if thought is not None:
            seat, mind = thought
            self._minds[id][seat] = Mind.from_json(mind)

    def new_table(self, table: Kept, seats: Sequence[SeatRow], rows: Sequence[Row] = ()) -> None:
        """Keep a new table."""
        self._tables[table.id], self._seats[table.id] = table, list(seats)
        self._minds[table.id], self._logs[table.id] = {}, list(rows)
        self._snapshots[table.id] = {}

    def table(self, id: str) -> Kept | None:
        """A table by its id."""
        return self._tables.get(id)

    def seats(self, id: str) -> list[SeatRow]:
        """Its seats, in order."""
        return list(self._seats[id])

    def seats_and_end(self, id: str) -> tuple[list[SeatRow], float]:
        """Its seats, and when it was closed."""
        return self.seats(id), self._tables[id].closed

    def minds(self, id: str) -> dict[Seat, Mind]:
        """The last thoughts of its computer seats."""
        return dict(self._minds[id])

    def log(self, id: str, after: int = 0) -> list[Row]:
        """The rows after a number."""
        return self._logs[id][after:]

    def answered(self, id: str, until: int) -> list[Answered]:
        """Answers and goings back up to a row."""
        rows = (columns_of(row) for row in self._logs[id][:until] if isinstance(row, AnswerRow | BackRow))
        return [Answered(*(row[name] for name in Answered._fields)) for row in rows]

    def marks(self, id: str) -> list[Mark]:
        """Where there are snapshots that lie on the way to the newest row."""
        found = [Mark(each.seq, each.number, each.rules, each.data) for each in self._snapshots[id].values()]
        return on_the_way(sorted(found), [(row.seq, row.number) for row in self._logs[id] if isinstance(row, BackRow)])

    def snapshot(self, id: str, seq: int) -> Snapshot | None:
        """The snapshot after a row."""
        return self._snapshots[id].get(seq)

    def keep_snapshots(self, id: str, snapshots: Sequence[Snapshot]) -> None:
        """Keep some."""
        self._snapshots[id].update({each.seq: each for each in snapshots})

    def drop_snapshot(self, id: str, seq: int) -> None:
        """Let one go that is wrong."""
        self._snapshots[id].pop(seq, None)

    def unverified(self) -> tuple[str, int] | None:
        """A snapshot that nobody has verified."""
        found = ((id, each.seq) for id, some in self._snapshots.items() for each in some.values() if not each.verified)
        return min(found, default=None)

    def change_seat(self, id: str, seat: int, only_if: dict[str, Any] | None = None, **facts: Any) -> bool:
        """Change facts of a seat, if the others are as `only_if` says; whether it was done."""
        held = self._seats[id][seat]
        fits = all(getattr(held, name) == due for name, due in (only_if or {}).items())
        if fits:
            self._seats[id][seat] = replace(held, **facts)
        return fits

    def adopt(self, id: str, rules: str, data: str) -> None:
        """The table is played by these rules and data from now on."""
        self._tables[id] = replace(self._tables[id], rules=rules, data=data)

    def let_watch(self, id: str, watch: bool) -> None:
        """Whether anybody without a seat may look on."""
        self._tables[id] = replace(self._tables[id], watch=watch)

    def close_table(self, id: str, at: float) -> None:
        """Nobody answers there any more."""
        self._tables[id] = replace(self._tables[id], closed=at)

    def tell_workers(self, id: str) -> None:
        """There are no others."""

    def chat(self, id: str, most: int = 50) -> list[dict[str, Any]]:
        """The last lines of chat, oldest first."""
        return [line for table, line in self._chat if table == id][-most:]

    def say(self, id: str, seat: int, text: str) -> None:
        """Keep a line of chat."""
        self._chat.append((id, {"seat": seat, "text": text, "at": 0.0}))

    def announce(self, channel: str, text: str) -> None:
        """Nobody listens."""

    def computers_to_move(self, most: int = 500) -> list[str]:
        """The tables where a computer seat must answer."""
        ends = {id: log[-1].next for id, log in self._logs.items() if log}
        return [id for id, seat in ends.items() if seat is not None and seat >= 0 and self._seats[id][seat].player][
            :most
        ]
