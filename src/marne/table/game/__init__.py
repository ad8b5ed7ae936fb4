"""The game at a table: its log, seats, dice, undo and end."""
