"""`make wheel`: the package as one file that plays wherever Python is: rules, data, words, migrations and the client.

It is built from a copy of what belongs into it, so nothing that an older build left behind gets in, and it is refused
if a file of the package is missing in it, the page above all.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["build", "check", "missing"]

ROOT = Path(__file__).parents[1]
PAGE = "marne/table/static/index.html"
NEEDED = ("pyproject.toml", "README.md", "LICENSE", "NOTICE")


def build(to: Path, root: Path = ROOT) -> Path:
    """Build the wheel into a directory, check it, and return its path."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "marne"
        copy.mkdir()
        for file in NEEDED:
            shutil.copy(root / file, copy / file)
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(root / "src", copy / "src", ignore=ignored)
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
        if _builds_here():
            command.append("--no-build-isolation")
        built = Path(name) / "built"
        subprocess.run([*command, "--wheel-dir", str(built), str(copy)], check=True)
        (wheel,) = built.glob("*.whl")
        check(wheel, root)
        to.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(wheel, to / wheel.name))


def _builds_here() -> bool:
    """Whether this environment can build by itself; else pip fetches setuptools for it."""
    try:
        return int(version("setuptools").split(".")[0]) >= 75
    except PackageNotFoundError:
        return False


def missing(wheel: Path, root: Path = ROOT) -> list[str]:
    """The files that belong into a wheel and are not there."""
    source = root / "src"
    files = (path.relative_to(source) for path in (source / "marne").rglob("*") if path.is_file())
    wanted = {file.as_posix() for file in files if "__pycache__" not in file.parts} | {PAGE}
    with zipfile.ZipFile(wheel) as archive:
        there = set(archive.namelist())
        if PAGE in there:
            page = archive.read(PAGE).decode()
            wanted |= {f"marne/table/static/{name}" for name in re.findall(r'(?:src|href)="\./([^"]+)"', page)}
    return sorted(wanted - there)


def check(wheel: Path, root: Path = ROOT) -> None:
    """Refuse a wheel that lacks a file."""
    if lacking := missing(wheel, root):
        advice = "; the client is not built: run `make client`" if PAGE in lacking else ""
        raise SystemExit(f"{wheel.name} lacks {', '.join(lacking[:8])}{advice}")


def main() -> None:
    """Build it and say where it is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="the directory to write into")
    wheel = build(parser.parse_args().to)
    print(f"{wheel}  {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
