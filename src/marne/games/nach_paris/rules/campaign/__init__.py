"""[1], [3] The beginning of a scenario, and victory."""
