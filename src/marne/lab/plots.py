"""Plots as SVG by hand: no library, colours by CSS (so that they follow the page's theme and print), words as text.

A series has a colour and a dash of its own (`s0` … `s3`), so that it can be told apart without colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["Band", "Interval", "bars", "intervals", "lines", "quantile", "spread", "ticks"]

LEFT, RIGHT, TOP, BOTTOM = 56, 16, 26, 40


@dataclass(frozen=True)
class Band:
    """A middle value and where half of all values lie."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Interval:
    """A share with its 95 % interval."""

    label: str
    series: int
    share: float
    low: float
    high: float
    note: str


def quantile(counts: Mapping[float, int], share: float) -> float:
    """The value below which a share of all lie.

    >>> quantile(Counter([1, 2, 3, 4, 100]), 0.5)
    3
    """
    wanted, seen = share * sum(counts.values()), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= wanted:
            return value
    return 0.0


def spread(counts: Mapping[float, int]) -> Band:
    """The median and the quartiles."""
    return Band(quantile(counts, 0.25), quantile(counts, 0.5), quantile(counts, 0.75))


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two.

    >>> ticks(0, 23)
    [0.0, 5.0, 10.0, 15.0, 20.0]
    """
    span = max(high - low, 1e-9)
    step = next(s * 10.0**e for e in range(-3, 9) for s in (1, 2, 5) if span / (s * 10.0**e) <= most)
    first = -(-low // step) * step
    return [round(first + n * step, 6) for n in range(int((high - first) / step + 1e-9) + 1)]


def _svg(width: float, height: float, title: str, body: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}" class="plot">'
    return "".join((head, f"<title>{escape(title)}</title>", *body, "</svg>"))


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def number(value: float) -> str:
    """Short, for an axis."""
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def lines(
    title: str,
    series: Mapping[str, Mapping[int, Band]],
    across: str,
    up: str,
    dots: Mapping[int, float] | None = None,
    dots_are: str = "",
    colours: Mapping[str, int] | None = None,
) -> str:
    """Medians by turn with the middle half around them; `dots` are single values beside them."""
    width, height = 720, 300
    turns = sorted({turn for points in series.values() for turn in points} | set(dots or ()))
    if not turns:
        return ""
    values = [v for points in series.values() for band in points.values() for v in (band.low, band.high)]
    values += (dots or {}).values()
    low, high = min(0.0, *values), max(1.0, *values)
    first, last = turns[0], max(turns[-1], turns[0] + 1)

    def x(turn: float) -> float:
        return LEFT + (turn - first) / (last - first) * (width - LEFT - RIGHT)

    def y(value: float) -> float:
        return height - BOTTOM - (value - low) / (high - low) * (height - TOP - BOTTOM)

    body = []
    for value in ticks(low, high):
        kind = "axis" if value == 0 else "grid"
        body.append(f'<path class="{kind}" d="M{LEFT} {y(value):.1f}H{width - RIGHT}"/>')
        body.append(_text(LEFT - 6, y(value) + 4, number(value), "small", "end"))
    step = max(1, len(turns) // 16 + 1)
    body += [_text(x(turn), height - BOTTOM + 16, str(turn), "small") for turn in turns[::step]]
    body += [_text(width / 2, height - 6, across, "small"), _text(4, 12, up, "small", "start")]
    at = LEFT + 110.0
    for place, (name, points) in enumerate(series.items()):
        number_of = (colours or {}).get(name, place)
        order = sorted(points)
        there = " ".join(f"{x(t):.1f},{y(points[t].high):.1f}" for t in order)
        back = " ".join(f"{x(t):.1f},{y(points[t].low):.1f}" for t in reversed(order))
        body.append(f'<polygon class="area s{number_of}" points="{there} {back}"/>')
        middle = " ".join(f"{x(t):.1f},{y(points[t].middle):.1f}" for t in order)
        body.append(f'<polyline class="line s{number_of}" points="{middle}"/>')
        for t in order:
            words = f"{name}, {across} {t}: {points[t].middle:g} ({points[t].low:g} to {points[t].high:g})"
            body.append(
                f'<circle class="dot s{number_of}" cx="{x(t):.1f}" cy="{y(points[t].middle):.1f}" r="3">'
                f"<title>{escape(words)}</title></circle>"
            )
        body.append(f'<path class="line s{number_of}" d="M{at:.0f} 9h26"/>')
        body.append(_text(at + 31, 13, name, "small", "start"))
        at += 60 + 7 * len(name)
    for turn, value in (dots or {}).items():
        words = f"{dots_are}, {across} {turn}: {value:.0f}"
        body.append(
            f'<rect class="told" x="-5" y="-5" width="10" height="10" transform="translate({x(turn):.1f} '
            f'{y(value):.1f}) rotate(45)"><title>{escape(words)}</title></rect>'
        )
    if dots:
        body.append(
            f'<rect class="told" x="-5" y="-5" width="10" height="10" transform="translate({at + 8:.0f} 9) '
            'rotate(45)"/>'
        )
        body.append(_text(at + 20, 13, dots_are, "small", "start"))
    return _svg(width, height, title, body)


def intervals(title: str, rows: Sequence[Interval]) -> str:
    """Shares of games with their intervals, one below the other."""
    width, left, line = 720, 330, 24
    height = 30 + line * len(rows) + 6

    def x(share: float) -> float:
        return left + share * (width - left - 24)

    body = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        body.append(f'<path class="grid" d="M{x(share):.1f} 24V{height - 4}"/>')
        body.append(_text(x(share), 16, f"{share:.0%}", "small"))
    for place, row in enumerate(rows):
        y = 30 + line * (place + 0.5)
        body.append(_text(left - 10, y + 4, row.label, "", "end"))
        body.append(f'<path class="whisker s{row.series}" d="M{x(row.low):.1f} {y:.1f}H{x(row.high):.1f}"/>')
        body.append(
            f'<circle class="dot s{row.series}" cx="{x(row.share):.1f}" cy="{y:.1f}" r="5">'
            f"<title>{escape(row.note)}</title></circle>"
        )
    return _svg(width, height, title, body)


def bars(title: str, counts: Mapping[str, int], across: str, up: str) -> str:
    """Upright bars, in the order given."""
    width, height = 720, 260
    if not counts:
        return ""
    most = max(counts.values())
    step = (width - LEFT - RIGHT) / len(counts)

    def y(value: float) -> float:
        return height - BOTTOM - value / most * (height - TOP - BOTTOM)

    body = []
    for value in ticks(0, most, 5):
        if value == int(value):
            body.append(f'<path class="grid" d="M{LEFT} {y(value):.1f}H{width - RIGHT}"/>')
            body.append(_text(LEFT - 6, y(value) + 4, number(value), "small", "end"))
    every = max(1, len(counts) // 14 + (len(counts) % 14 > 0)) if len(counts) > 14 else 1
    for place, (name, count) in enumerate(counts.items()):
        x = LEFT + step * place
        body.append(
            f'<rect class="bar" x="{x + step * 0.1:.1f}" y="{y(count):.1f}" width="{step * 0.8:.1f}" '
            f'height="{height - BOTTOM - y(count):.1f}"><title>{escape(name)}: {count}</title></rect>'
        )
        if place % every == 0:
            body.append(_text(x + step / 2, height - BOTTOM + 16, name, "small"))
    body += [_text(width / 2, height - 6, across, "small"), _text(4, 12, up, "small", "start")]
    return _svg(width, height, title, body)


def histogram(values: Mapping[int, int], most: int = 24) -> dict[str, int]:
    """Counts of whole numbers in at most so many classes of equal width, named by where they begin."""
    if not values:
        return {}
    low, high = min(values), max(values)
    span = high - low + 1
    wide = next(s * 10**e for e in range(9) for s in (1, 2, 5) if span / (s * 10**e) <= most)
    first = low // wide * wide
    found: Counter[int] = Counter()
    for value, count in values.items():
        found[value // wide * wide] += count
    return {f"{start:,}": found[start] for start in range(first, high + 1, wide)}
