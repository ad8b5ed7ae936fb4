"""`make docs`: lay the documents out as a site, and build it. No network is needed, and the pages ask for none.

The pages of `docs/` are taken as they are, and with them a page for each game (its rules in order from `rules.csv`, the
origins of its data, its `departures.md`), its rulebook, a page for each part of the API, and the first page
(`site/index.md`). A link to a file that is no page of the site becomes its name.
"""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from marne.engine import games
from marne.games import DATA_SETS, DataSets
from marne.rulebook import draw_figure, figures_in
from marne.tables.report import counts_table, settle_list
from scripts.site_rulebook import rulebook_page

ROOT = Path(__file__).parent.parent
STAGE = ROOT / "build" / "site-source"
OUT = ROOT / "build" / "site"
BESIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "benchmarks/README.md": "benchmarks.md"}
"""Pages that lie outside `docs/`."""
API = {
    "face": ("In a REPL", ("marne.face", "marne.text")),
    "engine": (
        "Engine",
        (
            "marne.engine.position",
            "marne.engine.ask",
            "marne.engine.step",
            "marne.engine.game",
            "marne.engine.board",
            "marne.engine.facts",
            "marne.engine.match",
            "marne.engine.player",
        ),
    ),
    "hexes": ("Hexes", ("marne.hexes.grid", "marne.hexes.links", "marne.hexes.costs", "marne.hexes.sets")),
    "players": ("Players and lab", ("marne.players", "marne.players.mind", "marne.lab.play")),
    "rl": ("Research", ("marne.rl.aec", "marne.rl.single", "marne.rl.spiel", "marne.rl.features", "marne.rl.sheet")),
}
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def pages() -> dict[Path, str]:
    """What in the repository becomes which page of the site."""
    found = {path: path.relative_to(ROOT / "docs").as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))}
    return found | {ROOT / name: page for name, page in BESIDE.items()}


def relinked(text: str, source: Path, page: str, known: dict[Path, str]) -> str:
    """A page with its links as the site has them; what is no page of it is named and not linked."""

    def new(match: re.Match[str]) -> str:
        picture, words, link = match.groups()
        target, _, anchor = link.partition("#")
        if "://" in link or not target:
            return match[0]
        path = (source.parent / target).resolve()
        if path in known:
            near = os.path.relpath(known[path], Path(page).parent).replace(os.sep, "/")
            return f"{picture}[{words}]({near}{'#' + anchor if anchor else ''})"
        if path.is_file() and path.suffix in (".png", ".svg"):
            return match[0] if ROOT / "docs" in path.parents else f"`{words}`"
        return words

    return _LINK.sub(new, text)


def game_page(name: str, title: str, folder: Path, known: dict[Path, str]) -> str:
    """The rules of a game in our own words, in order, and where play differs from the rulebook."""
    with (folder / "data" / "rules.csv").open(encoding="utf-8", newline="") as file:
        rules = list(csv.DictReader(file))
    lines = [f"# {title}", "", f"`marne.new({name!r})`. The numbers are those of the rulebook; the words are ours.", ""]
    lines += [f"To read: [the whole rules](../rulebook/{name}.md).", ""]
    lines += ["## The rules in order", "", "| rule | | |", "| --- | --- | --- |"]
    for rule in rules:
        cells = (rule["number"], f"**{rule['title']}**", rule["summary"])
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    data = DataSets()[name].load()
    lines += [
        "",
        "## What stands on what",
        "",
        "Values of the data by origin: `stated` by the rulebook, `public` record,",
    ]
    lines += [
        "`inferred` from what is stated, `reconstructed` by us, rules of the `house`.",
        "",
        counts_table(data),
        "",
    ]
    if settled := settle_list(data):
        lines += ["### Reconstructed, and what would settle it", "", settled]
    text = (folder / "departures.md").read_text(encoding="utf-8")
    deeper = re.sub(r"^#", "##", text, flags=re.MULTILINE)
    lines += ["", relinked(deeper, folder / "departures.md", f"games/{name}.md", known)]
    return "\n".join(lines) + "\n"


def decisions() -> str:
    """The decisions by number and title."""
    lines = ["# Decisions", ""]
    for path in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        lines.append(f"- [{path.read_text(encoding='utf-8').splitlines()[0].lstrip('# ')}]({path.name})")
    return "\n".join(lines) + "\n"


def stage() -> Path:
    """Everything that the builder reads, in one folder."""
    shutil.rmtree(STAGE, ignore_errors=True)
    known = pages()
    for source, page in known.items():
        put(page, relinked(source.read_text(encoding="utf-8"), source, page, known))
    shutil.copy(ROOT / "site" / "index.md", STAGE / "index.md")
    for path in (ROOT / "docs").rglob("*.png"):
        where = STAGE / path.relative_to(ROOT / "docs")
        where.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, where)
    for game in games():
        folder = game.rule_index().parent.parent
        if game.name in DATA_SETS:  # a test may have registered others
            put(f"games/{game.name}.md", game_page(game.name, game.title, folder, known))
            put(f"rulebook/{game.name}.md", rulebook_page(game))
            for figure in figures_in(folder / "data"):
                put(f"rulebook/{game.name}/{figure}.svg", draw_figure(game, figure, "en"))
    put("decisions/index.md", decisions())
    for name, (title, modules) in API.items():
        put(f"api/{name}.md", "\n\n".join((f"# {title}", *(f"::: {module}" for module in modules))) + "\n")
    return STAGE


def put(page: str, text: str) -> None:
    """Write a page."""
    path = STAGE / page
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def build() -> int:
    """Stage and build; whatever is wrong fails it."""
    stage()
    command = (sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(ROOT / "mkdocs.yml"))
    done = subprocess.run((*command, "-d", str(OUT)), cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    return done.returncode


if __name__ == "__main__":
    sys.exit(build())
