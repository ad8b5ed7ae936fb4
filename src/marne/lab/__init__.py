"""Many games, and the tools that every game joins: contract, perft, playthroughs, case files, the rules map."""
