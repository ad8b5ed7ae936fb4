"""A5, A6, A8, C9, C14, C15: where a unit may go, and the march itself."""
