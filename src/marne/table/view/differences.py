"""What changed: after a first whole state, a socket is told only what is other than before.

A state is kept as what was told, by path: the JSON of a field (`number`, `scene.turn`), or the JSON of every thing in a
list (`log`, `scene.pieces`). A difference sets fields, and makes lists anew from runs of the old ones with new things
between; of new objects that stand together, those after the first leave out what they have in common with it. Whoever
applies it to the state that it was made from has the new state, whole.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

__all__ = ["Told", "apply", "changed", "difference", "whole"]

Told = Mapping[str, str | tuple[str, ...]]
"""A state as it was told: fields and lists as JSON, by path."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def whole(told: Told) -> str:
    """A state as one JSON object; the parts of an object stand together.

    >>> whole({"number": "3", "log": ('{"number":3}',), "scene.turn": '"II"', "scene.prompt.choices": ()})
    '{"number":3,"log":[{"number":3}],"scene":{"turn":"II","prompt":{"choices":[]}}}'
    """
    inside: list[str] = []
    written: list[str] = []
    comma = ""
    for path, part in told.items():
        *folders, name = path.split(".")
        while inside != folders[: len(inside)]:
            inside.pop()
            written.append("}")
            comma = ","
        for folder in folders[len(inside) :]:
            written.append(f'{comma}"{folder}":{{')
            comma = ""
        inside = folders
        written.append(f'{comma}"{name}":')
        written.append(part if isinstance(part, str) else f"[{','.join(part)}]")
        comma = ","
    return "".join(("{", *written, "}" * len(inside), "}"))


def difference(before: Told, after: Told) -> str:
    """What changed, as the letter that is sent.

    >>> difference({"turn": "1", "log": ("1", "2", "3")}, {"turn": "1", "log": ("2", "3", "4")})
    '{"type":"change","set":{},"lists":{"log":[1,2,[4]]}}'
    """
    return '{"type":"change",' + changed(before, after)[1:]


def changed(before: Told, after: Told) -> str:
    """What changed in the parts that there are afterwards.

    >>> changed({"turn": "1", "log": ("1", "2")}, {"turn": "2"})
    '{"set":{"turn":2},"lists":{}}'
    """
    fields, lists = [], []
    for path, part in after.items():
        known = before[path]
        if known is part or known == part:
            continue
        if isinstance(part, str):
            fields.append(f'"{path}":{part}')
        else:
            lists.append(f'"{path}":[{_runs(known, part)}]')
    return f'{{"set":{{{",".join(fields)}}},"lists":{{{",".join(lists)}}}}}'


def _runs(before: str | tuple[str, ...], after: tuple[str, ...]) -> str:
    """A list as runs of an older one, each with start and length, and lists of what is new."""
    at = {part: number for number, part in enumerate(before)}
    runs: list[str] = []
    fresh: list[str] = []
    start = count = 0
    for part in after:
        here = at.get(part, -1)
        if count and here == start + count:
            count += 1
            continue
        if count:
            runs.append(f"{start},{count}")
            count = 0
        if here < 0:
            fresh.append(part)
            continue
        if fresh:
            runs += _together(fresh)
            fresh = []
        start, count = here, 1
    return ",".join([*runs, f"{start},{count}"] if count else [*runs, *_together(fresh)])


def _together(parts: list[str]) -> list[str]:
    """New things, in lists of those that have the same fields.

    >>> _together(['{"id":1,"done":false}', '{"id":2,"done":false}', '{"id":3}'])
    ['[{"id":1,"done":false},{"id":2}]', '[{"id":3}]']
    """
    if len(parts) < 2:
        return [f"[{part}]" for part in parts]
    lists: list[str] = []
    for names, group in groupby(parts, lambda part: tuple(_fields(part))):
        first, *others = group
        if names:
            known = _fields(first)
            others = [_encode({k: v for k, v in _fields(part).items() if v != known[k]}) for part in others]
        lists.append(f"[{','.join((first, *others))}]")
    return lists


@lru_cache(8_000)
def _fields(part: str) -> dict[str, Any]:
    """The fields of an object; none of anything else."""
    return json.loads(part) if part[0] == "{" else {}


def apply(state: dict[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """The state after a difference; the client's own is `web/src/lib/changes.ts`.

    >>> before = {"turn": 1, "log": [1, 2, 3]}
    >>> apply(before, {"set": {"turn": 2}, "lists": {"log": [1, 2, [4]]}})
    {'turn': 2, 'log': [2, 3, 4]}
    """
    after: dict[str, Any] = json.loads(json.dumps(state))
    for path, field in (*change["set"].items(), *change["lists"].items()):
        *folders, name = path.split(".")
        folder = after
        for each in folders:
            folder = folder[each]
        folder[name] = _joined(folder[name], field) if path in change["lists"] else field
    return after


def _joined(before: list[Any], runs: list[Any]) -> list[Any]:
    after, parts = [], iter(runs)
    for part in parts:
        if isinstance(part, list):
            after += [part[0] | each if isinstance(each, dict) else each for each in part]
        else:
            after += before[part : part + next(parts)]
    return after
