"""The training game behind the engine's interface."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from marne.engine import (
    D10,
    JSON,
    Answer,
    Event,
    Explanation,
    MarneError,
    Observation,
    Option,
    Outcome,
    PlayerKind,
    Position,
    Refusal,
    Scenario,
    Scene,
    Score,
    Seat,
    Setting,
)
from training import view, words
from training.barrage import Fire, fall
from training.board import NOWHERE, Field
from training.combat import explain_attack
from training.data import CHITS
from training.ground import EDITIONS, SIDES, scenario, the_ground
from training.lines import CounterLine, HexLine, Line
from training.sequence import Combat, Deploy, PlayerTurn, Turn
from training.victory import score
from training.words import Reason

__all__ = ["GAME", "Training"]


class Training:
    """Two sides, one bridge."""

    name: str = "training"
    title: str = "The bridge at Pont"
    seats: tuple[str, ...] = SIDES
    editions: tuple[str, ...] = EDITIONS
    scenarios: tuple[Scenario, ...] = tuple(
        Scenario(name, scenario(name).title, scenario(name).turns) for name in ("meeting", "ambush")
    )
    options: tuple[Option, ...] = (Option("weather", "Weather", ("changing", "fair", "foul")),)
    players: tuple[PlayerKind, ...] = ()
    rules_version: str = "1"

    def data_version(self) -> str:
        """The fingerprint of the data files."""
        return the_ground().data_version

    def rule_index(self) -> Path:
        """rules.csv."""
        return Path(__file__).with_name("rules.csv")

    def start(self, setting: Setting) -> Position[Field]:
        """T2.1: the first position of a scenario."""
        board = self._board(setting)
        if board.scenario.secret_deployment:
            return Position.begin(board, Deploy(0), Deploy(1), Turn())
        for counter, kind in enumerate(board.scenario.kinds):
            board.deploy(counter, kind)
        return Position.begin(board, Turn())

    def _board(self, setting: Setting) -> Field:
        return Field(
            the_ground(), scenario(setting.scenario), setting.edition, setting.option("weather", "changing")
        )  # fmt: skip

    def mask(self, position: Position[Field], seat: Seat | None) -> Position[Field]:
        """T1.4: a position as a seat sees it."""
        return position.masked(seat)

    def observe(self, position: Position[Field], seat: Seat | None) -> Mapping[str, JSON]:
        """What a seat may know."""
        return view.observe(position, seat)

    def imagine(self, observation: Observation, rng: Random) -> Position[Field]:
        """A position that fits an observation."""
        return view.imagine(observation, rng)

    def score(self, position: Position[Field], language: str = "en") -> Score:
        """T7.3: how it stands."""
        return score(position)

    def explain(self, observation: Observation, answer: Answer, language: str = "en") -> Explanation | None:
        """The odds of an attack, or where a shot may fall; both hang only on what the seat sees."""
        position: Position[Field] = observation.view
        board = position.board
        if observation.actor != observation.seat or position.why_not(answer) is not None:
            return None
        match position.step, answer:
            case Combat(side), int(hex):
                return explain_attack(board, side, hex)
            case Fire(counter), (int(x), int(y)):
                falls = [fall(board, (x, y), die) for die in D10]
                outcomes = tuple(
                    Outcome("" if hex is None else board.hex_label(hex), falls.count(hex), len(falls))
                    for hex in dict.fromkeys(falls)
                )
                return Explanation("T5.4", board.label(counter), outcomes=outcomes)
        return None

    def scene(self, observation: Observation, language: str) -> Scene:
        """What the client draws."""
        return view.scene(observation, language)

    def say(self, event: Event, language: str) -> str:
        """An event in plain words."""
        return words.say(event, language)

    def why_not(self, observation: Observation, target: Mapping[str, str], language: str) -> Refusal | None:
        """Why a hex or a piece that was clicked is not offered."""
        if observation.seat is None or observation.actor != observation.seat:
            return Reason(observation.rule or "T7.3", "why.not_asked").refusal(language)
        position: Position[Field] = observation.view
        board, step = position.board, position.step
        answer: Answer | None = None
        if "hex" in target and isinstance(step, HexLine) and target["hex"] in board.ground.grid:
            answer = board.ground.grid.hex(target["hex"])
        elif "piece" in target and isinstance(step, CounterLine):
            answer = board.scenario.number_of.get(target["piece"])
        elif "piece" in target and isinstance(step, HexLine) and target["piece"] in board.scenario.number_of:
            hex = board.at[board.scenario.number_of[target["piece"]]]
            answer = None if hex == NOWHERE else hex
        if answer is None or not isinstance(step, Line):
            return Reason(observation.rule, "why.not_now").refusal(language)
        if position.open is not None and answer in position.open:
            return None
        reason = step.reason(board, answer)
        return None if reason is None else reason.refusal(language)

    # -- for cases (marne.lab.cases)

    def arrange(self, setting: Setting, changes: Mapping[str, Any]) -> Position[Field]:
        """A position for a case: `turn`, `weather`, `side` to move, `units` by label, `hands` by side and chit.

        A unit that is named has `hex`, `kind`, and where wanted `up`, `steps`, `disordered`; all others are gone.
        """
        unknown = sorted(set(changes) - {"turn", "weather", "side", "units", "hands"})
        if unknown:
            raise MarneError(f"unknown change {unknown[0]!r}; known: hands, side, turn, units, weather")
        board = self._board(setting)
        units = changes.get("units", {})
        for side in (0, 1):
            self._arrange_side(board, side, units)
        for label in units:
            if label not in board.scenario.number_of:
                raise MarneError(f"there is no counter {label!r}; there are {', '.join(board.scenario.labels)}")
        board.turn = changes.get("turn", 1)
        board.weather = changes.get("weather", "dry")
        for name, hand in changes.get("hands", {}).items():
            for chit, count in hand.items():
                board.hands[SIDES.index(name)][CHITS.index(chit)] = count
                board.cup[CHITS.index(chit)] -= count
        return Position.begin(board, PlayerTurn(SIDES.index(changes.get("side", "blue"))))

    def _arrange_side(self, board: Field, side: int, units: Mapping[str, Mapping[str, Any]]) -> None:
        """Named counters are what the case says, the others share what the scenario has left and are off the map."""
        mine = board.scenario.counters[side]
        left = [board.scenario.kinds[counter] for counter in mine]
        for counter in sorted(mine, key=lambda counter: board.label(counter) not in units):
            unit = units.get(board.label(counter), {"hex": ""})
            kind = board.ground.kind_names.index(unit["kind"]) if "kind" in unit else left[0]
            if kind not in left:
                raise MarneError(f"{board.label(counter)}: {SIDES[side]} has no {unit['kind']} left in this scenario")
            left.remove(kind)
            board.deploy(counter, kind)
            board.at[counter] = board.ground.grid.hex(unit["hex"]) if unit["hex"] else NOWHERE
            board.steps[counter] = unit.get("steps", board.steps[counter]) if unit["hex"] else 0
            board.up |= unit.get("up", True) << counter
            board.disordered |= unit.get("disordered", False) << counter

    def inspect(self, position: Position[Field]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The facts by kind, name and field, as cases expect them."""
        facts: Any = view.observe(position, None)
        board = position.board
        units = {}
        for counter, piece in enumerate(facts["pieces"]):
            kind = board.ground.kind_names[board.kind[counter]] if piece["deployed"] else ""
            units[piece["id"]] = {**piece, "hex": piece["hex"] or "", "kind": kind, "steps": board.steps[counter]}
        tracks = {side: {"points": board.points[i], "hand": facts["hands"][i]} for i, side in enumerate(SIDES)}
        towns = {label: {"held": holder or ""} for label, holder in facts["towns"].items()}
        return {"unit": units, "side": tracks, "town": towns, "turn": {"now": {"turn": board.turn}}}


GAME = Training()
