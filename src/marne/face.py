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
from random import Random
from typing import Any, overload

from marne.drawn import draw_scene
from marne.engine import (
    CHANCE,
    Answer,
    Explanation,
    Game,
    IllegalAnswer,
    MarneError,
    Match,
    Observation,
    Position,
    Refusal,
    SaidError,
    Scene,
    Score,
    Seat,
    Setting,
    UnknownGame,
    find_game,
    record_of,
)
from marne.kit import ENGLISH, heading_in, refusal_in, title_in
from marne.terminal import WORDS, checked_language, new_match, rest_of
from marne.text import board_lines, moment, odds_lines
from marne.typed import meant, refused

__all__ = ["GameInPlay", "Legal", "Odds", "new"]


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


class Odds:
    """What an answer would lead to, as far as who gives it can know; printed as `marne play` prints it."""

    def __init__(self, told: Explanation) -> None:
        self.told = told

    @property
    def distributions(self) -> dict[str, dict[str, float]]:
        """What the dice decide, by name: each result with its chance. The chances of one name add up to 1."""
        return {
            each.name: {words: float(chance) for words, chance in each.chances().items()}
            for each in self.told.distributions
        }

    @property
    def chances(self) -> dict[str, float]:
        """The main distribution: each result with its chance; together they are 1."""
        return next(iter(self.distributions.values()))

    def __repr__(self) -> str:
        return "\n".join(odds_lines(self.told))


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
        self._roll()

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
        self.news = []
        self.match.play(meant)
        self._tell(self.position)
        self._roll()
        return self

    def _roll(self) -> None:
        if self.match.dice is not None:
            self.match.roll_all(self._tell)

    def _tell(self, position: Position[Any]) -> None:
        self.news += [f"{self.game.say(event, self.language)} ({event.rule})" for event in position.events]

    def undo(self) -> GameInPlay:
        """Undo the last answer of a seat, and the dice after it; later dice are thrown again.

        >>> new("schlieffens_war", seed=7).undo()
        Traceback (most recent call last):
        marne.engine.errors.SaidError: there is nothing to undo: nobody has answered yet
        """
        thrown = self.match.dice is not None
        given = [at for at, entry in enumerate(self.match.log) if entry.actor != CHANCE or not thrown]
        if not given:
            raise SaidError("nothing_yet")
        self.match.go_back(given[-1])
        self.news = []
        return self

    def rest(self, player: str = "") -> GameInPlay:
        """Let a computer player answer the open question and those of the same kind that follow it: a set-up, say. The
        game's staff answers where no player is named.

        >>> new("schlieffens_war", seed=7).rest()
        <Schlieffen's War, campaign · Set-up · Germans: Where does AOK 1 set up? (3.1) · 7 answers>
        """
        self.news = []
        for _ in rest_of(self.match, player):
            self._tell(self.position)
        self._roll()
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
        seats = self.game.seats
        if isinstance(seat, str) and seat in seats:
            seat = seats.index(seat)
        if seat is not None and (isinstance(seat, str) or not 0 <= seat < len(seats)):
            raise UnknownGame("no_part", game=self.game.name, kind="seat", name=seat, names=", ".join(seats))
        return self.match.observe(seat)

    def record(self) -> str:
        """The game so far as a record, which `marne replay` reads."""
        return record_of(self.match)

    def copy(self) -> GameInPlay:
        """Another one that goes its own way from here, with the same dice to come."""
        twin = GameInPlay(self.match.copy(), self.language)
        twin.news = list(self.news)
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
