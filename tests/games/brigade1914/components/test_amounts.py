"""C18, C27: amounts of modifiers stand in the data, with their origins, and no scenario is known by its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import marne.games.brigade1914
from games.brigade1914.support import battle
from marne.games.brigade1914.components.data import FIRE, SCENARIOS
from marne.games.brigade1914.rules.fire import firing

CODE = Path(marne.games.brigade1914.__file__).parent


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a name in the game's code, with its place."""
    for path in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield f"{path.name}:{node.lineno}", node


def test_no_modifier_has_its_amount_in_the_code() -> None:
    found = [*calls("Modifier"), *((at, call) for at, call in calls("add") if len(call.args) == 3)]
    assert len(found) >= 25
    for at, call in found:
        numbers = [node for node in ast.walk(call.args[-1]) if isinstance(node, ast.Constant)]
        ones = [each for each in numbers if isinstance(each.value, int)]
        assert not ones or ast.unparse(call.args[-1]).startswith("COMMAND."), at


def test_no_scenario_is_compared_by_name() -> None:
    names = {repr(name) for name in SCENARIOS}
    for path in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                sides = {ast.unparse(each) for each in (node.left, *node.comparators)}
                assert not names & sides, f"{path.name}:{node.lineno}"


@pytest.mark.rule("C18")
def test_an_amount_that_is_corrected_in_the_data_is_that_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"b1": {"at": [3000, 3000]}, "r1": {"at": [3000, 1000], "facing": 180}}
    board = battle(units=units).board
    before = {each.text: each.amount for each in firing.modifiers(board, 0, 4, firing.STANDING, False, False)}
    assert before == {"long range": FIRE.modifiers.long_range} == {"long range": -1}
    corrected = replace(FIRE, modifiers=replace(FIRE.modifiers, long_range=-3))
    monkeypatch.setattr(firing, "FIRE", corrected)
    after = {each.text: each.amount for each in firing.modifiers(board, 0, 4, firing.STANDING, False, False)}
    assert after == {"long range": -3}
