"""Chapters 13 and 14: set-up, options, victory."""
