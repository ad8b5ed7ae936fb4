"""What is told of a game that is over: its story, its luck, where it turned and what else could have been played."""
