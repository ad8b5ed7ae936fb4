"""How one cell reads: from an annotation (`int`, `Terrain`, `tuple[str, ...]`, ...) to a checked value and back.

Marks stand in `Annotated`: `Annotated[int, Range(1, 9), "combat factor, 3.2"]`. A plain text there explains the column
to the person who edits the file.
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar, Union, cast, get_args, get_origin

from marne.tables.problems import listed

C = TypeVar("C")


@dataclass(frozen=True)
class Range:
    """A whole number (or each number of a list) from `low` to `high`; None leaves an end open."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        if self.low is None:
            return f"at most {self.high}"
        return f"at least {self.low}" if self.high is None else f"from {self.low} to {self.high}"


class Choices:
    """One of these values only."""

    def __init__(self, *values: object) -> None:
        self.values = values


@dataclass(frozen=True)
class Ref:
    """A key of another file of the data set (`Ref("hexes.csv")`), or a value of one of its columns."""

    file: str
    column: str = ""


@dataclass(frozen=True)
class Key:
    """This column is the key of its row (several: together), and no two rows may share it."""


@dataclass(frozen=True)
class Sep:
    """What separates the items of a list: a space unless said, `|` for texts with spaces."""

    text: str


@dataclass(frozen=True)
class Pattern:
    """A text of this form; `expected` says it in words ("a hex such as 0812")."""

    regex: str
    expected: str


@dataclass(frozen=True)
class Parse(Generic[C]):
    """A value with a notation of its own: `read` raises ValueError on what it can't read, `show` writes it back."""

    read: Callable[[str], C]
    expected: str
    show: Callable[[Any], str] = str


@dataclass(frozen=True)
class CellReader:
    """The precomputed reading of one cell. `text` and `toml` raise ValueError; `expected` says what they want."""

    text: Callable[[str], Any]
    toml: Callable[[Any], Any]
    show: Callable[[Any], str]
    expected: str
    empty: bool = False
    """Whether an empty cell has a meaning: None for `T | None`, no items for a list."""
    none: Any = None
    refs: tuple[Ref, ...] = ()
    many: bool = False
    key: bool = False
    doc: str = ""


class Cell(Generic[C]):
    """The type of a table's cells where a class alone doesn't say it: `Cell(int, Range(0, 6))`."""

    def __init__(self, kind: type[C], *marks: object) -> None:
        self.annotation: Any = Annotated[(kind, *marks)] if marks else kind

    @staticmethod
    def parse(read: Callable[[str], C], expected: str) -> Cell[C]:
        """Cells with a notation of their own, such as `A1/D2`."""
        cell: Cell[Any] = Cell(str)
        cell.annotation = Annotated[Any, Parse(read, expected)]
        return cell

    @staticmethod
    def optional(kind: type[C], *marks: object) -> Cell[C | None]:
        """Cells that may hold nothing, printed as "-"."""
        cell: Cell[Any] = Cell(kind)
        cell.annotation = Annotated[(kind | None, *marks)] if marks else kind | None
        return cell


_WHOLE = re.compile(r"[+-]?[0-9]+", re.ASCII)
_REAL = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?", re.ASCII)
_YES = {"yes": True, "no": False, "true": True, "false": False}


def _int(text: str) -> int:
    if _WHOLE.fullmatch(text) is None:
        raise ValueError
    return int(text)


def _float(text: str) -> float:
    if _REAL.fullmatch(text) is None:
        raise ValueError
    return float(text)


def _bool(text: str) -> bool:
    try:
        return _YES[text.lower()]
    except KeyError:
        raise ValueError from None


def _only(*kinds: type) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise ValueError
        return value

    return check


def _toml_date(value: Any) -> date:
    if isinstance(value, str):
        return date.fromisoformat(value)
    if type(value) is not date:
        raise ValueError
    return value


def _float_of(value: Any) -> float:
    return float(_only(int, float)(value))


_PLAIN: dict[Any, CellReader] = {
    int: CellReader(_int, _only(int), str, "a whole number"),
    str: CellReader(sys.intern, _only(str), str, "a text"),
    bool: CellReader(_bool, _only(bool), lambda value: "yes" if value else "no", "yes or no"),
    float: CellReader(_float, _float_of, repr, "a number such as 49.8"),
    date: CellReader(date.fromisoformat, _toml_date, date.isoformat, "a date such as 1914-08-23"),
}


def _enum(kind: type[Enum]) -> CellReader:
    labels = {item.value if isinstance(item.value, str) else item.name.lower(): item for item in kind}
    return _one_of(labels)


def _one_of(labels: Mapping[str, Any]) -> CellReader:
    shown = {value: label for label, value in labels.items()}

    def text(cell: str) -> Any:
        try:
            return labels[cell]
        except KeyError:
            raise ValueError from None

    def toml(value: Any) -> Any:
        return text(str(value) if isinstance(value, int) and not isinstance(value, bool) else _only(str)(value))

    return CellReader(text, toml, lambda value: shown[value], f"one of {listed(labels)}")


def _parse(mark: Parse[Any]) -> CellReader:
    def toml(value: Any) -> Any:
        return mark.read(str(_only(str, int)(value)))

    return CellReader(mark.read, toml, mark.show, mark.expected)


def _checked(reader: CellReader, test: Callable[[Any], bool], expected: str) -> CellReader:
    """The reader, with one more test of its value."""
    read_text, read_toml = reader.text, reader.toml

    def text(cell: str) -> Any:
        value = read_text(cell)
        if not test(value):
            raise ValueError
        return value

    def toml(value: Any) -> Any:
        value = read_toml(value)
        if not test(value):
            raise ValueError
        return value

    return replace(reader, text=text, toml=toml, expected=expected)


def _with_mark(reader: CellReader, mark: object) -> CellReader:
    if isinstance(mark, Range):
        low, high = mark.low, mark.high

        def within(value: Any) -> bool:
            return (low is None or value >= low) and (high is None or value <= high)

        return _checked(reader, within, f"{reader.expected} {mark}")
    if isinstance(mark, Choices):
        return _checked(reader, mark.values.__contains__, f"one of {listed(mark.values)}")
    if isinstance(mark, Pattern):
        compiled = re.compile(mark.regex)
        return _checked(reader, lambda value: compiled.fullmatch(value) is not None, mark.expected)
    if isinstance(mark, Ref):
        target = mark.file + (f", column {mark.column}" if mark.column else "")
        return replace(reader, refs=(*reader.refs, mark), expected=f"{reader.expected} that is in {target}")
    if isinstance(mark, str):
        return replace(reader, doc=mark)
    if isinstance(mark, Key):
        return replace(reader, key=True)
    raise TypeError(f"{mark!r} is no mark of marne.tables")


def _optional(inner: CellReader) -> CellReader:
    def toml(value: Any) -> Any:
        return None if value in ("", "-") else inner.toml(value)

    def show(value: Any) -> str:
        return "" if value is None else inner.show(value)

    return replace(inner, toml=toml, show=show, empty=True, expected=f"{inner.expected}, or nothing")


def _many(container: Callable[[list[Any]], Any], items: tuple[CellReader, ...] | CellReader, sep: str) -> CellReader:
    """A list: of any length with one reader for all items, of a fixed length with a reader for each."""
    each = items if isinstance(items, tuple) else ()
    item = items if isinstance(items, CellReader) else items[0]

    def parts_of(cell: str) -> list[str]:
        parts = [part.strip() for part in cell.split(sep)] if sep.strip() else cell.split()
        if "" in parts:
            raise ValueError
        return parts

    def read(values: list[Any], how: str) -> Any:
        if each:
            if len(values) != len(each):
                raise ValueError
            return container([getattr(reader, how)(value) for reader, value in zip(each, values, strict=True)])
        convert = getattr(item, how)
        return container([convert(value) for value in values])

    def text(cell: str) -> Any:
        return read(parts_of(cell), "text")

    def toml(value: Any) -> Any:
        return read(value, "toml") if isinstance(value, list) else text(_only(str)(value))

    def show(values: Any) -> str:
        ordered = sorted(values) if isinstance(values, frozenset) else list(values)
        readers = each or (item,) * len(ordered)
        return sep.join(reader.show(value) for reader, value in zip(readers, ordered, strict=True))

    name = f"'{sep}'" if sep.strip() else "spaces"
    if each:
        expected = f"{len(each)} items separated by {name}: {'; '.join(reader.expected for reader in each)}"
    else:
        expected = f"a list separated by {name}, each {item.expected}"
    none = () if each else container([])
    refs = tuple(dict.fromkeys(ref for reader in (each or (item,)) for ref in reader.refs))
    return CellReader(text, toml, show, expected, empty=not each, none=none, refs=refs, many=True)


def reader_of(annotation: Any, marks: tuple[object, ...] = ()) -> CellReader:
    """The reader for an annotation. TypeError on an annotation that no cell can hold."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *more = get_args(annotation)
        return reader_of(inner, (*more, *marks))
    if origin in (Union, types.UnionType):
        kinds = [kind for kind in get_args(annotation) if kind is not types.NoneType]
        if len(kinds) != 1:
            raise TypeError(f"a cell holds one type, or one type or nothing, not {annotation}")
        return _optional(reader_of(kinds[0], marks))
    if origin in (tuple, frozenset) and not any(isinstance(mark, Parse) for mark in marks):
        return _list_reader(annotation, origin, marks)
    reader = _bare(annotation, marks)
    for mark in marks:
        if not isinstance(mark, (Parse, Sep)):
            reader = _with_mark(reader, mark)
    return reader


def _bare(annotation: Any, marks: tuple[object, ...]) -> CellReader:
    parse = next((mark for mark in marks if isinstance(mark, Parse)), None)
    if parse is not None:
        return _parse(parse)
    if isinstance(annotation, NewType):
        return _bare(annotation.__supertype__, marks)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _enum(annotation)
    if get_origin(annotation) is Literal:
        return _one_of({str(value): value for value in get_args(annotation)})
    raise TypeError(
        f"no cell can hold {annotation}; give int, str, bool, float, date, an Enum, a Literal, tuple[...] or Parse"
    )


def _list_reader(annotation: Any, origin: Any, marks: tuple[object, ...]) -> CellReader:
    sep = next((mark.text for mark in marks if isinstance(mark, Sep)), " ")
    own = tuple(mark for mark in marks if isinstance(mark, (str, Key)))
    passed = tuple(mark for mark in marks if not isinstance(mark, (str, Key, Sep)))
    args = get_args(annotation)
    container = cast(Callable[[list[Any]], Any], origin)
    if origin is frozenset or (len(args) == 2 and args[1] is Ellipsis):
        reader = _many(container, reader_of(args[0], passed), sep)
    else:
        reader = _many(container, tuple(reader_of(arg, passed) for arg in args), sep)
    for mark in own:
        reader = _with_mark(reader, mark)
    return reader
