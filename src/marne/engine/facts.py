"""A fact of a board, declared once: what it begins as, of what it speaks, how it is copied and saved, who sees it.

`where: list[int] = fact([WAITING] * COUNT, of=UNITS, seen=VISIBLE)` is all there is to say. A board's slots, its
beginning, `copy` and `masked` follow from such lines, as plain code that is written when the class is made: as fast as
by hand, and the same code compiles (`written`).

A fact that speaks of units is never open by itself. Its type says it (`Unit`, `Units`, `dict[Unit, int]`), or `of` does
where the items of a list belong to units. `VISIBLE` takes out the units that the board's `hidden_units` names.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints, overload

__all__ = [
    "HEXES",
    "HIDDEN",
    "OPEN",
    "OWNER",
    "PARTLY",
    "SEATS",
    "UNITS",
    "VISIBLE",
    "Declared",
    "Fact",
    "Hex",
    "Hexes",
    "Names",
    "Unit",
    "Units",
    "each",
    "fact",
    "given",
    "hide",
    "marks_of",
    "named_in",
    "same_facts",
    "speaks_of_units",
    "units_in",
    "written",
]

T = TypeVar("T")

UNITS: Final = "units"
"""What may be hidden from a seat."""
HEXES: Final = "hexes"
SEATS: Final = "seats"


class Names:
    """Said by the type of a number: what it names, or what its bits name."""

    __slots__ = ("many", "what")

    def __init__(self, what: str, *, many: bool = False) -> None:
        self.what, self.many = what, many


Unit = Annotated[int, Names(UNITS)]
"""A unit by its number; a negative one is none."""
Units = Annotated[int, Names(UNITS, many=True)]
"""A set of units."""
Hex = Annotated[int, Names(HEXES)]
"""A hex by its number."""
Hexes = Annotated[int, Names(HEXES, many=True)]
"""A set of hexes."""

HIDDEN: Final = "hidden"
"""Nobody sees it: on a masked board it is what it was at the beginning. So is every fact of which nothing is said."""
OPEN: Final = "open"
"""It lies on the table."""
OWNER: Final = "owner"
"""A list by seat; each seat sees its own item, and of the others' what they were at the beginning."""
PARTLY: Final = "partly"
"""Hidden, but for what the board's `show` lets a seat see of it."""
VISIBLE: Final = "visible"
"""Each seat sees it of the units that it may know; those that the board's `hidden_units` names are taken out."""

_COPIES: Final = {"shared": "{}", "flat": "{}[:]", "nested": "[each[:] for each in {}]", "keyed": "{}.copy()"}


class Fact:
    """What was declared of one fact; how it is copied follows from its type."""

    __slots__ = (
        "about",
        "begins",
        "copied",
        "form",
        "given",
        "hides",
        "listed",
        "mark",
        "name",
        "of",
        "saved",
        "seen",
        "unseen",
        "why",
    )

    def __init__(
        self,
        begins: Any,
        seen: str,
        *,
        of: str = "",
        saved: bool = True,
        given: bool = False,
        listed: bool = False,
        unseen: Any = None,
        hides: str = "",
        form: str = "",
        why: str = "",
        mark: str = "",
    ) -> None:
        self.name = self.copied = self.about = ""
        self.form, self.mark = form, mark
        self.begins, self.seen, self.saved, self.given, self.listed = begins, seen, saved, given, listed
        self.of, self.unseen, self.hides, self.why = of, unseen, hides, why


@overload
def fact(
    begins: Callable[[Any], T],
    *,
    of: str = "",
    seen: str = HIDDEN,
    saved: bool = True,
    unseen: Any = None,
    why: str = "",
    mark: str = "",
) -> T: ...
@overload
def fact(
    begins: T,
    *,
    of: str = "",
    seen: str = HIDDEN,
    saved: bool = True,
    unseen: Any = None,
    why: str = "",
    mark: str = "",
) -> T: ...
def fact(
    begins: Any,
    *,
    of: str = "",
    seen: str = HIDDEN,
    saved: bool = True,
    unseen: Any = None,
    why: str = "",
    mark: str = "",
) -> Any:
    """A fact of a board: what it begins as, or a function of the board that says so; who sees it; whether it is saved.

    A list or a dict is given as it is: every board begins with a copy of it. `of` says what the items of a list, or the
    keys of a dict, belong to. `unseen` is what a list says of a hidden unit, if that isn't what it begins as. `why` is
    the reason why everybody may know a fact of units. `mark` is the flag that a picture shows on a unit of the fact; in
    a dict, `{}` in it is the unit's value.
    """
    return Fact(begins, seen, of=of, saved=saved, unseen=unseen, why=why, mark=mark)


def each(begins: T, *, of: str = UNITS, seen: str = HIDDEN, why: str = "") -> list[T]:
    """A list with an item for each of the things for which a board's `make_room` is called; empty before."""
    return cast("list[T]", Fact(begins, seen, of=of, listed=True, unseen=begins, why=why))


def given() -> Any:
    """What a board is made with (the map, the tables): shared by all copies, not saved, open to all."""
    return Fact(None, OPEN, saved=False, given=True)


def written(facts: Mapping[str, Fact], begins: Mapping[str, str]) -> str:
    """The methods that follow from a board's facts, as text; `begins` are expressions in which `{}` is the board."""
    shown = [one for one in facts.values() if one.seen in (OPEN, VISIBLE)]
    masked = [one for one in facts.values() if one.seen not in (OPEN, VISIBLE)]
    hiding = ["hidden = self.hidden_units(seat)", "if hidden: hide(twin, hidden)"]
    new = ("twin = type(self).__new__(type(self))", "twin.events = []", "twin.kept = None")

    def method(head: str, *lines: Iterable[str]) -> str:
        return "\n".join((f"def {head}:", *(f"    {line}" for some in lines for line in some), ""))

    def begin(board: str, some: Iterable[Fact], count: str) -> Iterable[str]:
        for one in some:
            if not one.given:
                made = begins[one.name].format(board)
                yield f"{board}.{one.name} = {f'[{made}] * {count.format(one.name)}' if one.listed else made}"

    def copy(some: Iterable[Fact]) -> Iterable[str]:
        return (f"twin.{one.name} = {one.copied.format(f'self.{one.name}')}" for one in some)

    own = (
        f"if seat is not None: twin.{one.name}[seat] = self.{one.name}[seat]{'[:]' * ('each' in one.copied)}"
        for one in masked
        if one.seen == OWNER
    )
    listed = [one for one in facts.values() if one.listed]
    return "\n".join(
        (
            method("_begin(self)", ["self.events = []", "self.kept = None"], begin("self", facts.values(), "0")),
            method("make_room(self, count)", ["pass"], begin("self", listed, "count")),
            method("copy(self)", new, copy(facts.values()), ["return twin"]),
            method(
                "masked(self, seat)",
                new,
                copy(shown),
                begin("twin", masked, "len(self.{})"),
                own,
                hiding if any(one.seen == VISIBLE for one in facts.values()) else [],
                ["self.show(twin, seat)", "return twin"],
            ),
        )
    )


class Declared(type):
    """The class of board classes: it reads the declarations and writes what follows from them."""

    facts: dict[str, Fact]
    marked: tuple[tuple[str, str], ...]
    """The facts that a picture shows on their units, each with its mark, in the order of their declaration."""
    text: str

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Declared:
        """A board class, with a slot for each fact."""
        own = {key: thing for key, thing in body.items() if isinstance(thing, Fact)}
        words = body.get("__annotations__", {})
        for key, word in words.items():
            if key not in own and bases and not str(word).startswith("ClassVar"):
                raise TypeError(f"{name}.{key} is declared without `fact` or `given`: nobody could copy or save it")
        scope = vars(sys.modules[body["__module__"]])
        for key, one in own.items():
            kind = eval(words[key], scope) if isinstance(words[key], str) else words[key]
            one.name, one.copied = key, _COPIES["shared" if one.given else _how(kind, f"{name}.{key}")]
            if not one.given:
                _check(one, kind, str(words[key]), f"{name}.{key}")
        rest = {key: thing for key, thing in body.items() if key not in own}
        rest.setdefault("__slots__", tuple(own))
        made = super().__new__(mcs, name, bases, rest)
        says = any("hidden_units" in vars(kind) for kind in made.__mro__[:-2])  # all but `Board` itself
        if not says and any(one.seen == VISIBLE for one in own.values()):
            raise TypeError(f"{name} has `VISIBLE` facts, and its `hidden_units` doesn't say who is hidden from a seat")
        made.facts = {key: one for base in bases for key, one in getattr(base, "facts", {}).items()} | own
        made.marked = tuple((key, one.mark) for key, one in made.facts.items() if one.mark)
        made._write(body)
        return made

    def _write(cls, body: Mapping[str, Any]) -> None:
        begins: dict[str, str] = {}
        scope: dict[str, Any] = {"hide": hide}
        for name, one in cls.facts.items():
            scope[f"_{name}"] = one.begins
            copied = f"_{name}" if one.listed else one.copied.format(f"_{name}")
            begins[name] = f"_{name}({{}})" if callable(one.begins) else copied
        cls.text = written(cls.facts, begins)
        exec(compile(cls.text, f"<the facts of {cls.__qualname__}>", "exec"), scope)
        for name in ("_begin", "make_room", "copy", "masked"):
            if name not in body:
                setattr(cls, name, scope[name])


def _how(kind: Any, name: str) -> str:
    """How a thing of a type is copied; refused where that is not plain."""
    kind = _plain(kind)
    made = get_origin(kind) or kind
    inner = [_how(each, name) for each in get_args(kind) if each is not Ellipsis]
    if made is list and inner and set(inner) <= {"shared", "flat"}:
        return "nested" if "flat" in inner else "flat"
    if made in (dict, set) and set(inner) == {"shared"}:
        return "keyed"
    plain = made in (int, str, bool, NoneType, tuple, frozenset, Union, UnionType) or is_dataclass(made)
    if plain and set(inner) <= {"shared"}:
        return "shared"
    raise TypeError(
        f"{name}: a board holds numbers, words, values, tuples, and lists, sets and dicts of these, not {kind}"
    )


def _plain(kind: Any) -> Any:
    """A type without what it says of its numbers."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _names(kind: Any) -> Names | None:
    """What the numbers of a type name, where it says so."""
    return next((each for each in getattr(kind, "__metadata__", ()) if isinstance(each, Names)), None)


def _check(one: Fact, kind: Any, words: str, name: str) -> None:
    """Find out whether a fact speaks of units, and refuse one that doesn't say of what it speaks."""
    made, inner = get_origin(_plain(kind)) or kind, get_args(kind)
    if re.search(r"\bBits\b", words):
        raise TypeError(f"{name}: a set says of what it is: `Units`, `Hexes`, or a type of its own with `Names`")
    if made in (list, set) and not one.of:
        raise TypeError(f"{name}: a list says with `of` to what its items belong")
    if made is dict and not one.of and _names(inner[0]) is None and _plain(inner[0]) is int:
        raise TypeError(f"{name}: a dict by number says with `of` what its keys are")
    if made in (tuple, frozenset) and not one.of and _bare(kind):
        raise TypeError(f"{name}: a tuple of numbers says with `of`, or by their type, what they are")
    one.hides, one.form, one.about = _hides(one, kind), _form(kind), _about(one, kind)
    if one.mark and one.hides not in ("set", "keys", "both"):
        raise TypeError(f"{name}: a mark lies on units: the fact is a set of units, or a dict by unit")
    if not one.hides and speaks_of_units(kind):
        if one.seen == VISIBLE:
            raise TypeError(f"{name}: nobody knows how to take hidden units out of it; `seen=PARTLY`, and `show` it")
        one.hides = "inside"
    if not one.hides:
        if one.seen == VISIBLE:
            raise TypeError(f"{name} is `VISIBLE`, but doesn't speak of units")
        return
    if one.seen == OPEN and not one.why:
        raise TypeError(f"{name} speaks of units, which may be hidden: `seen=VISIBLE`, or say `why` all may know it")
    if one.hides == "by unit" and one.unseen is None and one.seen == VISIBLE:
        if callable(one.begins) or any(item != one.begins[0] for item in one.begins[1:]):
            raise TypeError(f"{name}: say with `unseen` what the list says of a hidden unit")
        one.unseen = one.begins[0]


def _about(one: Fact, kind: Any) -> str:
    """Of what a fact says something, one by one: units, hexes, something else; empty for a single thing."""
    made, inner, names = get_origin(_plain(kind)) or kind, get_args(kind), _names(kind)
    if names is not None:
        return names.what if names.many else ""
    if made not in (list, dict, tuple, set, frozenset):
        return ""
    within = _names(inner[0])
    if within is not None and (within.many or made is dict):
        return within.what
    return one.of


def _form(kind: Any) -> str:
    """How a fact of this type is laid out, for those who read all facts alike: a set, a list, a dict by something."""

    def many(part: Any) -> bool:
        names = _names(part)
        return names is not None and names.many

    made, inner = get_origin(_plain(kind)) or kind, get_args(kind)
    if many(kind):
        return "set"
    if made is list:
        return "sets" if many(inner[0]) else "list"
    if made is dict:
        return "pairs" if inner[1] == tuple[int, int] else "dict"
    return "members" if made in (tuple, set, frozenset) and _plain(inner[0]) is int else "one"


def _hides(one: Fact, kind: Any) -> str:
    """How hidden units are taken out of a fact of this type; empty where it doesn't speak of units."""

    def of_units(part: Any) -> bool:
        names = _names(part)
        return names is not None and names.what == UNITS

    made, inner = get_origin(_plain(kind)) or kind, get_args(kind)
    names = _names(kind)
    if names is not None:
        return ("set" if names.many else "one") if names.what == UNITS else ""
    if made is list:
        if of_units(inner[0]):
            return "sets" if cast("Names", _names(inner[0])).many else "list"
        if get_origin(inner[0]) is tuple and of_units(get_args(inner[0])[0]):
            return "tuples"
        return "values" if _fields_of_units(inner[0]) else "by unit" * (one.of == UNITS)
    if made in (set, frozenset):
        return "members" if one.of == UNITS or of_units(inner[0]) else ""
    if made is dict:
        by_key, by_value = one.of == UNITS or of_units(inner[0]), of_units(inner[1])
        if by_value and cast("Names", _names(inner[1])).many:
            return "item sets"
        return "both" if by_key and by_value else "keys" * by_key + "items" * by_value
    return "members" if made is tuple and (one.of == UNITS or (len(inner) == 2 and of_units(inner[0]))) else ""


def _bare(kind: Any) -> bool:
    """Whether a type has numbers in it that don't say what they are."""
    return kind is int or (_names(kind) is None and any(_bare(each) for each in get_args(kind)))


def speaks_of_units(kind: Any) -> bool:
    """Whether a type names units anywhere: by itself, in what it holds, or in the fields of a value."""
    names = _names(kind)
    if names is not None:
        return names.what == UNITS
    if is_dataclass(kind) and isinstance(kind, type):
        return any(speaks_of_units(hint) for hint in _hints(kind).values())
    return any(speaks_of_units(each) for each in get_args(kind))


def _hints(kind: type) -> dict[str, Any]:
    """The types of a value's fields."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(cast("Any", kind))}


def _fields_of_units(kind: Any) -> bool:
    return is_dataclass(kind) and isinstance(kind, type) and bool(sum(named_in(kind), ()))


_named: dict[type, tuple[tuple[str, ...], tuple[str, ...]]] = {}


def named_in(kind: type) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a value class that name one unit, and those that hold a set of units, by their types."""
    if kind not in _named:
        hints = get_type_hints(kind, include_extras=True)
        said = {field.name: _names(hints[field.name]) for field in fields(cast("Any", kind))}
        units = {name: names for name, names in said.items() if names is not None and names.what == UNITS}
        _named[kind] = (
            tuple(name for name, names in units.items() if not names.many),
            tuple(name for name, names in units.items() if names.many),
        )
    return _named[kind]


def units_in(thing: Any) -> Iterator[Any]:
    """Every unit that a value names in a field of its own, as the field has it: by number, by id or by name."""
    for name, names, is_tuple in _unit_fields(type(thing)):
        inside = getattr(thing, name)
        if isinstance(inside, str):
            yield from inside.split() if names.many else (inside,) * bool(inside)
        elif is_tuple or isinstance(inside, tuple):
            yield from inside
        elif names.many:
            yield from (unit for unit in range(inside.bit_length()) if inside >> unit & 1)
        elif inside >= 0:
            yield inside


_fields_kept: dict[type, tuple[tuple[str, Names, bool], ...]] = {}


def _unit_fields(kind: type) -> tuple[tuple[str, Names, bool], ...]:
    """The fields of a value class that name units, with whether each is a tuple of them; read once."""
    if kind not in _fields_kept:
        found = []
        for name, hint in _hints(kind).items():
            is_tuple = get_origin(hint) is tuple
            names = _names(get_args(hint)[0] if is_tuple else hint)
            if names is not None and names.what == UNITS:
                found.append((name, names, is_tuple))
        _fields_kept[kind] = tuple(found)
    return _fields_kept[kind]


def hide(board: Any, hidden: int) -> None:
    """Take hidden units out of every fact of a board that is seen of visible units only."""
    for name, one in type(board).facts.items():
        if one.seen == VISIBLE:
            setattr(board, name, _without(getattr(board, name), one, hidden))


def marks_of(board: Any, unit: int) -> tuple[str, ...]:
    """The marks that lie on a unit, as the board's facts declare them; read off a masked board it holds no secrets."""
    found = []
    for name, mark in type(board).marked:
        thing = getattr(board, name)
        if isinstance(thing, int):
            if thing >> unit & 1:
                found.append(mark)
        elif unit in thing:
            found.append(mark.replace("{}", str(thing[unit])))
    return tuple(found)


def same_facts(one: Any, other: Any) -> bool:
    """Whether two boards say the same, whatever happened last: what is drawn of them looks the same."""
    if type(one) is not type(other):
        return False
    return all(getattr(one, name) == getattr(other, name) for name in type(one).facts)


def _without(thing: Any, one: Fact, hidden: int) -> Any:
    match one.hides:
        case "set":
            return thing & ~hidden
        case "one":
            return one.begins if thing >= 0 and hidden >> thing & 1 else thing
        case "sets":
            return [units & ~hidden for units in thing]
        case "by unit":
            return [one.unseen if hidden >> unit & 1 else item for unit, item in enumerate(thing)]
        case "keys":
            return {unit: item for unit, item in thing.items() if not hidden >> unit & 1}
        case "items":
            return {key: unit for key, unit in thing.items() if not hidden >> unit & 1}
        case "item sets":
            return {key: units & ~hidden for key, units in thing.items()}
        case "both":
            return {unit: other for unit, other in thing.items() if not (hidden >> unit | hidden >> other) & 1}
        case "members" | "list":
            return type(thing)(unit for unit in thing if not hidden >> unit & 1)
        case "tuples":
            return [tuple(unit for unit in units if not hidden >> unit & 1) for units in thing]
        case _:
            return [item for item in thing if not _named_by(item) & hidden]


def _named_by(thing: Any) -> int:
    """Every unit that a value names in a field of its own."""
    single, sets = named_in(type(thing))
    found = 0
    for name in single:
        if getattr(thing, name) >= 0:
            found |= 1 << getattr(thing, name)
    for name in sets:
        found |= getattr(thing, name)
    return found
