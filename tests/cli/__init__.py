"""The command line, in this process and on the training game."""
