"""A hex on a card in Grand Illusion: what entering costs, how full it is, whom a headquarters leads, who gets
there."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import Game, alone, arranged, asked, goes, legal, play
from marne.engine import Observation, Setting
from marne.engine.survey import Surveyed
from marne.games.grand_illusion.components.units import ALLIED, BY_ID
from marne.games.grand_illusion.game import GAME
from marne.games.grand_illusion.rules.movement.reach import gets_there
from marne.games.grand_illusion.survey import survey


def card(position: Game, hex: int, language: str = "en") -> Surveyed:
    return survey(Observation.of(GAME, Setting("1", "english"), position, 0), str(hex), "", language)


@pytest.mark.rule("8.4.2")
def test_what_entering_costs_is_told_by_where_one_comes_from() -> None:
    position = arranged()
    ways = position.board.ground.ways
    several = 0
    for hex in range(1, 108):
        prices: dict[int, set[int]] = {}
        for here, found in enumerate(ways):
            for there, cost in found:
                if there == hex:
                    prices.setdefault(cost, set()).add(here)
        told = [line.text for line in card(position, hex).lines if line.rule == "8.4.2"]
        assert len(told) == len(prices)
        if len(prices) > 1:
            several += 1
            for cost, text in zip(sorted(prices), told, strict=True):
                start, _, hexes = text.partition(" from ")
                assert start == f"entering costs {cost} {'point' if cost == 1 else 'points'}"
                assert {int(each) for each in hexes.split(", ")} == prices[cost]
    assert several > 5


@pytest.mark.rule("8.4.1")
def test_a_headquarters_leads_its_nation_in_its_hex() -> None:
    position = alone(units={"FR.HQ-5": 46, "FR.I": 46, "FR.X": 46, "BR.1": 46, "FR.III": 45})
    (led,) = card(position, 46).command
    assert (led.piece, led.hexes, set(led.pieces)) == ("FR.HQ-5", ("46",), {"FR.I", "FR.X"})
    assert "4 movement points" in led.text
    position.board.down |= 1 << BY_ID["FR.HQ-5"]
    assert "2 movement points" in card(position, 46).command[0].text
    assert card(position, 45).command == ()


@pytest.mark.rule("8.4.6")
def test_a_stack_is_counted_in_corps() -> None:
    position = alone(units={"FR.I": 46, "FR.X": 46, "FR.1-C": 46, "FR.45": 46})
    texts = [line.text for line in card(position, 46).lines if line.rule == "8.4.6"]
    assert texts == ["the Allies: 3 of 8 corps (infantry 2½ of 6)"]
    assert [line.text for line in card(position, 46, "es").lines if line.rule == "8.4.6"] != texts


def _ends(position: Game, unit: int) -> set[int]:
    """Where one unit can end its move, by playing on from the question where it goes."""
    found, todo = set(), [position]
    while todo:
        here = todo.pop()
        if asked(here) in ("Gather", "Walk"):
            if "stop" in legal(here):
                found.add(here.board.where[unit])
            todo += [play(here, f"go {hex}") for hex in goes(here)]
        elif asked(here) != "RetreatHeadquarters":  # it is driven out at once, and only asked where to
            found.add(here.board.where[unit])
    return found


@pytest.mark.rule("8.4")
def test_who_gets_there_is_who_could_walk_there() -> None:
    """Played out for units of the side that is to act, alone: they get to those hexes and to no others."""
    position = arranged(units={"FR.HQ-5": 46, "GE.II": 52, "GE.2-C": 53})
    several = 0
    for text in legal(position):
        if not text.startswith("activate "):
            continue
        start, activated = int(text.split()[1]), play(position, text)
        for take in [each for each in legal(activated) if each.startswith("take ")]:
            unit = BY_ID[take.split()[1]]
            gathered = play(activated, take)
            if asked(gathered) != "Gather":
                continue
            there = _ends(gathered, unit) - {start}
            several += len(there) > 3
            told = {
                hex
                for hex in range(1, 108)
                if hex != start and gets_there(position.board, ALLIED, 1 << unit, start, hex)
            }
            assert told == there, take
    assert several > 10


@pytest.mark.rule("8.4.1")
def test_a_headquarters_brings_those_with_it_farther() -> None:
    units = {"FR.I": 46, "FR.III": 46, "FR.HQ-5": 46}
    assert card(alone(units=units), 49).reach == ("FR.I", "FR.III", "FR.HQ-5")
    assert card(alone(units={**units, "FR.HQ-5": 45}), 49).reach == ("FR.HQ-5",)
    assert card(alone(units={**units, "FR.HQ-5": 45}), 47).reach == ("FR.I", "FR.III", "FR.HQ-5")


@pytest.mark.rule("14.1.1")
def test_who_may_not_be_activated_gets_nowhere() -> None:
    """On turn 1 the Allies are not ready everywhere."""
    units = {"FR.I": 66, "FR.III": 65}
    assert card(alone(units=units, turn=1), 56).reach == ("FR.III",)
    assert card(alone(units=units, turn=2), 56).reach == ("FR.I", "FR.III")
