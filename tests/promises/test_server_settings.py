"""Settings of the server: an option of `marne serve` and a variable mean the same, and the manual has them all."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from marne.cli import app
from marne.engine import MarneError
from marne.table.server import application
from marne.table.server.settings import ServerSettings, variable
from promises.table import promised

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "docs/running.md"
OWN = {"open_page": "--open", "data": "--data"}
"""Options of the command that are no settings of a server."""

SAID: dict[str, tuple[str, Any]] = {
    "host": ("127.0.0.2", "127.0.0.2"),
    "port": ("0", None),
    "database": ("sqlite:///DIRECTORY/other.sqlite", "sqlite:///DIRECTORY/other.sqlite"),
    "key": ("DIRECTORY/other.key", Path("DIRECTORY/other.key")),
    "workers": ("1", 1),
    "simulators": ("3", 3),
    "notify": ("1", True),
    "name": ("marne.example", ("marne.example",)),
    "behind_proxy": ("1", True),
    "processes": ("5", 5),
    "rate": ("7.5", 7.5),
    "deadline": ("2", 2.0),
    "connections_each": ("9", 9),
    "hang": ("11", 11.0),
}
"""Each setting as it is said, and what it is then; the port is found at the start."""


def options() -> dict[str, Any]:
    command = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    return {each.name: each for each in command.params if each.name not in {*OWN, "help"}}


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[ServerSettings]:
    """The settings that servers are started with; none is."""
    found: list[ServerSettings] = []
    monkeypatch.setattr(application, "serve", found.append)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for each in fields(ServerSettings):
        monkeypatch.delenv(variable(each.name), raising=False)
    return found


def start(started: list[ServerSettings], *words: str, **variables: str) -> ServerSettings:
    del started[:]
    result = CliRunner().invoke(app, ["serve", *words], env=variables)
    assert result.exception is None, result.exception
    return replace(started[0], port=None)


def words_for(name: str, text: str) -> list[str]:
    option = options()[name]
    return [option.opts[0]] if option.is_flag else [option.opts[0], text]


@promised("settings")
@pytest.mark.parametrize("name", sorted(options()))
def test_an_option_and_its_variable_mean_the_same(name: str, started: list[ServerSettings], tmp_path: Path) -> None:
    text, due = ((each.replace("DIRECTORY", str(tmp_path)) if isinstance(each, str) else each) for each in SAID[name])
    if isinstance(due, Path):
        due = Path(text)
    by_option, by_variable = start(started, *words_for(name, text)), start(started, **{variable(name): text})
    assert by_option == by_variable
    if name != "port":
        assert getattr(by_option, name) == due
        if name != "workers":
            assert getattr(start(started), name) != due, "it is another value than the usual one"


@promised("settings")
def test_an_option_wins_over_its_variable(started: list[ServerSettings]) -> None:
    assert start(started, "--simulators", "2", MARNE_SIMULATORS="4").simulators == 2
    assert start(started, "--no-notify", MARNE_NOTIFY="1").notify is False


@promised("settings")
def test_each_setting_is_told_and_documented_once() -> None:
    names = {each.name for each in fields(ServerSettings)}
    assert names == set(SAID)
    assert set(options()) <= names
    for name, option in options().items():
        assert option.envvar == variable(name)
        assert option.opts[0] == f"--{name.replace('_', '-')}"
    rows = re.findall(r"^\| `(MARNE_\w+)` \| (?:`(--[\w-]+)`)?", MANUAL.read_text(encoding="utf-8"), flags=re.MULTILINE)
    due = {variable(name): options()[name].opts[0] if name in options() else "" for name in names}
    assert {row[0]: row[1] for row in rows if row[0] in due} == due
    assert len(rows) == len(dict(rows))


@promised("settings")
def test_the_manual_has_every_variable_that_the_package_reads() -> None:
    read = {
        found
        for path in (ROOT / "src/marne").rglob("*.py")
        for found in re.findall(r"\"(MARNE_[A-Z]+(?:_[A-Z]+)*)\"", path.read_text(encoding="utf-8"))
    }
    assert read
    manual = MANUAL.read_text(encoding="utf-8")
    assert sorted(name for name in read if f"`{name}" not in manual) == []


@promised("settings")
def test_a_worker_has_the_settings_of_its_server() -> None:
    for name, (text, _) in SAID.items():
        settings = ServerSettings.of({variable(name): text})
        assert settings == ServerSettings.of(settings.environment())
        if name != "workers":
            assert settings != ServerSettings()
    assert ServerSettings.of(ServerSettings().environment()) == ServerSettings() == ServerSettings.of({})


@promised("settings")
@pytest.mark.parametrize(("name", "text"), [("rate", "fast"), ("notify", "perhaps"), ("hang", "1s"), ("port", "x")])
def test_a_variable_that_says_nothing_sensible_is_named(name: str, text: str) -> None:
    with pytest.raises(MarneError, match=f"{variable(name)}={text}"):
        ServerSettings.of({variable(name): text})
