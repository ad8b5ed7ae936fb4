"""The documents say what is true: their examples run, their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert missing == []


def promised() -> list[tuple[str, str]]:
    """The tests that SECURITY.md names, each with its file: the last one that was named before it."""
    file, found = "", []
    for row in (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines():
        if row.startswith("| ") and "test_" in row:
            for path, name in re.findall(r"`(?:(tests/\S+\.py)::)?(test_\w+)`", row):
                file = path or file
                found.append((file, name))
    return found


def test_every_promise_of_security_names_tests_that_are_there() -> None:
    rows = [row for row in (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines() if row.startswith("| ")]
    promises = [row for row in rows if not row.startswith(("| promise", "| ---"))]
    assert len(promises) > 20
    assert [row for row in promises if "::test_" not in row] == []
    missing = [f"{file}::{name}" for file, name in promised() if f"def {name}(" not in (ROOT / file).read_text("utf-8")]
    assert missing == []


def test_a_dozen_pictures_at_most_are_kept() -> None:
    """The rest is drawn by `make pictures boards`; every picture taken again would stay in the history for ever."""
    listed = subprocess.run(["git", "ls-files", "*.png", "*.jpg", "*.webp"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a clone: nothing says what is kept")
    assert 3 <= len(listed.stdout.splitlines()) <= 12


def test_the_examples_of_the_readme_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 5
    assert failed == 0


def test_the_docstrings_run() -> None:
    import importlib

    tried = 0
    for path in sorted((ROOT / "src/marne").glob("**/*.py")):
        source = path.read_text(encoding="utf-8")
        if ">>> " not in source:
            continue
        module = importlib.import_module(
            ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        )
        result = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        assert result.failed == 0, path
        tried += result.attempted
    assert tried > 10
