"""1914 with miniatures: brigades on an open table."""
