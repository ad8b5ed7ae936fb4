"""What makes parts of the project and is not installed with it."""
