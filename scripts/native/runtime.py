"""What the compiled build has in place of decorators and a metaclass, interpreted; `python -m scripts.native` puts it
there as `marne.engine.native`."""

from __future__ import annotations

import copyreg
import dataclasses
from typing import Any

from marne.engine import values

__all__ = ["known", "noted", "reduced", "slotted"]


_fields: dict[type[Any], tuple[str, ...]] = {}
"""The fields that stand in the body of a written-out class."""


def _written(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _equal(self: Any, other: Any) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    return _compared(self) == _compared(other)


def _hashed(self: Any) -> int:
    return hash(_compared(self))


def _compared(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, one.name) for one in dataclasses.fields(self) if one.compare)


def noted(cls: type[Any], own: dict[str, str]) -> None:
    """The annotations of a class as they were written: mypyc keeps less of them."""
    type.__setattr__(cls, "__annotations__", own)
    for name, one in getattr(cls, "__dataclass_fields__", {}).items():
        if name in own:
            one.type = own[name]


def known(cls: type[Any], own: dict[str, str], defaults: dict[str, Any], is_value: bool) -> None:
    """Put on a written-out class what `dataclasses` looks for, and let it be saved, copied and sent."""
    body = {"__annotations__": own, "__module__": cls.__module__, **defaults}
    template: Any = dataclasses.dataclass(type(cls.__name__, (), body))
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        found.update(base.__dict__.get("__dataclass_fields__", {}))
    found.update(template.__dataclass_fields__)
    annotations = dict(own)
    type.__setattr__(cls, "__annotations__", annotations)
    type.__setattr__(cls, "__dataclass_fields__", found)
    for name, method in (("__repr__", _written), ("__eq__", _equal), ("__hash__", _hashed)):
        if name not in cls.__dict__:
            type.__setattr__(cls, name, method)
    type.__setattr__(cls, "__dataclass_params__", template.__dataclass_params__)
    _fields[cls] = tuple(own)
    type.__setattr__(cls, "__match_args__", tuple(name for name, one in found.items() if not one.kw_only))

    _sent(cls)
    if is_value:
        values._values[values.saved_name(cls)] = cls


def _sent(cls: Any) -> None:
    """How things of a class are pickled and copied: slots above a native base are not found by themselves."""
    names = tuple(one.name for one in dataclasses.fields(cls))

    def sent(thing: Any) -> Any:
        return cls, tuple(getattr(thing, name) for name in names)

    if "__getstate__" not in cls.__dict__:
        copyreg.pickle(cls, sent)


def slotted(cls: type[Any]) -> type[Any]:
    """What `value` makes of a class that is not compiled. A native base has its fields, but says so nowhere but here:
    with `__slots__` for good it could have no native subclass."""
    bases = [base for base in cls.__mro__ if base in _fields]
    for base in bases:
        type.__setattr__(base, "__slots__", _fields[base])
    try:
        made = dataclasses.dataclass(slots=True, unsafe_hash=True)(cls)
        _sent(made)
        return made
    finally:
        for base in bases:
            type.__delattr__(base, "__slots__")


def reduced(board: Any) -> Any:
    """How a board is sent to another process."""
    names = ("events", *type(board).facts)
    return _remade, (type(board), {name: getattr(board, name) for name in names})


def _remade(cls: type[Any], facts: dict[str, Any]) -> Any:
    make: Any = cls.__new__
    board = make(cls)
    board.kept = None
    for name, fact in facts.items():
        setattr(board, name, fact)
    return board
