"""A11, C23: what cards do, once they are paid for and not countered."""

from __future__ import annotations

from random import Random

from marne.engine import D10, Answer, Ask, Unit, chance, value
from marne.games.brigade1914.board import ARRIVED, FLANK, HIDDEN, RESERVE, Battlefield
from marne.games.brigade1914.components.data import ADVANTAGES, CARDS, FIRE, HITS
from marne.games.brigade1914.components.forces import CAVALRY, INFANTRY
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.games.brigade1914.events import CardPlayed, CardStored, DieRolled, Flooded, WasHit
from marne.games.brigade1914.rules.advantages.cards import NO, Counter, PlayCard, holds, pay_side, possible, take_out
from marne.games.brigade1914.rules.command.command import can_pay, gone, unspent
from marne.games.brigade1914.rules.command.losses import check_limit
from marne.games.brigade1914.rules.command.testing import remove_markers
from marne.games.brigade1914.rules.fire.hits import Casualties
from marne.games.brigade1914.rules.measures.sight import in_cover
from marne.games.brigade1914.rules.measures.troops import friends, is_mounted, middle, present
from marne.games.brigade1914.rules.movement.moving import GoTo, March
from marne.games.brigade1914.rules.reconnaissance.recon import reveal_marker, reveal_unit
from marne.games.brigade1914.steps import Asked, Line, PointLine, Reason, Steps, Words, unit_of
from marne.plane import Point

__all__ = [
    "Barrage",
    "Effect",
    "FlankMarch",
    "Flood",
    "LayDown",
    "Looked",
    "Trigger",
    "Triggered",
    "may_store",
    "play",
    "store",
]

_OF_A_UNIT = ("forced_march", "mad_minute", "bayonet", "grouped_guns")
"""C23: cards paid from the unit they fall on."""


def play(board: Battlefield, side: int, card: str, *args: str) -> Steps:
    """A11, C23: a card of an answer such as ("card", "steady", "b2"): pay, let the enemy counter, then the effect.

    Entrenched is none of these: it counts as an action, so `Act` and `Reaction` have steps of their own for it.
    """
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
        if board.countered:
            return ()
        side, names = self.side, self.on.split()
        units = [unit for name in names if (unit := board.unit(name)) is not None]
        match self.card, names, units:
            case _, ["discard"], _:
                board.gtokens[side] += 1
            case "fog_of_war", _, _:
                return tuple(step for unit in units for step in (GoTo(unit, "fog", side), March(unit, "fog")))
            case "reserves", _, [unit]:
                board.recruits[unit] += 1
            case "steady", _, [unit]:
                remove_markers(board, unit, ADVANTAGES.steady_markers, "C23")
            case "forced_march", _, [unit]:
                return GoTo(unit, "march", side), March(unit, "march")
            case "aerial_report", [what], _:
                _report(board, side, what, units)
            case "garbled_orders", _, [first, second] if board.tokens[first]:
                board.tokens[first] -= 1
                board.tokens[second] += 1
            case "ammunition_delay", _, [unit]:
                board.jammed[unit] = 1
            case "guides", [_, use], [unit]:  # A11: a card with two abilities gives one of them
                (board.guided if use == "lanes" else board.screened)[unit] = 1
            case "mad_minute", _, [unit]:
                board.minute[unit] = 1
            case "bayonet", _, [unit]:
                board.bayonet[unit] = 1
            case "flooded_fields", _, _:
                return (Flood(side),)
        return ()


def _report(board: Battlefield, side: int, what: str, batteries: list[int]) -> None:
    """C23: an aerial report: two markers, one hidden unit, or good observation for a battery."""
    for unit in batteries:
        board.report[unit] = 1
    if what == "markers":
        for marker in [i for i, (x, _) in enumerate(board.marker[1 - side]) if x >= 0][: ADVANTAGES.report_markers]:
            reveal_marker(board, 1 - side, marker, "C23")
    elif what == "hidden":
        for hidden in [unit for unit in board.units(1 - side) if board.status[unit] == HIDDEN][:1]:
            reveal_unit(board, hidden, "C23")


@value
class Flood(PointLine):
    """C23: open ground within 12 inches of a friend, flooded for the rest of the game."""

    rule = "C23"
    decline = "nowhere"
    side: int

    def ask(self, board: Battlefield) -> Ask:
        return Ask(self.side, None)

    def answered(self, board: Battlefield, answer: Point | str) -> Steps:
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
        lay_down(board, self.side, self.card)
        board.tell(CardPlayed("A11", self.side, self.card, "store"))
        return ()


def lay_down(board: Battlefield, side: int, card: str) -> None:
    """A11: from the hand to the table, where tokens gather on it."""
    take_out(board, side, card)
    board.stored[side] = (*board.stored[side], (card, 0, -1))


@value
class Trigger(Line):
    """A11, C23: a card in play is triggered, and may be countered for the tokens that lie on it."""

    rule = "C23"
    side: int
    card: str
    on: str

    def do(self, board: Battlefield) -> Steps:
        side = self.side
        tokens = next(count for card, count, _ in board.stored[side] if card == self.card)
        board.stored[side] = tuple(row for row in board.stored[side] if row[0] != self.card)
        board.discarded = (*board.discarded, self.card)
        board.countered = 0
        board.tell(CardPlayed("C23", side, self.card, board.spoken(self.on)))
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
    target: Unit
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
    target: Unit

    def do(self, board: Battlefield) -> Steps:
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
        if isinstance(answer, tuple):
            lay_down(board, self.side, "flank_march")
            board.status[unit_of(board, answer[1])] = FLANK
        return ()
