"""How units march, on foot and on wheels, and how they besiege."""
