"""What a lesson's goal, stars and failings ask of a game: facts by name, events, and how many answers it took."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from marne.engine import CHANCE, Game, MarneError, Position, Staged

__all__ = ["faults", "holds"]

_PLAIN: Final = {"actor", "step", "events", "no_events", "over", "winner", "answers"}
_LIMITS: Final = {"at_least", "at_most", "is_in", "is_not"}


def holds(
    game: Game, position: Position[Any], condition: Mapping[str, Any], happened: Collection[str], answers: int
) -> bool:
    """Whether every part of a condition holds. `happened` are the kinds of all events since the lesson began."""
    facts: Mapping[str, Any] | None = None
    for key, due in condition.items():
        if key in _PLAIN:
            if not _plain(game, position, key, due, happened, answers):
                return False
            continue
        if facts is None:
            facts = game.inspect(position) if isinstance(game, Staged) else {}
        if not all(
            _fits(facts[key][name][field], wanted) for name, fields in due.items() for field, wanted in fields.items()
        ):
            return False
    return True


def _plain(
    game: Game, position: Position[Any], key: str, due: Any, happened: Collection[str], answers: int
) -> bool:  # one line for each key
    ask = position.open
    match key:
        case "actor":
            return _fits(None if ask is None else "chance" if ask.actor == CHANCE else game.seats[ask.actor], due)
        case "step":
            return ask is not None and _fits(type(position.step).__name__, due)
        case "events":
            return all(kind in happened for kind in due)
        case "no_events":
            return not any(kind in happened for kind in due)
        case "answers":
            return _fits(answers, due)
        case "over":
            return position.over is due
        case _:
            score = game.score(position)
            winner = "draw" if score.winner is None else game.seats[score.winner]
            return score.over and bool(winner == due)


def _fits(found: Any, due: Any) -> bool:
    """A fact is what is due, or within limits: `{ at_least = 2 }`, `{ at_most = 3 }`, `{ is_in = [...] }`, `{ is_not
    = … }`."""
    if not isinstance(due, Mapping):
        return bool(found == due)
    return (
        ("at_least" not in due or found >= due["at_least"])
        and ("at_most" not in due or found <= due["at_most"])
        and ("is_in" not in due or found in due["is_in"])
        and ("is_not" not in due or found != due["is_not"])
    )


def faults(game: Game, position: Position[Any], condition: Mapping[str, Any], where: str) -> list[str]:
    """What is wrong with a condition: keys, names and fields that the game does not have."""
    facts = game.inspect(position) if isinstance(game, Staged) else {}
    found: list[str] = [] if condition else [f"{where}: nothing is asked, so it would always hold"]
    for key, due in condition.items():
        if key in _PLAIN:
            continue
        if key not in facts:
            found.append(f"{where}: unknown {key!r}; known: {', '.join(sorted(_PLAIN | set(facts)))}")
            continue
        for name, fields in due.items():
            if name not in facts[key]:
                found.append(f"{where}: no {key} {name!r}")
                continue
            for field, wanted in fields.items():
                if field not in facts[key][name]:
                    found.append(f"{where}: {key} {name!r} has no {field!r}")
                elif isinstance(wanted, Mapping) and not (wanted and set(wanted) <= _LIMITS):
                    found.append(f"{where}: {field} of {key} {name!r} has limits other than {', '.join(_LIMITS)}")
    return found


def check_seat(game: Game, seat: str) -> int:
    """A seat by its name."""
    if seat not in game.seats:
        raise MarneError(f"{game.name} has no seat {seat!r}; it has {', '.join(game.seats)}")
    return game.seats.index(seat)
