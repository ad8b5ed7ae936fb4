"""The chapters of the rulebook, one package for each group of them."""
