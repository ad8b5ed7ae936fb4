"""A10, C12, C13: recon markers, hidden troops, spotting."""
