"""The wheel plays on every Python that is present: built, installed into an empty environment outside the repository,
served, fetched, played.

The wheel is installed without its dependencies, and no index is asked for the Python that runs the tests: what is
installed there is put on the path of the empty environment. For other Pythons dependencies are installed once, into
`build`. `marne` itself can only come from the wheel, since a path that is named in a `.pth` file is not searched for
further ones.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from zlib import crc32

import pytest
from packaging.requirements import Requirement

from copies import ROOT
from marne import __version__
from marne.engine import find_game
from marne.games import DATA_SETS
from marne.table.server.application import STATIC
from promises.table import promised
from scripts import wheel as wheels
from scripts.pythons import MINORS, find_python

WINDOWS = sys.platform == "win32"
HERE = sys.version_info[1]
NAMES = tuple(sorted(DATA_SETS))
PYTHONS = {minor: found for minor in MINORS if (found := sys.executable if minor == HERE else find_python(minor))}
"""The Pythons of this machine, by minor version."""


def dependencies(minor: int) -> Path:
    """A directory with what marne needs, for another Python; made once for each state of the constraints."""
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    made = ROOT / f"build/dependencies/3.{minor}-{crc32(repr((text, needs)).encode()):08x}"
    if not made.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        half = Path(mkdtemp(dir=made.parent))
        words = ["install", "--quiet", "--disable-pip-version-check", "--target", str(half), "-c", "constraints.txt"]
        subprocess.run([sys.executable, "-m", "pip", "--python", PYTHONS[minor], *words, *needs], cwd=ROOT, check=True)
        try:
            half.rename(made)
        except OSError:  # another worker was faster
            shutil.rmtree(half)
    return made


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheels.build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module", params=PYTHONS, ids=lambda minor: f"3.{minor}")
def place(request: pytest.FixtureRequest, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it, and nothing of the repository."""
    minor = int(request.param)
    home = tmp_path_factory.mktemp("elsewhere") / "venv"
    subprocess.run([PYTHONS[minor], "-m", "venv", "--without-pip", str(home)], check=True)
    (packages,) = (home / "Lib" if WINDOWS else home / "lib").rglob("site-packages")
    install = ["install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", str(built)]
    subprocess.run([sys.executable, "-m", "pip", "--python", str(home), *install], check=True)
    borrowed = Path(pytest.__file__).parents[1] if minor == HERE else dependencies(minor)
    (packages / "borrowed.pth").write_text(f"{borrowed}\n", encoding="utf-8")
    return home


def program(home: Path, name: str) -> str:
    return str(home / ("Scripts" if WINDOWS else "bin") / name)


def elsewhere(home: Path) -> dict[str, str]:
    """Without what would lead Python back into the repository."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "MARNE"))}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "LOCALAPPDATA": str(home / "data")}


def output(home: Path, name: str, *words: str) -> str:
    run = subprocess.run([program(home, name), *words], cwd=home, env=elsewhere(home), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


@pytest.fixture(scope="module")
def address(place: Path) -> Iterator[str]:
    """`marne serve`, from the wheel, with a database that it makes itself."""
    server = subprocess.Popen(
        [program(place, "marne"), "serve", "--port", "0"],
        cwd=place,
        env={**elsewhere(place), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, said
        yield found.group()
    finally:
        server.terminate()
        server.wait()
        assert server.stdout is not None
        server.stdout.close()


PATIENCE = 6000
"""Tenths of a second that a server has to come up."""


def fetched(address: str, path: str, body: dict[str, Any] | None = None, token: str = "") -> tuple[int, str]:
    """Status and text; asked again while the server is still coming up."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(address + path, data, headers)
    for _ in range(PATIENCE):
        try:
            with urllib.request.urlopen(request, timeout=600) as reply:
                return reply.status, reply.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError):
                raise
            time.sleep(0.1)
    raise AssertionError(f"nobody answers at {address}")


@promised("wheel")
@pytest.mark.slow
def test_it_is_the_wheel_that_runs(place: Path) -> None:
    where = output(place, "python", "-c", "import marne; print(marne.__file__)")
    assert Path(where).is_relative_to(place)
    assert output(place, "marne", "--version") == f"marne {__version__}"
    assert output(place, "python", "-m", "marne", "--version") == f"marne {__version__}"
    assert set(NAMES) == set(output(place, "python", "-m", "marne", "games", "--names").split())
    assert "| all |" in output(place, "marne", "data", "check")


@promised("wheel")
@pytest.mark.slow
def test_it_is_played(place: Path) -> None:
    """The shortest scenario of every game, to its end."""
    for name in NAMES:
        game = find_game(name)
        scenario = min(game.scenarios, key=lambda each: each.turns).name
        seats = [word for seat in game.seats for word in ("--computer", f"{seat}=random")]
        told = output(place, "python", "-m", "marne", "play", name, "--scenario", scenario, "--seed", "1", *seats)
        assert "The game is over" in told, name


@promised("wheel")
@pytest.mark.slow
def test_the_page_and_all_that_it_loads_are_served(address: str) -> None:
    status, page = fetched(address, "")
    assert (status, '<div id="app">' in page) == (200, True)
    loads = re.findall(r'(?:src|href)="\./([^"]+)"', page)
    assert {Path(name).suffix for name in loads} == {".js", ".css"}
    for name in loads:
        status, text = fetched(address, name)
        assert (status, text == (STATIC / name).read_text(encoding="utf-8")) == (200, True), name
    assert sum(len(fetched(address, name)[1]) for name in loads) > 10_000


@promised("wheel")
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_a_games_page_asks_for_is_there(address: str, name: str) -> None:
    """Its address is a fragment of the one page (`#/table/ID`); the rest comes by the API: table, board, rules."""
    status, text = fetched(address, "api/tables", {"game": name, "seats": dict.fromkeys(find_game(name).seats, "me")})
    assert status == 201, text
    made = json.loads(text)
    for language in ("en", "es"):
        shown = []
        for token in made["seats"].values():
            status, text = fetched(address, f"api/tables/{made['id']}?language={language}", token=token)
            assert status == 200, text
            shown.append(json.loads(text)["scene"]["prompt"])
        assert any(prompt["choices"] or prompt["open"] for prompt in shown)
        status, text = fetched(address, f"api/rules/{name}?language={language}")
        assert (status, len(json.loads(text)) > 10) == (200, True)
    status, text = fetched(address, f"api/board/{name}.svg")
    assert (status, text[:4]) == ((404, '{"er') if name == "brigade1914" else (200, "<svg"))


@pytest.mark.slow
@pytest.mark.parametrize("lost", [wheels.PAGE, "marne/terminal.es.toml", "marne/table/store/migrations/env.py"])
def test_a_wheel_that_lacks_a_file_is_refused(built: Path, tmp_path: Path, lost: str) -> None:
    cut = tmp_path / built.name
    with zipfile.ZipFile(built) as whole, zipfile.ZipFile(cut, "w") as less:
        for name in whole.namelist():
            if name != lost:
                less.writestr(name, whole.read(name))
    assert wheels.missing(built) == []
    assert wheels.missing(cut) == [lost]
    with pytest.raises(SystemExit, match=re.escape(lost)):
        wheels.check(cut)


def test_what_playing_needs_is_small() -> None:
    """`make play` installs this and no more: with pip and setuptools, which come with an environment, under 150 MB."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    sizes: dict[str, int] = {}
    todo = ["pip", "setuptools", *project["dependencies"]]
    while todo:
        wanted = Requirement(todo.pop())
        if wanted.name.lower() in sizes or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        found = distribution(wanted.name)
        files = (Path(str(file.locate())) for file in found.files or ())
        sizes[wanted.name.lower()] = sum(file.stat().st_size for file in files if file.is_file())
        todo += found.requires or ()
    assert sizes["sqlalchemy"] > 1_000_000
    assert sum(sizes.values()) < 150_000_000, sizes
