"""The sequence of play, to read beside rules.csv: a step is a line of the rules, its `do` ends with what follows."""

from __future__ import annotations

from typing import Any, ClassVar

from marne.engine import Answer, Ask, chance, total, value
from training.barrage import Barrage
from training.board import UNKNOWN, Field
from training.combat import attackers, chit_modifiers, modifiers, odds_column, refuges, result, targets
from training.data import CHITS, WEATHERS, Result
from training.events import Attacked, ChitDrawn, ChitsShown, Deployed, Fought, Rallied, TurnBegan
from training.lines import CounterLine, HexLine, Line, Steps
from training.movement import arrive, destinations, lose_step, may_move, why_no_move
from training.victory import count_towns, ended
from training.words import Reason

# -- T2: getting ready


@value
class Deploy(Line):
    """T2.2, T1.4: the side says in secret which unit each of its counters is, one after another."""

    rule: ClassVar[str] = "T2.2"
    side: int

    def ask(self, board: Field) -> Ask | None:
        """The kinds of units that are left."""
        if self.counter(board) is None:
            return None
        return Ask(self.side, tuple(sorted(set(self._left(board)))), seen_by=(self.side,))

    def do(self, board: Field, kind: Any = None) -> Steps:
        """Then the next counter."""
        counter = self.counter(board)
        if counter is None:
            return ()
        board.deploy(counter, kind)
        board.tell(Deployed("T2.2", self.side, board.label(counter), board.ground.kind_names[kind]))
        return (self,)

    def counter(self, board: Field) -> int | None:
        """The next counter without a unit."""
        return next((each for each in board.scenario.counters[self.side] if board.kind[each] == UNKNOWN), None)

    def _left(self, board: Field) -> list[int]:
        mine = board.scenario.counters[self.side]
        left = [board.scenario.kinds[each] for each in mine]
        for each in mine:
            if board.kind[each] != UNKNOWN:
                left.remove(board.kind[each])
        return left

    def reason(self, board: Field, answer: Answer) -> Reason:
        """No such unit."""
        return Reason("T2.2", "why.no_unit")

    def write(self, board: Field, answer: Answer) -> str:
        """`infantry`."""
        return board.ground.kind_names[answer] if isinstance(answer, int) else str(answer)


# -- T3: the turn


@value
class Turn(Line):
    """T3: a turn, with both player turns in the scenario's order."""

    rule: ClassVar[str] = "T3"

    def do(self, board: Field, _: Any = None) -> Steps:
        """The order of a turn."""
        board.turn += 1
        first = board.scenario.first
        return (
            Weather(),               # T3.1
            DrawChit(first),         # T3.2
            DrawChit(1 - first),     # T3.2
            PlayerTurn(first),       # T3.3
            PlayerTurn(1 - first),   # T3.3
            EndOfTurn(),             # T7.1
        )  # fmt: skip


@value
class Weather(Line):
    """T3.1: the weather of the turn, unless it is always fair."""

    rule: ClassVar[str] = "T3.1"

    def ask(self, board: Field) -> Ask | None:
        """Weighted by the option that was chosen; None where the weather is always fair."""
        chances = board.ground.weather_chances.get(board.weather_option)
        return None if chances is None else chance(WEATHERS, chances)

    def do(self, board: Field, weather: Any = None) -> Steps:
        """It holds for both player turns."""
        board.weather = weather or WEATHERS[0]
        board.tell(TurnBegan("T3.1", board.turn, board.weather))
        return ()


@value
class DrawChit(Line):
    """T3.2: the side draws a chit in secret, if the cup has one and the hand has room."""

    rule: ClassVar[str] = "T3.2"
    side: int

    def ask(self, board: Field) -> Ask | None:
        """Whether there is a draw depends on numbers that everyone sees; what is drawn, on what is in the cup."""
        left = tuple(chit for chit in range(len(CHITS)) if board.cup[chit])
        if not left or sum(board.hands[self.side]) >= board.ground.numbers.hand:
            return None
        return chance(left, tuple(board.cup[chit] for chit in left), seen_by=(self.side,))

    def do(self, board: Field, chit: Any = None) -> Steps:
        """From the cup to the hand."""
        if chit is not None:
            board.cup[chit] -= 1
            board.hands[self.side][chit] += 1
            board.tell(ChitDrawn("T3.2", self.side, CHITS[chit]))
        return ()

    def write(self, board: Field, answer: Answer) -> str:
        """`assault`."""
        return CHITS[answer] if isinstance(answer, int) else str(answer)


@value
class PlayerTurn(Line):
    """T3.3: one side's part of the turn."""

    rule: ClassVar[str] = "T3.3"
    side: int

    def do(self, board: Field, _: Any = None) -> Steps:
        """The order of a player turn."""
        return (
            Rally(self.side),      # T3.4
            Movement(self.side),   # T4
            Barrage(self.side),    # T5
            Combat(self.side),     # T6
        )  # fmt: skip


@value
class Rally(Line):
    """T3.4: the side's disordered counters recover; its counters may move and fight anew."""

    rule: ClassVar[str] = "T3.4"
    side: int

    def do(self, board: Field, _: Any = None) -> Steps:
        """Nobody decides this."""
        board.moved = board.fought = board.attacked = 0
        if board.disordered:
            for counter in board.scenario.counters[self.side]:
                if board.disordered >> counter & 1 and board.at[counter] >= 0:
                    board.tell(Rallied("T3.4", board.label(counter)))
                board.disordered &= ~(1 << counter)
        return ()


@value
class EndOfTurn(Line):
    """T7.1, T7.3: points for towns, then another turn or the end."""

    rule: ClassVar[str] = "T7.1"

    def do(self, board: Field, _: Any = None) -> Steps:
        """Nothing follows the last turn."""
        count_towns(board)
        return () if ended(board) else (Turn(),)


# -- T4: movement


@value
class Movement(CounterLine):
    """T4.1: the side moves its counters one after another, until it is done."""

    rule: ClassVar[str] = "T4.1"
    side: int

    def ask(self, board: Field) -> Ask | None:
        """The counters that have not moved, and `done`."""
        movers = may_move(board, self.side)
        return Ask(self.side, (*movers, "done")) if movers else None

    def do(self, board: Field, answer: Any = None) -> Steps:
        """A counter, then this again."""
        return (MoveCounter(answer), self) if isinstance(answer, int) else ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """Not this side's, gone, or moved already."""
        return _why_not_counter(board, self.side, answer, Reason("T4.1", "why.moved"))


@value
class MoveCounter(HexLine):
    """T4.1: one counter moves to a hex that it can reach; to stay is a move too."""

    rule: ClassVar[str] = "T4.1"
    counter: int

    def ask(self, board: Field) -> Ask:
        """Its destinations."""
        return Ask(board.scenario.side_of[self.counter], destinations(board, self.counter))

    def do(self, board: Field, hex: Any = None) -> Steps:
        """Whoever was chosen has moved, even if it stays where it is."""
        if hex != board.at[self.counter]:
            arrive(board, self.counter, hex, "T4.1")
        board.moved |= 1 << self.counter
        return ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """Enemies, stacking, zones or distance."""
        if not isinstance(answer, int) or not 0 <= answer < len(board.ground.grid):
            return Reason("T4.1", "why.unknown", name=answer)
        return why_no_move(board, self.counter, answer)


# -- T6: combat


@value
class Combat(HexLine):
    """T6, T6.1: the side attacks hexes one after another, until it is done."""

    rule: ClassVar[str] = "T6.1"
    side: int

    def ask(self, board: Field) -> Ask | None:
        """The hexes that can be attacked, and `done`."""
        found = targets(board, self.side)
        return Ask(self.side, (*found, "done")) if found else None

    def do(self, board: Field, hex: Any = None) -> Steps:
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
class Withdraw(HexLine):
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

    def do(self, board: Field, answer: Any = None) -> Steps:
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

    def do(self, board: Field, _: Any = None) -> Steps:
        """The order of an attack."""
        if not board.stack(1 - self.side, self.hex):
            return (Advance(self.side, self.hex, self.attackers),)  # T6.8
        return (
            CommitChit(self.side),                                     # T6.3
            CommitChit(1 - self.side),                                 # T6.3
            ShowChits(self.side, self.hex, self.attackers),            # T6.3
        )  # fmt: skip


@value
class CommitChit(Line):
    """T6.3: a secret choice: a chit of the side's hand, or none. Both sides are asked before either is shown."""

    rule: ClassVar[str] = "T6.3"
    side: int

    def ask(self, board: Field) -> Ask | None:
        """Asked whenever the hand is not empty, whatever is in it: being asked tells the other side nothing."""
        hand = board.hands[self.side]
        if not any(hand):
            return None
        return Ask(self.side, ("none", *(chit for chit in CHITS if hand[CHITS.index(chit)])), seen_by=(self.side,))

    def do(self, board: Field, chit: Any = None) -> Steps:
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

    def do(self, board: Field, _: Any = None) -> Steps:
        """An event that reveals, unless neither side had anything to choose from."""
        attack, defence = board.committed[self.side], board.committed[1 - self.side]
        if any(board.hands[0]) or any(board.hands[1]) or board.committed != [UNKNOWN, UNKNOWN]:
            board.tell(ChitsShown("T6.3", _chit(attack), _chit(defence)))
        board.committed = [UNKNOWN, UNKNOWN]
        return (ResolveAttack(self.side, self.hex, self.attackers, attack, defence),)  # T6.4, T6.5


@value
class ResolveAttack(Line):
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

    def do(self, board: Field, die: Any = None) -> Steps:
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
class TakeLoss(CounterLine):
    """T6.6: the owner chooses which of the counters concerned loses a step; with one there is no choice."""

    rule: ClassVar[str] = "T6.6"
    side: int
    counters: tuple[int, ...]

    def ask(self, board: Field) -> Ask | None:
        """None where there is no choice."""
        return Ask(self.side, self.counters) if len(self.counters) > 1 else None

    def do(self, board: Field, counter: Any = None) -> Steps:
        """The loss."""
        lose_step(board, self.counters[0] if counter is None else counter, "T6.6")
        return ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """Not concerned."""
        return _why_not_counter(board, self.side, answer, Reason("T6.6", "why.not_concerned"))


@value
class Retreat(HexLine):
    """T6.7: the defenders that are left go back one hex; where they cannot, each loses a step."""

    rule: ClassVar[str] = "T6.7"
    side: int
    hex: int

    def ask(self, board: Field) -> Ask | None:
        """None where nobody is left or there is nowhere to go."""
        found = refuges(board, self.side, self.hex) if board.stack(self.side, self.hex) else ()
        return Ask(self.side, found) if found else None

    def do(self, board: Field, hex: Any = None) -> Steps:
        """Back, or a step each."""
        if hex is not None:
            _go_back(board, self.side, self.hex, hex, "T6.7")
        else:
            for counter in board.stack(self.side, self.hex):
                lose_step(board, counter, "T6.7")
        return ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """No refuge."""
        return Reason("T6.7", "why.no_refuge")


@value
class Advance(CounterLine):
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

    def do(self, board: Field, counter: Any = None) -> Steps:
        """It ends a move there."""
        if isinstance(counter, int):
            arrive(board, counter, self.hex, "T6.8")
        return ()

    def reason(self, board: Field, answer: Answer) -> Reason:
        """Not concerned."""
        return _why_not_counter(board, self.side, answer, Reason("T6.8", "why.not_concerned"))


# -- helpers


def _go_back(board: Field, side: int, hex: int, to: int, rule: str) -> None:
    """T6.2, T6.7: a whole stack goes back."""
    for counter in board.stack(side, hex):
        arrive(board, counter, to, rule)


def _why_not_counter(board: Field, side: int, answer: Answer, otherwise: Reason) -> Reason:
    if not isinstance(answer, int) or not 0 <= answer < len(board.at):
        return Reason(otherwise.rule, "why.unknown", name=answer)
    label = board.label(answer)
    if board.scenario.side_of[answer] != side:
        return Reason(otherwise.rule, "why.theirs", counter=label)
    if board.at[answer] < 0:
        return Reason(otherwise.rule, "why.gone", counter=label)
    return Reason(otherwise.rule, otherwise.key, counter=label)


def _chit(chit: int) -> str:
    return "none" if chit == UNKNOWN else CHITS[chit]
