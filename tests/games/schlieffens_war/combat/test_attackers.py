"""5.4, 11.0, 11.2 to 11.7: who attacks what, together or one after the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.schlieffens_war.combat.support import fought
from games.schlieffens_war.support import actor, at, board, go, h, hex_of, look, refused, step, u, written
from marne.games.schlieffens_war.board import ATTACKED, DEFENDED, PROBED
from marne.games.schlieffens_war.components.units import NAMES
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.rules.combat.attack import ChooseAttackers, attackable, barred, defender_choices
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.losses import ResolveAttack


@pytest.mark.rule("5.4", "11.0", "11.6")
def test_attacks_are_voluntary() -> None:
    position = go(at({"X AK": "2322", "1er CA": "2321"}), "done", "done")
    assert step(position) != "ChooseTarget"
    assert hex_of(position, "1er CA") == "2321"


@pytest.mark.rule("11.0")
def test_targets_are_adjacent() -> None:
    position = go(at({"X AK": "2322", "1er CA": "2321", "2e CA": "2319"}), "done")
    assert written(position) == ["attack 2321", "done"]
    assert refused(position, "attack 2319") == "11.0"
    assert refused(position, "attack 2222") == "11.0"


@pytest.mark.rule("11.4", "6.7", "5.4")
def test_from_several_hexes_all_must_be_in_command() -> None:
    units = {"X AK": "2322", "IX AK": "2221", "1er CA": "2321"}
    position = go(at(units), "done", "attack 2321", "with X AK")
    assert written(position) == ["attack"]
    assert refused(position, "with IX AK") == "11.4"
    led = go(at(units | {"AOK 7": "2323"}), "done", "attack 2321", "with X AK")
    assert written(led) == ["with IX AK", "attack"]
    together = go(at(units | {"VII AK": "2322"}), "done", "attack 2321", "with X AK")
    assert written(together) == ["with VII AK", "attack"], "in one hex command does not matter"


@pytest.mark.rule("11.4", "6.7")
def test_one_unit_out_of_command_keeps_the_others_away_whoever_is_named_first() -> None:
    # AOK 1 in 2220 leads 2221 and not 2322's western neighbour 2323; the enemy stands in 2222
    units = {"X AK": "2221", "IX AK": "2323", "AOK 1": "2220", "1er CA": "2222"}
    position = go(at(units), "done", "attack 2222")
    assert written(position) == ["with X AK", "with IX AK"] or written(position) == ["with IX AK", "with X AK"]
    for first, second in (("X AK", "IX AK"), ("IX AK", "X AK")):
        chosen = go(position, f"with {first}")
        assert written(chosen) == ["attack"], f"{second} can't join {first}"
        assert refused(chosen, f"with {second}") == "11.4"


@pytest.mark.rule("11.3", "11.4")
def test_as_many_as_can_be_brought_to_bear_from_all_around() -> None:
    around = {"X AK": "2221", "IX AK": "2221", "VII AK": "2221", "II AK": "2421", "III AK": "2323", "AOK 1": "2222"}
    position = go(at(around | {"1er CA": "2322"}), "done", "attack 2322")
    for name in ("X AK", "IX AK", "VII AK", "II AK", "III AK"):
        position = go(position, f"with {name}")
    assert written(position) == ["attack"]
    assert refused(position, "with AOK 1") == "2.3", "no corps attacks from its hex"
    position = go(position, "attack")
    assert position.board.battle is not None
    assert position.board.battle.bases == tuple(sorted(h(label) for label in ("2221", "2421", "2323")))


@pytest.mark.rule("11.3", "11.0")
def test_only_units_next_to_the_hex_and_of_the_side_attack_it() -> None:
    units = {"X AK": "2322", "IX AK": "2323", "1er CA": "2321", "2e CA": "2421", "AOK 1": "2322"}
    position = go(at(units), "done", "attack 2321")
    assert step(position) == "ChooseAttackers"
    assert written(position) == ["with AOK 1", "attack"], "X AK is the only corps in reach, so nobody asks for it"
    assert refused(position, "with IX AK") == "11.0"


@pytest.mark.rule("11.6", "11.5", "11.17")
def test_the_order_of_an_attack() -> None:
    made = at({"X AK": "2322", "1er CA": "2321"}).board
    order = ChooseAttackers(0, h("2321"), (u("X AK"),)).do(made, "attack")
    names = [type(each).__name__ for each in order]
    assert names == ["NameDefenders", "ConcentricAttack", "SiegeGuns", "ResolveAttack", "EndOfAttack"]
    made.battle = replace(made.battle, defenders=(u("1er CA"),)) if made.battle else None
    names = [type(each).__name__ for each in ResolveAttack().do(made, 1)]
    assert names == ["DefenderLosses", "AttackerLosses", "MoraleAfterCombat", "AdvanceAfterCombat"]


@pytest.mark.rule("11.5", "11.2")
@pytest.mark.reading("fresh-units")
def test_only_units_that_were_not_attacked_yet_are_attacked() -> None:
    units = {"X AK": "2322", "1er CA": "2321", "2e CA": "2321", "3e CA": "2222"}
    made = board(units)
    assert attackable(made, 0) == 1 << h("2321") | 1 << h("2222")
    assert attackable(made, 1) == 1 << h("2322")
    made.acts[u("1er CA")] |= DEFENDED
    made.acts[u("3e CA")] |= DEFENDED
    made.acts[u("2e CA")] |= PROBED | ATTACKED
    assert attackable(made, 0) == 1 << h("2321"), "2e CA is left"
    ChooseAttackers(0, h("2321"), (u("X AK"),)).do(made, "attack")
    assert made.battle is not None
    assert made.battle.force == (u("2e CA"),)
    assert made.acts[u("X AK")] & ATTACKED
    made.acts[u("2e CA")] |= DEFENDED
    assert attackable(made, 0) == 0


@pytest.mark.rule("11.7", "9.2", "11.5")
def test_what_bars_a_unit_from_attacking() -> None:
    units = {
        "X AK": "2322",
        "AOK 1": "2322",
        "Depot 1": "2322",
        "Fort Metz": "1807",
        "I Corps": "2321",
        "1er CA": "2421",
    }
    made = board(units, turn=3)
    rules = {name: reason.rule for name in units if (reason := barred(made, u(name)))}
    assert rules == {"Depot 1": "11.7", "Fort Metz": "11.7", "I Corps": "11.7"}, "on turn 3 the British, and only they"
    assert barred(board(units, turn=4), u("I Corps")) is None
    for flag, rule in ((PROBED, "11.1"), (ATTACKED, "11.5"), (DEFENDED, "")):
        made.acts[u("X AK")] = flag
        found = barred(made, u("X AK"))
        assert (found.rule if found else "") == rule


@pytest.mark.rule("11.6", "11.0")
def test_targets_are_every_attackable_hex_and_no_question_without_one() -> None:
    units = {"X AK": "2322", "1er CA": "2321", "2e CA": "2222", "3e CA": "2319"}
    assert written(go(at(units), "done")) == ["attack 2222", "attack 2321", "done"]
    assert step(at({"X AK": "2322", "1er CA": "2319"})) == "Attrition", "nobody near: the phase is over"


@pytest.mark.rule("11.2", "6.2")
def test_who_defends_when_no_corps_is_there() -> None:
    def choices(*names: str) -> list[tuple[str, ...]]:
        made = board(dict.fromkeys(names, "2321"))
        battle = Battle(1, h("2321"), (), (), tuple(u(name) for name in names), h("2321"))
        return [tuple(NAMES[unit] for unit in team) for team in defender_choices(made, battle)]

    assert choices("AOK 1", "Depot 1") == [("AOK 1",)], "an HQ must, and the depot stays out"
    assert choices("Depot 1", "Depot 2") == [("Depot 1", "Depot 2")]
    assert choices("X AK", "Depot 1") == [("X AK",)]
    assert choices("Fort Metz", "Depot 1") == [("Fort Metz",)]
    assert choices("Fort Metz", "X AK") == [("X AK", "Fort Metz")]
    assert choices("X AK", "AOK 1") == [("X AK", "AOK 1"), ("X AK",)], "with a corps the HQ may stay out"


@pytest.mark.rule("11.3", "11.5")
def test_units_of_a_stack_may_attack_different_hexes_once() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "1er CA": "2321", "2e CA": "2222"}
    position = go(at(units), "done", "attack 2321", "with X AK", "attack", 4)
    while actor(position) != "german" or step(position) != "ChooseTarget":
        position = position.play(next(iter(position.open or ())))
    assert "attack 2222" in written(position)
    assert refused(position, "attack 2321") == "11.5"
    position = go(position, "attack 2222")
    assert step(position) == "ChooseAttackers"
    assert written(position) == ["attack"], "IX AK is the only one left"
    assert refused(position, "with X AK") == "11.5"


@pytest.mark.rule("11.7")
def test_forts_and_depots_never_attack() -> None:
    position = at({"Fort Metz": "1807", "Depot 5": "1807", "1er CA": "1808"})
    assert step(position) not in ("ChooseTarget", "ChooseProbe")


@pytest.mark.rule("11.7", "9.2")
def test_the_british_wait_for_turn_4() -> None:
    units = {"I Corps": "2322", "X AK": "2321"}
    early = at(units, side="entente", turn=3)
    assert step(early) not in ("ChooseTarget", "ChooseProbe")
    assert "attack 2321" in written(go(at(units, side="entente", turn=4), "done"))


@pytest.mark.rule("11.7", "10.8")
def test_belgians_attack_in_their_area_only() -> None:
    units = {"1re-5e DA": "1208", "X AK": "1108", "IX AK": "1209"}
    position = go(at(units, side="entente"), "done")
    assert written(position) == ["attack 1209", "done"]
    assert refused(position, "attack 1108") == "10.8"


@pytest.mark.rule("11.2", "6.2")
@pytest.mark.reading("hq-defends")
def test_the_owner_names_two_defenders_of_three_and_the_hq() -> None:
    units = {"X AK": "2322", "1er CA": "2321", "2e CA": "2321", "3e CA": "2321", "5e Armée": "2321"}
    position = go(at(units), "done", "attack 2321", "attack")
    assert (actor(position), step(position)) == ("entente", "NameDefenders")
    assert len(written(position)) == 6
    assert "defend with 1er CA, 2e CA, 5e Armée" in written(position)
    # 4 against 4 + 3 is 1:2
    assert fought(go(position, "defend with 1er CA, 2e CA", 1)).column == "1:2"
    event = fought(go(position, "defend with 2e CA, 3e CA, 5e Armée"))
    assert (event.attack, event.defence, event.column) == (4, 10, "<1:2")


@pytest.mark.rule("11.2")
def test_two_corps_defend_without_a_question_and_a_fort_counts_as_one() -> None:
    position = go(at({"X AK": "2322", "1er CA": "2321", "2e CA": "2321"}), "done", "attack 2321", "attack")
    assert step(position) == "ResolveAttack"
    units = {"X AK": "2017", "Fort Paris": "2018", "1er CA": "2018", "2e CA": "2018"}
    position = go(at(units), "done", "attack 2018", "attack")
    assert len(written(position)) == 3


@pytest.mark.rule("11.5")
def test_retreated_units_are_not_attacked_again() -> None:
    # HQs in 2320 and 2420 leave 2220 as the only way back, next to a corps that casts no zone beside its fort
    units = {"X AK": "2322", "IX AK": "2322", "AOK 1": "2320", "AOK 2": "2420", "1er CA": "2321"}
    position = at(units | {"Fort Metz": "2221", "II AK": "2221"})
    position = go(position, "done", "attack 2321", "with X AK", "with IX AK", "attack", 6, "retreat 2220", "done")
    assert hex_of(position, "1er CA") == "2220"
    assert step(position) != "ChooseTarget", "II AK is next to it, and fresh"
    fresh = at(units | {"Fort Metz": "2221", "II AK": "2221", "1er CA": "2220"})
    assert "attack 2220" in written(go(fresh, "done"))


@pytest.mark.rule("11.6", "11.5")
def test_who_has_attacked_offers_no_more_targets() -> None:
    units = {"X AK": "2322", "1er CA": "2321", "2e CA": "2222"}
    position = go(at(units), "done", "attack 2321", "attack", 4)
    while step(position) in ("DefenderLosses", "AttackerLosses", "AdvanceAfterCombat"):
        position = go(position, written(position)[-1])
    assert hex_of(position, "X AK") == "2322"
    assert hex_of(position, "2e CA") == "2222"
    assert step(position) != "ChooseTarget"


@pytest.mark.rule("11.5", "11.17")
def test_odds_leave_out_who_was_attacked_before() -> None:
    units = {"X AK": "2322", "1er CA": "2321", "2e CA": "2321"}
    position = go(at(units), "done")
    told = GAME.sight(look(position, 0)).odds(h("2321"))
    assert told is not None
    assert any("unseen" in note for note in told.notes)
    position.board.acts[u("1er CA")] |= DEFENDED
    told = GAME.sight(look(position, 0)).odds(h("2321"))
    assert told is not None
    assert not any("unseen" in note for note in told.notes)
