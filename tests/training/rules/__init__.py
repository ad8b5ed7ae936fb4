"""Chapters T2 to T7: deployment, turn, movement, barrage, combat (arithmetic) and attack (steps), victory."""
