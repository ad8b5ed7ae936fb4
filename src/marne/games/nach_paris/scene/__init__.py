"""What the client draws: the picture, what can be laid over the map, the order of battle."""
