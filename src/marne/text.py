"""Pictures and odds as lines of text: for the terminal, for a REPL, and for screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from marne.engine import Explanation, Scene

__all__ = ["Odds", "board_lines", "moment", "odds_lines"]


def moment(scene: Scene) -> str:
    """Turn and phase as a heading; once, where they read alike."""
    parts = dict.fromkeys(filter(None, (scene.turn, scene.phase)))
    return " · ".join(part[:1].upper() + part[1:] for part in parts)


def board_lines(scene: Scene) -> Iterator[str]:
    """The board in words: tracks, pieces by place, panels."""
    for tally in scene.tallies:
        yield f"  {tally.title[:1].upper()}{tally.title[1:]}: {tally.now}"
    for piece in scene.pieces:
        yield f"  {piece.place}: {piece.words or piece.name or piece.id}"
    for panel in scene.panels:
        yield f"  {panel.title}"
        for row in panel.lines:
            yield f"    {row.text}: {row.mark}" if row.mark else f"    {row.text}"


def odds_lines(told: Explanation) -> Iterator[str]:
    """Odds in words: the column, the modifiers by name, then each distribution by its name, every outcome with its
    count and its exact chance."""
    column = f"{told.base} > {told.column}" if told.base not in ("", told.column) else told.column
    yield " ".join(filter(None, (told.title, f"({told.rule})", told.factors, column)))
    for modifier in told.modifiers:
        yield f"  {modifier.amount:+d}  {modifier.text} ({modifier.rule})"
    for distribution in told.distributions:
        if len(told.distributions) > 1:
            yield f"  {distribution.name}"
        for outcome in distribution.outcomes:
            yield f"    {outcome.part}/{outcome.whole} = {outcome.part / outcome.whole:.1%}  {outcome.words()}"
    for note in told.notes:
        yield f"  {note}"


class Odds:
    """What an answer would lead to, as far as who gives it can know; printed as `marne play` prints it."""

    def __init__(self, told: Explanation) -> None:
        self.told = told

    @property
    def distributions(self) -> dict[str, dict[str, float]]:
        """What the dice decide, by name: each result with its chance. The chances of one name add up to 1."""
        return {
            each.name: {words: float(chance) for words, chance in each.chances().items()}
            for each in self.told.distributions
        }

    @property
    def chances(self) -> dict[str, float]:
        """The main distribution: each result with its chance; together they are 1."""
        return next(iter(self.distributions.values()))

    def __repr__(self) -> str:
        return "\n".join(odds_lines(self.told))
