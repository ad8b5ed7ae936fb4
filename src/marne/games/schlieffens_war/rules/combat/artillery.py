"""11.23: the German siege guns and the coup de main against cities with forts."""

from __future__ import annotations

from dataclasses import replace

from marne.engine import Answer, Ask, Modifier, chance, value
from marne.games.schlieffens_war.board import IN_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import ARTILLERY_KEPT, HEAVY_ARTILLERY
from marne.games.schlieffens_war.components.units import GERMAN
from marne.games.schlieffens_war.events import ArtilleryFired, ArtilleryKept
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.combat import holds_fort
from marne.games.schlieffens_war.steps import Asked, Steps
from marne.games.schlieffens_war.words import Reason

__all__ = ["FireMarker", "KeepArtillery", "SiegeGuns", "marker_choices"]

NONE, ARTILLERY, COUP = "none", "artillery", "coup"


def marker_choices(board: WarBoard, battle: Battle, fired: tuple[str, ...] = ()) -> tuple[str, ...]:
    """11.23: what may support a supplied German attack on a city that holds a fort counter: one gun, and the coup."""
    if battle.side != GERMAN or not g.CITIES >> battle.hex & 1 or not holds_fort(board, battle.hex):
        return ()
    if any(board.supply[unit] != IN_SUPPLY for unit in battle.attackers):
        return ()
    left = [ARTILLERY] * (board.artillery > 0) + [COUP] * (board.coup > 0)
    found = [marker for marker in left if marker not in fired]
    return (NONE, *found) if found else ()


@value
class SiegeGuns(Asked[str]):
    """11.23: the last thing before the combat die: a marker is committed and its die thrown, then the other may be."""

    rule = "11.23"
    fired: tuple[str, ...] = ()

    def ask(self, board: WarBoard) -> Ask | None:
        battle = board.battle
        assert battle is not None
        choices = marker_choices(board, battle, self.fired)
        return Ask(GERMAN, choices) if choices else None

    def answered(self, board: WarBoard, answer: str) -> Steps:
        if answer == NONE:
            return ()
        return FireMarker(answer), SiegeGuns((*self.fired, answer))

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return Reason("11.23", "why.no_marker")


@value
class FireMarker(Asked[int]):
    """11.23: a die on the German Heavy Artillery Table."""

    rule = "11.23"
    marker: str

    def ask(self, board: WarBoard) -> Ask | None:
        return chance()

    def answered(self, board: WarBoard, answer: int) -> Steps:
        battle = board.battle
        assert battle is not None
        shift = HEAVY_ARTILLERY[answer]
        board.tell(ArtilleryFired("11.23", self.marker, answer, shift))
        if shift:
            board.battle = replace(battle, shifts=(*battle.shifts, Modifier("11.23", self.marker, shift)))
        if self.marker == COUP:
            board.coup -= 1
            return ()
        board.artillery -= 1
        if board.turn in board.scenario.turns_of.guns_return:
            board.artillery_next += 1
            return ()
        return (KeepArtillery(),)


@value
class KeepArtillery(Asked[int]):
    """11.23: a gun that has fired comes back next turn on a 1."""

    rule = "11.23"

    def ask(self, board: WarBoard) -> Ask | None:
        return chance()

    def answered(self, board: WarBoard, answer: int) -> Steps:
        kept = ARTILLERY_KEPT[answer]
        board.artillery_next += kept
        board.tell(ArtilleryKept("11.23", answer, bool(kept)))
        return ()
