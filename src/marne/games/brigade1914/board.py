"""The facts of play: lists by unit or by side, and a copy written line by line."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import Board
from marne.games.brigade1914.data import LISTS, SCENARIOS, ScenarioRow
from marne.games.brigade1914.forces import UnitSpec
from marne.games.brigade1914.ground import Ground, ground_of
from marne.plane import Placed

SIDES: Final = ("blue", "red")
MARKER: Final = 1000
"""C13: added to the number of a recon marker that is a target."""
WAGON: Final = "wagon"
"""C27: the kind of a supply wagon."""

RESERVE, ON_TABLE, HIDDEN, MASKED, ARRIVED, FLANK, OFF_TABLE, DESTROYED, LEFT = range(9)
STATUS_NAMES: Final = (
    "reserve", "on table", "hidden", "masked", "arrived", "flank", "off table", "destroyed", "left",
)  # fmt: skip
UNSEEN: Final = (RESERVE, HIDDEN, MASKED, FLANK)
"""What the enemy cannot tell apart."""


class Battlefield(Board):
    """The table with both brigades. Lists are by unit, or by side where they have two items."""

    __slots__ = (  # noqa: RUF023  in groups, as they belong together
        # what was chosen
        "scenario", "lists", "points", "chosen_forces", "table_option", "roles",
        # the armies
        "spec", "side", "bases", "mgs", "start", "recruits", "force",
        # units
        "status", "at", "formation", "markers", "spent", "tokens", "acted", "moved", "assaulted", "half", "smoke",
        "smoke_bar", "dug", "fired", "foot", "reinforced", "jammed", "guided", "screened", "minute", "bayonet",
        "report", "goal", "aim", "aim_guns", "flanked",
        # sides
        "pool", "gx", "gy", "gtokens", "rating", "gmoved", "lost", "next_lost", "used", "reroll", "hand", "stored",
        "count", "marker", "mask", "march", "vp",
        # the game
        "turn", "table", "swap", "active", "gained", "seize", "passed", "natural", "quiet", "cut", "progress",
        "reactor",
        "hits", "deck", "face_up", "discarded", "floods", "extra", "over", "winner", "why", "paid", "auto",
        "actor", "countered", "penalty", "starters", "cardless", "coming",
    )  # fmt: skip
    static: ClassVar[tuple[str, ...]] = ("scenario", "lists", "points", "chosen_forces", "table_option", "roles")

    def __init__(
        self,
        scenario: str,
        lists: tuple[str, str],
        points: tuple[int, int],
        chosen_forces: bool,
        table_option: str,
        roles: str,
    ) -> None:
        """C27: nobody is on the table yet."""
        super().__init__()
        self.scenario = scenario
        self.lists = lists
        self.points = points
        self.chosen_forces = chosen_forces
        self.table_option = table_option
        self.roles = roles
        self.force: list[tuple[UnitSpec, ...]] = [(), ()]
        """The forces while they are chosen."""
        self.assemble([], [])
        self.pool = [0, 0]
        """Tokens not yet given out this turn."""
        self.gx, self.gy = [0, 0], [0, 0]
        self.gtokens = [0, 0]
        self.rating = [LISTS[name].rating for name in lists]
        self.gmoved = [0, 0]
        self.lost = [0, 0]
        """C14: tokens that a side generates fewer each turn."""
        self.next_lost = [0, 0]
        self.used = [0, 0]
        """C25: national re-roll of misses used this turn."""
        self.reroll = [0, 0]
        """A12: British re-roll of a test used this turn."""
        self.hand: list[tuple[str, ...]] = [(), ()]
        self.stored: list[tuple[tuple[str, int, int], ...]] = [(), ()]
        """A11: cards in play: card, tokens on it, unit."""
        self.count = [0, 0]
        """Tokens that a side has spent in the whole game."""
        self.marker: list[tuple[tuple[int, int], ...]] = [(), ()]
        """A10: recon markers; (-1, -1) is gone."""
        self.mask = [(-1, -1), (-1, -1)]
        """A10: which marker hides which unit."""
        self.march: list[tuple[int, ...]] = [(), ()]
        """C27: the order in which reserves come."""
        self.vp = [0, 0]
        self.turn = 0
        self.table = "" if table_option == "random" else table_option
        self.swap = 0
        """C27: 1 if red attacks."""
        self.active = -1
        self.gained = 0
        """C1: tokens spent since the initiative was gained."""
        self.seize = -1
        self.passed = 0
        self.natural = 0
        self.quiet = 0
        """C3: the sides that want no more questions about this action: 1 for blue, 2 for red, 3 for both."""
        self.cut = 0
        self.progress = 0
        self.reactor = -1
        self.hits = 0
        self.deck: tuple[tuple[str, int], ...] = ()
        self.face_up: tuple[str, ...] = ()
        self.discarded: tuple[str, ...] = ()
        self.floods: tuple[tuple[int, int], ...] = ()
        self.extra = 0
        self.over = 0
        self.winner = -1
        self.why = ""
        self.paid = 0
        self.auto = 0
        """A11: 1 once a side without tokens has declined a Last Stand, until the next order."""
        self.actor = -1
        """The unit whose action it is."""
        self.countered = 0
        self.penalty = [0, 0]
        """C8: units that were destroyed and came back."""
        self.starters = [0, 0]
        """C10: units at the start."""
        self.cardless = [0, 0]
        """A11: 1 for a side that wants no questions about cards for the rest of the turn."""
        self.coming = [0, 0]
        """C8: dice of this turn that bring a unit out of reserve; only the side itself knows them."""

    def assemble(self, specs: list[UnitSpec], sides: list[int]) -> None:
        """C27, C22, A2: the units of both brigades, nothing deployed yet."""
        n = len(specs)
        self.spec = specs
        self.side = sides
        self.bases = [spec.bases for spec in specs]
        self.mgs = [spec.mgs for spec in specs]
        self.start = [spec.bases for spec in specs]
        self.recruits = [spec.recruits for spec in specs]
        self.status = [RESERVE] * n
        self.at: list[tuple[Placed, ...]] = [()] * n
        self.formation = ["line"] * n
        self.markers = [0] * n
        self.spent = [0] * n
        self.tokens = [0] * n
        self.acted = [0] * n
        self.moved = [0] * n
        self.assaulted = [0] * n
        self.half = [-1] * n
        """A6: tokens spent by its side when the unit made the first half; -1 if it is not halted."""
        self.smoke = [0] * n
        self.smoke_bar = [0] * n
        self.dug = [0] * n
        self.fired = [0] * n
        self.foot = [0] * n
        """A8: 1 for dismounted cavalry."""
        self.reinforced = [0] * n
        self.jammed = [0] * n
        self.guided = [0] * n
        self.screened = [0] * n
        self.minute = [0] * n
        self.bayonet = [0] * n
        self.report = [0] * n
        self.goal: list[tuple[int, ...]] = [()] * n
        """Where a unit is going; empty if it is not."""
        self.aim = [-1] * n
        """What a unit fires at: a unit, MARKER and more for a recon marker, -1 nothing."""
        self.aim_guns = [-1] * n
        self.flanked = [0] * n
        """C23: 1 for a unit that a flank march brings on by a side edge."""

    def copy(self) -> Battlefield:
        """Line by line, since it is made at every answer."""
        twin = Battlefield.__new__(Battlefield)
        twin.events = []
        twin.scenario = self.scenario
        twin.lists = self.lists
        twin.points = self.points
        twin.chosen_forces = self.chosen_forces
        twin.table_option = self.table_option
        twin.roles = self.roles
        twin.spec = self.spec
        twin.side = self.side
        twin.bases = self.bases[:]
        twin.mgs = self.mgs[:]
        twin.start = self.start[:]
        twin.recruits = self.recruits[:]
        twin.force = self.force[:]
        twin.status = self.status[:]
        twin.at = self.at[:]
        twin.formation = self.formation[:]
        twin.markers = self.markers[:]
        twin.spent = self.spent[:]
        twin.tokens = self.tokens[:]
        twin.acted = self.acted[:]
        twin.moved = self.moved[:]
        twin.assaulted = self.assaulted[:]
        twin.half = self.half[:]
        twin.smoke = self.smoke[:]
        twin.smoke_bar = self.smoke_bar[:]
        twin.dug = self.dug[:]
        twin.fired = self.fired[:]
        twin.foot = self.foot[:]
        twin.reinforced = self.reinforced[:]
        twin.jammed = self.jammed[:]
        twin.guided = self.guided[:]
        twin.screened = self.screened[:]
        twin.minute = self.minute[:]
        twin.bayonet = self.bayonet[:]
        twin.report = self.report[:]
        twin.goal = self.goal[:]
        twin.aim = self.aim[:]
        twin.aim_guns = self.aim_guns[:]
        twin.flanked = self.flanked[:]
        twin.pool = self.pool[:]
        twin.gx = self.gx[:]
        twin.gy = self.gy[:]
        twin.gtokens = self.gtokens[:]
        twin.rating = self.rating[:]
        twin.gmoved = self.gmoved[:]
        twin.lost = self.lost[:]
        twin.next_lost = self.next_lost[:]
        twin.used = self.used[:]
        twin.reroll = self.reroll[:]
        twin.hand = self.hand[:]
        twin.stored = self.stored[:]
        twin.count = self.count[:]
        twin.marker = self.marker[:]
        twin.mask = self.mask[:]
        twin.march = self.march[:]
        twin.vp = self.vp[:]
        twin.turn = self.turn
        twin.table = self.table
        twin.swap = self.swap
        twin.active = self.active
        twin.gained = self.gained
        twin.seize = self.seize
        twin.passed = self.passed
        twin.natural = self.natural
        twin.quiet = self.quiet
        twin.cut = self.cut
        twin.progress = self.progress
        twin.reactor = self.reactor
        twin.hits = self.hits
        twin.deck = self.deck
        twin.face_up = self.face_up
        twin.discarded = self.discarded
        twin.floods = self.floods
        twin.extra = self.extra
        twin.over = self.over
        twin.winner = self.winner
        twin.why = self.why
        twin.paid = self.paid
        twin.auto = self.auto
        twin.actor = self.actor
        twin.countered = self.countered
        twin.penalty = self.penalty[:]
        twin.starters = self.starters[:]
        twin.cardless = self.cardless[:]
        twin.coming = self.coming[:]
        return twin

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
        return [unit for unit, owner in enumerate(self.side) if owner == side]

    def label(self, unit: int) -> str:
        """A unit's name in notation: b1, b2, r1."""
        side = self.side[unit]
        return f"{SIDES[side][0]}{unit + 1 - (side and self.side.index(side))}"

    def unit(self, label: str) -> int | None:
        """The unit of a name."""
        return next((unit for unit in range(len(self.spec)) if self.label(unit) == label), None)
