"""What the client draws: the table, the order sheet, what is to be placed, the page that builds forces."""
