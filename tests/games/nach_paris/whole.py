"""Whole random games: settings over all scenarios and options, a busy hand, what must hold of every board."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from random import Random

from games.nach_paris.support import Game, arranged
from marne.engine import CHANCE, Answer, Event, Match, Position, Private, Setting
from marne.games.nach_paris.board import DESTROYED, REMOVED, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Rail
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import (
    BY_ID,
    COUNT,
    ENGINEERS,
    HEADQUARTERS,
    NATION,
    NATIONS,
    OF_SIDE,
    STEPS,
)
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.command.events import HeadquartersBack, Rebuilt, Replaced
from marne.games.nach_paris.rules.movement.events import StepsTaken
from marne.games.nach_paris.rules.rail.capacity import most
from marne.games.nach_paris.rules.units.events import Joined, Split
from marne.games.nach_paris.rules.units.zones import zone_of, zones
from marne.hexes import members

SCENARIOS = ("haelen", "liege", "mulhouse", "morhange", "ardennes", "charleroi", "mons", "guise", "maubeuge")
IDLE = ("end", "not-now")
LATER = 14
"""The first Game Turn in which sluices may be opened [17.2.1]; by then the British are there, and somebody is hurt."""
RESTLESS = 0.03
"""How often a hand ends a step in which there is still something to do."""


def settings() -> list[Setting]:
    """The nine short scenarios with all sixteen combinations of the options."""
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


def plain(position: Position[NachParisBoard]) -> list[Event]:
    """What happened since the last answer, be it known to one side alone."""
    return [event.plain() if isinstance(event, Private) else event for event in position.events]


def steps_run(position: Position[NachParisBoard], found: Counter[str]) -> None:
    """Count the step that asks, and the rules that were told since the last answer."""
    if position.open is not None:
        found[f"step {type(position.step).__name__}"] += 1
    for event in plain(position):
        found[f"event {type(event).__name__}"] += 1
        found[f"rule {getattr(event, 'rule', '')}"] += 1


def campaign(seed: int, options: dict[str, str]) -> Game:
    """The campaign as it is set up; from the eleventh game on with everybody on the map who comes by turn 14, every
    third unit a step short, and two British units at Boulogne and off Calais: before that turn no sluice is opened and
    nobody needs replacements, and by chance hardly anybody stands in a harbour."""
    if seed < 10:
        return arranged("campaign", options, rest="waiting", begin="turn")
    at_sea = {"6th-Div": "off Calais North-Sea", "19th-Bri": "BD36 N"}
    position = arranged("campaign", options, rest="waiting", arrived=LATER, units=at_sea, turn=LATER, begin="turn")
    for unit in range(0, COUNT, 3):
        if position.board.where[unit] >= 0 and STEPS[unit] > 1:
            position.board.lost[unit] = 1
            position.board.step_losses[NATION[unit]] += 1
    return position


def hand(position: Position[NachParisBoard], rng: Random) -> Answer:
    """A kind of answer at random, then one of that kind, so that a ship is as likely as all marches together; a hand
    that seldom ends a step while there is something to do, and once in three a unit's own move."""
    ask = position.open
    assert ask is not None
    if ask.actor == CHANCE or not ask.options:
        return position.suggest(rng, 1)[0]
    kinds: dict[object, list[Answer]] = defaultdict(list)
    for option in ask.options:
        kinds[option[0] if isinstance(option, tuple) else option].append(option)
    lazy = 1 / 3 if type(position.step).__name__ == "Walk" else RESTLESS
    idle = [kind for kind in kinds if kind in IDLE]
    busy = [kind for kind in kinds if kind not in IDLE]
    if idle and (not busy or rng.random() < lazy):
        return rng.choice(kinds[idle[0]])
    return rng.choice(kinds[rng.choice(busy)])


def played(position: Game, seed: int, turns: int = 2) -> Iterator[Game]:
    """So many turns of a game; each position, after its answer. Steps are accounted for all the way."""
    rng, last = Random(seed), position.board.turn + turns
    position = position.copy()
    while position.open is not None and position.board.turn < last:
        before = position.board.copy()
        position.push(hand(position, rng))
        check_steps(before, position)
        yield position


def check_steps(before: NachParisBoard, position: Position[NachParisBoard]) -> None:
    """[2.4.2], [1.1.5] No step comes or goes but by a loss, a replacement or a consolidation, and each is counted.

    What others give for a hurt unit that leaves [7.8.2] was counted when that one lost it.
    """
    board = position.board
    kinds = {type(event) for event in plain(position)}
    if kinds & {Split, Joined, HeadquartersBack}:
        return
    for nation in range(len(NATIONS)):
        found = 0
        for unit in members(before.standing):
            if NATION[unit] == nation:
                if board.where[unit] >= 0:
                    found += board.lost[unit] - before.lost[unit]
                elif board.where[unit] in (DESTROYED, REMOVED):
                    found += before.steps(unit)
        found -= sum(1 for event in plain(position) if isinstance(event, StepsTaken) and _gives(event, nation))
        counted = board.step_losses[nation] - before.step_losses[nation]
        if kinds & {Replaced, Rebuilt}:  # what was lost before the first day is in no count
            assert found in (-1, 0)
            assert counted in (-1, 0)
        else:
            assert found == counted, NATIONS[nation]


def _gives(event: StepsTaken, nation: int) -> bool:
    """Whether a unit of a nation gave a step and has others left; the last one leaves with it."""
    return NATION[BY_ID[event.unit]] == nation and event.left > 0


def check_rails(board: NachParisBoard) -> None:
    """[12.4.1]-[12.4.3] No line and no side runs more convoys than it can, no single line both ways at once."""
    for (link, into), used in board.rail_used.items():
        assert used <= most(link, into), f"link {link} into {into}: {used}"
        ends = MAP.links[link]
        if ends.rail == Rail.LOW:
            assert (link, ends.a if into == ends.b else ends.b) not in board.rail_used, link
    assert all(used <= V.rail.convoys for used in board.convoys)


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
    check_rails(board)
