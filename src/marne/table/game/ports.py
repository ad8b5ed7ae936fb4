"""What the game at a table needs of the world: somewhere to keep it, a clock, a pool, and a secret.

The server has a database, processes and a key; `marne.table.store.in_memory` has each of them in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, TypeVar

from marne.engine import Seat
from marne.players import Mind
from marne.table.game.log_rows import Kept, Row, SeatRow

__all__ = ["Clock", "Pool", "Secret", "Store"]

T = TypeVar("T")

Clock = Callable[[], float]
"""The time in seconds."""


class Pool(Protocol):
    """Where games are played again."""

    async def need(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function that gets all it needs; the table waits for it."""


class Secret(Protocol):
    """What nobody can know or forge."""

    def fresh(self, use: Literal["secret", "seed"]) -> bytes:
        """32 bytes for a table's dice, or for the seed of a seat that brings none."""

    @property
    def key(self) -> str:
        """The public key that vouches for heads; empty where there is none."""

    def sign(self, head: str) -> str:
        """Vouch for a head."""

    def countersigned(self, signer: str, head: str, signature: str) -> bool:
        """Whether the page with this public key signed a head."""


class Store(Protocol):
    """Tables, seats, and for each table one log that only grows."""

    @property
    def shared(self) -> bool:
        """Whether others may write to it too."""

    async def run(self, work: Callable[..., T], *arguments: Any, **facts: Any) -> T:
        """Call a method of the store that may have to wait."""

    async def append(self, id: str, rows: Sequence[Row], thought: tuple[int, str] | None = None) -> None:
        """Append all rows to a log or none, with the thought of a seat; `TooLate` if somebody else was first."""

    def new_table(self, table: Kept, seats: Sequence[SeatRow], rows: Sequence[Row] = ()) -> None:
        """Keep a new table."""

    def table(self, id: str) -> Kept | None:
        """A table by its id."""

    def seats(self, id: str) -> list[SeatRow]:
        """Its seats, in order."""

    def seats_and_end(self, id: str) -> tuple[list[SeatRow], float]:
        """Its seats, and when it was closed."""

    def minds(self, id: str) -> dict[Seat, Mind]:
        """The last thoughts of its computer seats."""

    def log(self, id: str, after: int = 0) -> list[Row]:
        """The rows after a number."""

    def change_seat(self, id: str, seat: int, only_if: dict[str, Any] | None = None, **facts: Any) -> bool:
        """Change facts of a seat, if the others are as `only_if` says; whether it was done."""

    def adopt(self, id: str, rules: str, data: str) -> None:
        """The table is played by these rules and data from now on."""

    def let_watch(self, id: str, watch: bool) -> None:
        """Whether anybody without a seat may look on."""

    def close_table(self, id: str, at: float) -> None:
        """Nobody answers there any more."""

    def tell_workers(self, id: str) -> None:
        """Let the others know that something changed."""

    def chat(self, id: str, most: int = 50) -> list[dict[str, Any]]:
        """The last lines of chat, oldest first."""

    def say(self, id: str, seat: int, text: str) -> None:
        """Keep a line of chat."""

    def announce(self, channel: str, text: str) -> None:
        """Say something to all who share the store."""

    def computers_to_move(self, most: int = 500) -> list[str]:
        """The tables where a computer seat must answer, as far as the logs know."""
