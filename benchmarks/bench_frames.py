"""Frame times in Chromium on the largest board, with 600 counters, while the map is panned and zoomed.

Drawn in software (`--disable-gpu`): what a machine without a graphics card can do. The aim with hardware drawing is no
frame over 50 ms; nothing here measures that.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from browser.house import chromium, open_house

SIZES = ((1280, 800), (1920, 1080))


def measure(width: int, height: int) -> dict[str, Any]:
    """What the client's own measuring page says after one run in a window of that size."""
    with tempfile.TemporaryDirectory() as directory, open_house(Path(directory)) as house, chromium() as browser:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(120_000)
        page.goto(f"{house.address}/#/bench/nach_paris")
        page.locator(".board svg").wait_for(state="attached")
        page.evaluate(
            "new Promise(done => { const ready = () => marneBench?.ready ? done() : setTimeout(ready, 50); ready(); })"
        )
        page.wait_for_timeout(3000)
        page.evaluate("marneBench.run()")
        told: dict[str, Any] = page.evaluate("({ ...marneBench, run: undefined })")
        return told


def rows() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [
        (
            "window, software drawing",
            "hexes",
            "counters",
            "frames",
            "p50 ms",
            "p95 ms",
            "longest ms",
            "over 50 ms",
            "load",
        )
    ]
    for width, height in SIZES:
        told = measure(width, height)
        for what in ("pan", "zoom"):
            times = told[what]
            figures = (times["frames"], times["median"], times["p95"], times["worst"], times["over50"])
            load = f"{os.getloadavg()[0]:.1f} of {os.cpu_count()}"
            found.append(
                (f"{what}, {width}x{height}", str(told["hexes"]), str(told["counters"]), *map(str, figures), load)
            )
    return found


def main() -> None:
    """Print the figures alone."""
    for row in rows():
        print("  ".join(row))


if __name__ == "__main__":
    main()
