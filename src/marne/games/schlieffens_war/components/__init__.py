"""What is printed and read once: counters, map, charts, scenarios (chapters 1 and 2)."""
