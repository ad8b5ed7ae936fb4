"""Directories with a loader of their own, sidecars of their own, and the directory that `--data` chose."""

from __future__ import annotations

import csv
import dataclasses
import shutil
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, NamedTuple

import pytest

from marne.engine import MarneError
from marne.tables import (
    DataError,
    DataSet,
    Origin,
    Problem,
    Ref,
    counts,
    csv_rows,
    export,
    folder,
    load_rows,
    toml_record,
)
from marne.tables.dataset import chosen_directory
from marne.tables.folder import Folder
from tables.sample_game import DATA_SET, HERE, HEXES, UNITS


@dataclasses.dataclass(frozen=True)
class Board:
    hexes: tuple[str, ...]
    title: str


def load_board(directory: Traversable) -> Board:
    """The board, in files of its own form."""
    with (directory / "hexes.csv").open("r", encoding="utf-8") as file:
        hexes = tuple(row["hex"] for row in csv.DictReader(file))
    if len(set(hexes)) < len(hexes):
        raise ValueError("a hex twice")
    return Board(hexes, (directory / "title.txt").read_text(encoding="utf-8").strip())


BOARD = folder("board", load_board)


@dataclasses.dataclass(frozen=True)
class TownRow:
    town: str
    hex: Annotated[str, Ref("board/*", "hexes")]
    size: int = 1


@dataclasses.dataclass(frozen=True)
class Lists:
    towns: dict[str, int]


class ListedRow(NamedTuple):
    town: Annotated[str, Ref("lists.toml", "towns")]


@pytest.fixture
def game(tmp_path: Path) -> DataSet:
    board = tmp_path / "data/board"
    board.mkdir(parents=True)
    (board / "origins.toml").write_text('[map]\norigin = "stated"\nwhy = "2.3"\n')
    (board / "hexes.csv").write_text("hex,ground,origin,origins\n11,x,map,ground=inferred so\n12,y,map,\n")
    (board / "touch.csv").write_text("a,b,rule,note\n11,12,4.1,an example\n")
    (board / "title.txt").write_text("The board\n")
    (tmp_path / "data/rules.csv").write_text("number\n2.3\n")
    return DataSet("boarded", tmp_path / "data", (BOARD,), beside=("rules.csv",), rules=("2.3", "4.1"))


def test_a_folder_is_loaded_counted_and_exported(game: DataSet, tmp_path: Path) -> None:
    assert game.check() == []
    data = game.load()
    assert data[BOARD] == Board(("11", "12"), "The board")
    assert counts(data)["board/*"] == {
        Origin.STATED: 3 + 3,
        Origin.PUBLIC: 0,
        Origin.INFERRED: 1,
        Origin.RECONSTRUCTED: 0,
        Origin.HOUSE: 0,
    }
    names = export(game, tmp_path / "out")
    assert "board/hexes.csv" in names
    assert "rules.csv" not in names
    assert "The board, in files of its own form." in (tmp_path / "out/README.md").read_text()
    assert BOARD.keys(data[BOARD], "hexes") == {"11", "12"}


def test_a_user_replaces_one_file_of_a_folder(game: DataSet, tmp_path: Path) -> None:
    mine = tmp_path / "mine/board"
    mine.mkdir(parents=True)
    (mine / "hexes.csv").write_text("hex,origin\n13,map\n")
    assert game.load(tmp_path / "mine")[BOARD] == Board(("13",), "The board")
    assert game.fingerprint(tmp_path / "mine") != game.fingerprint()
    (tmp_path / "mine/rules.csv").write_text("number\n")
    assert [problem.file for problem in game.check(tmp_path / "mine")] == ["rules.csv"]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        (
            "hexes.csv",
            "hex,origin\n11,mapp\n",
            "hexes.csv, line 2, row 11, column origin: found 'mapp', expected",
        ),
        (
            "hexes.csv",
            "hex,origin,origins\n11,map,x=map\n",
            "column origins: found 'x', expected a column of this file",
        ),
        ("hexes.csv", "hex\n11\n", "board/hexes.csv, column origin: found no such column, expected a column origin"),
        ("hexes.csv", "hex,origin\n11\n", "board/hexes.csv, line 2: found 1 cells, expected 2 cells"),
        ("hexes.csv", "hex,origin\n11,map\n11,map\n", "board: found a hex twice, expected files that fit together"),
        ("touch.csv", "a,rule\n11,9.9\n", "column why: found '9.9', expected a number of the game's rule index"),
        ("origins.toml", "[map\n", "board/origins.toml: found a mistake"),
    ],
)
def test_refused(game: DataSet, name: str, content: str, expected: str) -> None:
    (game.directory / "board" / name).write_text(content)
    problems = [str(problem) for problem in game.check()]
    assert any(expected in problem for problem in problems), problems


def test_a_file_that_the_loader_misses(game: DataSet) -> None:
    (game.directory / "board/title.txt").unlink()
    (problem,) = game.check()
    assert problem.file == "board"
    assert "title.txt" in problem.found
    (game.directory / "board/touch.csv").write_bytes(b"\xff")
    assert game.check() == [Problem("board/touch.csv", "UTF-8 text", "the byte 0xff", 1)]


def test_folder_as_a_directory() -> None:
    files = Folder("board", {"b.csv": b"x\r\ny", "a.csv": b""})
    assert files.name == "board"
    assert files.is_dir()
    assert not files.is_file()
    assert [(item.name, item.is_file()) for item in files.iterdir()] == [("a.csv", True), ("b.csv", True)]
    assert files.joinpath("b.csv").read_text() == "x\ny"
    assert (files / "b.csv").open("rb").read() == b"x\r\ny"
    missing = files / "c.csv"
    assert not missing.is_file()
    assert not missing.is_dir()
    with pytest.raises(FileNotFoundError, match=r"c.csv"):
        missing.read_bytes()


def test_the_nearest_origins_hold_for_a_file_by_itself(tmp_path: Path) -> None:
    shutil.copytree(HERE / "data", tmp_path / "data")
    (tmp_path / "data/board").mkdir()
    (tmp_path / "data/hexes.csv").rename(tmp_path / "data/board/hexes.csv")
    row_type = HEXES.kind
    assert load_rows(tmp_path / "data/board/hexes.csv", row_type).claim("0102").key == "relief"
    (tmp_path / "data/board/origins.toml").write_text('[other]\norigin = "stated"\nwhy = "2.3"\n')
    with pytest.raises(DataError, match=r"a key of origins.toml: other"):
        load_rows(tmp_path / "data/board/hexes.csv", row_type)


def test_the_chosen_directory_replaces_files_wherever_data_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (HERE / "data/units.csv").read_text("utf-8")
    (tmp_path / "units.csv").write_text(text.replace("I,german,5", "I,german,9"), "utf-8")
    monkeypatch.setenv("MARNE_DATA", str(tmp_path))
    assert DATA_SET.load()[UNITS].by_key["I"].strength == 9
    (tmp_path / "exported.toml").write_text('game = "sample"\n')
    assert DATA_SET.load()[UNITS].by_key["I"].strength == 9
    (tmp_path / "exported.toml").write_text('game = "another"\n')
    assert chosen_directory("sample") is None
    assert DATA_SET.load()[UNITS].by_key["I"].strength == 5


def test_an_error_of_the_data_is_one_that_the_command_line_shows() -> None:
    assert issubclass(DataError, MarneError)


def test_a_reference_may_name_a_field_of_a_record_or_of_a_folder(game: DataSet) -> None:
    towns = csv_rows("towns.csv", TownRow)
    (game.directory / "towns.csv").write_text("town,hex,origin\nMons,11,stated 2.3\nLiège,19,stated 2.3\n", "utf-8")
    (problem,) = dataclasses.replace(game, files=(BOARD, towns)).check()
    assert (problem.line, problem.expected) == (3, "a key of board/*, column hexes")
    assert dataclasses.replace(game, files=(BOARD, towns)).examine()[0][towns][0] == TownRow("Mons", "11", 1)
    (game.directory / "lists.toml").write_text('origin = "stated 2.3"\n[towns]\nMons = 1\n')
    files = (BOARD, toml_record("lists.toml", Lists), csv_rows("towns.csv", ListedRow))
    (game.directory / "towns.csv").write_text("town,origin\nMons,stated 2.3\nDinant,stated 2.3\n")
    (problem,) = dataclasses.replace(game, files=files).check()
    assert (problem.line, problem.expected) == (3, "a key of lists.toml, column towns")
    export(dataclasses.replace(game, files=files), game.directory.parent / "lists")
    assert "| `towns` | for each name a whole number |" in (game.directory.parent / "lists/README.md").read_text()


def test_a_loader_may_name_the_place_itself(game: DataSet) -> None:
    place = Problem("board/hexes.csv", "a coast", "none", 2, "11", "ground")

    def load(directory: Traversable) -> Board:
        raise DataError([place])

    assert dataclasses.replace(game, files=(folder("board", load),)).check() == [place]
