"""The Pythons of this machine that marne plays on, from the path or from pyenv: `make check-pythons` asks for them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

MINORS = (11, 12, 13, 14)
"""3.11 to 3.14."""


def find_python(minor: int) -> str | None:
    """An interpreter of version 3.`minor` that runs; pyenv's command of that name may be there and not run."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    named = shutil.which(f"python3.{minor}")
    for place in [*([named] if named else []), *sorted(map(str, versions.glob(f"3.{minor}.*/bin/python")))]:
        asked = subprocess.run(
            [place, "-c", "import sys; print(sys.version_info[1])"], capture_output=True, check=False
        )
        if asked.stdout.strip() == str(minor).encode():
            return place
    return None


if __name__ == "__main__":
    print(*filter(None, map(find_python, MINORS)))
