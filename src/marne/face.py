"""One game being played, in a REPL, a script or a notebook: `marne.new`.

>>> import marne
>>> table = marne.new("schlieffens_war", seed=7)
>>> table
<Schlieffen's War, campaign · Set-up · Entente: Where does 1re Armée set up? (3.1) · 7 answers>
>>> len(table.legal), "1re Armée 2206" in table.legal, table.legal[0]
(7, True, '1re Armée 2206')
>>> table.play("1re Armée 2206")
<Schlieffen's War, campaign · Set-up · Entente: Where does 8e CA set up? (3.1) · 138 answers>
>>> table.news
['1re Armée sets up in 2206 (3.1)']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, overload

from marne.drawn import draw_scene
from marne.engine import (
    CHANCE,
    Answer,
    Entry,
    Game,
    IllegalAnswer,
    MarneError,
    Match,
    Observation,
    Piece,
    Position,
    Refusal,
    SaidError,
    Scene,
    Score,
    Seat,
    Setting,
    UnknownGame,
    find_game,
    read_record,
    rebuild,
    record_of,
)
from marne.kit import ENGLISH, heading_in, refusal_in, title_in
from marne.players import Minds, find_kind, stand_in
from marne.terminal import WORDS, checked_language, new_match, rest_of
from marne.text import Odds, board_lines, moment
from marne.typed import meant, refused

__all__ = ["GameInPlay", "Legal", "Odds", "PlayedAnswer", "new", "read"]


def new(
    game: str,
    scenario: str = "",
    *,
    seed: int | None = None,
    edition: str = "",
    options: Mapping[str, str] | None = None,
    dice: bool = True,
    language: str = ENGLISH,
) -> GameInPlay:
    """Begin a game; the first scenario where none is named.

    With a seed, a whole number, its dice are the same each time, as `marne play --seed` throws them. With `dice=False`
    nobody throws: what chance is asked is answered by `play` like everything else.

    >>> new("schlieffens_war", "verdun")
    Traceback (most recent call last):
    marne.engine.errors.UnknownGame: schlieffens_war has no scenario 'verdun'; it has campaign, frontiers
    """
    found = find_game(game)
    setting = Setting(scenario or found.scenarios[0].name, edition, tuple((options or {}).items()))
    checked_language(found, language)
    match = new_match(found, setting, seed)
    if not dice:
        match.dice = None
    return GameInPlay(match, language)


def read(file: str | PathLike[str], *, seed: int | None = None, language: str = ENGLISH) -> GameInPlay:
    """The game of a record, where it ends: from a file, or from the text of a record itself. Its checksums are checked.

    A record keeps the seed of a game that goes on to itself. With a seed of yours the dice that are still to fall are
    thrown; without one, what chance is asked is answered by `play`.

    >>> table = new("schlieffens_war", seed=7).play("1re Armée 2206")
    >>> read(table.record()) == table
    True
    """
    text = str(file) if isinstance(file, str) and "\n" in file else Path(file).read_text(encoding="utf-8")
    match = rebuild(read_record(text))
    checked_language(match.game, language)
    if seed is not None:
        match.dice = new_match(match.game, match.setting, seed).dice
    return GameInPlay(match, language)


@dataclass(frozen=True)
class PlayedAnswer:
    """One answer of a game: its number, who gave it (a seat, or `chance`), its notation, and what it led to."""

    number: int
    who: str
    answer: str
    news: tuple[str, ...]

    def __str__(self) -> str:
        return "; ".join((f"{self.number}. {self.who}: {self.answer}", *self.news))


class Legal:
    """The legal answers to the open question, in the game's notation: iterates, contains, counts, prints.

    Where geometry is open, such as a point on a tabletop, there are too many to list: then `in` and `suggest` work, and
    iterating is refused.

    >>> legal = new("schlieffens_war", seed=7).legal
    >>> legal[0], "1re Armée 0804" in legal
    ('1re Armée 2206', False)
    """

    def __init__(self, position: Position[Any]) -> None:
        self._position = position

    @property
    def answers(self) -> tuple[Answer, ...] | None:
        """The same as the rules know them, in the same order; None where geometry is open."""
        ask = self._position.open
        return () if ask is None else ask.options

    @property
    def open(self) -> bool:
        """Whether there are too many to list."""
        return self.answers is None

    def suggest(self, count: int = 1, seed: int | None = None) -> list[str]:
        """So many legal answers, drawn at random: the same ones for the same seed."""
        return [self._position.write(answer) for answer in self._position.suggest(Random(seed), count)]

    def _listed(self) -> tuple[Answer, ...]:
        answers = self.answers
        if answers is None:
            raise MarneError("this question is open, so its answers cannot be listed: suggest(n) gives some")
        return answers

    def __iter__(self) -> Iterator[str]:
        return (self._position.write(answer) for answer in self._listed())

    def __len__(self) -> int:
        return len(self._listed())

    def __bool__(self) -> bool:
        return self.open or bool(self.answers)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self._position.write(answer) for answer in self._listed()[at]]
        return self._position.write(self._listed()[at])

    def __contains__(self, answer: object) -> bool:
        return _meant(self._position, answer) is not None

    def __repr__(self) -> str:
        if self.open:
            return f"<legal: open, such as {', '.join(self.suggest(3, 0))}>"
        shown = ", ".join(self._position.write(answer) for answer in self._listed()[:12])
        return f"<{len(self)} legal: {shown}{', …' if len(self) > 12 else ''}>"

    def __str__(self) -> str:
        return repr(self) if self.open else "\n".join(self)


class GameInPlay:
    """One game being played. It knows everything; `observe(seat)` is what a seat may know, and pictures are those of
    the seat that is asked.

    `play` changes it, as a move changes a chess board; `copy` is for trying things out. The engine's own values are
    there for whoever wants more: `game`, `match`, `position`.
    """

    def __init__(self, match: Match, language: str = ENGLISH) -> None:
        self.match = match
        self.language = language
        self.news: list[str] = []
        """What the last answer led to, dice and all, in words with rules."""
        self._computers: dict[Seat, str] = {}
        self._undone: list[list[Entry]] = []
        self._go_on()

    @property
    def game(self) -> Game:
        """The rules."""
        return self.match.game

    @property
    def position(self) -> Position[Any]:
        """Board, agenda and the open question."""
        return self.match.position

    @property
    def scene(self) -> Scene:
        """The picture of who is asked, or of a spectator."""
        actor = self.match.actor
        return self.match.sight(None if actor is None or actor == CHANCE else actor).scene(self.language)

    @property
    def asked(self) -> str | None:
        """Who must answer: a seat's name, `chance`, or None when the game is over."""
        return None if self.match.actor is None else self.match.actor_name(self.match.actor)

    @property
    def over(self) -> bool:
        """Nothing is left to answer."""
        return self.match.over

    @property
    def score(self) -> Score:
        """How the game stands, or ended."""
        return self.game.score(self.position, self.language)

    @property
    def legal(self) -> Legal:
        """The legal answers."""
        return Legal(self.position)

    def play(self, answer: Answer) -> GameInPlay:
        """Take an answer, in notation or as the rules know it, and throw the dice that follow.

        >>> new("schlieffens_war", seed=7).play("1re Armée 0804")
        Traceback (most recent call last):
        marne.engine.errors.IllegalAnswer: 0804 The Ruhr is not in the home country of 1re Armée (3.1)
        """
        meant = _meant(self.position, answer)
        if meant is None:
            refusal = self.why_not(answer)
            assert refusal is not None
            raise IllegalAnswer.of(refusal)
        self.news, self._undone = [], []
        self.match.play(meant)
        self._tell(self.position)
        self._go_on()
        return self

    def _go_on(self) -> None:
        """Throw the dice that fall, and let computer players answer, up to the next question of a person."""
        match, minds = self.match, Minds(self.match, self._computers)
        while (actor := match.actor) is not None:
            if actor in self._computers:
                match.play(minds.answer(actor))
            elif actor == CHANCE and match.dice is not None:
                match.play(match.roll())
            else:
                return
            self._tell(self.position)

    def _tell(self, position: Position[Any]) -> None:
        self.news += self._said(position)

    def _said(self, position: Position[Any]) -> list[str]:
        return [f"{self.game.say(event, self.language)} ({event.rule})" for event in position.events]

    def undo(self) -> GameInPlay:
        """Undo the last answer of a person, and what dice and computer players answered after it; later dice are thrown
        again.

        >>> new("schlieffens_war", seed=7).undo()
        Traceback (most recent call last):
        marne.engine.errors.SaidError: there is nothing to undo: nobody has answered yet
        """
        thrown = self.match.dice is not None
        others = {*self._computers, *((CHANCE,) if thrown else ())}
        given = [at for at, entry in enumerate(self.match.log) if entry.actor not in others]
        if not given:
            raise SaidError("nothing_yet")
        self._undone.append(self.match.log[given[-1] :])
        self.match.go_back(given[-1])
        self.news = []
        return self

    def redo(self) -> GameInPlay:
        """Play again what `undo` took back, with the same dice; nothing is left to redo after another answer.

        >>> table = new("schlieffens_war", seed=7).play("1re Armée 2206")
        >>> table.copy().undo().redo() == table
        True
        """
        if not self._undone:
            raise SaidError("nothing_undone")
        draws, self.news = self.match.draws, []
        for entry in self._undone.pop():
            self.match.play_text(entry.text, entry.draw)
            self._tell(self.position)
        self.match.draws = max(draws, self.match.draws)  # no die falls twice
        return self

    @property
    def history(self) -> tuple[PlayedAnswer, ...]:
        """Every answer so far with what it led to, in words.

        >>> print(new("schlieffens_war", seed=7).play("1re Armée 2206").history[0])
        1. entente: 1re Armée 2206; 1re Armée sets up in 2206 (3.1)
        """
        match, found = Match(self.game, self.match.setting), []
        for number, entry in enumerate(self.match.log, 1):
            news = tuple(self._said(match.play_text(entry.text, entry.draw)))
            found.append(PlayedAnswer(number, match.actor_name(entry.actor), entry.text, news))
        return tuple(found)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The counters on the map, as the seat that is asked sees them.

        >>> [piece.name for piece in new("schlieffens_war", seed=7).pieces][:3]
        ['Fort Antwerp', 'Fort Liège', 'Fort Namur']
        """
        return self.scene.pieces

    def at(self, place: str) -> tuple[Piece, ...]:
        """The counters in a hex or in another place, by its label.

        >>> [piece.words for piece in new("schlieffens_war", seed=7).at("1109")]
        ['Fort Liège, fort']
        """
        return tuple(piece for piece in self.pieces if piece.place == place)

    def advise(self, level: str = "") -> str:
        """What a computer player would answer to the open question, in notation: the game's staff where no level is
        named. It sees what its seat sees, and nothing is played.

        >>> table = new("schlieffens_war", seed=7)
        >>> table.advise() in table.legal, table.advise("random") in table.legal
        (True, True)
        """
        actor = self.match.actor
        if actor is None or actor == CHANCE:
            raise SaidError("no_advice")
        return self.position.write(Minds(self.match, {actor: self._level(level)}).answer(actor))

    def computer(self, seat: str | Seat, level: str | None = "") -> GameInPlay:
        """Give a seat to a computer player, which answers from now on as soon as it is asked: the game's staff where no
        level is named. With None a person has the seat again. Where every seat is a computer's, the game plays itself.

        >>> new("schlieffens_war", seed=7).computer("entente").asked
        'german'
        """
        number = self._seat(seat)
        if level is None:
            self._computers.pop(number, None)
            return self
        self._computers[number] = self._level(level)
        self.news = []
        self._go_on()
        return self

    def _level(self, level: str) -> str:
        return (find_kind(self.game, level) if level else stand_in(self.game)).name

    def rest(self, player: str = "") -> GameInPlay:
        """Let a computer player answer the open question and those of the same kind that follow it: a set-up, say. The
        game's staff answers where no player is named.

        >>> new("schlieffens_war", seed=7).rest()
        <Schlieffen's War, campaign · Set-up · Germans: Where does AOK 1 set up? (3.1) · 7 answers>
        """
        self.news, self._undone = [], []
        for _ in rest_of(self.match, player):
            self._tell(self.position)
        self._go_on()
        return self

    def why_not(self, answer: Answer) -> Refusal | None:
        """Why an answer is refused, with the rule; None if it is legal."""
        if _meant(self.position, answer) is not None:
            return None
        refusal = _refused(self.position, answer)
        return None if refusal is None else refusal_in(self.language, refusal)

    def odds(self, answer: Answer) -> Odds | None:
        """The exact odds of a legal answer, or None where there are none to tell."""
        meant = _meant(self.position, answer)
        if meant is None:
            refusal = self.why_not(answer)
            assert refusal is not None
            raise IllegalAnswer.of(refusal)
        if self.match.actor == CHANCE:
            return None
        told = self.match.sight(self.match.actor).odds(meant, self.language)
        return None if told is None else Odds(told)

    def observe(self, seat: str | Seat | None) -> Observation:
        """All that a seat may know, and nothing else; None is a spectator."""
        return self.match.observe(None if seat is None else self._seat(seat))

    def _seat(self, seat: str | Seat) -> Seat:
        """A seat by its name or number."""
        seats = self.game.seats
        if isinstance(seat, str) and seat in seats:
            return seats.index(seat)
        if isinstance(seat, str) or not 0 <= seat < len(seats):
            raise UnknownGame("no_part", game=self.game.name, kind="seat", name=seat, names=", ".join(seats))
        return seat

    def record(self) -> str:
        """The game so far as a record, which `marne replay` reads."""
        return record_of(self.match)

    def copy(self) -> GameInPlay:
        """Another one that goes its own way from here, with the same dice to come."""
        twin = GameInPlay(self.match.copy(), self.language)
        twin.news, twin._undone = list(self.news), list(self._undone)
        twin._computers = dict(self._computers)
        return twin

    def __eq__(self, other: object) -> bool:
        """The same game stands at the same place, however it came there."""
        if not isinstance(other, GameInPlay):
            return NotImplemented
        mine, theirs = self.match, other.match
        return mine.game.name == theirs.game.name and mine.setting == theirs.setting and self.position == other.position

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _state(self) -> str:
        """Turn, phase, who is asked what, and how many answers there are."""
        score = self.score
        if self.over:
            return f"{score.why} ({score.rule})"
        scene, actor = self.scene, self.asked or ""
        who = WORDS.say(self.language, actor) if WORDS.has(actor) else heading_in(self.game, self.language, actor)
        legal = self.legal
        count = WORDS.say(self.language, "open") if legal.open else WORDS.say(self.language, "count", count=len(legal))
        return f"{moment(scene)} · {who}: {scene.prompt.question} ({scene.prompt.rule}) · {count}"

    def __repr__(self) -> str:
        setting = self.match.setting
        chosen = ", ".join(part for part in (setting.scenario, setting.edition) if part)
        return f"<{title_in(self.game, self.language)}, {chosen} · {self._state()}>"

    def __str__(self) -> str:
        return "\n".join((self._state(), *board_lines(self.scene)))

    def _repr_svg_(self) -> str | None:
        """The board with its counters, as a notebook shows it; None where a game has none to draw."""
        return draw_scene(self.scene)


def _meant(position: Position[Any], answer: Any) -> Answer | None:
    """The legal answer that is meant by a text or by the answer itself; None where there is no such."""
    ask = position.open
    if ask is None:
        return None
    if isinstance(answer, str):
        read = meant(position, answer)
        if read is not None:
            return read
    if ask.options is not None:
        return next((option for option in ask.options if option == answer), None)
    return answer if _refused(position, answer) is None else None


def _refused(position: Position[Any], answer: Any) -> Refusal | None:
    """Why the rules refuse an answer; one that is no value of theirs at all is just not legal."""
    if isinstance(answer, str):
        return refused(position, answer)
    try:
        return position.why_not(answer)
    except (LookupError, TypeError, ValueError, AttributeError):
        return Refusal.of(position.step.rule, "not_legal")
