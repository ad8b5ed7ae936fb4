"""Chapter 4: what each side still needs to win, and who holds the cities that count."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from marne.atlas.words import name_in
from marne.engine import Aim, Prize
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.scenario import Scenario1914
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN, SEATS
from marne.games.schlieffens_war.rules.campaign.victory import german_city_lost, paris_fallen
from marne.games.schlieffens_war.words import WORDS
from marne.hexes import Bits, members

__all__ = ["aims", "prizes"]


def aims(board: WarBoard, language: str) -> tuple[Aim, ...]:
    """4.1 to 4.7, by side, as they stand now."""
    won = paris_fallen(board), german_city_lost(board)
    stands = _Stands(board.turn, board.standing, bool(board.endangered), board.plan_xvii, *won)
    return _aims(board.scenario, stands, language)


class _Stands(NamedTuple):
    """All that victory hangs on."""

    turn: int
    points: int
    endangered: bool
    attacks: int
    paris: bool
    city: bool


@lru_cache(512)
def _aims(scenario: Scenario1914, stands: _Stands, language: str) -> tuple[Aim, ...]:
    turn, points, endangered, attacks, paris, city = stands

    def aim(side: int, key: str, rule: str, now: int = 0, need: int = 0, done: bool | None = None) -> Aim:
        text = WORDS.say(language, f"aim.{key}", turn=scenario.turns, need=need, last=scenario.turns - 1, **facts)
        return Aim(SEATS[side], text, rule, now, need, now >= need if done is None else done)

    victory, turns = scenario.victory, scenario.turns_of
    facts = {
        "draw": victory.draw_points,
        "plan": turns.plan_xvii or 0,
        "east": turns.withdrawal or 0,
        "corps": victory.withdrawn_corps,
        "factor": victory.withdrawn_factor,
    }
    found = [aim(GERMAN, "points", "4.7", points, victory.german_points)]
    if victory.endanger_paris:
        found.append(aim(GERMAN, "endanger", "4.1", done=endangered))
    found.append(aim(GERMAN, "paris", "4.2", done=paris))
    if turns.withdrawal is not None and turn <= turns.withdrawal:
        found.append(aim(GERMAN, "east", "4.5", done=False))
    found.append(aim(ENTENTE, "hold", "4.7", done=points < victory.draw_points))
    found.append(aim(ENTENTE, "city", "4.3", done=city))
    if turns.plan_xvii is not None and turn <= turns.plan_xvii:
        found.append(aim(ENTENTE, "plan", "4.4", attacks, victory.plan_xvii_attacks))
    return tuple(found)


_PLACES: Final = (
    *((hex, "1") for hex in members(g.PRIZES)),
    *((hex, "paris") for hex in members(g.PARIS)),
    *((hex, "city") for hex in members(g.GERMAN_CITIES)),
)


def prizes(board: WarBoard, language: str) -> tuple[Prize, ...]:
    """4.6 the cities that count a point, 4.2 and 4.3 those that win the game at once."""
    return _prizes(board.control & (g.PRIZES | g.PARIS | g.GERMAN_CITIES), language)


@lru_cache(512)
def _prizes(control: Bits, language: str) -> tuple[Prize, ...]:
    return tuple(_prize(hex, worth, control >> hex & 1 == 1, language) for hex, worth in _PLACES)


@lru_cache(512)
def _prize(hex: int, worth: str, german: bool, language: str) -> Prize:
    """What looks the same is one object."""
    told = worth if worth.isdecimal() else WORDS.say(language, f"aim.worth.{worth}")
    holds, counts = SEATS[GERMAN if german else ENTENTE], SEATS[ENTENTE if worth == "city" else GERMAN]
    return Prize(name_in(language, g.PLACE_NAMES[hex]), (g.LABELS[hex],), holds, told, counts)
