"""The table: a server where people and computers play. Games, seats, sockets, and a store that loses nothing."""
