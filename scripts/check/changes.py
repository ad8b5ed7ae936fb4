"""What has changed: the files since the branch left the main one, and which of their lines."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Changed", "base", "changed_files", "git"]

_HUNK = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")


@dataclass(frozen=True)
class Changed:
    """One file that was changed, made or deleted. `spans` are the first and last of its new lines that differ."""

    path: str
    spans: tuple[tuple[int, int], ...] = ()
    text: tuple[str, ...] = ()
    """The lines that went and the lines that came."""


def git(root: Path, *words: str) -> str:
    """What git says; empty if it has nothing to say or refuses."""
    done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def base(root: Path, wanted: str = "") -> str:
    """The commit to compare with: where HEAD left the main branch; on it, HEAD if there is uncommitted work, else the
    commit before."""
    if wanted:
        return git(root, "rev-parse", "--verify", wanted).strip()
    head = git(root, "rev-parse", "HEAD").strip()
    for branch in ("origin/main", "main"):
        left = git(root, "merge-base", "HEAD", branch).strip()
        if left and left != head:
            return left
    if git(root, "status", "--porcelain").strip():
        return head
    return git(root, "rev-parse", "--verify", "HEAD~1").strip() or head


def changed_files(root: Path, since: str) -> list[Changed]:
    """Committed, uncommitted and new files alike."""
    found = _read(git(root, "diff", "--unified=0", "--no-color", "--no-renames", "--no-ext-diff", since))
    new = git(root, "ls-files", "--others", "--exclude-standard").splitlines()
    found += [Changed(path, ((1, 1_000_000),)) for path in new]
    return sorted(found, key=lambda each: each.path)


def _read(diff: str) -> list[Changed]:
    """The files of a diff without context."""
    found = []
    for part in re.split(r"^diff --git ", diff, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        names = [line[6:] for line in lines if line.startswith(("--- a/", "+++ b/"))]
        path = names[-1] if names else lines[0].rsplit(" b/", 1)[-1]
        spans, text = [], []
        for line in lines:
            hunk = _HUNK.match(line)
            if hunk:
                first, count = int(hunk[1]), int(hunk[2] or "1")
                spans.append((first, first + max(count, 1) - 1))
            elif spans and line[:1] in "+-":
                text.append(line[1:])
        found.append(Changed(path, tuple(spans), tuple(text)))
    return found
