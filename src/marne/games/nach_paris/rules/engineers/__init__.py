"""[16], [17], [18]: demolition, repair, sluices, ships."""
