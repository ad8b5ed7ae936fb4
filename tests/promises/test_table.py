"""The table itself: every row is kept by a test, in every game that is registered."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from marne.games import DATA_SETS
from promises.table import AXES, KEPT, ROWS

pytest_plugins = ("pytester",)
HERE = Path(__file__).parent
ELSEWHERE = (
    "cli.test_typing",
    "table.test_key",
    "test_face",
    "test_library",
    "test_new_game",
    "test_site",
    "test_wheel",
)
"""Modules outside this folder whose tests keep promises."""

for name in (*(f"promises.{path.stem}" for path in sorted(HERE.glob("test_*.py"))), *ELSEWHERE):
    import_module(name)


def test_every_promise_is_kept_by_a_test() -> None:
    assert sorted({kept.row for kept in KEPT}) == sorted(ROWS)


def test_every_game_is_in_every_row() -> None:
    """By being registered. What can't hold says why, and says it of a cell that is there."""
    assert set(AXES["game"]) == set(DATA_SETS)
    for kept in KEPT:
        assert all(kept.but.values()), f"{kept.test}: a cell without a reason"
        each = ROWS[kept.row].each
        if each != "once":
            games = {cell.partition("-")[0] for cell in (*kept.cells, *kept.but)}
            assert games >= set(DATA_SETS), kept.test
            assert len(kept.cells) + len(kept.but) == len(AXES[each]), f"{kept.test}: a reason for a cell that is gone"


def test_all_scenarios_of_both_editions_in_both_languages() -> None:
    """20 scenarios, those of Grand Illusion in two editions."""
    ours = [
        cell
        for cell in AXES["reading"]
        if cell[0] in ("brigade1914", "grand_illusion", "nach_paris", "schlieffens_war")
    ]
    assert len({(game, scenario) for game, scenario, _, _ in ours}) == 20
    assert {edition for game, _, edition, _ in ours if game == "grand_illusion"} == {"english", "spanish"}
    assert {language for *_, language in ours} >= {"en", "es"}
    assert len(ours) >= 2 * (20 + 3)


def test_a_cell_that_is_skipped_fails(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers = promise(row)")
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.promise("data")
        @pytest.mark.parametrize("game", ["kept", "skipped"])
        def test_promise(game):
            if game == "skipped":
                pytest.skip("not today")

        @pytest.mark.promise("data")
        @pytest.mark.skipif(True, reason="never")
        def test_marked(): ...

        def test_other():
            pytest.skip("may be")
        """
    )
    ran = pytester.runpytest("-p", "promises.strict", "-p", "no:xdist", "-p", "no:cacheprovider")
    ran.assert_outcomes(passed=1, failed=1, errors=1, skipped=1)
    ran.stdout.fnmatch_lines(["*a promise is not skipped*not today*"])
