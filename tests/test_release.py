"""Releases: a dry run by default, refusals in words, and files for whoever hosts the project."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from copies import ROOT
from marne import __version__
from scripts import release as releases

DAY = "2026-11-16"
URLS = '\n[project.urls]\nRepository = "https://marne.example/"\n'


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A repository of its own, ready for a release."""
    for name in (releases.CHANGELOG, releases.PACKAGE, releases.CITATION, "pyproject.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    project = tmp_path / "pyproject.toml"
    if "[project.urls]" not in project.read_text(encoding="utf-8"):
        project.write_text(project.read_text(encoding="utf-8") + URLS, encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(
        "# Log\n\n## 9.1.0 (unreleased)\n\n### Rules\n- 3.1 changed\n\n### Software\n- faster\n\n## 9.0.0 (old)\n",
        encoding="utf-8",
    )
    git(tmp_path, "init", "--quiet")
    for name, text in (("user.name", "tests"), ("user.email", "tests@marne.example")):
        git(tmp_path, "config", name, text)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    return tmp_path


def test_a_release_is_written_checked_committed_and_tagged(copy: Path) -> None:
    assert releases.refusals(copy, "9.1.0") == []
    seen = copy / "seen"
    check = (sys.executable, "-c", f"import shutil; shutil.copy('{releases.PACKAGE}', '{seen.name}')")
    assert releases.release(copy, "9.1.0", DAY, [check]) == "v9.1.0"
    assert '__version__ = "9.1.0"' in seen.read_text(encoding="utf-8"), "what is checked is what is released"
    assert f"## 9.1.0 ({DAY})" in git(copy, "show", "v9.1.0:CHANGELOG.md")
    cited = yaml.safe_load(git(copy, "show", "v9.1.0:CITATION.cff"))
    assert (cited["version"], str(cited["date-released"])) == ("9.1.0", DAY)
    told = git(copy, "tag", "--list", "--format=%(contents)", "v9.1.0")
    assert re.search(r"Rules\n- 3\.1 changed\n\nSoftware\n- faster", told)
    assert git(copy, "status", "--porcelain", "--untracked-files=no") == ""


def test_a_failed_check_leaves_everything_as_it_was(copy: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        releases.release(copy, "9.1.0", DAY, [(sys.executable, "-c", "raise SystemExit(1)")])
    assert git(copy, "status", "--porcelain") == git(copy, "tag") == ""
    assert git(copy, "log", "--format=%s").split() == ["first"]


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("### Rules\n", "### Things\n", "must have '### Rules'"),
        ("- faster", "", "'### Software' of 9.1.0 is empty"),
        ("9.1.0 (unreleased)", "9.1.0 (soon)", "no section"),
    ],
)
def test_rules_and_software_stand_apart(copy: Path, before: str, after: str, why: str) -> None:
    path = copy / "CHANGELOG.md"
    path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    git(copy, "commit", "--all", "--quiet", "--message", "changed")
    (refused,) = releases.refusals(copy, releases.pending(path.read_text(encoding="utf-8")))
    assert why in refused


def test_what_is_not_committed_tagged_already_or_without_an_address_is_refused(copy: Path) -> None:
    git(copy, "tag", "v9.10.0")
    project = copy / "pyproject.toml"
    project.write_text(re.sub(r"\[project\.urls\]\n.*\n", "", project.read_text(encoding="utf-8")), encoding="utf-8")
    assert [why.split(":")[0] for why in releases.refusals(copy, "9.1.0")] == [
        "there are changes that are not committed",
        "9.1.0 must be later than 9.10.0, which is tagged",
        "pyproject.toml names no address of the project",
    ]


def test_without_do_nothing_changes() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: nothing can be released from here")
    status = ("status", "--porcelain", "--untracked-files=no")
    before = git(ROOT, *status), git(ROOT, "tag")
    run = subprocess.run(
        [sys.executable, "-m", "scripts.release"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "Nothing was changed." in run.stdout
    assert (git(ROOT, *status), git(ROOT, "tag")) == before


# -- files for the host


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_ci_runs_what_people_run() -> None:
    steps = read(".github/workflows/test.yml")["jobs"]["test"]["steps"]
    commands = [step["run"] for step in steps if "run" in step]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = [command.split()[1] for command in commands if command.startswith("make ")]
    assert targets == ["test", "wheel"]
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_hooks_are_those_of_make_lint() -> None:
    (local,) = read(".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for said, meant in (("$(BIN)", ".venv/bin"), ("$(NPM)", "npm"), (" --check", "")):
        makefile = makefile.replace(said, meant)
    assert [hook["id"] for hook in local["hooks"] if hook["entry"] not in makefile] == []


def test_the_citation_is_of_this_version() -> None:
    cited = read("CITATION.cff")
    assert (cited["version"], cited["license"], cited["cff-version"]) == (__version__, "MIT", "1.2.0")


def test_issue_forms_ask_for_something() -> None:
    forms = [path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"]
    assert len(forms) == 3
    for path in forms:
        form = read(path.relative_to(ROOT).as_posix())
        ids = [part["id"] for part in form["body"]]
        assert form["name"] and form["description"] and len(ids) == len(set(ids)) >= 3, path.name  # noqa: PT018
        asked = {key for part in form["body"] for key in part["attributes"]}
        assert asked <= {"label", "description", "placeholder", "render"}, path.name
        assert any(part.get("validations", {}).get("required") for part in form["body"])


def test_no_address_of_a_registry_and_no_secret_stands_in_them() -> None:
    names = [".github", ".pre-commit-config.yaml", "CITATION.cff", "pyproject.toml", "constraints.txt", "Makefile"]
    files = [path for name in names for path in ((ROOT / name).rglob("*") if (ROOT / name).is_dir() else [ROOT / name])]
    told = re.compile(r"pypi\.org|pythonhosted|npmjs|index-url|secrets\.")
    assert [path.name for path in files if path.is_file() and told.search(path.read_text(encoding="utf-8"))] == []
