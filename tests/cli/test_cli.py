"""The command line: what it prints, and for bad input one clear message, exit code 2, nothing changed on disk."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.support import part, whole
from marne import __version__
from marne.cli import main
from marne.engine import record_of

CASES = Path(__file__).parent.parent / "cases" / "training"
TEXT = record_of(whole(1))

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line: exit code, output, errors."""

    def run_it(*words: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["marne", *map(str, words)])
        with pytest.raises(SystemExit) as caught:
            main()
        captured = capsys.readouterr()
        code = caught.value.code
        return (code if isinstance(code, int) else 0), captured.out, captured.err

    return run_it


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A whole game in a file."""
    path = tmp_path / "game.marne"
    path.write_text(TEXT, encoding="utf-8")
    return path


def files(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(directory.rglob("*")) if path.is_file()}


def test_games(run: Run) -> None:
    code, out, _ = run("games", "--names")
    assert code == 0
    assert "training" in out.splitlines()


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"marne {__version__}\n", "")
    assert run("version") == (0, f"{__version__}\n", "")


def test_replay(run: Run, record: Path) -> None:
    code, out, err = run("replay", record)
    assert (code, err) == (0, "")
    assert "\n    T4.1  " in out.replace("        T4.1", "    T4.1")
    assert f"{len(whole(1).log)} answers, over: " in out
    code, out, _ = run("replay", record, "--to", "5", "--quiet")
    assert code == 0
    assert out.startswith("5 answers, ")
    code, out, _ = run("replay", record, "--language", "es")
    assert " va a " in out


def test_verify(run: Run, record: Path) -> None:
    code, out, err = run("verify", record)
    assert (code, err) == (0, "")
    assert out.startswith(f"{sum(entry.draw is not None for entry in whole(1).log)} draws, every one as the seed")


def test_verify_says_how_many_draws_were_thrown_away(run: Run, tmp_path: Path) -> None:
    from random import Random

    from engine.support import choose

    match, rng = part(1, 30), Random(2)
    match.go_back(5)
    while not match.over:
        match.play(choose(match, rng))
    path = tmp_path / "game.marne"
    path.write_text(record_of(match), encoding="utf-8")
    code, out, _ = run("verify", path)
    assert code == 0
    assert "thrown away when answers were undone by consent" in out


def test_repair(run: Run, record: Path, tmp_path: Path) -> None:
    code, out, _ = run("repair", record)
    assert code == 0
    assert "answers are legal" in out
    at = TEXT.index("red: done")
    record.write_text(TEXT[:at] + "red: B99" + TEXT[at + 9 :], encoding="utf-8")
    code, _, err = run("repair", record, "--write", tmp_path / "kept.marne")
    assert code == 2
    assert "answers are legal; then line " in err
    code, _, _ = run("replay", tmp_path / "kept.marne")
    assert code == 0
    before = files(tmp_path)
    code, _, err = run("repair", record, "--write", tmp_path / "kept.marne")
    assert code == 2
    assert "exists already" in err
    assert files(tmp_path) == before


def _cut(text: str) -> str:
    return text[: len(text) // 2]


def _swap(text: str) -> str:
    rows = text.splitlines()
    rows[-5], rows[-4] = rows[-4], rows[-5]
    return "\n".join(rows)


BAD: dict[str, Callable[[str], str]] = {
    "truncated": _cut,
    "reordered": _swap,
    "edited": lambda text: text.replace("red: done", "red: B1", 1),
    "another game": lambda text: text.replace("game: training", "game: chess"),
    "another scenario": lambda text: text.replace("scenario: ambush", "scenario: siege"),
    "no record": lambda text: "hello",
    "empty": lambda text: "",
    "a binary": lambda text: "\x00\x01\x02",
}


@pytest.mark.parametrize("command", ["replay", "verify", "repair"])
@pytest.mark.parametrize("kind", BAD)
def test_bad_records(run: Run, tmp_path: Path, command: str, kind: str) -> None:
    path = tmp_path / "bad.marne"
    path.write_text(BAD[kind](TEXT), encoding="utf-8")
    before = files(tmp_path)
    code, _, err = run(command, path)
    assert code == 2
    assert err.strip()
    assert "Traceback" not in err
    assert files(tmp_path) == before


@pytest.mark.parametrize("command", ["replay", "verify", "repair", "case"])
def test_files_that_cannot_be_read(run: Run, tmp_path: Path, command: str) -> None:
    latin = tmp_path / "latin"
    latin.write_bytes(b"marne record 1\ngame: \xe9\n")
    for path in (tmp_path / "none", tmp_path, latin):
        code, _, err = run(command, path)
        assert code == 2
        assert err.strip()
        assert "Traceback" not in err


def test_an_altered_die_is_found(run: Run, record: Path) -> None:
    rows = TEXT.splitlines()
    at = next(place for place, row in enumerate(rows) if row.startswith("1. chance 0: "))
    weather = rows[at].rpartition(" ")[2]
    rows[at] = rows[at].replace(weather, "fog" if weather != "fog" else "dry")
    record.write_text("\n".join(rows), encoding="utf-8")
    code, _, err = run("verify", record)
    assert code == 2
    assert f"line {at + 1}: " in err
    assert f"'{weather}', which the seed gives" in err


def test_cases(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("case", *sorted(CASES.glob("*.toml")))
    assert code == 0
    assert "T6.5  attack on 0503 at 2:1: rolled 6" in out
    assert out.count("expectations hold") == 2
    wrong = tmp_path / "wrong.toml"
    wrong.write_text((CASES / "river.toml").read_text(encoding="utf-8").replace("hand = 1", "hand = 9"))
    code, out, err = run("case", "--quiet", wrong, CASES / "contact.toml")
    assert code == 2
    assert "hand of side 'blue' is 1, expected 9" in err
    assert "contact.toml: " in out, "the others still run"


def test_auto(run: Run, tmp_path: Path) -> None:
    figures, records = tmp_path / "figures.json", tmp_path / "records"
    code, out, _ = run(
        "auto", "training", "--scenario", "ambush", "--games", "4", "--json", figures, "--records", records
    )
    assert code == 0
    assert "4 games of " in out
    assert len(json.loads(figures.read_text())["played"]) == 4
    for path in records.iterdir():
        assert run("verify", path)[0] == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["auto", "chess"], "no game 'chess'"),
        (["auto", "training", "--scenario", "siege"], "no scenario 'siege'"),
        (["auto", "training", "--edition", "third"], "no edition 'third'"),
        (["auto", "training", "--option", "weather"], "expected name=value"),
        (["auto", "training", "--option", "weather=hail"], "no weather 'hail'"),
        (["auto", "training", "--players", "random"], "training has 2 seats: blue, red"),
        (["auto", "training", "--players", "random,genius"], "no player 'genius'"),
        (["auto", "training", "--data", "no/such/place"], "no such directory"),
        (["outline", "chess"], "no game 'chess'"),
        (["auto", "training", "--games", "0"], "--games"),
        (["no-such-command"], "No such command"),
    ],
)
def test_wrong_words(run: Run, words: list[str], message: str) -> None:
    code, _, err = run(*words)
    assert code == 2
    assert message in " ".join(err.split())
    assert "Traceback" not in err


def test_outline(run: Run) -> None:
    code, out, _ = run("outline", "training")
    assert code == 0
    assert "T6.2  Withdraw: T6.2: the defender's reaction" in out


def test_a_finished_game_is_looked_at_again(run: Run, record: Path, tmp_path: Path) -> None:
    code, printed, _ = run("analyse", record)
    assert code == 0
    assert "chances of the" in printed
    assert printed.count("points") > 10
    unfinished = tmp_path / "part.txt"
    unfinished.write_text(record_of(part(1, 5)), encoding="utf-8")
    code, _, errors = run("analyse", unfinished)
    assert code == 2
    assert "not over" in errors
    assert run("analyse", tmp_path / "nothing.txt")[0] == 2
