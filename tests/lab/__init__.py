"""The tools that every game joins, proved on the training game."""
