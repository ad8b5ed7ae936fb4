"""[8]: artillery against units and fortifications."""
