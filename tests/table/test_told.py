"""What leaves the server is of the types that the client's are written from."""

from __future__ import annotations

import json
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from random import Random
from typing import Any, Literal, Union, get_args, get_origin, is_typeddict

import pytest
from starlette.testclient import TestClient

from marne.atlas.draw.output import BoardGeometry
from marne.engine import Match, Setting, check_setting, find_game
from marne.games import DATA_SETS
from marne.table.after.luck import luck_of
from marne.table.view.messages import as_json
from marne.table.view.payloads import GameInfo, Listed, Luck, Moment, Reply, TableState
from scripts.wire_types import may_lack, parts
from table.support import open_game


def unlike(said: Any, hint: Any, at: str = "") -> Iterator[str]:
    """Where JSON is not what its type says: a field too many, one too few, another kind of thing."""
    origin, args = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and (is_dataclass(hint) or is_typeddict(hint)):
        fields = parts(hint)
        if not isinstance(said, dict):
            yield f"{at}: {said!r} is no {hint.__name__}"
            return
        yield from (f"{at}.{name} has no type" for name in said.keys() - fields.keys())
        yield from (f"{at}.{name} is missing" for name in fields.keys() - said.keys() if not may_lack(hint, name))
        for name in said.keys() & fields.keys():
            yield from unlike(said[name], fields[name], f"{at}.{name}")
    elif origin is Literal:
        if said not in args:
            yield f"{at}: {said!r} is none of {args}"
    elif origin in (Union, types.UnionType):
        if all(any(unlike(said, each)) for each in args):
            yield f"{at}: {said!r} is no {hint}"
    elif origin is tuple and Ellipsis not in args:
        if not isinstance(said, list) or len(said) != len(args):
            yield f"{at}: {said!r} is no {hint}"
            return
        for number, (each, part) in enumerate(zip(said, args, strict=True)):
            yield from unlike(each, part, f"{at}[{number}]")
    elif origin in (tuple, list, Sequence):
        if not isinstance(said, list):
            yield f"{at}: {said!r} is no list"
            return
        for number, each in enumerate(said):
            yield from unlike(each, args[0], f"{at}[{number}]")
    elif origin is Mapping:
        if not isinstance(said, dict):
            yield f"{at}: {said!r} is no mapping"
            return
        for name, each in said.items():
            yield from unlike(each, args[1], f"{at}.{name}")
    elif type(said) is not hint and not (hint is float and type(said) is int):
        yield f"{at}: {said!r} is no {hint}"


@pytest.mark.parametrize("name", [*DATA_SETS, "training"])
def test_what_is_said_is_of_its_type(client: TestClient, name: str) -> None:
    """Whole states, past moments, lists, replies and the luck of a finished game, as they leave the server."""
    game = open_game(client, name)

    def fits(said: Any, hint: Any) -> None:
        assert list(unlike(said, hint)) == []

    fits(game.get(), TableState)
    for number, state in enumerate(game.play(Random(5), 120)):
        fits(state, TableState)
        if number % 40 == 0:
            fits(game.get(), TableState)
            fits(game.get(f"/moments/{state['number']}"), Moment)
            actor = state["scene"]["prompt"]["actor"]
            fits(game.get("/replies", actor), list[Reply])
    fits(client.get(f"/api/tables?ids={game.id}").json(), list[Listed])
    fits(client.get("/api/games").json(), list[GameInfo])
    board = client.get(f"/api/board/{name}.json")
    if board.status_code == 200:
        fits(board.json(), BoardGeometry)


def test_a_state_that_is_of_another_type_is_noticed(client: TestClient) -> None:
    state = open_game(client, "training").get()
    seats = [{**state["seats"][0], "kind": "ghost"}]
    scene = {name: part for name, part in state["scene"].items() if name != "turn"}
    said = {**state, "number": "1", "secret": 1, "seats": seats, "scene": scene, "viewing": 3}
    assert sorted(each.partition(" ")[0] for each in unlike(said, TableState)) == [
        ".number:",
        ".scene.turn",
        ".seats[0].kind:",
        ".secret",
        ".viewing:",
    ]


def test_the_luck_of_a_game_is_of_its_type() -> None:
    game, rng = find_game("training"), Random(2)
    match = Match(game, check_setting(game, Setting("meeting")))
    while not match.over:
        match.play(match.position.suggest(rng)[0])
    said = json.loads(as_json(luck_of(match, None, "en")))
    assert said["throws"]
    assert list(unlike(said, Luck)) == []
