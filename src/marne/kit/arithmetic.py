"""Arithmetic of floats that comes out the same on every machine and every Python.

Adding, multiplying and square roots are the same everywhere. `sum()` of floats is not: Python 3.12 and later round it
otherwise than 3.11. Nor are `exp`, `log` and `**` of the C library, which may differ in the last bit. A comparison of
two plans can hang on that bit, so players and staffs use what is here; a test finds where they don't.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import frexp, ldexp

__all__ = ["added", "exp", "log", "square", "tally"]

_LN2 = 0.6931471803691238, 1.9082149292705877e-10
"""The logarithm of 2 in two parts: a whole number times the first is exact."""
_EXP_TERMS, _LOG_TERMS = 14, 12
"""Terms of the two series: further ones would not change the last bit."""


def added(numbers: Iterable[float]) -> float:
    """The sum, one number after the other, each step rounded.

    >>> added([0.1] * 10), added([1e16, 1.0, -1e16]), added([])
    (0.9999999999999999, 0.0, 0.0)
    """
    total = 0.0
    for number in numbers:
        total += number
    return total


def tally(numbers: Iterable[int]) -> int:
    """The sum of whole numbers: mypy lets nothing else in.

    >>> tally(n * n for n in range(4)), tally([])
    (14, 0)
    """
    return sum(numbers)


def square(x: float) -> float:
    """A number times itself.

    >>> square(-1.5)
    2.25
    """
    return x * x


def exp(x: float) -> float:
    """The exponential function, for arguments up to some hundreds.

    >>> exp(0.0), round(exp(1.0), 14), round(exp(-2.5), 15)
    (1.0, 2.71828182845905, 0.082084998623899)
    """
    twos = round(x / _LN2[0])
    rest = x - twos * _LN2[0] - twos * _LN2[1]
    total = 1.0
    for term in range(_EXP_TERMS, 0, -1):
        total = 1.0 + rest * total / term
    return ldexp(total, twos)


def log(x: float) -> float:
    """The natural logarithm of a number above 0.

    >>> log(1.0), log(2.0), round(log(0.05), 14)
    (0.0, 0.6931471805599453, -2.99573227355399)
    """
    part, twos = frexp(x)
    if part < 0.7071067811865476:
        part, twos = 2 * part, twos - 1
    ratio = (part - 1) / (part + 1)
    whole, total = ratio * ratio, 0.0
    for term in range(2 * _LOG_TERMS - 1, 0, -2):
        total = total * whole + 1 / term
    return twos * _LN2[0] + (2 * ratio * total + twos * _LN2[1])
