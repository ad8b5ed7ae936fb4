"""Tables looked up by their printed labels: `CRT["3:1", 4]`.

A `Table` has one axis, a `TableGrid` two. An axis of numbers understands the labels that charts print for several
numbers at once: `2-4`, `-3 to -1`, `7+`, `7 or more`, `0 or less`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Generic, TypeVar

from marne.tables.cells import reader_of
from marne.tables.origin import Claim
from marne.tables.problems import listed

R = TypeVar("R")
K = TypeVar("K")
C = TypeVar("C")

_NUMBER = r"[+-]?[0-9]+"
_SPANS = (
    (re.compile(rf"({_NUMBER})"), lambda m: (int(m[1]), int(m[1]))),
    (re.compile(r"([0-9]+)\s*[-–]\s*([0-9]+)"), lambda m: (int(m[1]), int(m[2]))),
    (re.compile(rf"({_NUMBER}) to ({_NUMBER})"), lambda m: (int(m[1]), int(m[2]))),
    (re.compile(rf"({_NUMBER})\+|({_NUMBER}) or more|≥\s*({_NUMBER})"), lambda m: (int(m[1] or m[2] or m[3]), None)),
    (re.compile(rf"({_NUMBER}) or less|≤\s*({_NUMBER})"), lambda m: (None, int(m[1] or m[2]))),
)


class UnknownLabel(KeyError):
    """A table was asked for a label that it doesn't have."""

    def __str__(self) -> str:
        return str(self.args[0])


def span(label: str) -> tuple[int | None, int | None]:
    """The numbers that a printed label covers, None for an open end; ValueError if it covers none."""
    for form, ends in _SPANS:
        match = form.fullmatch(label)
        if match:
            low, high = ends(match)
            if low is not None and high is not None and low > high:
                break
            return low, high
    raise ValueError(f"{label!r} is no number, and no span such as 2-4, -3 to -1, 7+ or 0 or less")


class Axis(Generic[R]):
    """The labels along one side of a table, in printed order."""

    def __init__(self, table: str, name: str, labels: tuple[str, ...], kind: type[R]) -> None:
        """ValueError on a label that the kind can't read, or that covers what another covers."""
        self.table = table
        self.name = name
        self.labels = labels
        """As printed."""
        self.numbers = kind is int
        self.places: dict[Any, int] = {}
        """The position of each value that a label names; the open end of a label such as `7+` apart."""
        self._below: tuple[int, int] | None = None
        self._above: tuple[int, int] | None = None
        self.values: tuple[R, ...] = tuple(self._value(place, label, kind) for place, label in enumerate(labels))
        """What to look each label up by; for a span its first number (its last, if it has no first)."""

    def _value(self, place: int, label: str, kind: type[R]) -> Any:
        if not self.numbers:
            try:
                value = reader_of(kind).text(label)
            except ValueError:
                raise ValueError(f"the label {label!r} is not {reader_of(kind).expected}") from None
            self._put(value, place, label)
            return value
        low, high = span(label)
        if low is None and high is not None:
            if self._below:
                raise ValueError(f"the label {label!r} covers what {self.labels[self._below[1]]!r} covers")
            self._below = (high, place)
            self._put(high, place, label)
            return high
        assert low is not None
        if high is None:
            if self._above:
                raise ValueError(f"the label {label!r} covers what {self.labels[self._above[1]]!r} covers")
            self._above = (low, place)
        for number in range(low, (low if high is None else high) + 1):
            self._put(number, place, label)
        return low

    def _put(self, value: Any, place: int, label: str) -> None:
        if value in self.places:
            raise ValueError(f"the label {label!r} covers what {self.labels[self.places[value]]!r} covers")
        self.places[value] = place

    def gaps(self) -> list[str]:
        """What is wrong with an axis of numbers as a whole: holes between its labels, numbers beyond an open end."""
        if not self.numbers or not self.places:
            return []
        low, high = min(self.places), max(self.places)
        wrong = [f"no label for {n}" for n in range(low, high + 1) if n not in self.places]
        if self._below and low != self._below[0]:
            wrong.append(f"labels below {self.labels[self._below[1]]!r}")
        if self._above and high != self._above[0]:
            wrong.append(f"labels above {self.labels[self._above[1]]!r}")
        return wrong

    def place(self, label: R) -> int:
        """The position of a label (of the label that covers a number); UnknownLabel lists those there are."""
        place = self.places.get(label)
        if place is not None:
            return place
        if self.numbers and isinstance(label, int):
            if self._below and label < self._below[0]:
                return self._below[1]
            if self._above and label > self._above[0]:
                return self._above[1]
        shown = label.value if isinstance(label, Enum) else label
        raise UnknownLabel(f"{self.table} has no {self.name} {shown!r}; it has {listed(self.labels)}")

    def shifted(self, label: R, by: int) -> R:
        """The label some places further on, held at the ends: a shift of columns."""
        return self.values[min(max(self.place(label) + by, 0), len(self.labels) - 1)]

    def printed(self, label: R) -> str:
        """The label as printed: `7+` for 9."""
        return self.labels[self.place(label)]

    def __contains__(self, label: object) -> bool:
        try:
            self.place(label)  # type: ignore[arg-type]
        except (UnknownLabel, TypeError):
            return False
        return True

    def __iter__(self) -> Iterator[R]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.labels)


class Table(Generic[R, C]):
    """A table with one axis: `MOVEMENT[Kind.CAVALRY]`."""

    def __init__(
        self, name: str, axis: Axis[R], cells: tuple[C, ...], claim: Claim, exceptions: Mapping[int, Claim]
    ) -> None:
        self.name = name
        self.axis = axis
        self.cells = cells
        self._claim = claim
        self._exceptions = exceptions

    def __getitem__(self, label: R) -> C:
        return self.cells[self.axis.place(label)]

    def __contains__(self, label: object) -> bool:
        return label in self.axis

    def __iter__(self) -> Iterator[R]:
        return iter(self.axis)

    def __len__(self) -> int:
        return len(self.axis)

    def items(self) -> Iterator[tuple[R, C]]:
        return zip(self.axis.values, self.cells, strict=True)

    def claim(self, label: R | None = None) -> Claim:
        """The origin of the table, or of one cell."""
        return self._claim if label is None else self._exceptions.get(self.axis.place(label), self._claim)


class TableGrid(Generic[R, K, C]):
    """A table with two axes: `CRT["3:1", 4]`, the order of the axes as the code declares it, however it is printed."""

    def __init__(
        self,
        name: str,
        rows: Axis[R],
        columns: Axis[K],
        cells: tuple[tuple[C, ...], ...],
        claim: Claim,
        exceptions: Mapping[tuple[int, int], Claim],
    ) -> None:
        self.name = name
        self.rows = rows
        self.columns = columns
        self.cells = cells
        self._claim = claim
        self._exceptions = exceptions
        self._exact: dict[tuple[Any, Any], C] = {
            (row, column): cells[place][other]
            for row, place in rows.places.items()
            for column, other in columns.places.items()
        }

    def __getitem__(self, labels: tuple[R, K]) -> C:
        try:
            return self._exact[labels]
        except KeyError:
            row, column = labels
        return self.cells[self.rows.place(row)][self.columns.place(column)]

    def __contains__(self, labels: object) -> bool:
        return isinstance(labels, tuple) and len(labels) == 2 and labels[0] in self.rows and labels[1] in self.columns

    def __len__(self) -> int:
        return len(self.rows) * len(self.columns)

    def claim(self, row: R | None = None, column: K | None = None) -> Claim:
        """The origin of the table, or of one cell."""
        if row is None or column is None:
            return self._claim
        return self._exceptions.get((self.rows.place(row), self.columns.place(column)), self._claim)
