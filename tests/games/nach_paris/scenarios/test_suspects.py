"""What keeps the campaign of two staffs from 1914: the script that switches habits of the staff off."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from games.nach_paris.support import arranged
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import DE, FIGHTING, GERMAN_SIDE
from marne.games.nach_paris.staff.appraisal import Situation
from marne.games.nach_paris.staff.marching import marches
from marne.games.nach_paris.steps import hex_of, label
from scripts import nach_paris_suspects as suspects

BRIGADES = {"11.IB": "U34 SW", "14.IB": "U34 SW", "27.IB": "V33 S", "34.IB": "V33 S", "2.AOK": "U34"}


def looked() -> Situation:
    """A moment before Liège, as the Germans see it."""
    units = {**BRIGADES, "12e.14e-BM": "W35 NE", "8e.10e-BM": "U33 SW"}
    return Situation(arranged("liege", turn=6, side="german", begin="movement", units=units).board, GERMAN_SIDE)


def test_a_habit_is_off_only_while_a_campaign_of_it_is_played() -> None:
    def sent() -> set[str]:
        """From where the brigades attack the Belgians in the open, or where they go without that."""
        places = marches.draw_up(looked(), DE).waiting.values()
        return {label(place.hex) for place in places if FIGHTING >> place.unit & 1}

    plain = sent()
    with ExitStack() as stack:
        suspects.HABITS["marches_first"](stack)
        assert sent() != plain
    assert sent() == plain


@pytest.mark.parametrize("habit", ["no_foes", "best_alone"])
def test_the_field_is_another_one(habit: str) -> None:
    beside = hex_of("U34")
    plain = looked().field
    with ExitStack() as stack:
        suspects.HABITS[habit](stack)
        assert looked().field[beside] < plain[beside]
    assert looked().field == plain


def test_forts_are_dear() -> None:
    with ExitStack() as stack:
        suspects.HABITS["dear_forts"](stack)
        look = looked()
        liege = [worth for fort, worth in look.forts.items() if MAP.forts[fort].camp == "Liège"]
        assert len(liege) == 12
        assert min(liege) >= suspects.DEAR
    assert min(looked().forts.values()) < suspects.DEAR


def test_a_campaign_is_counted_by_turn_and_a_run_that_was_broken_off_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, played = tmp_path / "rows.jsonl", list[tuple[str, int]]()
    whole = suspects.one

    def one(habit: str, seed: int, turns: int) -> suspects.Row:
        played.append((habit, seed))
        return whole(habit, seed, turns)

    monkeypatch.setattr(suspects, "one", one)
    first = suspects.play(["staff"], 1, 1, 5, save)
    again = suspects.play(["staff", "no_losses"], 1, 1, 5, save)
    assert played == [("staff", 5), ("no_losses", 5)]
    assert again[0] == first[0]
    row = first[0]["by"]["1"]
    assert row["forts"]["Liège"] == [0, 12]
    assert row["ammo"] == [12, 25]
    assert row["armies"]["2. Armee"][2] > 0
    told = list(suspects.report(again, 1))
    assert [line.split(" | ")[0] for line in told[4:]] == ["| staff", "| no_losses"], told
