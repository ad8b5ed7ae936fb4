"""A record of version 2: every row that a table has kept, going back and consent included, in one hash chain.

marne record 2
table: 4f1c…
made: 1794820000123         milliseconds since 1970
game: schlieffens_war
scenario: campaign
rules: 1.0
data: 5d0c…
seed: 9f86…                 the fingerprint of the server's secret
seat of german: person
commit of german: 03ab…     the SHA-256 of his seed
chain of german: 77e1… 400  the head of his hash chain and its links, where he has one
signer of german: 04c1…     the public key of his page, where it has one
seed of german: 55aa…       not in the chain: the commit is

1 1794820001500 answer 0 german -: X AK 1007
2 1794820001500 answer 1 chance 0: 5
3 1794820009000 back 1 german -: agreed
4 1794820009500 resign 1 german -:
5 1794820009900 sign 1 german -: 4 2f0a…    his page's signature of the head after row 4
head: 8c2e…                 the hash of all that, shown to both players after every row
end: 1 answers 71c0…, position 4b1d…
key: 1d…                    the server's public key
signature: 90…              by it, of the head
secret: 7365…               revealed once the game is over
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from marne.engine.errors import MarneError, RecordError, Said
from marne.engine.fair_dice import FairDice, fingerprint_of, mixture_of
from marne.engine.match import Ending, Match
from marne.engine.registry import find_game
from marne.engine.values import CHANCE

__all__ = [
    "BESIDE",
    "FIRST",
    "Deed",
    "Ledger",
    "begin",
    "check_ledger",
    "ending_in",
    "folded",
    "game_rows",
    "head_of",
    "link",
    "read_deed",
    "write_deed",
]

FIRST = "marne record 2"
BESIDE = ("notice", "adopt", "sign")
"""Rows that change nothing in the game, and may follow its end."""
_DEED = re.compile(
    r"([0-9]{1,9}) ([0-9]{1,15}) (answer|back|ask|no|part|without|notice|adopt|offer|refuse|accept|resign|sign) "
    r"([0-9]{1,9}) (\S+) ([0-9]{1,9}|-):"
    r"(?: (.*))?"
)


@dataclass(frozen=True)
class Deed:
    """One row: its number, when (in milliseconds), of what kind, the number that it is about, who, the draw, the text.
    `at` is its line in the file."""

    seq: int
    when: int
    kind: str
    number: int
    actor: str
    draw: int | None
    text: str
    at: int = 0


@dataclass
class Ledger:
    """What a record has beside its answers: every row, and the head that somebody signed."""

    deeds: list[Deed] = field(default_factory=list)
    head: str = ""
    key: str = ""
    signature: str = ""

    def links(self, header: Mapping[str, str], secret: bytes) -> list[str]:
        """The hash after the header and after each row: whoever kept one of them knows all that was before."""
        found = [begin(header)]
        for deed in self.deeds:
            found.append(link(found[-1], deed, secret))
        return found


def begin(header: Mapping[str, str]) -> str:
    """The beginning of a chain: all that a table is bound to before the first row, in its order. Of the seeds only that
    they are there: the commits bind them."""
    return _hash("marne record 2", [(key, "" if key.startswith("seed of ") else text) for key, text in header.items()])


def link(before: str, deed: Deed, secret: bytes) -> str:
    """The hash of a row and of all before it.

    A blind from the server's secret is in it: a head is shown while a game goes on, and without the blind an opponent
    could try every answer that he can't see until the hash fits.
    """
    blind = hmac.new(secret, f"row {deed.seq}".encode(), hashlib.sha256).hexdigest()
    return _hash(before, [blind, deed.seq, deed.when, deed.kind, deed.number, deed.actor, deed.draw, deed.text])


def _hash(before: str, what: object) -> str:
    told = json.dumps([before, what], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()


def head_of(header: Mapping[str, str], deeds: Iterable[Deed], secret: bytes) -> str:
    """The hash of a header and rows."""
    head = begin(header)
    for deed in deeds:
        head = link(head, deed, secret)
    return head


def write_deed(deed: Deed) -> str:
    """A row as it is written."""
    draw = "-" if deed.draw is None else str(deed.draw)
    text = f" {deed.text}" if deed.text else ""
    return f"{deed.seq} {deed.when} {deed.kind} {deed.number} {deed.actor} {draw}:{text}"


def read_deed(at: int, row: str, number: int) -> Deed:
    """A row as it was written."""
    match = _DEED.fullmatch(row)
    if not match or int(match[1]) != number:
        raise RecordError(at, repr(row[:60]), Said("record.deed", number=number))
    draw = None if match[6] == "-" else int(match[6])
    return Deed(number, int(match[2]), match[3], int(match[4]), match[5], draw, match[7] or "", at)


def folded(deeds: Sequence[Deed]) -> list[Deed]:
    """The answers that stand: without those that were taken back."""
    found: list[Deed] = []
    for deed in deeds:
        if deed.kind == "answer":
            if deed.number != len(found):
                raise RecordError(
                    deed.at, Said("record.count", count=len(found)), Said("record.is", number=deed.number)
                )
            found.append(deed)
        elif deed.kind == "back":
            if deed.number > len(found):
                raise RecordError(
                    deed.at, Said("record.count", count=len(found)), Said("record.is", number=deed.number)
                )
            del found[deed.number :]
    return found


def ending_in(deeds: Sequence[Deed]) -> str | None:
    """Who ended the game before its rules did, by name: the seat that resigned, or nobody's (empty) where all agreed on
    a draw. None where nobody did."""
    for deed in reversed(deeds):
        if deed.kind in ("resign", "accept"):
            return deed.actor if deed.kind == "resign" else ""
    return None


def game_rows(deeds: Sequence[Deed]) -> int:
    """The number of the last row that belongs to the game: notices and signatures may follow it."""
    return max((deed.seq for deed in deeds if deed.kind not in BESIDE), default=0)


class _Check:
    """A table followed row by row: nothing may be there that the rules, the seeds and the parts don't give."""

    def __init__(self, header: Mapping[str, str], match: Match, secret: bytes, seeds: Mapping[str, bytes]) -> None:
        match.dice = FairDice(secret, seeds)
        self.match = match
        self.people = {key[8:] for key, kind in header.items() if key.startswith("seat of ") and kind == "person"}
        self.tips = {key[9:]: text.split()[0] for key, text in header.items() if key.startswith("chain of ")}
        self.parts: dict[str, bytes] = {}
        self.agreed: set[str] = set()
        self.when = 0
        self.draws = 0
        self.offered = ""

    @property
    def without(self) -> bool:
        return bool(self.agreed) and self.agreed >= self.people

    def take(self, deed: Deed) -> None:
        if deed.when < self.when:
            raise RecordError(deed.at, str(deed.when), Said("record.after", when=self.when))
        self.when = deed.when
        if self.match.ending is not None and deed.kind not in BESIDE:
            raise RecordError(deed.at, Said("record.answer_by", actor=deed.actor), Said("record.closing"))
        match deed.kind:
            case "answer":
                self._answer(deed)
            case "back":
                self._back(deed)
            case "part":
                self._part(deed)
            case "without":
                self.agreed.add(deed.actor)
            case "sign" if not self.match.over:
                raise RecordError(deed.at, Said("record.answer_by", actor=deed.actor), Said("record.closing"))
            case "offer" | "refuse" | "accept" | "resign":
                self._end(deed)

    def _end(self, deed: Deed) -> None:
        """Who resigns sits at the table; a draw is agreed on by another seat than the one that offered it."""
        names = self.match.game.seats
        if deed.actor not in names or self.match.over:
            raise RecordError(deed.at, Said("record.answer_by", actor=deed.actor), Said("record.closing"))
        if deed.kind == "resign":
            self.match.ending = Ending(names.index(deed.actor))
        elif deed.kind == "offer":
            self.offered = deed.actor
        elif not self.offered or (deed.kind == "accept" and deed.actor == self.offered):
            raise RecordError(deed.at, Said("record.answer_by", actor=deed.actor), Said("record.consent"))
        elif deed.kind == "accept":
            self.match.ending = Ending(None)
        else:
            self.offered = ""

    def _answer(self, deed: Deed) -> None:
        match = self.match
        if match.actor is None:
            raise RecordError(deed.at, Said("record.answer_by", actor=deed.actor), Said("record.closing"))
        actor = match.actor_name(match.actor)
        if actor != deed.actor:
            raise RecordError(deed.at, Said("record.answer_by", actor=deed.actor), Said("record.by_whom", actor=actor))
        if match.actor == CHANCE:
            missing = [] if self.without else [seat for seat in self.tips if seat not in self.parts]
            if missing:
                raise RecordError(deed.at, Said("record.no_part"), Said("record.part_of", actor=missing[0]))
            if deed.draw != match.draws:
                raise RecordError(deed.at, Said("record.draw", number=deed.draw), Said("record.is", number=match.draws))
            due = match.position.write(match.roll(mixture_of(self.parts)))
            if due != deed.text:
                found = Said("record.by", text=deed.text, actor=actor)
                raise RecordError(deed.at, found, Said("record.seed_gives", text=due))
            self.draws += 1
        try:
            match.play_text(deed.text, deed.draw)
        except MarneError:
            found = Said("record.by", text=deed.text, actor=actor)
            raise RecordError(deed.at, found, Said("record.legal")) from None
        if deed.actor not in ("chance", self.offered):
            self.offered = ""
        if deed.draw is not None:
            self.parts = {}
            if not self.without:
                self.agreed.clear()

    def _back(self, deed: Deed) -> None:
        """Alone only as far as the rules of undo allow; further by consent, and behind no die that is in the air."""
        match = self.match
        if deed.text == "" and not any(
            match.undo_horizon(seat) <= deed.number < len(match.log) for seat in range(len(match.game.seats))
        ):
            raise RecordError(deed.at, Said("record.alone"), Said("record.consent"))
        match.go_back(deed.number)
        if self.parts:
            match.draws += 1
            self.parts = {}

    def _part(self, deed: Deed) -> None:
        part = _part(deed)
        if fingerprint_of(part) != self.tips.get(deed.actor):
            raise RecordError(deed.at, Said("record.false_part", actor=deed.actor), Said("record.next_part"))
        self.parts[deed.actor], self.tips[deed.actor] = part, deed.text


def _part(deed: Deed) -> bytes:
    try:
        return bytes.fromhex(deed.text)
    except ValueError:
        raise RecordError(deed.at, repr(deed.text[:40]), Said("record.hex")) from None


def check_ledger(
    ledger: Ledger, header: Mapping[str, str], match: Match, secret: bytes, seeds: Mapping[str, bytes], end_at: int
) -> int:
    """Follow every row: the chain, rules and data, commits, parts, draws in order and every die; how many dice fell."""
    head = ledger.links(header, secret)[-1]
    if head != ledger.head:
        raise RecordError(end_at, Said("record.head", mark=ledger.head[:16]), Said("record.head", mark=head[:16]))
    game = find_game(header["game"])
    adopted = [deed.text.split(" ") for deed in ledger.deeds if deed.kind == "adopt"]
    last = adopted[-1] if adopted else [header.get("rules", ""), header.get("data", "")]
    for key, played, due in zip(("rules", "data"), last, (game.rules_version, game.data_version()[:16]), strict=False):
        if played != due:
            found = Said("record.played_by", name=key, version=played)
            raise RecordError(1, found, Said("record.played_by", name=key, version=due))
    for key, text in header.items():
        if key.startswith("commit of ") and fingerprint_of(seeds.get(key[10:], b"")) != text:
            raise RecordError(1, Said("record.false_seed", actor=key[10:]), Said("record.sha", shown=text))
    check = _Check(header, match, secret, seeds)
    for deed in ledger.deeds:
        check.take(deed)
    return check.draws
