"""[9]: attacks, results, retreats."""
