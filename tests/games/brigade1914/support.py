"""Positions for tests, and the few words that make them readable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.support import asked, legal, play, refused, who
from marne.engine import Answer, Ask, Event, Position, Setting, Step
from marne.games.brigade1914.board import SIDES, Battlefield
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.advantages.playable import playable

__all__ = [
    "B1",
    "B2",
    "B3",
    "B4",
    "PAIR",
    "R1",
    "R2",
    "R3",
    "R4",
    "Game",
    "actor",
    "apart",
    "asked",
    "battle",
    "follow",
    "going",
    "holding",
    "legal",
    "names",
    "number",
    "offered",
    "play",
    "plays",
    "quiet",
    "refused",
    "targets",
    "told",
    "unit",
]

Game = Position[Battlefield]


def battle(
    blue: str = "bn4+1 bn4+1 cav3+1 field",
    red: str = "bn4+1 bn4+1 cav4 field",
    scenario: str = "meeting",
    lists: tuple[str, str] = ("british infantry", "german infantry"),
    **changes: Any,
) -> Game:
    """A position in the action phase; units that are not placed are in reserve."""
    setting = Setting(scenario, "", (("blue", lists[0]), ("red", lists[1]), ("table", changes.pop("map", "grass"))))
    return GAME.arrange(setting, {"forces": {"blue": blue, "red": red}, **changes})


def offered(step: Step[Battlefield], board: Battlefield) -> tuple[Answer, ...] | None:
    """The answers that a step would list; None where nobody is asked."""
    ask = step.ask(board)
    return ask.options if isinstance(ask, Ask) else None


def follow(step: Step[Battlefield], board: Battlefield) -> tuple[Step[Battlefield], ...]:
    """Do what a step does where nobody is asked."""
    ask = step.ask(board)
    assert not isinstance(ask, Ask)
    return step.do(board) if ask is None else step.do(board, ask.answer)


def actor(position: Game) -> str:
    """Who is asked."""
    return who(position, SIDES)


def told(position: Game, kind: str) -> list[Event]:
    """The events of a kind since the last answer."""
    return [event for event in position.events if type(event).__name__ == kind]


def unit(position: Game, name: str) -> dict[str, Any]:
    """The facts of a unit."""
    return dict(GAME.inspect(position)["unit"][name])


def number(position: Game, name: str) -> int:
    """A unit's number on the board."""
    found = position.board.unit(name)
    assert found is not None
    return found


def quiet(position: Game) -> Game:
    """Answer no to reactions and follow-ups until something else is asked."""
    while asked(position) in ("Reaction", "GoOn", "Dismount"):
        position = play(position, {"Reaction": "no more", "GoOn": "go on", "Dismount": "stay mounted"}[asked(position)])
    return position


B1, B2, B3, B4, R1, R2, R3, R4 = range(8)
"""The units of `battle` by number."""
PAIR: dict[str, Any] = {
    "b1": {"at": [3000, 3600], "tokens": 4, "markers": 3},
    "b2": {"at": [6000, 4200], "tokens": 2},
    "r1": {"at": [3000, 1600], "facing": 180, "tokens": 4, "markers": 2},
}


def apart(gap: int, ours: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **more: Any) -> Game:
    """Two battalions face to face, so far apart from base to base."""
    units = {
        "b1": {"at": [3000, 2400 + (gap + 150) // 2], "tokens": 4, **(ours or {})},
        "r1": {"at": [3000, 2400 - (gap + 150) // 2], "facing": 180, "tokens": 4, **(theirs or {})},
        **more.pop("units", {}),
    }
    return battle(units=units, **more)


def holding(*cards: str, red: tuple[str, ...] = (), units: dict[str, Any] | None = None, **more: Any) -> Game:
    """A position in which blue holds cards."""
    return battle(units=PAIR if units is None else units, hands={"blue": list(cards), "red": list(red)}, **more)


def targets(answers: list[Any]) -> list[str]:
    """The last words of answers."""
    return [" ".join(answer[2:]) for answer in answers]


def plays(card: str, window: str = "act", side: int = 0, **more: Any) -> list[str]:
    """What a card may fall on: the last words of its answers."""
    hands: dict[str, Any] = {("blue", "red")[side]: [card]}
    board = battle(units=more.pop("units", PAIR), hands=hands, **more).board
    return targets(playable(board, side, window))


def going(position: Game, name: str, how: str) -> Game:
    """A unit that is asked where it goes."""
    return play(position, f"activate {name}", how)


def names(steps: Iterable[Step[Battlefield]]) -> list[str]:
    """The steps by name."""
    return [type(step).__name__ for step in steps]
