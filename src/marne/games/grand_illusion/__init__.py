"""Grand Illusion: Mirage of Glory, 1914. Corps and headquarters on 107 hexes; two editions, three scenarios."""
