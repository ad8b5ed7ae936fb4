"""How many bytes come until a map stands, and how long it takes at 1.4 Mbit/s and 300 ms (Chromium's own emulation).

A browser that has nothing of the page yet; everything that was asked for until counters lie on the drawn map.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from browser.house import chromium, open_house
from browser.loading import PHONE, held_table, load

GAMES = (("schlieffens_war", "", 350), ("grand_illusion", "", 350), ("nach_paris", "", 600))


def rows() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [
        ("game", "kB until the map stands", "at most", "s, slow line", "at most", "s, at once")
    ]
    with tempfile.TemporaryDirectory() as directory, open_house(Path(directory)) as house, chromium() as browser:
        for game, scenario, most in GAMES:
            held = held_table(house, game, scenario)
            quick = load(browser, house, held, viewport=PHONE)
            slow = min((load(browser, house, held, slow=True) for _ in range(3)), key=lambda each: each.seconds)
            figures = (f"{quick.total / 1000:.0f}", str(most), f"{slow.seconds:.1f}", "4", f"{quick.seconds:.1f}")
            found.append((game, *figures))
    return found


def main() -> None:
    """Print the figures alone."""
    for row in rows():
        print("  ".join(row))


if __name__ == "__main__":
    main()
