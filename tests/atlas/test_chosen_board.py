"""`--data DIR` reaches the drawing: what a person corrects is what the rules read and the picture shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from marne.atlas.board_data import board_directory, load_game_board
from marne.tables.dataset import DATA_VARIABLE


def test_a_corrected_place_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (board_directory("grand_illusion") / "places.csv").read_text(encoding="utf-8")
    (tmp_path / "board").mkdir()
    (tmp_path / "board/places.csv").write_text(text.replace("Maubeuge", "Malbodium"), encoding="utf-8")
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    names = {place.name for place in load_game_board("grand_illusion").places}
    assert "Malbodium" in names
    assert "Maubeuge" not in names


def test_a_directory_of_another_game_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board/places.csv").write_text("nonsense", encoding="utf-8")
    (tmp_path / "exported.toml").write_text('game = "nach_paris"\n', encoding="utf-8")
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert load_game_board("grand_illusion").places
