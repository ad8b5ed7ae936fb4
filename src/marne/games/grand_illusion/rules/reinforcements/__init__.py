"""Chapter 7: arrivals, replacements, the East Front."""
