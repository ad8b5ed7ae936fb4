"""What is wrong with words on a page: a key instead of a text, a gap that was not filled, a wrong plural."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import marne

FORMS = re.compile(r"(?:one|=1) \{([^{}]*)\} other \{([^{}]*)\}")
"""Singular and plural of the catalogues."""
COUNTED = re.compile(r"# (?:[a-z]+ )?([a-z]+)\b")
KEY = re.compile(r"(?<![\w./:@-])[a-z]+(?:[-_][a-z]+)*(?:\.[a-z]+(?:[-_][a-zA-Z]+)*)+(?![\w/])")
SNAKE = re.compile(r"(?<![\w./:@-])[a-z]+(?:_[a-z]+)+\b")
GAP = re.compile(r"\{[a-z_]+\}|\{[a-z_]+, plural|\[object Object\]|\bundefined\b|\bNaN\b")
NO_KEYS = {"e.g", "i.e", "a.m", "p.m"}
COMMON = {
    "answer": "answers",
    "counter": "counters",
    "hex": "hexes",
    "loss": "losses",
    "point": "points",
    "step": "steps",
    "token": "tokens",
    "turn": "turns",
    "unit": "units",
}
"""Nouns that are counted in every game."""
VERBS = {"turns", "points", "steps", "moves", "counters", "hits", "attacks", "battles"}
"""Plurals that are verbs too: "IR 1 turns" is right, "you have 1 turns" is not."""
NAMED = re.compile(r"(?:\b[A-Z]\S*|\b(?:hex|counter|unit|regiment|corps|division|brigade|rolled|die)) $")
"""What stands before a number that belongs to a name."""


@cache
def plurals() -> dict[str, str]:
    """Singular and plural of every noun that the catalogues count, in English."""
    root = Path(marne.__file__).parent
    page = Path(__file__).parents[3] / "web" / "src" / "words" / "en.ts"
    texts = [page.read_text(encoding="utf-8")] if page.exists() else []
    for path in sorted(root.rglob("*.en.toml")):
        texts += _strings(tomllib.loads(path.read_text(encoding="utf-8")))
    found = dict(COMMON)
    for one, other in FORMS.findall("\n".join(texts)):
        single, many = COUNTED.search(one), COUNTED.search(other)
        if single and many and single[1] != many[1] and many[1].endswith("s"):
            found[single[1]] = many[1]
    return found


def _strings(told: object) -> list[str]:
    if isinstance(told, str):
        return [told]
    inner = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    return [text for each in inner for text in _strings(each)]


def wrong_key(text: str) -> str:
    """A key, or a gap that nobody filled; empty if there is none."""
    found = [match[0] for form in (KEY, SNAKE, GAP) for match in form.finditer(text)]
    return next((each for each in found if each not in NO_KEYS), "")


def wrong_plural(text: str) -> str:
    """`1 points`, or `3 point`; empty if there is none."""
    for single, many in plurals().items():
        found = re.search(rf"(?<![\w.,:/+−-])(?:1 {many}|(?:[2-9]|[1-9]\d+|0) {single})\b(?![-’'])", text)
        if found and not (many in VERBS and NAMED.search(text[: found.start()])):
            return found[0]
    return ""
