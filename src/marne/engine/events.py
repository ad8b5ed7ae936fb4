"""What happened, for people: output only, never read back by a rule.

An event leaves the server as words and as facts. Which field is which fact is said by its type, where it is declared:
`hex: HexLabel`, `die: Die`. A field that names units says so by its type too, whether a page draws them or not.
A game whose hexes are numbers has a type of its own that writes their labels:
`Annotated[int, Tells("hexes", label_of)]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from typing import Annotated, Any, ClassVar, Literal, get_type_hints

from marne.engine.facts import UNITS, Names
from marne.engine.values import Seat, value

__all__ = [
    "Column",
    "Die",
    "Event",
    "Happened",
    "HexLabel",
    "Modifier",
    "Modifiers",
    "PieceId",
    "PieceIds",
    "Private",
    "Result",
    "Sort",
    "Tells",
    "Verdict",
    "tellers",
    "total",
]


Sort = Literal[
    "turn",  # a game turn begins
    "phase",  # a part of a turn begins
    "move",  # a unit moves
    "rail",  # a unit moves by rail or ship
    "arrival",  # a unit comes to the map
    "departure",  # a unit leaves it, or comes later
    "battle",  # a battle, a barrage or a fire begins
    "battle_move",  # a unit retreats or advances in a battle
    "roll",  # a die or a test, and what came of it
    "loss",  # a unit or a fort loses steps, or is gone
    "control",  # ground or railways change hands
    "works",  # something is built, repaired or destroyed
    "state",  # the state of a unit changes
    "supply",  # supply, command points, replacements
    "sight",  # somebody finds or hides something
    "order",  # a side decides, draws or has to do something
    "points",  # victory points, or what counts for them
    "end",  # the game is over
    "notice",  # the server says something about the game
]
"""What sort of event it is: pages know events by this, not by the names of their classes."""


@value
class Modifier:
    """One line of the sum beside a die: the rule, what it is, and how much.

    >>> total([Modifier("11.12", "across a river", -1), Modifier("11.14", "elan", 2)])
    1
    """

    rule: str
    text: str
    amount: int


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of the modifiers' amounts."""
    return sum(modifier.amount for modifier in modifiers)


def _as_told(fact: Any) -> tuple[Any, ...]:
    """A field as it stands among the facts; nothing, no label and no die are left out."""
    if isinstance(fact, tuple):
        return fact
    return (fact,) if fact else ()


@value
class Tells:
    """Said by the type of an event's field: the part of `Happened` that it fills, and how it is written there."""

    part: str
    write: Callable[[Any], Iterable[Any]] = _as_told


HexLabel = Annotated[str, Tells("hexes")]
"""Where it happened: a label as on the map; empty for nowhere."""
PieceId = Annotated[str, Names(UNITS), Tells("pieces")]
"""A counter by its id in pictures; empty for none."""
PieceIds = Annotated[str, Names(UNITS, many=True), Tells("pieces", str.split)]
"""Counters by their ids, with blanks between them."""
Die = Annotated[int, Tells("dice")]
"""What a die showed; 0 where none was thrown."""
Modifiers = Annotated[tuple[Modifier, ...], Tells("modifiers")]
"""What is added to a die or shifts a column, by name."""
Column = Annotated[str | int, Tells("column", lambda column: (str(column),))]
"""The column of a table that was read."""
Result = Annotated[str, Tells("result")]
"""What a table or a die gave, in the game's own words."""
Verdict = Annotated[bool, Tells("result")]
"""Yes or no; its words stand under `Event.field.yes`."""

_ONE = ("column", "result")
"""Parts of which there is one, not several."""


@value
class Happened:
    """An event as it is told: its words, and the facts that a page draws and lists. Hexes by label and pieces by id, as
    in the picture; `brief` is the sentence with one sum in place of its `modifiers`, for a page that lists them."""

    kind: str
    sort: Sort
    rule: str
    text: str
    brief: str = ""
    hexes: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    column: str = ""
    modifiers: tuple[Modifier, ...] = ()
    result: str = ""


@value
class Event:
    """Something that happened, under a rule. A game's events are subclasses with typed fields.

    Every kind says its `sort`. `reveals` is true where the event lets a seat see what it could not see before: undo
    stops there. `known` is the reason why everybody may read of the units that it names, where it reveals nobody.
    `fight` is true where units fight, once for each battle or shot: the lab counts where.
    """

    sort: ClassVar[Sort]
    reveals: ClassVar[bool] = False
    known: ClassVar[str] = ""
    fight: ClassVar[bool] = False

    rule: str

    def seers(self) -> tuple[Seat, ...] | None:
        """The seats that may read this event; None is everyone."""
        return None

    def gone(self) -> bool:
        """Whether the units that it names are eliminated by it: the story of a game counts them."""
        return False

    def plain(self) -> Event:
        """What happened, where an event only says who may read of another one."""
        return self

    def facts(self) -> dict[str, Any]:
        """The fields by name, for the words of the log."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def places(self) -> tuple[str, ...]:
        """The labels of the hexes where it happened."""
        event = self.plain()
        fields = ((name, tells) for name, tells in tellers(type(event)).items() if tells.part == "hexes")
        return tuple(dict.fromkeys(label for name, tells in fields for label in tells.write(getattr(event, name))))

    def told(self, say: Callable[[Event], str], term: Callable[[str], str]) -> Happened:
        """The event as it leaves the server; `say` has its sentence, `term` the words of a modifier or a result."""
        event = self.plain()
        kind, told = type(event), event._told(term)
        brief = say(event._summed()) if "modifiers" in told else ""
        return Happened(kind.__name__, kind.sort, event.rule, say(event), brief, **told)

    def _told(self, term: Callable[[str], str]) -> dict[str, Any]:
        """The parts of `Happened` that the fields fill."""
        kind = type(self)
        parts: dict[str, Any] = {}
        for name, tells in tellers(kind).items():
            fact = getattr(self, name)
            if isinstance(fact, bool):
                fact = f"{kind.__name__}.{name}.{'yes' if fact else 'no'}"
            found = tuple(tells.write(fact))
            if found:
                parts[tells.part] = tuple(dict.fromkeys((*parts.get(tells.part, ()), *found)))
        if "modifiers" in parts:
            parts["modifiers"] = tuple(replace(each, text=term(each.text)) for each in parts["modifiers"])
        for part in _ONE:
            if part in parts:
                parts[part] = parts[part][-1]
        if "result" in parts:
            parts["result"] = term(parts["result"])
        return parts

    def _summed(self) -> Event:
        """The same with one modifier without a name, so that its line still adds up."""
        fields = (name for name, tells in tellers(type(self)).items() if tells.part == "modifiers")
        sums = {name: total(getattr(self, name)) for name in fields}
        short: dict[str, Any] = {name: (Modifier("", "", amount),) if amount else () for name, amount in sums.items()}
        return replace(self, **short)


@value
class Private(Event):
    """What only one side may read; `inner` is what happened."""

    side: Seat
    inner: Event

    def seers(self) -> tuple[Seat, ...] | None:
        return (self.side,)

    def plain(self) -> Event:
        """What happened."""
        return self.inner


_kept: dict[type[Event], Mapping[str, Tells]] = {}


def tellers(kind: type[Event]) -> Mapping[str, Tells]:
    """The fields of a kind of event that are facts on the wire, by what their types say; read once."""
    if kind not in _kept:
        hints = get_type_hints(kind, include_extras=True)
        _kept[kind] = {
            field.name: tells
            for field in fields(kind)
            for tells in getattr(hints[field.name], "__metadata__", ())
            if isinstance(tells, Tells)
        }
    return _kept[kind]
