"""A7, A9, C4, C16 to C21, C25: fire, what hits do, smoke."""
