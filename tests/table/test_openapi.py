"""schemathesis over the API: whatever comes in, the server answers as its OpenAPI page says and never fails."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from starlette.testclient import TestClient

from table.support import bearer, open_game, server

EXAMPLES = int(os.environ.get("MARNE_SCHEMA_EXAMPLES", "8"))


def send(client: TestClient, case: Any, headers: dict[str, str]) -> Any:
    """A case as the test client sends it; None if it cannot be written as a request at all."""
    path = str(case.path)
    for name, part in (case.path_parameters or {}).items():
        path = path.replace("{" + name + "}", quote(str(part), safe="") or "x")
    body = {} if case.body is None or type(case.body).__name__ == "NotSet" else {"json": case.body}
    for name, text in (case.headers or {}).items():
        if str(text).isascii() and str(text).isprintable():
            headers.setdefault(name, str(text))
    try:
        return client.request(case.method, path, params=case.query or {}, headers=headers, **body)
    except (UnicodeEncodeError, httpx2.InvalidURL):
        return None


def check(reply: Any, case: Any, documented: set[str]) -> None:
    """A documented status, and a refusal that says what is wrong."""
    assert reply.status_code < 500, (case.method, case.path, reply.text)
    assert str(reply.status_code) in documented | {"405"}, (case.method, case.path, reply.status_code, reply.text)
    if reply.status_code >= 400:
        error = reply.json()["error"]
        assert error["code"]
        assert error["message"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::Warning")
def test_the_api_keeps_its_word(tmp_path: Path) -> None:
    """Every operation, with and without seats, at a table that is there and at others."""
    import schemathesis  # `make test` installs it, `make check` does not

    with server(tmp_path / "a.sqlite", rate=1_000_000) as client:
        game = open_game(client)
        schema = schemathesis.openapi.from_asgi("/api/openapi.json", client.app)
        sent: list[int] = []

        def attack(operation: Any, headers: dict[str, str]) -> None:
            documented = {str(code) for code in operation.definition.raw["responses"]}

            @settings(
                max_examples=EXAMPLES,
                deadline=None,
                database=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy())
            def try_one(case: Any) -> None:
                if "id" in (case.path_parameters or {}) and len(sent) % 2:
                    case.path_parameters["id"] = game.id
                reply = send(client, case, dict(headers))
                sent.append(0 if reply is None else reply.status_code)
                if reply is not None:
                    check(reply, case, documented)

            try_one()

        for result in schema.get_all_operations():
            operation: Any = result.ok()  # type: ignore[union-attr]
            if not operation.path.startswith("/api/board"):  # drawing a board takes seconds
                attack(operation, {})
                attack(operation, bearer(*game.tokens.values()))
        assert len(sent) > 100
        assert sent.count(200) > 20
        assert client.get(game.at).status_code == 200
