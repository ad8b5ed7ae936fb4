"""A game as text, in a terminal: for people who like it, and for screen readers.

Every line is an answer (its number or its notation) or a command: `?`, `board`, `why ANSWER`, `odds ANSWER`, `undo`,
`log`, `save FILE`, `quit`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from marne.engine import CHANCE, Answer, Explanation, FairDice, Game, MarneError, Match, Scene, Setting, record_of
from marne.players import Player, find_player

__all__ = ["HELP", "TextTable", "new_match"]

HELP = (
    "answer by its number or as it is written; or: ? (this), board, why ANSWER, odds ANSWER, undo, log, save FILE, quit"
)


def new_match(game: Game, setting: Setting, seed: int | None = None) -> Match:
    """A match with dice: from a seed, or from the system's own chance."""
    if seed is None:
        return Match(
            game, setting, FairDice(secrets.token_bytes(32), {seat: secrets.token_bytes(8) for seat in game.seats})
        )
    return Match(game, setting, FairDice(f"text {seed}".encode(), dict.fromkeys(game.seats, b"")))


class TextTable:
    """A match played by lines of text. `computers` are the seats that are not a person's."""

    def __init__(
        self, match: Match, kinds: Mapping[str, str], say: Callable[[str], None], language: str = "en", seed: int = 0
    ) -> None:
        self.match = match
        self.language = language
        self._say = say
        game = match.game
        self._computers: dict[int, Player] = {
            game.seats.index(seat): find_player(kind, game, Random(f"{seed} {seat}")) for seat, kind in kinds.items()
        }
        self._told = 0

    def run(self, ask: Callable[[], str | None]) -> bool:
        """Play until the game is over or `ask` has no more lines; whether it is over."""
        match = self.match
        self._say(f"{match.game.title}. Dice: seed fingerprint {match.dice.fingerprint if match.dice else 'none'}")
        self._say(HELP)
        while True:
            self._let_others_play()
            if match.over:
                break
            self._prompt()
            line = ask()
            if line is None or line.strip() == "quit":
                return False
            try:
                self._take(line.strip())
            except (MarneError, OSError) as error:
                self._say(f"! {error}")
        score = match.game.score(match.position)
        winner = "nobody" if score.winner is None else match.game.seats[score.winner]
        self._say(f"The game is over: {winner} wins. {score.why} ({score.rule}); points {score.points}")
        if match.dice:
            self._say(f"The secret seed was {match.dice.secret.hex()}: `marne verify` checks every die.")
        return True

    def _let_others_play(self) -> None:
        match = self.match
        while (open_ask := match.position.open) is not None:
            if open_ask.actor == CHANCE:
                answer: Answer = match.roll()
            elif open_ask.actor in self._computers:
                seat = open_ask.actor
                answer = self._computers[seat].choose(open_ask, lambda seat=seat: match.observe(seat))  # type: ignore[misc]
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
        return self.match.game.scene(self.match.observe(self.match.actor), self.language)

    def _prompt(self) -> None:
        scene = self._scene()
        prompt = scene.prompt
        self._say("")
        self._say(f"{scene.turn} · {scene.phase} · {prompt.actor}: {prompt.question} ({prompt.rule})")
        for number, choice in enumerate(prompt.choices, 1):
            text = f"  {choice.text}" if choice.text != choice.id else ""
            self._say(f"  {number:>3}  {choice.id}{text}")

    def _take(self, line: str) -> None:
        match = self.match
        command, _, rest = line.partition(" ")
        match command:
            case "?" | "":
                self._say(HELP)
            case "board":
                self._board()
            case "why":
                refusal = match.position.refusal(rest)
                self._say("it is allowed" if refusal is None else str(refusal))
            case "odds":
                self._odds(rest)
            case "undo":
                assert match.actor is not None
                seat = match.actor if match.may_undo(match.actor) else match.log[-1].actor if match.log else match.actor
                match.undo(seat)
            case "log":
                for number, entry in enumerate(match.log[-20:], max(len(match.log) - 19, 1)):
                    self._say(
                        f"{number}. {match.actor_name(entry.actor)}: {entry.text if entry.seen_by is None else '…'}"
                    )
            case "save":
                self._save(Path(rest))
            case _:
                match.play(self._answer(line))
                self._tell()

    def _answer(self, line: str) -> Answer:
        """An answer by its notation, or by its number in the list."""
        position = self.match.position
        answer = position.read(line)
        if answer is not None:
            return answer
        options = position.open.options if position.open else None
        if options and line.isdigit() and 1 <= int(line) <= len(options):
            return options[int(line) - 1]
        raise MarneError(str(position.refusal(line)))

    def _board(self) -> None:
        scene = self._scene()
        for tally in scene.tallies:
            self._say(f"  {tally.title}: {tally.now}")
        for piece in scene.pieces:
            self._say(f"  {piece.place}: {piece.words or piece.name or piece.id}")
        for panel in scene.panels:
            self._say(f"  {panel.title}")
            for row in panel.lines:
                self._say(f"    {row.text} {row.mark}")

    def _odds(self, text: str) -> None:
        match = self.match
        told: Explanation | None = match.game.explain(match.observe(match.actor), self._answer(text))
        if told is None:
            self._say("there are no odds to tell")
            return
        self._say(f"{told.title} ({told.rule}) {told.column}")
        for modifier in told.modifiers:
            self._say(f"  {modifier.amount:+d}  {modifier.text} ({modifier.rule})")
        for outcome in told.outcomes:
            self._say(f"  {outcome.part}/{outcome.whole} = {outcome.part / outcome.whole:.1%}  {outcome.text}")
        for note in told.notes:
            self._say(f"  {note}")

    def _save(self, path: Path) -> None:
        if path.exists():
            raise MarneError(f"{path} exists already; nothing was written")
        path.write_text(record_of(self.match), encoding="utf-8")
        self._say(f"saved to {path}")
