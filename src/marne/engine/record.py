"""A game as a readable text file: header, one line per answer, a closing line.

marne record 1
game: schlieffens_war
scenario: campaign
rules: 1.0
data: 5d0c…
seed: 9f86…                 the fingerprint of the secret seed, shown before the first answer
seed of german: 03ab…

1. german: X AK 1007
2. chance 0: 5              # draw 0 of the game's dice
ended: german resigned      where people ended it before its rules did: so, or `ended: draw`
end: 2 answers 71c0…, position 4b1d…
secret: 7365…               revealed once the game is over

What can be checked of such a file is that it agrees with itself. A table's own records are of version 2: `ledger`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from marne.engine.errors import MarneError, RecordError, Said, SaidError
from marne.engine.fair_dice import FairDice, fingerprint_of
from marne.engine.game import Game, Setting
from marne.engine.ledger import FIRST as SEALED
from marne.engine.ledger import Ledger, check_ledger, ending_in, folded, read_deed, write_deed
from marne.engine.match import Ending, Match
from marne.engine.registry import find_game
from marne.engine.values import CHANCE

__all__ = [
    "Record",
    "read_record",
    "rebuild",
    "record_of",
    "repair",
    "sealed_record",
    "skipped_draws",
    "verify_dice",
    "verify_record",
]

_FIRST = "marne record 1"
_ANSWER = re.compile(r"([0-9]{1,9})\. (.+?)(?: ([0-9]{1,9}))?: (.+)")
"""Numbers are short enough for every reader and every database: a draw stays below 2^31, and so do those after it."""
_ENDED = re.compile(r"ended: (?:draw|(\S+) resigned)")
_END = re.compile(r"end: ([0-9]{1,9}) answers ([0-9a-f]{8}), position ([0-9a-f]{16})")


@dataclass
class RecordLine:
    """One answer as written: its line in the file, actor, draw and notation."""

    at: int
    actor: str
    draw: int | None
    text: str


@dataclass
class Record:
    """What a record says, before any rule has looked at it."""

    header: dict[str, str] = field(default_factory=dict)
    lines: list[RecordLine] = field(default_factory=list)
    end_at: int = 0
    answers: str = ""
    position: str = ""
    secret: bytes | None = None
    ending: str | None = None
    """Who resigned, or nobody (empty) where a draw was agreed on; None where people ended nothing."""
    ledger: Ledger | None = None
    """Every row and the signed head, in a record of version 2."""

    @property
    def setting(self) -> Setting:
        """What the game was started with."""
        options = tuple((key[7:], text) for key, text in self.header.items() if key.startswith("option "))
        return Setting(self.header["scenario"], self.header.get("edition", ""), options)

    @property
    def seeds(self) -> dict[str, bytes]:
        """The seats' own seeds."""
        return {key[8:]: bytes.fromhex(text) for key, text in self.header.items() if key.startswith("seed of ")}


def record_of(match: Match, comments: dict[int, str] | None = None) -> str:
    """The record of a match; the secret seed is written only when the game is over."""
    game, setting, dice = match.game, match.setting, match.dice
    head = [_FIRST, f"game: {game.name}"]
    if setting.edition:
        head.append(f"edition: {setting.edition}")
    head.append(f"scenario: {setting.scenario}")
    head += [f"option {name}: {chosen}" for name, chosen in setting.options]
    head += [f"rules: {game.rules_version}", f"data: {game.data_version()[:16]}"]
    if dice:
        head.append(f"seed: {dice.fingerprint}")
        head += [f"seed of {seat}: {dice.seeds[seat].hex()}" for seat in sorted(dice.seeds)]
    body = []
    for number, entry in enumerate(match.log, 1):
        draw = "" if entry.draw is None else f" {entry.draw}"
        comment = f"  # {comments[number]}" if comments and number in comments else ""
        body.append(f"{number}. {match.actor_name(entry.actor)}{draw}: {entry.text}{comment}")
    tail = [] if match.ending is None else [f"ended: {_ended(match, match.ending)}"]
    tail.append(f"end: {len(match.log)} answers {_answers_of(match)}, position {match.position.fingerprint()[:16]}")
    if dice and match.over:
        tail.append(f"secret: {dice.secret.hex()}")
    return "\n".join([*head, "", *body, *tail]) + "\n"


def sealed_record(match: Match, header: Mapping[str, str], ledger: Ledger) -> str:
    """The record of a match with every row that its table has kept; the secret as above."""
    body = [write_deed(deed) for deed in ledger.deeds]
    end = f"end: {len(match.log)} answers {_answers_of(match)}, position {match.position.fingerprint()[:16]}"
    tail = [f"head: {ledger.head}", end]
    if ledger.signature:
        tail += [f"key: {ledger.key}", f"signature: {ledger.signature}"]
    if match.dice and match.over:
        tail.append(f"secret: {match.dice.secret.hex()}")
    return "\n".join([SEALED, *(f"{key}: {text}" for key, text in header.items()), "", *body, *tail]) + "\n"


def _ended(match: Match, ending: Ending) -> str:
    return "draw" if ending.seat is None else f"{match.actor_name(ending.seat)} resigned"


def _answers_of(match: Match) -> str:
    """A short fingerprint of who answered what: it finds a change even where both ways lead to the same position."""
    answers = "\n".join(f"{match.actor_name(entry.actor)}: {entry.text}" for entry in match.log)
    return hashlib.sha256(answers.encode()).hexdigest()[:8]


def read_record(text: str) -> Record:
    """Read a record's form: header, numbered answers in order, closing line. The rules come later, in `rebuild`."""
    record = Record()
    rows = text.splitlines()
    first = rows[0].strip() if rows else ""
    if first not in (_FIRST, SEALED):
        raise RecordError(1, repr(rows[0][:60]) if rows else Said("record.empty"), repr(_FIRST))
    if first == SEALED:
        record.ledger = Ledger()
    for at, row in enumerate(rows[1:], 2):
        row = (row if record.ledger else row.split("#", 1)[0]).strip()
        if row:
            (_read_plain if record.ledger is None else _read_sealed)(record, at, row)
    for key in ("game", "scenario"):
        if key not in record.header:
            raise RecordError(1, Said("record.headless", name=key), f"'{key}: …'")
    if not record.end_at:
        raise RecordError(len(rows) + 1, Said("record.file_end"), Said("record.cut_off"))
    return record


def _read_plain(record: Record, at: int, row: str) -> None:
    if record.end_at:
        _read_secret(record, at, row)
    elif row.startswith("end:"):
        _read_end(record, at, row)
    elif (found := _ENDED.fullmatch(row)) and record.ending is None:
        record.ending = found[1] or ""
    elif record.ending is not None:
        raise RecordError(at, repr(row[:60]), Said("record.end"))
    elif row[0].isdigit():
        _read_answer(record, at, row)
    elif record.lines:
        raise RecordError(at, repr(row[:60]), Said("record.next", number=len(record.lines) + 1))
    else:
        _read_header(record, at, row)


def _read_sealed(record: Record, at: int, row: str) -> None:
    """A line of a record of version 2: header, rows, head, closing line, what was signed and revealed."""
    ledger = record.ledger
    assert ledger is not None
    key, _, text = row.partition(": ")
    if key in ("head", "key", "signature", "secret", "seed") or key.startswith(("seed of ", "commit of ")):
        _exact(at, text)
    if record.end_at:
        if key == ("signature" if ledger.key else "key") and not ledger.signature and record.secret is None:
            setattr(ledger, key, text)
        else:
            _read_secret(record, at, row)
    elif ledger.head:
        _read_end(record, at, row)
    elif row[0].isdigit():
        ledger.deeds.append(read_deed(at, row, len(ledger.deeds) + 1))
    elif key == "head":
        ledger.head = text
        record.lines = [RecordLine(deed.at, deed.actor, deed.draw, deed.text) for deed in folded(ledger.deeds)]
        record.ending = ending_in(ledger.deeds)
    elif ledger.deeds:
        raise RecordError(at, repr(row[:60]), Said("record.seal"))
    else:
        _read_header(record, at, row)


def _read_header(record: Record, at: int, row: str) -> None:
    key, colon, text = row.partition(":")
    key, text = key.strip(), text.strip()
    known = key in ("game", "edition", "scenario", "rules", "data", "seed") or key.startswith(("option ", "seed of "))
    if record.ledger is not None:
        known = (
            known or key in ("table", "made") or key.startswith(("seat of ", "commit of ", "chain of ", "signer of "))
        )
    if not colon or not known or not text:
        raise RecordError(at, repr(row[:60]), Said("record.header"))
    if record.ledger is not None and row != f"{key}: {text}":
        raise RecordError(at, repr(row[:60]), Said("record.header"))
    if key in record.header:
        raise RecordError(at, Said("record.twice", name=key), Said("record.once"))
    if key.startswith(("seed", "commit of ", "signer of ")):
        _hex(at, text)
    if key.startswith("chain of "):
        _hex(at, text.split()[0])
    record.header[key] = text


def _read_answer(record: Record, at: int, row: str) -> None:
    match = _ANSWER.fullmatch(row)
    number = len(record.lines) + 1
    if not match or int(match[1]) != number:
        raise RecordError(at, repr(row[:60]), Said("record.numbered", number=number))
    record.lines.append(RecordLine(at, match[2], None if match[3] is None else int(match[3]), match[4].strip()))


def _read_end(record: Record, at: int, row: str) -> None:
    match = _END.fullmatch(row)
    if not match:
        raise RecordError(at, repr(row[:60]), Said("record.end"))
    if int(match[1]) != len(record.lines):
        raise RecordError(at, Said("record.count", count=len(record.lines)), Said("record.counted", count=match[1]))
    record.end_at, record.answers, record.position = at, match[2], match[3]


def _read_secret(record: Record, at: int, row: str) -> None:
    if not row.startswith("secret: ") or record.secret is not None:
        raise RecordError(at, repr(row[:60]), Said("record.secret"))
    record.secret = _hex(at, row[8:])
    shown = record.header.get("seed")
    if shown != fingerprint_of(record.secret):
        raise RecordError(at, Said("record.false_secret"), Said("record.sha", shown=shown))


def _exact(at: int, text: str) -> None:
    """Hex digits in the one way that they are written: what is signed has no second spelling."""
    if not text or _hex(at, text).hex() != text:
        raise RecordError(at, repr(text[:40]), Said("record.hex"))


def _hex(at: int, text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise RecordError(at, repr(text[:40]), Said("record.hex")) from None


def rebuild(record: Record, to: int | None = None, told: Callable[[Match], None] | None = None) -> Match:
    """Play a record through; a wrong line is refused with what was expected and the legal answers.

    `to` stops after so many answers; `told` is called after each.
    """
    match = _start(record)
    lines = record.lines if to is None else record.lines[:to]
    for line in lines:
        _play(match, line)
        if told:
            told(match)
    if to is None:
        _check_end(record, match)
    elif to >= len(record.lines):
        match.ending = _ending(record, match)
    return match


def _check_end(record: Record, match: Match) -> None:
    """The closing line: who answered what, the position that it led to, and how people ended it."""
    if (answers := _answers_of(match)) != record.answers:
        found = Said("record.answers", mark=answers)
        raise RecordError(record.end_at, found, Said("record.answer_changed", mark=record.answers))
    if (position := match.position.fingerprint()[:16]) != record.position:
        found = Said("record.position", mark=position)
        raise RecordError(record.end_at, found, Said("record.rules_changed", mark=record.position))
    match.ending = None  # where a ledger was played, it has ended the match already
    match.ending = _ending(record, match)


def _ending(record: Record, match: Match) -> Ending | None:
    """How people ended it."""
    if record.ending is None:
        return None
    names = match.game.seats
    if match.over or (record.ending and record.ending not in names):
        raise RecordError(record.end_at, Said("record.answer_by", actor=record.ending), Said("record.closing"))
    return Ending(names.index(record.ending) if record.ending else None)


def _start(record: Record) -> Match:
    game: Game = find_game(record.header["game"])
    dice = None if record.secret is None else FairDice(record.secret, record.seeds)
    return Match(game, record.setting, dice)


def _play(match: Match, line: RecordLine) -> None:
    if match.actor is None:
        raise RecordError(line.at, Said("record.answer_by", actor=line.actor), Said("record.closing"))
    actor = match.actor_name(match.actor)
    if line.actor != actor:
        raise RecordError(
            line.at, Said("record.answer_by", actor=line.actor), Said("record.one_by", actor=actor, legal=_legal(match))
        )
    if line.draw is not None and match.actor != CHANCE:
        raise RecordError(line.at, Said("record.draw_by", actor=actor), Said("record.chance_draws"))
    if line.draw is not None and line.draw < match.draws:
        raise RecordError(line.at, Said("record.draw", number=line.draw), Said("record.later", number=match.draws))
    try:
        match.play_text(line.text, line.draw)
    except MarneError:
        raise RecordError(line.at, Said("record.by", text=line.text, actor=actor), _legal(match)) from None


def _legal(match: Match, most: int = 40) -> Said:
    ask, position = match.position.open, match.position
    if ask is None or ask.options is None:
        return Said("record.open", step=type(position.step).__name__, rule=position.step.rule)
    words = [position.write(option) for option in ask.options]
    answers = "; ".join(words[:most])
    if len(words) > most:
        return Said("record.one_of_many", answers=answers, more=len(words) - most)
    return Said("record.one_of", answers=answers)


def verify_record(record: Record) -> int:
    """Check every row, every die and the closing line of a record, played through once; how many dice there were."""
    match = _start(record)
    draws = _check_dice(record, match)
    _check_end(record, match)
    return draws


def verify_dice(record: Record) -> int:
    """Check every chance answer against the revealed seed; how many there were.

    Draws that no answer used are those of answers taken back by consent: `skipped_draws` counts them.
    """
    return _check_dice(record, _start(record))


def _check_dice(record: Record, match: Match) -> int:
    """The same, on a match that has just begun; it is played to its end."""
    if record.secret is None:
        raise SaidError("no_secret")
    if record.ledger is not None:
        return check_ledger(record.ledger, record.header, match, record.secret, record.seeds, record.end_at)
    for line in record.lines:
        if match.actor == CHANCE:
            if line.draw is not None:
                match.draws = max(match.draws, line.draw)
            due = match.position.write(match.roll())
            if due != line.text:
                raise RecordError(
                    line.at,
                    Said("record.by", text=line.text, actor=match.actor_name(CHANCE)),
                    Said("record.seed_gives", text=due),
                )
        _play(match, line)
    return sum(entry.draw is not None for entry in match.log)


def skipped_draws(record: Record) -> int:
    """How many draws were thrown away by going back: a server that skips dice it does not like shows up here."""
    drawn = [line.draw for line in record.lines if line.draw is not None]
    return max(drawn, default=-1) + 1 - len(drawn)


def repair(record: Record) -> tuple[Match, RecordError | None]:
    """The match as far as today's rules allow it, and the first answer that they refuse."""
    match = _start(record)
    for line in record.lines:
        try:
            _play(match, line)
        except RecordError as error:
            return match, error
    return match, None
