"""2.6 to 2.8, 11.18, 11.20: results, and who loses steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.schlieffens_war.combat.support import battle
from games.schlieffens_war.positions import PLACE, beaten
from games.schlieffens_war.support import War, actor, at, board, events, go, h, hex_of, refused, step, u, unit, written
from marne.games.schlieffens_war.board import ATTACKED, DEFENDED, ELIMINATED, REMOVED
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import NAMES
from marne.games.schlieffens_war.events import Retreated, StepLost, UnitEliminated
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.losses import attacker_loss_choices, defender_loss_choices
from marne.games.schlieffens_war.rules.combat.retreat import may_retreat, retreat_hexes, retreating


@pytest.mark.rule("11.18", "11.20")
def test_the_defender_absorbs_first() -> None:
    # 12 against 6 at 2:1, die 4: 1/2
    position = battle({"1er CA": "2321", "10e CA": "2321"}, 4)
    assert (actor(position), step(position)) == ("entente", "DefenderLosses")
    assert written(position) == ["lose 1er CA", "lose 10e CA"], "the first loss is a step"
    assert refused(position, "retreat 2320") == "11.20"


@pytest.mark.rule("11.20", "11.21")
def test_steps_or_hexes() -> None:
    position = go(battle({"1er CA": "2321", "10e CA": "2321"}, 4), "lose 1er CA")
    assert "lose 10e CA" in written(position)
    assert "lose 1er CA" not in written(position), "nobody loses a second step before all have one"
    assert refused(position, "lose 1er CA") == "11.20"
    stood = go(position, "lose 10e CA")
    assert actor(stood) == "german"
    assert hex_of(stood, "1er CA") == "2321"
    way = next(text for text in written(position) if text.startswith("retreat"))
    gone = go(position, way)
    assert hex_of(gone, "1er CA") == hex_of(gone, "10e CA") == way.removeprefix("retreat ")
    assert unit(gone, "10e CA")["morale"] == "fatigued"
    assert unit(gone, "10e CA")["steps"] == 2


@pytest.mark.rule("11.20")
@pytest.mark.reading("retreat-choice")
def test_the_rulebooks_three_corps_and_three_losses() -> None:
    """Three full corps and a result of three: a step and two hexes, two steps and a hex, or three steps."""
    units = {"1er CA": "2321", "3e GRD": "2321", "4e GRD": "2321"}
    # 12 against 3 + 2 is 2:1; all attackers with elan make it 3:1, die 6: 0/3
    fresh = {name: {"hex": "2322", "morale": "elan"} for name in ("X AK", "IX AK", "VII AK")}
    position = battle(units, 0, fresh)
    position = go(position, "defend with 3e GRD, 1er CA", 6)
    assert step(position) == "DefenderLosses"
    position = go(position, "lose 1er CA")

    def ways(here: War) -> list[str]:
        return [text for text in written(here) if text.startswith("retreat")]

    back = go(position, ways(position)[0])
    back = go(back, ways(back)[0])
    assert step(back) == "AdvanceAfterCombat"
    assert [unit(back, name)["steps"] for name in units] == [1, 2, 2]
    assert len({hex_of(back, name) for name in units}) == 1
    later = go(position, ways(position)[0])
    assert "lose 4e GRD" in written(later), "a step after a hex"
    mixed = go(position, "lose 3e GRD")
    mixed = go(mixed, ways(mixed)[0])
    assert [unit(mixed, name)["steps"] for name in units] == [1, 1, 2]
    stand = go(position, "lose 3e GRD", "lose 4e GRD")
    assert [unit(stand, name)["steps"] for name in units] == [1, 1, 1]
    assert all(hex_of(stand, name) == "2321" for name in units)


@pytest.mark.rule("11.20", "11.2")
def test_the_third_corps_cannot_take_the_first_step() -> None:
    units = {"1er CA": "2321", "3e GRD": "2321", "4e GRD": "2321"}
    position = go(battle(units, 0), "defend with 3e GRD, 1er CA", 6)
    assert written(position) == ["lose 3e GRD", "lose 1er CA"]
    assert refused(position, "lose 4e GRD") == "11.20"
    position = go(position, "lose 1er CA")
    assert "lose 4e GRD" in written(position)


@pytest.mark.rule("11.20", "2.7")
def test_forts_lose_last() -> None:
    units = {"X AK": "1313", "IX AK": "1313", "VII AK": "1313", "Fort Maubeuge": "1314", "1er CA": "1314"}
    position = go(at(units, artillery=0, coup=0), "done")
    position = go(position, "attack 1314", "with X AK", "with IX AK", "with VII AK", "attack", 6)
    # 12 against 6, two left: 1:2 on a six is 1/2, both from the corps
    assert hex_of(position, "1er CA") == "eliminated"
    assert unit(position, "Fort Maubeuge")["steps"] == 2


@pytest.mark.rule("2.7", "2.8", "11.20")
def test_a_fort_falls_step_by_step_and_never_returns() -> None:
    units = {"X AK": "1108", "IX AK": "1108", "VII AK": "1108", "Fort Liège": "1109"}
    strong = {name: {"hex": "1108", "morale": "elan"} for name in ("X AK", "IX AK", "VII AK")}
    position = go(at(units | strong, turn=1), "done")
    position = go(position, "attack 1109", "with X AK", "with IX AK", "with VII AK", "attack")
    position = go(position, "artillery", 6, "coup", 6)
    # 4:1, two left for the city and the fortress, one right for elan, four right for the guns: 7:1
    position = go(position, 1)
    assert hex_of(position, "Fort Liège") == "removed"
    assert step(position) == "AdvanceAfterCombat"
    position = go(position, "advance X AK", "done")
    assert position.board.points == 1
    assert position.board.controller(h("1109")) == 0


@pytest.mark.rule("11.20")
def test_a_tired_stack_pays_for_its_retreat() -> None:
    tired = {"1er CA": {"hex": "2321", "morale": "fatigued"}, "10e CA": {"hex": "2321", "morale": "fatigued"}}
    position = go(battle(tired, 4), "lose 1er CA", "retreat 2420")
    assert unit(position, "10e CA")["steps"] == 1, "10e CA had lost none, so it must"
    fresh = {"1er CA": {"hex": "2321", "morale": "fatigued"}, "10e CA": "2321"}
    position = go(battle(fresh, 4), "lose 1er CA", "retreat 2420")
    assert unit(position, "10e CA")["steps"] == 2, "one of them was not fatigued"


@pytest.mark.rule("11.20", "9.6")
def test_winners_gain_heart_and_losers_tire() -> None:
    attackers = {
        "X AK": "2322",
        "IX AK": {"hex": "2322", "morale": "fatigued"},
        "VII AK": {"hex": "2322", "morale": "elan"},
    }
    # 12 against 3, one left for the tired corps: 3:1; a six is 0/3
    position = go(battle({"1er CA": "2321"}, 6, attackers), "retreat 2420", "retreat 2521")
    assert [unit(position, name)["morale"] for name in attackers] == ["elan", "normal", "elan"]
    # a one is 2/1: the defender stands
    position = battle({"1er CA": "2321"}, 1, attackers)
    assert set(written(position)) == {"lose VII AK", "lose X AK", "lose IX AK"}
    position = go(position, "lose X AK", "lose VII AK")
    assert unit(position, "X AK")["morale"] == "fatigued"
    assert unit(position, "VII AK")["morale"] == "normal"
    assert unit(position, "IX AK")["steps"] == 1, "fatigued already: a step instead"


@pytest.mark.rule("11.20")
@pytest.mark.reading("idle-units")
def test_attackers_lose_steps_only_and_idle_corps_may_help() -> None:
    attackers = {"X AK": "2322", "IX AK": "2322", "VII AK": "2322", "1er CA": "2321", "10e CA": "2321"}
    position = go(at(attackers), "done", "attack 2321", "with X AK", "attack", 1)
    # 4 against 6 at 1:2: 2/0
    assert unit(position, "X AK")["steps"] == 1, "the first step is a participant's"
    assert set(written(position)) == {"lose IX AK", "lose VII AK"}
    position = go(position, "lose IX AK")
    assert unit(position, "X AK")["steps"] == 1
    spent = go(at(attackers), "done")
    spent.board.acts[u("IX AK")] |= ATTACKED  # it has attacked another hex
    spent = go(spent, "attack 2321", "with X AK", "attack", 1)
    assert set(written(spent)) == {"lose IX AK", "lose VII AK"}


@pytest.mark.rule("11.18")
def test_losses_beyond_the_steps_are_ignored() -> None:
    position = battle({"1er CC": {"hex": "2321", "steps": 1}}, 0)
    assert hex_of(position, "1er CC") == "eliminated"
    assert step(position) == "AdvanceAfterCombat"


@pytest.mark.rule("11.20", "8.8")
def test_who_dies_without_supply_never_returns() -> None:
    position = battle({"1er CC": {"hex": "2321", "steps": 1, "supply": "out"}}, 0)
    assert hex_of(position, "1er CC") == "removed"


@pytest.mark.rule("11.20", "11.22", "11.5")
@pytest.mark.reading("earlier-retreaters")
def test_attackers_gain_heart_though_earlier_retreaters_hold_the_hex() -> None:
    units = {"X AK": "2322", "AOK 1": "2322", "1er CA": {"hex": "2321", "steps": 1}, "2e CA": "2321"}
    position = go(at(units), "done")
    position.board.acts[u("2e CA")] |= DEFENDED  # it has been attacked elsewhere and has come back to 2321
    # 4 against 2 is 2:1; a six is 0/2
    position = go(position, "attack 2321", "attack", 6)
    assert hex_of(position, "1er CA") == "eliminated"
    assert unit(position, "X AK")["morale"] == "elan"
    assert step(position) != "AdvanceAfterCombat", "2e CA is there"
    assert hex_of(position, "2e CA") == "2321"


def losers(units: dict[str, Any], force: str, defenders: str, *hit: str, dead: str = "") -> list[str]:
    """Whom the defender's next step may cost; names are parted by commas."""
    made = board(units)
    for name in filter(None, dead.split(", ")):
        made.eliminate(u(name), "11.20")
    named = [tuple(u(name) for name in text.split(", ")) for text in (force, defenders)]
    struck = tuple(u(name) for name in hit)
    fight = Battle(0, h("2321"), (), (), named[0], h("2321"), named[1], hit=struck)
    return [NAMES[unit] for unit in defender_loss_choices(made, fight)]


@pytest.mark.rule("11.20")
def test_the_order_of_a_defenders_losses() -> None:
    three = dict.fromkeys(("1er CA", "2e CA", "3e CA", "5e Armée"), "2321")
    everybody, pair = "1er CA, 2e CA, 3e CA, 5e Armée", "1er CA, 2e CA"
    assert losers(three, everybody, pair) == ["1er CA", "2e CA"], "first one who fought"
    assert losers(three, everybody, f"{pair}, 5e Armée") == ["5e Armée", "1er CA", "2e CA"], "an HQ that fights too"
    assert losers(three, everybody, pair, "1er CA") == ["2e CA", "3e CA"], "then the third corps, never the idle HQ"
    assert losers(three, everybody, pair, "1er CA", "2e CA", "3e CA") == ["1er CA", "2e CA", "3e CA"]
    assert losers(three, everybody, pair, "1er CA", "2e CA", dead=pair) == ["3e CA"], "it must bear the rest"
    assert losers(three, everybody, pair, "1er CA", dead="1er CA, 2e CA, 3e CA") == ["5e Armée"], "at last the HQ"
    assert losers(three, everybody, pair, "1er CA", dead="1er CA, 2e CA, 3e CA, 5e Armée") == []


@pytest.mark.rule("11.20", "2.7")
def test_a_fort_loses_nothing_while_a_corps_lives() -> None:
    units = dict.fromkeys(("Fort Paris", "1er CA", "2e CA", "5e Armée"), "2321")
    everybody = "Fort Paris, 1er CA, 2e CA, 5e Armée"
    assert losers(units, everybody, "Fort Paris") == ["1er CA", "2e CA"], "not even where it fights alone"
    assert losers(units, everybody, "Fort Paris, 1er CA") == ["1er CA"]
    assert losers(units, everybody, "Fort Paris, 1er CA", "1er CA") == ["2e CA"]
    assert losers(units, everybody, "Fort Paris, 1er CA", "1er CA", "2e CA") == ["1er CA", "2e CA"]
    assert losers(units, everybody, "Fort Paris, 1er CA", "1er CA", dead="1er CA, 2e CA") == ["Fort Paris"]
    assert losers(units, everybody, "1er CA, 2e CA", "1er CA", dead="1er CA, 2e CA") == ["Fort Paris"]
    assert losers(units, everybody, "1er CA, 2e CA", "1er CA", dead="1er CA, 2e CA, Fort Paris") == ["5e Armée"]


@pytest.mark.rule("11.20")
def test_the_order_of_an_attackers_losses() -> None:
    units = dict.fromkeys(("X AK", "IX AK", "AOK 1", "AOK 2"), "2322") | {"II AK": "2221", "III AK": "2222"}
    made = board(units | {"1er CA": "2321"})

    def next_of(*hit: str) -> list[str]:
        struck = tuple(u(name) for name in hit)
        attackers = (u("X AK"), u("AOK 1"), u("II AK"))
        fight = Battle(0, h("2321"), attackers, (h("2322"), h("2221")), (u("1er CA"),), h("2321"), hit=struck)
        return [NAMES[unit] for unit in attacker_loss_choices(made, fight)]

    first = ["AOK 1", "II AK", "X AK"]
    assert sorted(next_of()) == first, "those who attack"
    assert sorted(next_of("1er CA")) == first, "the defender's losses are none of theirs"
    assert sorted(next_of("1er CA", "X AK")) == ["AOK 1", "II AK", "IX AK"], "then corps stacked with them; no idle HQ"
    assert sorted(next_of("X AK", "AOK 1", "II AK", "IX AK")) == ["AOK 1", "II AK", "IX AK", "X AK"]
    made.eliminate(u("X AK"), "11.20")
    assert sorted(next_of("X AK", "AOK 1", "II AK", "IX AK")) == ["AOK 1", "II AK", "IX AK"]


@pytest.mark.rule("11.20", "9.6")
@pytest.mark.reading("tired-retreat")
def test_fatigue_before_a_retreat_is_that_of_the_fighting_corps() -> None:
    def after(**morale: str) -> War:
        """1er CA and 2e CA fight beside their HQ, 4e GRD doesn't; all go back a hex after 1er CA has lost a step."""
        units: dict[str, Any] = {"5e Armée": "2321", "2e CA": {"hex": "2321", "morale": morale["second"]}}
        units |= {"1er CA": {"hex": "2321", "morale": "fatigued"}, "4e GRD": {"hex": "2321", "morale": morale["idle"]}}
        fresh = {name: {"hex": "2322", "morale": "elan"} for name in ("X AK", "IX AK", "VII AK", "II AK")}
        position = battle(units, 0, {name: fresh[name] for name in ("X AK", "IX AK", "VII AK")})
        position = go(position, "defend with 1er CA, 2e CA, 5e Armée", 5, "lose 1er CA")
        return go(position, next(text for text in written(position) if text.startswith("retreat")))

    paid = after(second="fatigued", idle="normal")
    assert step(paid) == "RetreatPenalty"
    assert set(written(paid)) == {"lose 2e CA", "lose 4e GRD"}, "any corps of the stack that has lost none, no HQ"
    assert actor(paid) == "entente"
    assert step(after(second="normal", idle="fatigued")) != "RetreatPenalty"


@pytest.mark.rule("11.20")
def test_no_penalty_when_nobody_who_fought_is_left() -> None:
    units: dict[str, Any] = {"1er CA": {"hex": "2321", "steps": 1}, "2e CC": {"hex": "2321", "steps": 1}}
    units["4e GRD"] = {"hex": "2321", "morale": "fatigued"}
    fresh = {name: {"hex": "2322", "morale": "elan"} for name in ("X AK", "IX AK", "VII AK")}
    # 12 against 3, one right: 5:1; a six is 0/3
    position = battle(units, 0, fresh)
    position = go(position, next(text for text in written(position) if "1er CA" in text and "2e CC" in text), 6)
    position = go(position, "lose 1er CA", "lose 2e CC")
    position = go(position, next(text for text in written(position) if text.startswith("retreat")))
    assert unit(position, "4e GRD")["steps"] == 2


def beat(units: Mapping[str, Any], die: int, *losses: str, names: tuple[str, ...] = ("X AK", "IX AK")) -> War:
    """Germans attack 2321 and the owner loses these steps, up to the question of retreat."""
    position = at(units)
    position = go(position, "done") if step(position) == "ChooseProbe" else position
    return go(position, f"attack {PLACE}", *(f"with {name}" for name in names), "attack", die, *losses)


@pytest.mark.rule("11.20", "11.21")
@pytest.mark.parametrize(
    ("hex", "units", "free"),
    [
        ("1809", {"1er CA": "1809"}, False),  # a heavy fortress without its fort
        ("2018", {"1er CA": "2018", "Fort Paris": "2018"}, False),  # a fort where no heavy fortress is
        ("2018", {"1er CA": "2018"}, True),
        ("2321", {"1er CA": "2321", "Fort Paris": "2018"}, True),
    ],
)
def test_nobody_leaves_a_fort_or_a_heavy_fortress(hex: str, units: dict[str, str], free: bool) -> None:
    battle = beaten("1er CA", hex=hex)
    assert may_retreat(board(units), battle) is free
    assert bool(retreat_hexes(board(units), battle)) is free


@pytest.mark.rule("11.20", "11.21")
def test_the_living_go_together_and_the_dead_stay_dead() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "1er CA": PLACE, "2e CC": {"hex": PLACE, "steps": 1}}
    # 8 against 4 is 2:1; a six is 0/2
    position = beat(units, 6, "lose 2e CC")
    gone = go(position, next(text for text in written(position) if text.startswith("retreat")))
    assert hex_of(gone, "2e CC") == "eliminated"
    (event,) = events(gone, Retreated)
    assert isinstance(event, Retreated)
    assert event.units == (u("1er CA"),)
    assert hex_of(gone, "1er CA") == g.LABELS[event.hex]
    made = board(units)
    battle = beaten("1er CA", "2e CC")
    assert retreating(made, battle) == [u("1er CA"), u("2e CC")]
    made.lose_step(u("2e CC"), "11.20")
    assert retreating(made, battle) == [u("1er CA")]


@pytest.mark.rule("11.20", "9.6")
def test_a_retreat_tires_once_however_many_hexes() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "1er CA": {"hex": PLACE, "morale": "elan"}}
    fresh = {name: {"hex": "2322", "morale": "elan"} for name in ("X AK", "IX AK", "VII AK")}
    # 12 against 3, elan against elan: 4:1; a five is 0/3
    position = beat(units | fresh, 5, names=("X AK", "IX AK", "VII AK"))
    assert unit(position, "1er CA")["steps"] == 1
    once = go(position, next(text for text in written(position) if text.startswith("retreat")))
    assert unit(once, "1er CA")["morale"] == "normal"
    twice = go(once, next(text for text in written(once) if text.startswith("retreat")))
    assert unit(twice, "1er CA")["morale"] == "normal"


@pytest.mark.rule("2.6", "2.7", "2.8")
def test_steps_go_one_by_one_and_the_factor_with_them() -> None:
    made = board({"X AK": "2322", "Fort Verdun": "1809", "AOK 1": "2322"})
    factors = []
    for _ in range(4):
        factors.append(made.factor(u("Fort Verdun")))
        made.lose_step(u("Fort Verdun"), "11.20")
    assert factors == [4, 3, 2, 1]
    assert made.factor(u("X AK")) == 4
    made.lose_step(u("X AK"), "11.20")
    assert (made.factor(u("X AK")), made.steps[u("X AK")]) == (2, 1)
    told = [event.steps for event in made.events if isinstance(event, StepLost)]
    assert told == [3, 2, 1, 1]
    gone = [(event.unit, event.lost) for event in made.events if isinstance(event, UnitEliminated)]
    assert gone == [(u("Fort Verdun"), True)]


@pytest.mark.rule("2.8", "8.8", "9.5")
@pytest.mark.parametrize(
    ("name", "state", "place"),
    [
        ("X AK", {}, ELIMINATED),
        ("X AK", {"supply": "fortress"}, ELIMINATED),
        ("X AK", {"supply": "out"}, REMOVED),
        ("HKK 1", {"supply": "out"}, REMOVED),
        ("AOK 1", {"supply": "out"}, ELIMINATED),
        ("Depot 1", {"supply": "out"}, ELIMINATED),
        ("I Corps", {}, ELIMINATED),
        ("Fort Metz", {}, REMOVED),
        ("1re-5e DA", {}, REMOVED),
        ("Armée belge", {}, REMOVED),
    ],
)
def test_where_the_lost_ones_go(name: str, state: dict[str, Any], place: int) -> None:
    made = board({name: {"hex": "2322", **state}})
    made.eliminate(u(name), "11.20")
    assert made.where[u(name)] == place
    assert (made.steps[u(name)], made.morale[u(name)], made.supply[u(name)]) == (0, 0, 0)
    (event,) = (each for each in made.events if isinstance(each, UnitEliminated))
    assert (event.hex, event.lost) == (h("2322"), place == REMOVED)
