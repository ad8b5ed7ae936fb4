"""A1, C15, C16, C19: bases, distances, sight, cover and arcs."""
