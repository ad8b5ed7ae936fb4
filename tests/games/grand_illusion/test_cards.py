"""A hex on a card in Grand Illusion: what entering costs, how full it is, whom a headquarters leads."""

from __future__ import annotations

import pytest

from marne.engine import Observation, Setting
from marne.engine.survey import Surveyed
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.game import GAME
from marne.games.grand_illusion.survey import survey

from .support import Game, alone, arranged


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
                start, _, hexes = text.partition(" to enter from ")
                assert start == f"costs {cost}"
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
