"""The twelve scenarios in play: they start, go on and end; nobody who must attack is paid for sitting still; their own
rules hold. What their files say is looked at in `test_files.py`, a whole game of each in `whole_games`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.nach_paris.support import arranged, legal, named, play, refused
from games.nach_paris.whole import check_board, settings
from marne.engine import Match, Setting
from marne.games.nach_paris.components import units as u
from marne.games.nach_paris.components.data import LOADED, MAP
from marne.games.nach_paris.components.scenario_rows import SCENARIOS as FILES
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.campaign.victory import points
from marne.games.nach_paris.rules.command.headquarters import Command, command
from marne.hexes import members
from marne.kit import scenario_page
from marne.lab.contract import check_contract
from marne.tables import Origin

LONG = ("lorraine", "marne", "campaign")
NAMES = [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in SCENARIOS]
SIDES = {"german": 0, "allied": 1}


def sit_still(name: str, look: Callable[[Match], None] | None = None) -> Match:
    """A game in which everybody comes and nobody does anything else; dice, and how a train heads, by chance."""
    match, rng = Match(GAME, Setting(name)), Random(1)
    while not match.over:
        if look:
            look(match)
        ask = match.position.open
        assert ask is not None
        options = ask.options or ()
        coming = ["all"] if "all" in options else [x for x in options if isinstance(x, tuple) and x[0] == "place"]
        nothing = ["end"] if "end" in options else match.position.suggest(rng, 1)
        match.play([*coming, *nothing][0])
    return match


# -- they start, play and end


@pytest.mark.parametrize("name", SCENARIOS)
def test_it_starts_and_plays_with_all_options(name: str) -> None:
    options = tuple((option.name, option.values[-1]) for option in GAME.options)
    position, rng = GAME.start(Setting(name, options=options)), Random(7)
    for number in range(80):
        if position.over:
            break
        if number % 20 == 0:
            check_board(position)
        position = position.play(position.suggest(rng, 1)[0])
    assert position.board.on_map(u.OF_SIDE[0])


@pytest.mark.night
@pytest.mark.parametrize("name", SCENARIOS)
def test_whole_games_with_several_options_keep_the_contract(name: str) -> None:
    chosen = [setting.options for setting in settings() if setting.scenario == "guise"]
    for seed, options in enumerate(chosen[:: 8 if name in LONG else 2]):
        check_contract(GAME, Setting(name, options=options), seed, every=2000 if name in LONG else 151)


# -- nobody is paid for nothing


@pytest.mark.rule("1.1.5")
@pytest.mark.reading("mulhouse-levels", "who-must-attack")
@pytest.mark.parametrize("name", NAMES)
def test_who_must_attack_and_does_nothing_loses(name: str) -> None:
    said = SCENARIOS[name].said
    match = sit_still(name)
    winner = GAME.score(match.position).winner
    if said.must_attack == "nobody":
        assert winner is None, "if nobody needs to attack, sitting still is a draw"
    else:
        assert winner == 1 - SIDES[said.must_attack], match.position.board.level


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_says_so_where_nobody_must_attack_and_only_there(language: str) -> None:
    """Who must attack is told that sitting still loses, or what a win takes; who need not, that it is a draw."""
    for name, each in SCENARIOS.items():
        assert bool(scenario_page(GAME, language, name)["still"]) == (each.said.must_attack == "nobody"), name


@pytest.mark.rule("13.1.1")
@pytest.mark.parametrize("name", ["mons", "guise", "maubeuge", pytest.param("marne", marks=pytest.mark.slow)])
def test_every_german_unit_has_communications_on_its_second_turn(name: str) -> None:
    seen: set[int] = set()

    def look(match: Match) -> None:
        board = match.position.board
        if board.phase == "movement" and board.side == 0 and board.turn > board.play.said.first:
            fresh = [x.unit for x in board.play.arrivals.get(board.turn - 1, ()) if board.where[x.unit] >= 0]
            assert not [u.IDS[unit] for unit in fresh if board.cut_off >> unit & 1], board.turn
            seen.update(unit for unit in fresh if u.GERMAN >> unit & 1)

    sit_still(name, look)
    late = {x.unit for x in SCENARIOS[name].arrivals.get(SCENARIOS[name].said.last, ())}
    assert seen == {unit for unit in members(SCENARIOS[name].units & u.GERMAN) if unit not in late}


# -- special rules [1.1.7]


@pytest.mark.rule("1.1.7", "3.3.1")
@pytest.mark.reading("forts-at-start", "liege-aside", "fifth-army")
def test_liege_is_closed_at_haelen_and_the_fifth_army_stands_east_of_mons() -> None:
    haelen, mons = SCENARIOS["haelen"], SCENARIOS["mons"]
    camp = next(camp for camp in MAP.camps if camp.name == "Liège")
    assert not any(haelen.area >> hex & 1 for hex in camp.hexes)
    assert not mons.area >> MAP.grid.hex("AG28") & 1
    assert mons.area >> MAP.grid.hex("AG30") & 1
    assert haelen.fallen.bit_count() == 12


@pytest.mark.rule("1.1.7")
@pytest.mark.reading("morhange-orders")
def test_before_morhange_the_germans_attack_on_german_soil_only() -> None:
    def attack(turn: int, hex: str, enemy: str) -> list[str]:
        units = {"3.bID": f"{hex} S", "39e-DI": enemy}
        position = arranged("morhange", turn=turn, side="german", units=units, begin="Combats DE")
        return named(position, "attack") if position.open else []

    assert MAP.country[MAP.grid.hex("O13")] == "FR"
    assert MAP.country[MAP.grid.hex("O15")] == "DE"
    assert attack(8, "O14", "O13") == []
    assert attack(9, "O14", "O13") == ["O13"]
    assert attack(8, "O16", "O15") == ["O15"]
    near = {"3.bID": "O14 S", "4.bID": "O16 S", "39e-DI": "O13", "11e-DI": "O15"}
    position = arranged("morhange", turn=8, side="german", units=near, begin="Combats DE")
    assert refused(position, "attack O13") == "1.1.7"


@pytest.mark.rule("1.1.7")
@pytest.mark.reading("mist")
def test_in_the_mist_of_the_ardennes_nobody_shells_units() -> None:
    def shells(turn: int) -> list[str]:
        units = {"33.ID": "U21 SW", "PiR.29": "U21", "9e-DI": "V21 NE"}
        position = arranged("ardennes", turn=turn, side="german", units=units, begin="PreparatoryBarrages DE")
        return legal(position) if position.open else []

    assert shells(12) == ["shell V21", "end"]
    assert shells(11) == []
    units = {"33.ID": "U21 SW", "II.III/Fußa.12": "U23 SW", "9e-DI": "V21 NE"}
    position = arranged("ardennes", turn=11, side="german", units=units, begin="PreparatoryBarrages DE")
    assert legal(position) == ["bombard V23", "end"]  # forts may still be fired at
    assert refused(position, "shell V21") == "1.1.7"


@pytest.mark.rule("1.1.7", "13.1.1")
def test_before_verdun_the_fifth_corps_needs_no_headquarters() -> None:
    position = arranged("marne", turn=20, side="german", units={"9.ID": "V17 SW", "5.AOK": "AB19"}, begin="nothing")
    assert command(position.board, u.BY_ID["9.ID"]) == Command.IN_RANGE


# -- points


def scored(scenario: str, units: dict[str, str], **more: Any) -> tuple[int, int]:
    return points(arranged(scenario, units=units, begin="nothing", **more).board)


@pytest.mark.rule("1.1.5")
def test_belgians_in_or_beside_antwerp_are_saved() -> None:
    """Each two steps are a point; `2e-DA` has as many as its counter."""
    steps = u.STEPS[u.BY_ID["2e-DA"]]
    assert scored("haelen", {"2e-DA": "AG41"})[1] == steps // 2
    assert scored("haelen", {"2e-DA": "AG38"})[1] == steps // 2  # beside it
    assert scored("haelen", {"2e-DA": "AG37"})[1] == 0
    assert scored("haelen", {"2e-DA": "AG41 -1"})[1] == (steps - 1) // 2


@pytest.mark.rule("1.1.7", "1.1.5")
def test_french_divisions_that_lost_nothing_count_at_charleroi() -> None:
    empty = scored("charleroi", {})[1]
    assert scored("charleroi", {"1re-DI": "AD31", "2e-DI": "AD31 -1", "8e-Bde": "AD29"})[1] == empty + 1


@pytest.mark.rule("1.1.7", "1.1.5")
def test_british_divisions_that_got_away_count_at_mons() -> None:
    assert scored("mons", {"1st-Div": "AP25", "2nd-Div": "AP26", "Cav-Div": "AP24"})[1] == 2
    steps = u.STEPS[u.BY_ID["1st-Div"]]
    assert scored("mons", {"1st-Div": f"AP25 -{steps - 1}"})[1] == 0


@pytest.mark.rule("1.1.5", "1.1.7")
def test_british_steps_count_twice_at_mons() -> None:
    losses = [0, 1, 3, 2]  # Belgian, French, British, German
    german, allied = scored("mons", {}, step_losses=losses)
    assert (german, allied) == (1 + 2 * 3, 2)
    assert scored("guise", {}, step_losses=losses)[0] - scored("guise", {})[0] == 1 + 3


@pytest.mark.rule("1.1.5", "1.1.7")
@pytest.mark.parametrize(
    ("scenario", "fort", "more"),
    [
        ("morhange", "N13:Fort-de-Manonviller", 3),
        ("lorraine", "N13:Fort-de-Manonviller", 3),
        ("charleroi", "AD29:Citadelle-de-Charlemont", 2),
        ("charleroi", "AC33:Fort-de-Cognelée", 1),
    ],
)
def test_forts_that_fall_count(scenario: str, fort: str, more: int) -> None:
    assert scored(scenario, {}, forts={fort: "gone"})[0] == scored(scenario, {})[0] + more


@pytest.mark.rule("1.1.5", "1.1.7")
def test_maubeuge_that_holds_out_counts_for_the_french() -> None:
    german, allied = scored("maubeuge", {})
    assert german - allied == -6


def test_each_value_of_a_scenario_has_an_origin() -> None:
    for name, record in LOADED[FILES].items():
        assert record.claim("levels").origin is Origin.RECONSTRUCTED, name
    for name in ("liege", "lorraine", "campaign"):
        for key in ("first", "ammo_42", "german_rail"):
            assert LOADED[FILES][name].claim(key).origin is Origin.STATED


@pytest.mark.rule("7.8.1")
def test_withdrawals_of_lorraine_are_obeyed() -> None:
    units = {"13e-DI": "L11", "29e-DI": "O12", "11e-DI": "R14"}
    position = play(arranged("lorraine", turn=17, side="allied", units=units, begin="MandatoryWithdrawals FR"))
    gone = [unit for unit in units if position.board.where[u.BY_ID[unit]] < 0]
    assert gone == ["13e-DI", "29e-DI"]


@pytest.mark.rule("1.1.5")
@pytest.mark.reading("liege-points")
def test_each_two_belgian_steps_saved_from_liege_are_a_point() -> None:
    empty = scored("liege", {})[1]
    assert [scored("liege", {}, steps_saved=steps)[1] - empty for steps in range(5)] == [0, 0, 1, 1, 2]
