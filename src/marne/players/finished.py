"""What happened in a finished game: its log played again, with every event, the points after each answer, and who the
units were. The story at the end of a game is told from it; nothing is hidden here, so it is for games that are over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from marne.engine import Event, Game, Match, Observation

__all__ = ["Finished", "Incident", "Scored", "finished"]


@dataclass(frozen=True)
class Incident:
    """An event: after how many answers it happened, and in which turn."""

    number: int
    turn: int
    event: Event
    hexes: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scored:
    """The points of all seats after so many answers."""

    number: int
    turn: int
    points: tuple[int, ...]

    @property
    def lead(self) -> int:
        """By how much the first seat is ahead of the second; behind, if it is less than 0."""
        first, *others = self.points
        return first - others[0] if others else first


@dataclass
class Finished:
    """A game's events in their order, and its points: when the first turn begins, whenever they changed, at the end."""

    game: Game
    match: Match
    incidents: list[Incident] = field(default_factory=list)
    standings: list[Scored] = field(default_factory=list)
    army_of: dict[str, str] = field(default_factory=dict)
    """The army of each unit by its key, as orders of battle have it."""

    def at(self, number: int) -> list[Incident]:
        """What an answer led to."""
        return [each for each in self.incidents if each.number == number]

    def losses(self) -> Iterator[tuple[Incident, str]]:
        """Every unit that was eliminated, in order; one that comes back may be eliminated again."""
        for each in self.incidents:
            if each.event.gone():
                for piece in each.pieces:
                    yield each, piece


def finished(match: Match) -> Finished:
    """Play a match again."""
    again = Match(match.game, match.setting)
    found = Finished(match.game, again)
    _enlist(found)
    found.standings.append(Scored(0, _turn_of(again), match.game.score(again.position).points))
    for number, entry in enumerate(match.log, 1):
        turn = _turn_of(again)
        again.play_text(entry.text, entry.draw)
        again.forget(0)
        for event in (event.plain() for event in again.position.events):
            if event.sort == "turn":
                turn = _turn_of(again)
            told = event.told(str, str)
            found.incidents.append(Incident(number, turn, event, told.hexes, told.pieces))
        points = match.game.score(again.position).points
        if not turn:  # set-up: what is placed there is no step of the game
            found.standings = [Scored(number, turn, points)]
        elif points != found.standings[-1].points or number == len(match.log):
            found.standings.append(Scored(number, turn, points))
    _enlist(found)
    return found


def _turn_of(match: Match) -> int:
    return int(getattr(match.position.board, "turn", 0))


def _enlist(found: Finished) -> None:
    """The armies of units, as each side's order of battle has its own."""
    match = found.match
    for seat, name in enumerate(match.game.seats):
        seen = Observation.of(match.game, match.setting, match.position, seat)
        for army in match.game.sight(seen).scene("en").order_of_battle:
            if army.seat == name:
                found.army_of.update({unit.piece: army.key for unit in army.units})
