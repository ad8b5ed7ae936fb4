"""The picture of the table: what is usual, which way, what can be swept, what is laid over the map."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import pytest

from marne.engine import CHANCE, Later, Match, OverlayGroup, Scene, Setting, check_setting, find_game
from marne.games.nach_paris.board import DESTROYED, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, IDS, OF_SIDE
from marne.games.nach_paris.rules.command.communications import CUT_OFF, state
from marne.games.nach_paris.rules.rail.lines import heading
from marne.games.nach_paris.rules.units.zones import facing_front, zones
from marne.games.nach_paris.scene import picture
from marne.games.nach_paris.scene.overlays import NAMES_OF_OVERLAYS, overlays
from marne.games.nach_paris.steps import label
from marne.hexes import members
from marne.lab.play import seeded_dice

GAME = find_game("nach_paris")


@cache
def moments(scenario: str, seed: int = 3, answers: int = 900) -> list[tuple[str, Scene, NachParisBoard]]:
    """The pictures of a random game for whoever is asked, with the step and the board."""
    match = Match(GAME, check_setting(GAME, Setting(scenario)), seeded_dice(GAME, seed))
    rng, found = Random(seed), []
    while not match.over and len(match.log) < answers:
        if match.actor == CHANCE:
            match.play(match.roll())
            continue
        assert match.actor is not None
        scene = GAME.sight(match.observe(match.actor)).scene("en")
        found.append((type(match.position.step).__name__, scene, match.position.board.copy()))
        busy = [each for each in match.position.suggest(rng, 4) if each not in ("end", "not-now")]
        match.play((busy or match.position.suggest(rng, 1))[0])
    return found


def groups(board: NachParisBoard, name: str, side: int = 0) -> tuple[OverlayGroup, ...]:
    return tuple(dict(overlays(board, side, "en"))[name])


def test_a_facing_says_its_hexside_and_one_is_usual() -> None:
    asked = [(scene.prompt, board) for step, scene, board in moments("mulhouse") if step in ("Face", "ArrivalFacing")]
    assert asked
    for prompt, _ in asked:
        assert [each.facing for each in prompt.choices] == sorted(each.facing or 0 for each in prompt.choices)
        assert sum(each.usual for each in prompt.choices) == 1


def test_the_usual_facing_looks_at_as_many_enemies_as_can_be() -> None:
    looked = 0
    for step, scene, board in moments("mulhouse"):
        if step != "Face":
            continue
        unit = BY_ID[scene.prompt.piece]
        side = 0 if OF_SIDE[0] >> unit & 1 else 1
        enemies = board.occupied[1 - side]
        seen = [(facing_front(board, unit, board.where[unit], way) & enemies).bit_count() for way in range(6)]
        usual = next(each.facing for each in scene.prompt.choices if each.usual)
        assert usual is not None
        offered = [seen[each.facing] for each in scene.prompt.choices if each.facing is not None]
        assert seen[usual] == max(offered)
        looked += max(seen) > 0
    assert looked, "nobody came near an enemy"


def test_whoever_has_marched_usually_ends_there_and_nobody_before() -> None:
    walks = [(scene, board) for step, scene, board in moments("mulhouse") if step == "Walk"]
    usual = [any(each.usual for each in scene.prompt.choices) for scene, _ in walks]
    assert any(usual)
    assert not all(usual)
    for scene, _ in walks:
        assert all(each.done for each in scene.prompt.choices if each.usual)


def test_fieldworks_can_be_swept_and_all_of_a_hex_is_usual() -> None:
    steps = {step: scene.prompt for step, scene, _ in moments("liege")}
    assert steps["BuildFieldworks"].sweep
    assert [each.id for each in steps["ChooseDiggers"].choices if each.usual] == ["all"]
    assert not steps["Walk"].sweep


@pytest.mark.parametrize("scenario", ["liege", "mulhouse"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_overlay_can_be_drawn_in_words(scenario: str, language: str) -> None:
    board = moments(scenario)[-1][2]
    drawn = overlays(board, 1, language)
    assert tuple(name for name, _ in drawn) == NAMES_OF_OVERLAYS
    for name, found in drawn:
        assert found, name
        assert not any(group.caption.startswith(("overlay.", "word.")) for group in found), name


def test_overlays_are_worked_out_only_when_somebody_looks() -> None:
    drawn: list[int] = []
    later = Later(lambda: drawn.append(1) or (OverlayGroup("a"),))  # type: ignore[func-returns-value]
    assert not drawn
    assert (len(later), later[0].caption, later == (OverlayGroup("a"),)) == (1, "a", True)
    assert drawn == [1]


def test_zones_of_control_are_those_of_the_rules() -> None:
    board = moments("mulhouse")[-1][2]
    for side, group in enumerate(groups(board, "zoc")):
        assert set(group.hexes) == set(map(label, members(zones(board, side))))


def test_who_has_no_communications_is_marked() -> None:
    marked = 0
    for _, _, board in moments("mulhouse")[::20]:
        for side in (0, 1):
            cut = {label(board.where[unit]) for unit in board.on_map(OF_SIDE[side]) if state(board, unit) == CUT_OFF}
            found = [group for group in groups(board, "communications", side) if group.tone == "bad"]
            assert {hex for group in found for hex, _ in group.marks} == cut
            marked += len(cut)
    assert marked, "nobody was ever cut off"


def test_the_order_of_battle_knows_who_comes_who_goes_and_who_is_lost() -> None:
    first, last = moments("charleroi")[0], moments("charleroi")[-1]
    assert {army.seat for army in first[1].order_of_battle} == {"german", "allied"}
    assert first[1].calendar[first[2].turn - 1] in first[1].turn
    assert len(first[1].calendar) == first[2].play.said.last
    told = {unit.piece: unit for army in first[1].order_of_battle for unit in army.units}
    board = first[2]
    rows = {IDS[unit]: row for unit, row in board.play.arrival.items()}
    assert {piece for piece, unit in told.items() if unit.state == "coming"} <= set(rows)
    for piece, unit in told.items():
        if unit.state == "coming":
            assert (unit.turn, unit.hex) == (rows[piece].turn, label(rows[piece].hex))
    assert {piece for piece, unit in told.items() if unit.leaves} == {
        IDS[unit] for going in board.play.withdrawals.values() for unit in going
    }
    after = {unit.piece: unit.state for army in last[1].order_of_battle for unit in army.units}
    for piece, told_of in after.items():
        place = last[2].where[BY_ID[piece]]
        assert (told_of == "here") == (place >= 0), piece
        assert (told_of == "lost") == (place == DESTROYED), piece


def test_formations_that_stay_the_same_are_the_same_object() -> None:
    scenes = [scene for _, scene, _ in moments("mulhouse")]
    kept = sum(
        one is other
        for scene, after in pairwise(scenes)
        for one, other in zip(scene.order_of_battle, after.order_of_battle, strict=False)
    )
    assert kept > 0.9 * sum(len(scene.order_of_battle) for scene in scenes[1:])


def test_railways_are_told_once_each_by_capacity() -> None:
    board = moments("liege")[-1][2]
    told = groups(board, "railways")
    lines = [line for group in told for line in group.lines]
    assert lines
    assert {group.weight for group in told if group.tone == "german"} >= {1, 2}


def test_a_destroyed_fort_is_seen() -> None:
    board = moments("liege")[0][2].copy()
    hex, many = max(
        (
            (label(fort.hex), sum(other.hex == fort.hex for other in MAP.forts))
            for fort in MAP.forts
            if board.play.area >> fort.hex & 1
        ),
        key=lambda each: each[1],
    )
    numbers = [number for number, fort in enumerate(MAP.forts) if label(fort.hex) == hex]

    def told() -> list[tuple[str, str]]:
        return [(group.tone, mark) for group in groups(board, "forts") for at, mark in group.marks if at == hex]

    assert told() == [("good", f"★{many}")]
    board.forts_gone |= 1 << numbers[0]
    assert many > 1
    assert told() == [("fair", f"☆{many - 1}/{many}")]
    board.forts_gone |= sum(1 << number for number in numbers[1:])
    assert told() == [("bad", f"✕{many}")]


def test_the_flags_of_a_counter_are_the_marks_that_the_facts_declare() -> None:
    """One unit under a marker: every mark shows to its own side, none to the enemy."""
    board = GAME.start(Setting("mulhouse", options=(("fog", "on"),))).board
    unit, link = members(OF_SIDE[1])[0], MAP.links[0]
    board.put(unit, link.a)
    for name, mark in NachParisBoard.marked:
        value = heading(0, link.a) if name == "trains" else 2
        setattr(board, name, {unit: value} if name == "trains" or "{}" in mark else 1 << unit)
    flags = tuple(mark.replace("{}", "2") for _, mark in NachParisBoard.marked)
    assert len(flags) == 15
    assert picture.piece(board, unit, "en").flags == flags
    assert board.hidden_units(0) >> unit & 1
    assert picture.piece(board.masked(0), unit, "en").flags == ()
    assert picture.piece(board.masked(1), unit, "en").flags == flags
