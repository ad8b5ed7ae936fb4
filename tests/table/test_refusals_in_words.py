"""Every refusal reaches a reader as a key with facts: in a language made by a script no English is left in one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import marne
from engine.support import dice, whole
from marne.engine import (
    MarneError,
    Match,
    RecordError,
    Said,
    SaidError,
    Setting,
    errors,
    find_game,
    read_record,
    rebuild,
    record_of,
    verify_dice,
)
from marne.kit import message_in
from marne.kit.phrases import EXTRA
from scripts.pseudo_language import CODE, unmarked, write
from table.support import open_game

HOME = Path(marne.__file__).parent
ROWS = record_of(whole(1)).splitlines()
FIRST = next(at for at, row in enumerate(ROWS) if row.startswith("1. "))
RED = next(at for at, row in enumerate(ROWS) if ". red" in row)
DIE = next(at for at, row in enumerate(ROWS) if ". chance" in row)
END = next(at for at, row in enumerate(ROWS) if row.startswith("end:"))


@pytest.fixture(scope="module", autouse=True)
def _spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    extra = tmp_path_factory.mktemp("words")
    write(extra)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(EXTRA, str(extra))
        yield


def facts_in(said: Said) -> Iterator[str]:
    """What the engine did not say itself: the names of seats, answers as they are written. What it found and what it
    expected are its own words, or stand in quotes."""
    for name, fact in said.facts.items():
        if isinstance(fact, Said):
            yield from facts_in(fact)
        elif isinstance(fact, str) and name not in ("found", "expected", "legal"):
            yield fact


def with_row(at: int, *rows: str) -> str:
    return "\n".join([*ROWS[:at], *rows, *ROWS[at + 1 :]]) + "\n"


WRONG = {
    "empty": "",
    "no record": "something else\n",
    "headless": with_row(1),
    "cut off": "\n".join(ROWS[:-3]) + "\n",
    "odd header": with_row(2, "colour: red"),
    "header twice": with_row(2, ROWS[2], ROWS[2]),
    "no hex": with_row(next(at for at, row in enumerate(ROWS) if row.startswith("seed:")), "seed: zz"),
    "odd line": with_row(FIRST + 1, "hello"),
    "wrong number": with_row(FIRST, "7. red: done"),
    "odd end": with_row(END, "end: some"),
    "false count": with_row(END, ROWS[END].replace("end: ", "end: 9")),
    "after the end": with_row(len(ROWS) - 1, "hello"),
    "false secret": with_row(len(ROWS) - 1, "secret: 00ff"),
    "other actor": with_row(RED, ROWS[RED].replace("red", "blue")),
    "not legal": with_row(RED, ROWS[RED].partition(":")[0] + ": B9"),
    "a seat draws": with_row(RED, ROWS[RED].replace("red:", "red 5:")),
    "other answers": with_row(END, ROWS[END].replace("answers ", "answers 00000000")[:27] + ROWS[END][27:]),
}


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        rebuild(read_record(text))
    return caught.value


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_record_is_refused_in_the_reader_s_language(fault: str) -> None:
    error = refusal(WRONG[fault])
    told = message_in(error, CODE)
    assert "⟦" in told
    assert unmarked(told, set(facts_in(error.source))) == [], told
    spanish = message_in(error, "es")
    assert spanish.startswith("línea ")
    assert spanish != str(error)


def test_a_forged_die_is_refused_in_the_reader_s_language() -> None:
    other = ROWS[DIE].rpartition(" ")[0]
    taken = next(option for option in ("rain", "clear", "fog", "1", "2", "3") if not ROWS[DIE].endswith(option))
    with pytest.raises(RecordError) as caught:
        verify_dice(read_record(with_row(DIE, f"{other} {taken}")))
    told = message_in(caught.value, CODE)
    assert unmarked(told, set(facts_in(caught.value.source))) == [], told


def test_the_engine_s_own_refusals() -> None:
    match = Match(find_game("training"), Setting("ambush"), dice(1))
    found = []
    for act in (
        lambda: match.undo(0),
        lambda: match.go_back(99),
        Match(match.game, match.setting).roll,
        lambda: verify_dice(read_record(record_of(match))),
    ):
        with pytest.raises(SaidError) as caught:
            act()
        found.append(caught.value)
    assert len({error.source.key for error in found}) == 4
    for error in found:
        assert unmarked(message_in(error, CODE), set(facts_in(error.source))) == []


def raised_in(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
            yield node.exc.func.id, node.exc


def test_nothing_that_people_read_is_raised_in_english() -> None:
    """The engine, the table and the terminal raise no bare `MarneError`; each `Said` has words, with its facts."""
    kinds = {kind.__name__ for kind in (MarneError, ValueError)}
    sources = [*(HOME / "table").glob("*.py"), HOME / "terminal.py", *(HOME / "engine").glob("*.py")]
    trees = {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in sources}
    bare = [(name, kind) for name, tree in trees.items() for kind, _ in raised_in(tree) if kind in kinds]
    faults = {("fair_dice.py", "ValueError"), ("game.py", "ValueError")}  # chances that don't add up
    assert set(bare) == faults, "a fault of a program, not of a person"
    said = [
        node
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Said", "SaidError")
    ]
    assert len(said) > 30
    for call in said:
        if call.args and isinstance(call.args[0], ast.Constant):
            key = str(call.args[0].value)
            given = {keyword.arg for keyword in call.keywords}
            assert given == placeholders(errors.ENGLISH[key]), key


def placeholders(text: str) -> set[str | None]:
    import string

    return {name.split("!")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


def test_what_the_api_cannot_read(client: TestClient) -> None:
    game = open_game(client, "training")
    asked = {"Accept-Language": CODE}

    def post(path: str, body: Any) -> Any:
        return client.post(path, json=body, headers=asked)

    replies = [
        client.get("/api/nothing", headers=asked),
        client.delete("/api/games", headers=asked),
        client.post("/api/tables", content="{", headers={**asked, "Content-Type": "application/json"}),
        client.get(f"{game.at}/log?from=x", headers=asked),
        client.get(f"{game.at}/log?from=-1", headers=asked),
        client.get(f"{game.at}?language=zz", headers=asked),
        post("/api/tables", []),
        post("/api/tables", {}),
        post("/api/tables", {"game": 3}),
        post("/api/tables", {"game": "training", "colour": "red"}),
        post("/api/tables", {"game": "x" * 65}),
        post("/api/tables", {"game": "a\0b"}),
        post("/api/tables", {"game": "training", "watch": "perhaps"}),
        post("/api/tables", {"game": "training", "seed": "zz"}),
        post("/api/tables", {"game": "training", "seats": []}),
        post(f"{game.at}/answers", {"number": 0.5, "answer": "x"}),
        post(f"{game.at}/answers", {"number": 99_999_999, "answer": "x"}),
    ]
    for reply in replies:
        assert reply.status_code in (404, 405, 422), reply.text
        said = reply.json()["error"]["message"]
        told = said[said.index("⟦") :]  # before it stands the part of the request, as a program calls it
        assert unmarked(told.replace("^([0-9a-fA-F]{2})*$", ""), {"en", "es", CODE}) == [], said
    fallback = [reply for reply in replies if "not what is expected" in reply.text]
    assert fallback == []
