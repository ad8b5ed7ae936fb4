"""[1.1.5], [4.5] How the points stand against the levels of victory, and who holds the objectives of the scenario."""

from __future__ import annotations

from functools import lru_cache

from marne.engine import Aim, Prize
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.scenarios import Objective, level
from marne.games.nach_paris.components.units import ALLIED_SIDE, GERMAN_SIDE, SIDES, Side
from marne.games.nach_paris.rules.campaign.victory import holder, urban_taken
from marne.games.nach_paris.steps import label
from marne.games.nach_paris.words import phrase

__all__ = ["aims", "prizes"]


def aims(board: NachParisBoard, points: tuple[int, int], language: str) -> tuple[Aim, ...]:
    """[1.1.5] How far a side must be ahead for each level, and the level that it would be now."""
    city = board.play.said.scoring.urban_wins or ""
    said = board.play.said
    return _aims(
        said.levels,
        said.last,
        points[0] - points[1],
        level(said, points[0] - points[1]),
        city,
        bool(city) and urban_taken(board, city),
        language,
    )


@lru_cache(512)
def _aims(
    levels: tuple[int, int, int, int], last: int, margin: int, now: str, city: str, taken: bool, language: str
) -> tuple[Aim, ...]:
    found = []
    for side, names, lead in (
        (GERMAN_SIDE, (("german marginal", levels[1]), ("german decisive", levels[0])), margin),
        (ALLIED_SIDE, (("allied marginal", -levels[2]), ("allied decisive", -levels[3])), -margin),
    ):
        for name, need in names:
            words = phrase(language, f"word.{name}")
            key = "aim.lead" if need > 0 else "aim.behind"
            text = phrase(language, key, level=words, last=last, need=abs(need))
            found.append(Aim(SIDES[side], text, "1.1.5", lead, need, lead >= need))
        if side == GERMAN_SIDE and city:
            found.append(Aim(SIDES[side], phrase(language, "aim.urban", city=city), "1.1.5", done=taken))
    found.append(Aim("", phrase(language, "aim.now", level=phrase(language, f"word.{now}")), "1.1.5"))
    return tuple(found)


def prizes(board: NachParisBoard) -> tuple[Prize, ...]:
    """[4.5] The objectives of the scenario: points for the Germans, or for the Allies."""
    return tuple(_prize(objective, holder(board, objective)) for objective in board.play.objectives)


@lru_cache(2048)
def _prize(objective: Objective, side: Side) -> Prize:
    """What looks the same is one object."""
    hexes = tuple(map(label, objective.hexes))
    if objective.german and objective.allied:
        return Prize(objective.name, hexes, SIDES[side], f"{objective.german}/{objective.allied}")
    counts = GERMAN_SIDE if objective.german else ALLIED_SIDE
    return Prize(objective.name, hexes, SIDES[side], str(objective.german or objective.allied), SIDES[counts])
