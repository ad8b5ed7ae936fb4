"""The documents build as a site without a warning, ask no other host for anything, and show code that is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from promises.table import promised
from scripts.site import API, OUT, STAGE, build

ROOT = Path(__file__).parent.parent
TUTORIAL = ROOT / "docs" / "tutorial.md"
NOT_IN_THE_MENU = {
    "nach-paris-doubts.md": "the page of the game leads there",
    "nach-paris-positions.md": "the page of the game leads there",
    "scale.md": "a note of measurements, from the architecture",
}
_TAGS = re.compile(r"<(?:script|img|iframe|source|link)\b[^>]*>")
_AWAY = re.compile(r"""(?:src|href)=["']?(?:https?:)?//""")


def asked(page: str) -> list[str]:
    """The tags of a page that make a browser ask another host."""
    tags = [tag for tag in _TAGS.findall(page) if _AWAY.search(tag)]
    return [tag for tag in tags if not re.search(r"""rel=["']?(?:canonical|next|prev)""", tag)]


@promised("site")
@pytest.mark.slow
def test_the_site_builds_strictly_and_asks_no_other_host() -> None:
    assert build() == 0
    pages = sorted(OUT.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        assert asked(page.read_text(encoding="utf-8")) == [], page
    for game in ("schlieffens_war", "grand_illusion", "nach_paris", "brigade1914"):
        text = (OUT / "games" / f"{game}.html").read_text(encoding="utf-8")
        assert text.count("<tr>") > 35, game
        assert "Reconstructed, and what would settle it" in text, game
    assert "marne.engine.position.Position.play" in (OUT / "api" / "engine.html").read_text(encoding="utf-8")
    staged = sorted(path.relative_to(STAGE).with_suffix("").as_posix() for path in STAGE.rglob("*.md"))
    assert [name for name in staged if not (OUT / f"{name.replace('README', 'index')}.html").exists()] == []
    for name in API:
        text = (OUT / "api" / f"{name}.html").read_text(encoding="utf-8")
        examples = sum(count_of_examples(module) for module in API[name][1])
        assert "<blockquote>" not in text, f"{name}: an example is shown as a quote"
        assert len(re.findall(r'<code class="language-pycon">', text)) >= min(examples, 1), name


def count_of_examples(module: str) -> int:
    """How many docstrings of a module have examples."""
    file = ROOT / "src" / Path(*module.split("."))
    text = (file / "__init__.py" if file.is_dir() else file.with_suffix(".py")).read_text(encoding="utf-8")
    return len(re.findall(r"\n\s*\n\s*>>> ", text))


@promised("site")
def test_every_guide_is_in_the_menu() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    guides = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").glob("*.md")}
    guides |= {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs/guides").glob("*.md")}
    assert sorted(page for page in guides if f": {page}" not in menu) == sorted(NOT_IN_THE_MENU)


def test_an_example_is_fenced_where_it_ends_a_docstring_and_where_it_does_not() -> None:
    pytest.importorskip("griffe")
    from scripts.site_examples import fenced

    assert fenced("A.\n\n>>> 1\n1") == "A.\n\n```pycon\n>>> 1\n1\n```"
    assert fenced("A.\n>>> 1\n1\n\nB.") == "A.\n\n```pycon\n>>> 1\n1\n```\n\nB."


def test_what_asks_other_hosts_is_found() -> None:
    assert asked('<script src="https://elsewhere/x.js">')
    assert asked('<link href="//elsewhere/x.css" rel="stylesheet">')
    assert not asked('<script src="assets/x.js"><a href="https://elsewhere">')


@promised("tutorial")
def test_the_code_of_the_tutorial_is_that_of_the_training_game() -> None:
    blocks = re.findall(r"```\w+\n# (tests/\S+)\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 20
    for file, code in blocks:
        assert code in (ROOT / file).read_text(encoding="utf-8"), (file, code)


def test_the_files_that_the_tutorial_names_are_there() -> None:
    for name in re.findall(r"`(tests/[\w/.]+)`", TUTORIAL.read_text(encoding="utf-8")):
        assert (ROOT / name).exists(), name


@promised("tutorial")
def test_the_tutorial_is_typed_as_written() -> None:
    """Into the Python that it says to start, with nothing else on the path."""
    (line,) = re.findall(r"```sh\n(PYTHONPATH=\S+) \.venv/bin/python\n```", TUTORIAL.read_text(encoding="utf-8"))
    name, _, path = line.partition("=")
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "MARNE_"))}
    typed = [sys.executable, "-m", "doctest", "-v", str(TUTORIAL)]
    done = subprocess.run(typed, cwd=ROOT, env={**kept, name: path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "14 passed" in done.stdout


def test_the_python_of_the_research_page_runs() -> None:
    if find_spec("pettingzoo") is None:
        pytest.skip("the extra rl is not installed")
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "research.md").read_text(encoding="utf-8"), re.DOTALL)
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": path}, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
