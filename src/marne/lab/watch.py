"""What a run keeps of a game's turns: points, strength and losses of each army, where units stood and where they
fought.

A turn is looked at when the next one begins, or the game ends. What is seen is the union of what the seats see: a piece
that one side sees face down, its own side sees face up. Forts don't move, and are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from marne.engine import Event, Match, Observation, Piece, Seat

__all__ = ["Row", "Watch"]

Row = dict[str, Any]


class Watch:
    """Follows one game, answer by answer."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.turn = 0
        self.strength: dict[str, tuple[str, int]] = {}
        """Of each piece when the turn began: its army, and how strong it was."""
        self.fights: Counter[str] = Counter()
        self.turns: list[Row] = []
        self.places: list[Row] = []

    def told(self, match: Match) -> None:
        """After an answer."""
        for event in match.position.events:
            if event.fight:
                self.fights.update(_where(event, match))
        if match.position.board.turn != self.turn:
            self._close(match)
            self.turn = match.position.board.turn

    def end(self, match: Match) -> None:
        """After the last answer."""
        self._close(match)

    def _close(self, match: Match) -> None:
        pieces = _pieces(match, range(len(match.game.seats)))
        now = {piece.id: (piece.army, _strength(piece)) for piece in pieces}
        if self.turn > 0:
            self._note(match, pieces, now)
        self.strength = now
        self.fights.clear()

    def _note(self, match: Match, pieces: list[Piece], now: dict[str, tuple[str, int]]) -> None:
        points = list(match.game.score(match.position).points)
        lost: Counter[str] = Counter()
        for name, (army, before) in self.strength.items():
            lost[army] += max(0, before - now.get(name, (army, 0))[1])
        head = {"seed": self.seed, "turn": self.turn}
        for army in sorted({piece.army for piece in pieces} | set(lost)):
            own = [piece for piece in pieces if piece.army == army]
            strength = sum(map(_strength, own))
            self.turns.append(
                {**head, "army": army, "pieces": len(own), "strength": strength, "lost": lost[army], "points": points}
            )
        stood = Counter((piece.army, piece.place) for piece in pieces)
        for (army, place), count in sorted(stood.items()):
            self.places.append({**head, "army": army, "place": place, "pieces": count})
        for place, count in sorted(self.fights.items()):
            self.places.append({**head, "army": "", "place": place, "pieces": count})


def _pieces(match: Match, seats: Iterable[Seat | None]) -> list[Piece]:
    """Every piece on the map that one of the seats sees face up, once."""
    found: dict[str, Piece] = {}
    for seat in seats:
        seen = Observation.of(match.game, match.setting, match.position, seat)
        for piece in match.game.sight(seen).scene("en").pieces:
            if piece.army and not piece.hidden and piece.symbol != "fort":
                found.setdefault(piece.id, piece)
    return list(found.values())


def _strength(piece: Piece) -> int:
    """Steps or bases where the game has them, else the piece."""
    return piece.pips or 1


def _where(event: Event, match: Match) -> tuple[str, ...]:
    """Where a fight was: its hexes, or on an open table where the piece stands that was shot at."""
    if places := event.places():
        return places
    target = event.facts().get("target")
    pieces = _pieces(match, (None,))
    return next(((piece.place,) for piece in pieces if target and piece.id.partition(".")[0] == target), ())
