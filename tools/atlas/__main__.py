"""Writes the atlas's layers, then the boards that are projected from it; the same input gives the same bytes."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from marne.atlas.reading import load

from . import layers

DATA = Path(__file__).parents[2] / "src/marne/atlas/data"
BOARDS = ("schlieffens_war", "grand_illusion", "nach_paris")


def atlas_files(shared: Path) -> dict[str, str]:
    """Every file of the atlas by name."""
    own = shared / "geo" / "own"
    stations, lines = layers.rails(own)
    return {
        "rivers.csv": layers.rivers(own),
        "borders.csv": layers.borders(own),
        "coast.csv": layers.coast(own),
        "stations.csv": stations,
        "rails.csv": lines,
        "structures.csv": layers.structures(own),
        "forts.csv": layers.forts(shared / "oob"),
        "towns.csv": layers.towns(own),
        "regions.csv": layers.regions(),
    }


def write_atlas(shared: Path, into: Path = DATA) -> list[Path]:
    """The layers alone; returns the files written."""
    written = []
    for name, text in atlas_files(shared).items():
        path = into / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def main(shared: Path) -> None:
    """The layers, then each board by its own builder, which reads the layers anew."""
    write_atlas(shared)
    load.cache_clear()
    for board in BOARDS:
        import_module(f"tools.atlas.{board}").main(shared)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.atlas", description=__doc__)
    parser.add_argument("shared", type=Path, help="the directory with geo/, oob/ and facts/")
    main(parser.parse_args().shared)
