"""`make native`: a compiled copy of the package in build/native. `PYTHONPATH=build/native` runs it."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from scripts.native.compiler import NoCompiler, compile_modules, compiler
from scripts.native.sources import HOME, ROOT, STAMP, fingerprint, write_copy


def main() -> None:
    """Write the sources out, compile them, say what was made."""
    parser = argparse.ArgumentParser(prog="python -m scripts.native", description=__doc__)
    parser.add_argument("--into", type=Path, default=HOME, help="the directory of the build")
    parser.add_argument("--write-only", action="store_true", help="write the sources out and compile nothing")
    parser.add_argument("--level", default="2", choices="0123", help="how much the C compiler optimizes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="files of C compiled at a time")
    asked = parser.parse_args()
    began = time.monotonic()
    try:
        if not asked.write_only:
            compiler()
        made = fingerprint()
        files = write_copy(asked.into)
        print(f"{len(files)} modules written to {_short(asked.into)}", flush=True)
        if asked.write_only:
            return
        (asked.into / STAMP).unlink(missing_ok=True)
        changed = compile_modules(asked.into, files, asked.level, asked.jobs)
    except NoCompiler as missing:
        sys.exit(f"make native: {missing}. Without a build, marne runs as it is: in Python.")
    (asked.into / STAMP).write_text(made, encoding="utf-8")
    print(f"{changed} files of C were new or changed; {time.monotonic() - began:.0f} s in all")
    print(f"PYTHONPATH={_short(asked.into)} runs the compiled package")


def _short(path: Path) -> Path:
    return path.resolve().relative_to(ROOT) if path.resolve().is_relative_to(ROOT) else path


if __name__ == "__main__":
    main()
