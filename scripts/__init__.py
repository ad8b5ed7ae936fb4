"""What `make` runs beside the package's own commands."""
