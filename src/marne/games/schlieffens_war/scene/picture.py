"""What the client draws, from an observation alone.

A picture is made at every answer for each reader, and most of it is as it was: counters, answers and overlays are made
once and kept, so that equal ones are the same object.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache, lru_cache, partial

from marne.engine import (
    CHANCE,
    Answer,
    Choice,
    CombatTable,
    Context,
    Later,
    Line,
    Observation,
    OverlayGroup,
    Panel,
    Piece,
    Prompt,
    Scene,
    Stage,
    Step,
    TableRow,
    Tally,
)
from marne.games.schlieffens_war.board import (
    ATTACKED,
    ELAN,
    ELIMINATED,
    FATIGUED,
    FORTRESS_SUPPLY,
    OUT_OF_SUPPLY,
    PROBED,
    REMOVED,
    WAITING,
    WarBoard,
)
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import COLUMNS, CRT
from marne.games.schlieffens_war.components.scenario import Scenario1914
from marne.games.schlieffens_war.components.units import (
    ARMY,
    ENTENTE,
    FACTOR,
    FORT,
    FULL,
    GERMAN,
    HQ,
    HQS_OF,
    IS_CORPS,
    KIND,
    KIND_NAMES,
    MOVEMENT,
    NAMES,
    NATION,
    NATION_NAMES,
    SEATS,
    UNITS_OF,
)
from marne.games.schlieffens_war.odds import WAITS, rolls_attrition
from marne.games.schlieffens_war.rules.combat.artillery import SiegeGuns
from marne.games.schlieffens_war.rules.combat.attack import ChooseAttackers, ChooseTarget
from marne.games.schlieffens_war.rules.command.command import command_area, command_radius
from marne.games.schlieffens_war.rules.movement.movement import ChooseDestination
from marne.games.schlieffens_war.rules.movement.reach import allowance, reach
from marne.games.schlieffens_war.rules.reinforcement.regroup import ChooseReturnHex
from marne.games.schlieffens_war.rules.reinforcement.reinforcement import PlaceReinforcement
from marne.games.schlieffens_war.scene.aims import aims, prizes
from marne.games.schlieffens_war.scene.order_of_battle import order_of_battle
from marne.games.schlieffens_war.steps import Asked
from marne.games.schlieffens_war.words import WORDS, hex_name
from marne.hexes import Bits
from marne.kit import calendar, date_in, listed

__all__ = ["scene"]

_SIZE = {"infantry": "XXX", "cavalry": "XXX", "hq": "XXXX", "depot": "", "fort": ""}
_ARRIVALS = (PlaceReinforcement, ChooseReturnHex)
STAGES: dict[str, Stage] = {
    "ChooseTarget": "target",
    "ChooseAttackers": "attackers",
    "NameDefenders": "defence",
    "SiegeGuns": "support",
    "FireMarker": "support",
    "KeepArtillery": "support",
    "ConcentricAttack": "dice",
    "ResolveAttack": "dice",
    "DefenderLosses": "losses",
    "RetreatPenalty": "losses",
    "AttackerLosses": "losses",
    "AdvanceAfterCombat": "advance",
}
_PHASES = ("5.2", "5.3", "5.4", "5.5")
_KEPT = 3072


def scene(observation: Observation, language: str) -> Scene:
    """A whole picture."""
    board: WarBoard = observation.view.board
    return Scene(
        observation.game,
        _turn(board.scenario, board.turn, language),
        WORDS.say(language, f"phase.{board.phase}"),
        _prompt(observation, board, language),
        tuple(_pieces(board, language)),
        _tallies(board.scenario, board.points, board.handicap, board.plan_xvii, board.turn, language),
        tuple(_panels(board, language)),
        _outline(board.scenario, SEATS[board.side], board.phase, language),
        _overlays(board, observation, language),
        _combat_table(),
        order_of_battle=order_of_battle(board, language),
        aims=aims(board, language),
        prizes=prizes(board, language),
        calendar=_calendar(board.scenario, language),
    )


@cache
def _combat_table() -> CombatTable:
    """11.17: the whole table, for the page to mark a column in: steps of the attacker and of the defender."""
    rows = (
        TableRow(str(die), tuple(f"{CRT[odds, die].attacker}/{CRT[odds, die].defender}" for odds in COLUMNS))
        for die in range(1, 7)
    )
    return CombatTable("11.17", tuple(COLUMNS), tuple(rows))


@lru_cache(_KEPT)
def _tallies(
    scenario: Scenario1914, points: int, handicap: int, plan_xvii: int, turn: int, language: str
) -> tuple[Tally, ...]:
    def say(key: str) -> str:
        return WORDS.say(language, key)

    return (
        Tally("points", say("panel.points"), points, 0, g.PRIZES.bit_count()),
        *((Tally("handicap", say("panel.handicap"), handicap, 0, 8),) if handicap else ()),
        Tally("plan_xvii", say("panel.plan"), plan_xvii, 0, scenario.victory.plan_xvii_attacks),
        Tally("turn", say("panel.turn"), turn, 1, scenario.turns),
    )


@cache
def _turn(scenario: Scenario1914, turn: int, language: str) -> str:
    if not turn:
        return WORDS.say(language, "setup")
    day = date.fromisoformat(scenario.first_day) + timedelta(days=scenario.days_per_turn * (turn - 1))
    return WORDS.say(language, "turn", turn=turn, turns=scenario.turns, day=date_in(day, language))


def _calendar(scenario: Scenario1914, language: str) -> tuple[str, ...]:
    return calendar(date.fromisoformat(scenario.first_day), scenario.days_per_turn, scenario.turns, language)


@cache
def _outline(scenario: Scenario1914, moving: str, current: str, language: str) -> tuple[Line, ...]:
    lines = []
    for side in (SEATS[scenario.first_player], SEATS[1 - scenario.first_player]):
        for phase in _PHASES:
            now = moving == side and current == phase
            text = f"{WORDS.say(language, side)}: {WORDS.say(language, f'phase.{phase}')}"
            lines.append(Line(text, ">" if now else "", phase))
    lines.append(Line(WORDS.say(language, "outline.5.6"), "", "5.6"))
    return tuple(lines)


# -- counters


def _pieces(board: WarBoard, language: str) -> list[Piece]:
    found = []
    steps, morale, supply, spent, acts = board.steps, board.morale, board.supply, board.spent, board.acts
    for hex, stack in enumerate(board.stacks):
        if not stack:
            continue
        label = g.LABELS[hex]
        if hex in board.unseen:
            nation = NATION_NAMES[NATION[stack[0]]]
            found += [_unseen(label, number, nation, language) for number in range(board.unseen[hex][0])]
        for u in stack:
            found.append(_piece(label, language, u, steps[u], morale[u], supply[u], spent[u], acts[u]))
    return found


@lru_cache(_KEPT)
def _unseen(label: str, number: int, nation: str, language: str) -> Piece:
    words = WORDS.say(language, f"piece.unseen.{nation}")
    return Piece(f"{label}-{number}", label, nation, hidden=True, words=words)


@lru_cache(_KEPT)
def _piece(place: str, language: str, unit: int, steps: int, morale: int, supply: int, spent: int, acts: int) -> Piece:
    name = NAMES[unit]
    kind = KIND_NAMES[KIND[unit]]
    factor = str(FACTOR[unit][steps])
    flags = []
    if morale == FATIGUED:
        flags.append("fatigue")
    elif morale == ELAN:
        flags.append("elan")
    if supply == OUT_OF_SUPPLY:
        flags.append("out-of-supply")
    elif supply == FORTRESS_SUPPLY:
        flags.append("fortress-supply")
    if spent:
        flags.append("moved")
    if acts & (ATTACKED | PROBED):
        flags.append("fought")
    numbers = (f"({factor})" if KIND[unit] == HQ else factor, *((str(MOVEMENT[unit]),) if MOVEMENT[unit] else ()))
    army = f", {_army(ARMY[unit], language)}" if ARMY[unit] else ""
    return Piece(
        name,
        place,
        NATION_NAMES[NATION[unit]],
        symbol=kind,
        name=name,
        size=_SIZE[kind],
        numbers=numbers,
        pips=steps,
        of_pips=FULL[unit],
        flags=tuple(flags),
        words=f"{name}, {WORDS.say(language, kind)}{army}",
    )


def _army(army: str, language: str) -> str:
    """An army by its number, or by the name of those that have none."""
    named = f"piece.army.{army}"
    return WORDS.say(language, named) if WORDS.has(named) else WORDS.say(language, "piece.army", army=army)


# -- the question


def _prompt(observation: Observation, board: WarBoard, language: str) -> Prompt:
    if observation.actor is None:
        who, rule = WORDS.say(language, SEATS[board.winner] if board.winner >= 0 else "nobody"), board.winning_rule
        return Prompt("", False, WORDS.say(language, f"GameOver.{rule}", winner=who), rule)
    actor = "chance" if observation.actor == CHANCE else SEATS[observation.actor]
    mine = observation.actor == observation.seat
    if not mine and observation.actor != CHANCE:
        question = WORDS.say(language, "waiting", actor=WORDS.say(language, actor))
        # 6.6: the rule of the first step that the reader may know of; an attack being put together shows nothing.
        stage = STAGES.get(observation.step, "")
        return Prompt(
            actor, False, question, observation.view.step.rule, context=_battle_context(board, stage, language)
        )
    if not mine:
        named = {"unit": "", "hex": "" if board.battle is None else hex_name(board.battle.hex, language), "left": ""}
        question = WORDS.say(language, observation.step, **named)
        stage = STAGES.get(observation.step, "")
        return Prompt(actor, False, question, observation.rule, context=_battle_context(board, stage, language))
    step: Step[WarBoard] = observation.view.step
    question = WORDS.say(language, observation.step, **_named(step, board, language))
    choices: tuple[Choice, ...] = ()
    if observation.options is not None:
        forced, odds = _forced(step, board), isinstance(step, ChooseTarget | ChooseAttackers | SiegeGuns)
        rolls = isinstance(step, ChooseDestination) and rolls_attrition(board, step.unit)
        kind = step.shape.get("", "") if isinstance(step, Asked) else ""
        verb = STAGES.get(observation.step, "") == "losses"
        choices = tuple(
            _choice(
                step.write(board, option),
                option,
                kind,
                odds or (rolls and _is_in(option, forced)),
                _is_in(option, forced),
                language,
                observation.step,
                board.steps[option] if verb and isinstance(option, int) else 0,
            )
            for option in observation.options
        )
    unit, hex = getattr(step, "unit", None), getattr(step, "hex", None)
    piece, label = "" if unit is None else NAMES[unit], "" if hex is None else g.LABELS[hex]
    context = (
        Context("arrival", pieces=(piece,)) if isinstance(step, _ARRIVALS) else _own_context(board, step, language)
    )
    return Prompt(actor, True, question, observation.rule, choices, False, piece, label, context)


def _own_context(board: WarBoard, step: Step[WarBoard], language: str) -> Context | None:
    """11.1-11.6: an attack that is put together is told to who does it, from its target on."""
    if isinstance(step, ChooseTarget):
        return Context("battle", stage="target")
    if isinstance(step, ChooseAttackers):
        return _context(step.hex, step.chosen, (), "attackers", language)
    return _battle_context(board, STAGES.get(type(step).__name__, ""), language)


def _battle_context(board: WarBoard, stage: Stage, language: str) -> Context | None:
    """11.6: the attack in progress, as far as the reader sees it."""
    if (battle := board.battle) is None:
        return None
    return _context(battle.hex, battle.attackers, battle.defenders, stage, language)


@lru_cache(_KEPT // 8)
def _context(hex: int, attackers: tuple[int, ...], defenders: tuple[int, ...], stage: Stage, language: str) -> Context:
    units, against = (tuple(NAMES[unit] for unit in side) for side in (attackers, defenders))
    return Context("battle", g.LABELS[hex], units, against, stage, hex_name(hex, language))


def _named(step: Step[WarBoard], board: WarBoard, language: str) -> dict[str, str]:
    """The unit and the hex of the open step, for its question."""
    battle = board.battle
    named = {"unit": "", "hex": "", "left": ""}
    unit, hex = getattr(step, "unit", None), getattr(step, "hex", None)
    if unit is not None:
        named["unit"] = NAMES[unit]
    if hex is None and battle is not None:
        hex = battle.hex
    if hex is not None:
        named["hex"] = hex_name(hex, language)
    if getattr(step, "left", None) is not None:
        named["left"] = str(getattr(step, "left"))  # noqa: B009 - only some steps count down
    return named


def _forced(step: Step[WarBoard], board: WarBoard) -> int:
    """10.6: destinations that take a forced march."""
    if not isinstance(step, ChooseDestination):
        return 0
    left = allowance(board, step.unit) - board.spent[step.unit]
    return ~reach(board, step.unit, left).destinations


def _is_in(option: Answer, hexes: Bits) -> bool:
    return isinstance(option, int) and bool(hexes >> option & 1)


@lru_cache(_KEPT)
def _choice(
    written: str, option: Answer, kind: str, odds: bool, forced: bool, language: str, step: str, steps: int
) -> Choice:
    """`steps`: what a unit has that loses one of them (2.8)."""
    if isinstance(option, int) and kind == "unit":
        verb = "answer.lose_last" if steps == 1 else "answer.lose" if steps else ""
        text = WORDS.say(language, verb, unit=NAMES[option]) if verb else NAMES[option]
        return Choice(written, text, piece=NAMES[option], odds=odds)
    if isinstance(option, int) and kind == "hex":
        if forced:
            text = WORDS.say(language, "answer.forced", hex=hex_name(option, language))
            return Choice(written, text, hex=g.LABELS[option], odds=odds)
        return Choice(written, hex_name(option, language), hex=g.LABELS[option], odds=odds)
    if isinstance(option, tuple):
        return _tuple_choice(written, option, language)
    own = f"answer.{option}.{step}"  # what is done with: the movement, the combat
    text = WORDS.say(language, own if WORDS.has(own) else f"answer.{option}")
    return Choice(written, text, odds=odds and option != "done", done=option in WAITS)


def _tuple_choice(written: str, option: tuple[Answer, ...], language: str) -> Choice:
    """A retreat, a unit sent out of a crowded hex, a team of defenders."""
    first, last = option[0], option[-1]
    if first == "retreat" and isinstance(last, int):
        return Choice(written, WORDS.say(language, "answer.retreat", hex=hex_name(last, language)), hex=g.LABELS[last])
    if last == "eliminate" and isinstance(first, int):
        return Choice(written, WORDS.say(language, "answer.eliminate", unit=NAMES[first]), piece=NAMES[first])
    if written.startswith("defend"):
        units = listed((NAMES[unit] for unit in option if isinstance(unit, int)), language)
        return Choice(written, WORDS.say(language, "answer.defend", units=units))
    assert isinstance(first, int)
    assert isinstance(last, int)
    text = WORDS.say(language, "answer.out", unit=NAMES[first], hex=hex_name(last, language))
    return Choice(written, text, hex=g.LABELS[last])


# -- panels and overlays


def _panels(board: WarBoard, language: str) -> list[Panel]:
    panels = [_state(bool(board.endangered), board.artillery, board.coup, language)]
    if board.battle is not None:
        panels.append(_battle(board.battle.attackers, board.battle.defenders, language))
    for key, place, rule in (
        ("coming", WAITING, "9.1"),
        ("eliminated", ELIMINATED, "2.8"),
        ("removed", REMOVED, "8.8"),
    ):
        if place in board.where:
            names = tuple(NAMES[unit] for unit, where in enumerate(board.where) if where == place)
            panels.append(_box(key, rule, names, language))
    return panels


@lru_cache(_KEPT)
def _state(endangered: bool, artillery: int, coup: int, language: str) -> Panel:
    def say(key: str) -> str:
        return WORDS.say(language, key)

    lines = (
        Line(say("panel.paris"), say("yes" if endangered else "no"), "4.1"),
        Line(say("panel.artillery"), str(artillery), "11.23"),
        Line(say("panel.coup"), str(coup), "11.23"),
    )
    return Panel("state", say("panel.state"), lines)


def _battle(attackers: tuple[int, ...], defenders: tuple[int, ...], language: str) -> Panel:
    def line(key: str, units: tuple[int, ...], rule: str) -> Line:
        return Line(
            WORDS.say(language, f"panel.{key}", units=listed((NAMES[unit] for unit in units), language)), "", rule
        )

    lines = [line("attackers", attackers, "11.3")]
    if defenders:
        lines.append(line("defenders", defenders, "11.2"))
    return Panel("battle", WORDS.say(language, "panel.battle"), tuple(lines))


@lru_cache(_KEPT // 8)
def _box(key: str, rule: str, names: tuple[str, ...], language: str) -> Panel:
    return Panel(key, WORDS.say(language, f"panel.{key}"), tuple(Line(name, "", rule) for name in names))


Overlay = tuple[str, Sequence[OverlayGroup]]


def _overlays(board: WarBoard, observation: Observation, language: str) -> tuple[Overlay, ...]:
    """Zones of control are plain from what both see (6.6); supply and command are the reader's own."""
    found: list[Overlay] = [
        _overlay("zoc", tuple((side, board.zone(number) & g.LAND) for number, side in enumerate(SEATS)), language),
        _overlay("control", (("german", board.control),), language),
        _overlay("paris", (("overlay.paris", g.PERIMETER),), language),
    ]
    seat = observation.seat
    if seat is not None:
        states = {"supply": 0, "fortress": 0, "out": 0}
        for unit in UNITS_OF[seat]:
            if board.where[unit] >= 0 and KIND[unit] != FORT:
                key = {FORTRESS_SUPPLY: "fortress", OUT_OF_SUPPLY: "out"}.get(board.supply[unit], "supply")
                states[key] |= g.BIT[board.where[unit]]
        lists = tuple((f"overlay.{key}", hexes) for key, hexes in states.items() if hexes)
        found.append(_overlay("supply", lists, language))
        found.append(("command", Later(partial(_command, board, seat, language))))
    return tuple(found)


def _command(board: WarBoard, seat: int, language: str) -> tuple[OverlayGroup, ...]:
    """6.7: the radius of each of the reader's HQs, cities that need none, and the corps that nobody commands."""
    nations = (GERMAN,) if seat == GERMAN else tuple(range(ENTENTE, len(NATION_NAMES)))
    hqs = tuple(
        (hq, board.where[hq], command_radius(board, hq))
        for nation in nations
        for hq in HQS_OF[nation]
        if board.where[hq] >= 0
    )
    areas = {nation: command_area(board, nation) for nation in nations}
    alone = 0
    for unit in UNITS_OF[seat]:
        if board.where[unit] >= 0 and IS_CORPS[unit] and not areas[NATION[unit]] >> board.where[unit] & 1:
            alone |= g.BIT[board.where[unit]]
    cities = areas[GERMAN] & g.GERMAN_CITIES if seat == GERMAN else 0
    return _command_groups(hqs, cities, alone, language)


@lru_cache(_KEPT // 4)
def _command_groups(
    hqs: tuple[tuple[int, int, int], ...], cities: Bits, alone: Bits, language: str
) -> tuple[OverlayGroup, ...]:
    groups = [
        OverlayGroup(NAMES[hq], g.labels_of(g.GRID.within_bits(where, radius) & g.LAND)) for hq, where, radius in hqs
    ]
    if cities:
        groups.append(OverlayGroup(WORDS.say(language, "overlay.cities"), g.labels_of(cities), tone="good"))
    if alone:
        marks = tuple((label, "!") for label in g.labels_of(alone))
        groups.append(OverlayGroup(WORDS.say(language, "overlay.alone"), marks=marks, tone="bad"))
    return tuple(groups)


@lru_cache(_KEPT // 4)
def _overlay(key: str, lists: tuple[tuple[str, Bits], ...], language: str) -> Overlay:
    return key, tuple(OverlayGroup(WORDS.say(language, caption), g.labels_of(hexes)) for caption, hexes in lists)
