"""Exact odds: barrages [8], assaults [11.5], combats [9]; `explain` puts them in words."""

from marne.games.nach_paris.odds.explain import WAITS, attacked, explain, foretold

__all__ = ["WAITS", "attacked", "explain", "foretold"]
