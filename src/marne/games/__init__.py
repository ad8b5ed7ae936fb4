"""The games. Each is imported when first asked for; none knows another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from marne.engine import MarneError, register
from marne.tables import DataSet

__all__ = ["DATA_SETS", "DataSets"]

register("schlieffens_war", "marne.games.schlieffens_war.game:GAME")
register("grand_illusion", "marne.games.grand_illusion.game:GAME")
register("brigade1914", "marne.games.brigade1914.game:GAME")
register("nach_paris", "marne.games.nach_paris.game:GAME")

DATA_SETS = {
    "schlieffens_war": "marne.games.schlieffens_war.components.data:DATA_SET",
    "grand_illusion": "marne.games.grand_illusion.components.data:DATA_SET",
    "nach_paris": "marne.games.nach_paris.components.data:DATA_SET",
    "brigade1914": "marne.games.brigade1914.components.data:DATA_SET",
}
"""Where each game declares its files."""


class DataSets(Mapping[str, DataSet]):
    """The games' data by name, imported when first asked for."""

    def __getitem__(self, name: str) -> DataSet:
        if name not in DATA_SETS:
            raise MarneError(f"no data of {name!r}; there are {', '.join(sorted(DATA_SETS))}")
        module, attribute = DATA_SETS[name].split(":")
        found: DataSet = getattr(import_module(module), attribute)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(DATA_SETS)

    def __len__(self) -> int:
        return len(DATA_SETS)
