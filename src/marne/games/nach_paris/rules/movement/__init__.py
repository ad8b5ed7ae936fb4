"""[7]: how units move, arrive and leave."""
