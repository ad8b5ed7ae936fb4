"""Whole random games: settings over all scenarios and options, a busy hand, what must hold of every board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from random import Random

from marne.engine import Match, Position, Setting
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import COUNT, ENGINEERS, HEADQUARTERS, OF_SIDE, STEPS
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.units.stacking import limit, stacked_steps
from marne.games.nach_paris.rules.units.zones import zone_of, zones
from marne.hexes import members

SCENARIOS = ("liege", "mulhouse", "guise", "maubeuge")
IDLE = ("end", "not-now")

Look = Callable[[Match], None]


def settings() -> list[Setting]:
    """The four scenarios with all sixteen combinations of the options."""
    names = [option.name for option in GAME.options]
    chosen = [tuple(zip(names, values, strict=True)) for values in product(*(option.values for option in GAME.options))]
    return [Setting(scenario, options=options) for options in chosen for scenario in SCENARIOS]


def busy_game(setting: Setting, seed: int, turns: int = 99) -> Iterator[Match]:
    """A random game of so many turns whose players seldom end a step while there is something to do."""
    match, rng = Match(GAME, setting), Random(seed)
    last = match.position.board.turn + turns
    while not match.over and match.position.board.turn < last:
        some = match.position.suggest(rng, 3)
        match.play(next((each for each in some if each not in IDLE), some[0]))
        yield match


def steps_run(match: Match, found: Counter[str]) -> None:
    """Count the step that asks, and the rules that were told since the last answer."""
    if not match.over:
        found[f"step {type(match.position.step).__name__}"] += 1
    for event in match.position.events:
        found[f"rule {getattr(event, 'rule', '')}"] += 1


def check_board(position: Position[NachParisBoard]) -> None:
    """[2.4.1], [6.1], [6.4], [12.4.2] What must hold whenever somebody is asked."""
    board = position.board
    at: Counter[int] = Counter()
    for unit in range(COUNT):
        assert 0 <= board.lost[unit] <= STEPS[unit], unit
        if board.where[unit] >= 0:
            assert board.steps(unit) > 0, f"{unit} has no step left and is on the map"
            assert board.at[board.where[unit]] >> unit & 1
            at[board.where[unit]] += 1
    assert sum(units.bit_count() for units in board.at) == sum(at.values())
    for side in (0, 1):
        held = [hex for hex in at if board.of(hex, side)]
        assert sorted(held) == sorted(members(board.occupied[side]))
        hard = [hex for hex in held if board.of(hex, side) & ~(HEADQUARTERS | ENGINEERS)]
        assert sorted(hard) == sorted(members(board.solid[side]))
        control = zones(board, side)
        for unit in board.on_map(OF_SIDE[side]):
            assert zone_of(board, unit) & ~control == 0
        assert board.convoys[side] <= V.rail.convoys


def crowded(board: NachParisBoard) -> list[int]:
    """[6.4.1] Hexes with more steps of a side than they hold."""
    return [
        hex for side in (0, 1) for hex in members(board.occupied[side])
        if stacked_steps(board, board.of(hex, side)) > limit(board, hex)
    ]  # fmt: skip
