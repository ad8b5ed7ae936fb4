"""For `make docs`: examples in docstrings are shown as code. In Markdown `>>>` alone would be a quote in a quote."""

from __future__ import annotations

from typing import Any

import griffe

__all__ = ["Examples", "fenced"]


class Examples(griffe.Extension):
    """Put a fence around each example of a docstring."""

    def on_object(self, *, obj: griffe.Object, **more: Any) -> None:
        """Called for every module, class, function and value that is read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring with its examples as blocks of code.

    >>> print(fenced("Add.\\n\\n>>> 1 + 1\\n2\\n\\nDone.").replace("`", "'"))
    Add.
    <BLANKLINE>
    '''pycon
    >>> 1 + 1
    2
    '''
    <BLANKLINE>
    Done.
    """
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if not inside and line.startswith(">>> "):
            inside = True
            if lines and lines[-1]:
                lines.append("")
            lines.append("```pycon")
        elif inside and not line.strip():
            inside = False
            lines.append("```")
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)
