"""How a server is run. A setting is declared here once: its default, its type, and by its name the option of
`marne serve` and the variable `MARNE_NAME` that mean the same. An option counts more than a variable.

Workers are processes of their own: they read the variables that `marne serve` hands on (`ServerSettings.environment`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from marne.table.refusals import Refused
from marne.table.store.migrate import driver, sqlite_file

__all__ = ["ServerSettings", "default_database", "key_beside", "variable"]

_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def variable(name: str) -> str:
    """The variable that means what the option of that name means.

    >>> variable("behind-proxy"), variable("key")
    ('MARNE_BEHIND_PROXY', 'MARNE_KEY')
    """
    return "MARNE_" + name.replace("-", "_").upper()


@dataclass(frozen=True)
class ServerSettings:
    """How a server is run."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int | None = None
    """None is 1914, or the next one that is free; 0 is any free one."""
    database: str = ""
    """A URL; the default one where none is named."""
    key: Path | None = None
    """The file of the server's key; beside the database where none is named."""
    workers: int = 1
    """Processes that answer; more than one needs PostgreSQL."""
    simulators: int = 1
    """Processes in which one thought tries out proposals at once."""
    processes: int = 0
    """Processes that play games again; 0 is as many as the workers leave room for."""
    notify: bool = False
    """Whether people may be told of their turn by Apprise URLs."""
    name: tuple[str, ...] = ()
    """The public names; requests for others are refused."""
    behind_proxy: bool = False
    """Whether a proxy on this machine says where a request comes from."""
    rate: float = 60.0
    """Requests a second for one token; what an address may do grows with it."""
    deadline: float = 15.0
    """Seconds for a whole request to come in."""
    connections_each: int = 256
    """Connections of one address; behind a proxy the proxy counts them."""
    hang: float = 30.0
    """Seconds without a heartbeat after which a worker is replaced."""

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> ServerSettings:
        """What the variables say; an empty one says nothing."""
        found = {each.name: environment.get(variable(each.name), "") for each in fields(cls)}
        return cls(**{name: _read(name, text) for name, text in found.items() if text})

    def environment(self) -> dict[str, str]:
        """The variables that say the same."""
        return {variable(each.name): _written(getattr(self, each.name)) for each in fields(self)}

    @property
    def url(self) -> str:
        """The database, for its driver."""
        return driver(self.database or default_database())

    @property
    def key_file(self) -> Path:
        """Where the key is."""
        return self.key or key_beside(self.url)

    @property
    def replaying(self) -> int:
        """How many processes play games again."""
        return self.processes or (2 if self.workers == 1 else 1)


def _written(setting: Any) -> str:
    if isinstance(setting, bool):
        return _TRUE[0] if setting else _FALSE[0]
    if isinstance(setting, tuple):
        return " ".join(setting)
    return "" if setting is None else str(setting)


def _read(name: str, text: str) -> Any:
    kind = _KINDS[name]
    try:
        return kind(text)
    except ValueError:
        raise Refused("no.variable", variable=variable(name), text=text) from None


def _flag(text: str) -> bool:
    if text.lower() not in (*_TRUE, *_FALSE):
        raise ValueError(text)
    return text.lower() in _TRUE


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_READERS: Final[dict[type, Callable[[str], Any]]] = {bool: _flag, tuple: _names}
_ABSENT: Final[dict[str, Callable[[str], Any]]] = {"port": int, "key": Path}
"""Settings that may be absent: their default does not say their type."""


def _reader(name: str, default: Any) -> Callable[[str], Any]:
    return _ABSENT[name] if default is None else _READERS.get(type(default), type(default))


_KINDS: Final = {each.name: _reader(each.name, each.default) for each in fields(ServerSettings)}


def data_directory() -> Path:
    """The user's data directory for marne."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library/Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local/share"))
    directory = base / "marne"
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def default_database() -> str:
    """SQLite under the user's data directory."""
    return f"sqlite:///{data_directory() / 'tables.sqlite'}"


def key_beside(url: str) -> Path:
    """Where a server's key is if nobody says: beside the file of the database, or in the user's data directory."""
    file = sqlite_file(url)
    return data_directory() / "server.key" if file is None else Path(f"{file}.key")
