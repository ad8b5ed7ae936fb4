"""The hall: every table that is being played, each a match rebuilt from its log.

An answer is checked by the rules, appended to the log, and only then shown to anybody. Dice follow in the same
transaction, so a crash can never stand between a decision and its die.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from marne.engine import (
    CHANCE,
    Event,
    FairDice,
    Game,
    MarneError,
    Match,
    Observation,
    Position,
    Seat,
    Setting,
    check_setting,
    find_game,
)
from marne.players import player_names
from marne.table.errors import Forbidden, NotFound, Stale
from marne.table.store import Kept, Row, Store, TooLate

__all__ = ["Hall", "Live", "NewTable"]

SNAPSHOT = 100
"""A replay keeps a position every so many answers."""

KEEP = 600
"""How many matches are kept in memory; the others are rebuilt from their logs when somebody comes back."""


@dataclass
class NewTable:
    """What a person asks for: each seat is `me`, `same-screen`, `open`, or `computer:KIND`."""

    game: str
    scenario: str = ""
    edition: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    watch: bool = True


@dataclass
class Live:
    """A table in memory: its match, how far its log was read, and a lock around both."""

    kept: Kept
    seats: list[dict[str, Any]]
    match: Match
    seq: int = 0
    lock: threading.RLock = field(default_factory=threading.RLock)
    thinking: set[int] = field(default_factory=set)
    back_asked: tuple[Seat, int] | None = None
    snapshots: dict[int, Position[Any]] = field(default_factory=dict)
    """Positions along the way, for replay: a cache, never the truth."""
    events: list[tuple[Event, ...]] = field(default_factory=list)
    """What each answer of the log led to, for the words beside it; memory stays small because events are."""

    def events_of(self, number: int) -> tuple[Event, ...]:
        """The events of the answer with that index."""
        return self.events[number] if number < len(self.events) else ()

    def past(self, number: int) -> Match:
        """The match as it was after `number` answers. Snapshots along the way make the next one quick."""
        start = max((at for at in self.snapshots if at <= number), default=0)
        match = Match(self.match.game, self.match.setting, self.match.dice)
        if start:
            match.position, match.log, match.draws = self.snapshots[start], self.match.log[:start], 0
        for at, entry in enumerate(self.match.log[start:number], start + 1):
            match.play_text(entry.text, entry.draw)
            if at % SNAPSHOT == 0 and len(self.snapshots) < 64:
                self.snapshots[at] = match.position
        return match

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def status(self) -> str:
        """`open` until every seat is taken, then `playing`, then `over`."""
        if self.match.over:
            return "over"
        return "open" if any(seat["kind"] == "open" for seat in self.seats) else "playing"

    def held_by(self, tokens: Iterable[str]) -> list[Seat]:
        """The seats whose tokens these are."""
        hashed = {hash_of(token) for token in tokens}
        return [seat["seat"] for seat in self.seats if seat["token"] and seat["token"] in hashed]


def hash_of(token: str) -> str:
    """What is kept of a token: whoever reads the database cannot take a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


class Hall:
    """All tables of one server process."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._lock = threading.Lock()

    # -- tables and seats

    def open_table(
        self, wish: NewTable, rows_of_record: Sequence[Row] = ()
    ) -> tuple[str, dict[str, str], dict[str, str]]:
        """Make a table: its id, the tokens of the seats that are mine, the invitations to the open ones."""
        game = find_game(wish.game)
        scenario = wish.scenario or game.scenarios[0].name
        setting = check_setting(game, Setting(scenario, wish.edition, tuple(wish.options.items())))
        for name in wish.seats:
            if name not in game.seats:
                raise MarneError(f"{game.name} has no seat {name!r}; it has {', '.join(game.seats)}")
        tokens: dict[str, str] = {}
        invitations: dict[str, str] = {}
        rows = []
        for seat, name in enumerate(game.seats):
            kind, _, player = wish.seats.get(name, "open").partition(":")
            token = invitation = ""
            if kind in ("me", "same-screen"):
                token = tokens[name] = secrets.token_urlsafe(24)
                kind = "person"
            elif kind == "open":
                invitation = invitations[name] = secrets.token_urlsafe(18)
            elif kind != "computer" or player not in player_names(game):
                raise MarneError(f"seat {name}: expected me, same-screen, open or computer:KIND with a kind of "
                                 f"{', '.join(player_names(game))}")  # fmt: skip
            rows.append({
                "seat": seat, "kind": kind, "player": player, "label": "", "seed": secrets.token_bytes(8),
                "token": hash_of(token) if token else "", "invitation": hash_of(invitation) if invitation else "",
            })  # fmt: skip
        id = secrets.token_hex(8)
        chosen = {"scenario": setting.scenario, "edition": setting.edition, "options": dict(setting.options)}
        kept = Kept(id, game.name, chosen, wish.name or game.title, game.rules_version, game.data_version()[:16],
                    secrets.token_bytes(32), wish.watch, time.time())  # fmt: skip
        self.store.new_table(kept, rows)
        if rows_of_record:
            self.store.append(id, rows_of_record)
        self.begin(self.live(id))
        return id, tokens, invitations

    def open_record(self, match: Match) -> tuple[str, dict[str, str], dict[str, str]]:
        """A table from a record: its answers are taken over as they are, and every seat is the opener's."""
        setting, game = match.setting, match.game
        seats = dict.fromkeys(game.seats, "me")
        name = f"{game.title} (record)"
        wish = NewTable(game.name, setting.scenario, setting.edition, dict(setting.options), seats, name, False)
        rows = [
            Row(number + 1, "answer", number, entry.actor, entry.text, entry.draw)
            for number, entry in enumerate(match.log)
        ]
        return self.open_table(wish, rows)

    def change_seat(self, live: Live, seat: Seat, **facts: Any) -> None:
        """Keep facts of a seat."""
        with live.lock:
            self.store.change_seat(live.kept.id, seat, **facts)
            live.seats[seat].update(facts)

    def join(self, id: str, invitation: str, label: str, seed: bytes | None) -> tuple[str, str]:
        """Take an open seat by its invitation: the seat's name and its token."""
        live = self.live(id)
        with live.lock:
            hashed = hash_of(invitation)
            for seat in live.seats:
                if seat["invitation"] and hmac.compare_digest(seat["invitation"], hashed):
                    token = secrets.token_urlsafe(24)
                    facts = {"kind": "person", "token": hash_of(token), "invitation": "", "label": label}
                    if seed:
                        facts["seed"] = seed  # type: ignore[assignment]
                    if self.store.change_seat(id, seat["seat"], {"invitation": hashed}, **facts):
                        self._reload_seats(live)
                        self.begin(live)
                        return live.game.seats[seat["seat"]], token
            raise Forbidden("this invitation is not open: the seat is taken, or the link is not whole")

    def _reload_seats(self, live: Live) -> None:
        live.seats = self.store.seats(live.kept.id)
        live.match.dice = self._dice(live.kept, live.seats, live.game)

    @staticmethod
    def _dice(kept: Kept, seats: list[dict[str, Any]], game: Game) -> FairDice:
        return FairDice(kept.secret, {game.seats[seat["seat"]]: seat["seed"] for seat in seats})

    def live(self, id: str) -> Live:
        """A table with its match up to date, rebuilt from the log if need be."""
        with self._lock:
            live = self._live.get(id)
            if live is not None:
                self._live.move_to_end(id)
        if live is None:
            kept = self.store.table(id)
            if kept is None:
                raise NotFound(f"no table {id}")
            game = find_game(kept.game)
            seats = self.store.seats(id)
            given = Setting(kept.setting["scenario"], kept.setting["edition"], tuple(kept.setting["options"].items()))
            made = Live(kept, seats, Match(game, given, self._dice(kept, seats, game)))
            with self._lock:
                live = self._live.setdefault(id, made)
                while len(self._live) > KEEP:
                    self._live.popitem(last=False)
            self.catch_up(live)
        elif self.store.shared:
            self.catch_up(live)
        return live

    def catch_up(self, live: Live) -> bool:
        """Read what others appended to the log; whether there was anything."""
        with live.lock:
            rows = self.store.log(live.kept.id, live.seq)
            if self.store.shared and rows:
                self._reload_seats(live)
            for row in rows:
                self._apply(live, row)
            return bool(rows)

    @staticmethod
    def _apply(live: Live, row: Row) -> None:
        if row.kind == "back":
            live.match.go_back(row.number)
            del live.events[row.number :]
            live.snapshots = {at: position for at, position in live.snapshots.items() if at <= row.number}
            live.back_asked = None
        else:
            live.events.append(live.match.play_text(row.text, row.draw).events)
        live.seq = row.seq

    # -- play

    def begin(self, live: Live) -> None:
        """Let the dice that stand before the first decision fall, once everyone has a seat."""
        with live.lock:
            if live.status == "playing" and live.match.actor == CHANCE:
                self._append(live, [], live.match)

    def answer(self, live: Live, seats: Iterable[Seat], number: int, text: str) -> None:
        """Take an answer for whichever of the seats is asked; the dice follow. Durable when it returns."""
        with live.lock:
            if self.store.shared:
                self.catch_up(live)
            match = live.match
            if number != len(match.log):
                raise Stale(f"answer {number} was meant, but {len(match.log)} answers are there already")
            if live.status != "playing":
                raise MarneError("the game is over" if match.over else "a seat is still open")
            if match.actor not in tuple(seats):
                raise Forbidden(f"{match.actor_name(match.actor or 0)} must answer, and that is not your seat")
            if len(text) > 4000:
                raise MarneError("an answer is at most 4,000 characters long")
            answer = match.position.read(text)
            if answer is None:
                match.play_text(text)  # refuses, with the rule and the reason
                raise AssertionError("an unreadable answer was taken")
            self._append(live, [text], match)

    def _append(self, live: Live, texts: list[str], match: Match) -> None:
        """Play, let the dice fall, append it all to the log; on failure the match is as it was."""
        before = len(match.log), match.position, match.draws, list(match._kept)
        rows: list[Row] = []

        def note() -> None:
            entry = match.log[-1]
            live.events.append(match.position.events)
            seq = live.seq + len(rows) + 1
            rows.append(Row(seq, "answer", len(match.log) - 1, entry.actor, entry.text, entry.draw))

        try:
            for text in texts:
                match.play_text(text)
                note()
            while match.actor == CHANCE:
                match.play(match.roll())
                note()
            self.store.append(live.kept.id, rows)
        except BaseException as error:
            number, match.position, match.draws, match._kept = before
            del match.log[number:], live.events[number:]
            if isinstance(error, TooLate):
                self.catch_up(live)
                raise Stale("somebody else answered first") from None
            raise
        live.seq += len(rows)

    def undo(self, live: Live, seats: Iterable[Seat], number: int, to: int | None) -> None:
        """Go back as far as one of the seats may on its own."""
        with live.lock:
            if self.store.shared:
                self.catch_up(live)
            match = live.match
            if number != len(match.log):
                raise Stale(f"answer {number} was meant, but {len(match.log)} answers are there already")
            to = len(match.log) - 1 if to is None else to
            if not any(match.undo_horizon(seat) <= to < len(match.log) for seat in seats):
                raise Forbidden("since then somebody else has answered, a die has fallen, or something was revealed")
            self._go_back(live, to)

    def ask_back(self, live: Live, seat: Seat, to: int) -> None:
        """Ask the others to agree to go further back."""
        with live.lock:
            if not 0 <= to < len(live.match.log):
                raise MarneError(f"there is no moment {to} to go back to")
            live.back_asked = (seat, to)

    def agree_back(self, live: Live, seats: Iterable[Seat], yes: bool) -> None:
        """Agree, or not, to what another seat asked."""
        with live.lock:
            if live.back_asked is None or live.back_asked[0] in tuple(seats):
                raise Forbidden("nobody else has asked to go back")
            to, live.back_asked = live.back_asked[1], None
            if yes:
                self._go_back(live, to)

    def _go_back(self, live: Live, to: int) -> None:
        row = Row(live.seq + 1, "back", to, CHANCE, "")
        try:
            self.store.append(live.kept.id, [row])
        except TooLate:
            self.catch_up(live)
            raise Stale("somebody else answered first") from None
        self._apply(live, row)

    # -- what the computers need

    def waiting_for_computer(self, live: Live) -> tuple[Seat, str] | None:
        """The computer seat that must answer now, and its kind of player."""
        actor = live.match.actor
        if live.status != "playing" or actor is None or actor == CHANCE:
            return None
        seat = live.seats[actor]
        return (actor, seat["player"]) if seat["kind"] == "computer" else None

    def observe(self, live: Live, seat: Seat | None) -> Observation:
        """What a seat may know now."""
        return live.match.observe(seat)

    def each_live(self, tell: Callable[[Live], None]) -> None:
        """Call for every table in memory."""
        with self._lock:
            tables = list(self._live.values())
        for live in tables:
            tell(live)
