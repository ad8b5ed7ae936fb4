"""8.1, 8.2: the Action Phase: segments of up to two activations, passing, and surrendering the initiative."""

from __future__ import annotations

from marne.engine import Ask, Only, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import ANTWERP, Hex
from marne.games.grand_illusion.components.tables import CALENDAR, LIMITS
from marne.games.grand_illusion.components.units import ALLIED, FOOT_CORPS, GERMAN, MOBILE, OF_SIDE, SIDES, Side
from marne.games.grand_illusion.events import Activated
from marne.games.grand_illusion.rules.actions import landing
from marne.games.grand_illusion.rules.actions.declaration import Declarations, targets
from marne.games.grand_illusion.rules.actions.paris import withdrawal_due
from marne.games.grand_illusion.rules.actions.withdrawal import GeneralWithdrawal, OfferWithdrawal, may_withdraw
from marne.games.grand_illusion.rules.battle import battle
from marne.games.grand_illusion.rules.command.caps import spend
from marne.games.grand_illusion.rules.movement.control import settle_all
from marne.games.grand_illusion.rules.movement.movement import Movement
from marne.games.grand_illusion.rules.scenarios.victory import screened
from marne.games.grand_illusion.rules.supply import recovery
from marne.games.grand_illusion.rules.supply.trenches import dig, trench_hexes
from marne.games.grand_illusion.steps import Asked, Line, Named, Reply, Steps, choose
from marne.games.grand_illusion.words import Reason

__all__ = [
    "Act",
    "ActionPhase",
    "Activation",
    "EndActivation",
    "EndOfActionPhase",
    "ResolveBattles",
    "Segment",
    "activation_hexes",
    "manned_hexes",
]


@value
class ActionPhase(Line):
    """8.1: the side with the initiative begins."""

    rule = "8.1"

    def do(self, board: GrandIllusionBoard) -> Steps:
        board.passed = False
        return Segment(board.initiative, first=True), EndOfActionPhase()


@value
class Segment(Line):
    """8.1.1: one side may spend CAPS; the other may first declare its General Withdrawal (8.7.1)."""

    rule = "8.1.1"
    side: Side
    first: bool

    def do(self, board: GrandIllusionBoard) -> Steps:
        # 6.0: on turn 1 the Allies have had their first activation already: Mulhouse.
        mulhouse = self.first and board.turn == 1 and board.rules.mulhouse
        board.activations = 1 if mulhouse else 0
        board.recovering = False
        board.surrendered = False
        return OfferWithdrawal(1 - self.side), Act(self.side, mulhouse)


@value
class Act(Asked[Reply]):
    """8.1.1, 8.2, ES-6: activate, entrench, recover, withdraw, or pass. `mulhouse`: see 6.0."""

    rule = "8.1.1"
    shape = dict.fromkeys(("activate", "entrench", "recover", "land", "enter"), "hex")
    side: Side
    mulhouse: bool

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        """6.0, 8.7.1, 9.8.3, 12.5.2: what the side may do now."""
        side = self.side
        if board.surrendered:
            return None
        begun = board.activations > (1 if self.mulhouse else 0)
        options: list[Reply] = []
        if not begun and may_withdraw(board, side):
            options.append("withdraw")
        if board.caps[side] > 0 and self._may_go_on(board):
            manned = manned_hexes(board, side)
            if not board.recovering:
                options += [("activate", hex) for hex in activation_hexes(board, side, manned)]
                options += [("entrench", hex) for hex in trench_hexes(board, side, manned)]
                options += landing.answers(board, side)
            options += [
                ("recover", hex) for hex in recovery.recovery_hexes(board, side, manned) if _allowed(board, side, hex)
            ]
        if not options:
            return None
        # ES-6: in the Spanish text one may pass before the second activation too; in the English one simply stops.
        word = "stop" if begun and not board.edition.pass_after_first_activation else "pass"
        return Ask(side, (*options, word))

    def _may_go_on(self, board: GrandIllusionBoard) -> bool:
        """6.0, 8.1.1: two activations, and more only while the enemy has no CAPS."""
        if board.activations < LIMITS.activations:
            return True
        return board.caps[1 - self.side] == 0 and not self.mulhouse and not board.recovering

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        """8.1.1: who can do nothing passes."""
        return self._over(board, passing=self._idle(board) and not board.surrendered)

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        """8.2.1, 8.7.1, 9.7.2, 9.8.3, 14.3.6: what is done with a CAP, or without."""
        if answer == "withdraw":
            board.passed = False
            return GeneralWithdrawal(self.side), Segment(1 - self.side, first=False)
        if isinstance(answer, str):
            return self._over(board, passing=answer == "pass")
        spend(board, self.side)
        board.activations += 1
        word, hex = answer
        _count_north(board, self.side, hex)
        if word == "entrench":
            dig(board, hex)
            return (self,)
        if word == "recover":
            board.recovering = True
            units = recovery.tired(board, hex, self.side)
            return recovery.RestSome(self.side, hex, units, recovery.may_recover(board, units)), self
        if word in ("land", "enter"):
            coming = landing.land(board, hex) if word == "land" else landing.enter_holland(board, hex)
            return (*coming, Declarations(self.side), ResolveBattles(self.side), EndActivation(), self)
        return Activation(self.side, hex), self

    def against_hex(self, board: GrandIllusionBoard, hex: Hex) -> Reason:
        """8.2.1, 12.5.2, 14.1.1: why a hex can't be activated."""
        side = self.side
        if not board.at[hex] & OF_SIDE[side] & MOBILE:
            return Reason("8.2.1", "why.no_unit", hex=hex)
        if board.caps[side] < 1:
            return Reason("5.2", "why.no_caps")
        if not _allowed(board, side, hex):
            return Reason("12.5.2" if board.turn > 1 else "14.1.1", "why.not_ready", hex=hex)
        return Reason("9.8.3" if board.recovering else "8.1.1", "why.not_now")

    def _idle(self, board: GrandIllusionBoard) -> bool:
        """6.0: whether the segment has had no activation of its own."""
        return board.activations == (1 if self.mulhouse else 0)

    def _over(self, board: GrandIllusionBoard, *, passing: bool) -> Steps:
        """6.0, 8.1.1, 8.1.2: two passes in a row or no CAPS on either side end the phase."""
        if sum(board.caps) == 0 and not may_withdraw(board, ALLIED) and not may_withdraw(board, GERMAN):
            return ()
        if passing and self._idle(board) and board.passed:
            return ()
        board.passed = passing
        return (Segment(1 - self.side, first=False),)


def manned_hexes(board: GrandIllusionBoard, side: Side) -> list[Hex]:
    """8.2.1: hexes with a unit of the side that can move."""
    units = OF_SIDE[side] & MOBILE
    return [hex for hex, here in enumerate(board.at) if here & units]


def activation_hexes(board: GrandIllusionBoard, side: Side, manned: list[Hex]) -> list[Hex]:
    """8.2.1, 12.5.2, 14.1.1, 14.3.1: hexes with a unit of the side, unless a rule forbids them."""
    if side == GERMAN or (board.turn > 1 and not board.bottled):
        return manned
    return [hex for hex in manned if _allowed(board, side, hex)]


def _allowed(board: GrandIllusionBoard, side: Side, hex: Hex) -> bool:
    """12.5.2, 14.1.1, 14.2.1, 14.3.1: screened Belgians sit still; on turn 1 the Allies are not ready everywhere."""
    if side == GERMAN:
        return True
    if (
        hex == ANTWERP
        and board.bottled
        and board.turn <= CALENDAR.antwerp_sits_still_until
        and screened(board, FOOT_CORPS)
    ):
        return False
    if board.turn != 1:
        return True
    rules = board.rules
    if rules.unready_hexes >> hex & 1:
        return False
    return not rules.northern_hexes >> hex & 1 or board.northern < rules.northern_activations


def _count_north(board: GrandIllusionBoard, side: Side, hex: Hex) -> None:
    """14.1.1, 14.3.1: Allied activations in the north on turn 1."""
    if side == ALLIED and board.turn == 1 and board.rules.northern_hexes >> hex & 1:
        board.northern += 1


@value
class Activation(Line):
    """8.2.1: move, then declare, then fight."""

    rule = "8.2.1"
    side: Side
    hex: Hex

    def do(self, board: GrandIllusionBoard) -> Steps:
        board.active = self.hex
        board.attacker = self.side
        board.tell(Activated(self.rule, SIDES[self.side], self.hex))
        return (
            Movement(self.side, retiring=False),  # 8.4
            Declarations(self.side),  # 9.1.2
            ResolveBattles(self.side),  # 9.1.3
            EndActivation(),
        )


@value
class ResolveBattles(Asked[Named]):
    """9.1.3: the attacker resolves his battles in any order."""

    rule = "9.1.3"
    shape = {"resolve": "hex"}
    side: Side

    def hexes(self, board: GrandIllusionBoard) -> list[Hex]:
        """Battles that still have both an attacker and something to attack."""
        return [
            hex
            for hex in board.battles
            if board.attackers.get(hex, 0) & board.at[hex] and targets(board, hex, self.side)
        ]

    def ask(self, board: GrandIllusionBoard) -> Ask | Only[Named] | None:
        return choose(self.side, [("resolve", hex) for hex in sorted(self.hexes(board))]) if board.battles else None

    def answered(self, board: GrandIllusionBoard, answer: Named) -> Steps:
        board.attacker = self.side
        return battle.Battle(answer[1]), self


@value
class EndActivation(Line):
    """8.2.3: the activation is over; the same hex may be activated again."""

    rule = "8.2.3"

    def do(self, board: GrandIllusionBoard) -> Steps:
        board.active = 0
        board.moved = 0
        board.entered = {}
        board.must = 0
        board.battles = []
        board.attackers = {}
        board.declared = 0
        board.fought = 0
        board.landing = False
        return settle_all(board)


@value
class EndOfActionPhase(Line):
    """8.4.9: if Paris has called for it and it was put off too long, the Allies withdraw now."""

    rule = "8.4.9"

    def do(self, board: GrandIllusionBoard) -> Steps:
        return (GeneralWithdrawal(ALLIED),) if withdrawal_due(board) else ()
