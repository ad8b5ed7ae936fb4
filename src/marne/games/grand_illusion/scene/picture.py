"""The picture that a client draws, from what a seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from marne.engine import (
    CHANCE,
    Answer,
    Choice,
    Context,
    Line,
    Observation,
    OverlayGroup,
    Panel,
    Piece,
    Position,
    Prompt,
    Scene,
    Stage,
    Tally,
)
from marne.games.grand_illusion.board import DEAD, IN_BOX, ON_TRACK, GrandIllusionBoard
from marne.games.grand_illusion.components.units import (
    CAVALRY,
    CS,
    CS_BACK,
    FORTS,
    HEAVY,
    HQS,
    IDS,
    LADDER,
    MA,
    MA_BACK,
    NAMES,
    NATION,
    NATIONS,
    OF_SIDE,
    ROWS,
    SIDES,
    Unit,
)
from marne.games.grand_illusion.odds import WAITS, explained
from marne.games.grand_illusion.rules.battle.battle_board import DEFENDER, FRONTS, Fight, fortune
from marne.games.grand_illusion.rules.battle.battle_fire import modifiers_in_force
from marne.games.grand_illusion.rules.command.caps import commander
from marne.games.grand_illusion.rules.scenarios.options import named
from marne.games.grand_illusion.rules.supply.supply import in_supply, supplied_hexes
from marne.games.grand_illusion.scene.aims import aims, prizes
from marne.games.grand_illusion.scene.order_of_battle import order_of_battle
from marne.games.grand_illusion.steps import Asked
from marne.games.grand_illusion.view import knows
from marne.games.grand_illusion.words import WORDS, called, hex_name, phrase, rule_titles
from marne.hexes import Bits, members

__all__ = ["ARMIES", "LABELS", "battle_panel", "choice", "piece", "prompt", "scene", "unit_words"]

ARMIES = ("french", "british", "belgian", "german")
LABELS = tuple(map(str, range(256)))
STAGES: dict[str, Stage] = {
    "FortunesOfWar": "dice", "TacticalAdvantage": "defence", "AllenbysCavalry": "defence", "LandingDie": "dice",
    "Bombardment": "support", "Concentrate": "support", "Aim": "support", "Bombard": "support",
    "StackUp": "defence", "PlaceDefenders": "defence", "DefenderReserve": "defence", "CavalryWithdrawal": "defence",
    "PlaceAttackers": "attackers", "PlaceOpposite": "attackers", "AttackerReserve": "attackers",
    "PlaceBehind": "attackers", "ShotAtBacks": "dice", "Fire": "dice", "DefenderFire": "dice", "FreeShot": "dice",
    "ReserveFire": "dice", "Elan": "losses", "PayAHit": "losses", "MayLeave": "retreat", "Retreat": "retreat",
    "RetreatGroup": "retreat", "RetreatHeadquarters": "retreat", "RetreatToSea": "retreat", "GoOn": "retreat",
    "CavalryMayLeave": "retreat", "CavalryDelay": "retreat", "FallBack": "retreat", "NamurDivision": "retreat",
    "Siege": "advance",
}  # fmt: skip
"""9.0: how far a battle has come with each question."""
ARRIVALS = ("Arrive", "PlaceNow", "BritishReturn")
NOBODY_FED = (0,) * len(NATIONS)
_KEPT = 3072


def scene(observation: Observation, language: str) -> Scene:
    """The whole table as one seat sees it."""
    position: Position[GrandIllusionBoard] = observation.view
    board = position.board
    fed = [supplied_hexes(board, nation) for nation in range(len(NATIONS))]
    return Scene(
        "grand_illusion",
        phrase(language, "view.turn", turn=board.turn, turns=board.rules.turns),
        phrase(language, f"phase.{_phase(observation)}"),
        prompt(position, observation, language),
        pieces=tuple(piece(board, unit, language, fed=fed) for unit in range(len(IDS)) if board.where[unit] > 0),
        tallies=_tracks(
            *(board.turn, board.rules.turns, tuple(board.caps), tuple(board.points), tuple(board.mandated)), language
        ),
        panels=_panels(position, observation, language),
        outline=_outline(_phase(observation), language),
        overlays=_overlays(board),
        trenches=_trenches(tuple(board.trench.items())),
        order_of_battle=order_of_battle(board, language),
        aims=aims(board, language),
        prizes=prizes(board, language),
    )


def piece(
    board: GrandIllusionBoard, unit: Unit, language: str, place: str = "", fed: Sequence[Bits] = NOBODY_FED
) -> Piece:
    """A counter as it lies; `fed` are the hexes that are known to be in supply, by nation."""
    hex = board.where[unit]
    fort = bool(FORTS >> unit & 1)
    return _counter(
        unit,
        place or LABELS[hex],
        bool(board.down >> unit & 1),
        bool(board.moved >> unit & 1),
        fort and hex > 0 and bool(board.siege >> hex & 1),
        not fort and hex > 0 and not fed[NATION[unit]] >> hex & 1 and not in_supply(board, unit),
        board.losses.get(unit, 0) if fort else 0,
        language,
    )


@lru_cache(_KEPT)
def _counter(
    unit: Unit, place: str, down: bool, moved: bool, besieged: bool, hungry: bool, lost: int, language: str
) -> Piece:
    """Equal counters are the same object: most of a picture is as it was."""
    bit = 1 << unit
    row = ROWS[unit]
    numbers: tuple[str, ...]
    if bit & FORTS:
        strength, defence = LADDER[unit][lost][:2]
        numbers = (str(strength), f"+{defence}" if defence else "")
    elif bit & HQS:
        numbers = (str(MA_BACK[unit] if down else MA[unit]),)
    elif bit & HEAVY:
        numbers = ("" if down else str(row.cs), "1")
    else:
        numbers = (str(CS_BACK[unit] if down else CS[unit]), str(MA_BACK[unit] if down else MA[unit]))
    flags = ["besieged"] if besieged else []
    if down:
        flags.append("reduced" if bit & HQS else "fired" if bit & HEAVY else "disrupted")
    if moved:
        flags.append("moved")
    if hungry:
        flags.append("out-of-supply")
    steps = len(LADDER[unit]) if bit & FORTS else 0
    return Piece(
        IDS[unit],
        place,
        ARMIES[NATION[unit]],
        symbol=_symbol(bit),
        name=NAMES[unit],
        size={"corps": "XXX", "div": "XX", "bde": "X"}.get(row.size or "", ""),
        numbers=numbers,
        pips=steps - lost if steps else 0,
        of_pips=steps,
        flags=tuple(flags),
        words=unit_words(unit, language),
    )


def _symbol(bit: int) -> str:
    if bit & FORTS:
        return "fort"
    if bit & HQS:
        return "hq"
    if bit & HEAVY:
        return "artillery"
    return "cavalry" if bit & CAVALRY else "infantry"


def unit_words(unit: Unit, language: str) -> str:
    """A counter for people who can't see it."""
    army = phrase(language, f"army.{ARMIES[NATION[unit]]}")
    kind = phrase(language, f"kind.{_symbol(1 << unit)}")
    size = phrase(language, f"size.{ROWS[unit].size}") if ROWS[unit].size else ""
    return phrase(language, "piece.sized" if size else "piece", name=NAMES[unit], army=army, kind=kind, size=size)


def prompt(position: Position[GrandIllusionBoard], observation: Observation, language: str) -> Prompt:
    """The open question."""
    ask = position.open
    if ask is None or observation.actor is None:
        return Prompt("", False, phrase(language, "view.over"), "14.1.3")
    mine = observation.seat is not None and observation.actor == observation.seat
    actor = "chance" if ask.actor == CHANCE else SIDES[ask.actor]
    key = f"ask.{observation.step}"
    question = phrase(language, key, **_facts(position)) if WORDS.has(key) else ""
    choices = tuple(choice(position, answer, language) for answer in observation.options or ()) if mine else ()
    title = rule_titles(language).get(observation.rule, observation.step)
    facts = _facts(position) if mine else {"hex": 0, "unit": ""}
    hex = str(facts["hex"]) if facts["hex"] else ""
    context = _context(position, mine)
    return Prompt(
        actor,
        mine,
        question or title,
        observation.rule,
        choices,
        piece=str(facts["unit"]),
        hex=hex,
        context=context,
    )


def _context(position: Position[GrandIllusionBoard], mine: bool) -> Context | None:
    """9.2.1: the battle on the battle board; 7.1: a unit that comes on the map."""
    board, step = position.board, type(position.step).__name__
    if mine and step == "MayDeclare":
        return Context("battle", str(_facts(position)["hex"]), stage="target")
    if hex := board.battle:
        sides = (board.spaces[: len(board.spaces) // 2], board.spaces[len(board.spaces) // 2 :])
        if not any(board.spaces):  # before 9.2 and from 9.4 on the board is empty: those who stand in the hex
            sides = ([board.at[hex] & OF_SIDE[board.attacker]], [board.at[hex] & OF_SIDE[1 - board.attacker]])
        attackers, defenders = (tuple(IDS[unit] for units in side for unit in members(units)) for side in sides)
        return Context("battle", LABELS[hex], attackers, defenders, STAGES.get(step, ""))
    if mine and step in ARRIVALS:
        return Context("arrival", pieces=tuple(filter(None, (str(_facts(position)["unit"]),))))
    return None


def _facts(position: Position[GrandIllusionBoard]) -> dict[str, int | str]:
    """What questions may mention: the hex and the unit of the step that asks."""
    unit: Unit | None = getattr(position.step, "unit", None)
    return {"hex": getattr(position.step, "hex", position.board.active), "unit": "" if unit is None else IDS[unit]}


def choice(position: Position[GrandIllusionBoard], answer: Answer, language: str) -> Choice:
    """An answer as a button, a hex or a counter."""
    step = position.step
    of_unit = isinstance(step, Asked) and any(kind == "unit" for kind, _ in step.things(position.board, answer))
    return _choice(position.write(answer), answer, of_unit, explained(position, answer), language)


@lru_cache(_KEPT)
def _choice(text: str, answer: Answer, of_unit: bool, odds: bool, language: str) -> Choice:
    if isinstance(answer, tuple):
        word, _, what = text.partition(" ")
        thing = what if of_unit or not what.isdecimal() else hex_name(int(what), language)
        label = phrase(language, f"answer.{word}", what=thing)
        hex, piece = (None, what) if of_unit else (what, None)
        return Choice(text, label, hex, piece, odds=odds, opens=word == "activate")
    worded = isinstance(answer, str) and not answer[0].isdigit()  # 14.3.6: options are written down by number
    label = phrase(language, f"answer.{answer}") if worded else text
    return Choice(text, label, odds=odds, done=answer in WAITS)


@lru_cache(_KEPT // 8)
def _tracks(
    turn: int, last: int, caps: tuple[int, ...], points: tuple[int, ...], mandated: tuple[int, ...], language: str
) -> tuple[Tally, ...]:
    made = [Tally("turn", phrase(language, "view.turns"), turn, 1, last)]
    for side, name in enumerate(SIDES):
        made.append(Tally(f"caps.{name}", phrase(language, f"view.caps.{name}"), caps[side], 0, 10))
        made.append(Tally(f"points.{name}", phrase(language, f"view.points.{name}"), points[side], -10, 30))
        made.append(Tally(f"mandated.{name}", phrase(language, f"view.mandated.{name}"), mandated[side], 0, 10))
    return tuple(made)


def _panels(position: Position[GrandIllusionBoard], observation: Observation, language: str) -> tuple[Panel, ...]:
    board = position.board
    coming = [(turn, unit) for unit, (turn, _) in board.track.items() if board.where[unit] == ON_TRACK]
    made = [
        _commanders(commander(board, 0), commander(board, 1), language),
        _arrivals(tuple(sorted(coming)), language),
        _pieces_panel(board, "losses", DEAD, language),
        _pieces_panel(board, "box", IN_BOX, language),
    ]
    if board.battle:
        made.append(battle_panel(position, language))
    if board.rules.options:
        lines = tuple(
            Line(phrase(language, f"view.options.{name}"), named(board.options[side]) if known else "?")
            for side, name in enumerate(SIDES)
            for known in (knows(board, observation.seat, side),)
        )
        made.append(Panel("options", phrase(language, "view.options"), lines))
    return tuple(made)


@cache
def _commanders(first: str, second: str, language: str) -> Panel:
    return Panel("commanders", phrase(language, "view.commanders"), (Line(first), Line(second)))


@lru_cache(_KEPT // 8)
def _arrivals(coming: tuple[tuple[int, Unit], ...], language: str) -> Panel:
    lines = tuple(Line(called(unit, language), str(turn) if turn < 99 else "…", "7.1") for turn, unit in coming)
    return Panel("reinforcements", phrase(language, "view.reinforcements"), lines)


def _pieces_panel(board: GrandIllusionBoard, key: str, place: int, language: str) -> Panel:
    pieces = tuple(piece(board, unit, language, key) for unit in range(len(IDS)) if board.where[unit] == place)
    return Panel(key, phrase(language, f"view.{key}"), pieces=pieces)


def battle_panel(position: Position[GrandIllusionBoard], language: str) -> Panel:
    """9.2.1: the battle board: four front and four reserve spaces a side, and what is added to the dice."""
    board = position.board
    rows = ("attacker-front", "attacker-reserve", "defender-front", "defender-reserve")
    pieces = tuple(
        piece(board, unit, language, f"{rows[space // 4]}-{space % 4 + 1}")
        for space, units in enumerate(board.spaces)
        for unit in members(units)
    )
    attacker = phrase(language, f"word.{SIDES[board.attacker]}")
    lines = [Line(phrase(language, "view.battle.hex", hex=board.battle), attacker, "9.2.1")]
    if board.fortune:
        name = phrase(language, f"word.{fortune(board)}")
        lines.append(Line(phrase(language, "view.battle.fortune", name=name), "", "9.1.4"))
    if fortune(board) == "skirmish":
        lines.append(Line(phrase(language, "view.battle.skirmish"), "1", "9.1.4"))
    elif any(board.spaces[DEFENDER + i] & FORTS for i in FRONTS):
        lines.append(Line(phrase(language, "view.battle.forts"), "1", "9.5.1"))
    fight = next((step.fight for step in position.agenda if hasattr(step, "fight")), Fight(0, 0, False))
    for whose, modifiers in modifiers_in_force(board, fight):
        for each in modifiers:
            text = phrase(language, f"view.battle.{whose}", what=phrase(language, f"word.{each.text}"))
            lines.append(Line(text, f"{each.amount:+d}", each.rule))
    return Panel("battle", phrase(language, "view.battle"), tuple(lines), pieces, "battle-board")


PHASES = (
    ("caps", "5.0", ("RollCaps",)),
    ("initiative", "6.0", ("RollInitiative",)),
    ("reinforcements", "7.0", ("Arrive", "ReplacementSegment", "PlaceNow", "EastFront", "SendEast", "BritishReturn")),
    ("actions", "8.0", ()),
    ("strategic", "10.0", ("StrategicSegment", "StrategicMove")),
    ("administration", "11.0", ("Surrender", "RestSome", "DrawGerman")),
)


SETTING_UP = ("BritishAtMaubeuge", "ChooseOptions", "FreeSetUp", "SetUpBelgian", "SetUpUnit")


def _phase(observation: Observation) -> str:
    if observation.step in SETTING_UP:
        return "setup"
    return next((key for key, _, steps in PHASES if observation.step in steps), "actions")


@cache
def _outline(current: str, language: str) -> tuple[Line, ...]:
    """4.0: the turn, the current phase marked."""
    return tuple(
        Line(phrase(language, f"phase.{key}"), "now" if key == current else "", rule) for key, rule, _ in PHASES
    )


Overlay = tuple[str, tuple[OverlayGroup, ...]]


def _overlays(board: GrandIllusionBoard) -> tuple[Overlay, ...]:
    marked = (
        ("battle", sum(1 << hex for hex in board.battles)),
        ("siege", board.siege),
        ("trench", sum(1 << hex for hex in board.trench)),
        ("cavalry", board.cavalry),
    )
    return (
        _overlay("control", tuple((name, board.controlled(side)) for side, name in enumerate(SIDES))),
        _overlay("supply", tuple((name, supplied_hexes(board, nation)) for nation, name in enumerate(NATIONS))),
        _overlay("markers", marked),
    )


@lru_cache(_KEPT // 4)
def _overlay(key: str, lists: tuple[tuple[str, Bits], ...]) -> Overlay:
    return key, tuple(OverlayGroup(name, tuple(LABELS[hex] for hex in members(hexes))) for name, hexes in lists)


@lru_cache(_KEPT // 8)
def _trenches(levels: tuple[tuple[int, int], ...]) -> tuple[tuple[str, int], ...]:
    return tuple((LABELS[hex], level) for hex, level in levels)
