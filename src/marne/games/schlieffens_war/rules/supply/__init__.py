"""Chapter 8: supply, and the administrative phase that checks it (5.5)."""
