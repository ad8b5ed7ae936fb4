"""14.3.6: the what-if options, written down in secret and revealed together."""

from __future__ import annotations

from itertools import combinations

from marne.engine import Ask, value
from marne.games.grand_illusion.board import ASIDE, OUT_OF_HOLLAND, GrandIllusionBoard
from marne.games.grand_illusion.components.places import BELGIUM, LIEGE
from marne.games.grand_illusion.components.scenario import (
    BELGIAN_PREPAREDNESS,
    BETTER_USE_OF_RESOURCES,
    EMPIRES_IN_ARMS,
    FREE_SET_UP,
    HOLLAND,
    MORE_GUNS,
    MORE_TROOPS,
)
from marne.games.grand_illusion.components.tables import LIMITS, OPTION_COSTS
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BELGIAN,
    BY_ID,
    CAVALRY,
    FOOT_CORPS,
    FORTS,
    FRENCH,
    GERMAN,
    HQS,
    INFANTRY,
    MOBILE,
    OF_SIDE,
    ROWS,
    SIDE,
    SIDES,
    Side,
    Unit,
)
from marne.games.grand_illusion.events import OptionsRevealed
from marne.games.grand_illusion.rules.actions.actions import EndActivation, ResolveBattles
from marne.games.grand_illusion.rules.actions.declaration import MayDeclare, able
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.rules.scenarios.setup import entry_of
from marne.games.grand_illusion.rules.scenarios.victory import score
from marne.games.grand_illusion.steps import Asked, Line, Named, Reply, Steps
from marne.hexes import Bits, members

__all__ = [
    "CHOICES",
    "AlliedOptions",
    "ChooseOptions",
    "FreeSetUp",
    "GermanOptions",
    "NinthArmy",
    "Reveal",
    "SetUpBelgian",
    "SetUpUnit",
    "StormLiege",
    "named",
    "options_of",
]

CHOICES: tuple[str, ...] = (
    "none",
    *(str(number) for number in range(1, 6)),
    *(f"{first}+{second}" for first, second in combinations(range(1, 6), 2)),
)
"""None, one or two of the five."""

GARRISON_OF_HOLLAND = ("GE.Naval", "GE.I-LW", "GE.HQ-Nord")
PREPARED = (("BE.I", "BE.I+"), ("BE.II", "BE.II+"), ("BE.3", "BE.3+"), ("BE.F-Antwerp", "BE.F-Antwerp+"))


@value
class ChooseOptions(Asked[str]):
    """14.3.6: each side writes down none, one or two options; only it knows which."""

    rule = "14.3.6"
    side: Side

    def ask(self, board: GrandIllusionBoard) -> Ask:
        return Ask(self.side, CHOICES, seen_by=(self.side,))

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        board.options[self.side] = options_of(answer)
        return ()


def options_of(written: str) -> int:
    """14.3.6: options that were written down."""
    return 0 if written == "none" else sum(1 << int(number) for number in written.split("+"))


def named(options: int) -> str:
    """14.3.6: options as they are written down."""
    return "+".join(map(str, members(options))) or "none"


@value
class Reveal(Line):
    """14.3.6: both are shown and paid for; the Allies carry theirs out first."""

    rule = "14.3.6"

    def do(self, board: GrandIllusionBoard) -> Steps:
        board.revealed = True
        board.tell(OptionsRevealed(self.rule, named(board.options[ALLIED]), named(board.options[GERMAN])))
        for side in (ALLIED, GERMAN):
            for number in members(board.options[side]):
                score(board, side, -OPTION_COSTS[number, SIDES[side]], self.rule, f"option-{number}")
        return AlliedOptions(), GermanOptions()


def bring_in(board: GrandIllusionBoard, option: str) -> None:
    """14.3.6: put the orange counters of an option on the track or on the map."""
    for unit, row in enumerate(ROWS):
        if row.option == option:
            if 1 << unit & FORTS:
                board.put(unit, int(row.entry or 0))
            elif row.turn:
                board.delay(unit, row.turn, entry_of(row.entry))


@value
class AlliedOptions(Line):
    """14.3.6: free set-up, better use of resources, empires in arms, Rule Britannia, Belgian preparedness."""

    rule = "14.3.6"

    def do(self, board: GrandIllusionBoard) -> Steps:
        steps: Steps = ()
        if board.chose(ALLIED, FREE_SET_UP):
            corps, cavalry, staffs = LIMITS.free_set_up_allied
            steps += (FreeSetUp(ALLIED, corps, cavalry, staffs, 0),)
        if board.chose(ALLIED, BETTER_USE_OF_RESOURCES):
            bring_in(board, "A2")
        if board.chose(ALLIED, EMPIRES_IN_ARMS):
            bring_in(board, "A3")
            for name, turn in LIMITS.empires_earlier.items():
                unit = BY_ID[name]
                board.track[unit] = (turn, board.track[unit][1])
        if board.chose(ALLIED, BELGIAN_PREPAREDNESS):
            self._prepare_belgium(board)
            steps += tuple(SetUpBelgian(unit) for unit in members(BELGIAN & MOBILE) if board.where[unit] > 0)
        return steps

    def _prepare_belgium(self, board: GrandIllusionBoard) -> None:
        board.put(BY_ID["BE.F-Liege"], LIEGE)
        board.control &= ~(1 << LIEGE)
        for old, new in PREPARED:
            hex = board.where[BY_ID[old]]
            board.put(BY_ID[old], ASIDE)
            board.put(BY_ID[new], hex)


@value
class GermanOptions(Line):
    """14.3.6: free set-up, more guns, better logistics, more troops, Holland; then Liege is stormed if it must be."""

    rule = "14.3.6"

    def do(self, board: GrandIllusionBoard) -> Steps:
        steps: Steps = ()
        if board.chose(GERMAN, MORE_GUNS):
            bring_in(board, "G2")
        if board.chose(GERMAN, MORE_TROOPS):
            bring_in(board, "G4")
        if board.chose(GERMAN, HOLLAND):
            board.open_holland()
            for name in GARRISON_OF_HOLLAND:
                board.track.pop(BY_ID[name], None)
                board.put(BY_ID[name], ASIDE)
            if board.chose(GERMAN, MORE_TROOPS):
                steps += (NinthArmy(),)
        if board.chose(GERMAN, FREE_SET_UP):
            corps, cavalry, staffs = LIMITS.free_set_up_german
            steps += (FreeSetUp(GERMAN, corps, cavalry, staffs, 0),)
        if board.chose(ALLIED, BELGIAN_PREPAREDNESS):
            steps += (StormLiege(),)
        return steps


@value
class NinthArmy(Asked[str]):
    """14.3.6: with Holland invaded the new army may wait a turn and come through it."""

    rule = "14.3.6"

    def ask(self, board: GrandIllusionBoard) -> Ask:
        return Ask(GERMAN, ("variable", "through holland"))

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        if answer == "through holland":
            for unit, row in enumerate(ROWS):
                if row.option == "G4":
                    board.track[unit] = (2, OUT_OF_HOLLAND)
        return ()


@value
class FreeSetUp(Asked[Reply]):
    """14.3.6: move some corps, cavalry divisions and a headquarters before the first turn."""

    rule = "14.3.6"
    shape = {"place": "unit"}
    side: Side
    corps: int
    cavalry: int
    staffs: int
    moved: Bits

    def eligible(self) -> Bits:
        """What may still be moved; the Allied option is for French units."""
        found = 0
        if self.corps:
            found |= FOOT_CORPS
        if self.cavalry:
            found |= CAVALRY
        if self.staffs:
            found |= HQS
        return found & (FRENCH if self.side == ALLIED else OF_SIDE[GERMAN]) & ~self.moved

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        units = [("place", unit) for unit in members(self.eligible()) if board.where[unit] > 0]
        return Ask(self.side, (*units, "done")) if units else None

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return ()
        unit = answer[1]
        bit = 1 << unit
        after = FreeSetUp(
            self.side,
            self.corps - bool(bit & INFANTRY),
            self.cavalry - bool(bit & CAVALRY),
            self.staffs - bool(bit & HQS),
            self.moved | bit,
        )
        return SetUpUnit(unit), after


@value
class SetUpUnit(Asked[Named]):
    """14.3.6: French units anywhere in France, German ones in any German hex, within stacking."""

    rule = "14.3.6"
    shape = {"at": "hex"}
    unit: Unit

    def places(self, board: GrandIllusionBoard) -> Bits:
        """The ground on which the unit may begin."""
        side = SIDE[self.unit]
        return board.controlled(side) & (board.ground.owners[0] if side == ALLIED else board.ground.all)

    def ask(self, board: GrandIllusionBoard) -> Ask:
        side, bit = SIDE[self.unit], 1 << self.unit
        return Ask(side, tuple(("at", hex) for hex in members(self.places(board)) if fits(board, hex, side, bit)))

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        board.put(self.unit, answer[1])
        return ()


@value
class SetUpBelgian(SetUpUnit):
    """14.3.6: with Belgian Preparedness the army begins anywhere in Belgium that is not German."""

    rule = "14.3.6"

    def places(self, board: GrandIllusionBoard) -> Bits:
        return BELGIUM & board.controlled(ALLIED)


@value
class StormLiege(Line):
    """14.3.6: before turn 1 the Germans may activate hex 72, for nothing but a battle there."""

    rule = "14.3.6"

    def do(self, board: GrandIllusionBoard) -> Steps:
        units = able(board, LIEGE, GERMAN, board.combat(LIEGE, GERMAN))
        if not units:
            return ()
        board.active = LIEGE
        board.attacker = GERMAN
        return MayDeclare(GERMAN, LIEGE), ResolveBattles(GERMAN), EndActivation()
