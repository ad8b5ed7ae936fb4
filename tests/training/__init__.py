"""The training game: two sides, one bridge. Small, complete, and the model that authors of games read.

Read `sequence.py` beside `rules.csv` first; then `board.py`, the chapters (`movement`, `barrage`, `combat`, `victory`),
`view.py` for what a seat may know, and `game.py`, which puts it all behind the engine's interface.
"""
