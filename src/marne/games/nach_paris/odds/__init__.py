"""Exact odds: barrages [8], assaults [11.5], combats [9]; `explain` puts them in words."""

from marne.games.nach_paris.odds.explain import WAITS, attacked, explain, foretold
from marne.games.nach_paris.odds.next_die import falls

__all__ = ["WAITS", "attacked", "explain", "falls", "foretold"]
