"""C27, A12: before the first turn: the table, who attacks, the forces, and the order of the rest."""

from __future__ import annotations

from marne.engine import Ask, Only, chance, value
from marne.games.brigade1914.board import ON_TABLE, WAGON, Battlefield
from marne.games.brigade1914.components.data import LISTS, VICTORY
from marne.games.brigade1914.components.forces import UnitSpec, points_of, tokens_of
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.games.brigade1914.events import ForceMustered, InitiativeRolled, RolesTaken, TableLaid
from marne.games.brigade1914.rules.advantages.card_effects import FlankMarch
from marne.games.brigade1914.rules.advantages.dealing import card_steps
from marne.games.brigade1914.rules.command.losses import set_general
from marne.games.brigade1914.rules.measures.troops import edge_facing, on_edge, place
from marne.games.brigade1914.rules.reconnaissance.scouts import Mask, PlaceMarker, marker_count
from marne.games.brigade1914.rules.scenarios.deployment import DugIn, deploy_steps
from marne.games.brigade1914.rules.scenarios.lists import budgeted, purchases, ready_force
from marne.games.brigade1914.steps import Asked, DieLine, Line, Steps
from marne.plane import turned

__all__ = [
    "Assemble",
    "ChooseRole",
    "LayTable",
    "Muster",
    "Preparation",
    "RoleDie",
    "Roles",
    "assemble",
    "budget",
    "setup_steps",
]


def defender_first(board: Battlefield) -> tuple[int, int]:
    """C27: the defender deploys first; in a meeting engagement blue does."""
    first = board.swap ^ 1 if board.rules.defender >= 0 else 0
    return first, 1 - first


def setup_steps(board: Battlefield) -> Steps:
    """C27: the order of getting ready."""
    return (
        LayTable(0, 0),  # C27
        Roles(),  # C27
        Muster(0),  # A12, C26
        Muster(1),
        Assemble(),
        Preparation(),
    )


@value
class LayTable(Asked[int]):
    """C27: a table made by hand, or one of a thousand by three dice of ten."""

    rule = "C27"
    rolled: int
    number: int

    def ask(self, board: Battlefield) -> Ask | None:
        return None if board.table or self.rolled == 3 else chance(tuple(range(10)))

    def answered(self, board: Battlefield, die: int) -> Steps:
        return (LayTable(self.rolled + 1, self.number * 10 + die),)

    def unasked(self, board: Battlefield) -> Steps:
        if not board.table:
            board.table = f"random {self.number}"
        board.tell(TableLaid("C27", board.ground.title))
        return ()


@value
class Roles(Line):
    """C27: who attacks: as seated, or each side a die with its general's rating, the higher chooses."""

    rule = "C27"

    def do(self, board: Battlefield) -> Steps:
        """A meeting engagement knows no defender."""
        if board.roles == "as seated" or board.rules.defender < 0:
            return ()
        return (RoleDie(0),)


@value
class RoleDie(DieLine):
    """C27: both dice at once, blue's first."""

    rule = "C27"
    blue: int

    def answered(self, board: Battlefield, die: int) -> Steps:
        if not self.blue:
            board.tell(InitiativeRolled("C27", 0, die))
            return (RoleDie(die),)
        board.tell(InitiativeRolled("C27", 1, die))
        blue, red = self.blue + board.rating[0], die + board.rating[1]
        return (RoleDie(0),) if blue == red else (ChooseRole(int(red > blue)),)


@value
class ChooseRole(Asked[str]):
    """C27: the higher side attacks or defends, as it likes."""

    rule = "C27"
    side: int

    def ask(self, board: Battlefield) -> Ask:
        return Ask(self.side, ("attack", "defend"))

    def answered(self, board: Battlefield, answer: str) -> Steps:
        attacker = self.side if answer == "attack" else 1 - self.side
        board.swap = attacker
        board.tell(RolesTaken("C27", attacker))
        return ()


# -- forces


def budget(board: Battlefield, side: int) -> int:
    """C27: the points of a side: its own option, or those of its role."""
    return board.points[side] or board.rules.points[board.role(side)]


@value
class Muster(Asked[str]):
    """A12, C26: a brigade from points: ready made, or bought one thing after another."""

    rule = "A12"
    side: int

    def ask(self, board: Battlefield) -> Ask | Only[str]:
        if not board.chosen_forces:
            return Only("ready made")
        name, points = board.lists[self.side], budget(board, self.side)
        force = board.force[self.side] or budgeted(name, points)
        return Ask(self.side, (*(key for key, _ in purchases(name, force, points)), "ready made", "done"))

    def answered(self, board: Battlefield, answer: str) -> Steps:
        name, points = board.lists[self.side], budget(board, self.side)
        if answer == "ready made":
            board.force[self.side] = ready_force(name, points)
        else:
            force = board.force[self.side] or budgeted(name, points)
            if answer != "done":
                board.force[self.side] = dict(purchases(name, force, points))[answer]
                return (self,)
            board.force[self.side] = force
        force = board.force[self.side]
        board.tell(ForceMustered("A12", self.side, LISTS[name].title, points_of(force, LISTS[name]), tokens_of(force)))
        return ()


@value
class Assemble(Line):
    """A1, C27: both brigades as units with numbers; wagons with a rearguard; generals behind the middle."""

    rule = "A1"

    def do(self, board: Battlefield) -> Steps:
        assemble(board)
        return ()


def assemble(board: Battlefield) -> None:
    """A1: the units of both sides in order, and the places of the generals."""
    specs: list[UnitSpec] = []
    sides: list[int] = []
    for side in (0, 1):
        mine = list(board.force[side])
        if board.rules.exit_from_turn and board.role(side) == 1:
            mine += [UnitSpec(WAGON, WAGON, 1)] * VICTORY.wagons
        specs += mine
        sides += [side] * len(mine)
        board.starters[side] = sum(spec.kind != WAGON for spec in mine)
    board.assemble(specs, sides)
    for side in (0, 1):
        dx, dy = turned(0, 400, edge_facing(board.edge(side)))
        ex, ey = on_edge(board.edge(side), WIDE // 2, DEEP // 2)
        set_general(board, side, ex + dx, ey + dy)
        board.march[side] = tuple(board.units(side))
    for i, unit in enumerate(unit for unit, spec in enumerate(specs) if spec.kind == WAGON):
        board.status[unit] = ON_TABLE
        place(board, unit, WIDE - 2400 - 300 * i, 2400, 90, "line")


# -- the order of the rest


@value
class Preparation(Line):
    """C27: markers, cards, deployment, then the first turn."""

    rule = "C27"

    def do(self, board: Battlefield) -> Steps:
        first, second = defender_first(board)
        most = max(marker_count(board, 0), marker_count(board, 1))
        markers = tuple(PlaceMarker(side, i) for i in range(most) for side in (first, second))
        return (
            *markers,  # A10, C13
            Mask(first),
            Mask(second),  # A10
            *card_steps(board),  # A11
            FlankMarch(first),
            FlankMarch(second),  # C23
            *deploy_steps(board, first),  # C27
            *deploy_steps(board, second),
            DugIn(),
        )
