"""A moment of a game as numpy arrays, as one seat may know it.

Everything is read off the masked position (`Game.mask`) and the open question, which is the seat's own: so features
cannot tell more than the seat may know. Two positions that a seat cannot tell apart have the same features.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from random import Random
from struct import Struct
from typing import Any, Final

import numpy as np

from marne.engine import HEXES, UNITS, Answer, Board, Game, Position, Seat, Setting, Step
from marne.engine.values import classes_of_values
from marne.rl.numbering import appended, numbering_of
from marne.rl.sheet import HEXES_NAMED, UNITS_NAMED, Numbers, Sheet, Static, sheet_of, word

__all__ = ["OPTION_COLUMNS", "STEP_FIELDS", "Features", "Reader", "columns_of"]

Features = dict[str, Numbers]
"""`entities`, `nodes`, `edges`, `scalars` (those that the game has) and `options`."""

STEP_FIELDS: Final = 6
"""So many numbers of the step that asks are told: which unit moves, how many are left."""
OPTION_COLUMNS: Final = (
    "word",
    *(f"unit{at}" for at in range(UNITS_NAMED)),
    *(f"hex{at}" for at in range(HEXES_NAMED)),
    "number",
    "units",
    "hexes",
)
"""A word as a number (0 none), units and hexes by number (-1 none), a plain number, how many units and hexes."""

_TYPE: Final = np.int16
_CODE: Final = "h"
_MOST_KEPT: Final = 200_000


class _Block:
    """Facts by unit or by hex: lists, sets and dicts, each in its rows of one array."""

    def __init__(self, board: Board, names: Sequence[str], count: int, extras: str, numbered: Sequence[str]) -> None:
        self.count = count
        self.lists: list[str] = []
        self.sets: list[str] = []
        self.many_sets: list[tuple[str, int]] = []
        self.dicts: list[str] = []
        self.pairs: list[str] = []
        self.members: list[str] = []
        for name in names:
            self._sort(board, name)
        read = (
            *self.lists,
            *self.sets,
            *(f"{name}.{at}" for name, many in self.many_sets for at in range(many)),
            *self.dicts,
            *(f"{name}.{at}" for name in self.pairs for at in (0, 1)),
            *self.members,
            *extras.split(),
        )
        self.rows = len(read)
        self.columns, self.places = _placed(read, numbered)
        self.one_by_one = any(len(getattr(board, name)) != count for name in self.lists)
        self.pack = Struct(f"{count * len(self.lists)}{_CODE}").pack
        """Faster than numpy's own way from a list by a factor of three."""
        self.bytes = (count + 7) // 8
        self.width = 8 * self.bytes
        self.last, self.last_bits = -1, np.zeros((0, 0), np.uint8)
        """The sets of the last moment: often they are those of this one."""
        self.many = len(self.sets) + sum(many for _, many in self.many_sets)

    def _sort(self, board: Board, name: str) -> None:
        match type(board).facts[name].form:
            case "set":
                self.sets.append(name)
            case "sets":
                self.many_sets.append((name, len(getattr(board, name))))
            case "pairs":
                self.pairs.append(name)
            case "dict":
                self.dicts.append(name)
            case "members":
                self.members.append(name)
            case "list":
                self.lists.append(name)
            case _:
                raise TypeError(f"{name} speaks of no units or hexes")

    def read(self, board: Any, extras: Sequence[Mapping[int, int]]) -> Numbers:
        """The rows, turned to columns."""
        made = np.zeros((self.rows, self.count), _TYPE)
        at = len(self.lists)
        if self.one_by_one:
            for row, name in enumerate(self.lists):
                listed = getattr(board, name)
                made[row, : len(listed)] = listed
        elif at:
            numbers: list[int] = []
            for name in self.lists:
                numbers += getattr(board, name)
            made[:at] = np.frombuffer(self.pack(*numbers), _TYPE).reshape(at, self.count)
        if self.many:
            whole = shift = 0
            for name in self.sets:
                whole |= getattr(board, name) << shift
                shift += self.width
            for name, _ in self.many_sets:
                for each in getattr(board, name):
                    whole |= each << shift
                    shift += self.width
            if whole != self.last:
                flat = np.frombuffer(whole.to_bytes(self.many * self.bytes, "little"), np.uint8)
                bits = np.unpackbits(flat, bitorder="little").reshape(self.many, self.width)
                self.last, self.last_bits = whole, bits[:, : self.count]
            made[at : at + self.many] = self.last_bits
            at += self.many
        for name in self.dicts:
            for key, number in getattr(board, name).items():
                made[at, key] = number
            at += 1
        for name in self.pairs:
            for key, (first, second) in getattr(board, name).items():
                made[at, key], made[at + 1, key] = first, second
            at += 2
        for name in self.members:
            row = made[at]
            for member in getattr(board, name):
                row[member] = 1
            at += 1
        for extra in extras:
            if extra:
                row = made[at]
                for key, number in extra.items():
                    row[key] = number
            at += 1
        if self.places is None:
            return made.T
        numbered = np.zeros((len(self.columns), self.count), _TYPE)
        numbered[self.places] = made
        return numbered.T


def columns_of(board: type[Board], sheet: Sheet) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The facts of units, those of hexes and the plain ones, by what they say they speak of."""
    facts = [one for name, one in board.facts.items() if not one.given and name not in sheet.left_out]
    rest = [one for one in facts if one.about not in (UNITS, HEXES)]
    units, hexes = ([one for one in facts if one.about == what] for what in (UNITS, HEXES))
    found = [tuple(one.name for one in some) for some in (units, hexes, rest)]
    return found[0], found[1], found[2]


def _placed(read: tuple[str, ...], numbered: Sequence[str]) -> tuple[tuple[str, ...], list[int] | None]:
    """The columns by their committed numbers, and where each that is read belongs; None where they are the same."""
    columns = appended(numbered, read)
    return columns, None if columns == read else [columns.index(name) for name in read]


class Reader:
    """Reads positions of one game in one setting; made once.

    `static` are the tables that never change; `columns` are the names of the columns of each array.
    """

    def __init__(self, game: Game, setting: Setting, width: int = 256) -> None:
        self.game = game
        self.setting = setting
        self.width = width
        """The most options that are told and can be chosen."""
        self.sheet: Sheet = sheet_of(game.name)
        board = game.start(setting).board
        self.static: Static = self.sheet.static(board)
        sheet = self.sheet
        numbered = {kind: numbering_of(game.name, kind) for kind in ("entities", "nodes", "edges", "scalars")}
        by_unit, by_hex, self._scalars = columns_of(type(board), sheet)
        self._units = _Block(board, by_unit, sheet.units, sheet.unit_extra_names, numbered["entities"])
        self._hexes = _Block(board, by_hex, sheet.hexes, sheet.hex_extra_names, numbered["nodes"])
        self._edges = _Block(board, (), self.static.edges.shape[1], sheet.edge_extra_names, numbered["edges"])
        self._steps = _step_numbers(game)
        read = (
            "seat",
            "asked",
            "step",
            *(f"step{at}" for at in range(STEP_FIELDS)),
            *(name for fact in self._scalars for name in _scalar_names(board, fact)),
            *sheet.scalar_extra_names.split(),
        )
        scalars, self._places = _placed(read, numbered["scalars"])
        self._no_options = np.full((width, len(OPTION_COLUMNS)), -1, _TYPE)
        self._rows: dict[type, dict[Answer, bytes]] = {}
        self.columns = {
            "entities": self._units.columns,
            "nodes": self._hexes.columns,
            "edges": self._edges.columns,
            "scalars": scalars,
            "options": OPTION_COLUMNS,
        }
        self.shapes: dict[str, tuple[int, ...]] = {
            name: (block.count, len(block.columns))
            for name, block in (("entities", self._units), ("nodes", self._hexes), ("edges", self._edges))
            if block.columns and block.count
        }
        self.shapes["scalars"] = (len(self.columns["scalars"]),)
        self.shapes["options"] = (width, len(OPTION_COLUMNS))

    @property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps by the number that `scalars` has for them; 0 is one that isn't known."""
        return ("", *sorted(self._steps, key=lambda name: self._steps[name]))

    def read(self, view: Position[Any], seat: Seat, options: Sequence[Answer] = ()) -> Features:
        """The features of a position that is masked for the seat, with the options that the seat can choose from."""
        board, sheet = view.board, self.sheet
        found: Features = {}
        if "entities" in self.shapes:
            found["entities"] = self._units.read(board, sheet.unit_extras(board))
        if "nodes" in self.shapes:
            found["nodes"] = self._hexes.read(board, sheet.hex_extras(board))
        if "edges" in self.shapes:
            found["edges"] = self._edges.read(board, sheet.edge_extras(board))
        found["scalars"] = self._read_scalars(view, seat)
        found["options"] = self._read_options(view, options)
        return found

    def _read_scalars(self, view: Position[Any], seat: Seat) -> Numbers:
        board, ask = view.board, view.open
        asked = -2 if ask is None else ask.actor
        numbers = [seat, asked, 0, *([-1] * STEP_FIELDS)]
        if ask is not None and view.agenda:
            step = view.agenda[0]
            numbers[2] = self._steps.get(type(step).__name__, 0)
            for at, number in zip(range(STEP_FIELDS), _flat(step), strict=False):
                numbers[3 + at] = number
        for name in self._scalars:
            fact = getattr(board, name)
            if type(fact) is list:
                numbers += fact
            else:
                numbers.append(word(fact) if type(fact) is str else fact)
        numbers += self.sheet.scalar_extras(board)
        if self._places is None:
            return np.array(numbers, np.int32)
        numbered = np.zeros(len(self.columns["scalars"]), np.int32)
        numbered[self._places] = numbers
        return numbered

    def _read_options(self, view: Position[Any], options: Sequence[Answer]) -> Numbers:
        made = self._no_options.copy()
        if options:
            step = view.agenda[0]
            kept = self._rows.setdefault(type(step), {})
            if len(kept) > _MOST_KEPT or not self.sheet.kept:
                kept.clear()
            rows = []
            for option in options:
                row = kept.get(option)
                if row is None:
                    row = kept[option] = self._row(step, view.board, option)
                rows.append(row)
            told = np.frombuffer(b"".join(rows), _TYPE)
            made[: len(rows)] = told.reshape(len(rows), len(OPTION_COLUMNS))
        return made

    def _row(self, step: Step[Any], board: Any, option: Answer) -> bytes:
        named = self.sheet.names(step, board, option)
        units, hexes = named.units, named.hexes
        ends = [hexes[0], hexes[-1]] if hexes else [-1, -1]
        told = units[:UNITS_NAMED] + [-1] * (UNITS_NAMED - len(units))
        return array(_CODE, [word(named.word), *told, *ends, named.number, len(units), len(hexes)]).tobytes()

    def options(self, position: Position[Any], view: Position[Any], rng: Random, some: int) -> Sequence[Answer]:
        """What the seat that is asked can choose from: the listed answers in order, or where geometry is open up to
        `some` suggestions. They are suggested from what the seat sees; what the rules refuse is left out."""
        ask = position.open
        if ask is None:
            return ()
        listed = ask.options
        if listed is not None:
            return listed if len(listed) <= self.width else (*listed[: self.width - 1], listed[-1])
        found: dict[Answer, None] = {}
        for _ in range(8):
            for answer in view.suggest(rng, some):
                if position.why_not(answer) is None:
                    found[answer] = None
            if found:
                break
        else:
            found = dict.fromkeys(position.suggest(rng, 1))
        return tuple(found)[: min(some, self.width)]


_fields_of: dict[type, tuple[str, ...]] = {}


def _fields(made: type) -> tuple[str, ...]:
    found = _fields_of.get(made)
    if found is None:
        found = _fields_of[made] = tuple(field.name for field in fields(made)) if is_dataclass(made) else ()
    return found


def _flat(thing: Any) -> list[int]:
    """The numbers of a step's fields in order; words by their number."""
    found: list[int] = []
    for name in _fields(type(thing)):
        inside = getattr(thing, name)
        if isinstance(inside, str):
            found.append(word(inside))
        elif isinstance(inside, int):
            found.append(inside if inside < 2**31 else -1)
        elif isinstance(inside, tuple):
            found += [each for each in inside if isinstance(each, int) and each < 2**31]
    return found


def _scalar_names(board: Board, name: str) -> list[str]:
    fact = getattr(board, name)
    return [f"{name}.{at}" for at in range(len(fact))] if isinstance(fact, list) else [name]


def _step_numbers(game: Game) -> dict[str, int]:
    """The steps of a game, numbered from 1 as they are committed, then by name."""
    package = type(game).__module__.rpartition(".")[0]
    names = {
        made.__name__
        for made in classes_of_values().values()
        if issubclass(made, Step) and made.__module__.startswith(package)
    }
    return {name: at for at, name in enumerate(appended(numbering_of(game.name, "steps"), sorted(names)), 1)}
