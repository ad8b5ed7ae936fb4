"""14.3.6: options step by step: set-up, landings, the ninth army."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.positions import FRONT
from games.grand_illusion.scenarios.support import chosen
from games.grand_illusion.support import (
    actor,
    alone,
    arranged,
    asked,
    carried_out,
    down,
    happened,
    legal,
    offered,
    play,
    question,
    where,
)
from marne.engine import Position
from marne.games.grand_illusion.board import ASIDE, OUT_OF_HOLLAND, VARIABLE, GrandIllusionBoard
from marne.games.grand_illusion.components import scenario as options
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.data import EDITIONS
from marne.games.grand_illusion.components.places import ANTWERP, PORTS
from marne.games.grand_illusion.components.scenario import HOLLAND
from marne.games.grand_illusion.components.units import ALLIED, BE, BR, BY_ID, FR, GE, GERMAN, IDS, OF_SIDE, ROWS
from marne.games.grand_illusion.events import FortuneRolled
from marne.games.grand_illusion.rules.actions.landing import answers, enter_holland, land, ninth_army
from marne.games.grand_illusion.rules.battle.battle import Battle
from marne.games.grand_illusion.rules.battle.battle_guns import metz_is_ready
from marne.games.grand_illusion.rules.command.caps import extra, receive
from marne.games.grand_illusion.rules.reinforcements.reinforcements import may_hold
from marne.games.grand_illusion.rules.scenarios.options import FreeSetUp, SetUpBelgian, SetUpUnit, StormLiege
from marne.games.grand_illusion.rules.scenarios.setup import new_board
from marne.games.grand_illusion.rules.supply.supply import all_sources, antwerp_feeds
from marne.hexes import bits, members


def hexes(found: list[Any]) -> list[int]:
    """The hexes of some answers."""
    return [answer[1] for answer in found]


@pytest.mark.rule("14.3.6", "2.6")
@pytest.mark.parametrize("side", ["allied", "german"])
@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5])
def test_which_counters_an_option_brings(side: str, number: int) -> None:
    choice = str(number) if number else "none"
    position = chosen(choice if side == "allied" else "none", choice if side == "german" else "none")
    board = position.board
    letter = side[0].upper()
    for unit, row in enumerate(ROWS):
        if not row.option:
            continue
        name = IDS[unit]
        if row.option == f"{letter}{number}":
            if row.kind == "fort":
                assert board.where[unit] > 0, name
            elif row.turn:
                assert board.track[unit] == (row.turn, 0 if row.entry in (None, "?") else int(str(row.entry))), name
            else:
                assert board.where[unit] != ASIDE, name
        else:
            assert board.where[unit] == ASIDE, name
            assert unit not in board.track, name
    assert board.revealed
    assert board.options == (
        [1 << number if number else 0, 0] if side == "allied" else [0, 1 << number if number else 0]
    )
    expected = {("allied", 1): "FreeSetUp", ("allied", 5): "SetUpBelgian", ("german", 1): "FreeSetUp"}
    assert asked(position) == expected.get((side, number), "RollCaps")
    track = {name: board.track.get(BY_ID[name], (0, 0))[0] for name in ("BR.7", "BR.3-C", "FR.Marine", "BR.3-In")}
    early = (side, number) == ("allied", 3)
    assert (
        track == {"BR.7": 7, "BR.3-C": 7, "FR.Marine": 7, "BR.3-In": 10}
        if early
        else track
        == {
            "BR.7": 10,
            "BR.3-C": 10,
            "FR.Marine": 10,
            "BR.3-In": 13,
        }
    )
    garrison = [board.where[BY_ID[name]] == ASIDE for name in ("GE.Naval", "GE.I-LW", "GE.HQ-Nord")]
    assert garrison == [(side, number) == ("german", 5)] * 3


@pytest.mark.rule("14.3.6")
def test_the_german_free_set_up_unit_by_unit() -> None:
    position = chosen(german="1")
    corps = ("II", "III", "IV", "IX", "III-R", "IV-R", "Gd", "VII", "X")
    assert "place GE.33-R" not in legal(position), "corps, no divisions"
    assert "place FR.XX" not in legal(position)
    assert "place GE.IX-R" not in legal(position), "not on the map"
    for name in corps[:8]:
        assert f"place GE.{name}" in legal(position)
        position = play(position, f"place GE.{name}")
        assert actor(position) == "german"
        position = play(position, "at 91" if "at 91" in legal(position) else "at 92")
    assert "place GE.X" not in legal(position), "eight corps"
    for name in ("2-C", "4-C", "9-C"):
        position = play(position, f"place GE.{name}", "at 93")
    assert "place GE.3-C" not in legal(position), "three divisions"
    assert "place GE.HQ-1" in legal(position)
    assert asked(play(position, "done")) != "FreeSetUp"
    position = play(position, "place GE.HQ-1", "at 90")
    assert asked(position) != "FreeSetUp", "one staff, and it is done"
    assert where(position, "GE.HQ-1") == 90


def hexes_of(step: SetUpUnit, board: GrandIllusionBoard) -> list[int]:
    return [hex for _, hex in offered(question(step, board))]


@pytest.mark.rule("14.3.6", "8.4.6")
def test_set_up_within_stacking_and_ones_own_ground() -> None:
    board = new_board(EDITIONS["english"], 3)
    for name in ("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"):
        board.put(BY_ID[name], 28)
    french = hexes_of(SetUpUnit(BY_ID["FR.XX"]), board)
    assert 28 not in french, "full"
    assert 62 not in french, "Belgium"
    assert {19, 76, 27} <= set(french)
    german = hexes_of(SetUpUnit(BY_ID["GE.X"]), board)
    assert {84, 91, 100} <= set(german)
    assert 72 not in german, "full, and so is 73"
    assert 28 not in german
    ask = question(SetUpBelgian(BY_ID["BE.I"]), board)
    assert ask is not None
    assert ask.actor == ALLIED
    hexes = [answer[1] for answer in offered(ask)]
    assert hexes == [23, 32, 33, 42, 43, 44, 52, 53, 54, 55, 62, 63, 64, 65, 71, 74, 75]
    for name in ("FR.VII", "FR.VIII", "FR.X", "FR.XI", "FR.XII", "FR.XIII"):
        board.put(BY_ID[name], 44)
    ask = question(SetUpBelgian(BY_ID["BE.I"]), board)
    assert ask is not None
    assert ("at", 44) not in offered(ask), "full"


@pytest.mark.rule("14.3.6")
@pytest.mark.parametrize(("choice", "asks"), [("4", False), ("5", False), ("4+5", True)])
def test_the_ninth_army_may_wait_only_if_holland_is_invaded(choice: str, asks: bool) -> None:
    position = chosen(german=choice)
    assert (asked(position) == "NinthArmy") is asks
    if asks:
        assert actor(position) == "german"
        later = play(position, "through holland").board
        waiting = {IDS[unit] for unit, (_, how) in later.track.items() if how == OUT_OF_HOLLAND}
        assert waiting == {"GE.HQ-9", "GE.XXXVIII-R", "GE.XXXIX-R", "GE.XL-R", "GE.XLI-R", "GE.XLII-R"}
        assert {later.track[BY_ID[name]][0] for name in waiting} == {2}


@pytest.mark.rule("14.3.6")
def test_liege_is_stormed_only_if_somebody_is_there() -> None:
    board = alone(
        scenario=3, units={"BE.F-Liege": 72, "GE.X": 72, "GE.9-C": 72, "BE.I": 72}, options={"allied": [5]}
    ).board
    steps = carried_out(StormLiege(), board)
    assert [type(step).__name__ for step in steps] == ["MayDeclare", "ResolveBattles", "EndActivation"]
    assert (board.active, board.attacker) == (72, GERMAN)
    horse = alone(scenario=3, units={"BE.F-Liege": 72, "GE.9-C": 72}).board
    assert carried_out(StormLiege(), horse) == (), "cavalry takes no fort"
    empty = alone(scenario=3, units={"BE.F-Liege": 72, "BE.I": 72, "GE.X": 73}).board
    assert carried_out(StormLiege(), empty) == ()
    assert asked(chosen("4")) == "RollCaps"


@pytest.mark.rule("14.3.6", "8.4.6")
def test_where_and_when_a_landing_is_possible() -> None:
    def landings(turn: int = 10, **changes: Any) -> list[int]:
        units = {"BR.7": "T11", "FR.XX": 57, "GE.X": 84, **changes.pop("units", {})}
        held = changes.pop("held", ["BR.7"])
        board = alone(
            scenario=3, turn=turn, units=units, options={"allied": [4]}, held=held, withdrew=[3, 4], **changes
        ).board
        assert answers(board, GERMAN) == []
        return hexes(answers(board, ALLIED))

    coast = [1, 7, 14, 15, 16, 23, 32]
    assert landings() == coast
    assert landings(turn=9) == []
    assert landings(turn=11) == coast
    assert landings(held=[]) == []
    assert landings(landed=14) == [], "once"
    full = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 16)
    assert landings(units=full) == [hex for hex in coast if hex != 16]


@pytest.mark.rule("14.3.6", "9.1.2")
def test_coming_ashore() -> None:
    def ashore(units: dict[str, Any], hex: int) -> Any:
        board = alone(scenario=3, turn=10, units={"FR.XX": 57, **units}, held=["BR.7", "BR.8"], german=[32]).board
        board.attacker = GERMAN
        board.delay(BY_ID["BR.7"], 11, VARIABLE)
        land(board, hex)
        assert board.where[BY_ID["BR.7"]] == board.where[BY_ID["BR.8"]] == hex
        assert BY_ID["BR.7"] not in board.track
        assert (board.held, board.landed, board.attacker) == (0, hex, ALLIED)
        assert board.moved == 1 << BY_ID["BR.7"] | 1 << BY_ID["BR.8"]
        return board

    free = ashore({"GE.X": 84}, 14)
    assert (free.entered, free.must, free.landing) == ({}, 0, False)
    fought = ashore({"GE.X": 32, "FR.I": 32}, 32)
    assert fought.must >> 32 & 1, "even where friends are"
    assert fought.landing
    assert fought.entered == {32: fought.moved}


@pytest.mark.rule("14.3.6", "9.6.3")
def test_the_ninth_army_meets_whom_it_finds() -> None:
    def entering(units: dict[str, Any], **changes: Any) -> Any:
        board = alone(
            scenario=3,
            turn=3,
            side="german",
            units={"FR.XX": 80, **units},
            options={"german": [4, 5]},
            german=[62, 72, 73],
            **changes,
        ).board
        for name in ("GE.HQ-9", "GE.XL-R"):
            board.delay(BY_ID[name], 2, OUT_OF_HOLLAND)
        return board

    board = entering({"GE.X": 73})
    assert hexes(answers(board, GERMAN)) == [52, 62, 71], "not 42, which no line reaches"
    assert ninth_army(board) == 1 << BY_ID["GE.HQ-9"] | 1 << BY_ID["GE.XL-R"]
    assert answers(board, ALLIED) == []
    board.turn = 1
    assert answers(board, GERMAN) == []
    assert ninth_army(board) == 0
    board.turn = 2
    assert answers(board, GERMAN)
    (step,) = enter_holland(board, 71)
    assert (type(step).__name__, step.side, step.spent, step.hexes, step.used) == ("Walk", GERMAN, 1, 1, 0)  # type: ignore[attr-defined]
    assert board.attacker == GERMAN
    assert board.moved == step.units  # type: ignore[attr-defined]
    assert not any(how == OUT_OF_HOLLAND for _, how in board.track.values())
    horse = entering({"GE.X": 73, "BE.C": 71})
    (step,) = [each for each in enter_holland(horse, 71) if type(each).__name__ == "CavalryDelay"]
    assert (step.side, step.spent, step.hexes, step.used, step.retiring) == (GERMAN, 1, 1, 0, False)  # type: ignore[attr-defined]
    foot = entering({"GE.X": 73, "BE.I": 71})
    assert not [each for each in enter_holland(foot, 71) if type(each).__name__ == "Walk"], "they stop to fight"
    assert foot.must >> 71 & 1
    assert not foot.is_down(BY_ID["GE.HQ-9"])
    full = entering(dict.fromkeys(("GE.I-B", "GE.II-B", "GE.III-B", "GE.XIV", "GE.XV", "GE.XXI"), 62))
    assert hexes(answers(full, GERMAN)) == [52, 71], "no room in 62"


@pytest.mark.rule("14.3.6")
@pytest.mark.parametrize(
    ("turn", "fallen", "held", "fort", "feeds"),
    [
        (4, True, True, False, False),
        (5, True, True, False, True),
        (6, True, True, False, True),
        (6, False, True, False, False),
        (6, True, False, False, False),
        (6, True, True, True, False),
    ],
)
def test_when_antwerp_feeds_the_germans(turn: int, fallen: bool, held: bool, fort: bool, feeds: bool) -> None:
    units = {"GE.X": 84, "FR.XX": 57, **({"BE.F-Antwerp": 52} if fort else {})}
    board = alone(
        scenario=3, turn=turn, units=units, options={"german": [5]}, german=[52] if held else [], antwerp=fallen
    ).board
    assert antwerp_feeds(board) is feeds


@pytest.mark.rule("14.3.6")
def test_who_may_still_be_set_up_freely() -> None:
    board = alone(scenario=3, units={"FR.I": 46, "FR.1-C": 46, "FR.HQ-5": 46, "GE.X": 84, "GE.HQ-1": 84}).board

    def offers(side: int, corps: int, cavalry: int, staffs: int) -> set[str]:
        found = offered(question(FreeSetUp(side, corps, cavalry, staffs, 0), board))
        return {units.IDS[each[1]] for each in found if each != "done"}

    assert offers(ALLIED, 1, 0, 0) == {"FR.I"}
    assert offers(ALLIED, 0, 1, 0) == {"FR.1-C"}
    assert offers(ALLIED, 0, 0, 1) == {"FR.HQ-5"}
    assert offers(GERMAN, 1, 0, 0) == {"GE.X"}
    assert offers(GERMAN, 0, 0, 1) == {"GE.HQ-1"}


@pytest.mark.rule("14.3.6")
def test_the_ninth_army_may_come_in_upon_the_belgians() -> None:
    board = alone(
        scenario=3,
        turn=3,
        side="german",
        units={"FR.XX": 80, "GE.X": 73, "BE.I": 71},
        options={"german": [4, 5]},
        german=[62, 72, 73],
    ).board
    for name in ("GE.HQ-9", "GE.XL-R"):
        board.delay(BY_ID[name], 2, OUT_OF_HOLLAND)
    assert ("enter", 71) in answers(board, GERMAN)


@pytest.mark.rule("14.3.6")
def test_the_options_by_number() -> None:
    allied = (options.FREE_SET_UP, options.BETTER_USE_OF_RESOURCES, options.EMPIRES_IN_ARMS, options.RULE_BRITANNIA)
    german = (options.FREE_SET_UP, options.MORE_GUNS, options.IMPROVED_LOGISTICS, options.MORE_TROOPS, options.HOLLAND)
    assert (*allied, options.BELGIAN_PREPAREDNESS) == german == (1, 2, 3, 4, 5)


@pytest.mark.rule("14.3.6")
def test_options_are_a_sides_own_until_both_are_shown() -> None:
    board = alone(scenario=3, units={"FR.XX": 57, "GE.X": 84}).board
    board.options, board.revealed = [0b110, 0b101000], False
    assert [board.masked(seat).options for seat in (ALLIED, GERMAN, None)] == [[0b110, 0], [0, 0b101000], [0, 0]]
    board.revealed = True
    assert [board.masked(seat).options for seat in (ALLIED, GERMAN, None)] == [[0b110, 0b101000]] * 3


@pytest.mark.rule("14.3.6", "8.4.3")
def test_antwerp_in_german_hands_feeds_germans_alone() -> None:
    board = alone(scenario=3, turn=6, units={"GE.X": ANTWERP}, german=[ANTWERP], options={"german": [HOLLAND]}).board
    board.antwerp = True
    feeds = [bool(all_sources(board, nation) >> ANTWERP & 1) for nation in (FR, BR, BE, GE)]
    plain = [bool(all_sources(alone().board, nation) >> ANTWERP & 1) for nation in (FR, BR, BE, GE)]
    assert feeds == [*plain[:3], True]
    assert not plain[3]
    board.options[GERMAN] = 0
    assert not all_sources(board, GE) >> ANTWERP & 1


@pytest.mark.rule("14.3.6", "8.4.3")
@pytest.mark.reading("landing")
def test_a_port_where_the_british_have_landed_feeds_the_british_alone() -> None:
    board = alone(scenario=3, units={"BR.1": 36}).board
    before = [all_sources(board, nation) for nation in (FR, BR, BE, GE)]
    port = next(hex for hex in members(PORTS) if not before[BR] >> hex & 1)
    board.landed = port
    assert [all_sources(board, nation) for nation in (FR, BR, BE, GE)] == [
        before[FR],
        before[BR] | 1 << port,
        before[BE],
        before[GE],
    ]
    board.landed = next(hex for hex in members(board.ground.coast) if not (PORTS | before[BR]) >> hex & 1)
    assert all_sources(board, BR) == before[BR], "a beach is no port"


@pytest.mark.rule("14.3.6", "8.4.3")
def test_antwerp_feeds_nobody_before_it_has_fallen() -> None:
    board = alone(scenario=3, turn=6, units={"BE.F-Antwerp": ANTWERP}, options={"german": [HOLLAND]}).board
    board.antwerp = True
    assert not all_sources(board, GE) >> ANTWERP & 1


@pytest.mark.rule("14.3.6", "7.1")
def test_who_is_kept_for_a_landing() -> None:
    units = dict.fromkeys(("BR.7", "BR.8", "BR.6", "BR.4", "BR.RN", "BR.3-C", "FR.45"), "T10")
    board = alone(scenario=3, turn=10, units={**FRONT, **units}, options={"allied": [4]}).board
    assert may_hold(board, BY_ID["BR.7"])
    assert not may_hold(board, BY_ID["BR.3-C"]), "infantry"
    assert not may_hold(board, BY_ID["FR.45"]), "British"
    board.held = bits(BY_ID[name] for name in ("BR.8", "BR.6", "BR.4"))
    assert may_hold(board, BY_ID["BR.7"]), "a fourth"
    board.held |= 1 << BY_ID["BR.RN"]
    assert not may_hold(board, BY_ID["BR.7"]), "no fifth"
    assert may_hold(board, BY_ID["BR.RN"]), "who is kept may be kept on"
    board.landed = 14
    assert not may_hold(board, BY_ID["BR.RN"])
    other = alone(scenario=3, turn=10, units={**FRONT, **units}, options={"allied": [3]}).board
    assert not may_hold(other, BY_ID["BR.7"])


@pytest.mark.rule("14.3.6")
@pytest.mark.parametrize(("die", "elan"), [(1, False), (2, False), (3, True), (6, True)])
def test_a_landing_is_a_surprise_or_dear(die: int, elan: bool) -> None:
    position = battle("BR.7 BR.8", "GE.X", hex=14, scenario=3, turn=10, options={"allied": [4]}, landed=14)
    board = position.board.copy()
    board.landing = True
    board.attackers = {14: board.at[14] & OF_SIDE[0]}
    landing = Position.begin(board, Battle(14))
    assert asked(landing) == "LandingDie"
    landing = play(landing, die)
    assert happened(landing, FortuneRolled)[0].result == ("defender ready" if elan else "surprise landing")
    landing = to_dice(landing)
    assert landing.board.fortune == (0 if elan else 8)
    landing = miss_all(landing)
    assert (asked(landing) == "Elan") is elan, "ready, they hit one division in any case"
    if elan:
        assert legal(landing) == ["hit BR.7", "hit BR.8"]
        assert down(play(landing, "hit BR.8"), "BR.8")


@pytest.mark.rule("14.3.6", "9.5.4")
def test_which_forts_are_ready_for_french_guns() -> None:
    def ready(fort: str, hex: int, allied: list[int], german: list[int]) -> bool:
        board = alone(scenario=3, units={fort: hex}, options={"allied": allied, "german": german}).board
        return metz_is_ready(board, BY_ID[fort])

    assert ready("GE.F-Metz-A", 86, [2], [])
    assert ready("GE.F-Metz-B", 86, [2, 3], [])
    assert not ready("GE.F-Metz-A", 86, [1], [2])
    assert not ready("GE.F-Trier", 94, [2], []), "another place"
    assert not ready("GE.X", 86, [2], []), "no fort"
    assert not ready("FR.F-Toul", 86, [2], []), "not German"


@pytest.mark.rule("14.3.6", "5.1.1")
@pytest.mark.parametrize(
    ("side", "options", "turn", "waiting", "caps"),
    [
        (ALLIED, {"allied": [3]}, 9, False, 0),
        (ALLIED, {"allied": [3]}, 10, False, 1),
        (ALLIED, {"allied": [3]}, 11, False, 1),
        (ALLIED, {"allied": [4]}, 11, False, 0),
        (ALLIED, {"german": [3, 4]}, 11, False, 0),
        (GERMAN, {"german": [4]}, 1, False, 1),
        (GERMAN, {"german": [4]}, 1, True, 0),
        (GERMAN, {"german": [4]}, 2, True, 1),
        (GERMAN, {"german": [5, 3]}, 2, False, 0),
        (GERMAN, {"allied": [4, 3]}, 11, False, 0),
    ],
)
@pytest.mark.reading("more-troops")
def test_options_that_bring_a_cap(
    side: int, options: dict[str, list[int]], turn: int, waiting: bool, caps: int
) -> None:
    board = arranged(scenario=3, turn=turn, options=options).board
    if waiting:
        board.delay(BY_ID["GE.HQ-9"], 2, OUT_OF_HOLLAND)
    assert extra(board, side) == caps
    receive(board, side, 4)
    assert board.caps[side] == 4 + caps
