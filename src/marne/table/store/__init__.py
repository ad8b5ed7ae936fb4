"""What is kept: the database, its versions, its upkeep."""
