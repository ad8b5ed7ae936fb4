"""Runs of the test suite that take long: by part, at night, and in any order on a busy machine."""
