"""The game is known to the registry here, whether or not the package registers it; and a table of grass."""

from __future__ import annotations

import marne.games.brigade1914.game  # noqa: F401  its options are those of the tables that it has
from marne.engine import game_names, register
from marne.games.brigade1914.components.data import TABLES, PieceRow, TableFile

if "brigade1914" not in game_names():
    register("brigade1914", "marne.games.brigade1914.game:GAME")

TABLES.setdefault(
    "grass",
    TableFile(
        "Grass",
        (
            PieceRow("road", ((3600, 0), (3600, 2400), (3600, 4800))),
            PieceRow("road", ((0, 2400), (3600, 2400), (7200, 2400))),
        ),
        (),
    ),
)
