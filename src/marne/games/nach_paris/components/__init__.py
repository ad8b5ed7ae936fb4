"""[2], [4] What is printed and read once: map, counters, forts, tables, scenarios."""
