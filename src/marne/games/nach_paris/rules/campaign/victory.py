"""[1.1.5], [4.5] Points, and the end of a scenario."""

from __future__ import annotations

from string import ascii_uppercase
from typing import ClassVar

from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenario_rows import Escaped
from marne.games.nach_paris.components.scenarios import Objective, level
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BELGIAN,
    DE,
    FIGHTING,
    FRENCH,
    GB,
    GERMAN_SIDE,
    INFANTRY,
    NATIONS,
    OF_NATION,
    ROWS,
    Side,
)
from marne.games.nach_paris.events import GameEnded
from marne.games.nach_paris.rules.forts.camps import besieger, fallen, policed
from marne.games.nach_paris.steps import NachParisStep, Steps, label, value
from marne.hexes import bits

__all__ = [
    "EndOfGameTurn",
    "camp_taken",
    "got_away",
    "holder",
    "in_safety",
    "points",
    "taken_by_storm",
    "unhurt",
    "urban_taken",
]


def holder(board: NachParisBoard, objective: Objective) -> Side:
    """[4.5] Who holds an objective: the Germans if one of its hexes is theirs, but not a camp that still has forts."""
    german = any(board.german_ground >> hex & 1 for hex in objective.hexes)
    camp = MAP.camp[objective.hexes[0]]
    if camp >= 0 and fallen(board, camp) and not policed(board, camp):  # 11.6.15: it does not count for its captor
        return 1 - besieger(camp)
    if len(objective.hexes) > 1 and camp >= 0 and MAP.camps[camp].nation != "DE":
        german = german and camp_taken(board, camp)
    return GERMAN_SIDE if german else ALLIED_SIDE


def camp_taken(board: NachParisBoard, camp: int) -> bool:
    """[11.6.15] No fort of a camp is active, and a unit of foot polices it."""
    return fallen(board, camp) and policed(board, camp)


def points(board: NachParisBoard) -> tuple[int, int]:
    """[1.1.5] German and Allied points as they stand, by the scoring of the scenario."""
    scoring, german, allied = board.play.said.scoring, 0, 0
    for objective in board.play.objectives:
        if holder(board, objective) == GERMAN_SIDE:
            german += objective.german
        else:
            allied += objective.allied
    lost_german = board.step_losses[DE]
    lost_allied = sum(board.step_losses[nation] for nation in range(len(NATIONS)) if nation != DE)
    german += scoring.step * lost_allied
    if scoring.step_british:
        german += (scoring.step_british - scoring.step) * board.step_losses[GB]
    allied += scoring.step * lost_german
    if scoring.steps_each:
        more = lost_allied - lost_german
        german += max(0, more) // scoring.steps_each
        allied += max(0, -more) // scoring.steps_each
    if scoring.saved_each:
        allied += (board.steps_saved + in_safety(board)) // scoring.saved_each
    allied += scoring.unhurt * unhurt(board) if scoring.unhurt else 0
    allied += scoring.escaped.points * got_away(board, scoring.escaped) if scoring.escaped else 0
    for fort in scoring.lone_forts:
        german += fort.points * (board.forts_gone >> forts.BY_NAME[fort.name, MAP.grid.hex(fort.hex)] & 1)
    for mine in MAP.mines if scoring.mine else ():
        if board.german_ground >> mine.hex & 1:
            german += scoring.mine
        else:
            allied += scoring.mine
    won, withstood = taken_by_storm(board)
    return german + won, allied + withstood


def in_safety(board: NachParisBoard) -> int:
    """[1.1.7] Belgian steps in or beside the camp that saves them, where a scenario names one."""
    camp = next((camp for camp in MAP.camps if camp.name == board.play.said.scoring.saved_at), None)
    if camp is None:
        return 0
    near = bits(camp.hexes)
    near |= MAP.grid.links.spread(near)
    return sum(board.steps(unit) for unit in board.on_map(BELGIAN & FIGHTING) if near >> board.where[unit] & 1)


def unhurt(board: NachParisBoard) -> int:
    """[1.1.7] French divisions of foot on the map that have all their steps."""
    return sum(not board.lost[unit] for unit in board.on_map(FRENCH & INFANTRY) if ROWS[unit].kind == "division")


def got_away(board: NachParisBoard, escaped: Escaped) -> int:
    """[1.1.7] Divisions of foot of a nation that stand far enough to the south with steps enough."""
    return sum(
        board.steps(unit) >= escaped.steps and _row(board.where[unit]) < escaped.below_row
        for unit in board.on_map(OF_NATION[NATIONS.index(escaped.nation)] & INFANTRY)
        if ROWS[unit].kind == "division"
    )


def _row(hex: Hex) -> int:
    """The number in the label of a hex: rows are counted from the south."""
    return int(label(hex).lstrip(ascii_uppercase))


def taken_by_storm(board: NachParisBoard) -> tuple[int, int]:
    """[1.1.5] Points for the forts of one camp, and for the turn of its fall."""
    said = board.play.said
    german = allied = 0
    camp = next((i for i, camp in enumerate(MAP.camps) if camp.name == said.scoring.forts_of), -1)
    if camp >= 0:
        gone = forts.CAMPS[camp] & board.forts_gone
        german += said.scoring.fort * gone.bit_count()
        german += said.scoring.all_forts if gone == forts.CAMPS[camp] else 0
    besieged = next((i for i, camp in enumerate(MAP.camps) if camp.name == said.special.ends_with_camp), -1)
    if besieged >= 0:
        if besieged in board.camp_fell:
            german += said.scoring.fall.get(board.camp_fell[besieged], 0)
        else:
            allied += said.scoring.not_fallen
    return german, allied


def urban_taken(board: NachParisBoard, city: str) -> bool:
    """[4.5] Whether all urban hexes of a city are German."""
    return all(board.german_ground >> hex & 1 for hex, name in enumerate(MAP.urban) if name == city)


@value
class EndOfGameTurn(NachParisStep):
    """[3.2.6], [1.1.5] A Game Turn has elapsed: the last one ends the game, unless its scenario ends it before."""

    rule: ClassVar[str] = "3.2.6"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        said = board.play.said
        _note_falls(board)
        german, allied = points(board)
        found = level(said, german - allied)
        city = said.scoring.urban_wins
        if city and urban_taken(board, city):
            found, ended = "german decisive", True
        else:
            ended = board.turn >= said.last or _camp_ends(board)
        if ended:
            board.over, board.level = True, found
            board.tell(GameEnded("1.1.5", found, german, allied))
        return ()


def _note_falls(board: NachParisBoard) -> None:
    """[11.6.15] The turn in which a camp lost its last fort."""
    for camp, every in enumerate(forts.CAMPS):
        if every and camp not in board.camp_fell and not every & ~board.forts_gone:
            board.camp_fell[camp] = board.turn


def _camp_ends(board: NachParisBoard) -> bool:
    name = board.play.said.special.ends_with_camp
    camp = next((i for i, camp in enumerate(MAP.camps) if camp.name == name), -1)
    if camp < 0 or forts.CAMPS[camp] & ~board.forts_gone:
        return False
    defender = GERMAN_SIDE if MAP.camps[camp].nation == "DE" else ALLIED_SIDE
    return not any(board.of(hex, defender) for hex in MAP.camps[camp].hexes)
