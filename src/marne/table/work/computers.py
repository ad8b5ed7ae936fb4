"""The computer seats: one thought, one run of answers, and what happens when a thought comes to nothing.

A run is played as far as it goes, up to the next die in one commit; run and memo are kept with the number of the log
row they were made at, so that they survive a restart, and a going back drops them. Neither ever leaves the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial

from marne.engine import Ask, MarneError, Observation, PlayerKind, Seat
from marne.players import Mind, due, find_kind, memo_of, seed_of, stand_in
from marne.table.game.live import Live
from marne.table.game.open_tables import Hall, NotLegal
from marne.table.refusals import Stale
from marne.table.work.thinking import Thinkers, ThoughtLost, Wait

__all__ = ["Computers"]

log = logging.getLogger("marne.table")


class Computers:
    """Lets the computer seats of all tables answer, one task for each table."""

    def __init__(
        self,
        hall: Hall,
        thinkers: Thinkers,
        told: Callable[[Live, Seat, bool], None],
        heard: Callable[[Live, Seat, float], None],
    ) -> None:
        self.hall = hall
        self.thinkers = thinkers
        self._told = told
        """Called when a seat begins to think, and when it has answered."""
        self._heard = heard
        """Called with the share of a thought that is done."""
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._waits: dict[str, Wait] = {}
        """The thought that each table waits for."""
        self._hurried: set[str] = set()
        """Tables where somebody wants the computer to move now; until it is a person's turn."""

    def playing(self, table: str) -> bool:
        """Whether a computer is at work there."""
        return table in self._playing

    def wake(self, live: Live) -> None:
        """Let the computers of a table play on."""
        id = live.kept.id
        if id not in self._playing and self.hall.waiting_for_computer(live):
            self._playing[id] = asyncio.get_running_loop().create_task(self._play(live))

    def hurry(self, live: Live) -> bool:
        """Let the computer of a table move now: it answers with the best it has found until others are asked; whether
        it was thinking."""
        id = live.kept.id
        wait = self._waits.get(id)
        if wait is not None:
            self._hurried.add(id)
            wait.hurry()
        return wait is not None

    async def wake_all(self) -> None:
        """At the start: wherever a computer was thinking when the server stopped, it thinks again."""
        for id in await self.hall.store.run(self.hall.store.computers_to_move):
            try:
                self.wake(await self.hall.live(id))
            except Exception:
                log.exception("table %s cannot be opened", id)

    async def _play(self, live: Live) -> None:
        id = live.kept.id
        try:
            while (waiting := self.hall.waiting_for_computer(live)) is not None and not self.thinkers.closed:
                try:
                    await self._go_on(live, *waiting)
                except Stale:
                    self._told(live, waiting[0], False)
        except MarneError as error:
            log.warning("table %s: a computer seat stopped: %s", id, error)
        except Exception:
            log.exception("table %s: a computer seat stopped", id)
        finally:
            self._playing.pop(id, None)
            self._hurried.discard(id)
            self.hall.shrink()

    async def _go_on(self, live: Live, seat: Seat, name: str) -> None:
        """Play on with the run that is kept, or think."""
        await self.hall.remember(live)
        async with live.turn:
            mind, seq = live.minds.get(seat), live.seq
            text = due(mind, seat, live.match.log, seq, live.last_back)
        if mind is not None and text is not None:
            try:
                await self.hall.play_run(live, seat, mind, seq)
                self._told(live, seat, False)
                return
            except NotLegal:
                pass  # the run has met something that nobody foresaw: think again
        live.thinking.add(seat)
        live.touch()
        self._told(live, seat, True)
        try:
            await self._think(live, seat, find_kind(live.game, name))
        finally:
            live.thinking.discard(seat)
            live.touch()
            self._told(live, seat, False)

    async def _think(self, live: Live, seat: Seat, kind: PlayerKind) -> None:
        """A thought and its answers. A thought whose process was killed is tried again. If it still comes to nothing
        the staff stands in. Only if the staff fails twice, the second time without its memo, the seat stops until
        somebody wakes it."""
        staff = stand_in(live.game)
        lost = await self._lost(live, seat, kind)
        if kind.name != staff.name:
            if lost == "killed":
                lost = await self._lost(live, seat, kind)
            if not lost:
                return
            await self.hall.notice(live, seat, f"stands_in.{lost}")
            lost = await self._lost(live, seat, staff)
        if lost and (lost := await self._lost(live, seat, staff, reminded=False)):
            await self.hall.notice(live, seat, f"stopped.{lost}")
            live.stopped.add(seat)

    async def _lost(self, live: Live, seat: Seat, kind: PlayerKind, *, reminded: bool = True) -> str:
        """Let a player think and play its run; how the thought was lost, or nothing if all went well."""
        try:
            await self._answer(live, seat, kind, reminded)
        except (ThoughtLost, NotLegal) as lost:
            if not self.thinkers.closed:
                return lost.how if isinstance(lost, ThoughtLost) else "failed"
        return ""

    async def _answer(self, live: Live, seat: Seat, kind: PlayerKind, reminded: bool) -> None:
        seq, ask, observation = await _question(live, seat, kind)
        assert live.match.dice is not None
        before = live.minds.get(seat)
        memo = memo_of(before, live.last_back, kind.name) if reminded else None
        id, loop = live.kept.id, asyncio.get_running_loop()
        wait = Wait(partial(self._hear, loop, live, seat))
        already = wait.hurried = id in self._hurried
        self._waits[id] = wait
        try:
            seed = seed_of(live.match.dice, seat, seq)
            thought = await self.thinkers.think(kind, ask, observation, seed, memo, wait)
        finally:
            self._waits.pop(id, None)
        mind = Mind.of(seq, thought, kind.name, before, live.last_back)
        await self.hall.play_run(live, seat, mind, seq, new=True)
        if thought.cut and not already:
            await self.hall.notice(live, seat, f"cut.{thought.cut}")

    def _hear(self, loop: asyncio.AbstractEventLoop, live: Live, seat: Seat, share: float) -> None:
        """In the thread that waits for a thought."""
        with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(self._heard, live, seat, share)

    async def close(self) -> None:
        """Stop the computers."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.to_thread(self.thinkers.close)
        await asyncio.gather(*tasks, return_exceptions=True)


async def _question(live: Live, seat: Seat, kind: PlayerKind) -> tuple[int, Ask, Observation]:
    """What a computer seat is asked, and all that it may know; the log only where its kind reads it."""
    async with live.turn:
        ask = live.match.position.open
        if ask is None or ask.actor != seat:
            raise Stale("stale.question")
        return live.seq, ask, live.match.observe(seat, history=kind.reads_log)
