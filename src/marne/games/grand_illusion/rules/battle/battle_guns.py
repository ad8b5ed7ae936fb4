"""9.5.4: heavy artillery bombards forts before Fortunes of War are rolled."""

from __future__ import annotations

from marne.engine import Ask, Modifier, Only, total, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import METZ
from marne.games.grand_illusion.components.scenario import BETTER_USE_OF_RESOURCES
from marne.games.grand_illusion.components.tables import MODIFIERS
from marne.games.grand_illusion.components.units import ALLIED, CS, FORTS, GERMAN, HEAVY, IDS, OF_SIDE, SIDE, Unit
from marne.games.grand_illusion.events import GunFired
from marne.games.grand_illusion.rules.battle.losses import hit
from marne.games.grand_illusion.rules.movement.control import settle
from marne.games.grand_illusion.steps import Asked, Named, Reply, Rolled, Steps, choose
from marne.hexes import Bits, members

__all__ = ["Aim", "Bombard", "Bombardment", "Concentrate", "bombardment_modifiers", "guns", "metz_is_ready", "targets"]

METZ_IS_READY = Modifier("14.3.6", "Metz is ready for French guns", MODIFIERS["Metz is ready for French guns"])


def targets(board: GrandIllusionBoard) -> Bits:
    """9.5.4: the defender's forts in the battle hex, besieged or not."""
    return board.forts(board.battle, 1 - board.attacker)


def guns(board: GrandIllusionBoard) -> Bits:
    """9.5.4, 8.5, 9.1.2: guns that have not fired this turn; outside the activated hex only those that moved in."""
    found = board.at[board.battle] & OF_SIDE[board.attacker] & HEAVY & ~board.down
    return found if board.battle == board.active else found & board.moved


def metz_is_ready(board: GrandIllusionBoard, fort: Unit) -> bool:
    """14.3.6: a fort of Metz, when the French have brought guns."""
    chosen = board.chose(ALLIED, BETTER_USE_OF_RESOURCES)
    return chosen and bool(FORTS >> fort & 1) and board.where[fort] == METZ and SIDE[fort] == GERMAN


def bombardment_modifiers(board: GrandIllusionBoard, fort: Unit) -> tuple[Modifier, ...]:
    """9.5.4: the defensive strength printed on the fort; 14.3.6: Metz has one against French guns (ES-49)."""
    found = []
    if defence := board.fort_defence(fort):
        found.append(Modifier("9.5.4", "defensive strength of the fort", defence))
    if metz_is_ready(board, fort) and not board.edition.metz_fires_better:
        found.append(METZ_IS_READY)
    return tuple(found)


@value
class Bombardment(Asked[Reply]):
    """9.5.4: gun after gun, as many as the attacker likes; or two and more in concentration."""

    rule = "9.5.4"
    shape = {"take": "unit"}

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        if not targets(board):
            return None
        found = members(guns(board))
        if not found:
            return None
        takes = [("take", gun) for gun in found]
        return Ask(board.attacker, (*takes, *(["concentrate"] if len(found) > 1 else []), "done"))

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return (Concentrate(guns(board)), self) if answer == "concentrate" else ()
        return Aim(answer[1], 0), self


@value
class Concentrate(Asked[Named]):
    """9.5.4: all are committed before the first die; if forts are left at the end, one of them takes a hit more."""

    rule = "9.5.4"
    shape = {"take": "unit"}
    left: Bits

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        return choose(board.attacker, [("take", gun) for gun in members(self.left)]) if targets(board) else None

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        board.down |= self.left
        return ()

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        gun = answer[1]
        left = self.left & ~(1 << gun)
        if not left:
            return (Aim(gun, 1),)
        return Aim(gun, 0), Concentrate(left)


@value
class Aim(Asked[Named]):
    """9.5.4: the gun fires at one fort until that is gone. `last`: one hit more when this gun has done."""

    rule = "9.5.4"
    shape = {"bombard": "unit"}
    gun: Unit
    last: int

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        return choose(board.attacker, [("bombard", fort) for fort in members(targets(board))])

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        board.down |= 1 << self.gun
        return ()

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        return (Bombard(self.gun, answer[1], self.last),)


@value
class Bombard(Rolled):
    """9.5.4: a hit, and the gun fires again; a miss, and it is done for this turn."""

    rule = "9.5.4"
    gun: Unit
    fort: Unit
    last: int

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        modifiers = bombardment_modifiers(board, self.fort)
        scored = answer + total(modifiers) <= CS[self.gun]
        board.tell(
            GunFired(self.rule, IDS[self.gun], IDS[self.fort], answer, modifiers, CS[self.gun], scored, board.battle)
        )
        if not scored:
            board.down |= 1 << self.gun
            return _damage(board, self.fort) if self.last else ()
        steps = _damage(board, self.fort)
        if board.at[board.battle] >> self.fort & 1:
            return (*steps, self)
        return (*steps, Aim(self.gun, self.last))


def _damage(board: GrandIllusionBoard, fort: Unit) -> Steps:
    """9.5.4, 8.3.3: a step less; with the last one the hex may change hands at once."""
    hit(board, fort, "9.5.4")
    return () if board.at[board.battle] >> fort & 1 else settle(board, board.battle)
