"""[9.6], [9.7] Retreats, advances, and combat movement."""
