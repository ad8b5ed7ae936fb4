"""A whole game written out, for reviewers: a diff in a committed playthrough is a change of rules.

Events stand there by the name of their class and their values, so that a better word in a catalogue changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from marne.engine import Event, Game, Match, Setting
from marne.engine.events import tellers
from marne.lab.play import play_seeded

__all__ = ["playthrough", "written"]

_MOST = 12


def playthrough(game: Game, setting: Setting, kinds: Sequence[str], seed: int, answers: int | None = None) -> str:
    """The game as text: each question with its rule and options, the answer, and what happened."""
    lines = [
        f"# {game.name}: {setting.scenario} {setting.edition}".rstrip(),
        f"# {' against '.join(kinds)}, seed {seed}",
    ]
    asked: list[str] = [_question(Match(game, setting))]

    def tell(match: Match) -> None:
        number, entry = len(match.log), match.log[-1]
        if answers is not None and number > answers:
            return
        lines.extend(["", asked.pop(), f"{number}. {match.actor_name(entry.actor)}: {entry.text}"])
        lines.extend(_told(match))
        asked.append(_question(match))

    match = play_seeded(game, setting, kinds, seed, tell)
    score = game.score(match.position)
    winner = "nobody" if score.winner is None else game.seats[score.winner]
    lines.extend(["", f"{len(match.log)} answers. {winner} wins, {score.points} ({score.rule})"])
    lines.extend(_told(match))
    lines.append(f"position {match.position.fingerprint()[:16]}")
    return "\n".join(lines) + "\n"


def written(event: Event) -> str:
    """An event by its rule, its class and its values as declared, numbers of hexes and pieces by their labels."""
    tells = tellers(type(event))
    values = []
    for name in (field.name for field in fields(event) if field.name != "rule"):
        fact = getattr(event, name)
        if not isinstance(fact, str) and name in tells and tells[name].part in ("hexes", "pieces"):
            fact = ", ".join(tells[name].write(fact))
        values.append(f"{name}={fact!r}")
    return f"{event.rule}  {type(event).__name__} {', '.join(values)}".rstrip()


def _told(match: Match) -> list[str]:
    return [f"    {written(event)}" for event in match.position.events]


def _question(match: Match) -> str:
    position, ask = match.position, match.position.open
    if ask is None:
        return ""
    words = [position.write(option) for option in ask.options or ()]
    shown = " | ".join(words[:_MOST]) + (f" | … {len(words)} in all" if len(words) > _MOST else "")
    return f"{type(position.step).__name__} ({position.step.rule}): {shown}"
