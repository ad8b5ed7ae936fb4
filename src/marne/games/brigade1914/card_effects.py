"""A11, C23: what cards do, once they are paid for and not countered."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from marne.engine import D10, Answer, Ask, chance, value
from marne.games.brigade1914.board import ARRIVED, FLANK, RESERVE, Battlefield
from marne.games.brigade1914.cards import NO, Counter, PlayCard, hidden_units, holds, pay_side, possible
from marne.games.brigade1914.command import can_pay, gone, unspent
from marne.games.brigade1914.data import CARDS, N, S
from marne.games.brigade1914.events import CardPlayed, CardStored, DieRolled, Flooded, WasHit
from marne.games.brigade1914.forces import CAVALRY, INFANTRY
from marne.games.brigade1914.ground import DEEP, WIDE
from marne.games.brigade1914.hits import Casualties
from marne.games.brigade1914.lines import Line, Steps, unit_of
from marne.games.brigade1914.losses import check_limit
from marne.games.brigade1914.moving import GoTo, March
from marne.games.brigade1914.points import PointLine
from marne.games.brigade1914.reasons import Reason
from marne.games.brigade1914.recon import reveal_marker, reveal_unit
from marne.games.brigade1914.sight import in_cover
from marne.games.brigade1914.testing import remove_markers
from marne.games.brigade1914.troops import friends, is_mounted, middle, present

_OF_A_UNIT = ("entrenched", "forced_march", "mad_minute", "bayonet", "grouped_guns")
"""C23: cards paid from the unit they fall on."""


def play(board: Battlefield, side: int, answer: Any) -> Steps:
    """A11, C23: an answer such as ("card", "steady", "b2"): pay, let the enemy counter, then the effect."""
    word, card, *args = answer
    if word == "trigger":
        return (Trigger(side, card, args[0] if args else ""),)
    if card == "corps_artillery":
        return (LayDown(side, card),)
    on = " ".join(args)
    unit = board.unit(args[0]) if args else None
    cost = CARDS[card].cost
    if card == "fog_of_war":
        cost = len(args) - 1
    if args and args[0] == "discard":
        cost = 0
    payer = unit if card in _OF_A_UNIT and unit is not None and can_pay(board, unit) else -1
    return PlayCard(side, card, on, cost, payer), Effect(side, card, on)


@value
class Effect(Line):
    """A11, C23: the effect of a card that was not countered."""

    rule: ClassVar[str] = "A11"
    side: int
    card: str
    on: str

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """By card."""
        if board.countered:
            return ()
        side, names = self.side, self.on.split()
        unit = board.unit(names[0]) if names else None
        match self.card:
            case "entrenched" if unit is not None:
                board.dug[unit] = 1
            case "fog_of_war" if unit is not None:
                steps: Steps = (GoTo(unit, "fog", side), March(unit, "fog"))
                if len(names) > 1:
                    enemy = unit_of(board, names[1])
                    steps = (*steps, GoTo(enemy, "fog", side), March(enemy, "fog"))
                return steps
            case "reserves" if unit is not None:
                board.recruits[unit] += 1
            case "steady" if unit is not None:
                remove_markers(board, unit, 2, "C23")
            case "forced_march" if unit is not None:
                return GoTo(unit, "march", side), March(unit, "march")
            case "aerial_report":
                _report(board, side, names[0], unit)
            case "garbled_orders":
                first, second = (unit_of(board, name) for name in names)
                if board.tokens[first]:
                    board.tokens[first] -= 1
                    board.tokens[second] += 1
            case "ammunition_delay" if unit is not None:
                board.jammed[unit] = 1
            case "guides" if unit is not None:
                # A11: a card with two abilities gives one of them.
                if names[1] == "lanes":
                    board.guided[unit] = 1
                else:
                    board.screened[unit] = 1
            case "mad_minute" | "bayonet" | "flooded_fields" if names[0] == "discard":
                board.gtokens[side] += 1
            case "grouped_guns" if names[0] == "discard":
                board.gtokens[side] += 1
            case "mad_minute" if unit is not None:
                board.minute[unit] = 1
            case "bayonet" if unit is not None:
                board.bayonet[unit] = 1
            case "flooded_fields":
                return (Flood(side),)
            case _:
                pass
        return ()


def _report(board: Battlefield, side: int, what: str, unit: int | None) -> None:
    """C23: an aerial report: two markers, one hidden unit, or good observation for a battery."""
    if unit is not None:
        board.report[unit] = 1
    elif what == "markers":
        for marker in [i for i, (x, _) in enumerate(board.marker[1 - side]) if x >= 0][:2]:
            reveal_marker(board, 1 - side, marker, "C23")
    else:
        for hidden in hidden_units(board, 1 - side)[:1]:
            reveal_unit(board, hidden, "C23")


@value
class Flood(PointLine):
    """C23: open ground within 12 inches of a friend, flooded for the rest of the game."""

    rule: ClassVar[str] = "C23"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """A point: open."""
        return Ask(self.side, None)

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """It costs whoever crosses it."""
        if isinstance(answer, tuple):
            board.floods = (*board.floods, answer)
            board.tell(Flooded("C23", self.side, *answer))
        return ()

    def reason(self, board: Battlefield, answer: Answer) -> Reason | None:
        """On the table, on open ground, near enough."""
        if answer == "nowhere":
            return None
        if not isinstance(answer, tuple) or len(answer) != 2 or not all(type(each) is int for each in answer):
            return Reason("C23", "why.no_point")
        x, y = (int(str(each)) for each in answer)
        if not (0 <= x <= WIDE and 0 <= y <= DEEP) or board.ground.kind_at(x, y) != "open":
            return Reason("C23", "why.not_open")
        for unit in friends(board, self.side):
            mx, my = middle(board, unit)
            if (x - mx) ** 2 + (y - my) ** 2 <= N.flood_range**2:
                return None
        return Reason("C23", "why.flood_far")

    def suggest(self, board: Battlefield, rng: Random, n: int) -> list[Answer]:
        """Points around friends."""
        units = list(friends(board, self.side))
        near = (middle(board, rng.choice(units)) for _ in range(4 * n if units else 0))
        points = ((x + rng.randrange(-800, 801), y + rng.randrange(-800, 801)) for x, y in near)
        return self.legal(board, points, n, "nowhere")


# -- cards that stay in play


def may_store(board: Battlefield, side: int) -> list[str]:
    """A11, C23: cards in play on which the side may put a token this turn."""
    if not unspent(board, side):
        return []
    return [card for card, _, turn in board.stored[side] if turn != board.turn]


def store(board: Battlefield, side: int, card: str) -> None:
    """A11: a token goes on a card, one a turn."""
    pay_side(board, side, 1)
    rows = []
    for name, tokens, last in board.stored[side]:
        if name == card:
            tokens, last = tokens + 1, board.turn
            board.tell(CardStored("A11", side, card, tokens))
        rows.append((name, tokens, last))
    board.stored[side] = tuple(rows)


@value
class LayDown(Line):
    """A11: a card is laid open to gather tokens; it has no effect yet, so nothing is there to counter."""

    rule: ClassVar[str] = "A11"
    side: int
    card: str

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """Out of the hand, and not used up."""
        lay_down(board, self.side, self.card)
        board.tell(CardPlayed("A11", self.side, self.card, "store"))
        return ()


def lay_down(board: Battlefield, side: int, card: str) -> None:
    """A11: from the hand to the table, where tokens gather on it."""
    hand = list(board.hand[side])
    hand.remove(card)
    board.hand[side] = tuple(hand)
    board.stored[side] = (*board.stored[side], (card, 0, -1))


@value
class Trigger(Line):
    """A11, C23: a card in play is triggered, and may be countered for the tokens that lie on it."""

    rule: ClassVar[str] = "C23"
    side: int
    card: str
    on: str

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """The card is used up."""
        side = self.side
        tokens = next(count for card, count, _ in board.stored[side] if card == self.card)
        board.stored[side] = tuple(row for row in board.stored[side] if row[0] != self.card)
        board.discarded = (*board.discarded, self.card)
        board.countered = 0
        board.tell(CardPlayed("C23", side, self.card, self.on))
        return Counter(1 - side, self.card, tokens), Triggered(side, self.card, self.on, tokens)


@value
class Triggered(Line):
    """C23: corps artillery fires, a flank march arrives; a march that was countered comes up as any reserve."""

    rule: ClassVar[str] = "C23"
    side: int
    card: str
    on: str
    tokens: int

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """Unless the card was countered."""
        if self.card == "flank_march":
            for unit in board.units(self.side):
                if board.status[unit] == FLANK:
                    board.status[unit] = RESERVE if board.countered else ARRIVED
                    board.flanked[unit] = int(not board.countered)
            return ()
        return () if board.countered else (Barrage(self.side, unit_of(board, self.on), self.tokens, 0),)


@value
class Barrage(Line):
    """C23: corps artillery: a die for each token, at 6+, casualties as heavy guns."""

    rule: ClassVar[str] = "C23"
    side: int
    target: int
    left: int
    hits: int

    def need(self, board: Battlefield) -> int:
        """C18: cover and horse count as ever."""
        cover = in_cover(board, self.target, None)
        return S.to_hit + cover - (N.mounted_bonus if is_mounted(board, self.target) else 0)

    def ask(self, board: Battlefield) -> Ask | None:
        """The next die."""
        return chance(D10) if self.left > 0 and present(board, self.target) else None

    def do(self, board: Battlefield, die: Any = None) -> Steps:
        """Then markers, casualties and what is left."""
        target = self.target
        if die is not None:
            hit = die >= self.need(board)  # from 5 to 7, so a 1 misses and a 10 hits
            board.tell(DieRolled("C23", board.label(target), die, self.need(board), "hit" if hit else "miss"))
            return (Barrage(self.side, target, self.left - 1, self.hits + hit),)
        if not self.hits or gone(board, target):
            return ()
        board.markers[target] += self.hits
        board.tell(WasHit("C19", board.label(target), self.hits, board.markers[target]))
        plain = N.casualty_cover if in_cover(board, target, None) else N.casualty_open
        due = plain - 1 - is_mounted(board, target)
        return Casualties(target, self.hits, due), Looked(target)


@value
class Looked(Line):
    """C7: whether a unit that was shelled is destroyed."""

    rule: ClassVar[str] = "C7"
    target: int

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """At its limit, or without bases."""
        check_limit(board, self.target)
        return ()


@value
class FlankMarch(Line):
    """C23: before deployment a side that holds Flank March may keep one unit off the table."""

    rule: ClassVar[str] = "C23"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """Which, in secret; a side without the card is asked too, and can only say no."""
        if not possible(board, self.side, "flank_march"):
            return None
        units = [
            board.label(unit)
            for unit in board.units(self.side)
            if board.spec[unit].kind in (INFANTRY, CAVALRY) and board.status[unit] == RESERVE
        ]
        held = holds(board, self.side, "flank_march")
        return Ask(self.side, (NO, *(("flank", name) for name in units if held)), seen_by=(self.side,))

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """The card lies on the table from now on."""
        if answer not in (None, NO):
            lay_down(board, self.side, "flank_march")
            board.status[unit_of(board, answer[1])] = FLANK
        return ()
