"""One seat at the table: all that a visitor can see, answer and ask, however they came. HTTP and socket only bring it.

Every refusal, suggestion and reason is found from what the seat knows (`Live.sight`), so that asking uncovers nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from marne.engine import (
    Answer,
    Explanation,
    IllegalAnswer,
    Looked,
    Marches,
    MarneError,
    Musters,
    OpenTable,
    Position,
    Refusal,
    Seat,
    Sight,
    Supposes,
    Way,
)
from marne.engine.registry import where_is
from marne.kit import refusal_in
from marne.table.game import endings, holders, promised_dice, taking_back
from marne.table.game.following import refused
from marne.table.game.live import Live
from marne.table.refusals import Forbidden, NotFound, Refused, Stale
from marne.table.view.audience import Rooms
from marne.table.view.cards import card_of
from marne.table.view.differences import Told, whole
from marne.table.view.messages import seat_viewing
from marne.table.view.payloads import Checked, HexCard, Reply, Suggested, Watching
from marne.table.work import jobs
from marne.table.work.queue import Payer, Works

__all__ = ["MOST", "Visitor"]

T = TypeVar("T")
MOST = 50
"""Suggestions in one reply at most."""

REPLY = 400
"""What thinking ahead costs, in answers that are played again."""


@dataclass
class Visitor:
    """Whoever is at a table: the seats that are theirs, none for a spectator, and the language that they read."""

    rooms: Rooms
    live: Live
    seats: list[Seat]
    language: str
    address: str = ""

    @classmethod
    async def enter(cls, rooms: Rooms, id: str, held: list[str], language: str, address: str = "") -> Visitor:
        """Come to a table. A token that fits no seat is refused, not taken for a spectator."""
        live = await rooms.hall.live(id)
        seats = live.held_by(held)
        if len(seats) < len(set(held)):
            raise Forbidden("no.token")
        if not held and not live.kept.watch:
            raise Forbidden("no.spectators")
        if not held and rooms.sent_away(live.kept.id, address):
            raise Forbidden("no.sent_away")
        if await holders.greet(rooms.hall, live, seats):
            rooms.changed(live)
        return cls(rooms, live, seats, language, address)

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

    async def answer(self, number: int, text: str, by: Any = None, moment: int | None = None) -> None:
        """Answer the open ask, for the seat that is named, or for whichever of one's own is asked."""
        names = self.live.game.seats
        seats = [seat for seat in self.mine if by is None or names[seat] == by]
        if not seats:
            raise Forbidden("no.seat")
        await self.rooms.answer(self.live, seats, number, text, moment)
        self.rooms.changed(self.live)

    async def sheet(self, number: int, force: str | None, tokens: Mapping[str, int] | None) -> None:
        """Several questions answered at once: a force to muster, or tokens to give out."""
        sight, game = await self.asked(), self.live.game
        if number != len(self.live.match.log):
            raise Stale("stale.question")
        position = await self.beside(game.imagine, sight.seen, Random(0))
        if force is not None:
            if not isinstance(game, Musters):
                raise NotFound("no.forces", game=game)
            plan = await self.beside(game.muster, position, force, self.language)
        elif tokens is not None:
            plan = await self.beside(self._open_table().allot, position, tokens, self.language)
        else:
            raise Refused("no.sheet")
        if isinstance(plan, Refusal):
            raise IllegalAnswer.of(plan)
        for at, answer in enumerate(plan, number):
            await self.rooms.answer(self.live, self.seats, at, answer)
        self.rooms.changed(self.live)

    async def undo(self, number: int, to: int | None) -> None:
        """Take back one's own answers, as far as the policy allows."""
        await taking_back.undo(self.rooms.hall, self.live, self.mine, number, to)
        self.rooms.changed(self.live)

    async def ask_back(self, to: int) -> bool:
        """Ask the other side to agree to go further back; True where it was done at once."""
        done = await taking_back.ask_back(self.rooms.hall, self.live, self.mine, to)
        self.rooms.changed(self.live)
        return done

    async def agree_back(self, yes: bool) -> None:
        """Agree to go back, or not."""
        await taking_back.agree_back(self.rooms.hall, self.live, self.mine, yes)
        self.rooms.changed(self.live)

    def _for(self, name: str) -> Seat:
        """One of one's own seats: the one that is named, the one that is asked, or the first."""
        if name:
            seat = self.called(name)
            if seat not in self.mine:
                raise Forbidden("no.seat")
            return seat
        actor = self.live.match.actor
        return actor if actor is not None and actor in self.mine else self.mine[0]

    async def resign(self, seat: str = "") -> None:
        """Give the game up."""
        await endings.resign(self.rooms.hall, self.live, self._for(seat))
        self.rooms.changed(self.live)
        self.rooms.tell_ending(self.live, self.seats, "endings.resign", self._for(seat))

    async def offer_draw(self, seat: str = "") -> bool:
        """Offer a draw; whether it was agreed on at once."""
        mine = self._for(seat)
        done = await endings.offer_draw(self.rooms.hall, self.live, self.mine, mine)
        self.rooms.changed(self.live)
        self.rooms.tell_ending(self.live, self.seats, "endings.offer", mine)
        return done

    async def answer_offer(self, yes: bool) -> None:
        """Agree to a draw, or not."""
        await endings.answer_offer(self.rooms.hall, self.live, self.mine, yes)
        self.rooms.changed(self.live)
        self.rooms.tell_ending(self.live, self.seats, "endings.accept" if yes else "endings.refuse", self.mine[0])

    async def reveal(self, seed: bytes) -> None:
        """Show the seed that one has committed to."""
        await promised_dice.reveal(self.rooms.hall, self.live, self.mine, seed)
        self.rooms.changed(self.live)

    async def give_part(self, draw: int, part: bytes) -> None:
        """Show the next link of one's hash chain."""
        await promised_dice.give_part(self.rooms.hall, self.live, self.mine, draw, part)
        self.rooms.changed(self.live)

    async def go_without(self) -> bool:
        """Agree to play on without parts; whether everybody has."""
        done = await promised_dice.go_without(self.rooms.hall, self.live, self.mine)
        self.rooms.changed(self.live)
        return done

    async def countersign(self, row: int, signature: str) -> None:
        """Sign the head of a finished game."""
        await promised_dice.countersign(self.rooms.hall, self.live, self.mine, row, signature)
        self.rooms.changed(self.live)

    async def renew(self) -> str:
        """A new token for one's seat."""
        token = await holders.renew(self.rooms.hall, self.live, self.mine[0])
        self.rooms.show_out(self.live, self.mine[0])
        return token

    async def revoke(self) -> None:
        """Give one's seat up."""
        await holders.revoke(self.rooms.hall, self.live, self.mine[0])
        self.rooms.show_out(self.live, self.mine[0])
        self.rooms.changed(self.live)

    async def hand_over(self) -> str:
        """An invitation to one's own seat."""
        return await holders.hand_over(self.rooms.hall, self.live, self.mine[0])

    async def new_word(self) -> str:
        """A recovery word for one's seat."""
        return await holders.new_word(self.rooms.hall, self.live, self.mine[0])

    async def let_watch(self, watch: bool) -> int:
        """Let spectators look on, or send them away; how many went."""
        if not self.mine:
            return 0
        return await self.rooms.let_watch(self.live, watch)

    def watching(self) -> Watching:
        """Whether anybody may look on, and who does; for those who sit here."""
        found = self.rooms.spectators(self.live.kept.id) if self.mine else []
        return {"watch": self.live.kept.watch, "spectators": found}

    def send_away(self, mark: str) -> int:
        """Send a spectator away; how many went."""
        return self.rooms.send_away(self.live.kept.id, mark) if self.mine else 0

    def wake(self) -> bool:
        """Wake a computer seat that has stopped; whether there was one."""
        return bool(self.mine) and self.rooms.wake_stopped(self.live)

    def hurry(self) -> bool:
        """Let a computer that thinks move now; whether one did."""
        return bool(self.mine) and self.rooms.computers.hurry(self.live)

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
        refusal = await self.beside((await self.sight()).why_not, target, self.language)
        return {"rule": refusal.rule if refusal else "", "why": refusal.why if refusal else ""}

    async def card(self, hex: str, piece: str = "") -> HexCard:
        """A hex on a card, as the visitor may know it."""
        return await self.beside(card_of, (await self.sight()).seen, hex, piece, self.language)

    async def odds(self, text: str) -> Explanation | None:
        """The odds of an answer, as far as the seat can know them; None where there are none."""
        sight = await self.asked()
        option = sight.seen.view.read(text)
        if option is None:
            raise refused(sight, text)
        return await self.beside(sight.odds, option, self.language)

    async def way(self, text: str) -> Way | None:
        """The way to a destination that is offered, with its cost; None where there is none to tell."""
        sight, game = await self.asked(), self.live.game
        option = sight.seen.view.read(text)
        if option is None:
            raise refused(sight, text)
        return await self.beside(game.way, sight.seen, option) if isinstance(game, Marches) else None

    async def check(self, text: str) -> Checked:
        """Whether an answer would be legal, with rule and reason if not; on an open table what a unit would see and
        reach there."""
        sight, game = await self.asked(), self.live.game
        view = sight.seen.view
        refusal = await self.beside(view.refusal, text)
        answer = view.read(text) if refusal is None else None
        rolls = answer is not None and await self.beside(sight.rolls, answer)
        told: Checked = {"ok": refusal is None, "rolls": rolls, "rule": "", "why": ""}
        is_open = view.open is not None and view.open.options is None
        if refusal is not None:
            words = await self.beside(sight.why_not, {"answer": text}, self.language) if is_open else None
            said = words or refusal_in(self.language, refusal)
            told["rule"], told["why"] = said.rule, said.why
        if is_open and isinstance(game, OpenTable):
            seen = await self.beside(game.preview, sight.seen, text)
            return {**told, **seen}
        return told

    async def suggest(self, n: int) -> list[Suggested]:
        """Some legal answers for the seat that must answer, each with its place on an open table: the same ones until
        it is answered."""
        view, number = (await self.asked()).seen.view, len(self.live.match.log)
        found = await self.beside(view.suggest, Random(number), min(n, MOST))
        texts: dict[str, Answer] = {}
        for answer in found:
            texts.setdefault(view.write(answer), answer)
        return [self._suggested(view, text, answer) for text, answer in texts.items()]

    def _suggested(self, view: Position[Any], text: str, answer: Answer) -> Suggested:
        """An answer with its place, where it has one."""
        told: Suggested = {"id": text, "text": text}
        game = self.live.game
        spot = game.spot(view, answer) if isinstance(game, OpenTable) else None
        if spot is not None:
            told["x"], told["y"] = spot[:2]
            if spot[2] is not None:
                told["facing"] = spot[2]
        return told

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
            return await self.beside(game.suppose, seen, places, hex, seat, self.language)
        except MarneError as error:
            raise NotFound("no.whatif_place", why=error) from error

    async def look(self, unit: str) -> Looked:
        """Lines of sight and ranges of a unit where it stands."""
        return await self.beside(self._open_table().look, (await self.sight()).seen, unit)

    async def replies(self) -> list[Reply]:
        """The attacks that the other side could make in return."""
        seen, where = (await self.asked()).seen, where_is(self.live.game.name)
        return await self.works.do(self.payer, REPLY, jobs.replies, where, seen, self.language)

    # -- work

    async def beside(self, work: Callable[..., T], *arguments: Any) -> T:
        """Short work, which the visitor's address pays for."""
        return await self.rooms.beside.run(self.address, work, *arguments)

    @property
    def works(self) -> Works:
        """Whoever plays games again."""
        return self.rooms.works

    @property
    def payer(self) -> Payer:
        """Who pays for it."""
        return Payer(self.address, self.live.kept.id)

    def _open_table(self) -> OpenTable:
        if not isinstance(self.live.game, OpenTable):
            raise NotFound("no.open_table", game=self.live.game)
        return self.live.game
