"""A whole game in words, for reviewers: a diff in a committed playthrough is a change of rules."""

from __future__ import annotations

from collections.abc import Sequence

from marne.engine import Game, Match, Setting
from marne.lab.play import play_seeded

__all__ = ["playthrough"]

_MOST = 12


def playthrough(game: Game, setting: Setting, kinds: Sequence[str], seed: int, answers: int | None = None) -> str:
    """The game as text: each question with its rule and options, the answer, and what happened."""
    lines = [
        f"# {game.title}: {setting.scenario} {setting.edition}".rstrip(),
        f"# {' against '.join(kinds)}, seed {seed}",
    ]
    asked: list[str] = [_question(Match(game, setting))]

    def tell(match: Match) -> None:
        number, entry = len(match.log), match.log[-1]
        if answers is not None and number > answers:
            return
        lines.extend(["", asked.pop(), f"{number}. {match.actor_name(entry.actor)}: {entry.text}"])
        lines.extend(f"    {event.rule}  {game.say(event, 'en')}" for event in match.position.events)
        asked.append(_question(match))

    match = play_seeded(game, setting, kinds, seed, tell)
    score = game.score(match.position)
    winner = "nobody" if score.winner is None else game.seats[score.winner]
    lines.extend(["", f"{len(match.log)} answers. {winner} wins, {score.points}: {score.why} ({score.rule})"])
    lines.append(f"position {match.position.fingerprint()[:16]}")
    return "\n".join(lines) + "\n"


def _question(match: Match) -> str:
    position, ask = match.position, match.position.open
    if ask is None:
        return ""
    words = [position.write(option) for option in ask.options or ()]
    shown = " | ".join(words[:_MOST]) + (f" | … {len(words)} in all" if len(words) > _MOST else "")
    return f"{type(position.step).__name__} ({position.step.rule}): {shown}"
