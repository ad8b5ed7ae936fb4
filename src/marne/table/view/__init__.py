"""What a reader of a table sees."""
