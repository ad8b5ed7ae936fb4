"""What the client draws: the picture, the order of battle."""
