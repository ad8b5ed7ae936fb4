"""8.4.1: headquarters."""

from __future__ import annotations

import pytest

from games.grand_illusion import plain
from games.grand_illusion.plain import Facts, boards, is_combat, is_down
from games.grand_illusion.positions import NATIONS, activated, occupied, of
from games.grand_illusion.support import alone, down, goes, legal, play, where
from marne.games.grand_illusion.components.units import ALLIED, BE, BR, BY_ID, FR, GE, GERMAN, MA, MA_BACK, ROWS
from marne.games.grand_illusion.rules.movement.entry import leader
from marne.games.grand_illusion.rules.movement.movement import Walk, finish, lenders, step_to
from marne.games.grand_illusion.rules.retreat.delay import CavalryDelay
from marne.hexes import bits, members


@pytest.mark.rule("8.4.1", "2.4")
def test_a_headquarters_carries_its_nation_and_is_used_up() -> None:
    position = activated(57, "FR.XX", "FR.HQ-3", units={"FR.XX": 57, "FR.HQ-3": 57, "GE.X": 84})
    position = play(position, "go 48", "go 38", "go 28", "go 27")
    assert where(position, "FR.XX") == 27
    assert down(position, "FR.HQ-3")
    position = activated(57, "FR.XX", "FR.HQ-3", units={"FR.XX": 57, "FR.HQ-3": 57, "GE.X": 84})
    position = play(position, "go 48", "go 38", "stop")
    assert not down(position, "FR.HQ-3"), "nobody went farther than he could alone"


@pytest.mark.rule("8.4.1")
def test_disrupted_units_go_with_it_too_and_a_reduced_one_lends_two() -> None:
    position = activated(57, "FR.XX", "FR.HQ-3", units={"FR.XX": "57*", "FR.HQ-3": "57*", "GE.X": 84})
    position = play(position, "go 48", "go 38")
    assert where(position, "FR.XX") == 38
    assert down(position, "FR.HQ-3")


@pytest.mark.rule("8.4.1", "8.4.6")
def test_another_nation_gains_nothing_from_it() -> None:
    position = activated(57, "BR.1", "FR.HQ-3", units={"BR.1": 57, "FR.HQ-3": 57, "GE.X": 84})
    position = play(position, "go 48", "go 38")
    assert not goes(position)
    assert "drop BR.1" in legal(position)


@pytest.mark.rule("8.4.1", "ES-22")
@pytest.mark.parametrize(("edition", "flipped"), [("english", True), ("spanish", False)])
def test_headquarters_that_pass_each_other(edition: str, flipped: bool) -> None:
    position = alone(edition, turn=7, withdrew=[3, 4], units={"FR.HQ-3": 57, "FR.HQ-5": 48, "GE.X": 84})
    position = play(position, "activate 57", "take FR.HQ-3", "go 48", "go 38", "stop")
    assert down(position, "FR.HQ-3") is flipped
    assert down(position, "FR.HQ-5") is flipped
    position = alone(edition, turn=7, withdrew=[3, 4], units={"FR.HQ-3": 57, "FR.HQ-5": 48, "GE.X": 84})
    position = play(position, "activate 57", "take FR.HQ-3", "go 48", "stop")
    assert down(position, "FR.HQ-3")
    assert down(position, "FR.HQ-5")


@pytest.mark.rule("8.4.1", "ES-22")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_when_a_move_is_over(edition: str) -> None:
    def ended(names: tuple[str, ...], used: str = "") -> list[str]:
        board = alone(edition, turn=7, units={"FR.XX": 57, "FR.HQ-3": 57, "FR.HQ-5": 57, "GE.HQ-4": 57}).board
        finish(board, ALLIED, bits(BY_ID[name] for name in names), 57, 1 << BY_ID[used] if used else 0)
        return [name for name in ("FR.XX", "FR.HQ-3", "FR.HQ-5", "GE.HQ-4") if board.is_down(BY_ID[name])]

    spanish = edition == "spanish"
    assert ended(("FR.XX",)) == []
    assert ended(("FR.XX", "FR.HQ-3")) == (["FR.HQ-3", "FR.HQ-5"] if spanish else []), "in English they met on entering"
    assert ended(("FR.XX",), used="FR.HQ-3") == [], "a staff that was left behind is not there to be flipped"
    assert ended(("FR.XX", "FR.HQ-3"), used="FR.HQ-3") == (["FR.HQ-3", "FR.HQ-5"] if spanish else ["FR.HQ-3"])


@pytest.mark.rule("8.4.1", "8.4.2", "9.6.3")
def test_one_hex_further() -> None:
    board = alone(turn=7, side="german", units={"GE.X": 84, "GE.HQ-4": 84, "FR.4-C": 75, "FR.XX": 57}).board
    units = bits((BY_ID["GE.X"], BY_ID["GE.HQ-4"]))
    (delayed,) = step_to(board.copy(), Walk(GERMAN, units, 84, 2, 2, 0, False), 75)
    used = 1 << BY_ID["GE.HQ-4"]
    assert delayed == CavalryDelay(GERMAN, units, 75, 3, 3, used, False)
    tired = board.copy()
    tired.down |= 1 << BY_ID["GE.X"]
    (walk,) = step_to(tired.copy(), Walk(GERMAN, units, 84, 0, 0, 0, False), 74)
    assert walk == Walk(GERMAN, units, 74, 1, 1, 0, False), "one hex it can go alone"
    (walk,) = step_to(tired.copy(), Walk(GERMAN, units, 84, 1, 1, 0, False), 74)
    assert walk == Walk(GERMAN, units, 74, 2, 2, used, False), "for the second it needs the staff"
    (walk,) = step_to(board.copy(), Walk(GERMAN, units, 84, 0, 0, 0, False), 74)
    assert walk == Walk(GERMAN, units, 74, 1, 1, 0, False)
    board.put(BY_ID["FR.XX"], 75)
    stopped = board.copy()
    assert not [
        step for step in step_to(stopped, Walk(GERMAN, units, 84, 2, 2, 0, False), 75) if isinstance(step, Walk)
    ]
    assert stopped.is_down(BY_ID["GE.HQ-4"]), "used up when the move is over"


@pytest.mark.rule("8.4.1", "2.4")
def test_a_staff_leads_its_own_nation() -> None:
    group = bits(BY_ID[name] for name in ("FR.HQ-3", "FR.HQ-5", "BR.HQ-BEF", "FR.XX"))
    down = bits((BY_ID["FR.HQ-3"], BY_ID["FR.HQ-5"]))
    assert leader(down, group, FR) == BY_ID["FR.HQ-3"], "not the British, though it goes farther"
    assert leader(1 << BY_ID["FR.HQ-3"], group, FR) == BY_ID["FR.HQ-5"], "the one that goes farthest"
    assert leader(down, group, BR) == BY_ID["BR.HQ-BEF"]
    assert leader(down, group, BE) == -1


@pytest.mark.rule("8.4.1")
def test_the_fastest_staff_of_a_nation_leads_and_no_other() -> None:
    group = of("FR.HQ-3", "FR.HQ-4", "FR.I", "GE.HQ-1", "GE.X")
    three, four = BY_ID["FR.HQ-3"], BY_ID["FR.HQ-4"]
    assert MA[three] == MA[four] > MA_BACK[three]
    assert leader(1 << three, group, FR) == four
    assert leader(1 << four, group, FR) == three
    assert leader(0, group, GE) == BY_ID["GE.HQ-1"]
    assert leader(0, group, BR) == leader(0, of("FR.I", "GE.X"), GE) == -1


@pytest.mark.rule("8.4.1", "2.4")
@pytest.mark.reading("hq-flips")
def test_which_staffs_are_used_up() -> None:
    for rng, board in boards(80, 50):
        facts = Facts(board)
        for hex in occupied(board):
            for side in (0, 1):
                group = plain.random_group(rng, facts, side, hex)
                spent, hexes = rng.choice(((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3)))
                used = members(lenders(board, bits(group), spent, hexes)) if group else ()
                for nation in NATIONS:
                    staffs = [u for u in group if ROWS[u].kind == "hq" and ROWS[u].nation == nation]
                    led = [u for u in group if is_combat(u) and ROWS[u].nation == nation]
                    carried = [
                        u for u in led if (hexes > 1 if is_down(facts, u) else spent > plain.allowance(facts, u))
                    ]
                    found = [u for u in used if ROWS[u].nation == nation]
                    assert bool(found) is (bool(staffs) and bool(carried))
                    if found:
                        best = max(plain.allowance(facts, u) for u in staffs)
                        assert [plain.allowance(facts, u) for u in found] == [best]
