"""A hex on a card: its ground in words, what the game says of it, who gets there, how it is fed; and nothing hidden."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from marne.engine import CHANCE, Match, Setting, check_setting, find_game
from marne.engine.survey import Surveys
from marne.games.schlieffens_war.board import IN_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import FORT, HQ, IS_CORPS, KIND, NAMES, NATION, SIDE
from marne.games.schlieffens_war.rules.command.command import command_radius, in_command
from marne.games.schlieffens_war.rules.movement.reach import allowance, reach
from marne.table.view.cards import card_of
from table.support import bearer


def played(game: str, scenario: str, answers: int, seed: int = 2) -> Match:
    found = find_game(game)
    match, rng = Match(found, check_setting(found, Setting(scenario))), Random(seed)
    for _ in range(answers):
        if match.actor is None:
            break
        match.play(match.position.suggest(rng)[0])
    return match


@pytest.fixture(scope="module")
def war() -> Match:
    """Schlieffen's War on its way, at a moment when somebody is asked."""
    match = played("schlieffens_war", "campaign", 260)
    while match.actor == CHANCE:
        match.play(match.position.suggest(Random(1))[0])
    return match


def test_a_card_says_where_a_unit_gets_and_what_it_costs(war: Match) -> None:
    assert war.actor is not None
    seat, board = war.actor, war.position.board
    assert isinstance(board, WarBoard)
    seen = war.observe(seat, history=False)
    unit = next(
        each
        for each, place in enumerate(board.where)
        if place >= 0 and SIDE[each] == seat and IS_CORPS[each] and not board.spent[each]
        if reach(board, each, allowance(board, each)).destinations
    )
    found = reach(board, unit, allowance(board, unit))
    ring = found.rings[1] or found.destinations
    to = (ring & -ring).bit_length() - 1
    card = card_of(seen, g.LABELS[to], NAMES[unit], "en")
    assert NAMES[unit] in card["reach"]
    assert card["way"][0] == g.LABELS[board.where[unit]]
    assert card["way"][-1] == g.LABELS[to]
    assert any(f"{found.cost(to)} of {allowance(board, unit)}" in line.text for line in card["lines"])
    far = next(hex for hex in range(g.COUNT) if g.LAND >> hex & 1 and not found.hexes >> hex & 1)
    away = card_of(seen, g.LABELS[far], NAMES[unit], "en")
    assert NAMES[unit] not in away["reach"]
    assert away["way"] == ()


def test_a_line_of_supply_goes_hex_by_hex_to_the_edge(war: Match) -> None:
    assert war.actor is not None
    seat, board = war.actor, war.position.board
    seen, traced = war.observe(seat, history=False), 0
    for hex, stack in enumerate(board.stacks):
        mine = [unit for unit in stack if SIDE[unit] == seat and KIND[unit] != FORT]
        if not mine or board.supply[mine[0]] != IN_SUPPLY:
            continue
        stages = card_of(seen, g.LABELS[hex], "", "en")["trace"]
        for stage in stages:
            at = g.GRID.hexes(tuple(stage))
            assert all(g.PASSABLE[a] >> b & 1 or g.RAIL[a] >> b & 1 for a, b in pairwise(at))
        for one, next_one in pairwise(stages):
            assert one[-1] == next_one[0]
        traced += bool(stages)
    assert traced > 3


def test_a_card_tells_nothing_that_the_seat_does_not_know(war: Match) -> None:
    """Another position that looks the same to a seat gives the same cards."""
    game = war.game
    assert isinstance(game, Surveys)
    assert war.actor is not None
    for seat in (0, 1, None):
        seen = war.observe(seat, history=False)
        twin = Match(game, war.setting)
        twin.position = game.imagine(seen, Random(5))
        other = twin.observe(seat, history=False)
        for hex in g.LABELS[:: 7 if seat is None else 3]:
            assert card_of(seen, hex, "", "en") == card_of(other, hex, "", "en"), (seat, hex)


@pytest.mark.parametrize(
    ("game", "scenario", "hex", "name"),
    [
        ("schlieffens_war", "campaign", "1109", "Liège"),
        ("grand_illusion", "2", "54", "Maubeuge"),
        ("nach_paris", "", "A28", "Mainz"),
    ],
)
def test_every_game_has_cards_in_both_languages(
    client: TestClient, game: str, scenario: str, hex: str, name: str
) -> None:
    seats = dict.fromkeys(find_game(game).seats, "me")
    made = client.post("/api/tables", json={"game": game, "scenario": scenario, "seats": seats}).json()
    told: dict[str, Any] = {}
    for language in ("en", "es"):
        reply = client.post(
            f"/api/tables/{made['id']}/card?language={language}",
            json={"hex": hex},
            headers=bearer(*made["seats"].values()),
        )
        assert reply.status_code == 200, reply.text
        told[language] = reply.json()
    assert told["en"]["name"] == name
    assert told["en"]["terrain"]
    if told["en"]["lines"]:
        assert told["en"]["lines"][0]["text"] != told["es"]["lines"][0]["text"]
    gone = client.post(
        f"/api/tables/{made['id']}/card", json={"hex": "nowhere"}, headers=bearer(*made["seats"].values())
    )
    assert gone.status_code == 404


def test_a_headquarters_shows_its_radius_and_the_corps_within(war: Match) -> None:
    """6.7, 2.7: within the radius of the combat factor, of its nation, and on no other card."""
    assert war.actor is not None
    seat, board = war.actor, war.position.board
    seen, shown = war.observe(seat, history=False), 0
    for hq, place in enumerate(board.where):
        if place < 0 or SIDE[hq] != seat or KIND[hq] != HQ:
            continue
        led = next(each for each in card_of(seen, g.LABELS[place], "", "en")["command"] if each.piece == NAMES[hq])
        radius = command_radius(board, hq)
        area = g.GRID.within_bits(place, radius) & g.LAND
        assert led.hexes == g.labels_of(area)
        assert set(led.pieces) == {
            NAMES[unit]
            for unit, at in enumerate(board.where)
            if at >= 0 and IS_CORPS[unit] and NATION[unit] == NATION[hq] and area >> at & 1
        }
        assert f"{NAMES[hq]} commands {radius} hexes" in led.text
        shown += len(led.pieces)
    assert shown > 3


def test_the_overlay_of_command_has_a_region_for_each_headquarters(war: Match) -> None:
    assert war.actor is not None
    seat, board = war.actor, war.position.board
    overlays = dict(war.game.sight(war.observe(seat)).scene("en").overlays)
    groups = {group.caption: group for group in overlays["command"]}
    for hq, place in enumerate(board.where):
        if place >= 0 and SIDE[hq] == seat and KIND[hq] == HQ:
            assert g.LABELS[place] in groups[NAMES[hq]].hexes
    alone = {label for group in overlays["command"] for label, _ in group.marks}
    assert alone == {
        g.LABELS[place]
        for unit, place in enumerate(board.where)
        if place >= 0 and SIDE[unit] == seat and IS_CORPS[unit] and not in_command(board, unit)
    }
