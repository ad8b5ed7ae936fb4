"""The exact odds of a barrage are those of all its dice, played out by the rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked
from marne.engine import CHANCE
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, DE, FR
from marne.games.nach_paris.odds.barrage import fort_odds, units_odds
from marne.games.nach_paris.rules.barrage.at_forts import FireAtForts
from marne.games.nach_paris.rules.barrage.at_units import FireAtUnits


def played_out(position: Game, read: Callable[[Game], Any]) -> dict[Any, Fraction]:
    """Every die of what follows, each as likely as the others, until somebody decides or nothing is left."""
    if position.open is None or position.open.actor != CHANCE:
        return {read(position): Fraction(1)}
    found: dict[Any, Fraction] = {}
    dice = tuple(position.open)
    for die in dice:
        for end, chance in played_out(position.play(die), read).items():
            found[end] = found.get(end, Fraction(0)) + chance / len(dice)
    return found


def bit(*units: str) -> int:
    return sum(1 << BY_ID[unit] for unit in units)


def fort(name: str) -> int:
    return next(i for i, each in enumerate(MAP.forts) if each.name == name)


def fire(position: Game, step: Any) -> Game:
    return type(position).begin(position.board, step)


@pytest.mark.parametrize(
    ("target", "guns"),
    [
        ({"18.ID": "AG14 S"}, ("1re-DI", "2e-DI", "1er-RAL-155-CTR")),
        ({"18.ID": "AG14 S -3 fieldworks"}, ("1re-DI", "2e-DI", "1er-RAL-155-CTR")),
        ({"5.KD": "AG14"}, ("1re-DI",)),
        ({"II/RFußa.2": "AG14"}, ("1re-DI", "2e-DI", "3e-DI", "4e-DI", "1er-RAL-155-CTR", "4e-RAL", "3e-RAL")),
        ({"18.ID": "AG14 S"}, ("1re-DI", "2e-DI", "3e-DI", "4e-DI", "5e-DI", "6e-DI", "4e-RAL")),
    ],
)
@pytest.mark.rule("8.3.3")
def test_the_odds_against_a_unit(target: dict[str, str], guns: tuple[str, ...]) -> None:
    (name,) = target
    units = {**dict.fromkeys(guns, "AG13 N"), **target}
    position = arranged(turn=8, side="allied", begin="PreparatoryBarrages FR", units=units)
    unit, before = BY_ID[name], position.board.lost[BY_ID[name]]
    odds = units_odds(position.board, 1 << unit, bit(*guns))
    assert sum(odds.values()) == 1
    hex = MAP.grid.hex("AG14")
    firing = fire(position, FireAtUnits(FR, hex, bit(*guns), 0, bit(name)))
    assert odds == played_out(firing, lambda end: end.board.lost[unit] - before)


@pytest.mark.parametrize(
    ("first", "second", "guns", "gone"),
    [
        ("Fort du Bourdiau", "Fort d'Hautmont", ("I.II/Fußa.9",), {}),
        ("Fort du Bourdiau", "Fort d'Hautmont", ("KMK.b3", "ÖFAB.8"), {}),
        ("Fort du Bourdiau", "Fort d'Hautmont", ("KMK.b3", "ÖFAB.8"), {"AK31:Fort-des-Sarts": "gone"}),
        (
            "Fort du Bourdiau",
            "Fort d'Hautmont",
            ("KMK.b3", "ÖFAB.8"),
            {"AK31:Fort-des-Sarts": "gone", "AK31:Fort-de-Leveau": "gone"},
        ),
    ],
)
@pytest.mark.rule("8.6.3", "8.6.4")
def test_the_odds_against_forts(first: str, second: str, guns: tuple[str, ...], gone: dict[str, str]) -> None:
    units = dict.fromkeys(guns, "AL31 SE fip")
    position = arranged(turn=8, side="german", begin="PreparatoryBarrages DE", units=units, forts=gone)
    one, two = fort(first), fort(second)
    odds = fort_odds(position.board, one, bit(*guns), two)
    assert sum(odds.values()) == 1
    firing = fire(position, FireAtForts(DE, one, two, bit(*guns)))
    assert asked(firing) == "FireAtForts"
    lost = played_out(firing, lambda end: (end.board.forts_gone >> one & 1, end.board.forts_gone >> two & 1))
    assert odds == lost


@pytest.mark.rule("8.6.3", "8.6.2")
def test_the_odds_against_a_feste() -> None:
    """A whole Feste loses a step or two, and covers the second fort."""
    units = dict.fromkeys(("KMK.b3", "ÖFAB.8", "ÖFAB.2"), "S17 N fip")
    feste, other = fort("Feste Lothringen"), fort("Fort Alvensleben")
    position = arranged(turn=8, side="german", begin="PreparatoryBarrages DE", units=units)
    guns = bit(*units)
    odds = fort_odds(position.board, feste, guns, other)
    firing = fire(position, FireAtForts(DE, feste, other, guns))
    steps = played_out(
        firing,
        lambda end: (
            (end.board.festen_hit >> feste & 1) + (end.board.forts_gone >> feste & 1),
            end.board.forts_gone >> other & 1,
        ),
    )
    assert odds == steps
    assert set(odds) >= {(1, 0), (2, 0)}
