"""9.4, 9.6.3: retreats, and cavalry that gives way."""
