"""9.3: the combats of a battle: what is added to a die, what it must not exceed, and what a hit does."""

from __future__ import annotations

from marne.engine import Ask, Modifier, Only, total, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import VOSGES
from marne.games.grand_illusion.components.tables import CONCENTRIC, MODIFIERS
from marne.games.grand_illusion.components.units import (
    CAVALRY,
    COMBAT,
    FORTS,
    IDS,
    INFANTRY,
    MOUNTAIN,
    OF_SIDE,
    STUBBORN,
    written,
)
from marne.games.grand_illusion.events import ElanPaid, Shot
from marne.games.grand_illusion.rules.battle.battle_board import (
    DEFENDER,
    FRONTS,
    RESERVE,
    Fight,
    engaged,
    fortune,
    take_off,
)
from marne.games.grand_illusion.rules.battle.battle_conclusion import Conclude
from marne.games.grand_illusion.rules.battle.battle_guns import metz_is_ready
from marne.games.grand_illusion.rules.battle.losses import hit
from marne.games.grand_illusion.rules.movement.control import blocked_key
from marne.games.grand_illusion.steps import ONE_DIE, Asked, Line, Named, Rolled, Steps, choose
from marne.hexes import Bits, members

__all__ = [
    "Combat", "DefenderFire", "Elan", "Fire", "FreeShot", "FrontLine", "Losses", "ReserveFire", "apply_hits",
    "attack_modifiers", "charges", "concentric", "concentric_hexes", "defence_modifiers", "faces", "firing", "hits",
    "modifiers_in_force", "strength",
]  # fmt: skip

COUNTERATTACK = Modifier("9.2.4", "counterattack", MODIFIERS["counterattack"])
MOUNTAIN_TROOPS = Modifier("9.3.1", "mountain troops", MODIFIERS["mountain troops"])
FORT_HELP = Modifier("9.3.2", "fort in the hex", MODIFIERS["fort in the hex"])
STUBBORNNESS = Modifier("12.2", "British and Belgians", MODIFIERS["British and Belgians"])


def concentric_hexes(board: GrandIllusionBoard) -> int:
    """9.2.3: neighbours of the attacker's, with combat units of his or a hexside that he blocks (8.4.5).

    ES-10: across impassable hexsides only in the Spanish edition.
    """
    hex, side = board.battle, board.attacker
    near = board.ground.around if board.edition.impassable_sides_count else board.ground.neighbours
    behind = board.blocked.get(blocked_key(side, hex), 0)
    return sum(
        1 for other in near[hex] if board.controls(side, other) and (board.combat(other, side) or behind >> other & 1)
    )


def concentric(board: GrandIllusionBoard) -> int:
    """9.2.3: one for three or four such hexes, two for five or six."""
    return CONCENTRIC[concentric_hexes(board)]


def attack_modifiers(board: GrandIllusionBoard, units: Bits) -> tuple[Modifier, ...]:
    """9.3.1, 9.2.3, ES-10: what is added to an attacker's die."""
    match fortune(board):
        case "skirmish":
            return ()
        case "counterattack":
            return (COUNTERATTACK,)
    found = []
    hex = board.battle
    terrain = 0 if fortune(board) == "attacker surprise" else board.ground.tem[hex]
    trench = board.trench.get(hex, 0)
    around = concentric(board)
    if board.edition.concentric_floor:  # ES-10: it makes good for ground and trenches, and no more
        around = min(around, terrain + trench)
    if terrain:
        found.append(Modifier("9.3.1", "terrain", terrain))
    if trench:
        found.append(Modifier("9.7.3", "trenches", trench))
    if around:
        found.append(Modifier("9.2.3", "concentric attack", -around))
    if units & MOUNTAIN and VOSGES >> hex & 1:
        found.append(MOUNTAIN_TROOPS)
    return tuple(found)


def modifiers_in_force(board: GrandIllusionBoard, fight: Fight) -> tuple[tuple[str, tuple[Modifier, ...]], ...]:
    """9.3.1, 9.3.2, 12.2: what is added to the attacker's dice, to the defender's, and to his strength."""
    here, side = board.at[board.battle], board.attacker
    stubborn = fortune(board) != "skirmish" and here & OF_SIDE[1 - side] & STUBBORN
    return (
        ("attacker", attack_modifiers(board, fight.units & here or here & OF_SIDE[side])),
        ("defender", defence_modifiers(board, fight, here & OF_SIDE[1 - side])),
        ("strength", (STUBBORNNESS,) if stubborn else ()),
    )


def fort_helps(board: GrandIllusionBoard) -> bool:
    """9.3.2, 9.5.1, ES-12: a fort of the defender in the hex, besieged or not, in either edition.

    ES-11: not against a counterattack (9.2.4) except in the Spanish edition.
    """
    if fortune(board) == "counterattack" and not board.edition.counterattack_keeps_fort:
        return False
    return bool(board.forts(board.battle, 1 - board.attacker))


def defence_modifiers(board: GrandIllusionBoard, fight: Fight, units: Bits) -> tuple[Modifier, ...]:
    """9.3.2: what is added to a defender's die; never terrain, trenches or concentric attack."""
    if fortune(board) == "skirmish":
        return ()
    found = []
    if units & COMBAT and fort_helps(board):
        found.append(FORT_HELP)
    if fight.elan and board.ground.tem[board.battle]:
        found.append(Modifier("9.3.5", "elan", -board.ground.tem[board.battle]))
    return tuple(found)


def strength(board: GrandIllusionBoard, units: Bits, *, defending: bool) -> int:
    """9.3.1: a stack adds up; 12.2: British units and Belgian infantry have one more each in defence.

    ES-49: so have the forts of Metz in the Spanish edition, if the French have brought guns (14.3.6).
    """
    found = sum(board.strength(unit) for unit in members(units))
    if not defending:
        return found
    if units & FORTS and board.edition.metz_fires_better:
        found += sum(metz_is_ready(board, unit) for unit in members(units))
    return found + STUBBORNNESS.amount * (units & STUBBORN).bit_count()


def only_ones(board: GrandIllusionBoard, targets: Bits) -> bool:
    """9.1.4, 9.5.1: in a skirmish, and against a fort, nothing but a natural 1 hits."""
    return fortune(board) == "skirmish" or bool(targets & FORTS)


def hits(die: int, added: int, needed: int, only_one: bool) -> bool:
    """9.3.1: a natural 1 always hits and a 6 never; otherwise the sum must not exceed the strength.

    >>> hits(4, 1, 5, False), hits(5, 1, 5, False), hits(1, 3, 1, False), hits(6, -2, 9, False), hits(2, -2, 6, True)
    (True, False, True, False, False)
    """
    if die == 1:
        return True
    return die != 6 and not only_one and die + added <= needed


def firing(board: GrandIllusionBoard, fight: Fight, space: int, target: int) -> tuple[tuple[Modifier, ...], int, bool]:
    """9.3.1, 9.3.2: what a die of this space against that one is made of: modifiers, strength, if only a 1 hits."""
    units, targets = board.spaces[space], board.spaces[target]
    if space < DEFENDER:
        modifiers = attack_modifiers(board, units)
    else:
        modifiers = defence_modifiers(board, fight, units)
    return modifiers, strength(board, units, defending=space >= DEFENDER), only_ones(board, targets)


def faces(board: GrandIllusionBoard, fight: Fight, space: int, target: int) -> int:
    """9.3.1: how many of the six faces hit; for the odds."""
    modifiers, needed, only_one = firing(board, fight, space, target)
    added = total(modifiers)
    return sum(hits(die, added, needed, only_one) for die in range(1, 7))


def charges(board: GrandIllusionBoard, i: int) -> bool:
    """9.6.1: cavalry attacks infantry in the front spaces i, which fires first."""
    return bool(board.spaces[i] & CAVALRY and board.spaces[DEFENDER + i] & INFANTRY)


@value
class FrontLine(Line):
    """9.3: space by space the front lines fire, then losses, then the reserves, then losses again, then retreats.

    9.2.4: a counterattack in which nobody attacks does not take place.
    """

    rule = "9.3"
    fight: Fight

    def do(self, board: GrandIllusionBoard) -> Steps:
        fighting = [i for i in FRONTS if engaged(board, i)]
        if not fighting:
            return () if fortune(board) == "counterattack" else (Conclude(),)
        combats = tuple(Combat(self.fight, i) for i in fighting)
        reserves = tuple(
            ReserveFire(self.fight, side + RESERVE + i, DEFENDER - side + i)
            for side in (0, DEFENDER)
            for i in fighting
            if board.spaces[side + RESERVE + i]
        )
        return (*combats, Losses(), *reserves, Losses(), Elan(self.fight), Conclude())


@value
class Combat(Line):
    """9.3.1, 9.3.2: both sides of a space fire; losses count when all have fired. 9.6.1: or infantry first."""

    rule = "9.3.1"
    fight: Fight
    space: int

    def do(self, board: GrandIllusionBoard) -> Steps:
        i = self.space
        exchange = (Fire(self.fight, i, DEFENDER + i), DefenderFire(self.fight, DEFENDER + i, i))
        return (FreeShot(self.fight, DEFENDER + i, i), *exchange) if charges(board, i) else exchange


@value
class Fire(Rolled):
    """9.3.1: one die for a unit or stack; a hit is marked."""

    rule = "9.3.1"
    fight: Fight
    space: int
    target: int

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        return ONE_DIE if board.spaces[self.space] and board.spaces[self.target] else None

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        if self.shoot(board, answer):
            self.score(board)
        return ()

    def shoot(self, board: GrandIllusionBoard, die: int) -> bool:
        """The die, its sum and what it is compared with."""
        units, targets = board.spaces[self.space], board.spaces[self.target]
        modifiers, needed, only_one = firing(board, self.fight, self.space, self.target)
        scored = hits(die, total(modifiers), needed, only_one)
        board.tell(
            Shot(self.rule, written(units), written(targets), die, modifiers, needed, only_one, scored, board.battle)
        )
        return scored

    def score(self, board: GrandIllusionBoard) -> None:
        """Both units of a stack are hit (9.3.3)."""
        board.hits |= board.spaces[self.target]


@value
class DefenderFire(Fire):
    """9.3.2: the defender fires back as he was before."""

    rule = "9.3.2"


@value
class FreeShot(Fire):
    """9.6.1: infantry fires at charging cavalry before it comes to blows; hits count at once."""

    rule = "9.6.1"

    def score(self, board: GrandIllusionBoard) -> None:
        apply_hits(board, board.spaces[self.target], self.rule)


@value
class ReserveFire(Fire):
    """9.3.4: a free shot at what is left in the front opposite."""

    rule = "9.3.4"


@value
class Losses(Line):
    """9.3.3: disrupted, eliminated, a step of a fort."""

    rule = "9.3.3"

    def do(self, board: GrandIllusionBoard) -> Steps:
        apply_hits(board, board.hits, self.rule)
        board.hits = 0
        return ()


def apply_hits(board: GrandIllusionBoard, units: Bits, rule: str) -> None:
    """9.3.3: a hit for each of the units; who is gone is gone from the battle board."""
    for unit in members(units):
        hit(board, unit, rule)
    take_off(board, units & ~board.at[board.battle])


@value
class Elan(Asked[Named]):
    """9.3.5: if the attack has cost nothing, the defender chooses who takes a hit, the undisrupted first."""

    rule = "9.3.5"
    shape = {"hit": "unit"}
    fight: Fight

    def victims(self, board: GrandIllusionBoard) -> Bits:
        """Nobody if somebody has been hit already, or if it was no attack with elan."""
        units = self.fight.units & board.at[board.battle]
        if not self.fight.elan or units != self.fight.units or units & board.down != self.fight.down:
            return 0
        return units & ~board.down or units

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        return choose(1 - board.attacker, [("hit", unit) for unit in members(self.victims(board))])

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        board.tell(ElanPaid(self.rule, IDS[answer[1]], board.battle))
        hit(board, answer[1], self.rule)
        return ()
