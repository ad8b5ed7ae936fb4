"""One name, one meaning: `docs/glossary.md` has the list of what is named twice, and nothing else is.

Outside the games no two classes share a name, unless they are one thing (a protocol and what keeps it). A game has no
two classes of one name. Its rulebook's words are its own: where such a word is also a class of shared code, the
glossary says so. Two games may use the same word, since neither knows the other.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import marne

PACKAGE = Path(marne.__file__).parent
GLOSSARY = (Path(__file__).parents[1] / "docs/glossary.md").read_text(encoding="utf-8")


def listed(heading: str) -> dict[str, str]:
    """The names of a table of the glossary, each with what is said of it."""
    section = GLOSSARY.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows: list[tuple[str, str]] = re.findall(r"^\| `(\w+)` \| (.+) \|$", section, flags=re.MULTILINE)
    assert len(rows) == len(dict(rows)) > 0
    return dict(rows)


def classes() -> dict[str, dict[str, list[str]]]:
    """Public classes by house (a game, or `shared`) and name, with their modules."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE)
        house = inside.parts[1] if inside.parts[0] == "games" and len(inside.parts) > 2 else "shared"
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[house][node.name].append(str(inside))
    return found


def twice(names: dict[str, list[str]]) -> set[str]:
    return {name for name, places in names.items() if len(places) > 1}


def test_a_class_of_shared_code_has_a_name_of_its_own() -> None:
    assert twice(classes()["shared"]) == set(listed("One thing in two places"))


def test_a_game_has_no_two_classes_of_one_name() -> None:
    found = {f"{house}.{name}" for house, names in classes().items() if house != "shared" for name in twice(names)}
    homes = {"Nach Paris": "nach_paris", "miniatures": "brigade1914"}
    assert found == {f"{homes[said.split(':')[0]]}.{name}" for name, said in listed("Twice in one game").items()}


def test_a_word_of_a_rulebook_that_is_also_a_class_of_shared_code_is_listed() -> None:
    found = classes()
    shared = set(found.pop("shared"))
    both = {name for names in found.values() for name in names} & shared
    known = set(listed("Words that a game uses in its own sense")) | set(listed("One meaning, made a game's own"))
    assert both == known


def test_modules_of_shared_code_have_names_of_their_own() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE)
        if "games" not in inside.parts[:1] and "versions" not in inside.parts:
            found[path.parent.name if path.stem == "__init__" else path.stem].append(str(inside))
    found.pop("marne")
    assert twice(found) == set(listed("Modules that share a name"))
