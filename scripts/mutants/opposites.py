"""Sides and nations, and what each is taken for when they are swapped by mistake."""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field

__all__ = ["Opposites"]

NAMES: dict[str, tuple[str, ...]] = {
    "GERMAN": ("ENTENTE", "ALLIED", "FRENCH"),
    "ENTENTE": ("GERMAN",),
    "ALLIED": ("GERMAN",),
    "FRENCH": ("BRITISH", "GERMAN"),
    "BRITISH": ("FRENCH",),
    "BELGIAN": ("FRENCH", "BRITISH"),
    "GE": ("FR",),
    "FR": ("GE", "BR"),
    "BR": ("FR",),
    "BE": ("FR",),
    "OF_SIDE": ("ENEMY_OF",),
    "ENEMY_OF": ("OF_SIDE",),
    "BLUE": ("RED",),
    "RED": ("BLUE",),
    "ATTACKER": ("DEFENDER",),
    "DEFENDER": ("ATTACKER",),
}
"""Constants: the first of these that the code can reach."""

_PAIRS = (
    ("attacker", "defender"),
    ("attackers", "defenders"),
    ("attacking", "defending"),
    ("attack", "defence"),
    ("own", "enemy"),
    ("friends", "enemies"),
    ("friends", "foes"),
    ("friendly", "hostile"),
    ("mine", "theirs"),
    ("winner", "loser"),
    ("active", "reactive"),
    ("holders", "enemies"),
    ("holds", "enemies"),
)
WORDS: dict[str, tuple[str, ...]] = {}
for _one, _other in _PAIRS:
    WORDS[_one] = (*WORDS.get(_one, ()), _other)
    WORDS[_other] = (*WORDS.get(_other, ()), _one)

TEXTS = {
    "german": "french",
    "french": "german",
    "british": "french",
    "belgian": "french",
    "allied": "german",
    "entente": "german",
    "blue": "red",
    "red": "blue",
    "attacker": "defender",
    "defender": "attacker",
}


@dataclass(frozen=True)
class Opposites:
    """What there is in a game: the constants of each of its modules by dotted name, and all attributes."""

    modules: dict[str, set[str]] = field(default_factory=dict)
    attributes: frozenset[str] = frozenset()
    here: frozenset[str] = frozenset()
    imported: dict[str, str] = field(default_factory=dict)

    def of(self, tree: ast.Module) -> Opposites:
        """The same, seen from one module."""
        here, imported = set(top_names(tree)), {}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    here.add(alias.asname or alias.name)
                    imported[alias.asname or alias.name] = node.module
        return Opposites(self.modules, self.attributes, frozenset(here), imported)

    def word(self, text: str) -> str | None:
        """The opposite of a nation or a side given as text."""
        return TEXTS.get(text)

    def name(self, node: ast.Name | ast.Attribute, inside: ast.FunctionDef | None) -> ast.expr | None:
        """The opposite of a constant, of a name in its function, or of an attribute."""
        if isinstance(node, ast.Attribute):
            for other in WORDS.get(node.attr, ()):
                if other in self.attributes:
                    made = copy.copy(node)
                    made.attr = other
                    return made
            return None
        for other in NAMES.get(node.id, ()):
            if other in self.here:
                return ast.Name(other)
            home = self.imported.get(node.id, "")
            if other in self.modules.get(home, ()):
                return ast.parse(f'__import__("{home}", fromlist=["{other}"]).{other}', mode="eval").body
        if inside is not None:
            known = {each.id for each in ast.walk(inside) if isinstance(each, ast.Name)}
            known |= {each.arg for each in ast.walk(inside) if isinstance(each, ast.arg)}
            for other in WORDS.get(node.id, ()):
                if other in known:
                    return ast.Name(other)
        return None


def top_names(tree: ast.Module) -> set[str]:
    """The names that a module defines."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                found |= {each.id for each in ast.walk(target) if isinstance(each, ast.Name)}
    return found
