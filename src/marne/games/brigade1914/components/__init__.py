"""What is printed and read once: numbers, lists, scenarios and cards, the tables and their terrain, units."""
