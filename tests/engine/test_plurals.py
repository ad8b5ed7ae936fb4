"""Plural forms: the same messages come to the same texts on the server and on the page."""

from __future__ import annotations

import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

import marne
from marne.kit import Phrasebook, date_in, listed
from marne.kit.phrases import GRAMMAR, one_of
from marne.kit.plurals import NameList, Plural, chosen, parsed

HOME = Path(marne.__file__).parent
VECTORS: list[dict[str, Any]] = json.loads((HOME.parents[1] / "web" / "tests" / "plurals.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["text"]))
def test_a_message_comes_to_its_text(vector: dict[str, Any]) -> None:
    assert chosen(vector["message"], vector["facts"]).format_map(vector["facts"]) == vector["text"]


def test_a_list_of_names_has_a_number() -> None:
    message = "{units, plural, one {# retreats} other {# retreat}} to {hex}"
    for names, text in ((["9e CA"], "9e CA retreats to G3"), (["9e CA", "10e CA"], "9e CA and 10e CA retreat to G3")):
        facts = {"units": listed(names, "en"), "hex": "G3"}
        assert chosen(message, facts).format_map(facts) == text
    assert listed(["a", "b", "c"], "es") == "a, b y c"
    assert listed([], "en") == ""
    assert [listed(each, "en").size for each in ([], ["a"], ["a", "b"])] == [0, 1, 2]
    assert one_of(["1:3", "1:2"], "en") == "1:3 or 1:2"
    assert one_of(["1:3"], "es") == "1:3"


def test_a_date_is_written_as_the_language_writes_it() -> None:
    assert [date_in(date(1914, 9, 5), language) for language in GRAMMAR.languages] == ["5 September", "5 de septiembre"]


BROKEN: Final = ("{n, plural, one {# step}}", "{n, plural, one {# a} other {# b}", "{n, plural, one {# step other}")


@pytest.mark.parametrize("message", BROKEN)
def test_a_plural_that_is_not_whole_is_refused(message: str) -> None:
    with pytest.raises(ValueError, match=r"brace|plural"):
        chosen(message, {"n": 1})


def catalogues() -> list[Path]:
    return sorted(path for path in HOME.rglob("*.??.toml") if not path.name.startswith(("setting.", "pages.")))


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: f"{path.parent.parent.name}-{path.name}")
def test_every_plural_of_a_catalogue_can_be_read(path: Path) -> None:
    for key, text in tomllib.loads(path.read_text("utf-8")).items():
        plurals = [part for part in parsed(text) if isinstance(part, Plural)]
        assert ", plural" not in text or plurals, f"{path.name} {key}"
        assert all({"one", "other"} <= part.forms.keys() for part in plurals), f"{path.name} {key}"


def test_catalogues_are_found() -> None:
    assert {path.name for path in catalogues()} >= {"words.en.toml", "words.es.toml", "terminal.es.toml"}
    assert isinstance(listed(["a"], "en"), NameList)
    assert Phrasebook(HOME, "terminal").say("en", "count", count=1) == "1 answer"
