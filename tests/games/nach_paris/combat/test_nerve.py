"""[9.5] What shakes a unit that tests in combat."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.combat.support import TARGET, german, rolled
from games.nach_paris.still import still, texts, unit
from games.nach_paris.support import asked, named, play
from marne.games.nach_paris.components.units import BY_ID, HEAVY, PIONEERS, RED
from marne.games.nach_paris.events import CabTested
from marne.games.nach_paris.rules.combat.nerve import _guns
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.hexes import bits, members


def all_tests(position: Any) -> dict[str, CabTested]:
    """Play the combat out, every die a 1 and every choice the first; the first test of each unit."""
    found: dict[str, CabTested] = {}
    while position.open is not None and asked(position) != "ChooseCombat":
        position = position.play(next(iter(position.open)))
        found = {**rolled(position), **found}
    return found


def nerves(units: dict[str, str], *attackers: str, victim: str = "1re-DI", **changes: Any) -> dict[str, int]:
    """What a German attack does to the CAB of a French unit."""
    position = play(german(units, **changes), f"attack {TARGET}", *attackers)
    position = play(position, "fight") if asked(position) == "Muster" else position
    found = all_tests(play(position, 10))[victim].modifiers
    return {each.text: each.amount for each in found if each.text != "combat.result"}


@pytest.mark.rule("9.5.1")
@pytest.mark.reading("guns-lent")
def test_howitzers_and_pioneers_each_take_one() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "PiR.24": "AW22 N", "PiR.25": "AW22 N", "1re-DI": f"{TARGET} S"}
    plain = {"26.IB": "AW22 N", "1re-DI": f"{TARGET} S"}
    assert nerves(plain, "full 26.IB") == {}
    lent = {**plain, "18.ID": "AW22 N"}
    assert nerves(lent, "full 26.IB", "part 18.ID") == {}
    assert nerves(lent, "full 26.IB", "full 18.ID") == {"cab.red": -1}
    found = nerves(units, "full 18.ID", "full 17.ID", "full PiR.24", "full PiR.25")
    assert found == {"cab.red": -1, "cab.pioneers": -1}


@pytest.mark.rule("9.5.2", "9.5.1")
@pytest.mark.reading("misprints")
@pytest.mark.parametrize(
    ("guns", "found"),
    [
        (["II/RFußa.2"], {}),
        (["II.III/Fußa.12"], {"cab.heavy.5": -1}),
        (["II.III/Fußa.12", "I.II/Fußa.6", "II/RFußa.2"], {"cab.heavy.12": -2}),
    ],
)
def test_heavy_guns(guns: list[str], found: dict[str, int]) -> None:
    units = {"26.IB": "AW22 N", **dict.fromkeys(guns, "AW22 N"), "1re-DI": f"{TARGET} S"}
    assert nerves(units, "full 26.IB", *(f"guns {gun}" for gun in guns)) == found


@pytest.mark.rule("9.5.3", "8.8.2")
def test_siege_guns_in_combat_shake_who_sits_in_works_and_spend_a_shell() -> None:
    walls = "AR35"  # Lille
    around = {"26.IB": "AR34 N", "KMK.b3": "AR34 N fip", "ÖFAB.2": "AR34 N", "1re-DI": f"{walls} S"}
    position = play(german(around, ammo=[5, 5]), f"attack {walls}", "full 26.IB")
    assert named(position, "guns") == ["KMK.b3"]  # the other is not in position
    position = play(position, "guns KMK.b3")
    assert asked(position) == "OccupyOldWalls"
    held = play(position, "hold 1re-DI", 10)
    assert held.board.ammo == [4, 5]
    assert "cab.siege" in {each.text for each in all_tests(held)["1re-DI"].modifiers}
    open_field = play(position, "done", 10)
    assert open_field.board.ammo == [5, 5]
    assert "cab.siege" not in {each.text for each in all_tests(open_field)["1re-DI"].modifiers}
    none = play(german(around, ammo=[0, 5]), f"attack {walls}", "full 26.IB")
    assert asked(none) == "OccupyOldWalls"
    plain = german({"26.IB": "AW22 N", "KMK.b3": "AW22 N fip", "1re-DI": f"{TARGET} S"}, ammo=[5, 5])
    assert asked(play(plain, f"attack {TARGET}", "full 26.IB")) == "RollCombat"


@pytest.mark.rule("9.5.4", "7.4.2", "7.5.4")
def test_marches_and_heat_count_in_combat() -> None:
    units = {"18.ID": "AW22 N extended2", "1re-DI": f"{TARGET} S forced"}
    position = play(german(units, turn=10), f"attack {TARGET}", "full 18.ID", 10)
    texts = {name: {each.text for each in event.modifiers} for name, event in all_tests(position).items()}
    assert texts["1re-DI"] >= {"cab.forced", "cab.heat"}
    assert texts["18.ID"] >= {"cab.extended.2", "cab.heat"}


@pytest.mark.rule("9.5.1", "9.5.2")
@pytest.mark.reading("guns-lent")
def test_howitzers_pioneers_and_heavy_guns_each_count_once() -> None:
    board = still()
    red = [who for who in members(RED & ~PIONEERS & ~HEAVY) if board.where[who] is not None][:2]
    pioneers = members(PIONEERS & ~RED & ~HEAVY)[:2]
    assert texts(_guns(board, bits(red))) == ["cab.red"]
    assert texts(_guns(board, bits(pioneers))) == ["cab.pioneers"]
    assert _guns(board, unit("18.ID") & ~RED) == []
    heavy = [who for who in members(HEAVY & ~RED) if board.arf(who)]
    for count in range(len(heavy) + 1):
        points = sum(board.arf(who) for who in heavy[:count])
        wanted = ["cab.heavy.12"] if points >= 12 else ["cab.heavy.5"] if points >= 5 else []
        assert texts(_guns(board, bits(heavy[:count]))) == wanted
    sums = {sum(board.arf(who) for who in pair) for pair in ((a, b) for a in heavy for b in heavy if a < b)}
    assert {5, 12} & (sums | {board.arf(who) for who in heavy}) or max(sums) >= 12


@pytest.mark.rule("9.5.4")
@pytest.mark.parametrize(
    ("words", "turn", "phase", "texts"),
    [
        ("AW22 N", 8, "combat", []),
        ("AW22 N extended1", 8, "combat", ["cab.extended.1"]),
        ("AW22 N extended1", 8, "movement", []),
        ("AW22 N extended2", 8, "combat", ["cab.extended.2"]),
        ("AW22 N extended2", 8, "movement", []),
        ("AW22 N forced", 8, "movement", ["cab.forced"]),
        ("AW22 N doctrine", 8, "combat", ["cab.doctrine"]),
        ("AW22 N", 10, "barrage", ["cab.heat"]),
    ],
)
def test_what_a_unit_carries_into_every_test(words: str, turn: int, phase: str, texts: list[str]) -> None:
    board = still({"1re-DI": words}, turn=turn)
    board.phase = phase
    assert [each.text for each in own_modifiers(board, BY_ID["1re-DI"])] == texts
