"""What is kept of a seat's last thought, and how a run is played out: the same for lab, terminal and table.

A run goes on while each next answer is legal and nothing has happened that the thought did not foresee: a die, another
seat's answer, something revealed, a going back. Otherwise the player thinks again, and is handed its memo.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from random import Random

from marne.engine import JSON, Answer, EngineError, Entry, FairDice, Look, Match, PlayerKind, Seat, Thought, value
from marne.players.kinds import find_kind
from marne.players.mixture import Mixture

__all__ = ["LARGEST", "Mind", "Minds", "PlayerFailed", "due", "memo_of", "seed_of", "think"]

LARGEST = 64_000
"""Run and memo together take at most so many bytes of JSON."""


class PlayerFailed(EngineError):
    """A player broke its contract: an answer that is not legal, or a memo that cannot be kept."""


@value
class Mind:
    """A thought, and the moment it was made at. Plain data: it is written down and read back.

    `kind` names the player that made it, and `others` holds the last memo of each other kind of player that thought for
    the seat: where a staff officer stands in for a council, neither reads what the other wrote.
    """

    at: int
    run: tuple[str, ...]
    memo: JSON = None
    kind: str = ""
    others: tuple[tuple[str, JSON], ...] = ()

    @classmethod
    def of(cls, at: int, thought: Thought, kind: str, before: Mind | None = None, last_back: int = 0) -> Mind:
        """The newest thought of a seat; the memos of other kinds stay, unless the game went back since."""
        others: tuple[tuple[str, JSON], ...] = ()
        if before is not None and before.at >= last_back:
            others = tuple(each for each in (*before.others, (before.kind, before.memo)) if each[0] not in ("", kind))
        return cls(at, thought.run, thought.memo, kind, others)

    def memo_for(self, kind: str) -> JSON:
        """What a player of this kind kept; a memo of another kind is none."""
        return self.memo if kind == self.kind else dict(self.others).get(kind)

    def as_json(self) -> str:
        """For the database."""
        told = {"at": self.at, "run": self.run, "memo": self.memo, "kind": self.kind, "others": dict(self.others)}
        return json.dumps(told, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Mind:
        """What `as_json` wrote."""
        found = json.loads(text)
        others = tuple(found.get("others", {}).items())
        return cls(found["at"], tuple(found["run"]), found["memo"], found.get("kind", ""), others)


def due(mind: Mind | None, seat: Seat, log: Sequence[Entry], moment: int, last_back: int) -> str | None:
    """The next answer of a run, or None if it is used up or something unforeseen has happened since it was made."""
    if mind is None or mind.at < last_back:
        return None
    played = moment - mind.at
    if not 0 <= played < len(mind.run) or played > len(log):
        return None
    for entry, text in zip(log[len(log) - played :], mind.run, strict=False):
        if entry.actor != seat or entry.text != text or entry.revealed:
            return None
    return mind.run[played]


def memo_of(mind: Mind | None, last_back: int, kind: str) -> JSON:
    """What a player of this kind wanted to be reminded of; nothing after a going back."""
    return None if mind is None or mind.at < last_back else mind.memo_for(kind)


def seed_of(dice: FairDice, seat: Seat, moment: int) -> bytes:
    """What a seat draws at a moment: chance to everybody who does not know the game's secret."""
    return dice.seed_for(f"seat {seat} moment {moment}")


def think(kind: PlayerKind, look: Look, seed: bytes, memo: JSON) -> Thought:
    """One thought of a player that is made for it; hidden answers are mixed by the seed."""
    look.mixture = Mixture
    thought = kind.make(look.game).think(look, Random(int.from_bytes(seed)), memo)
    if not thought.run:
        raise PlayerFailed(f"the player {kind.name} has no answer")
    try:
        text = json.dumps([thought.run, thought.memo], ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise PlayerFailed(f"the memo of the player {kind.name} is not plain JSON: {error}") from None
    if len(text.encode()) > LARGEST:
        raise PlayerFailed(f"the player {kind.name} wants to keep {len(text.encode())} bytes; {LARGEST} are the most")
    return thought


class Minds:
    """The computer seats of one match in this process, for lab and terminal."""

    def __init__(self, match: Match, kinds: Mapping[Seat, str | PlayerKind]) -> None:
        self._match = match
        self._kinds = {
            seat: kind if isinstance(kind, PlayerKind) else find_kind(match.game, kind) for seat, kind in kinds.items()
        }
        self._minds: dict[Seat, Mind] = {}
        self.thoughts = 0
        self.seconds = 0.0
        """How long they took."""

    def __contains__(self, seat: object) -> bool:
        return seat in self._kinds

    def answer(self, seat: Seat) -> Answer:
        """What the seat answers to the open question."""
        match, mind = self._match, self._minds.get(seat)
        text = due(mind, seat, match.log, match.moment, match.last_back)
        answer = None if text is None else match.position.read(text)
        if answer is not None:
            return answer
        mind = self._minds[seat] = self._think(seat, memo_of(mind, match.last_back, self._kinds[seat].name))
        answer = match.position.read(mind.run[0])
        if answer is None:
            raise PlayerFailed(f"the player {self._kinds[seat].name} answers {mind.run[0]!r}, which is not legal")
        return answer

    def memo(self, seat: Seat) -> JSON:
        """What the seat's player kept of its last thought."""
        mind = self._minds.get(seat)
        return None if mind is None else mind.memo

    def _think(self, seat: Seat, memo: JSON) -> Mind:
        match, kind = self._match, self._kinds[seat]
        if match.dice is None:
            raise EngineError("a computer player draws from the match's dice, and there are none")
        self.thoughts += 1
        look = Look.at(match, seat, history=kind.reads_log)
        began = time.perf_counter()
        thought = think(kind, look, seed_of(match.dice, seat, match.moment), memo)
        self.seconds += time.perf_counter() - began
        return Mind.of(match.moment, thought, kind.name)
