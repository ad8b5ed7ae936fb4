"""Chapters 5 and 6: CAPS and initiative."""
