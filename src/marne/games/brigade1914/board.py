"""The facts of play: lists by unit or by side."""

from __future__ import annotations

from typing import Any, Final

from marne.engine import OPEN, OWNER, PARTLY, SEATS, UNITS, VISIBLE, Board, Seat, Unit, Units, each, fact, given
from marne.games.brigade1914.components.data import LISTS, SCENARIOS, ScenarioRow
from marne.games.brigade1914.components.forces import UnitSpec
from marne.games.brigade1914.components.ground import Ground, ground_of
from marne.games.brigade1914.components.names import Label, Said, labels
from marne.plane import Group, Placed

__all__ = [
    "ARRIVED",
    "DESTROYED",
    "FACE_DOWN",
    "FLANK",
    "HIDDEN",
    "LEFT",
    "MARKER",
    "MASKED",
    "OFF_TABLE",
    "ON_TABLE",
    "RESERVE",
    "SIDES",
    "STATUS_NAMES",
    "UNSEEN",
    "WAGON",
    "Battlefield",
    "Dispositions",
    "Shapes",
]

SIDES: Final = ("blue", "red")
MARKER: Final = 1000
"""C13: added to the number of a recon marker that is a target."""
WAGON: Final = "wagon"
"""C27: the kind of a supply wagon."""

RESERVE, ON_TABLE, HIDDEN, MASKED, ARRIVED, FLANK, OFF_TABLE, DESTROYED, LEFT = range(9)
STATUS_NAMES: Final = (
    "reserve",
    "on table",
    "hidden",
    "masked",
    "arrived",
    "flank",
    "off table",
    "destroyed",
    "left",
)
LISTED: Final = "the forces are chosen in the open, and losses are counted there"
"""Why everybody knows of what a unit consists."""
DECLARED: Final = "the enemy is asked for his reaction to a declared target (C3), even if the unit is still hidden"
"""Why everybody knows at what a unit aims."""
UNSEEN: Final = (RESERVE, HIDDEN, MASKED, FLANK)
"""What the enemy cannot tell apart."""
FACE_DOWN: Final = "?"
"""A11: a card that a seat cannot see."""


class Shapes(dict[int, tuple[tuple[Placed, ...], int, int, Group]]):
    """Shapes by unit, each with what it was made of, and who stood where when somebody asked last. Whatever is kept
    here follows from the facts, so no two of these tell anything different."""

    __slots__ = ("last",)
    __hash__ = None

    def __init__(self) -> None:
        super().__init__()
        self.last: Dispositions | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shapes)

    def __reduce__(self) -> tuple[type[Shapes], tuple[()]]:
        """Nothing of it goes to another process: it is found again there."""
        return Shapes, ()


class Dispositions:
    """A1, C16: who stands where on a table, and what follows from that alone. It is that of a board until somebody
    moves, gets on or off its horses or loses a base: `troops.dispositions` asks for it."""

    __slots__ = ("at", "foes", "foot", "known", "mgs", "owned", "sights", "status", "table", "visible")

    def __init__(self, board: Battlefield) -> None:
        self.at, self.foot, self.mgs, self.status = board.at[:], board.foot[:], board.mgs[:], board.status[:]
        self.table, self.owned = board.table, board.owned
        self.visible: tuple[tuple[int, Group], ...] | None = None
        """The units that all can see, with their bodies, once somebody asks for them."""
        self.foes: list[tuple[tuple[int, Group], ...]] | None = None
        """C16: those of them that are enemies of each side, likewise."""
        self.sights: Final[dict[tuple[Group, Group, tuple[int, ...]], bool]] = {}
        """C16: whether a line is open between two bodies, past all units but some."""
        self.known: Final[dict[tuple[Any, ...], Any]] = {}
        """What functions have said that are marked with `troops.while_still`."""


class Battlefield(Board):
    """C27: the table with both brigades. Lists are by unit, or by side where they have two items."""

    scenario: str = given()
    lists: tuple[str, str] = given()
    points: tuple[int, int] = given()
    chosen_forces: bool = given()
    table_option: str = given()
    roles: str = given()
    bodies: Shapes = given()
    """Each unit's bases as a shape, with what it was made of (`troops.shape`): follows from the facts, so it is shared
    by all copies and made anew where it does not fit; a masked board has its own."""
    called: tuple[Label, ...] = given()
    """Each unit's label and name, which follow from lists and forces."""
    numbers: dict[str, int] = given()
    """The unit of each label, likewise."""
    owned: tuple[tuple[int, ...], tuple[int, ...]] = given()
    """The units of each side, likewise."""

    # by unit: `assemble` makes the lists
    spec: list[UnitSpec] = fact([], of=UNITS, seen=OPEN, why=LISTED)
    side: list[int] = fact([], of=UNITS, seen=OPEN, why=LISTED)
    bases: list[int] = fact([], of=UNITS, seen=OPEN, why=LISTED)
    mgs: list[int] = fact([], of=UNITS, seen=OPEN, why=LISTED)
    start: list[int] = fact([], of=UNITS, seen=OPEN, why=LISTED)
    recruits: list[int] = fact([], of=UNITS, seen=OPEN, why=LISTED)
    status: list[int] = each(RESERVE, seen=PARTLY)
    at: list[tuple[Placed, ...]] = each((), seen=PARTLY)
    formation: list[str] = each("line", seen=PARTLY)
    markers: list[int] = each(0, seen=VISIBLE)
    spent: list[int] = each(0, seen=VISIBLE)
    tokens: list[int] = each(0, seen=PARTLY)
    acted: list[int] = each(0, seen=VISIBLE)
    moved: list[int] = each(0, seen=VISIBLE)
    assaulted: list[int] = each(0, seen=VISIBLE)
    half: list[int] = each(-1, seen=VISIBLE)
    """A6: tokens spent by its side when the unit made the first half; -1 if it is not halted."""
    smoke: list[int] = each(0, seen=VISIBLE)
    smoke_bar: list[int] = each(0, seen=VISIBLE)
    dug: list[int] = each(0, seen=PARTLY)
    fired: list[int] = each(0, seen=VISIBLE)
    foot: list[int] = each(0, seen=VISIBLE)
    """A8: 1 for dismounted cavalry."""
    reinforced: list[int] = each(0, seen=VISIBLE)
    jammed: list[int] = each(0, seen=VISIBLE)
    guided: list[int] = each(0, seen=VISIBLE)
    screened: list[int] = each(0, seen=VISIBLE)
    minute: list[int] = each(0, seen=VISIBLE)
    bayonet: list[int] = each(0, seen=VISIBLE)
    report: list[int] = each(0, seen=VISIBLE)
    goal: list[tuple[int, ...]] = each((), seen=PARTLY)
    """Where a unit is going; empty if it is not."""
    aim: list[int] = each(-1, seen=OPEN, why=DECLARED)
    """What a unit fires at: a unit, MARKER and more for a recon marker, -1 nothing."""
    aim_guns: list[int] = each(-1, seen=OPEN, why=DECLARED)
    flanked: list[int] = each(0, seen=VISIBLE)
    """C23: 1 for a unit that a flank march brings on by a side edge."""
    # sides, and the game
    force: list[tuple[UnitSpec, ...]] = fact([(), ()], of=SEATS, seen=OPEN)
    """The forces while they are chosen."""
    pool: list[int] = fact([0, 0], of=SEATS, seen=PARTLY)
    """Tokens not yet given out this turn."""
    gx: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    gy: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    gtokens: list[int] = fact([0, 0], of=SEATS, seen=PARTLY)
    rating: list[int] = fact(lambda board: [LISTS[name].rating for name in board.lists], of=SEATS, seen=OPEN)
    gmoved: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    lost: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    """C14: tokens that a side generates fewer each turn."""
    next_lost: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    used: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    """C25: national re-roll of misses used this turn."""
    reroll: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    """A12: British re-roll of a test used this turn."""
    hand: list[tuple[str, ...]] = fact([(), ()], of=SEATS, seen=PARTLY)
    stored: list[tuple[tuple[str, int, Unit], ...]] = fact([(), ()], of=SEATS, seen=OPEN, why=DECLARED)
    """A11: cards in play: card, tokens on it, unit."""
    count: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    """Tokens that a side has spent in the whole game."""
    marker: list[tuple[tuple[int, int], ...]] = fact([(), ()], of=SEATS, seen=OPEN)
    """A10: recon markers; (-1, -1) is gone."""
    mask: list[tuple[int, Unit]] = fact([(-1, -1), (-1, -1)], of=SEATS, seen=OWNER)
    """A10: which marker hides which unit."""
    march: list[tuple[Unit, ...]] = fact([(), ()], of=SEATS, seen=OWNER)
    """C27: the order in which reserves come."""
    vp: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    turn: int = fact(0, seen=OPEN)
    table: str = fact(lambda board: "" if board.table_option == "random" else board.table_option, seen=OPEN)
    swap: int = fact(0, seen=OPEN)
    """C27: 1 if red attacks."""
    active: int = fact(-1, seen=OPEN)
    gained: int = fact(0, seen=OPEN)
    """C1: tokens spent since the initiative was gained."""
    seize: int = fact(-1, seen=OPEN)
    passed: int = fact(0, seen=OPEN)
    natural: int = fact(0, seen=OPEN)
    quiet: int = fact(0, seen=OPEN)
    """C3: the sides that want no more questions about this action: 1 for blue, 2 for red, 3 for both."""
    cut: int = fact(0, seen=OPEN)
    progress: int = fact(0, seen=OPEN)
    reactor: Unit = fact(-1, seen=OPEN, why=DECLARED)
    hits: int = fact(0, seen=OPEN)
    deck: tuple[tuple[str, int], ...] = fact((), of="cards", seen=PARTLY)
    face_up: tuple[str, ...] = fact((), seen=OPEN)
    discarded: tuple[str, ...] = fact((), seen=OPEN)
    floods: tuple[tuple[int, int], ...] = fact((), of="places", seen=OPEN)
    extra: int = fact(0, seen=OPEN)
    over: int = fact(0, seen=OPEN)
    winner: int = fact(-1, seen=OPEN)
    why: str = fact("", seen=OPEN)
    paid: int = fact(0, seen=OPEN)
    auto: int = fact(0, seen=OPEN)
    """A11: 1 once a side without tokens has declined a Last Stand, until the next order."""
    actor: Unit = fact(-1, seen=OPEN, why=DECLARED)
    """The unit whose action it is."""
    countered: int = fact(0, seen=OPEN)
    penalty: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    """C8: units that were destroyed and came back."""
    starters: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    """C10: units at the start."""
    cardless: list[int] = fact([0, 0], of=SEATS, seen=OPEN)
    """A11: 1 for a side that wants no questions about cards for the rest of the turn."""
    coming: list[int] = fact([0, 0], of=SEATS, seen=OWNER)
    """C8: dice of this turn that bring a unit out of reserve; only the side itself knows them."""

    def __init__(
        self,
        scenario: str,
        lists: tuple[str, str],
        points: tuple[int, int],
        chosen_forces: bool,
        table_option: str,
        roles: str,
    ) -> None:
        self.scenario, self.lists, self.points = scenario, lists, points
        self.chosen_forces, self.table_option, self.roles = chosen_forces, table_option, roles
        self.bodies, self.called, self.numbers, self.owned = Shapes(), (), {}, ((), ())
        super().__init__()

    def show(self, twin: Battlefield, seat: Seat | None) -> None:
        """A3, A11, C12: the other side's tokens are known in all, its cards by number; of a unit that is not seen
        nothing tells whether it is hidden, masked or in reserve."""
        twin.bodies = Shapes()
        for unit in range(len(self.spec)):
            if self.sees(seat, unit):
                twin.status[unit], twin.at[unit] = self.status[unit], self.at[unit]
                twin.formation[unit], twin.goal[unit] = self.formation[unit], self.goal[unit]
                twin.dug[unit] = self.dug[unit]
            if self.side[unit] == seat:
                twin.tokens[unit] = self.tokens[unit]
        for side in (0, 1):
            if side == seat:
                twin.pool[side], twin.gtokens[side] = self.pool[side], self.gtokens[side]
                twin.hand[side] = self.hand[side]
            else:
                twin.pool[side], twin.hand[side] = self.unspent(side), (FACE_DOWN,) * len(self.hand[side])
        cards = sum(count for _, count in self.deck)
        twin.deck = ((FACE_DOWN, cards),) if cards else ()

    def hidden_units(self, seat: Seat | None) -> Units:
        """C12: the units of which the seat doesn't know where they are."""
        return sum(1 << unit for unit in range(len(self.spec)) if not self.sees(seat, unit))

    def sees(self, seat: Seat | None, unit: int) -> bool:
        """C12: whether the seat knows where the unit is."""
        return self.side[unit] == seat or self.status[unit] not in UNSEEN

    def unspent(self, side: int) -> int:
        """A2: the side's tokens, wherever they are."""
        return self.pool[side] + self.on_units(side) + self.gtokens[side]

    def on_units(self, side: int) -> int:
        """A3: the side's tokens that lie on its units."""
        tokens, found = self.tokens, 0
        for unit in self.owned[side]:
            found += tokens[unit]
        return found

    def assemble(self, specs: list[UnitSpec], sides: list[int]) -> None:
        """The units of both brigades, nothing deployed yet."""
        self.make_room(len(specs))
        self.spec = specs
        self.side = sides
        self.loaded()
        self.bases = [spec.bases for spec in specs]
        self.mgs = [spec.mgs for spec in specs]
        self.start = [spec.bases for spec in specs]
        self.recruits = [spec.recruits for spec in specs]

    @property
    def ground(self) -> Ground:
        """The table."""
        return ground_of(self.table)

    @property
    def rules(self) -> ScenarioRow:
        """C27: the scenario."""
        return SCENARIOS[self.scenario]

    def role(self, side: int) -> int:
        """C27: 0 for the attacker or pursuer, 1 for the defender or rearguard."""
        return side ^ self.swap

    def edge(self, side: int) -> str:
        """The side's own table edge."""
        return self.rules.edges[self.role(side)]

    def nation(self, side: int) -> str:
        """The side's nation."""
        return LISTS[self.lists[side]].nation

    def units(self, side: int) -> list[int]:
        """The side's units, in order."""
        return list(self.owned[side])

    def loaded(self) -> None:
        """Names, and whose units they are, follow from the facts."""
        self.called = labels(self.lists, self.spec, self.side)
        self.numbers = {str(label): unit for unit, label in enumerate(self.called)}
        blue, red = ([unit for unit, owner in enumerate(self.side) if owner == side] for side in (0, 1))
        self.owned = tuple(blue), tuple(red)

    def label(self, unit: int) -> Label:
        """A unit's label in notation: b1, b2, r1. It knows the name of the unit, for people."""
        return self.called[unit]

    def spoken(self, text: str) -> Said:
        """Words of notation in which units have their names."""
        return Said([word if (unit := self.unit(word)) is None else self.label(unit) for word in text.split()])

    def unit(self, label: str) -> int | None:
        """The unit of a name."""
        return self.numbers.get(label)
