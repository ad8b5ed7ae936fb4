"""marne: the campaign of 1914 in the West, four wargames on one engine."""

__version__ = "0.1.0"
