"""How bold the staff is, by side: numbers found by playing it against itself.

Found by hand, in samples of 8 to 40 games a setting: differences of less than a victory point are chance. The German
`step_price` was varied alone (1.0 and 1.3), its `city_price` with sieges of two turns (7 and 11); `axis_price` and
`shun` are guesses that were not.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LATE", "STYLES", "Style"]


@dataclass(frozen=True)
class Style:
    """Prices and distances that decide what the staff tries."""

    city_price: float
    """What a city is worth, in steps."""
    least_worth: float
    """The expectation below which it doesn't attack."""
    lead: int
    """How far corps may get ahead of their HQ."""
    strike_lead: int
    """How far from its HQ a corps may be sent to attack."""
    city_pull: float
    """How many movement points nearer a city counts than a stack."""
    zone_price: float
    """What it costs, in movement points, to stop next to an enemy."""
    axis_price: float
    """How many movement points farther a goal counts that is another army's business."""
    corps_price: float
    """What each corps of an attack must bring in, in steps."""
    step_price: float
    """What a step of the enemy is worth, in own steps."""
    shun: float
    """How many movement points farther a city or stack counts for each factor that holds it."""
    late: bool = False
    """Whether it thinks of the end: who has the last word takes cities at any price, and Germans hold out in theirs."""


def _styles(*, late: bool) -> tuple[Style, Style]:
    return (
        Style(11.0, 0.3, 5, 6, 6.0, 0.5, 12.0, 0.2, 1.3, 0.5, late),
        Style(7.0, 0.3, 4, 5, 3.0, 0.5, 0.0, 0.25, 1.0, 0.0, late),
    )


STYLES = _styles(late=False)
"""German, Entente."""
LATE = _styles(late=True)
"""The same for those who think of the end: the deputies of a council."""
