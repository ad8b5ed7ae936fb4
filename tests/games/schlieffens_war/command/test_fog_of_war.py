"""6.6: what a seat may know, positions that fit it, reasons, pictures."""

from __future__ import annotations

import json
import random
from typing import Any, ClassVar

import pytest

from games.schlieffens_war.support import SETTING, at, board, go, h, hex_of, look, step, u, written
from marne.engine import CHANCE, Event, Match, Sort, Step, Unit, value
from marne.games.schlieffens_war.board import ATTACKED, DEFENDED, HALTED, PROBED, WarBoard
from marne.games.schlieffens_war.components.units import COUNT, IS_CORPS, NAMES, SIDE
from marne.games.schlieffens_war.events import StepLost, UnitArrived, UnitEliminated
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.rules.combat.attack import ChooseAttackers, ChooseProbeHex
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.command.secrecy import give_cause, known_units, open_agenda, stand_ins, top_unit
from marne.games.schlieffens_war.rules.movement.movement import ChooseDestination, ChooseUnit, ForcedMarchAttrition
from marne.games.schlieffens_war.rules.movement.reach import destinations, movable
from marne.games.schlieffens_war.rules.reinforcement.regroup import RegainStrength, ShedFatigue
from marne.games.schlieffens_war.rules.supply.administration import Attrition
from marne.lab.play import seeded_dice


def wander(seed: int, answers: int) -> Match:
    rng = random.Random(seed)
    match = Match(GAME, SETTING, seeded_dice(GAME, seed))
    for _ in range(answers):
        if match.over:
            break
        match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
    return match


@pytest.mark.rule("6.6")
def test_the_enemy_sees_the_top_combat_unit_only() -> None:
    units = {"2e CA": "2321", "1er CA": {"hex": "2321", "steps": 1}, "5e Armée": "2321", "X AK": "2322"}
    position = at(units, "movement")
    stack = look(position, 0).facts["stacks"]
    assert isinstance(stack, dict)
    assert [counter["unit"] for counter in stack["2321"]["seen"]] == ["1er CA"]
    assert stack["2321"]["seen"][0]["steps"] == 1
    assert stack["2321"]["unseen"] == 2
    own = look(position, 1).facts["stacks"]
    assert isinstance(own, dict)
    assert [counter["unit"] for counter in own["2321"]["seen"]] == ["2e CA", "1er CA", "5e Armée"]
    assert top_unit((u("2e CA"), u("1er CA"), u("5e Armée"))) == u("1er CA")
    assert top_unit((u("5e Armée"), u("Fort Paris"))) == u("Fort Paris")
    assert top_unit((u("Depot 1"), u("AOK 1"))) == u("AOK 1")


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("seed", range(4))
def test_what_is_hidden_does_not_show(seed: int) -> None:
    """Change units that a seat can't see into others that it can't see: its observation is the same to the byte."""
    match = wander(seed, 150 + 170 * seed)
    for seat in (0, 1):
        position = match.position
        known = known_units(position.board, seat)
        hidden = [unit for unit in range(COUNT) if not known[unit] and IS_CORPS[unit] and SIDE[unit] != seat]
        if len(hidden) < 2 or (position.open and position.open.actor not in (seat, CHANCE)):
            continue
        before = json.dumps(GAME.observe(position, seat))
        twin = position.copy()
        first, second = hidden[0], hidden[-1]
        one, two = twin.board.where[first], twin.board.where[second]
        twin.board.stacks[one] = tuple(second if unit == first else unit for unit in twin.board.stacks[one])
        if one != two:
            twin.board.stacks[two] = tuple(first if unit == second else unit for unit in twin.board.stacks[two])
            twin.board.where[first], twin.board.where[second] = two, one
        twin.board.steps[first], twin.board.morale[second] = 1, -1
        twin.board.acts[first], twin.board.acts[second] = twin.board.acts[second], twin.board.acts[first]
        if one == two or twin.board.acts[first] == twin.board.acts[second]:
            assert json.dumps(GAME.observe(twin, seat)) == before


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("seed", range(6))
def test_imagined_positions_fit(seed: int) -> None:
    match = wander(seed, 90 + 211 * seed)
    for seat in (0, 1, None):
        observation = match.observe(seat)
        imagined = GAME.imagine(observation, random.Random(seed))
        facts = dict(GAME.observe(imagined, seat))
        assert json.dumps(facts) == json.dumps(dict(observation.facts))
        if match.actor == seat:
            assert imagined.open == match.position.open


@pytest.mark.rule("6.6")
def test_moves_are_private_and_attacks_are_not() -> None:
    position = at({"X AK": "2322", "IX AK": "2322", "1er CA": "2321"}, "movement")
    assert position.open is not None
    assert position.open.seen_by == (0,)
    moved = go(position, "X AK", "2222")
    seers = {type(event).__name__: event.seers() for event in moved.events}
    assert seers == {"Moved": (0,), "StackMoved": (1,)}
    position = go(at({"X AK": "2322", "IX AK": "2322", "1er CA": "2321"}), "done", "attack 2321", "with X AK")
    agenda = json.dumps(look(position, 1).facts["agenda"])
    assert "ChooseAttackers" not in agenda
    declared = go(position, "attack")
    assert any(event.reveals for event in declared.events)
    assert "X AK" in json.dumps(look(declared, 1).facts["stacks"])


@value
class Said(Event):
    """Something of a unit that the enemy may not see."""

    sort: ClassVar[Sort] = "state"
    unit: Unit


@value
class Uncovered(Said):
    """The same, said to both."""

    reveals: ClassVar[bool] = True


@value
class Known(Said):
    """The same, of a kind that is open to both."""

    known: ClassVar[str] = "printed"


@pytest.mark.rule("6.6", "3.1")
def test_what_is_said_of_a_covered_unit_goes_to_its_side_unless_the_event_uncovers_it() -> None:
    """By unit: 2e CA is covered by 1er CA. By event: open, revealing, known by its kind, or of one side already."""
    facts = board({"2e CA": "2321", "1er CA": {"hex": "2321", "steps": 1}, "X AK": "2322"})
    below, above, place = u("2e CA"), u("1er CA"), h("2321")

    def seers(event: Event) -> tuple[int, ...] | None:
        facts.events.clear()
        facts.tell(event)
        (told,) = facts.events
        return told.seers()

    assert seers(Said("6.6", below)) == (1,)
    assert seers(Said("6.6", above)) is None
    assert seers(Uncovered("6.6", below)) is None
    assert seers(Known("6.6", below)) is None
    assert seers(StepLost("11.19", below, place, 1)) is None, "combat uncovers it"
    assert seers(StepLost("8.2", below, place, 1)) == (1,), "a march is its owner's affair"
    assert seers(UnitEliminated("2.8", below, place, True)) is None
    assert seers(UnitArrived("9.2", below, place)) is None, "its arrival is printed"


@pytest.mark.rule("6.6", "8.4")
def test_british_under_a_fort_of_another_nation() -> None:
    """The BEF's HQ lies under the fort of Liège, while every Belgian is in sight or under Belgians."""
    units = {"Armée belge": "1012", "1re-5e DA": "1012", "Fort Liège": "1109", "BEF": "1109", "X AK": "1108"}
    position = go(at(units), "done")
    seen = look(position, 0)
    imagined = GAME.imagine(seen, random.Random(1))
    assert json.dumps(dict(GAME.observe(imagined, 0))) == json.dumps(dict(seen.facts))
    assert hex_of(imagined, "BEF") == "1109"
    told = GAME.sight(seen).odds(h("1109"))
    assert told is not None
    assert "4 against 5" in told.factors, "the fort and the HQ"


@pytest.mark.rule("6.6", "6.5", "9.5")
@pytest.mark.parametrize("seed", range(5))
def test_imagined_enemies_have_cause_for_what_they_decide(seed: int) -> None:
    crowd: dict[str, object] = {"AOK 1": "1007", "V AK": "1007", "1er CA": "2018"}
    crowd |= dict.fromkeys(("II AK", "III AK", "IV AK", "IX AK"), "2322")
    weary = {"AOK 1": "1007", "II AK": {"hex": "1007", "morale": "fatigued"}, "III AK": "1007", "1er CA": "2018"}
    for position in (go(at(crowd, "movement"), "done"), at(weary, "regroup")):
        assert step(position) in ("RelieveHex", "ShedFatigue")
        seen = look(position, 1)
        imagined = GAME.imagine(seen, random.Random(seed))
        assert json.dumps(dict(GAME.observe(imagined, 1))) == json.dumps(dict(seen.facts))


@pytest.mark.rule("6.6", "11.6")
def test_an_attack_that_is_put_together_shows_nothing() -> None:
    position = go(at({"X AK": "2322", "IX AK": "2322", "1er CA": "2321"}), "done")
    before = GAME.sight(look(position, 1)).scene("en").prompt
    assert GAME.sight(look(go(position, "attack 2321"), 1)).scene("en").prompt == before


def test_why_not_in_two_languages() -> None:
    position = at({"X AK": "2322", "1er CA": "2321", "Fort Metz": "1807"}, "movement")
    seen = look(position, 0)
    english = GAME.sight(seen).why_not({"piece": "Fort Metz"}, "en")
    spanish = GAME.sight(seen).why_not({"piece": "Fort Metz"}, "es")
    assert english is not None
    assert spanish is not None
    assert (english.rule, spanish.rule) == ("2.5", "2.5")
    assert english.why != spanish.why
    assert GAME.sight(seen).why_not({"piece": "X AK"}, "en") is None
    unseen = GAME.sight(seen).why_not({"piece": "2321-0"}, "en")
    assert unseen is not None
    assert unseen.rule == "6.6"
    not_asked = GAME.sight(look(position, 1)).why_not({"piece": "X AK"}, "en")
    assert not_asked is not None
    far = GAME.sight(look(go(position, "X AK"), 0)).why_not({"hex": "2018"}, "en")
    assert far is not None
    assert far.rule == "10.7"


@pytest.mark.parametrize("language", ["en", "es"])
def test_scenes_offer_what_can_be_answered(language: str) -> None:
    position = at({"X AK": "2322", "IX AK": "2322", "AOK 1": "2322", "1er CA": "2321"}, "movement")
    scene = GAME.sight(look(position, 0)).scene(language)
    assert [choice.id for choice in scene.prompt.choices] == written(position)
    assert scene.prompt.mine
    assert {piece.place for piece in scene.pieces} == {"2322", "2321"}
    theirs = GAME.sight(look(position, 1)).scene(language)
    assert not theirs.prompt.mine
    assert sum(piece.hidden for piece in theirs.pieces) == 2
    names = dict(scene.overlays)
    assert {"zoc", "supply", "command", "control", "paris"} <= set(names)


def test_explain_a_forced_march_and_siege_guns() -> None:
    position = go(at({"X AK": "2322", "AOK 2": "2322"}, "movement"), "X AK")
    told = GAME.sight(look(position, 0)).odds(h("2317"))
    assert told is not None
    assert [(o.part, o.whole) for o in told.distributions[0].outcomes] == [(2, 6), (4, 6)]
    assert GAME.sight(look(position, 0)).odds(h("2321")) is None
    units = {"X AK": "1108", "IX AK": "1108", "VII AK": "1108", "Fort Liège": "1109"}
    position = go(at(units, turn=2), "done", "attack 1109", "with X AK", "with IX AK", "with VII AK", "attack")
    assert step(position) == "SiegeGuns"
    plain, helped = (GAME.sight(look(position, 0)).odds(answer) for answer in ("none", "coup"))
    assert plain is not None
    assert helped is not None
    assert plain.distributions != helped.distributions


def test_refused_data_and_cases_say_why() -> None:
    with pytest.raises(Exception, match="no unit"):
        board({"nobody": "2322"})
    with pytest.raises(Exception, match="unknown change"):
        board({}, weather="fair")
    with pytest.raises(Exception, match="only corps have morale"):
        board({"AOK 1": {"hex": "2322", "morale": "elan"}})
    assert "X AK" in NAMES


@pytest.mark.rule("6.6")
@pytest.mark.parametrize(
    ("stack", "top"),
    [
        ("X AK, HKK 1", "HKK 1"),
        ("HKK 1, X AK", "X AK"),
        ("X AK, Fort Metz", "X AK"),
        ("HKK 1, Fort Metz", "HKK 1"),
        ("Fort Metz, AOK 1", "Fort Metz"),
        ("AOK 1, Fort Metz", "Fort Metz"),
        ("AOK 1, Depot 1", "AOK 1"),
        ("Depot 1, AOK 1", "AOK 1"),
        ("Fort Metz, Depot 1", "Fort Metz"),
        ("X AK, AOK 1, Depot 1", "X AK"),
        ("Depot 1, Depot 2", "Depot 2"),
    ],
)
@pytest.mark.reading("attacked-stack")
def test_what_lies_on_top(stack: str, top: str) -> None:
    assert top_unit(tuple(u(name) for name in stack.split(", "))) == u(top)


@pytest.mark.rule("6.6")
def test_who_knows_which_counter() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "AOK 1": "2320", "Depot 1": "2320", "V AK": "eliminated"}
    units |= {"1er CA": "2321", "2e CA": "2321", "Fort Paris": "2321", "5e Armée": "2321"}
    made = board(units)

    def known(seat: int | None) -> set[str]:
        found = known_units(made, seat)
        return {name for name in units if found[u(name)]}

    own = {"X AK", "IX AK", "AOK 1", "Depot 1", "V AK"}
    assert known(0) == own | {"2e CA", "Fort Paris"}
    assert known(1) == {"1er CA", "2e CA", "Fort Paris", "5e Armée", "IX AK", "AOK 1", "V AK"}
    assert known(None) == {"2e CA", "Fort Paris", "IX AK", "AOK 1", "V AK"}
    made.battle = Battle(0, h("2321"), (u("X AK"),), (h("2322"),), (u("1er CA"), u("2e CA")), h("2321"))
    assert known(None) == {"1er CA", "2e CA", "Fort Paris", "X AK", "IX AK", "AOK 1", "V AK"}


@pytest.mark.rule("6.6")
def test_steps_that_name_a_secret_unit_name_nobody_to_the_others() -> None:
    unit, made = u("X AK"), board({"X AK": "2321"})
    agenda: tuple[Step[WarBoard], ...] = (
        ChooseDestination(unit),
        ForcedMarchAttrition(unit),
        Attrition(unit),
        ChooseProbeHex(unit),
        ChooseAttackers(0, h("2321"), (unit,)),
        ChooseUnit(0),
    )
    assert open_agenda(made, agenda, 0) == agenda
    hidden = (ChooseDestination(-1), ForcedMarchAttrition(-1), Attrition(-1), ChooseUnit(0))
    assert open_agenda(made, agenda, 1) == open_agenda(made, agenda, None) == hidden


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("seed", range(12))
def test_a_stand_in_could_have_been_meant(seed: int) -> None:
    worn = {"supply": "out", "morale": "fatigued"}
    units: dict[str, Any] = {"2e CA": "1410", "3e CA": "1614", "1er CA": {"hex": "2322", **worn}, "Fort Paris": "2018"}
    units |= {"X AK": "1007", "4e CA": "eliminated"}
    # six British hexes around 1er CA, which has one point: it can move, but may stop nowhere
    british = ("I Corps", "II Corps", "III Corps", "Cavalry Division", "BEF")
    units |= dict(zip(british, ("2221", "2222", "2321", "2323", "2421"), strict=True)) | {"Armée belge": "2422"}
    made = board(units, turn=3)
    made.side = 1
    made.acts[u("3e CA")] |= HALTED
    assert movable(made, u("1er CA"))
    assert not destinations(made, u("1er CA"))
    agenda: tuple[Step[WarBoard], ...] = (ChooseDestination(-1), ChooseUnit(1), ChooseDestination(u("3e CA")))
    first, *rest = stand_ins(made, agenda, random.Random(seed))
    assert isinstance(first, ChooseDestination)
    assert NAMES[first.unit] in ("2e CA", "Armée belge"), "it is on the map, may move and has somewhere to go"
    assert rest == [ChooseUnit(1), ChooseDestination(u("3e CA"))], "what is known stays"
    (starving,) = stand_ins(made, (Attrition(-1),), random.Random(seed))
    assert isinstance(starving, Attrition)
    assert NAMES[starving.unit] in {*units} - {"X AK", "4e CA", "Fort Paris"}


@pytest.mark.rule("6.6", "9.5")
def test_cause_is_given_only_where_none_is_seen() -> None:
    units = {"AOK 1": "1007", "II AK": "1007", "III AK": "1007", "1er CA": "2018"}
    for pick, weak in ((ShedFatigue(0), "morale"), (RegainStrength(0), "steps")):
        made = board(units)
        give_cause(made, pick, 1, random.Random(1))
        assert [NAMES[unit] for unit in pick.candidates(made)] == ["II AK"], f"the corps below, by its {weak}"
        own = board(units)
        give_cause(own, pick, 0, random.Random(1))
        assert pick.candidates(own) == [], "a seat knows its own"
    seen = board(units | {"III AK": {"hex": "1007", "morale": "fatigued"}})
    give_cause(seen, ShedFatigue(0), 1, random.Random(1))
    assert ShedFatigue(0).candidates(seen) == [u("III AK")]
    other = board(units)
    give_cause(other, ChooseUnit(0), 1, random.Random(1))
    assert other.morale == board(units).morale
    alone = board({"AOK 1": "1007", "II AK": "1007", "1er CA": "2018"})
    give_cause(alone, ShedFatigue(0), 1, random.Random(1))
    assert ShedFatigue(0).candidates(alone) == [], "its only corps is in sight"


@pytest.mark.rule("6.6", "3.1")
def test_of_an_enemys_deeds_only_those_of_combat_are_seen() -> None:
    position = at({"2e CA": "2321", "X AK": "2322"})
    for unit, seat in (("2e CA", 0), ("X AK", 1)):
        for act in (HALTED, PROBED, ATTACKED, DEFENDED, HALTED | PROBED | ATTACKED):
            position.board.acts[u(unit)] = act
            other, own = position.masked(seat).board, position.masked(1 - seat).board
            assert other.acts[u(unit)] == act & ~HALTED
            assert own.acts[u(unit)] == act
