"""Chapter 6: stacking, fog of war, command; zones of control (chapter 7) are on the board."""
