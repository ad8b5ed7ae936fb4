"""A fact of a board, declared once: what it begins as, how it is copied, whether it is saved, who sees it.

`where: list[int] = fact([WAITING] * COUNT, seen=OPEN)` is all there is to say. A board's slots, its beginning, `copy`
and `masked` follow from such lines, as plain code that is written when the class is made: as fast as by hand, and the
same code compiles (`written`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, overload

__all__ = ["HIDDEN", "OPEN", "OWNER", "PARTLY", "Declared", "Fact", "each", "fact", "given", "written"]

T = TypeVar("T")

HIDDEN: Final = "hidden"
"""Nobody sees it: on a masked board it is what it was at the beginning. So is every fact of which nothing is said."""
OPEN: Final = "open"
"""It lies on the table."""
OWNER: Final = "owner"
"""A list by seat; each seat sees its own item, and of the others' what they were at the beginning."""
PARTLY: Final = "partly"
"""Hidden, but for what the board's `show` lets a seat see of it."""

_COPIES: Final = {"shared": "{}", "flat": "{}[:]", "nested": "[each[:] for each in {}]", "keyed": "{}.copy()"}


class Fact:
    """What was declared of one fact; how it is copied follows from its type."""

    __slots__ = ("begins", "copied", "given", "listed", "name", "saved", "seen")

    def __init__(
        self, begins: Any, seen: str, *, saved: bool = True, given: bool = False, listed: bool = False
    ) -> None:
        self.name = self.copied = ""
        self.begins, self.seen, self.saved, self.given, self.listed = begins, seen, saved, given, listed


@overload
def fact(begins: Callable[[Any], T], *, seen: str = HIDDEN, saved: bool = True) -> T: ...
@overload
def fact(begins: T, *, seen: str = HIDDEN, saved: bool = True) -> T: ...
def fact(begins: Any, *, seen: str = HIDDEN, saved: bool = True) -> Any:
    """A fact of a board: what it begins as, or a function of the board that says so; who sees it; whether it is saved.

    A list or a dict is given as it is: every board begins with a copy of it.
    """
    return Fact(begins, seen, saved=saved)


def each(begins: T, *, seen: str = HIDDEN) -> list[T]:
    """A list with an item for each of the things for which a board's `make_room` is called; empty before."""
    return cast("list[T]", Fact(begins, seen, listed=True))


def given() -> Any:
    """What a board is made with (the map, the tables): shared by all copies, not saved, open to all."""
    return Fact(None, OPEN, saved=False, given=True)


def written(facts: Mapping[str, Fact], begins: Mapping[str, str]) -> str:
    """The methods that follow from a board's facts, as text; `begins` are expressions in which `{}` is the board."""
    shown = [one for one in facts.values() if one.seen == OPEN]
    masked = [one for one in facts.values() if one.seen != OPEN]
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
            method("masked(self, seat)", new, copy(shown), begin("twin", masked, "len(self.{})"), own,
                   ["self.show(twin, seat)", "return twin"]),
        )
    )  # fmt: skip


class Declared(type):
    """The class of board classes: it reads the declarations and writes what follows from them."""

    facts: dict[str, Fact]
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
        rest = {key: thing for key, thing in body.items() if key not in own}
        rest.setdefault("__slots__", tuple(own))
        made = super().__new__(mcs, name, bases, rest)
        made.facts = {key: one for base in bases for key, one in getattr(base, "facts", {}).items()} | own
        made._write(body)
        return made

    def _write(cls, body: Mapping[str, Any]) -> None:
        begins, scope = {}, {}
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
