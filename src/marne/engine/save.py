"""Values to JSON and back, and the fingerprint of either."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from typing import Any

from marne.engine.errors import SaidError
from marne.engine.values import classes_of_values, saved_name

__all__ = ["fingerprint", "restore", "saved"]


_PLAIN = frozenset((int, str, bool, type(None)))
"""What is its own JSON: most of what a board holds."""


def saved(thing: Any) -> Any:
    """A JSON value from which `restore` makes an equal thing.

    >>> restore(saved([1, (2, "a"), {3: None}, b"x"])) == [1, (2, "a"), {3: None}, b"x"]
    True
    """
    if thing is None or isinstance(thing, bool | int | str):
        return thing
    if isinstance(thing, bytes):
        return {"bytes": thing.hex()}
    if isinstance(thing, list):
        return [each if type(each) in _PLAIN else saved(each) for each in thing]
    if isinstance(thing, tuple):
        return {"()": [each if type(each) in _PLAIN else saved(each) for each in thing]}
    if isinstance(thing, set | frozenset):
        return {"set" if isinstance(thing, set) else "frozenset": [saved(each) for each in sorted(thing)]}
    if isinstance(thing, dict):
        return {"{}": [[saved(key), saved(each)] for key, each in thing.items()]}
    if is_dataclass(thing) and not isinstance(thing, type):
        return {saved_name(type(thing)): [saved(getattr(thing, field.name)) for field in fields(thing)]}
    raise TypeError(f"{type(thing).__name__} cannot be saved: a board holds lists, dicts, numbers, words and values")


def restore(data: Any) -> Any:
    """The thing that `saved` wrote."""
    if isinstance(data, list):
        return [each if type(each) in _PLAIN else restore(each) for each in data]
    if not isinstance(data, dict):
        return data
    ((kind, content),) = data.items()
    match kind:
        case "bytes":
            return bytes.fromhex(content)
        case "()":
            return tuple([each if type(each) in _PLAIN else restore(each) for each in content])
        case "set":
            return {restore(each) for each in content}
        case "frozenset":
            return frozenset(restore(each) for each in content)
        case "{}":
            return {restore(key): restore(each) for key, each in content}
    if kind not in classes_of_values():
        raise SaidError("no_value", name=kind)
    return classes_of_values()[kind](*(restore(each) for each in content))


def fingerprint(data: Any) -> str:
    """SHA-256 of a JSON value, the same in every process and under every hash seed."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
