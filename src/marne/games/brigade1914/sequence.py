"""The sequence of play, to read beside the rules: a turn is initiative, tokens, scouts and reserves, actions, end."""

from __future__ import annotations

from marne.engine import Ask, Only, chance, value
from marne.games.brigade1914.board import ARRIVED, OFF_TABLE, RESERVE, SIDES, UNSEEN, Battlefield
from marne.games.brigade1914.components.data import ADVANTAGES, VICTORY
from marne.games.brigade1914.events import (
    CameUp,
    CardCountered,
    CardPlayed,
    GameOver,
    InitiativeRolled,
    InitiativeTo,
    PointsStand,
    ReserveRolled,
    TokensGenerated,
    TurnBegan,
)
from marne.games.brigade1914.rules.advantages.cards import NO, NO_CARDS, declined, discard, offer
from marne.games.brigade1914.rules.command.actions import Act
from marne.games.brigade1914.rules.command.command import fights, generated, unspent
from marne.games.brigade1914.rules.reconnaissance.recon import markers_left
from marne.games.brigade1914.rules.reconnaissance.scouts import Scouts
from marne.games.brigade1914.rules.scenarios.setup import setup_steps
from marne.games.brigade1914.rules.scenarios.victory import broken, conclude, move_wagons, penetration, standing
from marne.games.brigade1914.steps import Asked, DieLine, Line, Steps

__all__ = [
    "Allocate",
    "Arrive",
    "Begin",
    "ChooseInitiative",
    "EndOfTurn",
    "Finish",
    "Generate",
    "Initiative",
    "InitiativeDice",
    "OneMoreTurn",
    "PushOn",
    "ReserveDie",
    "Reserves",
    "StopPush",
    "Turn",
]


@value
class Begin(Line):
    """C27: getting ready, then turn after turn."""

    rule = "C27"

    def do(self, board: Battlefield) -> Steps:
        return (*setup_steps(board), Turn())


@value
class Turn(Line):
    """C1: the order of a turn."""

    rule = "C1"

    def do(self, board: Battlefield) -> Steps:
        if board.over:
            return ()
        board.turn += 1
        board.tell(TurnBegan("C1", board.turn))
        return (
            PushOn(0),
            PushOn(1),  # A11
            Initiative(),  # A4
            Generate(0),
            Allocate(0, -1),  # A2, A3
            Generate(1),
            Allocate(1, -1),
            Scouts(0),
            Scouts(1),  # C13
            Reserves(0),
            Reserves(1),  # C8
            Act(),  # C2, C3
            EndOfTurn(),  # C1, C10, C14
        )


# -- A4: initiative


def given(board: Battlefield) -> bool:
    """A4, C27: on turn 1 a scenario may say who is active, and nobody rolls."""
    return board.turn == 1 and board.rules.first >= 0


@value
class PushOn(Asked[str]):
    """A11: Push on, lads! before the dice: its token comes off the tokens of the turn."""

    rule = "A11"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """Whoever could hold it, wherever dice are rolled for the initiative."""
        side = self.side
        if given(board) or board.seize >= 0 or not generated(board, side):
            return None
        return offer(board, side, "push_on", (NO, NO_CARDS))

    def answered(self, board: Battlefield, answer: str) -> Steps:
        """The initiative is won, unless Intelligence answers."""
        if declined(board, self.side, answer):
            return ()
        discard(board, self.side, "push_on")
        board.next_lost[self.side] += 1
        board.seize = self.side
        board.tell(CardPlayed("A11", self.side, "push_on", ""))
        return (StopPush(1 - self.side),)


@value
class StopPush(Asked[str]):
    """A11: Intelligence against Push on, lads!; its token too comes off the tokens of the turn."""

    rule = "A11"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        return offer(board, self.side, "intelligence", (NO, NO_CARDS)) if generated(board, self.side) else None

    def answered(self, board: Battlefield, answer: str) -> Steps:
        """Then dice decide after all."""
        if not declined(board, self.side, answer):
            discard(board, self.side, "intelligence")
            board.next_lost[self.side] += ADVANTAGES.counter_least
            board.seize = -1
            board.tell(CardCountered("A11", self.side, "push_on"))
        return ()


@value
class Initiative(Line):
    """A4, C27: on turn 1 by scenario, then a die each; the higher chooses."""

    rule = "A4"

    def do(self, board: Battlefield) -> Steps:
        """A card settles it without dice."""
        if board.seize >= 0:
            side, board.seize = board.seize, -1
            return (ChooseInitiative(side),)
        if given(board):
            take_initiative(board, board.rules.first ^ board.swap)
            return ()
        return (InitiativeDice(0),)


@value
class InitiativeDice(DieLine):
    """A4: blue's die, then red's; ties are rolled again. On turn 1 more scouts left add 1 (C13)."""

    rule = "A4"
    of_the_turn = True
    blue: int

    def answered(self, board: Battlefield, die: int) -> Steps:
        if not self.blue:
            board.tell(InitiativeRolled("A4", 0, die))
            return (InitiativeDice(die),)
        board.tell(InitiativeRolled("A4", 1, die))
        blue, red = self.blue, die
        if board.turn == 1:
            blue += markers_left(board, 0) > markers_left(board, 1)
            red += markers_left(board, 1) > markers_left(board, 0)
        return (InitiativeDice(0),) if blue == red else (ChooseInitiative(int(red > blue)),)


@value
class ChooseInitiative(Asked[str]):
    """A4: the winner is active, or hands the initiative over."""

    rule = "A4"
    side: int

    def ask(self, board: Battlefield) -> Ask:
        return Ask(self.side, ("be active", "hand over"))

    def answered(self, board: Battlefield, answer: str) -> Steps:
        take_initiative(board, self.side if answer == "be active" else 1 - self.side)
        return ()


def take_initiative(board: Battlefield, side: int) -> None:
    """A4: the side becomes active."""
    board.active, board.gained, board.seize = side, 0, -1
    board.tell(InitiativeTo("A4", side))


# -- A2, A3: tokens


@value
class Generate(Line):
    """A2: the tokens of the turn."""

    rule = "A2"
    side: int

    def do(self, board: Battlefield) -> Steps:
        board.pool[self.side] = generated(board, self.side)
        board.next_lost[self.side] = 0
        board.tell(TokensGenerated("A2", self.side, board.pool[self.side]))
        return ()


@value
class Allocate(Asked[int]):
    """A3: tokens are given out in secret: to the general up to his rating, then at least one to each unit."""

    rule = "A3"
    side: int
    number: int

    def takers(self, board: Battlefield) -> list[int]:
        """Units that receive tokens."""
        return [unit for unit in board.units(self.side) if fights(board, unit)]

    def amounts(self, board: Battlefield) -> range:
        """A3: from the least to the most."""
        takers, pool = self.takers(board), board.pool[self.side]
        if self.number < 0:
            return range(min(board.rating[self.side], max(pool - len(takers), 0)) + 1)
        after = len(takers) - self.number - 1
        if after < 0:
            return range(1)
        if pool <= after:
            return range(min(pool, 1) + 1)
        return range(pool if not after else 1, pool - after + 1)

    def ask(self, board: Battlefield) -> Ask | Only[int]:
        """How many. Whether there is a choice left is secret too, so each unit but the last is asked for, unless the
        tokens in all leave none."""
        amounts, side = self.amounts(board), self.side
        units = len(self.takers(board))
        if self.number < 0:
            forced = len(amounts) == 1
        else:
            forced = self.number >= units - 1 or board.pool[side] + unspent(board, side) in (0, units)
        return Only(amounts[0]) if forced else Ask(side, tuple(amounts), seen_by=(side,))

    def answered(self, board: Battlefield, amount: int) -> Steps:
        """Then the next unit; the last takes what is left."""
        takers, side = self.takers(board), self.side
        if self.number < 0:
            board.gtokens[side] = amount
        elif self.number < len(takers):
            board.tokens[takers[self.number]] = amount
        else:
            return ()
        board.pool[side] -= amount
        if self.number + 1 < len(takers):
            return (Allocate(side, self.number + 1),)
        board.pool[side] = 0
        return ()


# -- C8: reserves


@value
class Reserves(Line):
    """C8, C27: dice for the units in reserve; those that succeed bring units up in the order of march.

    The enemy must not learn who is in reserve and who lies hidden or masked, so there is a die for every unit that he
    cannot see, and only their owner knows which of them count.
    """

    rule = "C8"
    side: int

    def do(self, board: Battlefield) -> Steps:
        table = board.rules.reserve
        need = table[min(board.turn, len(table)) - 1]
        unseen = sum(board.status[unit] in UNSEEN for unit in board.units(self.side))
        if not need or not unseen:
            return ()
        board.coming[self.side] = 0
        return (*(ReserveDie(self.side, number, need) for number in range(unseen) if need > 1), Arrive(self.side, need))


def waiting(board: Battlefield, side: int) -> list[int]:
    """C27: the side's units in reserve, in their order of march."""
    return [unit for unit in board.march[side] if board.status[unit] == RESERVE]


@value
class ReserveDie(Asked[int]):
    """C8: a die, which counts if so many units are in reserve."""

    rule = "C8"
    of_the_turn = True
    side: int
    number: int
    need: int

    def ask(self, board: Battlefield) -> Ask:
        """A die of six that only its owner sees."""
        return chance(seen_by=(self.side,))

    def answered(self, board: Battlefield, die: int) -> Steps:
        if self.number < len(waiting(board, self.side)):
            here = die >= self.need
            board.coming[self.side] += here
            board.tell(ReserveRolled("C8", self.side, die, self.need, "here" if here else "late"))
        return ()


@value
class Arrive(Line):
    """C8, C27: the first units of the column come up and may enter with an activation; heavy guns stay behind the edge
    (C20)."""

    rule = "C8"
    side: int
    need: int

    def do(self, board: Battlefield) -> Steps:
        """All of them, once no die is needed."""
        column = waiting(board, self.side)
        for unit in column if self.need <= 1 else column[: board.coming[self.side]]:
            board.status[unit] = OFF_TABLE if board.spec[unit].arm == "heavy" else ARRIVED
            board.tell(CameUp("C8", board.label(unit)))
        board.coming[self.side] = 0
        return ()


# -- the end of a turn


@value
class EndOfTurn(Line):
    """C1, C10, C14, C27: tokens are discarded, smoke and marks go; penetration, wagons, breaking, the last turn."""

    rule = "C1"

    def do(self, board: Battlefield) -> Steps:
        """Then the next turn, one more by die, or the end."""
        n = len(board.spec)
        board.pool, board.gtokens = [0, 0], [0, 0]
        board.gmoved, board.used, board.reroll = [0, 0], [0, 0], [0, 0]
        board.tokens, board.spent, board.acted, board.moved = [0] * n, [0] * n, [0] * n, [0] * n
        board.assaulted, board.half, board.smoke, board.smoke_bar = [0] * n, [-1] * n, [0] * n, [0] * n
        board.fired, board.reinforced, board.jammed, board.minute = [0] * n, [0] * n, [0] * n, [0] * n
        board.bayonet, board.report, board.guided, board.screened = [0] * n, [0] * n, [0] * n, [0] * n
        board.quiet = board.cut = board.auto = board.progress = 0
        board.actor = board.reactor = board.seize = -1
        board.cardless = [0, 0]
        penetration(board)
        move_wagons(board)
        blue, red = standing(board)
        board.tell(PointsStand("C27", blue, red))
        if broken(board, 0) or broken(board, 1):
            return (Finish("break"),)
        if board.turn < board.rules.turns:
            return (Turn(),)
        return (OneMoreTurn(),) if not board.extra else (Finish("time"),)


@value
class OneMoreTurn(DieLine):
    """C27: after the last turn a 4 or more gives one more."""

    rule = "C27"

    def answered(self, board: Battlefield, die: int) -> Steps:
        board.extra = 1
        return (Turn(),) if die >= VICTORY.extra_turn else (Finish("time"),)


@value
class Finish(Line):
    """C10, C27: who has won."""

    rule = "C27"
    why: str

    def do(self, board: Battlefield) -> Steps:
        conclude(board, self.why)
        result = "draw" if board.winner < 0 else SIDES[board.winner]
        board.tell(GameOver("C10" if self.why == "break" else "C27", result))
        return ()
