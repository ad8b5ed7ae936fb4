"""A11, C23: tactical advantages: what a side may hold, how it is asked, who pays, and the answer of Intelligence."""

from __future__ import annotations

from marne.engine import Answer, Ask, Unit, value
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.components.data import ADVANTAGES, CARDS
from marne.games.brigade1914.events import CardCountered, CardPlayed
from marne.games.brigade1914.rules.command.command import pay, spend, unspent
from marne.games.brigade1914.steps import Asked, Line, Steps

__all__ = [
    "NO",
    "NO_CARDS",
    "NO_MORE",
    "Counter",
    "PlayCard",
    "declined",
    "discard",
    "holds",
    "offer",
    "pay_side",
    "possible",
    "silent",
    "take_out",
]


def holds(board: Battlefield, side: int, card: str) -> bool:
    """A11: whether a card is in a side's hand."""
    return card in board.hand[side]


NO, NO_MORE, NO_CARDS = "no", "no more", "no cards"
"""Ways to decline: this time, for the rest of the action, or any card for the rest of the turn."""


def possible(board: Battlefield, side: int, *cards: str) -> bool:
    """A11: whether, as far as the whole table can tell, a side may hold one of these cards (any, without names).

    Questions about cards are put by this and never by the hand, so that being asked tells nothing about it: a hand
    counts by its size, a card by the copies that nobody has seen used.
    """
    if not board.hand[side] or board.cardless[side] or silent(board, side):
        return False
    used = [*board.discarded, *(card for stored in board.stored for card, _, _ in stored)]
    return any(row.copies > used.count(card) for card, row in CARDS.items() if not cards or card in cards)


def silent(board: Battlefield, side: int) -> bool:
    """C3: whether a side wants no more questions about this action."""
    return bool(board.quiet >> side & 1)


def declined(board: Battlefield, side: int, answer: Answer) -> bool:
    """A11: whether a side plays nothing now; if it said so, it is not asked again this action or this turn."""
    if answer == NO_MORE:
        board.quiet |= 1 << side
    elif answer == NO_CARDS:
        board.cardless[side] = 1
    return answer in (NO, NO_MORE, NO_CARDS)


def offer(board: Battlefield, side: int, card: str, ways: tuple[str, ...] = (NO, NO_MORE, NO_CARDS)) -> Ask | None:
    """A11: whether a side plays a card now, asked of whoever could hold it; the card itself of who does."""
    if not possible(board, side, card):
        return None
    return Ask(side, (*ways, card) if holds(board, side, card) else ways)


def take_out(board: Battlefield, side: int, card: str) -> None:
    """A11: a card leaves a hand."""
    hand = list(board.hand[side])
    hand.remove(card)
    board.hand[side] = tuple(hand)


def discard(board: Battlefield, side: int, card: str) -> None:
    """A11: used once."""
    take_out(board, side, card)
    board.discarded = (*board.discarded, card)


def pay_side(board: Battlefield, side: int, tokens: int) -> None:
    """C23: pay for a card that falls on no unit of one's own: the general's tokens, then those of whoever has most."""
    for _ in range(tokens):
        if board.gtokens[side]:
            board.gtokens[side] -= 1
        else:
            unit = max(board.units(side), key=lambda each: (board.tokens[each], -each))
            board.tokens[unit] -= 1
        spend(board, side)


@value
class PlayCard(Line):
    """A11: a card is laid down and paid for; it is no action unless it says so, and Intelligence may answer it."""

    rule = "A11"
    side: int
    card: str
    on: str
    cost: int
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        discard(board, self.side, self.card)
        for _ in range(self.cost):
            if self.unit >= 0:
                pay(board, self.unit, counts=False)
            else:
                pay_side(board, self.side, 1)
        board.countered = 0
        board.tell(CardPlayed("A11", self.side, self.card, board.spoken(self.on)))
        return (Counter(1 - self.side, self.card, self.cost),)


@value
class Counter(Asked[str]):
    """A11: Intelligence cancels a card for what it cost, at least 1 and at most 3."""

    rule = "A11"
    side: int
    card: str
    cost: int

    def price(self) -> int:
        """A11: what the answer costs."""
        return min(max(self.cost, ADVANTAGES.counter_least), ADVANTAGES.counter_most)

    def ask(self, board: Battlefield) -> Ask | None:
        if self.card == "intelligence" or unspent(board, self.side) < self.price():
            return None
        return offer(board, self.side, "intelligence")

    def answered(self, board: Battlefield, answer: str) -> Steps:
        if not declined(board, self.side, answer):
            discard(board, self.side, "intelligence")
            pay_side(board, self.side, self.price())
            board.countered = 1
            board.tell(CardCountered("A11", self.side, self.card))
        return ()
