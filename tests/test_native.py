"""The compiled build plays the same games as pure Python: docs/decisions/0017."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.native.compiler import NoCompiler, compile_modules, compiler
from scripts.native.play import Build
from scripts.native.sources import GAMES, HOME, ROOT, SRC, STAMP, fingerprint

OPERATIONS = """
def both(a: int, b: int) -> int:
    return a & b


def either(a: int, b: int) -> int:
    return a | b


def right(a: int, by: int) -> int:
    return a >> by


def left(a: int, by: int) -> int:
    return a << by


def bit(a: int, by: int) -> int:
    return a >> by & 1
"""
COMPARED = """
from random import Random

import operations as native

assert not native.__file__.endswith(".py")
rng = Random(1914)
sizes = [n + by for n in (0, 30, 60, 62, 63, 90, 120, 150, 600) for by in (-1, 0, 1) if n + by >= 0]
for _ in range(200_000):
    a, b = (rng.getrandbits(rng.choice(sizes)) & rng.choice((-1, 1 << 61, rng.getrandbits(700))) for _ in "ab")
    if rng.random() < 0.1:
        a = -a
    by = rng.choice(sizes)
    assert native.both(a, b) == a & b and native.both(b, a) == a & b, (a, b)
    assert native.either(a, b) == a | b, (a, b)
    assert native.right(a, by) == a >> by and native.bit(a, by) == a >> by & 1, (a, by)
    assert native.left(1, by) == 1 << by and native.left(a, by) == a << by, (a, by)
    assert repr(native.both(a, b)) == repr(a & b) and hash(native.right(a, by)) == hash(a >> by)
print("alike")
"""

RANDOM = 50
STAFF = 10
FIRST = 800_001


def made(*options: str) -> subprocess.CompletedProcess[str]:
    """`make native`, as the Makefile runs it."""
    ways = os.environ | {"PYTHONPATH": os.pathsep.join((str(SRC), str(ROOT)))}
    call = [sys.executable, "-m", "scripts.native", *options]
    return subprocess.run(call, cwd=ROOT, env=ways, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def c_compiler() -> list[str]:
    """The compiler, or the test is skipped with what is missing."""
    try:
        return compiler()
    except NoCompiler as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def native(c_compiler: list[str]) -> Path:
    """The directory of the compiled build, made now where it is missing or older than the sources."""
    stamp = HOME / STAMP
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != fingerprint():
        built = made()
        assert built.returncode == 0, built.stdout + built.stderr
    return HOME


def differing(one: Path, other: Path, way: str, count: int) -> list[tuple[str, str, int]]:
    """The games that two builds do not play alike."""
    with Build(one) as left, Build(other) as right:
        return [
            (game, way, seed)
            for game in GAMES
            for seed in range(FIRST, FIRST + count)
            if left.play(game, way, seed)["fingerprint"] != right.play(game, way, seed)["fingerprint"]
        ]


@pytest.mark.slow
def test_what_is_written_out_plays_alike_before_it_is_compiled(tmp_path: Path) -> None:
    written = made("--write-only", "--into", str(tmp_path))
    assert written.returncode == 0, written.stderr
    assert differing(SRC, tmp_path, "push", 2) == []
    with Build(tmp_path) as build:
        assert not build.play(GAMES[0], "push", FIRST)["compiled"]


def test_without_a_compiler_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    refused = made("--into", str(tmp_path))
    assert refused.returncode == 1
    assert "a C compiler is needed (no-such-compiler is not there)" in refused.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.night
@pytest.mark.parametrize(("way", "count"), [("push", RANDOM), ("staff", STAFF)])
def test_the_compiled_build_plays_the_same_games(native: Path, way: str, count: int) -> None:
    with Build(native) as build:
        assert build.play(GAMES[0], "push", FIRST)["compiled"]
    assert differing(SRC, native, way, count) == []


@pytest.mark.night
def test_the_suite_passes_on_the_compiled_build(native: Path) -> None:
    """All that `make test` runs in Python: the client does not know what its server is made of."""
    ways = os.environ | {"PYTHONPATH": os.pathsep.join((str(native), str(ROOT / "tests"), str(ROOT)))}
    call = ["-m", "pytest", "-n", "2", "-q", "-p", "no:cacheprovider", "-m", "not browser and not night"]
    done = subprocess.run([sys.executable, *call], cwd=ROOT, env=ways, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.night
@pytest.mark.usefixtures("c_compiler")
def test_sets_of_bits_are_what_they_are_in_python(tmp_path: Path) -> None:
    (tmp_path / "operations.py").write_text(OPERATIONS, encoding="utf-8")
    compile_modules(tmp_path, ["operations.py"], "2", 2)
    call = [sys.executable, "-c", COMPARED]
    done = subprocess.run(call, cwd=tmp_path, env=os.environ | {"PYTHONPATH": "."}, capture_output=True, text=True)
    assert done.stdout == "alike\n", done.stderr
