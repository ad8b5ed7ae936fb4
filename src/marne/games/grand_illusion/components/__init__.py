"""What is printed and read once: counters, map, charts, editions, scenarios (chapter 2)."""
