"""A11: the deck before the first turn: cards removed, dealt, laid open, chosen and swapped."""

from __future__ import annotations

from marne.engine import Ask, chance, value
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.components.data import ADVANTAGES, CARDS
from marne.games.brigade1914.events import CardDrawn, CardsDealt, CardTaken
from marne.games.brigade1914.rules.advantages.cards import take_out
from marne.games.brigade1914.steps import Asked, DieLine, Line, Steps

__all__ = ["ChoosersDie", "Draw", "FillDeck", "PutBack", "Swap", "TakeCard", "WhoChooses", "card_steps"]


def card_steps(board: Battlefield) -> Steps:
    """A11: two cards removed unseen, three to each hand, three face up, one of those to each side, a swap each."""
    removed = tuple(Draw(-1, "removed") for _ in range(ADVANTAGES.removed))
    hands = tuple(Draw(side, "hand") for side in (0, 1) for _ in range(ADVANTAGES.dealt))
    shown = tuple(Draw(-1, "face up") for _ in range(ADVANTAGES.face_up))
    return (FillDeck(), *removed, *hands, *shown, WhoChooses(), Swap(0), Swap(1))


@value
class FillDeck(Line):
    """A11, C23: twenty-four cards."""

    rule = "A11"

    def do(self, board: Battlefield) -> Steps:
        board.deck = tuple((name, card.copies) for name, card in sorted(CARDS.items()))
        board.tell(CardsDealt("A11", sum(count for _, count in board.deck)))
        return ()


@value
class Draw(Asked[str]):
    """A11: the top card of a shuffled deck."""

    rule = "A11"
    of_the_turn = True
    side: int
    where: str

    def ask(self, board: Battlefield) -> Ask | None:
        left = [(name, count) for name, count in board.deck if count]
        seen = () if self.where == "removed" else (self.side,) if self.where == "hand" else None
        return chance(tuple(name for name, _ in left), tuple(count for _, count in left), seen) if left else None

    def answered(self, board: Battlefield, card: str) -> Steps:
        """To a hand, face up, or out of the game."""
        board.deck = tuple((name, count - (name == card)) for name, count in board.deck)
        if self.where == "hand":
            board.hand[self.side] = tuple(sorted((*board.hand[self.side], card)))
            board.tell(CardDrawn("A11", self.side, card))
        elif self.where == "face up":
            board.face_up = (*board.face_up, card)
        return ()


@value
class WhoChooses(Line):
    """A11: the better general first, the defender if they are equal, else the higher die."""

    rule = "A11"

    def do(self, board: Battlefield) -> Steps:
        blue, red = board.rating
        if blue == red and board.rules.defender < 0:
            return (ChoosersDie(0),)
        first = (1 ^ board.swap) if blue == red else int(red > blue)
        return TakeCard(first), TakeCard(1 - first), PutBack()


@value
class ChoosersDie(DieLine):
    """A11: a die each, again on a tie."""

    rule = "A11"
    blue: int

    def answered(self, board: Battlefield, die: int) -> Steps:
        if not self.blue or die == self.blue:
            return (ChoosersDie(0 if self.blue else die),)
        first = int(die > self.blue)
        return TakeCard(first), TakeCard(1 - first), PutBack()


@value
class TakeCard(Asked[str]):
    """A11: one of the cards that lie face up."""

    rule = "A11"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        return Ask(self.side, tuple(sorted(set(board.face_up)))) if board.face_up else None

    def answered(self, board: Battlefield, card: str) -> Steps:
        shown = list(board.face_up)
        shown.remove(card)
        board.face_up = tuple(shown)
        board.hand[self.side] = tuple(sorted((*board.hand[self.side], card)))
        board.tell(CardTaken("A11", self.side, card))
        return ()


@value
class PutBack(Line):
    """A11: the card that is left goes back into the deck."""

    rule = "A11"

    def do(self, board: Battlefield) -> Steps:
        for card in board.face_up:
            board.deck = tuple((name, count + (name == card)) for name, count in board.deck)
        board.face_up = ()
        return ()


@value
class Swap(Asked[str]):
    """A11: a side may throw one card away for the top of the deck."""

    rule = "A11"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        hand = tuple(sorted(set(board.hand[self.side])))
        return Ask(self.side, ("keep", *hand), seen_by=(self.side,)) if hand else None

    def answered(self, board: Battlefield, card: str) -> Steps:
        if card == "keep":
            return ()
        take_out(board, self.side, card)
        return (Draw(self.side, "hand"),)
