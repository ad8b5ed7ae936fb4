"""The rules by chapter of the rulebook; `sequence.py` has chapter 4."""
