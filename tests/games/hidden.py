"""What a seat is sent of a position, and changes to what a position says of a unit that is hidden from the seat.

Every change follows from a declaration: of a fact, of a field of a step, of a field of an event. So what is new is
changed by being declared. A change keeps what the rules tell of hidden units (`TOLD`); nothing else may be seen of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from random import Random
from typing import Annotated, Any, Union, cast, get_args, get_origin, get_type_hints

from marne.engine import (
    Ask,
    Board,
    Event,
    Game,
    Match,
    Observation,
    Position,
    Seat,
    Setting,
    Target,
    find_game,
    speaks_of_units,
)
from marne.engine.facts import UNITS, Fact, Names
from marne.engine.values import classes_of_values
from marne.hexes import members
from marne.rl.features import Reader
from marne.table.view.messages import moment_of

__all__ = [
    "LEFT_OUT", "TOLD", "asked_again", "changed", "made_with", "moved", "readable", "seen", "sent", "unit_classes",
    "unit_facts", "whole",
]  # fmt: skip

ODDS = 6
"""So many answers are asked for their odds, and so many things clicked."""

LEFT_OUT = {
    ("nach_paris", "fogged"): "says who is hidden",
    ("nach_paris", "standing"): "a unit that stands nowhere isn't hidden",
    ("brigade1914", "steps"): "orders and reactions name their unit in the open, be it hidden (C1, C3)",
    ("brigade1914", "events"): "orders and reactions name their unit in the open, be it hidden (C1, C3)",
}
"""What is not changed, with the reason: at most five in all games."""
TOLD = {"nach_paris": ("fog_zones", "occupied", "solid"), "schlieffens_war": ("unseen", "projecting")}
"""Facts of a mask in which the rules tell something of hidden units: the zones of a hex [19.2.3], how many counters lie
face down in it and how many of them were attacked (6.6). Where a change shows in one of these, it is another world."""


def whole(position: Position[Any]) -> tuple[object, ...]:
    """All that a position holds, facts that are not saved included."""
    board = position.board
    return {name: getattr(board, name) for name in board.slots()}, board.events, position.agenda, position.open


# -- what a seat is sent


@lru_cache(16)
def reader(game: str, setting: Setting) -> Reader:
    return Reader(find_game(game), setting)


def readable(event: Event, seat: Seat | None) -> bool:
    seers = event.seers()
    return seers is None or seat in seers


def asked_again(position: Position[Any]) -> Position[Any]:
    """The position with its question put again: other facts, other options."""
    ask = position.step.ask(position.board) if position.open is not None else None
    if isinstance(ask, Ask):
        position.open = ask
    return position


def seen(game: Game, match: Match, position: Position[Any], seat: Seat | None) -> tuple[object, ...]:
    """What all the rest is made of: the observation and the masked position, with the question and its options."""
    look = Observation.of(game, match.setting, position, seat)
    return json.dumps(look.facts), whole(look.view), look.actor, look.step, look.rule, look.options


def sent(game: Game, match: Match, position: Position[Any], seat: Seat | None) -> dict[str, object]:
    """Everything that leaves the server for a seat at a moment, by what it is."""
    look = Observation.of(game, match.setting, position, seat)
    sight, view = game.sight(look), look.view
    twin = match.copy()
    twin.position = position
    found: dict[str, object] = {
        "observation": seen(game, match, position, seat),
        "picture and messages": moment_of(len(match.log), twin, seat, "en"),
        "questions": (len(match.log), look.actor, look.step, None if look.options is None else len(look.options)),
    }
    if sight_asked(look):
        options = list(look.options or view.suggest(Random(1), ODDS))
        chosen = options[:: max(1, len(options) // ODDS)]
        found["odds"] = [repr(sight.odds(option, "en")) for option in chosen]
    targets: list[Target] = [{"piece": piece.id} for piece in sight.scene("en").pieces]
    found["why not"] = [repr(sight.why_not(target, "en")) for target in targets[:: max(1, len(targets) // ODDS)]]
    if seat is not None:
        read = reader(game.name, match.setting)
        mine = position.open is not None and position.open.actor == seat
        told = read.read(view, seat, read.options(position, view, Random(1), 8) if mine else ())
        found["features"] = {name: numbers.tobytes() for name, numbers in told.items()}
    return found


def sight_asked(look: Observation) -> bool:
    return look.seat is not None and look.actor == look.seat


def moved(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """What isn't the same."""
    return [name for name in before if before[name] != after.get(name)]


# -- facts


def unit_facts(game: Game, board: Board) -> list[Fact]:
    """The facts that speak of units and that not everybody may know."""
    facts = type(board).facts.items()
    return [one for name, one in facts if one.hides and not one.why and (game.name, name) not in LEFT_OUT]


def told(game: Game, position: Position[Any], seat: Seat | None) -> tuple[object, ...]:
    """What the rules tell of hidden units, and who they are."""
    mask = game.mask(position, seat).board
    return (position.board.hidden_units(seat), *(getattr(mask, name) for name in TOLD.get(game.name, ())))


def changed(
    game: Game, position: Position[Any], one: Fact, seat: Seat | None, rng: Random
) -> Iterator[tuple[int, Position[Any]]]:
    """Positions in which a fact says something else of a unit that is hidden from the seat, and of no other."""
    hidden = members(position.board.hidden_units(seat))
    before = told(game, position, seat)
    for unit in rng.sample(hidden, min(len(hidden), 3)):
        for change in _changes(game, one, unit, hidden, rng):
            twin = position.copy()
            if change(twin.board) and told(game, twin, seat) == before:
                yield unit, twin
                break


Change = Callable[[Any], bool]


def _changes(game: Game, one: Fact, unit: int, hidden: list[int], rng: Random) -> Iterator[Change]:
    """Ways to change what a fact says of a unit, the plainest first; False is one that changes nothing."""
    special = SPECIAL.get((game.name, one.name))
    if special is not None:
        others = [other for other in hidden if other != unit]
        rng.shuffle(others)
        for other in others[:12]:
            yield lambda board, other=other: special(board, unit, other)  # type: ignore[misc]
        return
    match one.hides:
        case "by unit":
            for item in (-1, 1, 2, 3, "column", (), (7, 7, 1)):
                yield lambda board, item=item: _set_item(getattr(board, one.name), unit, item)  # type: ignore[misc]
        case _:
            yield lambda board: _flipped(board, one, unit)


def _set_item(items: list[Any], unit: int, item: Any) -> bool:
    if unit >= len(items) or type(items[unit]) is not type(item):
        return False
    before = items[unit]
    items[unit] = before + item if isinstance(item, int) else item
    return bool(items[unit] != before)


def _flipped(board: Any, one: Fact, unit: int) -> bool:
    thing = getattr(board, one.name)
    match one.hides:
        case "set":
            setattr(board, one.name, thing ^ 1 << unit)
        case "one":
            setattr(board, one.name, -1 if thing == unit else unit)
        case "members" | "list":
            without = type(thing)(each for each in thing if each != unit)
            setattr(board, one.name, without if unit in thing else type(thing)((*thing, unit)))
        case "keys" | "both" if unit in thing:
            del thing[unit]
        case "keys":
            thing[unit] = next(iter(thing.values()), _sample(type(board), one))
        case "both":
            thing[unit] = unit
        case "items" | "item sets":
            key = next(iter(thing), 0)
            thing[key] = thing.get(key, 0) ^ 1 << unit if one.hides == "item sets" else unit
        case "sets":
            thing[0] ^= 1 << unit
        case "tuples":
            thing[0] = (*thing[0], unit)
        case "values":
            thing.append(_made(_inner(type(board), one), unit))
        case _:
            return False
    return True


def _inner(board: type[Any], one: Fact) -> Any:
    return get_args(get_type_hints(board, include_extras=True)[one.name])[0]


def _sample(board: type[Any], one: Fact) -> Any:
    """Something that a dict could say of a unit."""
    return _made(get_args(get_type_hints(board, include_extras=True)[one.name])[1], 0)


def _exchange(board: Any, unit: int, other: int) -> bool:
    """Two hidden counters of Schlieffen's War change places."""
    here, there = board.where[unit], board.where[other]
    if here == there:
        return False
    stacks = board.stacks
    stacks[here] = tuple(other if each == unit else each for each in stacks[here])
    stacks[there] = tuple(unit if each == other else each for each in stacks[there])
    board.where[unit], board.where[other] = there, here
    return True


def _put(board: Any, unit: int, other: int) -> bool:
    """A hidden unit of Nach Paris goes to the hex of another, as far as it is marked in the same way."""
    here, there = board.where[unit], board.where[other]
    if here == there:
        return False
    faces = board.faces[unit], board.faces[other]
    board.put(unit, there)
    board.put(other, here)
    board.faces[unit], board.faces[other] = faces[1], faces[0]
    return True


def _lose(board: Any, unit: int, other: int) -> bool:
    """A hidden unit of Nach Paris loses a step more, or one fewer, and its nation's count says so."""
    from marne.games.nach_paris.components.units import NATION, STEPS

    more = 1 if board.lost[unit] + 1 < STEPS[unit] else -board.lost[unit]
    board.lost[unit] += more
    board.step_losses[NATION[unit]] += more
    return bool(more)


def _pass_token(board: Any, unit: int, other: int) -> bool:
    """A token of the miniatures goes from one unit to another of its side: their sum is known (A3)."""
    if board.side[unit] != board.side[other] or not board.tokens[other]:
        return False
    board.tokens[unit] += 1
    board.tokens[other] -= 1
    return True


def _stand(board: Any, unit: int, other: int) -> bool:
    """A hidden unit of the miniatures lies where another unit does."""
    elsewhere = next((at for at in board.at if at != board.at[unit]), None)
    if elsewhere is not None:
        board.at[unit] = elsewhere
    return elsewhere is not None


def _march(board: Any, unit: int, other: int) -> bool:
    """A unit of the miniatures comes later, in the order of its own side."""
    side = board.side[unit]
    board.march[side] = (*(each for each in board.march[side] if each != unit), unit)
    return True


def _mask(board: Any, unit: int, other: int) -> bool:
    """A unit of the miniatures is behind the first marker of its side."""
    before, side = list(board.mask), board.side[unit]
    board.mask[side] = (0, unit)
    return bool(board.mask != before)


def _may_move(board: Any, unit: int, other: int) -> bool:
    """A hidden counter of Schlieffen's War that may still move, or no more; those of the side that moves alone."""
    from marne.games.schlieffens_war.components.units import SIDE

    if SIDE[unit] != board.side:
        return False
    without = tuple(each for each in board.movers if each != unit)
    board.movers = without if unit in board.movers else (*board.movers, unit)
    return True


SPECIAL: dict[tuple[str, str], Callable[[Any, int, int], bool]] = {
    ("schlieffens_war", "where"): _exchange,
    ("schlieffens_war", "stacks"): _exchange,
    ("schlieffens_war", "movers"): _may_move,
    ("nach_paris", "where"): _put,
    ("nach_paris", "at"): _put,
    ("nach_paris", "lost"): _lose,
    ("brigade1914", "tokens"): _pass_token,
    ("brigade1914", "at"): _stand,
    ("brigade1914", "march"): _march,
    ("brigade1914", "mask"): _mask,
}
"""Facts that hang together with others, and how they are changed with them."""


# -- steps and events


def unit_classes(game: Game, kind: type) -> list[type[Any]]:
    """The steps or events of a game that name units, by the types of their fields; without events that are made to
    show who it was."""
    package = type(game).__module__.rpartition(".")[0]
    return [
        made
        for made in classes_of_values().values()
        if issubclass(made, kind)
        and made.__module__.startswith(package)
        and speaks_of_units(made)
        and not (issubclass(made, Event) and (made.reveals or made.known))
    ]


def made_with(kind: type[Any], unit: int, side: int, name: Callable[[int], Any] = str) -> Any:
    """A step or an event in which every field that names units names one, and every side is that unit's."""
    return _made(kind, unit, side, name)


def _made(kind: Any, unit: int, side: int = 0, name: Callable[[int], Any] = str) -> Any:
    said = next((each for each in getattr(kind, "__metadata__", ()) if isinstance(each, Names)), None)
    plain = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if said is not None and said.what == UNITS:
        if plain is str:
            return name(unit)
        if get_origin(plain) is tuple:
            return (unit,)
        return 1 << unit if said.many else unit
    if is_dataclass(plain) and isinstance(plain, type):
        hints = get_type_hints(plain, include_extras=True)
        made = {field.name: _made(hints[field.name], unit, side, name) for field in fields(cast("Any", plain))}
        return plain(**made | ({"side": side} if "side" in made else {}))
    origin, inner = get_origin(plain), get_args(plain)
    if origin is tuple:
        return (
            ()
            if not speaks_of_units(plain)
            else tuple(_made(each, unit, side, name) for each in inner if each is not Ellipsis)
        )
    if inner and (origin is Union or "|" in str(plain)):
        return _made(inner[0], unit, side, name)
    return {int: 0, str: "", bool: False}.get(plain, ())
