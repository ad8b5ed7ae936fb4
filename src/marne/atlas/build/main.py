"""Writes the atlas's layers; the same input gives the same bytes."""

from __future__ import annotations

from pathlib import Path

from . import layers

DATA = Path(__file__).parent.parent / "data"


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


def main(shared: Path, into: Path = DATA) -> list[Path]:
    """Write the atlas from the ground under `shared`; returns the files written."""
    written = []
    for name, text in atlas_files(shared).items():
        path = into / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written
