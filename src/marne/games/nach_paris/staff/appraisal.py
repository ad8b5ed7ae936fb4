"""What the staff sees on the map: what is worth having, what is in danger, where the enemy is strong.

All is counted in steps: a point of the scenario is worth as many steps as the scenario gives for one. A situation is
made for one thought and looked at where the fighting is; what nobody asks for is never worked out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from marne.games.nach_paris.board import WAITING, Hex, NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import Objective
from marne.games.nach_paris.components.units import (
    AFF,
    ALLIED_SIDE,
    ARTILLERY,
    CBF,
    FIGHTING,
    GERMAN_SIDE,
    OF_SIDE,
    SIDE,
    STACKING,
    Nation,
    Side,
    Unit,
)
from marne.games.nach_paris.rules.campaign.victory import holder, points
from marne.games.nach_paris.rules.command.lines import Country, country
from marne.games.nach_paris.rules.forts.forts import FORTS_OF, active, closed_to, fort_arf, fort_zones
from marne.games.nach_paris.rules.units.zones import facing_front, has_facing
from marne.hexes import Bits, bits, members, memo
from marne.kit.arithmetic import added, square, tally

__all__ = ["FAR", "Situation", "behind_walls", "best_facing", "facings_like", "force", "step_points"]

FAR: Final = 99
"""Farther than anything matters."""
FELT: Final = (1.0, 1.0, 0.9, 0.7, 0.45, 0.2)
"""How much of an enemy's strength is felt so many hexes away."""
NEAR: Final = 4
"""How far round a hex directions of danger are looked for."""
ALIKE: Final = 0.9
"""The share of what a facing sees that another must see to be as good."""
COMING, OVERDUE = 0.7, 0.2
"""How much of an enemy counts who is about to arrive, or who was held back."""
FOE: Final = 0.04
"""How much each factor of an enemy draws troops to himself."""
FELT_FOES: Final = 12
"""How far an enemy draws troops to himself."""
HUNTED: Final = 2.5
"""How much an enemy in the open draws those who are not needed before a fortress, in points."""
BREAKS: Final = 30
"""The AFF that breaks a fort in a turn, more or less."""
TRAIN: Final = 15
"""How many hexes from a camp guns count for its siege."""
CAUGHT: Final = 1.5
"""Nobody comes out of walls with so many times its strength before them."""
CITY: Final = 15
"""What a hex of the city is worth whose fall decides the game, in points."""


def step_points(board: NachParisBoard) -> float:
    """How many steps a point of the scenario is worth."""
    scoring = board.play.said.scoring
    if scoring.step:
        return 1 / scoring.step
    return float(min(scoring.steps_each, 5)) if scoring.steps_each else 2.0


def force(board: NachParisBoard, units: Bits) -> int:
    """The combat factors of a set of units."""
    return tally(board.cbf(unit) for unit in members(units & STACKING))


class Situation:
    """The map as one side sees it at one moment, or an area of it: what lies outside is as if it were not there."""

    def __init__(self, board: NachParisBoard, side: Side, area: Bits = 0) -> None:
        self.board = board
        self.side = side
        self.enemy = 1 - side
        self.area: Bits = area or -1
        self.ground: Bits = board.play.area & self.area
        self._directions: dict[Hex, tuple[float, ...]] = {}
        self._grounds: dict[Nation, Country] = {}
        self._sieges: dict[int, float] = {}

    def inside(self, units: Bits) -> list[Unit]:
        """Those of a set who are on the map, and in the area."""
        where, area = self.board.where, self.area
        return [unit for unit in self.board.on_map(units) if area >> where[unit] & 1]

    # -- the enemy

    @cached_property
    def foes(self) -> dict[Hex, int]:
        """The hexes with enemy foot or horse, and their factors."""
        found: dict[Hex, int] = {}
        board = self.board
        for unit in self.inside(OF_SIDE[self.enemy] & FIGHTING):
            hex = board.where[unit]
            found[hex] = found.get(hex, 0) + board.cbf(unit)
        return found

    @cached_property
    def expected(self) -> dict[Hex, float]:
        """The same with those who may arrive before one's own next turn, where they are to come [7.7.1]."""
        found: dict[Hex, float] = {hex: float(strength) for hex, strength in self.foes.items()}
        board = self.board
        soon, theirs = board.turn + (self.enemy < board.side), OF_SIDE[self.enemy] & FIGHTING
        for unit, row in board.play.arrival.items():
            due = board.where[unit] == WAITING and row.turn <= soon
            if due and theirs >> unit & 1 and self.area >> row.hex & 1:
                share = COMING if row.turn >= board.turn else OVERDUE
                found[row.hex] = found.get(row.hex, 0.0) + share * CBF[unit][row.lost]
        return found

    @cached_property
    def menace(self) -> list[float]:
        """By hex: the enemy factors that could be thrown at it in his next turn, the near ones whole."""
        return _menace(tuple(self.expected.items()))

    @cached_property
    def remote(self) -> list[int]:
        """By hex: how many hexes away the nearest enemy foot or horse is."""
        return _distances(bits(self.foes), self.area)

    @cached_property
    def distant(self) -> list[int]:
        """By hex: how many hexes away the nearest thing is that one fights for: an enemy, a prize, a fort."""
        aims = bits(self.foes) | bits(self.prizes) | bits(MAP.forts[fort].hex for fort in self.forts)
        return _distances(aims, self.area)

    def directions(self, hex: Hex) -> tuple[float, ...]:
        """What threatens a hex across each of its six sides."""
        found = self._directions.get(hex)
        if found is None:
            found = self._directions[hex] = self._threats(hex)
        return found

    def _threats(self, hex: Hex) -> tuple[float, ...]:
        sides = [0.0] * len(MAP.grid.around[hex])
        near = MAP.grid.within_bits(hex, NEAR)
        for other, strength in self.expected.items():
            if not near >> other & 1 or other == hex:
                continue
            far = MAP.grid.distance(hex, other)
            ways = [
                way
                for way, beside in enumerate(MAP.grid.around[hex])
                if beside is not None and MAP.grid.distance(beside, other) < far
            ]
            for way in ways:
                sides[way] += (strength + 1) / (far * far * len(ways))
        return tuple(sides)

    # -- what is worth having

    @cached_property
    def point(self) -> float:
        """What a point is worth in steps."""
        return step_points(self.board)

    @cached_property
    def closed(self) -> Bits:
        """Hexes that enemy fortifications keep closed."""
        return closed_to(self.board, self.side)

    def _hexes(self, objective: Objective) -> list[Hex]:
        return [hex for hex in objective.hexes if self.area >> hex & 1]

    def _swing(self, objective: Objective) -> float:
        return (objective.german + objective.allied) * self.point

    @cached_property
    def prizes(self) -> dict[Hex, float]:
        """Hexes that the enemy holds, with what they would bring."""
        found: dict[Hex, float] = {}
        board = self.board
        for objective in board.play.objectives:
            if holder(board, objective) != self.side:
                for hex in self._hexes(objective):
                    found[hex] = found.get(hex, 0) + self._swing(objective) / len(objective.hexes)
        for hex in self._scored():
            if bool(board.german_ground >> hex & 1) != (self.side == GERMAN_SIDE):
                found[hex] = found.get(hex, 0) + self._scored()[hex]
        return found

    @cached_property
    def guards(self) -> dict[Hex, float]:
        """Hexes of one's own, with what their loss would cost."""
        found: dict[Hex, float] = {}
        board = self.board
        for objective in board.play.objectives:
            if holder(board, objective) == self.side:
                for hex in self._hexes(objective):
                    found[hex] = found.get(hex, 0) + self._swing(objective) / len(objective.hexes)
        for hex in self._scored():
            if bool(board.german_ground >> hex & 1) == (self.side == GERMAN_SIDE):
                found[hex] = found.get(hex, 0) + self._scored()[hex]
        return found

    def _scored(self) -> dict[Hex, float]:
        """Mines, and the hexes of the city that decides the game."""
        scoring = self.board.play.said.scoring
        found: dict[Hex, float] = {}
        if scoring.mine:
            for mine in MAP.mines:
                found[mine.hex] = 2 * scoring.mine * self.point
        if scoring.urban_wins:
            for hex, name in enumerate(MAP.urban):
                if name == scoring.urban_wins:
                    found[hex] = found.get(hex, 0) + CITY * self.point
        return {hex: worth for hex, worth in found.items() if self.ground >> hex & 1}

    def sealed(self, hex: Hex) -> bool:
        """[11.3.2] Whether forts of one's own keep the enemy out of a hex, or out of all around it."""
        kept = closed_to(self.board, self.enemy)
        forts = bool(fort_data.AT[hex] & ~self.board.forts_gone and kept >> hex & 1)
        return forts or not MAP.grid.links.of[hex] & self.board.play.area & ~kept

    @cached_property
    def forts(self) -> dict[int, float]:
        """Enemy forts that stand on the ground of the scenario, with what the fall of each would bring, in steps."""
        board = self.board
        said = board.play.said
        standing = members(FORTS_OF[self.enemy] & active(board))
        found: dict[int, float] = {}
        for fort in standing:
            if not self.ground >> MAP.forts[fort].hex & 1:
                continue
            camp = fort_data.CAMP_OF[fort]
            worth = 0.3
            if camp >= 0:
                name = MAP.camps[camp].name
                left = (fort_data.CAMPS[camp] & ~board.forts_gone).bit_count()
                if name == said.scoring.forts_of:
                    worth += (said.scoring.fort + said.scoring.all_forts / left) * self.point
                if name == said.special.ends_with_camp:
                    more = max(said.scoring.fall.values(), default=0) - said.scoring.not_fallen
                    worth += more * self.point / left
                inside = set(MAP.camps[camp].hexes)
                whole = added(prize for hex, prize in self.prizes.items() if hex in inside)
                worth += whole * self.feasible(camp) / left
            found[fort] = worth
        return found

    def feasible(self, camp: int) -> float:
        """How likely it is that all forts of an enemy camp fall in time: by the guns about it and the turns left."""
        if camp not in self._sieges:
            self._sieges[camp] = self._siege(camp)
        return self._sieges[camp]

    def _siege(self, camp: int) -> float:
        board = self.board
        left = (fort_data.CAMPS[camp] & ~board.forts_gone).bit_count()
        if not left:
            return 1.0
        guns = 0.0
        for unit in members(OF_SIDE[self.side] & ARTILLERY):
            hex = board.where[unit]
            if hex == WAITING and unit in board.play.arrival:
                hex = board.play.arrival[unit].hex
            if hex >= 0 and (aff := AFF[unit][board.lost[unit]]):
                guns += min(1.0, aff / BREAKS) * (MAP.grid.distance(hex, MAP.camps[camp].hexes[0]) <= TRAIN)
        turns = board.play.said.last - board.turn
        return square(min(1.0, guns * turns / left))

    def walled_in(self, unit: Unit) -> bool:
        """Whether a unit is among forts of its own and would be caught outside them by an enemy who has a turn left."""
        board = self.board
        if self.last_word:
            return False
        near = CAUGHT * force(board, board.of(board.where[unit], self.side))
        return behind_walls(board, unit) and self.menace[board.where[unit]] > near

    @cached_property
    def shellfire(self) -> dict[Hex, int]:
        """[11.3.5] The hexes under the guns of enemy forts, and how many points of ARF reach each."""
        found: dict[Hex, int] = {}
        for fort in self.forts:
            if arf := fort_arf(self.board, fort):
                for hex in MAP.grid.neighbours[MAP.forts[fort].hex]:
                    found[hex] = found.get(hex, 0) + arf
        return found

    @cached_property
    def field(self) -> list[float]:
        """By hex: how strongly everything worth having pulls there, and the enemy with it."""
        found = [0.0] * len(MAP.grid)
        pulls: list[tuple[Bits, float]] = []
        for hex, worth in self.prizes.items():
            if self.closed >> hex & 1:
                worth *= 0.4 * self.feasible(MAP.camp[hex]) if MAP.camp[hex] >= 0 else 0.2
            pulls.append((1 << hex, worth))
        for fort, worth in self.forts.items():
            pulls.append((1 << MAP.forts[fort].hex, 0.7 * worth))
        self._spread(found, _merged(pulls))
        foes = [(1 << hex, FOE * strength + 0.3) for hex, strength in self.foes.items()]
        self._spread(found, foes, FELT_FOES)
        return found

    @cached_property
    def open_field(self) -> list[float]:
        """By hex: the same without fortresses, for those who are not needed before one: enemies in the open, by ways
        on which nobody goes from the zone of a fort straight into another [7.6.1]."""
        found = [0.0] * len(MAP.grid)
        pulls = [(1 << hex, worth) for hex, worth in self.prizes.items() if not self.closed >> hex & 1]
        pulls += [
            (1 << hex, HUNTED * self.point + FOE * strength)
            for hex, strength in self.foes.items()
            if not (self.closed >> hex & 1 and fort_data.AT[hex])
        ]
        zones = fort_zones(self.board, self.enemy)
        for source, worth in pulls:
            ring, left, far = source, self.ground & ~self.closed & ~source, 0
            while ring:
                for hex in members(ring):
                    found[hex] += worth / (far + 2)
                ring = (MAP.grid.links.spread(ring & ~zones) | MAP.grid.links.spread(ring & zones) & ~zones) & left
                left, far = left & ~ring, far + 1
        return found

    @cached_property
    def call(self) -> list[float]:
        """By hex: the same for troops far behind, who are also called where places of one's own are in danger."""
        found = list(self.field)
        guards = self.guards.items()
        calls = [(1 << hex, 0.7 * worth * min(1.0, self.menace[hex] / 40)) for hex, worth in guards if self.menace[hex]]
        self._spread(found, calls)
        return found

    def _spread(self, field: list[float], pulls: list[tuple[Bits, float]], limit: int = -1) -> None:
        open_ground = self.ground & ~self.closed
        for source, worth in pulls:
            for far, ring in enumerate(_ways(source, open_ground, limit)):
                felt = worth / (far + 2)
                for hex in ring:
                    field[hex] += felt

    @cached_property
    def leads(self) -> float:
        """How far the side is ahead of the victory it would have now, in points; below nothing it must attack."""
        german, allied = points(self.board)
        _, marginal, other, _ = self.board.play.said.levels
        ahead = german - allied
        return float(ahead - marginal) if self.side == GERMAN_SIDE else float(other - ahead)

    @cached_property
    def last_word(self) -> bool:
        """Whether the enemy has no turn after this one: then nothing is in danger any more."""
        board = self.board
        return self.side == board.side == ALLIED_SIDE and board.turn >= board.play.said.last

    @cached_property
    def secured(self) -> bool:
        """Whether the side has won in the last turn if nothing more happens: then it takes no risks."""
        return self.leads >= 0 and self.board.turn >= self.board.play.said.last

    # -- communications

    def line(self, nation: Nation, hex: Hex) -> int:
        """[13.1.4] The points of a line from a hex to a railway that feeds a nation."""
        if nation not in self._grounds:
            self._grounds[nation] = country(self.board, nation)
        ground = self._grounds[nation]
        return ground.points(hex, ground.railheads)


@memo(64)
def _distances(aims: Bits, area: Bits) -> list[int]:
    """By hex: how many hexes away the nearest of some hexes is, on ways through an area."""
    return MAP.grid.links.distances(aims, area, far=FAR)


@memo(64)
def _menace(expected: tuple[tuple[Hex, float], ...]) -> list[float]:
    """By hex: the factors that those who are expected somewhere could throw at it."""
    found = [0.0] * len(MAP.grid)
    for hex, strength in expected:
        for ring, share in zip(_rings(hex), FELT, strict=True):
            felt = strength * share
            for other in ring:
                found[other] += felt
    return found


@memo(2048)
def _ways(source: Bits, ground: Bits, limit: int) -> list[list[Hex]]:
    """The hexes round a source by how far it is to them, the nearest first, on ways through a ground."""
    return [members(ring) for ring in MAP.grid.links.rings(source, ground, limit=limit)]


@memo(4096)
def _rings(hex: Hex) -> list[list[Hex]]:
    """The hexes round a hex, the nearest first, as far as its strength is felt."""
    discs = [0, *(MAP.grid.within_bits(hex, far) for far in range(len(FELT)))]
    return [members(disc & ~inner) for inner, disc in pairwise(discs)]


def behind_walls(board: NachParisBoard, unit: Unit) -> bool:
    """[11.6.7] Whether a unit stands among forts of its own side that hold out."""
    return bool(fort_data.AT[board.where[unit]] & FORTS_OF[SIDE[unit]] & ~board.forts_gone)


def _merged(pulls: list[tuple[Bits, float]]) -> list[tuple[Bits, float]]:
    found: dict[Bits, float] = {}
    for source, worth in pulls:
        found[source] = found.get(source, 0.0) + worth
    return list(found.items())


def best_facing(situation: Situation, unit: Unit, hex: Hex, target: Hex = -1) -> int:
    """[6.2.1] The hexside to look across: at the target if there is one, else at most of what threatens the hex."""
    board = situation.board
    if not has_facing(board, unit):
        return board.faces[unit]
    threats = situation.directions(hex)
    if not any(threats) and target < 0:
        return _towards(situation, hex, board.faces[unit])
    best, found = -1.0, board.faces[unit]
    for facing in range(len(threats)):
        ahead = facing_front(board, unit, hex, facing)
        if target >= 0 and not ahead >> target & 1:
            continue
        worth = _seen(hex, facing, ahead, threats) + (0.01 if facing == board.faces[unit] else 0.0)
        if worth > best:
            best, found = worth, facing
    return found


def _seen(hex: Hex, facing: int, ahead: Bits, threats: Sequence[float]) -> float:
    """How much of what threatens a hex is in view, less what comes from behind."""
    seen = threats[facing] * 0.2
    for way, beside in enumerate(MAP.grid.around[hex]):
        if beside is not None and ahead >> beside & 1:
            seen += threats[way]
    return seen - 0.3 * threats[(facing + 3) % len(threats)]


def facings_like(situation: Situation, unit: Unit, hex: Hex, facing: int) -> list[int]:
    """[6.2.1] Facings that are nearly as good: the same enemies in front, and as much of what threatens the hex."""
    board = situation.board
    if not has_facing(board, unit):
        return [facing]
    threats, foes = situation.directions(hex), board.occupied[situation.enemy]
    ways = len(threats)
    front = facing_front(board, unit, hex, facing)
    least = ALIKE * _seen(hex, facing, front, threats)
    found = [facing]
    for other in ((facing + 1) % ways, (facing - 1) % ways):
        ahead = facing_front(board, unit, hex, other)
        if ahead & foes == front & foes and _seen(hex, other, ahead, threats) >= least:
            found.append(other)
    return found


def _towards(situation: Situation, hex: Hex, now: int) -> int:
    """Far from everybody: the way to the nearest enemy."""
    remote = situation.remote
    ways = [(remote[beside], way != now, way) for way, beside in enumerate(MAP.grid.around[hex]) if beside is not None]
    return min(ways)[2] if ways else now
