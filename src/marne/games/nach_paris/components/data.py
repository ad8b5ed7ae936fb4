"""What the data files hold, typed and loaded once; `docs/data.md` says how a person puts others in their place."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from marne.games.nach_paris.components import map as printed
from marne.games.nach_paris.components import scenario_rows, table_files, unit_rows
from marne.tables import Data, DataSet, Problem

__all__ = ["DATA_SET", "DIRECTORY", "LOADED", "MAP", "RULES", "data_version"]

DIRECTORY: Final = Path(__file__).parent.parent / "data"
RULES: Final = DIRECTORY / "rules.csv"


def _check(data: Data) -> list[Problem]:
    """What must hold between the files."""
    return printed.check(data) or unit_rows.check(data) or scenario_rows.check(data)


DATA_SET: Final = DataSet.of_game(
    DIRECTORY,
    (*printed.FILES, *unit_rows.FILES, *table_files.FILES, *scenario_rows.FILES),
    beside=printed.BESIDE,
    also=_check,
)

LOADED: Final = DATA_SET.load()
"""The committed files, or those of `--data DIR` in their place."""

MAP: Final = printed.make_map(LOADED)


def data_version() -> str:
    """The fingerprint of all that the rules read, the board included."""
    return LOADED.fingerprint
