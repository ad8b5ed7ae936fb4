"""The introduction of [6]: a game without facing, in which all units have the zones and fronts of cavalry."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, legal, named, play
from marne.engine import Setting
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.campaign.setup import OPTIONS
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.modifiers import combat_modifiers
from marne.games.nach_paris.rules.units.zones import FRONT, aspect_of, front, has_facing, zone_of
from marne.games.nach_paris.rules.works.entrenchments import Works, marked


def free(units: dict[str, str], facing: str = "off", begin: str = "nothing", **more: Any) -> Game:
    side = more.pop("side", "allied")
    return arranged(options={"facing": facing}, units=units, begin=begin, side=side, turn=9, **more)


def test_every_option_is_offered_and_off_but_for_facing() -> None:
    offered = {option.name: option.values for option in GAME.options}
    assert {name: values[0] for name, values in offered.items()} == OPTIONS
    assert all(set(values) == {"on", "off"} for values in offered.values())
    plain = GAME.start(Setting("guise")).board
    assert (plain.facing, plain.fog, plain.recon, plain.doctrine) == (True, False, False, False)
    for name in OPTIONS:
        other = "off" if OPTIONS[name] == "on" else "on"
        board = GAME.start(Setting("guise", options=((name, other),))).board
        assert getattr(board, name) is (other == "on"), name


@pytest.mark.rule("6.2.1", "6.1.2")
@pytest.mark.reading("no-facing")
def test_zones_and_fronts_lie_all_round() -> None:
    for facing, hexes in (("on", 3), ("off", 6)):
        board = free({"1re-DI": "AG13 N", "8e-Bde": "BC8 N"}, facing).board
        unit = BY_ID["1re-DI"]
        assert zone_of(board, unit).bit_count() == hexes
        assert front(board, unit).bit_count() == hexes
        assert has_facing(board, unit) is (facing == "on")
    assert all(aspect_of(board, unit, hex) == FRONT for hex in MAP.grid.neighbours[MAP.grid.hex("AG13")])


@pytest.mark.rule("7.1.3", "7.1.4")
def test_nobody_turns_and_nobody_is_asked_to() -> None:
    position = play(free({"1re-DI": "AG13 N", "2e-DI": "BC7 N"}, begin="movement"), "move 1re-DI")
    assert "turn" not in legal(position)
    position = play(position, "to AG12", "end")
    assert asked(position) == "MoveUnits"
    faced = play(free({"1re-DI": "AG13 N", "2e-DI": "BC7 N"}, "on", begin="movement"), "move 1re-DI", "to AG12", "end")
    assert asked(faced) == "Face"


@pytest.mark.rule("9.4.8", "9.4.9")
def test_there_is_neither_flank_nor_rear() -> None:
    found = {}
    for facing in ("on", "off"):
        board = free({"1re-DI": "AG13 N", "18.ID": "AG14 N"}, facing).board
        battle = Battle(MAP.grid.hex("AG14"), full=1 << BY_ID["1re-DI"], defenders=1 << BY_ID["18.ID"])
        found[facing] = {each.text for each in combat_modifiers(board, battle)} & {"combat.flank", "combat.rear"}
    assert found == {"on": {"combat.rear"}, "off": set()}


@pytest.mark.rule("8.2.1", "9.1.1")
def test_everybody_fires_and_attacks_in_all_directions() -> None:
    units = {"1re-DI": "AG13 S", "18.ID": "AG14 S"}
    assert free(units, "on", begin="PreparatoryBarrages FR").over
    assert named(free(units, begin="PreparatoryBarrages FR"), "shell") == ["AG14"]
    assert free(units, "on", begin="Combats FR").over
    assert named(free(units, begin="Combats FR"), "attack") == ["AG14"]


@pytest.mark.rule("10.1.6")
def test_fieldworks_shelter_against_every_side() -> None:
    for facing, works in (("on", Works.NONE), ("off", Works.FIELDWORKS)):
        board = free({"1re-DI": "AG13 S fieldworks"}, facing).board
        assert marked(board, BY_ID["1re-DI"], (MAP.grid.hex("AG14"),)) == works
