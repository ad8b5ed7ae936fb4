"""[10], [11]: fieldworks, entrenchments, forts, camps, assaults."""
