"""`make bench`: run every benchmark of this directory and print its figures."""

from __future__ import annotations

import platform
import sys
import time
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from rich.console import Console
from rich.table import Table


def main() -> None:
    """Each `bench_*.py` has `rows()`: a header, then figures."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    out = Console(width=140)
    out.print(f"Python {platform.python_version()}, {platform.machine()}, {time.strftime('%Y-%m-%d')}")
    wanted = sys.argv[1:]
    for found in iter_modules([str(Path(__file__).parent)]):
        if found.name.startswith("bench_") and (not wanted or found.name.removeprefix("bench_") in wanted):
            module = import_module(f"benchmarks.{found.name}")
            if getattr(module, "ASKED_ONLY", False) and not wanted:
                continue
            head, *rows = module.rows()
            table = Table(*head, title=found.name.removeprefix("bench_"))
            for row in rows:
                table.add_row(*row)
            out.print(table)


if __name__ == "__main__":
    main()
