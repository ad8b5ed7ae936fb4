"""One sheet for each game."""
