"""8.4.3, 9.7, 9.8, chapter 11: supply, recovery, trenches, the Administrative Phase."""
