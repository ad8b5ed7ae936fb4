"""[11.3]-[11.6] Forts, Festen and entrenched camps: their guns, their tests, assaults."""
