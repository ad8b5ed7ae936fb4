"""9.5.4: heavy artillery against forts."""

from __future__ import annotations

import pytest

from games.grand_illusion.battlefield import battle, miss_all, to_dice
from games.grand_illusion.positions import QUIET, driven, of
from games.grand_illusion.support import Game, actor, alone, asked, down, happened, legal, play, where
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.units import BY_ID, ROWS, written
from marne.games.grand_illusion.events import GunFired
from marne.games.grand_illusion.rules.battle.battle_fire import strength
from marne.games.grand_illusion.rules.battle.battle_guns import Aim, Concentrate, guns
from marne.hexes import bits

NAMUR = {"side": "german", "hex": 64, "others": {"GE.HA-305": 64, "GE.HA-420": 64}}


def lost(position: Game, fort: str) -> int:
    return position.board.losses.get(BY_ID[fort], 0)


@pytest.mark.rule("9.5.4", "9.1.3")
def test_guns_bombard_before_fortunes_of_war_as_long_as_they_hit() -> None:
    position = battle("GE.VII", "BE.F-Namur BE.4", **NAMUR)  # type: ignore[arg-type]
    assert asked(position) == "Bombardment"
    assert actor(position) == "german"
    assert legal(position) == ["take GE.HA-305", "take GE.HA-420", "concentrate", "done"]
    position = play(position, "take GE.HA-420", 3)
    (event,) = happened(position, GunFired)
    assert [(each.rule, each.amount) for each in event.modifiers] == [("9.5.4", 1)]
    assert (event.die, event.needed, event.hit) == (3, 4, True)
    assert lost(position, "BE.F-Namur") == 1
    assert asked(position) == "Bombard", "a hit, and the gun fires again"
    position = play(position, 4)
    assert lost(position, "BE.F-Namur") == 1
    assert down(position, "GE.HA-420"), "a miss, and it is done for the turn"
    assert legal(position) == ["take GE.HA-305", "done"]
    position = play(position, "done")
    assert asked(position) == "FortunesOfWar"
    assert not down(position, "GE.HA-305")


@pytest.mark.rule("9.5.4")
@pytest.mark.reading("natural-dice")
def test_a_one_is_no_sure_hit_for_guns() -> None:
    position = battle(
        "GE.XVI", "FR.F-Verdun-E FR.VI", side="german", hex=76, others={"GE.HA-305": 76}
    )  # Verdun has +3, the gun 3
    position = play(position, "take GE.HA-305", 1)
    assert happened(position, GunFired)[0].hit is False


@pytest.mark.rule("9.5.4", "9.1.4")
def test_all_forts_gone_and_fortunes_are_rolled_all_the_same() -> None:
    position = battle("GE.VII", "BE.F-Namur", side="german", hex=64, others={"GE.HA-420": 64}, steps={"BE.F-Namur": 1})
    position = play(position, "take GE.HA-420", 1)
    assert where(position, "BE.F-Namur") == -1
    assert down(position, "GE.HA-420")
    assert position.board.control >> 64 & 1, "8.3.3: the hex changes hands at once"
    assert asked(position) == "FortunesOfWar"
    assert play(position, 8).board.battle == 0, "and then there is nobody to fight"


@pytest.mark.rule("9.5.4")
def test_a_gun_keeps_to_its_fort_until_that_is_gone() -> None:
    position = battle(
        "GE.XXI", "FR.F-Nancy FR.F-Toul", side="german", hex=87, others={"GE.HA-420": 87}, steps={"FR.F-Nancy": 3}
    )
    position = play(position, "take GE.HA-420")
    assert legal(position) == ["bombard FR.F-Nancy", "bombard FR.F-Toul"]
    position = play(position, "bombard FR.F-Toul", 1)
    assert asked(position) == "Bombard"
    assert lost(position, "FR.F-Toul") == 1
    other = play(play(battle_at_toul(), "take GE.HA-420"), "bombard FR.F-Nancy", 2)
    assert where(other, "FR.F-Nancy") == -1
    assert asked(other) == "Bombard", "there is only one fort left to go on with"
    assert play(other, 1).board.losses[BY_ID["FR.F-Toul"]] == 1


def battle_at_toul() -> Game:
    return battle(
        "GE.XXI", "FR.F-Nancy FR.F-Toul", side="german", hex=87, others={"GE.HA-420": 87}, steps={"FR.F-Nancy": 3}
    )


@pytest.mark.rule("9.5.4")
def test_concentrated_bombardment_costs_the_last_target_a_step_more() -> None:
    position = battle("GE.VII", "FR.F-Maubeuge", side="german", hex=54, others={"GE.HA-305": 54, "GE.HA-420": 54})
    position = play(position, "concentrate", "take GE.HA-305", 6)
    assert lost(position, "FR.F-Maubeuge") == 0
    assert asked(position) == "Bombard", "the other gun is committed"
    position = play(position, 2, 6)
    assert lost(position, "FR.F-Maubeuge") == 2, "one hit, and one for concentration"
    assert down(position, "GE.HA-305")
    assert down(position, "GE.HA-420")
    assert asked(position) == "FortunesOfWar"


@pytest.mark.rule("9.5.4")
def test_concentrated_guns_are_flipped_even_if_the_first_did_it_all() -> None:
    position = battle("GE.VII", "BE.F-Namur", steps={"BE.F-Namur": 1}, **NAMUR)  # type: ignore[arg-type]
    position = play(position, "concentrate", "take GE.HA-420", 1)
    assert where(position, "BE.F-Namur") == -1
    assert down(position, "GE.HA-305")


@pytest.mark.rule("9.5.4")
def test_guns_that_have_fired_are_silent() -> None:
    position = battle("GE.VII", "BE.F-Namur", side="german", hex=64, others={"GE.HA-420": "64*"})
    assert asked(position) == "FortunesOfWar"


@pytest.mark.rule("9.5.4", "14.3.6", "ES-49")
@pytest.mark.parametrize(("edition", "armour", "fire"), [("english", [("14.3.6", 1)], 5), ("spanish", [], 6)])
def test_metz_is_prepared_if_the_french_have_guns(edition: str, armour: list[tuple[str, int]], fire: int) -> None:
    position = battle(
        "FR.XX FR.XV",
        "GE.F-Metz-A GE.33-R",
        hex=86,
        edition=edition,
        scenario=3,
        options={"allied": [2]},
        others={"FR.HA": 86},
    )
    position = play(position, "take FR.HA", 3)
    (event,) = happened(position, GunFired)
    assert [(each.rule, each.amount) for each in event.modifiers] == armour
    assert event.hit is (edition == "spanish")
    board = battle("FR.XX", "GE.F-Metz-A", hex=86, edition=edition, scenario=3, options={"allied": [2]}).board
    fort = 1 << BY_ID["GE.F-Metz-A"]
    assert strength(board, fort, defending=True) == fire
    assert strength(battle("FR.XX", "GE.F-Metz-A", hex=86, edition=edition).board, fort, defending=True) == 5


@pytest.mark.rule("9.5.4", "8.5", "9.1.2")
@pytest.mark.reading("guns-that-fire")
def test_which_guns_may_fire() -> None:
    units = {
        "GE.HA-420": 64,
        "GE.HA-305": 64,
        "GE.HA-305b": "64*",
        "FR.HA": 64,
        "GE.HA-420b": 73,
        "GE.X": 64,
        "BE.F-Namur": 64,
    }
    board = alone(turn=6, units=units).board
    board.battle, board.attacker, board.active = 64, 1, 64
    assert written(guns(board)) == "GE.HA-305 GE.HA-420"
    board.active, board.moved = 73, bits((BY_ID["GE.HA-305"], BY_ID["GE.X"], BY_ID["GE.HA-420b"]))
    assert written(guns(board)) == "GE.HA-305", "the other stood there all along"
    board.attacker, board.active = 0, 64
    assert written(guns(board)) == "FR.HA"


@pytest.mark.rule("9.5.4")
def test_guns_are_not_asked_for_when_no_fort_is_left() -> None:
    position = battle("GE.VII", "BE.F-Namur BE.4", steps={"BE.F-Namur": 1}, **NAMUR)  # type: ignore[arg-type]
    position = play(position, "take GE.HA-420", 1)
    assert where(position, "BE.F-Namur") == -1
    assert asked(position) == "FortunesOfWar"
    assert not down(position, "GE.HA-305"), "it has not fired"
    assert asked(battle("GE.VII", "BE.4", **NAMUR)) == "FortunesOfWar"  # type: ignore[arg-type]


@pytest.mark.rule("9.5.4")
def test_concentration_goes_gun_by_gun_and_ends_with_the_last_fort() -> None:
    start = battle("GE.VII", "BE.F-Namur", **NAMUR)  # type: ignore[arg-type]
    position = play(start, "concentrate")
    assert legal(position) == ["take GE.HA-305", "take GE.HA-420"]
    second = play(position, "take GE.HA-420", 6)
    assert down(second, "GE.HA-420")
    assert not down(second, "GE.HA-305")
    assert asked(second) == "Bombard", "the other fires now"
    done = play(position, "take GE.HA-420", 1, 1)
    assert where(done, "BE.F-Namur") == -1
    assert down(done, "GE.HA-305")
    assert asked(done) == "FortunesOfWar"
    fresh = play(start, "take GE.HA-305", 2)
    assert lost(fresh, "BE.F-Namur") == 1
    assert where(fresh, "BE.F-Namur") == 64
    assert not fresh.board.control >> 64 & 1, "the fort still holds the hex"


@pytest.mark.rule("9.5.4", "9.4.4")
def test_guns_and_headquarters_go_with_a_retreat() -> None:
    position = battle(
        "GE.X*", "BE.F-Namur BE.4", side="german", hex=64, others={"GE.HA-420": 64, "GE.HQ-2": 64, "GE.II": 73}
    )
    position = miss_all(to_dice(play(position, "done", QUIET)))
    assert driven(position) == [("german", "infantry")]
    position = to_dice(position) if asked(position) == "Retreat" else position
    assert where(position, "GE.X") == where(position, "GE.HA-420") == where(position, "GE.HQ-2") == 73


@pytest.mark.rule("9.5.4")
def test_the_bombardment_defence_that_shows() -> None:
    board = alone(units={"FR.F-Maubeuge": 54}).board
    assert board.fort_defence(BY_ID["FR.F-Maubeuge"]) == 2
    board.losses[BY_ID["FR.F-Maubeuge"]] = 2
    assert board.fort_defence(BY_ID["FR.F-Maubeuge"]) == 1


@pytest.mark.rule("9.5.4", "9.3.1", "13.1.6")
def test_a_whole_fort_is_on_the_first_step_of_its_ladder() -> None:
    board = alone(turn=6, units={"FR.XX": 57, "GE.X": 84}).board
    for fort, row in enumerate(ROWS):
        if row.kind == "fort":
            assert (board.strength(fort), board.fort_defence(fort)) == units.LADDER[fort][0]
            first = row.ladder[0].split("+")
            assert units.LADDER[fort][0] == (int(first[0]), int(first[1]) if len(first) > 1 else 0)


@pytest.mark.rule("9.5.4")
@pytest.mark.reading("extra-guns")
def test_the_last_gun_brings_the_one_hit_more() -> None:
    board = battle("GE.X GE.HA-305 GE.HA-420", "FR.F-Verdun-W", side="german").board
    one, other = BY_ID["GE.HA-305"], BY_ID["GE.HA-420"]
    both = of("GE.HA-305", "GE.HA-420")
    assert Concentrate(both).do(board, ("take", one)) == (Aim(one, 0), Concentrate(1 << other))
    assert Concentrate(1 << other).do(board, ("take", other)) == (Aim(other, 1),)
