"""What marne promises in public, in every game: a game joins by being registered."""
