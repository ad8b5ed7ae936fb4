"""What the client draws: bases on the table, the order sheet, cards, terrain and ranges. Built from an observation."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final

from marne.engine import (
    CHANCE,
    Answer,
    Choice,
    Context,
    DeskSheet,
    Line,
    Objective,
    Observation,
    Panel,
    Piece,
    Position,
    Prompt,
    Scene,
    Stage,
    Tabletop,
    Tally,
    Terrain,
    Troops,
)
from marne.games.brigade1914.board import DESTROYED, HIDDEN, SIDES, STATUS_NAMES, Battlefield
from marne.games.brigade1914.components.data import COMMAND, FIRE, QUALITIES
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.games.brigade1914.components.names import Label
from marne.games.brigade1914.odds import explained
from marne.games.brigade1914.rules.command.command import limit
from marne.games.brigade1914.rules.fire.hits import LoseBase
from marne.games.brigade1914.rules.measures.troops import is_mounted, present, sizes
from marne.games.brigade1914.rules.scenarios.victory import holder, objectives, standing
from marne.games.brigade1914.scene.aims import aims
from marne.games.brigade1914.scene.order_of_battle import order_of_battle
from marne.games.brigade1914.scene.placing import goal
from marne.games.brigade1914.scene.sheet import desk, die_follows
from marne.games.brigade1914.view import imagine
from marne.games.brigade1914.words import WORDS, brigade_title, lost_base, phrase, word

__all__ = ["PHASES", "phase", "prompt", "scene"]


def scene(observation: Observation, language: str) -> Scene:
    """The picture for a seat."""
    position: Position[Battlefield] = observation.view
    board = position.board
    seen = [board.sees(observation.seat, unit) for unit in range(len(board.spec))]
    points = standing(board)
    return Scene(
        observation.game,
        _turn(board, language),
        phrase(language, f"phase.{phase(position)}"),
        prompt(position, observation, language),
        tuple(_pieces(board, seen, observation.seat, language)),
        tuple(Tally(side, word(language, side), points[i], 0, 30) for i, side in enumerate(SIDES)),
        tuple(_sheet(board, side, observation, seen, language) for side in (0, 1)),
        tuple(
            Line(phrase(language, f"phase.{name}"), ">" if name == phase(position) else "", rule)
            for name, rule in PHASES
        ),
        open_table=_table(position, observation, language),
        order_of_battle=order_of_battle(board, seen, language),
        aims=aims(board, points, language),
    )


def _turn(board: Battlefield, language: str) -> str:
    """C27: which turn of how many; beyond the last one nobody knows how many."""
    if not board.turn:
        return phrase(language, "setup")
    beyond = board.turn > board.rules.turns
    return phrase(language, "turn.beyond" if beyond else "turn", turn=board.turn, turns=board.rules.turns)


PHASES = (("initiative", "A4"), ("tokens", "A3"), ("scouts", "C13"), ("actions", "C2"), ("end", "C1"))


def phase(position: Position[Battlefield]) -> str:
    """C1: where in the turn we are, by what is still to come of it."""
    if not position.board.turn:
        return "setup"
    names = [type(step).__name__ for step in position.agenda]
    if names.count("Generate") == 2:
        return "initiative"
    if names.count("Scouts") == 2:
        return "tokens"
    if "Reserves" in names or (names and names[0] in ("ReserveDie", "Arrive")):
        return "scouts"
    return "actions" if "Act" in names or "EndOfTurn" in names[1:] else "end"


_piece = lru_cache(8192)(Piece)
"""Equal pieces are the same object: most of a picture is as it was, and its JSON is kept."""


def _pieces(board: Battlefield, seen: list[bool], seat: int | None, language: str) -> list[Piece]:
    """A1, A3, C12: bases with markers, limit and actions of the turn; the tokens of one's own units."""
    found: list[Piece] = []
    for unit, spec in enumerate(board.spec):
        if not seen[unit] or not present(board, unit):
            continue
        label = board.label(unit)
        army = board.nation(board.side[unit])
        flags = tuple(
            flag
            for flag, on in (
                ("moved", board.moved[unit]),
                ("assault", board.half[unit] >= 0),
                ("smoke", board.smoke[unit]),
                ("entrenched", board.dug[unit]),
                ("dismounted", board.foot[unit]),
                ("hidden", board.status[unit] == HIDDEN),
                ("elite", QUALITIES[spec.quality] == "elite"),
                ("raw", QUALITIES[spec.quality] == "raw"),
            )
            if on
        )
        orders = (str(board.tokens[unit]),) if board.side[unit] == seat else ()
        for i, (x, y, facing) in enumerate(board.at[unit]):
            gun = i >= board.bases[unit]
            symbol = "machine gun" if gun else "infantry" if board.foot[unit] else spec.kind
            found.append(
                _piece(
                    f"{label}.{i + 1}",
                    f"{x},{y}",
                    army,
                    symbol,
                    label.name,
                    SIDES[board.side[unit]],
                    (str(board.markers[unit]), str(limit(board, unit)), str(board.spent[unit]), *orders),
                    board.bases[unit],
                    board.start[unit],
                    flags,
                    facing,
                    words=_base_words(label, gun, language),
                )
            )
    for side in (0, 1):
        if board.spec:
            name = f"{SIDES[side][0]}G"
            place = f"{board.gx[side]},{board.gy[side]}"
            found.append(
                _piece(
                    name,
                    place,
                    board.nation(side),
                    "general",
                    word(language, "general"),
                    SIDES[side],
                    words=word(language, "general"),
                )
            )
        for marker, (x, y) in enumerate(board.marker[side]):
            if x >= 0:
                name = f"{SIDES[side][0]}m{marker + 1}"
                found.append(
                    _piece(
                        name,
                        f"{x},{y}",
                        board.nation(side),
                        "recon",
                        word(language, name[1:]),
                        SIDES[side],
                        hidden=True,
                    )
                )
    return found


def _sheet(board: Battlefield, side: int, observation: Observation, seen: list[bool], language: str) -> Panel:
    """A3: the order sheet: units with status, markers, tokens where the seat may know them, and cards."""
    mine = side == observation.seat
    lines = [Line(phrase(language, "tokens"), str(board.unspent(side)), "A2")]
    if mine:
        held = phrase(language, "sheet.tokens", tokens=board.gtokens[side])
        lines.append(Line(word(language, "general"), held, "A3"))
    for unit in board.units(side):
        status = STATUS_NAMES[board.status[unit]] if seen[unit] else "unseen"
        spec = board.spec[unit]
        text = phrase(
            language,
            "sheet.unit",
            unit=board.label(unit).name,
            arm=word(language, spec.arm),
            bases=phrase(language, f"bases.{spec.kind}", count=board.bases[unit]),
            guns=board.mgs[unit],
            quality=word(language, QUALITIES[spec.quality]),
            status=word(language, status),
            markers=board.markers[unit],
            most=limit(board, unit),
        )
        lines.append(Line(text, phrase(language, "sheet.tokens", tokens=board.tokens[unit]) if mine else "", "A3"))
    lines.append(Line(phrase(language, "cards"), str(len(board.hand[side])), "A11"))
    if mine:
        lines += [Line(word(language, f"card.{card}"), "", "A11") for card in board.hand[side]]
    lines += [Line(word(language, f"card.{card}"), str(tokens), "A11") for card, tokens, _ in board.stored[side]]
    return Panel(
        f"sheet {SIDES[side]}",
        brigade_title(language, SIDES[side], board.lists[side]),
        tuple(lines),
    )


def prompt(position: Position[Battlefield], observation: Observation, language: str) -> Prompt:
    """The open question."""
    if observation.actor is None:
        return Prompt("", False, phrase(language, "over"), "C27")
    actor = "chance" if observation.actor == CHANCE else SIDES[observation.actor]
    mine = observation.actor == observation.seat
    board, step = position.board, position.step
    unit = getattr(step, "unit", getattr(step, "actor", -1))
    name = board.label(unit) if isinstance(unit, int) and 0 <= unit < len(board.spec) else ""
    key = f"ask.{observation.step}"
    question = phrase(language, key, unit=word(language, name)) if WORDS.has(key) else observation.step
    choices: tuple[Choice, ...] = ()
    if observation.options is not None:
        choices = tuple(_choice(position, option, language) for option in observation.options)
    piece = f"{name}.1" if mine and name else ""
    context = _fight(board, step, piece) if mine else None
    return Prompt(
        actor,
        mine,
        question,
        observation.rule,
        choices,
        mine and observation.options is None,
        piece=piece,
        context=context,
    )


STAGES: Final[dict[str, Stage]] = {
    "ChooseTarget": "target",
    "ChooseGunTarget": "target",
    "SwitchTarget": "target",
    "Charge": "target",
    "Volley": "dice",
    "Rethrow": "dice",
    "Casualties": "losses",
    "OfficersDown": "losses",
    "LoseBase": "losses",
}
"""C16: how far a fight has come with each question."""


def _fight(board: Battlefield, step: object, piece: str) -> Context | None:
    """C16: who is shot at or charged, where a question belongs to a fight."""
    stage = STAGES.get(type(step).__name__, "")
    target = getattr(step, "target", -1)
    if not piece:
        return None
    if not isinstance(target, int) or not 0 <= target < len(board.spec):
        return Context("battle", pieces=(piece,), stage=stage) if stage == "target" else None
    return Context("battle", pieces=(piece,), against=(f"{board.label(target)}.1",), stage=stage)


SAFE: Final = ("pass", "done", "no")
"""C3, A11: the answers that give nothing away; the page offers them first. "No more" gives up later reactions."""


def _said(board: Battlefield, part: str, language: str) -> str:
    """A word of an answer: a card, a unit by its name, or a word of the game."""
    if WORDS.has(f"word.card.{part}"):
        return word(language, f"card.{part}")
    unit = board.unit(part)
    return word(language, part if unit is None else board.label(unit))


def _base_words(label: Label, gun: bool, language: str) -> str:
    """A base for people who can't see it: `company of I/12`."""
    what = word(language, "machine gun") if gun else phrase(language, f"base.{label.kind}")
    return phrase(language, "piece.base", what=what, unit=label.name)


def _sentence(step: object, parts: tuple[object, ...], said: list[str], language: str) -> str:
    """An answer of several words as a button says it: by its last word, the question, how many words, or its first."""
    kind = type(step).__name__
    ends = (f"{parts[0]}.{parts[-1]}", f"{parts[0]}.{kind}", f"{parts[0]}.{len(parts)}", str(parts[0]), kind)
    found = next((key for each in ends if WORDS.has(key := f"label.{each}")), None)
    first, second, third, *_ = (*said, "", "")
    return phrase(language, found, first=first, unit=second, target=third, last=said[-1]) if found else " ".join(said)


def _choice(position: Position[Battlefield], option: Answer, language: str) -> Choice:
    board, step, written = position.board, position.step, position.write(option)
    parts = option if isinstance(option, tuple) else (option,)
    said = [_said(board, str(part), language) for part in parts]
    text = _sentence(step, parts, said, language) if len(parts) > 1 else said[0]
    if isinstance(step, LoseBase):
        text = lost_base(board.label(step.target), str(option), language)
    unit = next((found for part in reversed(parts) if (found := board.unit(str(part))) is not None), None)
    piece = f"{board.label(unit)}.1" if unit is not None and present(board, unit) else None
    return Choice(written, text, piece=piece, odds=explained(position, option), done=written in SAFE)


def _table(position: Position[Battlefield], observation: Observation, language: str) -> Tabletop:
    """The table: size, terrain, roads, objectives, ranges, and for an open question what is to be placed."""
    board = position.board
    if not board.table:
        return Tabletop((WIDE, DEEP))
    ground = board.ground
    return Tabletop(
        (WIDE, DEEP),
        ground.title,
        terrain=tuple(
            Terrain(
                piece.kind,
                piece.name,
                piece.fence is not None,
                tuple(piece.figure.corners if piece.figure else piece.fence.points if piece.fence else ()),
            )
            for piece in ground.pieces
        ),
        roads=tuple(tuple(road) for road in ground.roads),
        floods=board.floods,
        objectives=tuple(
            Objective((x, y), worth, holder(board, x, y) if board.spec else -1) for x, y, worth in objectives(board)
        ),
        edges=(board.edge(0), board.edge(1)),
        ranges={
            "rifle": FIRE.range_rifle,
            "mounted": FIRE.range_mounted,
            "machine gun": FIRE.range_machine_gun,
            "near": FIRE.close_range,
            "close": FIRE.close_combat,
            "arc": FIRE.arc,
            "general": COMMAND.general_range,
        },
        sizes={board.label(unit): tuple(sizes(board, unit)) for unit in range(len(board.spec)) if present(board, unit)},
        units=tuple(
            Troops(
                board.label(unit),
                spec.kind,
                spec.kind == BATTERY,
                is_mounted(board, unit),
                board.status[unit] == DESTROYED,
            )
            for unit, spec in enumerate(board.spec)
        ),
        goal=goal(position, observation.seat),
        desk=_desk(observation, language),
    )


def _desk(observation: Observation, language: str) -> DeskSheet:
    """A3: what lies beside the table; the order sheet says whether a die follows, as far as the seat can know."""
    told = desk(observation.view, observation.seat, language)
    if told.allot is None or not die_follows(imagine(observation, Random(0))):
        return told
    return replace(told, allot=replace(told.allot, rolls=True))
