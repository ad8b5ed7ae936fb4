"""1914 - Nach Paris: the board. The rules are still to come."""
