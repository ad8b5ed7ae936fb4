"""What is printed and read once: data files, map, scenarios (T1, T2.1)."""
