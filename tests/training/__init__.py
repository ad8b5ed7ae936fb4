"""The training game: two sides, one bridge. Small, complete, and the model that authors of games read.

Read `sequence.py` beside `data/rules.csv` first; then `board.py`, the chapters in `rules/`, `view.py` for what a seat
may know, `scene.py` and `odds.py` for what it is shown, and `game.py`, which puts it all behind the engine's interface.
"""
