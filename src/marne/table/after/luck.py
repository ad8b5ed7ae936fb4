"""Luck: after the game, what fair dice give on average beside what was thrown."""

from __future__ import annotations

from fractions import Fraction

from marne.engine import CHANCE, Match, Seat
from marne.table.view.messages import told
from marne.table.view.payloads import Luck, LuckOfSeat, LuckyThrow

__all__ = ["luck_of"]


def luck_of(match: Match, viewing: Seat | None, language: str) -> Luck:
    """Every die of a finished game, drawn from its log, with the seat whose answer led to it.

    Only numbers can be set against an average: a marker drawn from a cup by its name is left out.
    """
    game = match.game
    again = Match(game, match.setting, match.dice)
    decided: Seat | None = None
    throws: list[LuckyThrow] = []
    sums: dict[str, tuple[int, Fraction, int]] = {}
    for number, entry in enumerate(match.log, 1):
        ask = again.position.open
        if entry.actor != CHANCE:
            decided = entry.actor
        options = ask.options if ask is not None and entry.actor == CHANCE else None
        answer = again.position.read(entry.text)
        again.play_text(entry.text, entry.draw)
        if ask is None or not options or len(options) < 2 or not isinstance(answer, int):
            continue
        numbers = [option for option in options if isinstance(option, int)]
        if len(numbers) < len(options):
            continue
        weights = ask.weights or (1,) * len(options)
        mean = Fraction(sum(n * w for n, w in zip(numbers, weights, strict=True)), sum(weights))
        seat = "" if decided is None else game.seats[decided]
        count, expected, actual = sums.get(seat, (0, Fraction(0), 0))
        sums[seat] = count + 1, expected + mean, actual + answer
        happened = told(game, again.position.events, viewing, language)
        throws.append(
            {
                "number": number,
                "seat": seat,
                "rule": happened[0].rule if happened else "",
                "text": happened[0].text if happened else "",
                "expected": float(mean),
                "actual": answer,
            }
        )
    seats: list[LuckOfSeat] = [
        {"seat": seat, "dice": count, "expected": float(expected), "actual": actual}
        for seat, (count, expected, actual) in sums.items()
    ]
    return {"seats": seats, "throws": throws}
