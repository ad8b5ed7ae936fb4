"""The engine, on the training game and on a few games of three lines."""
