"""What the client draws, from an observation alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Any

from marne.engine import CHANCE, JSON, Answer, Choice, Line, Observation, Panel, Piece, Position, Prompt, Scene, Tally
from marne.engine.save import restore
from marne.games.schlieffens_war import ground as g
from marne.games.schlieffens_war.artillery import SiegeGuns
from marne.games.schlieffens_war.attack import ChooseAttackers, ChooseTarget
from marne.games.schlieffens_war.board import ATTACKED, ELAN, FATIGUED, FORTRESS_SUPPLY, OUT_OF_SUPPLY, PROBED, WarBoard
from marne.games.schlieffens_war.command import command_area
from marne.games.schlieffens_war.counters import (
    ARMY,
    ENTENTE,
    FACTOR,
    FORT,
    FULL,
    GERMAN,
    HQ,
    KIND,
    KIND_NAMES,
    MOVEMENT,
    NAMES,
    NATION,
    NATION_NAMES,
    SEATS,
    UNIT_NAMED,
    UNITS_OF,
)
from marne.games.schlieffens_war.data import COLUMNS, CRT, SCENARIO, VICTORY
from marne.games.schlieffens_war.lines import HexLine, UnitLine
from marne.games.schlieffens_war.movement import ChooseDestination, allowance, reach
from marne.games.schlieffens_war.view import imagine, imagine_board
from marne.games.schlieffens_war.words import WORDS, hex_name

__all__ = ["scene"]

_SIZE = {"infantry": "XXX", "cavalry": "XXX", "hq": "XXXX", "depot": "", "fort": ""}
_PHASES = ("5.2", "5.3", "5.4", "5.5")


def scene(observation: Observation, language: str) -> Scene:
    """A whole picture."""
    facts: Mapping[str, Any] = observation.facts

    def say(key: str, **named: Any) -> str:
        return WORDS.say(language, key, **named)

    board = imagine_board(observation, Random(0))
    return Scene(
        observation.game,
        _turn(facts["turn"], language),
        say(f"phase.{facts['phase']}"),
        _prompt(observation, language),
        tuple(_pieces(facts, language)),
        (
            Tally("points", say("panel.points"), facts["points"], 0, g.PRIZES.bit_count()),
            Tally("plan_xvii", say("panel.plan"), facts["plan_xvii"], 0, VICTORY.plan_xvii_attacks),
            Tally("turn", say("panel.turn"), facts["turn"], 1, SCENARIO.turns),
        ),
        tuple(_panels(facts, language)),
        _outline(facts, language),
        _overlays(board, facts, observation, language),
        {"combat_table": _combat_table()},
    )


@cache
def _combat_table() -> JSON:
    """11.17: the whole table, for the page to mark a column in: steps of the attacker and of the defender."""
    rows: list[JSON] = []
    for die in range(1, 7):
        results: list[JSON] = [f"{CRT[odds, die].attacker}/{CRT[odds, die].defender}" for odds in COLUMNS]
        rows.append({"die": str(die), "results": results})
    return {"rule": "11.17", "columns": list(COLUMNS), "rows": rows}


def _turn(turn: int, language: str) -> str:
    if not turn:
        return WORDS.say(language, "setup")
    day = date.fromisoformat(SCENARIO.first_day) + timedelta(days=SCENARIO.days_per_turn * (turn - 1))
    return WORDS.say(language, "turn", turn=turn, turns=SCENARIO.turns, day=f"{day.day}.{day.month}.")


def _outline(facts: Mapping[str, Any], language: str) -> tuple[Line, ...]:
    lines = []
    for side in SEATS:
        for phase in _PHASES:
            now = facts["side"] == side and facts["phase"] == phase
            text = f"{WORDS.say(language, side)}: {WORDS.say(language, f'phase.{phase}')}"
            lines.append(Line(text, ">" if now else "", phase))
    lines.append(Line(WORDS.say(language, "outline.5.6"), "", "5.6"))
    return tuple(lines)


# -- counters


def _pieces(facts: Mapping[str, Any], language: str) -> list[Piece]:
    found = []
    for label, stack in facts["stacks"].items():
        nation = NATION_NAMES[NATION[UNIT_NAMED[stack["seen"][0]["unit"]]]]
        for number in range(stack["unseen"]):
            found.append(Piece(f"{label}-{number}", label, nation, hidden=True))
        for counter in stack["seen"]:
            found.append(_piece(counter, label, language))
    return found


def _piece(counter: Mapping[str, Any], place: str, language: str) -> Piece:
    unit = UNIT_NAMED[counter["unit"]]
    kind = KIND_NAMES[KIND[unit]]
    factor = str(FACTOR[unit][counter["steps"]])
    flags = []
    if counter["morale"] == FATIGUED:
        flags.append("fatigue")
    elif counter["morale"] == ELAN:
        flags.append("elan")
    if counter["supply"] == OUT_OF_SUPPLY:
        flags.append("out-of-supply")
    elif counter["supply"] == FORTRESS_SUPPLY:
        flags.append("fortress-supply")
    if counter["spent"]:
        flags.append("moved")
    if counter["acts"] & (ATTACKED | PROBED):
        flags.append("fought")
    numbers = (f"({factor})" if KIND[unit] == HQ else factor, *((str(MOVEMENT[unit]),) if MOVEMENT[unit] else ()))
    army = f", {ARMY[unit]}" if ARMY[unit] else ""
    return Piece(
        NAMES[unit],
        place,
        NATION_NAMES[NATION[unit]],
        symbol=kind,
        name=NAMES[unit],
        size=_SIZE[kind],
        numbers=numbers,
        pips=counter["steps"],
        of_pips=FULL[unit],
        flags=tuple(flags),
        words=f"{NAMES[unit]}, {WORDS.say(language, kind)}{army}",
    )


# -- the question


def _prompt(observation: Observation, language: str) -> Prompt:
    if observation.actor is None:
        rule = str(observation.facts["winning_rule"])
        winner = observation.facts["winner"]
        assert isinstance(winner, int)
        who = WORDS.say(language, SEATS[winner] if winner >= 0 else "nobody")
        return Prompt("", False, WORDS.say(language, f"GameOver.{rule}", winner=who), rule)
    actor = "chance" if observation.actor == CHANCE else SEATS[observation.actor]
    mine = observation.actor == observation.seat
    if not mine and observation.actor != CHANCE:
        question = WORDS.say(language, "waiting", actor=WORDS.say(language, actor))
        return Prompt(actor, False, question, _open_rule(observation.facts))
    if not mine:
        named = {"unit": "", "hex": _battle_hex(observation.facts), "left": ""}
        return Prompt(actor, False, WORDS.say(language, observation.step, **named), observation.rule)
    position = imagine(observation, Random(0))
    question = WORDS.say(language, observation.step, **_named(position))
    choices: tuple[Choice, ...] = ()
    if observation.options is not None:
        forced = _forced(position)
        choices = tuple(_choice(position, option, forced, language) for option in observation.options)
    return Prompt(actor, True, question, observation.rule, choices)


def _open_rule(facts: Mapping[str, Any]) -> str:
    """6.6: the rule of the first step that the reader may know of; an attack being put together shows nothing."""
    rule: str = restore(facts["agenda"][0]).rule
    return rule


def _battle_hex(facts: Mapping[str, Any]) -> str:
    battle = restore(facts["battle"])
    return "" if battle is None else hex_name(battle.hex)


def _named(position: Position[WarBoard]) -> dict[str, str]:
    """The unit and the hex of the open step, for its question."""
    step, battle = position.step, position.board.battle
    named = {"unit": "", "hex": "", "left": ""}
    unit, hex = getattr(step, "unit", None), getattr(step, "hex", None)
    if unit is not None:
        named["unit"] = NAMES[unit]
    if hex is None and battle is not None:
        hex = battle.hex
    if hex is not None:
        named["hex"] = hex_name(hex)
    if getattr(step, "left", None) is not None:
        named["left"] = str(getattr(step, "left"))  # noqa: B009 - only some steps count down
    return named


def _forced(position: Position[WarBoard]) -> int:
    """10.6: destinations that take a forced march."""
    step, board = position.step, position.board
    if not isinstance(step, ChooseDestination):
        return 0
    left = allowance(board, step.unit) - board.spent[step.unit]
    easy = 0
    for ring in reach(board, step.unit, left) if left > 0 else ():
        easy |= ring
    return ~easy


def _choice(position: Position[WarBoard], option: Answer, forced: int, language: str) -> Choice:
    step, board = position.step, position.board
    written = step.write(board, option)
    odds = isinstance(step, ChooseTarget | ChooseAttackers | SiegeGuns)

    def say(key: str, **named: Any) -> str:
        return WORDS.say(language, key, **named)

    if isinstance(option, int) and isinstance(step, UnitLine):
        return Choice(written, NAMES[option], piece=NAMES[option], odds=odds)
    if isinstance(option, int) and isinstance(step, HexLine):
        if isinstance(step, ChooseDestination) and forced >> option & 1:
            return Choice(written, say("answer.forced", hex=hex_name(option)), hex=g.LABELS[option], odds=True)
        return Choice(written, hex_name(option), hex=g.LABELS[option], odds=odds)
    if isinstance(option, tuple):
        return _tuple_choice(written, option, language)
    return Choice(written, say(f"answer.{option}"), odds=odds and option != "done", done=option in ("done", "attack"))


def _tuple_choice(written: str, option: tuple[Answer, ...], language: str) -> Choice:
    """A retreat, a unit sent out of a crowded hex, a team of defenders."""
    first, last = option[0], option[-1]
    if first == "retreat" and isinstance(last, int):
        return Choice(written, WORDS.say(language, "answer.retreat", hex=hex_name(last)), hex=g.LABELS[last])
    if last == "eliminate" and isinstance(first, int):
        return Choice(written, WORDS.say(language, "answer.eliminate", unit=NAMES[first]), piece=NAMES[first])
    if written.startswith("defend"):
        units = ", ".join(NAMES[unit] for unit in option if isinstance(unit, int))
        return Choice(written, WORDS.say(language, "answer.defend", units=units))
    assert isinstance(first, int)
    assert isinstance(last, int)
    text = WORDS.say(language, "answer.out", unit=NAMES[first], hex=hex_name(last))
    return Choice(written, text, hex=g.LABELS[last])


# -- panels and overlays


def _panels(facts: Mapping[str, Any], language: str) -> list[Panel]:
    def say(key: str, **named: Any) -> str:
        return WORDS.say(language, key, **named)

    panels = [
        Panel(
            "state",
            say("panel.state"),
            (
                Line(say("panel.paris"), say("yes" if facts["endangered"] else "no"), "4.1"),
                Line(say("panel.artillery"), str(facts["artillery"]), "11.23"),
                Line(say("panel.coup"), str(facts["coup"]), "11.23"),
            ),
        )
    ]
    battle = restore(facts["battle"])
    if battle is not None:
        lines = [Line(say("panel.attackers", units=", ".join(NAMES[unit] for unit in battle.attackers)), "", "11.3")]
        if battle.defenders:
            units = ", ".join(NAMES[unit] for unit in battle.defenders)
            lines.append(Line(say("panel.defenders", units=units), "", "11.2"))
        panels.append(Panel("battle", say("panel.battle"), tuple(lines)))
    boxes = (("coming", "waiting", "9.1"), ("eliminated", "eliminated", "2.8"), ("removed", "removed", "8.8"))
    for key, place, rule in boxes:
        names = [name for name, where in facts["off_map"].items() if where == place]
        if names:
            panels.append(Panel(key, say(f"panel.{key}"), tuple(Line(name, "", rule) for name in names)))
    return panels


Overlay = tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]


def _overlays(
    board: WarBoard, facts: Mapping[str, Any], observation: Observation, language: str
) -> tuple[Overlay, ...]:
    """Zones of control are plain from what both see (6.6); supply and command are the reader's own."""

    def say(key: str) -> str:
        return WORDS.say(language, key)

    found: list[Overlay] = [
        ("zoc", tuple((say(side), g.labels_of(board.zone(number) & g.LAND)) for number, side in enumerate(SEATS))),
        ("control", ((say("german"), tuple(facts["control"])),)),
        ("paris", ((say("overlay.paris"), g.labels_of(g.PERIMETER)),)),
    ]
    seat = observation.seat
    if seat is not None:
        states: dict[str, list[str]] = {"supply": [], "fortress": [], "out": []}
        for unit in UNITS_OF[seat]:
            if board.where[unit] >= 0 and KIND[unit] != FORT:
                key = {FORTRESS_SUPPLY: "fortress", OUT_OF_SUPPLY: "out"}.get(board.supply[unit], "supply")
                states[key].append(g.LABELS[board.where[unit]])
        lists = tuple((say(f"overlay.{key}"), tuple(sorted(set(labels)))) for key, labels in states.items() if labels)
        found.append(("supply", lists))
        nations = (GERMAN,) if seat == GERMAN else tuple(range(ENTENTE, len(NATION_NAMES)))
        areas = ((NATION_NAMES[nation], command_area(board, nation) & g.LAND) for nation in nations)
        found.append(("command", tuple((say(name), g.labels_of(area)) for name, area in areas if area)))
    return tuple(found)
