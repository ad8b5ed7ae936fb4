"""A3, A10, A11, C12: what a seat may know, built up field by field, and positions that fit it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final

from marne.engine import JSON, Observation, Position, Seat, Step
from marne.engine.save import restore, saved
from marne.games.brigade1914.board import FLANK, HIDDEN, MASKED, RESERVE, UNSEEN, Battlefield
from marne.games.brigade1914.command import fights
from marne.games.brigade1914.data import CARDS
from marne.games.brigade1914.deployment import Deploy
from marne.games.brigade1914.forces import CAVALRY
from marne.games.brigade1914.troops import place
from marne.plane import FORMATIONS

PLAIN: Final = (
    "side", "bases", "mgs", "start", "recruits", "markers", "spent", "acted", "moved", "assaulted",
    "half", "smoke", "smoke_bar", "fired", "foot", "reinforced", "jammed", "guided", "screened", "minute", "bayonet",
    "report", "aim", "aim_guns", "flanked", "gx", "gy", "rating", "gmoved", "lost", "next_lost", "used", "reroll",
    "count", "vp", "turn", "table", "swap", "active", "gained", "seize", "passed", "natural", "quiet", "cut",
    "progress", "reactor", "hits", "extra", "over", "winner", "why", "paid", "auto", "actor", "countered", "penalty",
    "starters", "cardless",
)  # fmt: skip
"""What lies open and is JSON already: numbers, words, and lists of numbers."""

NESTED: Final = ("stored", "marker", "face_up", "discarded", "floods")
"""What lies open and is made of tuples."""

PUBLIC: Final = ("force", "spec", *PLAIN, *NESTED)
"""What lies open: everything but tokens, hands, the deck, the order of march, and troops that nobody has seen."""

NOT_SEEN: Final = -1


def observe(position: Position[Battlefield], seat: Seat | None) -> Mapping[str, JSON]:
    """The facts for a seat; None is a spectator, who sees what both sides may see."""
    board = position.board
    return {
        "open": _open(board),
        "units": [_unit(board, unit, seat) for unit in range(len(board.spec))],
        "sides": [_side(board, side, seat) for side in (0, 1)],
        "deck": sum(count for _, count in board.deck),
        "agenda": [saved(step) for step in position.agenda],
    }


def _open(board: Battlefield) -> dict[str, JSON]:
    """A2, A11: what both sides see."""
    facts: dict[str, JSON] = {"force": _saved_specs(tuple(board.force)), "spec": _saved_specs(tuple(board.spec))}
    for name in PLAIN:
        fact = getattr(board, name)
        facts[name] = fact[:] if isinstance(fact, list) else fact
    for name in NESTED:
        facts[name] = saved(getattr(board, name))
    return facts


@lru_cache(maxsize=64)
def _saved_specs(specs: tuple[Any, ...]) -> JSON:
    """Units do not change in a game, so they are written once."""
    return saved(list(specs))  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def _restored_specs(text: str) -> tuple[Any, ...]:
    """And read once."""
    return tuple(restore(json.loads(text)))


def _unit(board: Battlefield, unit: int, seat: Seat | None) -> dict[str, JSON]:
    """C12: an enemy unit that is not seen has no place; nothing tells whether it is hidden, masked or in reserve."""
    mine = board.side[unit] == seat
    if not mine and board.status[unit] in UNSEEN:
        return {"status": NOT_SEEN}
    return {
        "status": board.status[unit],
        "at": [list(placed) for placed in board.at[unit]],
        "formation": board.formation[unit],
        "goal": list(board.goal[unit]),
        "dug": board.dug[unit],
        "tokens": board.tokens[unit] if mine else None,
    }


def _side(board: Battlefield, side: int, seat: Seat | None) -> dict[str, JSON]:
    """A3, A11: the other side's tokens are known in all, its cards by number."""
    total = board.pool[side] + board.gtokens[side] + sum(board.tokens[unit] for unit in board.units(side))
    facts: dict[str, JSON] = {"unspent": total, "cards": len(board.hand[side])}
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


def imagine(board: Battlefield, observation: Observation, rng: Random) -> Position[Battlefield]:
    """Fill a fresh board with what the seat knows, and deal the rest: tokens, cards, troops that nobody has seen."""
    facts: Mapping[str, Any] = observation.facts
    seat = observation.seat
    n = len(facts["units"])
    board.assemble([], [])
    told = facts["open"]
    board.force = list(_restored_specs(json.dumps(told["force"])))
    board.spec = list(_restored_specs(json.dumps(told["spec"])))
    for name in PLAIN:
        fact = told[name]
        setattr(board, name, fact[:] if isinstance(fact, list) else fact)
    for name in NESTED:
        setattr(board, name, restore(told[name]))
    board.status, board.at, board.formation = [RESERVE] * n, [()] * n, ["line"] * n
    board.goal, board.dug, board.tokens = [()] * n, [0] * n, [0] * n
    for unit, row in enumerate(facts["units"]):
        if row["status"] == NOT_SEEN:
            continue
        board.status[unit] = row["status"]
        board.at[unit] = tuple(tuple(placed) for placed in row["at"])
        board.formation[unit] = row["formation"]
        board.goal[unit] = tuple(row["goal"])
        board.dug[unit] = row["dug"]
        board.tokens[unit] = row["tokens"] or 0
    agenda: tuple[Step[Battlefield], ...] = tuple(restore(step) for step in facts["agenda"])
    for side in (0, 1):
        row = facts["sides"][side]
        if side == seat:
            board.pool[side], board.gtokens[side] = row["pool"], row["general"]
            board.hand[side] = tuple(row["hand"])
            mask = row["mask"]
            board.mask[side] = (mask[0], mask[1])
            board.march[side] = tuple(row["march"])
            board.coming[side] = row["coming"]
        else:
            board.march[side] = tuple(board.units(side))
            unseen = [unit for unit in board.units(side) if facts["units"][unit]["status"] == NOT_SEEN]
            for unit in sorted(_acting(agenda).intersection(unseen)):
                _put_hidden(board, unit, rng, 20)
            _hide(board, side, [unit for unit in unseen if board.status[unit] == RESERVE], rng)
            _deal_tokens(board, side, row["unspent"], rng)
    _deal_cards(board, seat, facts, rng)
    return Position(board, agenda, agenda[0].ask(board) if agenda else None)


def _acting(agenda: tuple[Step[Battlefield], ...]) -> set[int]:
    """C12: units that were named in the open, by an activation or a reaction, and so are on the table though unseen."""
    steps = [step for step in agenda if not isinstance(step, Deploy)]
    return {getattr(step, field) for step in steps for field in ("unit", "target") if hasattr(step, field)}


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


def _deal_cards(board: Battlefield, seat: Seat | None, facts: Mapping[str, Any], rng: Random) -> None:
    """A11: the cards that the seat cannot see, between the other hand, the deck and those out of the game."""
    dealt = bool(facts["deck"]) or any(row["cards"] for row in facts["sides"])
    if not dealt:
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
            count = facts["sides"][side]["cards"]
            board.hand[side] = tuple(sorted(pool[:count]))
            pool = pool[count:]
    deck = pool[: facts["deck"]]
    board.deck = tuple((name, deck.count(name)) for name in sorted(CARDS))
