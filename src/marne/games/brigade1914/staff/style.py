"""What a staff prizes, as numbers: a field of whoever decides, so that many styles can play in one process."""

from __future__ import annotations

from marne.engine import value

__all__ = ["PLAIN", "Style"]


@value
class Style:
    """Prices in hundredths of a hit, and habits. The defaults are the staff's own."""

    hold: int = 0
    """C27: what each point of an objective is worth on the last turn; with 0 nobody thinks of the end."""
    haste: int = 50
    """What a full move nearer to the goal is worth, before turns are counted."""
    danger: int = 40
    """C16: how many sixtieths of the hits that a place may draw count against going there."""
    counter_battery: int = 0
    """C20: by how many tenths of its hits fire at guns is worth more."""
    spared: int = 3
    """C9: who can take no more hits than this falls back from fire."""
    guns_first: bool = False
    """C27: guns march at the head of the column."""
    massed: int = 0
    """C27: all foot deploys towards the foremost objective, so far apart in hundredths of an inch; with 0 towards each
    objective in turn."""
    back: int = 0
    """C27: how far from its own edge such a mass deploys, in hundredths of an inch; with 0 as far forward as it may."""


PLAIN = Style()
"""The staff's."""
