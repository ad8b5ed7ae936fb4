"""What units are called: a label such as b1 in notation, a name such as I/12 for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from marne.games.brigade1914.components.data import LISTS, NAMES
from marne.games.brigade1914.components.forces import BATTERY, INFANTRY, UnitSpec

__all__ = ["Label", "Said", "labels"]

LETTERS = "br"
"""What the labels of a side's units begin with."""


class Label(str):
    """A unit's label in notation, which knows the unit's name for people, and what kind of unit it is."""

    __slots__ = ("kind", "name")
    name: str
    kind: str

    def __new__(cls, text: str, name: str, kind: str) -> Label:
        """The label `text` of the unit called `name`."""
        label = super().__new__(cls, text)
        label.name, label.kind = name, kind
        return label

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override]
        """So that it can be copied."""
        return str(self), self.name, self.kind


class Said(str):
    """Words of notation, labels of units among them."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]

    def __new__(cls, parts: Sequence[str]) -> Said:
        """The words with blanks between them."""
        said = super().__new__(cls, " ".join(parts))
        said.parts = tuple(parts)
        return said

    def __getnewargs__(self) -> tuple[tuple[str, ...]]:  # type: ignore[override]
        """So that it can be copied."""
        return (self.parts,)


def labels(lists: Sequence[str], specs: Sequence[UnitSpec], sides: Sequence[int]) -> tuple[Label, ...]:
    """The labels of all units: b1, b2, r1; each with the next name of its list and kind.

    A kind that a list has no name left for is numbered. Where both sides have the same brigade, red's is the second of
    the name.
    """
    found = []
    count: Counter[tuple[int, str]] = Counter()
    first = {side: sides.index(side) for side in set(sides)}
    for unit, (spec, side) in enumerate(zip(specs, sides, strict=True)):
        kind = _kind(spec)
        pool = getattr(NAMES[lists[side]], kind, ())
        number = count[side, kind]
        count[side, kind] += 1
        name = pool[number] if number < len(pool) else f"{LISTS[lists[side]].nation[:1].upper()}{kind[:3]} {number + 1}"
        if side and lists[0] == lists[1]:
            name += " bis"
        label = f"{LETTERS[side]}{unit + 1 - (side and first[side])}"
        found.append(Label(label, name, spec.kind))
    return tuple(found)


def _kind(spec: UnitSpec) -> str:
    if spec.kind == BATTERY:
        return "heavy" if spec.arm == "heavy" else "battery"
    return "special" if spec.kind == INFANTRY and spec.arm != "line" else spec.kind
