""" "Your move", by mail or any messenger."""
