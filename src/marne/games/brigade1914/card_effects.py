"""A11, C23: what cards do, once they are paid for and not countered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from marne.engine import D10, Answer, Ask, chance, value
from marne.games.brigade1914.board import ARRIVED, FLANK, HIDDEN, RESERVE, Battlefield
from marne.games.brigade1914.cards import NO, Counter, PlayCard, holds, pay_side, possible
from marne.games.brigade1914.command import can_pay, gone, unspent
from marne.games.brigade1914.data import ADVANTAGES, CARDS, FIRE, HITS
from marne.games.brigade1914.events import CardPlayed, CardStored, DieRolled, Flooded, WasHit
from marne.games.brigade1914.forces import CAVALRY, INFANTRY
from marne.games.brigade1914.ground import DEEP, WIDE
from marne.games.brigade1914.hits import Casualties
from marne.games.brigade1914.lines import Asked, Line, PointLine, Steps, Words, unit_of
from marne.games.brigade1914.losses import check_limit
from marne.games.brigade1914.moving import GoTo, March
from marne.games.brigade1914.recon import reveal_marker, reveal_unit
from marne.games.brigade1914.sight import in_cover
from marne.games.brigade1914.testing import remove_markers
from marne.games.brigade1914.troops import friends, is_mounted, middle, present
from marne.games.brigade1914.words import Reason
from marne.plane import Point

__all__ = [
    "Barrage", "Effect", "FlankMarch", "Flood", "LayDown", "Looked", "Trigger", "Triggered", "may_store", "play",
    "store",
]  # fmt: skip

_OF_A_UNIT = ("entrenched", "forced_march", "mad_minute", "bayonet", "grouped_guns")
"""C23: cards paid from the unit they fall on."""


def play(board: Battlefield, side: int, card: str, *args: str) -> Steps:
    """A11, C23: a card of an answer such as ("card", "steady", "b2"): pay, let the enemy counter, then the effect."""
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

    rule = "A11"
    side: int
    card: str
    on: str

    def do(self, board: Battlefield) -> Steps:
        """By card; one of another nation is thrown away for a token (C23)."""
        names = self.on.split()
        if board.countered:
            return ()
        if names[:1] == ["discard"]:
            board.gtokens[self.side] += 1
            return ()
        return EFFECTS[self.card](board, self.side, *names)


def _marked(fact: Callable[[Battlefield], list[int]]) -> Callable[..., Steps]:
    """A card that marks the unit it falls on."""

    def effect(board: Battlefield, side: int, name: str) -> Steps:
        fact(board)[unit_of(board, name)] = 1
        return ()

    return effect


def _fog_of_war(board: Battlefield, side: int, *names: str) -> Steps:
    """A11: the side moves one of its own units, and perhaps one of the enemy's."""
    units = [unit_of(board, name) for name in names]
    return tuple(step for unit in units for step in (GoTo(unit, "fog", side), March(unit, "fog")))


def _reserves(board: Battlefield, side: int, name: str) -> Steps:
    """A11: a base of reinforcements more."""
    board.recruits[unit_of(board, name)] += 1
    return ()


def _steady(board: Battlefield, side: int, name: str) -> Steps:
    """C23: two markers go."""
    remove_markers(board, unit_of(board, name), ADVANTAGES.steady_markers, "C23")
    return ()


def _forced_march(board: Battlefield, side: int, name: str) -> Steps:
    """C23: a move at once."""
    unit = unit_of(board, name)
    return GoTo(unit, "march", side), March(unit, "march")


def _aerial_report(board: Battlefield, side: int, what: str) -> Steps:
    """C23: two markers, one hidden unit, or good observation for a battery."""
    unit = board.unit(what)
    if unit is not None:
        board.report[unit] = 1
    elif what == "markers":
        for marker in [i for i, (x, _) in enumerate(board.marker[1 - side]) if x >= 0][: ADVANTAGES.report_markers]:
            reveal_marker(board, 1 - side, marker, "C23")
    else:
        for hidden in [unit for unit in board.units(1 - side) if board.status[unit] == HIDDEN][:1]:
            reveal_unit(board, hidden, "C23")
    return ()


def _garbled_orders(board: Battlefield, side: int, *names: str) -> Steps:
    """C23: a token goes from one enemy unit to another."""
    first, second = (unit_of(board, name) for name in names)
    if board.tokens[first]:
        board.tokens[first] -= 1
        board.tokens[second] += 1
    return ()


def _guides(board: Battlefield, side: int, name: str, use: str) -> Steps:
    """A11, C23: a card with two abilities gives one of them."""
    (board.guided if use == "lanes" else board.screened)[unit_of(board, name)] = 1
    return ()


EFFECTS: Final[Mapping[str, Callable[..., Steps]]] = {
    "entrenched": _marked(lambda board: board.dug),
    "fog_of_war": _fog_of_war,
    "reserves": _reserves,
    "steady": _steady,
    "forced_march": _forced_march,
    "aerial_report": _aerial_report,
    "garbled_orders": _garbled_orders,
    "ammunition_delay": _marked(lambda board: board.jammed),
    "guides": _guides,
    "mad_minute": _marked(lambda board: board.minute),
    "bayonet": _marked(lambda board: board.bayonet),
    "flooded_fields": lambda board, side, _: (Flood(side),),
}
"""A11, C23: what each card does to what it fell on."""


@value
class Flood(PointLine):
    """C23: open ground within 12 inches of a friend, flooded for the rest of the game."""

    rule = "C23"
    decline = "nowhere"
    side: int

    def ask(self, board: Battlefield) -> Ask:
        return Ask(self.side, None)

    def answered(self, board: Battlefield, answer: Point | str) -> Steps:
        """It costs whoever crosses it."""
        if isinstance(answer, tuple):
            board.floods = (*board.floods, answer)
            board.tell(Flooded("C23", self.side, *answer))
        return ()

    def barred(self, board: Battlefield, x: int, y: int) -> Reason | None:
        """C23: on the table, on open ground, near enough."""
        if not (0 <= x <= WIDE and 0 <= y <= DEEP) or board.ground.kind_at(x, y) != "open":
            return Reason("C23", "why.not_open")
        for unit in friends(board, self.side):
            mx, my = middle(board, unit)
            if (x - mx) ** 2 + (y - my) ** 2 <= ADVANTAGES.flood_range**2:
                return None
        return Reason("C23", "why.flood_far")

    def suggest(self, board: Battlefield, rng: Random, n: int) -> list[Answer]:
        """Points around friends."""
        units = list(friends(board, self.side))
        near = (middle(board, rng.choice(units)) for _ in range(4 * n if units else 0))
        points = ((x + rng.randrange(-800, 801), y + rng.randrange(-800, 801)) for x, y in near)
        return self.legal(board, points, n)


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

    rule = "A11"
    side: int
    card: str

    def do(self, board: Battlefield) -> Steps:
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

    rule = "C23"
    side: int
    card: str
    on: str

    def do(self, board: Battlefield) -> Steps:
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

    rule = "C23"
    side: int
    card: str
    on: str
    tokens: int

    def do(self, board: Battlefield) -> Steps:
        """Unless the card was countered."""
        if self.card == "flank_march":
            for unit in board.units(self.side):
                if board.status[unit] == FLANK:
                    board.status[unit] = RESERVE if board.countered else ARRIVED
                    board.flanked[unit] = int(not board.countered)
            return ()
        return () if board.countered else (Barrage(self.side, unit_of(board, self.on), self.tokens, 0),)


@value
class Barrage(Asked[int]):
    """C23: corps artillery: a die for each token, at 6+, casualties as heavy guns."""

    rule = "C23"
    side: int
    target: int
    left: int
    hits: int

    def need(self, board: Battlefield) -> int:
        """C18: cover and horse count as ever."""
        cover = FIRE.modifiers.target_in_cover * in_cover(board, self.target, None)
        return FIRE.to_hit - cover - FIRE.modifiers.mounted_target * is_mounted(board, self.target)

    def ask(self, board: Battlefield) -> Ask | None:
        return chance(D10) if self.left > 0 and present(board, self.target) else None

    def answered(self, board: Battlefield, die: int) -> Steps:
        hit = die >= self.need(board)  # from 5 to 7, so a 1 misses and a 10 hits
        board.tell(DieRolled("C23", board.label(self.target), die, self.need(board), "hit" if hit else "miss"))
        return (Barrage(self.side, self.target, self.left - 1, self.hits + hit),)

    def unasked(self, board: Battlefield) -> Steps:
        """Then markers, casualties and what is left."""
        target = self.target
        if not self.hits or gone(board, target):
            return ()
        board.markers[target] += self.hits
        board.tell(WasHit("C19", board.label(target), self.hits, board.markers[target]))
        plain = HITS.casualty_cover if in_cover(board, target, None) else HITS.casualty_open
        due = plain - HITS.modifiers.heavy_guns - HITS.modifiers.mounted_target * is_mounted(board, target)
        return Casualties(target, self.hits, due), Looked(target)


@value
class Looked(Line):
    """C7: whether a unit that was shelled is destroyed."""

    rule = "C7"
    target: int

    def do(self, board: Battlefield) -> Steps:
        """At its limit, or without bases."""
        check_limit(board, self.target)
        return ()


@value
class FlankMarch(Asked[Words]):
    """C23: before deployment a side that holds Flank March may keep one unit off the table."""

    rule = "C23"
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

    def answered(self, board: Battlefield, answer: Words) -> Steps:
        """The card lies on the table from now on."""
        if isinstance(answer, tuple):
            lay_down(board, self.side, "flank_march")
            board.status[unit_of(board, answer[1])] = FLANK
        return ()
