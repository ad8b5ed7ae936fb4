"""Players and staffs reckon the same on every machine: no `sum()` of floats, nothing that the C library rounds."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from marne.kit.arithmetic import added, exp, log

SOURCE = Path(__file__).parents[2] / "src" / "marne"
EXACT = {"ceil", "comb", "floor", "frexp", "fsum", "gcd", "inf", "isqrt", "ldexp", "sqrt"}
"""What of `math` has one answer everywhere."""


def _files() -> Iterator[Path]:
    """Where a comparison decides: players, staffs, judges, and the two tools of the lab that compare."""
    places = [SOURCE / "players", SOURCE / "kit", *SOURCE.glob("games/*/staff")]
    yield from (path for place in places for path in sorted(place.rglob("*.py")) if path.name != "arithmetic.py")
    yield from (SOURCE / "lab" / "duel.py", SOURCE / "lab" / "train.py")


def faults(text: str) -> list[int]:
    """The lines of a program that may come out otherwise elsewhere.

    `tally` takes whole numbers only, which mypy sees to; a sum of fractions says so by its start.
    """
    found, fractions = set(), set()
    for node in ast.walk(ast.parse(text)):  # a call comes before the name that is called
        match node:
            case ast.Call(func=ast.Name(id="sum") as name, args=[_, ast.Call(func=ast.Name(id="Fraction"))]):
                fractions.add(name)
            case ast.Name(id="sum" | "pow") if node not in fractions:
                found.add(node.lineno)
            case ast.ImportFrom(module="math", names=names) if any(each.name not in EXACT for each in names):
                found.add(node.lineno)
            case ast.Attribute(value=ast.Name(id="math"), attr=attribute) if attribute not in EXACT:
                found.add(node.lineno)
            case ast.BinOp(op=ast.Pow(), right=right) if not _whole(right):
                found.add(node.lineno)
    return sorted(found)


def _whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def test_nothing_that_decides_a_game_is_rounded_by_the_machine() -> None:
    """What it can't see is a float to the power of 2: the digests of games see that."""
    wrong = {str(path.relative_to(SOURCE)): lines for path in _files() if (lines := faults(path.read_text("utf-8")))}
    assert not wrong, "use marne.kit.arithmetic: added for floats, tally for whole numbers, exp, log, square"


@pytest.mark.parametrize(
    "line",
    [
        "worth = sum(chances)",
        "worth = sum((a * b for a, b in pairs), 0.0)",
        "totals = list(map(sum, rows))",
        "from math import ceil, log2",
        "found = math.exp(-x)",
        "root = x**0.5",
        "found = pow(x, y)",
    ],
)
def test_the_search_finds(line: str) -> None:
    assert faults(f"import marne\n{line}\n") == [2]


@pytest.mark.parametrize(
    "line",
    ["worth = added(chances)", "worth = sum((a for a in b), Fraction())", "away = x**2", "from math import sqrt"],
)
def test_the_search_lets_pass(line: str) -> None:
    assert not faults(line)


def test_numbers_are_added_as_python_3_11_did() -> None:
    assert added([0.1] * 10) == 0.9999999999999999, "3.12 and later make 1.0 of it"
    assert added([1e16, 1.0, -1e16]) == 0.0


def test_exponential_and_logarithm_are_right_to_the_last_bits() -> None:
    rng = Random(1914)
    for _ in range(2_000):
        x, y = rng.uniform(-30, 30), rng.uniform(1e-6, 100)
        assert abs(exp(x) - math.exp(x)) <= 2 * math.ulp(math.exp(x))
        assert abs(log(y) - math.log(y)) <= 4 * math.ulp(math.log(y))


def test_exponential_and_logarithm_have_one_answer() -> None:
    """Committed bit by bit: any interpreter and any C library gives these."""
    assert [exp(x / 8).hex() for x in (-80, -3, 1, 27)] == EXPONENTIALS
    assert [log(x / 8).hex() for x in (1, 7, 9, 800)] == LOGARITHMS


EXPONENTIALS = ["0x1.7cd79b5647c9ap-15", "0x1.5fe4615e98e8fp-1", "0x1.2216045b6f5cdp+0", "0x1.d396aa9716d63p+4"]
LOGARITHMS = ["-0x1.0a2b23f3bab73p+1", "-0x1.1178e8227e47cp-3", "0x1.e27076e2af2e6p-4", "0x1.26bb1bbb55516p+2"]
