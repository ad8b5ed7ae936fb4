"""T6: the steps of an attack, from its target to the advance."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only, chance, total, value
from training.board import UNKNOWN, Field
from training.components.data import CHITS, Result
from training.events import Attacked, ChitsShown, Fought
from training.rules.combat import attackers, chit_modifiers, modifiers, odds_column, refuges, result, targets
from training.rules.movement import arrive, lose_step, why_not_counter
from training.steps import Asked, CounterLine, HexLine, Line, Steps
from training.words import Reason

__all__ = [
    "Advance",
    "Battle",
    "Combat",
    "CommitChit",
    "ResolveAttack",
    "Retreat",
    "ShowChits",
    "TakeLoss",
    "Withdraw",
]


@value
class Combat(HexLine[int | str]):
    """T6, T6.1: the side attacks hexes one after another, until it is done."""

    rule: ClassVar[str] = "T6.1"
    side: int

    def ask(self, board: Field) -> Ask | None:
        """The hexes that can be attacked, and `done`."""
        found = targets(board, self.side)
        return Ask(self.side, (*found, "done")) if found else None

    def answered(self, board: Field, hex: int | str) -> Steps:
        """The defender may react in front of the rest; then the battle, then this again."""
        if not isinstance(hex, int):
            return ()
        joining = attackers(board, self.side, hex)
        board.attacked |= 1 << hex
        for counter in joining:
            board.fought |= 1 << counter
        board.tell(Attacked("T6.1", self.side, board.hex_label(hex), tuple(map(board.label, joining))))
        return Withdraw(1 - self.side, hex), Battle(self.side, hex, joining), self

    def reason(self, board: Field, answer: Answer) -> Reason:
        """No enemies there, attacked already, or nobody to attack it."""
        if not isinstance(answer, int) or not 0 <= answer < len(board.ground.grid):
            return Reason("T6.1", "why.unknown", name=answer)
        if not board.hexes_of(1 - self.side) >> answer & 1:
            key = "why.empty"
        elif board.attacked >> answer & 1:
            key = "why.attacked"
        else:
            key = "why.nobody"
        return Reason("T6.1", key, hex=board.hex_label(answer))


@value
class Withdraw(HexLine[int | str]):
    """T6.2: the defender's reaction: the whole stack may go back one hex before the attack."""

    rule: ClassVar[str] = "T6.2"
    side: int
    hex: int

    def ask(self, board: Field) -> Ask | None:
        """None where it cannot: disordered, or nowhere to go."""
        if any(board.disordered >> each & 1 for each in board.stack(self.side, self.hex)):
            return None
        found = refuges(board, self.side, self.hex)
        return Ask(self.side, ("stand", *found)) if found else None

    def answered(self, board: Field, answer: int | str) -> Steps:
        """The stack goes, or it stands."""
        if isinstance(answer, int):
            _go_back(board, self.side, self.hex, answer, "T6.2")
        return ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """No refuge."""
        return Reason("T6.2", "why.no_refuge")


@value
class Battle(Line):
    """T6: the attack itself, if the defenders are still there."""

    rule: ClassVar[str] = "T6"
    side: int
    hex: int
    attackers: tuple[int, ...]

    def do(self, board: Field) -> Steps:
        """The order of an attack."""
        if not board.stack(1 - self.side, self.hex):
            return (Advance(self.side, self.hex, self.attackers),)  # T6.8
        return (
            CommitChit(self.side),  # T6.3
            CommitChit(1 - self.side),  # T6.3
            ShowChits(self.side, self.hex, self.attackers),  # T6.3
        )


@value
class CommitChit(Asked[str]):
    """T6.3: a secret choice: a chit of the side's hand, or none. Both sides are asked before either is shown."""

    rule: ClassVar[str] = "T6.3"
    side: int

    def ask(self, board: Field) -> Ask | None:
        """Asked whenever the hand is not empty, whatever is in it: being asked tells the other side nothing."""
        hand = board.hands[self.side]
        if not any(hand):
            return None
        return Ask(self.side, ("none", *(chit for chit in CHITS if hand[CHITS.index(chit)])), seen_by=(self.side,))

    def answered(self, board: Field, chit: str) -> Steps:
        """It leaves the hand, face down."""
        if chit in CHITS:
            board.committed[self.side] = CHITS.index(chit)
            board.hands[self.side][CHITS.index(chit)] -= 1
        return ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """Not in hand."""
        return Reason("T6.3", "why.no_chit")


@value
class ShowChits(Line):
    """T6.3: both choices are shown and used up; then the die."""

    rule: ClassVar[str] = "T6.3"
    side: int
    hex: int
    attackers: tuple[int, ...]

    def do(self, board: Field) -> Steps:
        """An event that reveals, unless neither side had anything to choose from."""
        attack, defence = board.committed[self.side], board.committed[1 - self.side]
        if any(board.hands[0]) or any(board.hands[1]) or board.committed != [UNKNOWN, UNKNOWN]:
            board.tell(ChitsShown("T6.3", _chit(attack), _chit(defence)))
        board.committed = [UNKNOWN, UNKNOWN]
        return (ResolveAttack(self.side, self.hex, self.attackers, attack, defence),)  # T6.4, T6.5


@value
class ResolveAttack(Asked[int]):
    """T6.4, T6.5: the die, modified, in the column of the odds. The chits are open by now, so this may hold them."""

    rule: ClassVar[str] = "T6.5"
    side: int
    hex: int
    attackers: tuple[int, ...]
    attack_chit: int
    defence_chit: int

    def ask(self, board: Field) -> Ask:
        """One die."""
        return chance()

    def answered(self, board: Field, die: int) -> Steps:
        """The result orders what follows: the defender first."""
        column = odds_column(board, self.attackers, board.stack(1 - self.side, self.hex))
        items = modifiers(board, self.side, self.attackers, self.hex)
        items += chit_modifiers(board, self.attack_chit, self.defence_chit)
        found = result(board, column, die, items)
        label = board.hex_label(self.hex)
        board.tell(Fought("T6.5", label, column, die, tuple(items), die + total(items), found.value))

        defenders = tuple(board.stack(1 - self.side, self.hex))
        attacker_loses = TakeLoss(self.side, self.attackers)  # T6.6
        defender_loses = TakeLoss(1 - self.side, defenders)  # T6.6
        retreat = Retreat(1 - self.side, self.hex)  # T6.7
        advance = Advance(self.side, self.hex, self.attackers)  # T6.8
        match found:
            case Result.ATTACKER_LOSES:
                return (attacker_loses,)
            case Result.EXCHANGE:
                return defender_loses, attacker_loses, advance
            case Result.DEFENDER_RETREATS:
                return retreat, advance
            case Result.DEFENDER_LOSES:
                return defender_loses, retreat, advance
        return ()


@value
class TakeLoss(CounterLine[int]):
    """T6.6: the owner chooses which of the counters concerned loses a step; with one there is no choice."""

    rule: ClassVar[str] = "T6.6"
    side: int
    counters: tuple[int, ...]

    def ask(self, board: Field) -> Ask | Only[int]:
        """Of one there is no choice."""
        return Ask(self.side, self.counters) if len(self.counters) > 1 else Only(self.counters[0])

    def answered(self, board: Field, counter: int) -> Steps:
        """The loss."""
        lose_step(board, counter, "T6.6")
        return ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """Not concerned."""
        return why_not_counter(board, self.side, answer, Reason("T6.6", "why.not_concerned"))


@value
class Retreat(HexLine[int]):
    """T6.7: the defenders that are left go back one hex; where they cannot, each loses a step."""

    rule: ClassVar[str] = "T6.7"
    side: int
    hex: int

    def ask(self, board: Field) -> Ask | None:
        """None where nobody is left or there is nowhere to go."""
        found = refuges(board, self.side, self.hex) if board.stack(self.side, self.hex) else ()
        return Ask(self.side, found) if found else None

    def answered(self, board: Field, hex: int) -> Steps:
        """Back."""
        _go_back(board, self.side, self.hex, hex, "T6.7")
        return ()

    def unasked(self, board: Field) -> Steps:
        """A step each, of those that are left."""
        for counter in board.stack(self.side, self.hex):
            lose_step(board, counter, "T6.7")
        return ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """No refuge."""
        return Reason("T6.7", "why.no_refuge")


@value
class Advance(CounterLine[int | str]):
    """T6.8: one of the attackers may enter the hex, if no defender is left in it."""

    rule: ClassVar[str] = "T6.8"
    side: int
    hex: int
    attackers: tuple[int, ...]

    def ask(self, board: Field) -> Ask | None:
        """The attackers that are left, or `stay`."""
        left = tuple(counter for counter in self.attackers if board.at[counter] >= 0)
        if not left or board.stack(1 - self.side, self.hex):
            return None
        return Ask(self.side, ("stay", *left))

    def answered(self, board: Field, counter: int | str) -> Steps:
        """It ends a move there."""
        if isinstance(counter, int):
            arrive(board, counter, self.hex, "T6.8")
        return ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """Not concerned."""
        return why_not_counter(board, self.side, answer, Reason("T6.8", "why.not_concerned"))


def _go_back(board: Field, side: int, hex: int, to: int, rule: str) -> None:
    """T6.2, T6.7: a whole stack goes back."""
    for counter in board.stack(side, hex):
        arrive(board, counter, to, rule)


def _chit(chit: int) -> str:
    return "none" if chit == UNKNOWN else CHITS[chit]
