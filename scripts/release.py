"""`make release`: says what a release would do; `make release DO=1` does it.

The version is that of the changelog's section `## 1.2.3 (unreleased)`, in which *rules* stand apart from *software*,
since a change of rules can alter a game in progress. Then: version and date into the files, `make test`, `make wheel`,
a commit, and a tag that carries the section. Nothing is sent anywhere.
"""

from __future__ import annotations

import argparse
import datetime
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

__all__ = ["changes", "notes_of", "pending", "refusals", "release"]

ROOT = Path(__file__).parents[1]
CHANGELOG, PACKAGE, CITATION = "CHANGELOG.md", "src/marne/__init__.py", "CITATION.cff"
CHECKS = (("make", "test"), ("make", "wheel"))
_PENDING = re.compile(r"^## (\d+\.\d+\.\d+) \(unreleased\)$", re.MULTILINE)


def pending(changelog: str) -> str:
    """The version that is to be released next; nothing if the changelog names none.

    >>> pending("# Changelog\\n\\n## 1.2.0 (unreleased)\\n")
    '1.2.0'
    """
    found = _PENDING.search(changelog)
    return found[1] if found else ""


def notes_of(changelog: str, version: str) -> dict[str, str]:
    """The parts of a version's section by heading.

    >>> notes_of("## 1.0.0 (unreleased)\\n\\n### Rules\\n- a\\n\\n### Software\\n- b\\n\\n## 0.9.0 (then)", "1.0.0")
    {'Rules': '- a', 'Software': '- b'}
    """
    section = re.split(rf"^## {re.escape(version)} .*$", changelog, maxsplit=1, flags=re.MULTILINE)[1:]
    own = re.split(r"^## ", section[0], maxsplit=1, flags=re.MULTILINE)[0] if section else ""
    parts = re.split(r"^### (.+)$", own, flags=re.MULTILINE)[1:]
    return {heading.strip(): text.strip() for heading, text in zip(parts[::2], parts[1::2], strict=True)}


def changes(root: Path, version: str, day: str) -> dict[Path, str]:
    """The files that a release changes, with their new text."""
    texts = {name: (root / name).read_text(encoding="utf-8") for name in (CHANGELOG, PACKAGE, CITATION)}
    texts[CHANGELOG] = texts[CHANGELOG].replace(f"## {version} (unreleased)", f"## {version} ({day})", 1)
    texts[PACKAGE] = re.sub(r'^__version__ = ".*"$', f'__version__ = "{version}"', texts[PACKAGE], flags=re.MULTILINE)
    cited = re.sub(r"^date-released: .*\n", "", texts[CITATION], flags=re.MULTILINE)
    texts[CITATION] = re.sub(r"^version: .*$", f"version: {version}\ndate-released: {day}", cited, flags=re.MULTILINE)
    return {root / name: text for name, text in texts.items()}


def refusals(root: Path, version: str) -> list[str]:
    """All that speaks against a release now."""
    found = []
    changelog = (root / CHANGELOG).read_text(encoding="utf-8")
    if not version:
        return [f"{CHANGELOG} has no section '## 1.2.3 (unreleased)'"]
    notes = notes_of(changelog, version)
    if [heading for heading in notes if heading in ("Rules", "Software")] != ["Rules", "Software"]:
        found.append(f"the section of {version} must have '### Rules' and then '### Software'; it has {list(notes)}")
    found += [f"'### {heading}' of {version} is empty: write '- none'" for heading, text in notes.items() if not text]
    if _git(root, "status", "--porcelain", "--untracked-files=no"):
        found.append("there are changes that are not committed")
    tags = [tag[1:] for tag in _git(root, "tag", "--list", "v*").split() if re.fullmatch(r"v\d+\.\d+\.\d+", tag)]
    if later := [tag for tag in tags if _numbers(tag) >= _numbers(version)]:
        found.append(f"{version} must be later than {max(later, key=_numbers)}, which is tagged")
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if not project.get("urls"):
        found.append("pyproject.toml names no address of the project: [project.urls]")
    return found


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def release(root: Path, version: str, day: str, checks: Sequence[Sequence[str]] = CHECKS) -> str:
    """Do it; the tag. If a check fails, the files are as they were."""
    texts = changes(root, version, day)
    before = {path: path.read_bytes() for path in texts}
    notes = notes_of(texts[root / CHANGELOG], version)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    try:
        for command in checks:
            subprocess.run(command, cwd=root, check=True)
    except BaseException:
        for path, content in before.items():
            path.write_bytes(content)
        raise
    _git(root, "commit", "--quiet", "--message", f"Release {version}", "--", *map(str, texts))
    told = "\n\n".join(f"{heading}\n{text}" for heading, text in notes.items())
    _git(root, "tag", "--annotate", f"v{version}", "--cleanup=whitespace", "--message", f"marne {version}\n\n{told}")
    return f"v{version}"


def main() -> None:
    """Say it, or do it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--do", action="store_true", help="really release")
    do = parser.parse_args().do
    version = pending((ROOT / CHANGELOG).read_text(encoding="utf-8"))
    day = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    against = refusals(ROOT, version)
    for reason in against:
        print(f"! {reason}")
    if do and not against:
        print(f"released as {release(ROOT, version, day)}; dist/ has the wheel. Send branch and tag where they belong.")
        return
    if version:
        changed = ", ".join(path.relative_to(ROOT).as_posix() for path in changes(ROOT, version, day))
        steps = [f"write {version} ({day}) into {changed}", *(" ".join(each) for each in CHECKS)]
        print("\n".join(f"  would {step}" for step in (*steps, "commit", f"tag v{version} with the section:")))
        for heading, text in notes_of((ROOT / CHANGELOG).read_text(encoding="utf-8"), version).items():
            print(f"    {heading}: {sum(line.startswith('- ') for line in text.splitlines())} entries")
    if do:
        sys.exit("nothing was released")
    print("Nothing was changed. `make release DO=1` does it." if not against else "Nothing was changed.")


if __name__ == "__main__":
    main()
