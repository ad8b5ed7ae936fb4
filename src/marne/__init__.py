"""marne: the campaign of 1914 in the West, four wargames on one engine."""

__version__ = "0.1.0"

import marne.games as games  # so that the games are known, whatever of marne is imported first

__all__ = ["__version__", "games"]
