"""`marne serve` for browser tests: `python -m browser.serve PORT DATABASE`. One address may do ten
times as much as usual, since all visitors of all tests come from the same one. Every table has the same dice."""

from __future__ import annotations

import sys

import fixed_dice
from marne.table.server.application import serve
from marne.table.server.settings import ServerSettings

RATE = 600.0

if __name__ == "__main__":
    fixed_dice.fix()
    serve(ServerSettings(port=int(sys.argv[1]), database=sys.argv[2], rate=RATE))
