"""9.1.3 to 9.3, 9.5: the battle, from the guns to the siege."""
