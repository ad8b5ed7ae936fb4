"""Loose pieces joined to long lines: fewer paths, rounder bends."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from marne.atlas.project import XY

T = TypeVar("T", bound=Hashable)


def joined(pairs: Iterable[tuple[T, T]]) -> list[list[T]]:
    """Chains of nodes from links; a chain ends where the net branches."""
    ways: dict[T, list[T]] = {}
    for a, b in pairs:
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    used: set[frozenset[T]] = set()
    out: list[list[T]] = []

    def walk(a: T, b: T) -> list[T]:
        chain = [a, b]
        used.add(frozenset((a, b)))
        while len(ways[chain[-1]]) == 2:
            on = [n for n in ways[chain[-1]] if frozenset((chain[-1], n)) not in used]
            if not on:
                break
            used.add(frozenset((chain[-1], on[0])))
            chain.append(on[0])
        return chain

    for node, many in ways.items():
        if len(many) != 2:
            out.extend(walk(node, other) for other in many if frozenset((node, other)) not in used)
    for node, many in ways.items():  # what is left are rings
        out.extend(walk(node, other) for other in many if frozenset((node, other)) not in used)
    return out


def chains(pieces: Sequence[tuple[XY, ...]]) -> list[list[XY]]:
    """Chains of points from pieces whose ends meet, to half a pixel."""
    keys: dict[tuple[int, int], tuple[int, int]] = {}
    at: dict[tuple[int, int], XY] = {}

    def key(p: XY) -> tuple[int, int]:
        i, j = round(p[0]), round(p[1])
        for a in (i, i - 1, i + 1):
            for b in (j, j - 1, j + 1):
                if (a, b) in keys and abs(at[a, b][0] - p[0]) < 0.7 and abs(at[a, b][1] - p[1]) < 0.7:
                    return a, b
        keys[i, j] = (i, j)
        at[i, j] = p
        return i, j

    return [[at[k] for k in chain] for chain in joined([(key(p[0]), key(p[-1])) for p in pieces])]
