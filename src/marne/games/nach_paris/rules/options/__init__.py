"""[19], [20], [21]: fog of war, reconnaissance, the offensive at all costs."""
