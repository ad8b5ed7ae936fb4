"""A game as text, in a terminal: for people who like it, and for screen readers.

Every line is an answer (its number, its notation or its words) or a command: `?`, `help`, `board`, `why ANSWER`,
`odds ANSWER`, `undo`, `log`, `rest`, `save FILE`, `quit`. In another language they have their own words beside the
English ones. Accents and case don't matter.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from operator import index
from pathlib import Path
from random import Random
from typing import Any, Final, SupportsIndex

from marne.engine import (
    CHANCE,
    Answer,
    Explanation,
    FairDice,
    Game,
    IllegalAnswer,
    MarneError,
    Match,
    SaidError,
    Scene,
    Setting,
    UnknownGame,
    record_of,
)
from marne.kit import ENGLISH, Phrasebook, Refused, heading_in, languages_of, message_in, refusal_in, seat_in, title_in
from marne.lab.play import seeded_dice
from marne.players import Minds, find_kind, stand_in
from marne.text import board_lines, moment, odds_lines
from marne.typed import folded, meant, refused

__all__ = ["WORDS", "TextTable", "checked_language", "new_match", "rest_of"]

WORDS: Final = Phrasebook(Path(__file__).parent, "terminal")
COMMANDS: Final = ("?", "board", "why", "odds", "undo", "log", "rest", "save", "quit")


class _Refused(Refused):
    """What the terminal refuses."""

    book = WORDS


def checked_language(game: Game, language: str) -> str:
    """A language that the game speaks."""
    names = languages_of(game)
    if language not in names:
        raise UnknownGame("no_part", game=game.name, kind="language", name=language, names=", ".join(names))
    return language


def new_match(game: Game, setting: Setting, seed: int | None = None) -> Match:
    """A match with dice: from a seed, which is a whole number, or from the system's own chance."""
    if seed is not None and not isinstance(seed, SupportsIndex):
        raise SaidError("seed", seed=seed)
    if seed is None:
        return Match(
            game, setting, FairDice(secrets.token_bytes(32), {seat: secrets.token_bytes(8) for seat in game.seats})
        )
    return Match(game, setting, seeded_dice(game, index(seed)))


def rest_of(match: Match, player: str = "") -> Iterator[Answer]:
    """Let a computer player (the staff, where none is named) answer the open question and those of the same kind that
    follow it, as long as the same seat is asked; each answer as it is given."""
    seat, kind = match.actor, type(match.position.step)
    if seat is None or seat == CHANCE:
        return
    minds = Minds(match, {seat: find_kind(match.game, player) if player else stand_in(match.game)})
    while match.actor == seat and type(match.position.step) is kind:
        answer = minds.answer(seat)
        match.play(answer)
        yield answer


class TextTable:
    """A match played by lines of text. `computers` are the seats that are not a person's."""

    def __init__(
        self, match: Match, kinds: Mapping[str, str], say: Callable[[str], None], language: str = ENGLISH
    ) -> None:
        self.match = match
        game = match.game
        self.language = checked_language(game, language)
        self._say = say
        self._computers = Minds(match, {game.seats.index(seat): kind for seat, kind in kinds.items()})
        self._told = 0

    def run(self, ask: Callable[[], str | None]) -> bool:
        """Play until the game is over or `ask` has no more lines; whether it is over."""
        match = self.match
        title = title_in(match.game, self.language)
        fingerprint = match.dice.fingerprint if match.dice else self._words("none")
        self._say(self._words("begin", title=title, fingerprint=fingerprint))
        self._say(self._words("help"))
        while True:
            self._let_others_play()
            if match.over:
                break
            self._prompt()
            line = ask()
            if line is None or self._command(line.strip()) == "quit":
                return False
            try:
                self._take(line.strip())
            except (MarneError, OSError) as error:
                self._say(f"! {message_in(error, self.language)}")
        score = match.game.score(match.position, self.language)
        facts = {"why": score.why, "rule": score.rule, "points": score.points}
        if score.winner is None:
            self._say(self._words("drawn", **facts))
        else:
            self._say(
                self._words("won", winner=seat_in(match.game, self.language, match.game.seats[score.winner]), **facts)
            )
        if match.dice:
            self._say(self._words("secret", seed=match.dice.secret.hex()))
        return True

    def _words(self, key: str, **facts: Any) -> str:
        return WORDS.say(self.language, key, **facts)

    def _name(self, actor: str) -> str:
        """A seat, or the dice, as this reader calls them."""
        return self._words(actor) if WORDS.has(actor) else heading_in(self.match.game, self.language, actor)

    def _command(self, line: str) -> str:
        """A command in English: each language has its own words for them beside the English."""
        said = folded(line)
        words = ((name, folded(self._words(f"command.{name}")).split()) for name in COMMANDS)
        return next((name for name, found in words if said == name or said in found), line)

    def _let_others_play(self) -> None:
        match = self.match
        while (open_ask := match.position.open) is not None:
            if open_ask.actor == CHANCE:
                answer: Answer = match.roll()
            elif open_ask.actor in self._computers:
                answer = self._computers.answer(open_ask.actor)
            else:
                return
            match.play(answer)
            self._tell()

    def _tell(self) -> None:
        """Say what happened, as far as everyone at this screen may know."""
        match = self.match
        people = [seat for seat in range(len(match.game.seats)) if seat not in self._computers]
        for event in match.position.events:
            seers = event.seers()
            if seers is None or any(seat in seers for seat in people):
                self._say(f"    {event.rule:>8}  {match.game.say(event, self.language)}")

    def _scene(self) -> Scene:
        return self.match.sight(self.match.actor).scene(self.language)

    def _prompt(self) -> None:
        scene = self._scene()
        prompt = scene.prompt
        self._say("")
        self._say(f"{moment(scene)} · {self._name(prompt.actor)}: {prompt.question} ({prompt.rule})")
        for number, choice in enumerate(prompt.choices, 1):
            text = f"  {choice.text}" if choice.text != choice.id else ""
            self._say(f"  {number:>3}  {choice.id}{text}")
        position = self.match.position
        if position.open is not None and position.open.options is None:
            self._say(self._words("such_as", answer=position.write(position.suggest(Random(0))[0])))

    def _take(self, line: str) -> None:
        match = self.match
        command, _, rest = line.partition(" ")
        kind = self._command(command)
        if kind in ("why", "odds", "save") and not rest.strip():
            raise _Refused(f"{kind}_what", command=command)
        match kind:
            case "?" | "":
                self._say(self._words("help"))
            case "board":
                self._board()
            case "why":
                self._say(self._refusal(rest) or self._words("allowed"))
            case "odds":
                self._odds(rest)
            case "undo":
                match.undo(self._undoes())
            case "log":
                for number, entry in enumerate(match.log[-20:], max(len(match.log) - 19, 1)):
                    text = entry.text if entry.seen_by is None else "…"
                    self._say(f"{number}. {self._name(match.actor_name(entry.actor))}: {text}")
            case "rest":
                self._rest()
            case "save":
                self._save(Path(rest))
            case _:
                match.play(self._answer(line))
                self._tell()

    def _undoes(self) -> int:
        """The seat of a person at this screen whose last answer can be undone."""
        match = self.match
        for seat in (match.actor, match.log[-1].actor if match.log else None):
            if seat is not None and seat >= 0 and seat not in self._computers and match.may_undo(seat):
                return seat
        raise _Refused("no_undo" if any(entry.actor != CHANCE for entry in match.log) else "nothing_yet")

    def _meant(self, line: str) -> Answer | None:
        """The legal answer with this notation, these words, or this number in the list; None where there is none."""
        position = self.match.position
        answer = position.read(line)
        if answer is not None:
            return answer
        options = position.open.options if position.open else None
        if options and line.isdecimal() and 1 <= int(line) <= len(options):
            return options[int(line) - 1]
        return meant(position, line, self._labels())

    def _answer(self, line: str) -> Answer:
        """The same; what is no legal answer is refused with the reason."""
        answer = self._meant(line)
        if answer is not None:
            return answer
        refusal = refused(self.match.position, line, self._labels())
        assert refusal is not None
        raise IllegalAnswer.of(refusal)

    def _labels(self) -> dict[str, str]:
        """The words of the listed answers, by notation."""
        return {choice.id: choice.text for choice in self._scene().prompt.choices}

    def _refusal(self, text: str) -> str:
        """Why an answer is refused; nothing if it is legal."""
        if self._meant(text) is not None:
            return ""
        refusal = refused(self.match.position, text, self._labels())
        return "" if refusal is None else str(refusal_in(self.language, refusal))

    def _rest(self) -> None:
        """Let the staff answer this question and those of the same kind that follow it: a set-up, say."""
        seat, kind = self.match.actor, type(self.match.position.step)
        while self.match.actor == seat and type(self.match.position.step) is kind and not self.match.over:
            for _ in rest_of(self.match):
                self._tell()
            self._let_others_play()

    def _board(self) -> None:
        for line in board_lines(self._scene()):
            self._say(line)

    def _odds(self, text: str) -> None:
        match = self.match
        told: Explanation | None = match.sight(match.actor).odds(self._answer(text), self.language)
        if told is None:
            self._say(self._words("no_odds"))
            return
        for line in odds_lines(told):
            self._say(line)

    def _save(self, path: Path) -> None:
        if path.exists():
            raise _Refused("exists", path=path)
        path.write_text(record_of(self.match), encoding="utf-8")
        self._say(self._words("saved", path=path))
