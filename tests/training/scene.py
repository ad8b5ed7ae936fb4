"""What the client draws, from an observation alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marne.engine import (
    CHANCE,
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
    Step,
    Tally,
)
from training.board import Field
from training.components.ground import SIDES
from training.rules.movement import zone
from training.steps import Asked
from training.words import WORDS

__all__ = ["scene"]


def scene(observation: Observation, language: str) -> Scene:
    """What the client draws."""
    facts: Mapping[str, Any] = observation.facts
    position: Position[Field] = observation.view
    board = position.board

    def say(key: str, **named: Any) -> str:
        return WORDS.say(language, key, **named)

    turn = say("turn", turn=facts["turn"], turns=board.scenario.turns) if facts["turn"] else say("setup")
    lines = [Line(say(chit), str(count), "T3.2") for chit, count in (facts["hand"] or {}).items()]
    lines.append(Line(say("cup"), str(facts["cup"]), "T3.2"))
    lines += [Line(f"{say(side)}, {say('hand')}", str(facts["hands"][i]), "T3.2") for i, side in enumerate(SIDES)]
    return Scene(
        observation.game,
        turn,
        say(f"step.{observation.step}") if observation.step else "",
        _prompt(position, observation, language),
        tuple(_draw(board, piece, language) for piece in facts["pieces"] if piece["hex"] is not None),
        tuple(Tally(side, say(side), facts["points"][i], 0, 50) for i, side in enumerate(SIDES)),
        (Panel("chits", say("chits"), tuple(lines)),),
        tuple(
            Line(say(f"step.{type(step).__name__}"), ">" if i == 0 else "", step.rule)
            for i, step in enumerate(position.agenda)
        ),
        (("zoc", tuple(OverlayGroup(side, _labels(board, zone(board, i))) for i, side in enumerate(SIDES))),),
    )


def _labels(board: Field, hexes: int) -> tuple[str, ...]:
    return tuple(board.hex_label(hex) for hex in range(len(board.ground.grid)) if hexes >> hex & 1)


def _draw(board: Field, piece: Mapping[str, Any], language: str) -> Piece:
    if piece["kind"] is None:
        return Piece(piece["id"], piece["hex"], piece["side"], name=piece["id"], hidden=True)
    unit = next(unit for unit in board.ground.units if unit.kind == piece["kind"])
    flags = tuple(flag for flag in ("disordered", "moved", "fought") if piece[flag])
    strength = unit.strength if piece["steps"] == unit.steps else unit.reduced
    return Piece(
        piece["id"],
        piece["hex"],
        piece["side"],
        symbol=piece["kind"],
        name=piece["id"],
        numbers=(str(strength), str(unit.allowance)),
        pips=piece["steps"],
        of_pips=unit.steps,
        flags=flags if piece["up"] else (*flags, "face-down"),
        words=WORDS.say(language, piece["kind"]),
    )


def _prompt(position: Position[Field], observation: Observation, language: str) -> Prompt:
    if observation.actor is None:
        return Prompt("", False, WORDS.say(language, "over"), "T7.3")
    actor = "chance" if observation.actor == CHANCE else SIDES[observation.actor]
    mine = observation.actor == observation.seat
    question = WORDS.say(language, observation.step, **_named(position))
    choices: tuple[Choice, ...] = ()
    if observation.options is not None:
        choices = tuple(_choice(position, option, language) for option in observation.options)
    named = _named(position) if mine else {}
    context = Context("battle", named["hex"]) if "hex" in named and observation.rule.startswith("T6") else None
    return Prompt(
        *(actor, mine, question, observation.rule, choices, mine and observation.options is None),
        *(named.get("counter", ""), named.get("hex", ""), context),
    )


def _named(position: Position[Field]) -> dict[str, str]:
    """The counter and the hex of the open step, for its question."""
    step, board = position.step, position.board
    named = {}
    counter = getattr(step, "counter", None)
    if callable(counter):
        counter = counter(board)
    if counter is not None:
        named["counter"] = board.label(counter)
    if hasattr(step, "hex"):
        named["hex"] = board.hex_label(step.hex)
    return named


def _choice(position: Position[Field], option: Any, language: str) -> Choice:
    step = position.step
    written = position.write(option)
    kind = next((kind for kind, _ in step.things(position.board, option)), "") if isinstance(step, Asked) else ""
    if kind == "unit":
        return Choice(written, written, piece=written)
    if kind == "hex":
        return Choice(written, written, hex=written, odds=observed_odds(step))
    key = f"answer.{written}" if WORDS.has(f"answer.{written}") else written
    return Choice(written, WORDS.say(language, key), done=key == "answer.done")


def observed_odds(step: Step[Field]) -> bool:
    """Whether the answers of a step have odds to explain."""
    return step.rule == "T6.1"
