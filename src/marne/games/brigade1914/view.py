"""A3, A10, A11, C12: what a seat may know, built up field by field, and positions that fit it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final

from marne.engine import JSON, Observation, Position, Seat, Step, units_in
from marne.engine.save import saved
from marne.games.brigade1914.board import FLANK, HIDDEN, MASKED, RESERVE, Battlefield
from marne.games.brigade1914.components.data import CARDS
from marne.games.brigade1914.components.forces import CAVALRY, UnitSpec
from marne.games.brigade1914.rules.command.command import fights
from marne.games.brigade1914.rules.measures.troops import place
from marne.games.brigade1914.rules.scenarios.deployment import Deploy
from marne.plane import FORMATIONS

__all__ = ["NOT_SEEN", "imagine", "observe"]

NOT_SEEN: Final = -1


def observe(position: Position[Battlefield], seat: Seat | None) -> Mapping[str, JSON]:
    """The facts for a seat; None is a spectator, who sees what both sides may see."""
    board = position.board.masked(seat)
    return {
        "open": {name: _saved(getattr(board, name)) for name in board.open_facts()},
        "units": [_unit(board, unit, seat) for unit in range(len(board.spec))],
        "sides": [_side(board, side, seat) for side in (0, 1)],
        "deck": sum(count for _, count in board.deck),
        "agenda": [saved(step) for step in position.agenda],
    }


def _saved(fact: Any) -> JSON:
    """Units do not change in a game, so they are written once."""
    if isinstance(fact, list) and fact and isinstance(fact[0], UnitSpec | tuple):
        return _saved_once(tuple(fact))
    return saved(fact)  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def _saved_once(things: tuple[Any, ...]) -> JSON:
    return saved(list(things))  # type: ignore[no-any-return]


def _unit(board: Battlefield, unit: int, seat: Seat | None) -> dict[str, JSON]:
    """C12: an enemy unit that is not seen has no place."""
    if not board.sees(seat, unit):
        return {"status": NOT_SEEN}
    return {
        "status": board.status[unit],
        "at": [list(placed) for placed in board.at[unit]],
        "formation": board.formation[unit],
        "goal": list(board.goal[unit]),
        "dug": board.dug[unit],
        "tokens": board.tokens[unit] if board.side[unit] == seat else None,
    }


def _side(board: Battlefield, side: int, seat: Seat | None) -> dict[str, JSON]:
    """A3, A11: the other side's tokens are known in all, its cards by number."""
    facts: dict[str, JSON] = {"unspent": board.unspent(side), "cards": len(board.hand[side])}
    if side == seat:
        facts |= {
            "pool": board.pool[side],
            "general": board.gtokens[side],
            "hand": list(board.hand[side]),
            "mask": list(board.mask[side]),
            "march": list(board.march[side]),
            "coming": board.coming[side],
        }
    return facts


def imagine(observation: Observation, rng: Random) -> Position[Battlefield]:
    """What the seat sees, and the rest dealt: tokens, cards, troops that nobody has seen."""
    seat, agenda = observation.seat, observation.view.agenda
    board: Battlefield = observation.view.board.copy()
    for side in (0, 1):
        if side != seat:
            board.march[side] = tuple(board.units(side))
            unseen = [unit for unit in board.units(side) if not board.sees(seat, unit)]
            for unit in sorted(_acting(agenda).intersection(unseen)):
                _put_hidden(board, unit, rng, 20)
            _hide(board, side, [unit for unit in unseen if board.status[unit] == RESERVE], rng)
            unspent, board.pool[side] = board.pool[side], 0
            _deal_tokens(board, side, unspent, rng)
    _deal_cards(board, seat, rng)
    return Position.asking(board, agenda)


def _acting(agenda: tuple[Step[Battlefield], ...]) -> set[int]:
    """C12: units that were named in the open, by an activation or a reaction, and so are on the table though unseen."""
    return {unit for step in agenda if not isinstance(step, Deploy) for unit in units_in(step)}


def _put_hidden(board: Battlefield, unit: int, rng: Random, tries: int) -> None:
    """C27: somewhere in its zone, if a place is found."""
    spots = Deploy(unit).tries(board, rng, tries)
    if spots and isinstance(spots[0], tuple):
        x, y, facing, formation = (int(str(each)) for each in spots[0])
        place(board, unit, x, y, facing, FORMATIONS[formation])
        board.status[unit] = HIDDEN


def _hide(board: Battlefield, side: int, unseen: list[int], rng: Random) -> None:
    """C12, A10: where troops that nobody has seen may be: behind a marker, hidden in their zone, in reserve."""
    left = list(unseen)
    if any(card == "flank_march" for card, _, _ in board.stored[side]) and left:
        board.status[left.pop(rng.randrange(len(left)))] = FLANK
    markers = [i for i, (x, _) in enumerate(board.marker[side]) if x >= 0]
    horse = [unit for unit in left if board.spec[unit].kind == CAVALRY]
    if markers and horse and rng.random() < 0.7:
        unit = rng.choice(horse)
        left.remove(unit)
        board.status[unit] = MASKED
        board.mask[side] = (rng.choice(markers), unit)
    if board.turn and board.rules.hidden and board.role(side) == 1:
        for unit in left[:-1] if len(left) > 1 else left:
            if rng.random() < 0.6:
                _put_hidden(board, unit, rng, 1)


def _deal_tokens(board: Battlefield, side: int, total: int, rng: Random) -> None:
    """A3: the other side's tokens, somewhere."""
    takers = [unit for unit in board.units(side) if fights(board, unit)]
    if not takers:
        board.gtokens[side] = total
        return
    board.gtokens[side] = rng.randrange(min(board.rating[side], total) + 1)
    for _ in range(total - board.gtokens[side]):
        board.tokens[rng.choice(takers)] += 1


def _deal_cards(board: Battlefield, seat: Seat | None, rng: Random) -> None:
    """A11: the cards that the seat cannot see, between the other hand, the deck and those out of the game."""
    in_deck = sum(count for _, count in board.deck)
    if not in_deck and not any(board.hand):
        return
    left = {name: card.copies for name, card in CARDS.items()}
    known = [*board.discarded, *board.face_up, *(card for side in (0, 1) for card, _, _ in board.stored[side])]
    if seat is not None:
        known += board.hand[seat]
    for card in known:
        left[card] -= 1
    pool = [card for card, count in sorted(left.items()) for _ in range(max(count, 0))]
    rng.shuffle(pool)
    for side in (0, 1):
        if side != seat:
            count = len(board.hand[side])
            board.hand[side] = tuple(sorted(pool[:count]))
            pool = pool[count:]
    deck = pool[:in_deck]
    board.deck = tuple((name, deck.count(name)) for name in sorted(CARDS))
