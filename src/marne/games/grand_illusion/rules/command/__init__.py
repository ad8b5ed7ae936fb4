"""Chapters 5 and 6: CAPS, initiative, how a segment ends."""
