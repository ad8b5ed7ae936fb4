"""Chapters 3 and 4: set-up and control, how to win."""
