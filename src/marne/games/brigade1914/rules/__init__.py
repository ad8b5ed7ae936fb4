"""The rules by chapter; `sequence.py` has the turn (C1), initiative (A4), tokens (A2, A3) and reserves (C8)."""
