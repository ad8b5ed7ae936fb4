"""How a scenario begins: each unit where it is first seen, as two staffs set it up and bring it in on the first turn.

Nothing here knows a game. Both seats are played by the game's own computer player until the first turn is over, and
the first place of each unit that its owner sees is kept. Most scenarios leave the players no choice; where they do,
this is one way to begin. Always the same dice, so everybody sees the same picture.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from marne.engine import CHANCE, Match, Setting, Tabletop, check_setting, find_game
from marne.lab.play import seeded_dice
from marne.players import Minds, stand_in
from marne.table.front.told import ArmyStart, Measured, SideAim, Start

__all__ = ["FirstTurn", "Unit", "opening", "start_of"]

SEED = 1914
MOST = 1500
"""Answers after which the first turn is cut off."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit where it begins."""

    army: str
    symbol: str
    size: str
    place: str
    facing: int


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """Units by place in the order in which they were seen; the table where there are no hexes."""

    units: tuple[Unit, ...]
    prizes: tuple[str, ...]
    table: Tabletop | None


@lru_cache(64)
def opening(name: str, scenario: str) -> FirstTurn:
    """The first turn of a scenario, played by two staffs."""
    match = _begun(name, scenario)
    minds = Minds(match, dict.fromkeys(range(len(match.game.seats)), stand_in(match.game).name))
    last = max(1, _turn(match))
    seen: dict[str, Unit] = {}
    prizes: dict[str, None] = {}
    table: Tabletop | None = None
    while (ask := match.position.open) is not None and _turn(match) <= last and len(match.log) < MOST:
        if ask.actor == CHANCE:
            match.play(match.roll())
            continue
        scene = match.sight(ask.actor).scene("en")
        table = scene.open_table or table
        prizes.update((hex, None) for prize in scene.prizes for hex in prize.hexes)
        for piece in scene.pieces:
            if piece.place and not piece.hidden and piece.id not in seen:
                seen[piece.id] = Unit(piece.army, piece.symbol, piece.size, piece.place, piece.facing or 0)
        match.play(minds.answer(ask.actor))
    return FirstTurn(tuple(seen.values()), tuple(prizes), table)


def _begun(name: str, scenario: str) -> Match:
    game = find_game(name)
    return Match(game, check_setting(game, Setting(scenario)), seeded_dice(game, SEED))


def _turn(match: Match) -> int:
    """The turn of a game that counts turns; else always the first."""
    return int(getattr(match.position.board, "turn", 1))


def start_of(name: str, scenario: str, language: str) -> Start:
    """The same in words and numbers: when it begins, what each side must do, how many units of which army."""
    match = _begun(name, scenario)
    actor = match.actor
    scene = match.sight(actor if actor is not None and actor != CHANCE else 0).scene(language)
    armies: dict[str, Counter[str]] = {}
    for unit in opening(name, scenario).units:
        armies.setdefault(unit.army, Counter())[unit.symbol] += 1
    return Start(
        turn=scene.turn,
        aims=[SideAim(seat=aim.seat, text=aim.text) for aim in scene.aims],
        armies=[
            ArmyStart(army=army, units=units.total(), kinds=dict(units.most_common())) for army, units in armies.items()
        ],
        measured=measured(name, scenario),
    )


def measured(name: str, scenario: str) -> Measured | None:
    """The balance of a scenario, as `docs/figures.md` has it; None where nobody measured it."""
    file = find_game(name).rule_index().with_name("measured.toml")
    found = tomllib.loads(file.read_text(encoding="utf-8")).get(scenario) if file.exists() else None
    if found is None:
        return None
    return Measured(player=found["player"], games=found["games"], won=found["won"], drawn=found["drawn"])
