"""[12]: railways."""
