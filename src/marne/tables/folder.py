"""Files of one directory, held in memory: what a loader gets that asks for `directory / "hexes.csv"`."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any


class Folder(Traversable):
    """A directory (or, with `content`, one of its files) that need not lie on disk in one place.

    A user's files replace single files of ours, so the directory that a loader sees exists nowhere as such.
    """

    def __init__(self, name: str, files: Mapping[str, bytes], content: bytes | None = None) -> None:
        self._name = name
        self._files = files
        self._content = content

    @property
    def name(self) -> str:
        return self._name

    def iterdir(self) -> Iterator[Traversable]:
        return iter([Folder(name, {}, content) for name, content in sorted(self._files.items())])

    def joinpath(self, *descendants: Any) -> Traversable:
        name = "/".join(str(part) for part in descendants)
        return Folder(name, {}, self._files.get(name))

    def __truediv__(self, child: Any) -> Traversable:
        return self.joinpath(child)

    def is_dir(self) -> bool:
        return self._content is None and bool(self._files)

    def is_file(self) -> bool:
        return self._content is not None

    def read_bytes(self) -> bytes:
        if self._content is None:
            raise FileNotFoundError(2, "no such file", self._name)
        return self._content

    def read_text(self, encoding: str | None = None) -> str:
        return self.read_bytes().decode(encoding or "utf-8").replace("\r\n", "\n")

    def open(self, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if "b" in mode:
            return io.BytesIO(self.read_bytes())
        return io.StringIO(self.read_text(kwargs.get("encoding")))
