"""`marne serve` for browser tests: `python -m browser.serve PORT DATABASE`. One address may do ten
times as much as usual, since all visitors of all tests come from the same one. Every table has the same dice."""

from __future__ import annotations

import sys

import fixed_dice
from marne.table.server import application

RATE = 600.0

if __name__ == "__main__":
    fixed_dice.fix()
    application.serve("127.0.0.1", int(sys.argv[1]), sys.argv[2], application.Service(rate=RATE))
