"""One seat at the table: all that a visitor can see, answer and ask, however they came. HTTP and socket only bring it.

Every refusal, suggestion and reason is found from what the seat knows (`Live.sight`), so that asking uncovers nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from marne.engine import Explanation, IllegalAnswer, MarneError, Musters, OpenTable, Refusal, Seat, Sight, Supposes
from marne.kit import refusal_in
from marne.table.differences import Told, whole
from marne.table.errors import Forbidden, NotFound, Refused, Stale
from marne.table.following import refused
from marne.table.live import Live
from marne.table.messages import seat_viewing
from marne.table.reply import replies_of
from marne.table.rooms import Rooms

__all__ = ["MOST", "Visitor"]

MOST = 50
"""Suggestions in one reply at most."""


@dataclass
class Visitor:
    """Whoever is at a table: the seats that are theirs, none for a spectator, and the language that they read."""

    rooms: Rooms
    live: Live
    seats: list[Seat]
    language: str

    @classmethod
    async def enter(cls, rooms: Rooms, id: str, tokens: list[str], language: str) -> Visitor:
        """Come to a table. A token that fits no seat is refused, not taken for a spectator."""
        live = await rooms.hall.live(id)
        seats = live.held_by(tokens)
        if len(seats) < len(set(tokens)):
            raise Forbidden("no.token")
        if not tokens and not live.kept.watch:
            raise Forbidden("no.spectators")
        return cls(rooms, live, seats, language)

    @property
    def mine(self) -> list[Seat]:
        """The seats held; a spectator is refused."""
        if not self.seats:
            raise Forbidden("no.spectator")
        return self.seats

    def called(self, name: str) -> Seat:
        """A seat of the game by its name."""
        names = self.live.game.seats
        if name not in names:
            raise NotFound("no.such_seat", names=", ".join(names))
        return names.index(name)

    async def state(self) -> str:
        """The table as the visitor may see it, as JSON."""
        return whole(await self.told())

    async def told(self, shown: frozenset[str] | None = None) -> Told:
        """The same in its parts, with the overlays that are shown."""
        return await self.rooms.told(self.live, self.seats, self.language, shown)

    async def sight(self) -> Sight:
        """What the visitor is shown now."""
        async with self.live.turn:
            return self.live.sight(seat_viewing(self.live, self.seats))

    async def asked(self) -> Sight:
        """What the seat that must answer is shown; only its holder may know."""
        async with self.live.turn:
            if self.live.match.actor not in self.mine:
                raise Forbidden("no.turn")
            return self.live.sight(self.live.match.actor)

    # -- answers

    async def answer(self, number: int, text: str, by: Any = None) -> None:
        """Answer the open ask, for the seat that is named, or for whichever of one's own is asked."""
        names = self.live.game.seats
        seats = [seat for seat in self.mine if by is None or names[seat] == by]
        if not seats:
            raise Forbidden("no.seat")
        await self.rooms.answer(self.live, seats, number, text)
        self.rooms.changed(self.live)

    async def sheet(self, number: int, force: str | None, tokens: Mapping[str, int] | None) -> None:
        """Several questions answered at once: a force to muster, or tokens to give out."""
        sight, game = await self.asked(), self.live.game
        if number != len(self.live.match.log):
            raise Stale("stale.question")
        position = game.imagine(sight.seen, Random(0))
        if force is not None:
            if not isinstance(game, Musters):
                raise NotFound("no.forces", game=game)
            plan = await asyncio.to_thread(game.muster, position, force, self.language)
        elif tokens is not None:
            plan = await asyncio.to_thread(self._open_table().allot, position, tokens, self.language)
        else:
            raise Refused("no.sheet")
        if isinstance(plan, Refusal):
            raise IllegalAnswer.of(plan)
        for at, answer in enumerate(plan, number):
            await self.rooms.answer(self.live, self.seats, at, answer)
        self.rooms.changed(self.live)

    async def undo(self, number: int, to: int | None) -> None:
        """Take back one's own answers, as far as the policy allows."""
        await self.rooms.hall.undo(self.live, self.mine, number, to)
        self.rooms.changed(self.live)

    async def ask_back(self, to: int) -> bool:
        """Ask the other side to agree to go further back; True where it was done at once."""
        done = await self.rooms.hall.ask_back(self.live, self.mine, to)
        self.rooms.changed(self.live)
        return done

    async def agree_back(self, yes: bool) -> None:
        """Agree to go back, or not."""
        await self.rooms.hall.agree_back(self.live, self.mine, yes)
        self.rooms.changed(self.live)

    def wake(self) -> bool:
        """Wake a computer seat that has stopped; whether there was one."""
        return bool(self.mine) and self.rooms.wake_stopped(self.live)

    async def say(self, text: str) -> bool:
        """Say something to the table; whether there was anything to say."""
        seat, text = self.mine[0], text.strip()
        if text:
            await self.rooms.say(self.live, seat, text)
            self.rooms.changed(self.live)
        return bool(text)

    # -- questions: nothing is changed

    async def why_not(self, target: Mapping[str, str]) -> dict[str, str]:
        """Why a thing that was clicked is not offered, with the rule; empty where it is."""
        refusal = (await self.sight()).why_not(target, self.language)
        return {"rule": refusal.rule if refusal else "", "why": refusal.why if refusal else ""}

    async def odds(self, text: str) -> Explanation | None:
        """The odds of an answer, as far as the seat can know them; None where there are none."""
        sight = await self.asked()
        option = sight.seen.view.read(text)
        if option is None:
            raise refused(sight, text)
        return await asyncio.to_thread(sight.odds, option, self.language)

    async def check(self, text: str) -> dict[str, Any]:
        """Whether an answer would be legal, with rule and reason if not; on an open table what a unit would see and
        reach there."""
        sight, game = await self.asked(), self.live.game
        view = sight.seen.view
        refusal = await asyncio.to_thread(view.refusal, text)
        told: dict[str, Any] = {"ok": refusal is None, "rule": "", "why": ""}
        is_open = view.open is not None and view.open.options is None
        if refusal is not None:
            words = await asyncio.to_thread(sight.why_not, {"answer": text}, self.language) if is_open else None
            said = words or refusal_in(self.language, refusal)
            told |= {"rule": said.rule, "why": said.why}
        if is_open and isinstance(game, OpenTable):
            told |= await asyncio.to_thread(game.preview, sight.seen, text)
        return told

    async def suggest(self, n: int) -> list[str]:
        """Some legal answers for the seat that must answer: the same ones until it is answered."""
        view, number = (await self.asked()).seen.view, len(self.live.match.log)
        found = await asyncio.to_thread(view.suggest, Random(number), min(n, MOST))
        return list(dict.fromkeys(map(view.write, found)))

    async def what_if(self, places: Mapping[str, str], hex: str, by: str) -> Explanation | None:
        """The odds of an attack on a hex as it would stand with counters put elsewhere; None where nobody of that side
        could make it."""
        game = self.live.game
        if not isinstance(game, Supposes):
            raise NotFound("no.whatif", game=game)
        side = self.called(by) if by else None
        async with self.live.turn:
            viewing = seat_viewing(self.live, self.mine)
            seen = self.live.sight(viewing).seen
        seat = viewing if side is None else side
        assert seat is not None
        try:
            return await asyncio.to_thread(game.suppose, seen, places, hex, seat, self.language)
        except MarneError as error:
            raise NotFound("no.whatif_place", why=error) from error

    async def look(self, unit: str) -> dict[str, Any]:
        """Lines of sight and ranges of a unit where it stands."""
        return dict(await asyncio.to_thread(self._open_table().look, (await self.sight()).seen, unit))

    async def replies(self) -> list[dict[str, Any]]:
        """The attacks that the other side could make in return."""
        return await asyncio.to_thread(replies_of, self.live.game, (await self.asked()).seen, self.language)

    def _open_table(self) -> OpenTable:
        if not isinstance(self.live.game, OpenTable):
            raise NotFound("no.open_table", game=self.live.game)
        return self.live.game
