"""Research environments: a game's facts as numbers, and its questions as indexes.

`marne.rl.features` needs numpy alone; `marne.rl.aec` is a PettingZoo environment for all seats, `marne.rl.single` a
Gymnasium environment for one seat against computer players, `marne.rl.spiel` an OpenSpiel game. All of them come with
the extra `rl`: see `docs/research.md` and `docs/decisions/0015-research.md`.
"""
