"""How bold the staff is, by side: numbers found by playing it against itself.

Found by hand, in samples of 8 to 12 games a setting: differences of less than a victory point are chance. `axis_price`
is a guess that was not varied.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["STYLES", "Style"]


@dataclass
class Style:
    """Columns and prices that decide what the staff tries."""

    city_column: int
    """The column at which it goes for a city."""
    field_column: int
    """The column at which it goes for a stack in the field."""
    city_price: float
    """What a city is worth, in steps."""
    least_worth: float
    """The expectation below which it doesn't attack."""
    lead: int
    """How far corps may get ahead of their HQ."""
    strike_lead: int
    """How far from its HQ a corps may be sent to attack."""
    city_quota: int
    """How many corps march on one city."""
    city_pull: float
    """How many movement points nearer a city counts than a stack."""
    zone_price: float
    """What it costs, in movement points, to stop next to an enemy."""
    guard_range: int
    """How near an enemy must be for a city to be guarded."""
    mass: int
    """How many columns above its aim it goes on adding corps."""
    axis_price: float
    """How many movement points farther a goal counts that is another army's business."""


STYLES = (
    Style(2, 3, 7.0, 0.3, 5, 6, 6, 6.0, 0.5, 4, 5, 12.0),
    Style(3, 4, 7.0, 0.3, 4, 5, 3, 3.0, 0.5, 4, 1, 0.0),
)
"""German, Entente."""
