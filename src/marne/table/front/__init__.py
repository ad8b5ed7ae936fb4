"""The front door: what a visitor sees of games and scenarios before a table is opened."""
