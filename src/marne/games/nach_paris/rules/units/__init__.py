"""[5], [6]: tests, zones, stacking, consolidation, splitting."""
