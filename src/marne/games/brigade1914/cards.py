"""A11, C23: tactical advantages: what a side holds, what it may play now, who pays, and the answer of Intelligence."""

from __future__ import annotations

from typing import Any, ClassVar

from marne.engine import Answer, Ask, value
from marne.games.brigade1914.board import DESTROYED, HIDDEN, ON_TABLE, UNSEEN, WAGON, Battlefield
from marne.games.brigade1914.command import can_pay, pay, spend, unspent
from marne.games.brigade1914.data import CARDS, N, S
from marne.games.brigade1914.events import CardCountered, CardPlayed
from marne.games.brigade1914.forces import BATTERY, CAVALRY, INFANTRY
from marne.games.brigade1914.lines import Line, Steps
from marne.games.brigade1914.troops import enemy_within, friends, in_play, is_foot

ACT, REACTION = "act", "reaction"
"""The windows in which most cards may be played: between one's own actions, and before an enemy's action."""


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


def declined(board: Battlefield, side: int, answer: Answer | None) -> bool:
    """A11: whether a side plays nothing now; if it said so, it is not asked again this action or this turn."""
    if answer == NO_MORE:
        board.quiet |= 1 << side
    elif answer == NO_CARDS:
        board.cardless[side] = 1
    return answer in (None, NO, NO_MORE, NO_CARDS)


def discard(board: Battlefield, side: int, card: str) -> None:
    """A11: used once."""
    hand = list(board.hand[side])
    hand.remove(card)
    board.hand[side] = tuple(hand)
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


def _units(board: Battlefield, side: int, *kinds: str) -> list[int]:
    """A11: the units that a card may name."""
    return [unit for unit in friends(board, side) if board.spec[unit].kind in kinds]


def _far(board: Battlefield, unit: int) -> bool:
    """A11, C23: more than 12 inches from any enemy, and not yet activated."""
    return not board.acted[unit] and not enemy_within(board, unit, S.fog_distance)


def playable(board: Battlefield, side: int, window: str) -> list[Answer]:
    """A11, C23: every card that the side may play in this window, with what it falls on."""
    found: list[Answer] = []
    left = unspent(board, side)
    for card in sorted(set(board.hand[side])):
        label = board.label
        match card:
            case "entrenched":
                for unit in friends(board, side):
                    if is_foot(board, unit) and not board.dug[unit] and can_pay(board, unit):
                        found.append(("card", card, label(unit)))
            case "fog_of_war":
                for unit in _units(board, side, INFANTRY, CAVALRY):
                    if _far(board, unit):
                        found.append(("card", card, label(unit)))
                        theirs = [
                            enemy
                            for enemy in range(len(board.spec))
                            if board.side[enemy] != side
                            and in_play(board, enemy)
                            and board.spec[enemy].kind in (INFANTRY, CAVALRY)
                            and _far(board, enemy)
                        ]
                        if left:
                            found += [("card", card, label(unit), label(enemy)) for enemy in theirs]
            case "reserves":
                for unit in board.units(side):
                    if board.spec[unit].kind == INFANTRY:
                        found.append(("card", card, label(unit)))
            case "steady":
                for unit in board.units(side):
                    if board.markers[unit] and board.status[unit] != DESTROYED:
                        found.append(("card", card, label(unit)))
            case "forced_march" if window == ACT:
                for unit in _units(board, side, INFANTRY, CAVALRY, BATTERY):
                    if not enemy_within(board, unit, S.key_distance) and can_pay(board, unit):
                        found.append(("card", card, label(unit)))
            case "aerial_report" if window == ACT:
                if sum(x >= 0 for x, _ in board.marker[1 - side]):
                    found.append(("card", card, "markers"))
                if any(board.status[unit] in UNSEEN for unit in board.units(1 - side)):
                    found.append(("card", card, "hidden"))
                for unit in board.units(side):
                    if board.spec[unit].kind == BATTERY and board.status[unit] != DESTROYED:
                        found.append(("card", card, label(unit)))
            case "garbled_orders" if left:
                theirs = [
                    unit
                    for unit in board.units(1 - side)
                    if board.status[unit] == ON_TABLE and board.spec[unit].kind != WAGON
                ]
                found += [("card", card, label(a), label(b)) for a in theirs for b in theirs if a != b]
            case "ammunition_delay" if left:
                for unit in board.units(1 - side):
                    if in_play(board, unit) and (board.spec[unit].kind == BATTERY or board.mgs[unit]):
                        found.append(("card", card, label(unit)))
            case "corps_artillery" if window == ACT:
                found.append(("card", card, "store"))
            case "guides":
                for unit in friends(board, side):
                    if board.spec[unit].kind != WAGON:
                        found += [("card", card, label(unit), use) for use in ("lanes", "cover")]
            case "mad_minute" | "bayonet" | "grouped_guns" | "flooded_fields":
                found += _national(board, side, window, card)
            case _:
                pass
    if window == ACT:
        for card, tokens, _ in board.stored[side]:
            if card == "corps_artillery" and tokens >= N.corps_artillery:
                found += [("trigger", card, board.label(unit)) for unit in _observed_enemies(board, side)]
            if card == "flank_march" and tokens >= N.flank_march:
                found.append(("trigger", card))
    return found


def _observed_enemies(board: Battlefield, side: int) -> list[int]:
    """A11, C23: the enemies that somebody sees."""
    from marne.games.brigade1914.sight import sees

    return [
        enemy
        for enemy, owner in enumerate(board.side)
        if owner != side and in_play(board, enemy) and any(sees(board, unit, enemy) for unit in friends(board, side))
    ]


def _national(board: Battlefield, side: int, window: str, card: str) -> list[Answer]:
    """C23: four cards that one nation uses; the others throw them away for a token."""
    if CARDS[card].nation != board.nation(side):
        return [("card", card, "discard")] if window == ACT else []
    mine = [unit for unit in _units(board, side, INFANTRY) if can_pay(board, unit)]
    match card:
        case "mad_minute":
            return [("card", card, board.label(unit)) for unit in mine if not board.moved[unit]]
        case "bayonet":
            return (
                [("card", card, board.label(unit)) for unit in mine if board.half[unit] >= 0] if window == ACT else []
            )
        case "flooded_fields":
            return [("card", card, "flood")] if window == ACT and unspent(board, side) else []
        case _:
            return []  # grouped guns: a reaction of its own, see reaction.py


@value
class PlayCard(Line):
    """A11: a card is laid down and paid for; it is no action unless it says so, and Intelligence may answer it."""

    rule: ClassVar[str] = "A11"
    side: int
    card: str
    on: str
    cost: int
    unit: int

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """Then the enemy may counter it."""
        discard(board, self.side, self.card)
        for _ in range(self.cost):
            if self.unit >= 0:
                pay(board, self.unit, counts=False)
            else:
                pay_side(board, self.side, 1)
        board.countered = 0
        board.tell(CardPlayed("A11", self.side, self.card, self.on))
        return (Counter(1 - self.side, self.card, self.cost),)


@value
class Counter(Line):
    """A11: Intelligence cancels a card for what it cost, at least 1 and at most 3."""

    rule: ClassVar[str] = "A11"
    side: int
    card: str
    cost: int

    def price(self) -> int:
        """A11: what the answer costs."""
        return min(max(self.cost, S.counter_least), S.counter_most)

    def ask(self, board: Battlefield) -> Ask | None:
        """Whoever could hold it and has the tokens."""
        side = self.side
        if self.card == "intelligence" or not possible(board, side, "intelligence"):
            return None
        if unspent(board, side) < self.price():
            return None
        return Ask(side, (NO, NO_MORE, NO_CARDS, *(["intelligence"] if holds(board, side, "intelligence") else ())))

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """The effect is lost."""
        if not declined(board, self.side, answer):
            discard(board, self.side, "intelligence")
            pay_side(board, self.side, self.price())
            board.countered = 1
            board.tell(CardCountered("A11", self.side, self.card))
        return ()


def hidden_units(board: Battlefield, side: int) -> list[int]:
    """C12, C23: the side's units that lie hidden on the table."""
    return [unit for unit in board.units(side) if board.status[unit] == HIDDEN]
