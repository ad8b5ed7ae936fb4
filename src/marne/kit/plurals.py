"""Plural forms in a message: a small part of ICU MessageFormat, the same on the server and on the page.

    "{unit} loses {steps, plural, one {# step} other {# steps}} in {hex}"

The forms are `=N` (exactly N), `one` (1 or -1) and `other`, which every plural has. `#` is the number. A fact that
counts is a number, a number as text, or a list of names (`NameList`). There is no quoting.
`web/src/lib/plurals.ts` reads the same messages, and both are tested with `web/tests/plurals.json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

__all__ = ["NameList", "Plural", "chosen", "parsed"]

_BEGIN: Final = re.compile(r"\{(\w+), plural,")
_FORM: Final = re.compile(r"\s*(=\d+|one|other)\s*\{")


class NameList(str):
    """Names in one text, as a sentence has them, with their number."""

    __slots__ = ("size",)

    size: int

    def __new__(cls, text: str, size: int) -> NameList:
        """The text, and how many names are in it."""
        made = super().__new__(cls, text)
        made.size = size
        return made


@dataclass(frozen=True)
class Plural:
    """The forms of a message by the number of one fact."""

    name: str
    forms: Mapping[str, str]

    def form(self, fact: Any) -> str:
        """The form for a fact, with its name in place of `#`."""
        number = _number(fact)
        keys = (f"={number:g}", *(("one",) if number in (1, -1) else ()), "other")
        return next(self.forms[key] for key in keys if key in self.forms).replace("#", f"{{{self.name}}}")


def _number(fact: Any) -> Any:
    """What a fact counts; a name counts as one."""
    if isinstance(fact, NameList):
        return fact.size
    if isinstance(fact, str):
        try:
            return float(fact)
        except ValueError:
            return 1
    return fact


@cache
def parsed(message: str) -> tuple[str | Plural, ...]:
    """A message as plain texts and plurals, in order.

    >>> parsed("{n, plural, one {# hex} other {# hexes}} away")
    (Plural(name='n', forms={'one': '# hex', 'other': '# hexes'}), ' away')
    """
    return tuple(_parts(message))


def _parts(message: str) -> Iterator[str | Plural]:
    at = 0
    while begin := _BEGIN.search(message, at):
        if begin.start() > at:
            yield message[at : begin.start()]
        forms: dict[str, str] = {}
        at = begin.end()
        while form := _FORM.match(message, at):
            at = _closing(message, form.end())
            forms[form[1]] = message[form.end() : at]
            at += 1
        if "other" not in forms or message[at : at + 1] != "}":
            raise ValueError(f"a plural is written {{n, plural, one {{…}} other {{…}}}}: {message!r}")
        at += 1
        yield Plural(begin[1], forms)
    if at < len(message):
        yield message[at:]


def _closing(message: str, at: int) -> int:
    """Where the brace that was opened before `at` is closed."""
    depth = 1
    for found in re.finditer("[{}]", message[at:]):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return at + found.start()
    raise ValueError(f"a brace is not closed: {message!r}")


def chosen(message: str, facts: Mapping[str, Any]) -> str:
    """The message with one form of every plural, its placeholders still open.

    >>> chosen("{unit} loses {n, plural, one {# step} other {# steps}}", {"n": 1})
    '{unit} loses {n} step'
    """
    if ", plural," not in message:
        return message
    parts = (part if isinstance(part, str) else chosen(part.form(facts[part.name]), facts) for part in parsed(message))
    return "".join(parts)
