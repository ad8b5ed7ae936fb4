"""[13], [14], [15]: communications, replacements, weather."""
