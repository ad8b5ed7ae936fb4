"""Every command with right and wrong arguments: what a person did wrong ends with one line and exit code 2.

Each command of the app has its rows here; a new one without rows fails.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest
import typer

from marne.atlas.board_data import board_directory
from marne.cli import app, main
from marne.engine import Setting, check_setting, find_game, record_of
from marne.lab.play import play_seeded
from marne.table.store.migrate import migrate
from promises.commands import GAMES
from promises.table import promised

USAGE = "Usage: "
"""What the parser of options itself says: how the command is used, and one message in a box."""

MAPS = tuple(game for game in GAMES if board_directory(game).joinpath("georef.toml").is_file())
"""Games with a printed map; the others have nothing to draw."""

RIGHT: dict[str, tuple[str, ...]] = {
    "games": ("", "--names"),
    "version": ("",),
    "replay": ("RECORD", "RECORD --quiet --to 5 --language es"),
    "verify": ("RECORD",),
    "repair": ("RECORD", "RECORD --write NEW"),
    "record": ("RECORD", "RECORD --plot NEW"),
    "analyse": ("RECORD --playouts 1 --no-proposals",),
    "case": ("CASE --quiet",),
    "play": tuple(f"{game} --seed 1 --language es" for game in GAMES),
    "learn": ("schlieffens_war", "schlieffens_war march --language es"),
    "outline": GAMES,
    "data check": tuple(f"--game {game}" for game in GAMES),
    "data export": tuple(f"{game} NEW" for game in GAMES),
    "board": tuple(f"{game} --svg NEW --layers paper" for game in MAPS),
    "auto": ("schlieffens_war --scenario frontiers --games 1",),
    "duel": ("schlieffens_war random random --scenario frontiers --games 2",),
    "backup": ("NEW --database sqlite:///DATABASE",),
    "restore": ("DATABASE --database sqlite:///NEW",),
    "archive": ("NEW --database sqlite:///DATABASE",),
    "prune": ("--database sqlite:///DATABASE",),
    "revalidate": ("--database sqlite:///DATABASE",),
}
"""Rows that end well. Words in capitals are files."""

ELSEWHERE = {
    "serve": "tests/table and tests/browser start it; what is wrong is found before it starts",
    "report": "needs pyarrow; tests/lab shows it where that is installed",
    "train": "plays games for minutes; tests/lab shows it",
}
"""Commands that end well in other tests, with the reason."""

FILES = ("missing", "DIRECTORY", "TEXT", "BYTES")
"""Files that are no record."""
DATABASES = (
    "nonsense",
    "mysql://somebody@localhost/x",
    "sqlite:///DIRECTORY",
    "sqlite:///DIRECTORY/missing/x.sqlite",
    "sqlite:///TEXT",
    "postgresql://somebody@127.0.0.1:1/x",
)

WRONG: dict[str, tuple[str, ...]] = {
    "games": ("--nonsense", "extra"),
    "version": ("extra",),
    "replay": (*FILES, "", "RECORD --language xx", "RECORD --to soon"),
    "verify": (*FILES, ""),
    "repair": (*FILES, "", "RECORD --write RECORD"),
    "record": (*FILES, "", "RECORD --plot DIRECTORY"),
    "analyse": (*FILES, "", "RECORD --playouts 0", "RECORD --language xx"),
    "case": (*FILES, ""),
    "play": (
        "",
        "chess",
        *(f"{game} --scenario none" for game in GAMES),
        *(f"{game} --edition none" for game in GAMES),
        *(f"{game} --option none" for game in GAMES),
        *(f"{game} --option none=none" for game in GAMES),
        *(f"{game} --computer nobody=staff" for game in GAMES),
        *(f"{game} --computer {find_game(game).seats[0]}=nobody" for game in GAMES),
        "schlieffens_war --seed soon",
        "schlieffens_war --language xx",
        "schlieffens_war --data missing",
    ),
    "learn": ("chess", "schlieffens_war nothing", "schlieffens_war --language xx"),
    "outline": ("chess", ""),
    "data check": ("missing", "DIRECTORY", "--game chess"),
    "data export": ("chess NEW", "schlieffens_war FULL", "schlieffens_war TEXT", "schlieffens_war"),
    "board": (
        "chess --svg NEW",
        *(f"{game} --svg NEW" for game in GAMES if game not in MAPS),
        *(f"{game} --png NEW" for game in GAMES if game not in MAPS),
        "schlieffens_war",
        "schlieffens_war --svg DIRECTORY --layers paper",
        "schlieffens_war --svg NEW --layers clouds",
        "schlieffens_war --svg NEW --theme dusk",
        "schlieffens_war --png NEW --width 0",
        "schlieffens_war --png NEW --width -5",
        "schlieffens_war --svg NEW --data missing",
    ),
    "auto": (
        "chess",
        *(f"{game} --scenario none" for game in GAMES),
        *(f"{game} --players random" for game in GAMES),
        *(f"{game} --players random,nobody" for game in GAMES),
        "schlieffens_war --games 0",
        "schlieffens_war --resume",
        "schlieffens_war --scenario frontiers --games 1 --json DIRECTORY",
        "schlieffens_war --scenario frontiers --games 1 --records TEXT",
        "schlieffens_war --data missing",
    ),
    "duel": (
        "chess random random",
        "schlieffens_war random",
        "schlieffens_war random nobody",
        "schlieffens_war random random --by luck",
        "schlieffens_war random random --for fun",
        "schlieffens_war random random --h0 2",
        "schlieffens_war random random --h0 0.5 --h1 0.5",
    ),
    "report": ("missing", "DIRECTORY", "TEXT"),
    "train": ("chess", "grand_illusion --scenario none", "grand_illusion --games 1", "grand_illusion --samples TEXT"),
    "backup": ("DATABASE --database sqlite:///DATABASE", *(f"NEW --database {each}" for each in DATABASES)),
    "restore": ("missing", "TEXT --database sqlite:///NEW", "DATABASE --database nonsense"),
    "archive": ("NEW --days -1", *(f"NEW --database {each}" for each in DATABASES)),
    "prune": ("--days -1", *(f"--database {each}" for each in DATABASES)),
    "revalidate": ("extra", *(f"--database {each}" for each in DATABASES)),
    "serve": (
        "--port 99999",
        "--port soon",
        "--host no.such.host.invalid",
        "--workers 0",
        "--workers 2",
        "--data missing",
        "--key DIRECTORY --database sqlite:///DATABASE",
        *(f"--database {each}" for each in DATABASES),
    ),
}
"""Rows that are refused."""


def commands(of: typer.Typer = app, before: str = "") -> Iterator[str]:
    """Every command of the app, by its words."""
    for one in of.registered_commands:
        assert one.callback is not None
        yield before + (one.name or one.callback.__name__.replace("_", "-"))
    for group in of.registered_groups:
        assert group.typer_instance is not None
        yield from commands(group.typer_instance, f"{before}{group.name} ")


@promised("commands")
def test_every_command_has_its_rows() -> None:
    found = sorted(commands())
    assert found == sorted({*RIGHT, *ELSEWHERE})
    assert found == sorted(WRONG)
    assert not RIGHT.keys() & ELSEWHERE.keys()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game that is over."""
    game = find_game("training")
    file = tmp_path_factory.mktemp("record") / "game.txt"
    match = play_seeded(game, check_setting(game, Setting("meeting")), ("random", "random"), 1)
    file.write_text(record_of(match), encoding="utf-8")
    return str(file)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database."""
    file = tmp_path_factory.mktemp("database") / "tables.sqlite"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def files(tmp_path: Path, record: str, database: Path) -> dict[str, str]:
    """What the words in capitals stand for."""
    (tmp_path / "directory").mkdir()
    (tmp_path / "text.txt").write_text("dear friend, this is a letter\nand no record\n", encoding="utf-8")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/text.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "bytes").write_bytes(bytes(range(128, 256)))
    copy(database, tmp_path / "tables.sqlite")
    found = {"DIRECTORY": "directory", "TEXT": "text.txt", "BYTES": "bytes", "NEW": "new", "FULL": "full"}
    case = next((Path(__file__).parents[1] / "cases/training").rglob("*.toml"))
    return {
        **{word: str(tmp_path / name) for word, name in found.items()},
        "DATABASE": str(tmp_path / "tables.sqlite"),
        "RECORD": record,
        "CASE": str(case),
    }


def run(words: str, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> int:
    """`marne …` as typed, with nothing more to read; its exit code."""
    for word, path in files.items():
        words = words.replace(word, path)
    monkeypatch.setattr(sys, "argv", ["marne", *words.split()])
    monkeypatch.setattr("builtins.input", lambda prompt="": (_ for _ in ()).throw(EOFError))
    monkeypatch.setenv("XDG_DATA_HOME", str(Path(files["NEW"]).parent))
    monkeypatch.setenv("MARNE_DATA", "")
    monkeypatch.delenv("MARNE_DATA")
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


@promised("commands")
@pytest.mark.parametrize("words", [f"{name} {row}".strip() for name, rows in RIGHT.items() for row in rows])
def test_right_words_end_well(
    words: str, files: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(words, files, monkeypatch)
    told = capsys.readouterr()
    assert code == 0, told.err
    assert told.out


@promised("commands")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("replay RECORD --quiet --to 1", "1 answer, "),
        ("replay RECORD --quiet --to 2", "2 answers, "),
        ("duel schlieffens_war random random --scenario frontiers --games 2", "1 pair, "),
        ("auto schlieffens_war --scenario frontiers --games 1", "1 game of "),
    ],
)
def test_what_a_command_counts_agrees(
    words: str, told: str, files: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words, files, monkeypatch) == 0
    assert told in capsys.readouterr().out


@promised("commands")
@pytest.mark.parametrize("words", [f"{name} {row}".strip() for name, rows in WRONG.items() for row in rows])
def test_wrong_words_end_with_one_line(
    words: str, files: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words, files, monkeypatch) == 2
    assert_one_line(capsys)
    assert not Path(files["NEW"]).exists()
    assert Path(files["TEXT"]).read_text(encoding="utf-8").startswith("dear friend, this is a letter\nand")


def assert_one_line(capsys: pytest.CaptureFixture[str]) -> str:
    """One line says what is wrong; the parser of options adds how the command is used."""
    told = capsys.readouterr()
    text = (told.err or told.out).strip()
    assert text
    assert USAGE in text or len(text.splitlines()) == 1, text
    assert "Traceback" not in told.err
    return text


@promised("commands")
@pytest.mark.parametrize(
    ("words", "module", "extra"),
    [
        ("board schlieffens_war --png NEW --layers paper", "resvg_py", "marne[atlas]"),
        ("auto schlieffens_war --scenario frontiers --games 1 --out NEW", "pyarrow", "marne[lab]"),
        ("auto schlieffens_war --scenario frontiers --games 1 --cluster ray://x", "ray", "marne[cluster]"),
        *(
            (f"{command} --database postgresql://somebody@127.0.0.1:1/x", "psycopg", "marne[postgres]")
            for command in ("serve", "archive NEW", "prune", "revalidate")
        ),
    ],
)
def test_a_missing_extra_is_named(
    words: str,
    module: str,
    extra: str,
    files: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in [name for name in sys.modules if name.startswith(f"{module}.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    assert run(words, files, monkeypatch) == 2
    assert f"pip install '{extra}'" in assert_one_line(capsys)
    assert not Path(files["NEW"]).exists()
