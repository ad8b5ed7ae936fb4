"""What the client draws: counters, the open question, tallies. Read off a seat's view, so it holds no secrets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from marne.engine import (
    CHANCE,
    Answer,
    Choice,
    Line,
    Observation,
    Piece,
    Position,
    Prompt,
    Scene,
    Tally,
    marks_of,
    same_facts,
)
from marne.games.nach_paris.board import NachParisBoard, sea_box
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import TRACK, first_day
from marne.games.nach_paris.components.units import CBF, COUNT, IDS, MF, NAMES, NATION, SIDE, SIDES, STEPS, TYPE, Unit
from marne.games.nach_paris.odds import WAITS, foretold
from marne.games.nach_paris.rules.campaign.victory import points
from marne.games.nach_paris.rules.engineers.ships import BOXES
from marne.games.nach_paris.rules.movement.arrivals import ArrivalFacing, Arrivals, toward_enemy
from marne.games.nach_paris.rules.movement.facing import Face
from marne.games.nach_paris.rules.movement.walk import Walk, started
from marne.games.nach_paris.rules.options.unseen import Unseen
from marne.games.nach_paris.rules.rail.lines import arrow
from marne.games.nach_paris.rules.units.zones import facing_front
from marne.games.nach_paris.rules.works.fieldworks import BuildFieldworks, ChooseDiggers
from marne.games.nach_paris.rules.works.improve import ImproveFieldworks
from marne.games.nach_paris.rules.works.old_walls import OccupyOldWalls
from marne.games.nach_paris.scene.aims import aims, prizes
from marne.games.nach_paris.scene.fights import context
from marne.games.nach_paris.scene.order_of_battle import order_of_battle
from marne.games.nach_paris.scene.overlays import overlays
from marne.games.nach_paris.steps import NachParisQuestion, label
from marne.games.nach_paris.words import WORDS, phrase, rule_titles, structure
from marne.hexes import members
from marne.kit import calendar, date_in

__all__ = ["piece", "prompt", "scene"]

ARMIES = ("belgian", "french", "british", "german")
FOG_ARMIES = ("german", "french")
"""The colours of the markers: one for each side."""
PHASES = ("admin", "barrage", "movement", "combat")
NOTHING_ASKED: Final = Prompt("", False, "", "")


def scene(observation: Observation, language: str) -> Scene:
    """The whole table as one seat sees it."""
    position: Position[NachParisBoard] = observation.view
    board = position.board
    table = _table(board, language)
    overlay = overlays(board, board.side if observation.seat is None else observation.seat, language)
    return replace(table, prompt=prompt(position, observation, language), overlays=overlay)


_drawn: dict[str, tuple[NachParisBoard, Scene]] = {}
"""The newest table by language: without fog of war both sides see the same."""


def _table(board: NachParisBoard, language: str) -> Scene:
    """All but the question and the overlays. Two boards with the same facts look the same."""
    before = _drawn.get(language)
    if before is not None and same_facts(before[0], board):
        return before[1]
    drawn = _draw(board, language)
    _drawn[language] = board.copy(), drawn  # the other may be changed later
    return drawn


def _draw(board: NachParisBoard, language: str) -> Scene:
    turn = phrase(
        language, "view.turn", turn=board.turn, last=board.play.said.last, day=date_in(first_day(board.turn), language)
    )
    found = points(board)
    weather = "view.rain" if board.rain else "view.heat" if board.turn in TRACK.heat else ""  # 15.1
    return Scene(
        "nach_paris",
        f"{turn}, {phrase(language, weather)}" if weather else turn,
        phrase(language, f"phase.{board.phase or 'none'}"),
        NOTHING_ASKED,
        pieces=(
            *(piece(board, unit, language) for unit in range(COUNT) if board.where[unit] >= 0),
            *_fog(board, language),
        ),
        tallies=_tallies(board, found, language),
        outline=(
            *(Line(phrase(language, f"phase.{name}"), ">" if name == board.phase else "", "3.2.1") for name in PHASES),
            *_at_sea(board, language),
        ),
        order_of_battle=order_of_battle(board, language),
        aims=aims(board, found, language),
        prizes=prizes(board),
        calendar=calendar(TRACK.first_day, TRACK.days, board.play.said.last, language),
    )


def _at_sea(board: NachParisBoard, language: str) -> tuple[Line, ...]:
    """[18.1.4] Who is at sea, in which box."""
    return tuple(
        Line(f"{NAMES[unit]}: {phrase(language, f'word.{BOXES[sea_box(board.where[unit])]}')}", "", "18.1.4")
        for unit in sorted(board.off_harbour)
    )


def _fog(board: NachParisBoard, language: str) -> tuple[Piece, ...]:
    """[19.1.3], [19.1.4] A marker in each hex where a seat may not look: it says whose it is, and nothing else."""
    name = phrase(language, "view.fog")
    return tuple(
        Piece(f"fog-{label(hex)}", label(hex), FOG_ARMIES[side], symbol="FOW", name=name, hidden=True)
        for side, hexes in enumerate(board.fog_markers)
        for hex in members(hexes)
    )


def _tallies(board: NachParisBoard, found: tuple[int, int], language: str) -> tuple[Tally, ...]:
    german, allied = found
    return (
        Tally("german", phrase(language, "word.german"), german),
        Tally("allied", phrase(language, "word.allied"), allied),
        Tally("turn", phrase(language, "view.turns"), board.turn, board.play.said.first, board.play.said.last),
        *(
            Tally(f"replacements-{ARMIES[nation]}", _fund(nation, language), board.replacements[nation] // 2)
            for nation in board.play.nations
            if board.replacements[nation] > 1
        ),
    )


def _fund(nation: int, language: str) -> str:
    """[14.1.4] Whole Replacements are kept: whose they are."""
    return phrase(language, "view.replacements", nation=phrase(language, f"word.{ARMIES[nation]}"))


def piece(board: NachParisBoard, unit: Unit, language: str) -> Piece:
    """A counter as it lies."""
    shown, faces = marks_of(board, unit), board.faces[unit]
    if unit in board.trains:
        faces = arrow(board.trains[unit], board.where[unit])  # 12.2.3
    return _counter(unit, board.where[unit], board.lost[unit], faces, shown, board.facing)


SYMBOLS: Final = {
    "INF": "infantry",
    "PIO": "engineers",
    "CAV": "cavalry",
    "HAR": "artillery",
    "SAR": "artillery",
    "ENG": "engineers",
    "HQ": "hq",
}
"""[2.2.1] What is drawn in the box of a counter."""


@lru_cache(4096)
def _counter(unit: Unit, hex: int, lost: int, faces: int, flags: tuple[str, ...], facing: bool) -> Piece:
    free = (not facing or TYPE[unit] in ("CAV", "HQ", "ENG")) and "entrained" not in flags
    return Piece(
        IDS[unit],
        label(hex),
        ARMIES[NATION[unit]],
        symbol=SYMBOLS[TYPE[unit]],
        name=NAMES[unit],
        numbers=(str(CBF[unit][lost]), str(MF[unit][lost])),
        pips=STEPS[unit] - lost,
        of_pips=STEPS[unit],
        flags=flags,
        facing=None if free else faces,
    )


def prompt(position: Position[NachParisBoard], observation: Observation, language: str) -> Prompt:
    """The open question in a sentence, and the choices if they are the reader's."""
    if observation.actor is None:
        return Prompt("", False, phrase(language, "view.over"), "1.1.5")
    actor = "chance" if observation.actor == CHANCE else SIDES[observation.actor]
    step = position.step
    kind, rule = (step.kind, step.rule) if isinstance(step, Unseen) else (observation.step, observation.rule)
    question = phrase(language, f"ask.{kind}", **_named(step, language))
    usual = _usual(position) if observation.actor == observation.seat else None
    choices = tuple(_choice(position, option, language, option == usual) for option in observation.options or ())
    title = rule_titles(language).get(rule, "")
    mine = observation.actor == observation.seat
    # Who storms is the first of those who go in [11.5.1]; asked for are the others.
    piece = IDS[step.unit] if mine and hasattr(step, "unit") and step.unit >= 0 and kind != "AssaultGuns" else ""
    hex = label(step.hex) if mine and hasattr(step, "hex") and step.hex >= 0 else ""
    return Prompt(
        actor,
        mine,
        question or title,
        rule,
        choices,
        piece=piece,
        hex=hex,
        context=context(position, kind, piece, observation.seat, mine),
        sweep=mine and isinstance(step, SWEEPS),
    )


def _named(step: Any, language: str) -> dict[str, str]:
    """The unit and the hex of a step, for its question; somebody and somewhere where the reader may not know."""
    named = {}
    if isinstance(step, Unseen):
        named = {"unit": phrase(language, "view.hidden"), "hex": phrase(language, "view.somewhere"), "nation": ""}
    if hasattr(step, "unit"):
        named["unit"] = NAMES[step.unit]
    if hasattr(step, "hex"):
        named["hex"] = label(step.hex)
    if hasattr(step, "nation"):
        named["nation"] = ARMIES[step.nation]
    return named


SWEEPS: Final = (BuildFieldworks, ImproveFieldworks, OccupyOldWalls)
"""Questions whose answers somebody may well want to give one after another, all of them."""


def _usual(position: Position[NachParisBoard]) -> Answer | None:
    """What is nearly always meant: whoever has marched stays there, and looks at the enemy; all of a hex dig, all that
    may arrive do."""
    step, board = position.step, position.board
    options = position.open.options if position.open else None
    if not options:
        return None
    if isinstance(step, Walk):
        return "end" if started(board, step.unit) and "end" in options else None
    if isinstance(step, Face | ArrivalFacing):
        return _usual_facing(board, step.unit, options)
    return "all" if isinstance(step, ChooseDiggers | Arrivals) and "all" in options else None


def _usual_facing(board: NachParisBoard, unit: Unit, options: Sequence[Answer]) -> Answer:
    """[6.1.1] As it looks already where that is at an enemy next to it; else to the nearest enemy."""
    hex, side = board.where[unit], SIDE[unit]
    enemies = board.occupied[1 - side] | board.hidden_hexes(1 - side)

    def seen(answer: Answer) -> int:
        facing = answer[1] if isinstance(answer, tuple) else 0
        return (facing_front(board, unit, hex, facing) & enemies).bit_count() if isinstance(facing, int) else 0

    now: Answer = ("face", board.faces[unit])
    if now in options and seen(now) and seen(now) == max(map(seen, options)):
        return now
    near: Answer = ("face", toward_enemy(board, hex, side))
    return max(options, key=lambda answer: (seen(answer), answer == near, answer == now))


def _choice(position: Position[NachParisBoard], option: Answer, language: str, usual: bool = False) -> Choice:
    step, written = position.step, position.write(option)
    if not isinstance(option, tuple):
        key, own = f"answer.{option}", f"answer.{option}.{type(step).__name__}"  # what is done with
        key = own if WORDS.has(own) else key
        text = phrase(language, key)
        odds = foretold(position, option)
        return Choice(written, written if text == key else text, odds=odds, done=written in WAITS, usual=usual)
    word, *parts = option
    kinds = step.shapes(position.board).get(str(word), "").split() if isinstance(step, NachParisQuestion) else []
    things: dict[str, str] = {}
    for kind, text in zip(kinds, written.split(" ")[1:], strict=True):
        things.setdefault(kind, text)
    for kind, part in zip(kinds, parts, strict=True):
        if kind == "structure" and isinstance(part, int):
            things.setdefault("hex", label(MAP.structures[part].hex))
        if kind == "fort" and isinstance(part, int):
            things.setdefault("hex", label(MAP.forts[part].hex))
    shown = " ".join(
        _shown(kind, part, text, language)
        for kind, part, text in zip(kinds, parts, written.split(" ")[1:], strict=True)
    )
    turned = int(parts[0]) if kinds == ["facing"] and isinstance(parts[0], int) else None
    key = f"answer.{word}"
    text = phrase(language, key, what=shown)
    return Choice(
        written,
        written if text == key else text,
        hex=things.get("hex"),
        piece=things.get("unit"),
        odds=foretold(position, option),
        facing=turned,
        usual=usual,
    )


def _shown(kind: str, part: Answer, text: str, language: str) -> str:
    """A thing of an answer as people call it."""
    if kind == "unit" and isinstance(part, int):
        return NAMES[part]
    if kind == "fort" and isinstance(part, int):
        return f"{MAP.forts[part].name} ({label(MAP.forts[part].hex)})"
    if kind == "structure" and isinstance(part, int):
        return structure(MAP.structures[part].name, language)
    return phrase(language, f"facing.{text}") if kind == "facing" else text
