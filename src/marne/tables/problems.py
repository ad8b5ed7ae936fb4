"""What is wrong with a data file, said so that the person who edits it can find the place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from marne.engine import MarneError

SHOWN = 100
"""How many problems an error prints; one column too many in a CSV file can give thousands."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One value (or row, or file) that was refused: where it is, what stands there, what was expected."""

    file: str
    expected: str
    found: str = ""
    line: int = 0
    """Line of the file, from 1; 0 where a line means nothing (TOML values, a missing file)."""
    row: str = ""
    """Key of the row, or the label or path of the value in a TOML file."""
    column: str = ""

    def __str__(self) -> str:
        where = self.file
        if self.line:
            where += f", line {self.line}"
        if self.row:
            where += f", row {self.row}"
        if self.column:
            where += f", column {self.column}"
        return f"{where}: found {self.found or 'nothing'}, expected {self.expected}"


class DataError(MarneError, ValueError):
    """A data file (or several) was refused; `problems` holds every reason, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems[:SHOWN]]
        if len(self.problems) > SHOWN:
            lines.append(f"... and {len(self.problems) - SHOWN} more")
        super().__init__("\n".join(lines))


def quoted(text: str, limit: int = 60) -> str:
    """The text as found, in quotes and cut to a readable length."""
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")


def listed(labels: Iterable[object], limit: int = 30) -> str:
    """`a, b, c` for an error message, cut where the list is long."""
    names = [str(label) for label in labels]
    more = f", ... ({len(names)} in all)" if len(names) > limit else ""
    return ", ".join(names[:limit]) + more
