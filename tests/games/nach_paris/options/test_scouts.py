"""[20.2] Cavalry Recon: who scouts, at what price, with which die, at what peril."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.options.support import table
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, asked, happened, has, named, play, refused
from marne.engine import Position
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE
from marne.games.nach_paris.rules.combat.declaring import why_not_attack
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.options.events import FogLifted, Scouted
from marne.games.nach_paris.rules.options.recon import (
    Scout,
    _in_works,
    _price,
    carry_out,
    scout_modifiers,
    why_no_scout,
    why_not_scout,
)
from marne.games.nach_paris.rules.options.recon import carry_out as scout
from marne.games.nach_paris.rules.units.cab import CabTest


def scouting(words: str = "AG13", enemy: str = "AG14 S fog", **more: Any) -> Game:
    units = {"4e-DC": words, "18.ID": enemy, **more.pop("others", {})}
    return table(units, begin="Walk 4e-DC", **more)


@pytest.mark.rule("20.2.1", "20.2.4", "19.4.3")
def test_cavalry_looks_at_a_hidden_stack_beside_it_for_thirty_points() -> None:
    assert MAP.terrain[MAP.grid.hex("AG14")] in (Terrain.CLEAR, Terrain.BROKEN)
    position = scouting(others={"17.ID": "AG14 S fog", "16.ID": "AG15 S fog"})
    assert named(position, "scout") == ["AG14"]
    position = play(position, "scout AG14")
    assert position.board.spent[BY_ID["4e-DC"]] == 30
    assert asked(position) == "Scout"
    found = play(position, 10)
    assert happened(found, Scouted)[0].found, "10 - 2 is eight"
    assert not has(found, "fogged", "18.ID")
    assert not has(found, "fogged", "17.ID"), "the whole hex"
    assert has(found, "fogged", "16.ID")
    assert happened(found, FogLifted)
    missed = play(position, 11)
    assert has(missed, "fogged", "18.ID")
    assert refused(scouting(others={"16.ID": "AG15 S fog"}), "scout AG15") == "20.2.4"
    assert refused(scouting(enemy="AG14 S"), "scout AG14") == "20.2.1"
    assert not named(table({"1re-DI": "AG13 N", "18.ID": "AG14 S fog"}, begin="Walk 1re-DI"), "scout")


@pytest.mark.rule("20.2.4")
def test_it_needs_the_points() -> None:
    position = scouting()
    position.board.spent[BY_ID["4e-DC"]] = position.board.mf(BY_ID["4e-DC"]) - 29
    position = Position.begin(position.board, *position.agenda)
    assert not named(position, "scout")
    assert refused(position, "scout AG14") == "20.2.4"


@pytest.mark.rule("20.2.2")
@pytest.mark.reading("recon-communications")
def test_it_needs_communications_and_clear_or_broken_ground() -> None:
    for state in ("limited", "ooc"):
        position = scouting(f"AG13 {state}")
        assert not named(position, "scout")
        assert refused(position, "scout AG14") == "20.2.2"
    rough = next(
        hex
        for hex in range(len(MAP.grid))
        if MAP.terrain[hex] == Terrain.ROUGH
        and MAP.playable(hex)
        and MAP.camp[hex] < 0
        and all(MAP.playable(n) and MAP.camp[n] < 0 for n in MAP.grid.neighbours[hex])
    )
    beside = MAP.grid.neighbours[rough][0]
    position = scouting(MAP.grid.label(beside), f"{MAP.grid.label(rough)} S fog")
    assert not named(position, "scout")
    assert refused(position, f"scout {MAP.grid.label(rough)}") == "20.2.2"


@pytest.mark.rule("20.2.3", "19.4.1")
def test_scouts_lose_their_own_marker() -> None:
    position = scouting("AG13 fog", others={"2e-DI": "AG13 N fog"})
    position = play(position, "scout AG14")
    assert not has(position, "fogged", "4e-DC")
    assert has(position, "fogged", "2e-DI")
    assert has(position, "recon_done", "4e-DC")


@pytest.mark.rule("20.2.5")
def test_once_for_a_unit_twice_against_a_stack() -> None:
    position = play(scouting(), "scout AG14", 15)
    assert not named(position, "scout")
    assert refused(position, "scout AG14") == "20.2.5"
    for tries, offered in ((1, True), (2, False)):
        fresh = scouting()
        fresh.board.recon_tries = {MAP.grid.hex("AG14"): tries}
        fresh = Position.begin(fresh.board, *fresh.agenda)
        assert bool(named(fresh, "scout")) is offered
    assert refused(fresh, "scout AG14") == "20.2.5"


@pytest.mark.rule("20.2.6")
@pytest.mark.parametrize(
    ("scout", "enemy", "well", "amounts"),
    [
        ("9.KD", "AG14 S fog", False, [-4]),
        ("9.KD -1", "AG14 S fog", False, [-2]),
        ("9.KD -2", "AG14 S fog", False, [2]),
        ("9.KD", "AG14 S fog", True, [-4, -3]),
        ("9.KD forced", "AG14 S fog", False, [-4, 5]),
        ("9.KD", "AG14 S fog fieldworks", False, [-4, 4]),
        ("9.KD", "AG14 S fog entrenched", False, [-4, 4]),
        ("9.KD", "AG14 N fog fieldworks", False, [-4]),
    ],
)
@pytest.mark.reading("recon-forced")
def test_steps_time_forced_march_and_works_count(scout: str, enemy: str, well: bool, amounts: list[int]) -> None:
    name, _, words = scout.partition(" ")
    board = table({name: f"AG13 {words}", "1re-DI": enemy}, begin="nothing", side="german").board
    found = scout_modifiers(board, BY_ID[name], MAP.grid.hex("AG14"), well)
    assert [each.amount for each in found] == amounts


@pytest.mark.rule("20.2.6")
def test_a_camp_hides_better_and_sixty_points_see_more() -> None:
    camp = next(hex for hex, where in enumerate(MAP.camp) if where >= 0 and MAP.camps[where].nation == "FR")
    beside = next(hex for hex in MAP.grid.neighbours[camp] if MAP.camp[hex] == MAP.camp[camp])
    assert not MAP.guard(camp, beside), "no trenches towards the middle of the camp"
    units = {"9.KD": MAP.grid.label(beside), "1re-DI": f"{MAP.grid.label(camp)} S fog"}
    board = table(units, begin="nothing", side="german").board
    assert [m.amount for m in scout_modifiers(board, BY_ID["9.KD"], camp, False)] == [-4, 4]
    position = play(scouting(), "scout-well AG14")
    assert position.board.spent[BY_ID["4e-DC"]] == 60
    assert happened(play(position, 13), Scouted)[0].found, "13 - 2 - 3"
    assert not happened(play(position, 14), Scouted)[0].found


@pytest.mark.rule("20.2.7", "20.2.4")
@pytest.mark.parametrize(("die", "more"), [(18, 3), (19, 0), (20, -3)])
def test_a_plain_eighteen_or_more_is_perilous(die: int, more: int) -> None:
    position = play(scouting(), "scout AG14", die)
    assert asked(position) == "CabTest"
    needed = position.board.cab(BY_ID["4e-DC"]) + more
    assert position.step.needed(position.board) == needed  # type: ignore[attr-defined]
    assert play(position, needed).board.lost[BY_ID["4e-DC"]] == 0
    assert play(position, needed + 1).board.lost[BY_ID["4e-DC"]] == 1
    assert asked(play(scouting(), "scout AG14", 17)) != "CabTest"


@pytest.mark.rule("20.2.8")
def test_after_a_perilous_recon_it_stops_and_attacks_nobody() -> None:
    position = play(scouting(), "scout AG14", 19, 1)
    assert position.over, "its move is at an end"
    assert has(position, "perilled", "4e-DC")
    found = why_not_attack(position.board, BY_ID["4e-DC"], MAP.grid.hex("AG14"))
    assert found is not None
    assert found.rule == "20.2.8"
    calm = play(scouting(), "scout AG14", 17)
    assert asked(calm) == "Walk"
    assert why_not_attack(calm.board, BY_ID["4e-DC"], MAP.grid.hex("AG14")) is None
    whole = play(table({"4e-DC": "AG13", "18.ID": "AG14 S fog"}), "move 4e-DC", "scout AG14", 19, 1)
    assert asked(whole) != "ChooseCombat"
    assert whole.board.side == ALLIED_SIDE or whole.over


@pytest.mark.rule("20.2.7", "20.2.8")
@pytest.mark.parametrize(("die", "amounts"), [(17, None), (18, [3]), (19, []), (20, [-3])])
def test_a_perilous_die_and_what_it_adds(die: int, amounts: list[int] | None) -> None:
    board = still({"9.KD": "AG13", "1re-DI": "AG14 S fog"}, side="german", fog=True, recon=True)
    steps = Scout(BY_ID["9.KD"], at("AG14"), well=False).answered(board, die)
    assert bool(board.perilled >> BY_ID["9.KD"] & 1) is (amounts is not None)
    tests = [step for step in steps if isinstance(step, CabTest)]
    assert [[each.amount for each in test.modifiers] for test in tests] == ([] if amounts is None else [amounts])


@pytest.mark.rule("20.2.3", "20.2.5", "19.4.1")
def test_each_recon_counts_once_for_the_unit_and_once_for_the_stack() -> None:
    board = still({"9.KD": "AG13 fog", "4.KD": "AG13 fog", "1re-DI": "AG14 S fog"}, side="german", fog=True, recon=True)
    for tries, name in enumerate(("9.KD", "4.KD"), 1):
        scout(board, Going(BY_ID[name], 60, False, False), ("scout", at("AG14")))
        assert board.recon_tries == {at("AG14"): tries}
        assert board.recon_done >> BY_ID[name] & 1
        assert not board.fogged >> BY_ID[name] & 1, "who scouts is seen"
        assert board.spent[BY_ID[name]] == V.recon.horse_cost


@pytest.mark.rule("20.2.4", "20.2.6")
def test_a_better_look_costs_twice() -> None:
    assert (_price("scout"), _price("scout-well")) == (30, 60)


def scouts(**facts: Any) -> Any:
    board = still({"5.KD": "AW22", "1re-DI": "AW23 S fog"}, fog=True, recon=True, side="german")
    for name, value in facts.items():
        setattr(board, name, value)
    return board


@pytest.mark.rule("20.2.1", "20.2.2", "20.2.5")
@pytest.mark.reading("recon-communications")
def test_each_thing_that_forbids_a_reconnaissance() -> None:
    who, hex = BY_ID["5.KD"], at("AW23")

    def why(board: Any, left: int = 60, where: int = hex, one: int = who) -> str:
        found = why_not_scout(board, Going(one, left, False, False), 30, where)
        return found.rule if found else ""

    assert MAP.terrain[hex].name in ("CLEAR", "BROKEN")
    assert why(scouts()) == ""
    assert why(scouts(recon=False)) == why(scouts(fog=False)) == why(scouts(), one=BY_ID["18.ID"]) == "20.2.1"
    assert why(scouts(limited=1 << who)) == why(scouts(cut_off=1 << who)) == "20.2.2"
    assert (why(scouts(recon_done=1 << who)), why(scouts(recon_done=unit("17.ID")))) == ("20.2.5", "")
    assert (why(scouts(), 29), why(scouts(), 30)) == ("20.2.4", "")
    assert why(scouts(), where=at("AW25")) == "20.2.4"
    assert why(scouts(), where=at("AW21")) == why(scouts(fogged=0)) == "20.2.1"
    assert [why(scouts(recon_tries={hex: tries})) for tries in (0, 1, 2)] == ["", "", "20.2.5"]
    aboard = scouts(trains={who: None})
    assert why_no_scout(aboard, Going(who, 60, False, False), 30) is not None


@pytest.mark.rule("20.2.3", "19.4.1", "20.2.4")
@pytest.mark.parametrize(("word", "points"), [("scout", 30), ("scout-well", 60)])
def test_scouts_pay_are_seen_and_look_once(word: str, points: int) -> None:
    board, who, hex = scouts(), BY_ID["5.KD"], at("AW23")
    board.fogged |= unit("5.KD", "17.ID")
    board.recon_done, board.spent, board.recon_tries = unit("17.ID"), {who: 5}, {hex: 1}
    (step,) = carry_out(board, Going(who, 60, False, False), (word, hex))
    assert step == Scout(who, hex, word == "scout-well")
    assert (board.spent[who], board.recon_tries) == (5 + points, {hex: 2})
    assert board.recon_done == unit("17.ID", "5.KD")
    assert board.fogged == unit("1re-DI", "17.ID")


@pytest.mark.rule("20.2.6")
def test_a_stack_in_any_camp_is_in_works_and_one_in_the_open_is_not() -> None:
    board = still({"18.ID": "AW22 N fog"}, fog=True, recon=True)
    assert all(_in_works(board, ALLIED_SIDE, hex, hex) for camp in MAP.camps for hex in camp.hexes)
    assert not _in_works(board, GERMAN_SIDE, at("AW22"), at("AW23"))
    board.fieldworks = 1 << BY_ID["18.ID"]
    assert _in_works(board, GERMAN_SIDE, at("AW22"), at("AW23"))
