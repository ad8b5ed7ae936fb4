"""A11, C23: tactical advantages."""
