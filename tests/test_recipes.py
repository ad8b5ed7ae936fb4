"""CONTRIBUTING's recipes for a scenario and a language, followed in a copy of the repository: data files alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from copies import copied, run

NAME = "schlieffens_war"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Steps 1 and 2: the scenario's own file, made from another one, and its title in Spanish."""
    root = copied(tmp_path_factory.mktemp("repository"))
    data = root / "src/marne/games" / NAME / "data"
    new = shutil.copy(data / "scenarios/frontiers.toml", data / "scenarios/sambre.toml")
    text = Path(new).read_text(encoding="utf-8")
    changed = text.replace('title = "The Battle of the Frontiers"', 'title = "The Sambre"')
    changed = changed.replace("\nturns = 4\n", "\nturns = 5\n")
    assert changed.count("The Sambre") == changed.count("\nturns = 5\n") == 1
    Path(new).write_text(changed, encoding="utf-8")
    words = data / "setting.es.toml"
    spanish = words.read_text(encoding="utf-8").replace("\n[seats]", 'sambre = "El Sambre"\n\n[seats]', 1)
    words.write_text(spanish, encoding="utf-8")
    return root


def test_its_data_is_sound(copy: Path) -> None:
    checked = run(copy, "-m", "marne.cli", "data", "check", "--game", NAME)
    assert checked.returncode == 0, checked.stdout


PLAYED = """
from marne.engine import Setting
from marne.games.schlieffens_war.game import GAME
from marne.lab.play import play_seeded

match = play_seeded(GAME, Setting("sambre"), ("staff", "staff"), 1)
print(match.over, match.position.board.turn, [scenario.title for scenario in GAME.scenarios])
"""


def test_it_is_played_to_its_end(copy: Path) -> None:
    played = run(copy, "-c", PLAYED)
    titles = ["The Campaign of 1914", "The Battle of the Frontiers", "The Sambre"]
    assert played.stdout == f"True 5 {titles}\n", played.stderr


@pytest.mark.slow
def test_the_tests_of_every_game_take_it_up(copy: Path) -> None:
    assert run(copy, "-m", "scripts.playthroughs", NAME).returncode == 0
    golden = copy / f"tests/playthroughs/{NAME}-sambre.txt"
    assert golden.read_text(encoding="utf-8").startswith("# schlieffens_war: sambre")
    files = ("tests/games/test_every_game.py", "tests/games/test_spanish.py")
    chosen = "sambre or (schlieffens_war and chosen_before)"
    tested = run(copy, "-m", "pytest", "-p", "no:cacheprovider", *files, "-k", chosen)
    assert tested.returncode == 0, tested.stdout[-3000:]


def test_a_language_is_the_files_that_are_there(tmp_path: Path) -> None:
    """Beside each Spanish file one of the new language: no code is touched, and the game speaks it."""
    root = copied(tmp_path / "repository")
    spanish = [path for path in (root / "src/marne").rglob("*.es.*") if path.is_file()]
    assert {path.suffix for path in spanish} == {".toml", ".csv", ".md"}
    for path in spanish:
        shutil.copy(path, path.with_name(path.name.replace(".es.", ".fr.")))
    computers = ("--computer", "german=random", "--computer", "entente=random")
    words = ("play", NAME, "--scenario", "frontiers", "--seed", "1", *computers, "--language")
    french = run(root, "-m", "marne.cli", *words, "fr")
    assert french.returncode == 0, french.stderr
    assert french.stdout == run(root, "-m", "marne.cli", *words, "es").stdout
    assert french.stdout != run(root, "-m", "marne.cli", *words, "en").stdout
    refused = run(root, "-m", "marne.cli", *words, "pt")
    assert refused.returncode != 0
