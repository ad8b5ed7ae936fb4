"""`--data DIR` reaches the drawing: what a person corrects is what the rules read and the picture shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from marne.atlas.board_data import BoardError, board_directory, load_game_board
from marne.engine import MarneError
from marne.games import DataSets
from marne.tables.dataset import DATA_VARIABLE


@pytest.mark.parametrize("game", ["schlieffens_war", "grand_illusion", "nach_paris"])
def test_a_corrected_place_is_drawn(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (board_directory(game) / "places.csv").read_text(encoding="utf-8")
    (tmp_path / "board").mkdir()
    (tmp_path / "board/places.csv").write_text(text.replace("Maubeuge", "Malbodium"), encoding="utf-8")
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    names = {place.name for place in load_game_board(game).places}
    assert "Malbodium" in names
    assert "Maubeuge" not in names


def test_a_directory_of_another_game_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board/places.csv").write_text("nonsense", encoding="utf-8")
    (tmp_path / "exported.toml").write_text('game = "nach_paris"\n', encoding="utf-8")
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert load_game_board("grand_illusion").places


def test_files_of_a_board_beside_the_folder_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "places.csv").write_text("nonsense", encoding="utf-8")
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    with pytest.raises(BoardError, match=r"places\.csv would be ignored here; the files of a board go into board/"):
        load_game_board("nach_paris")


def test_a_directory_without_a_file_of_the_game_is_refused(tmp_path: Path) -> None:
    data_set = DataSets()["nach_paris"]
    with pytest.raises(MarneError, match="no file of nach_paris, expected one of"):
        data_set.replaced_by(tmp_path)
    (tmp_path / "board").mkdir()
    (tmp_path / "board/camps.csv").write_bytes((data_set.directory / "board/camps.csv").read_bytes())
    assert data_set.replaced_by(tmp_path) == ["board/camps.csv"]
    (tmp_path / "exported.toml").write_text('game = "grand_illusion"\n', encoding="utf-8")
    with pytest.raises(MarneError, match="these are files of grand_illusion, not of nach_paris"):
        data_set.replaced_by(tmp_path)
