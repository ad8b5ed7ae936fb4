"""Every game for OpenSpiel: `load("schlieffens_war", "frontiers")`, or by OpenSpiel's own name for it,
`pyspiel.load_game("marne(game=schlieffens_war,scenario=frontiers)")`.

OpenSpiel reads a bare number as an int and refuses it for a name, so a scenario that is named by a number is quoted:
`marne(game=grand_illusion,scenario='1')`.

Actions are indexes into the ordered options, of seats and of chance alike; where geometry is open they are indexes into
suggestions that follow from how many answers were given. A state is saved as its position and its history, so that one
that was imagined (`resample_from_infostate`) can be saved too, and none is played again to be read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from marne.engine import CHANCE, Answer, Game, Observation, Position, Setting
from marne.rl.features import Reader
from marne.rl.play import SUGGESTED, WIDTH, chosen, result
from marne.rl.sheet import Numbers

__all__ = ["MarneGame", "MarneState", "load"]

_LONGEST: Final = 50_000
_MOST_CHANCE: Final = 4096

_TYPE: Final = pyspiel.GameType(
    short_name="marne",
    long_name="marne",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,  # what a seat sees now, not all it has seen: no perfect recall
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"game": "schlieffens_war", "scenario": "", "edition": "", "width": WIDTH},
)


class MarneGame(pyspiel.Game):
    """A game of marne in one setting; 1 for the winner, -1 for the loser, 0 for a draw."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"game": "schlieffens_war", "scenario": "", "edition": "", "width": WIDTH, **(params or {})}
        game, setting = chosen(given["game"], given["scenario"].strip("'"), given["edition"])
        self.game: Game = game
        self.setting: Setting = setting
        self.reader = Reader(game, setting, given["width"])
        self.first = game.start(setting)
        told = pyspiel.GameInfo(
            num_distinct_actions=given["width"],
            max_chance_outcomes=_MOST_CHANCE,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, told, {**(params or {}), "scenario": _quoted(given["scenario"])})

    def new_initial_state(self) -> MarneState:
        """The first position."""
        return MarneState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> MarneObserver:
        """What a player may know: as text, and as one flat row of numbers."""
        return MarneObserver(self.reader, bool(iig_obs_type and iig_obs_type.perfect_recall), params)

    def deserialize_state(self, text: str) -> MarneState:
        """A state that `serialize` wrote."""
        found = json.loads(text)
        state = MarneState(self)
        state.stand(self.first.load(found["position"]), found["given"], found["history"])
        return state


def load(game: str, scenario: str = "", edition: str = "", width: int = WIDTH) -> pyspiel.Game:
    """A game in one setting; the first scenario where none is named."""
    return pyspiel.load_game("marne", {"game": game, "scenario": _quoted(scenario), "edition": edition, "width": width})


def _quoted(scenario: str) -> str:
    """A name as OpenSpiel reads it back from the name of a game.

    >>> _quoted("haelen"), _quoted("1")
    ('haelen', "'1'")
    """
    return f"'{scenario}'" if scenario.isdecimal() else scenario


class MarneState(pyspiel.State):
    """Where a game stands."""

    def __init__(self, game: MarneGame) -> None:
        super().__init__(game)
        self.of = game
        self.position: Position[Any] = game.first
        self.given = 0
        """How many answers were given."""
        self._chosen: Sequence[Answer] | None = None
        self._noting: int | None = None
        """Whose action is being written into the history, while nothing is played."""

    def stand(self, position: Position[Any], given: int, history: Iterable[tuple[int, int]] = ()) -> None:
        """Stand at a position that was not played to here: imagined, saved or cloned; with its history."""
        for self._noting, action in history:
            self.apply_action(action)
        self._noting = None
        self.position, self.given, self._chosen = position, given, None

    def noted(self) -> list[tuple[int, int]]:
        """Who did what since the beginning, or since the state was imagined."""
        return [(int(one.player), int(one.action)) for one in self.full_history()]

    @property
    def options(self) -> Sequence[Answer]:
        """The answers that actions stand for."""
        if self._chosen is None:
            ask = self.position.open
            if ask is None:
                self._chosen = ()
            elif ask.actor == CHANCE and ask.options is not None:
                self._chosen = ask.options
            else:
                view = self.of.game.mask(self.position, ask.actor)
                rng = Random(f"suggest {self.given}")
                self._chosen = self.of.reader.options(self.position, view, rng, SUGGESTED)
        return self._chosen

    def current_player(self) -> int:
        """Who is asked."""
        if self._noting is not None:
            return self._noting
        ask = self.position.open
        if ask is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if ask.actor == CHANCE else ask.actor

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.options)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every result with its chance."""
        ask = self.position.open
        assert ask is not None
        assert ask.options is not None
        weights = ask.weights or (1,) * len(ask.options)
        whole = sum(weights)
        return [(at, weight / whole) for at, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        if self._noting is not None:
            return
        self.position = self.position.play(self.options[action])
        self.given += 1
        self._chosen = None

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.write(self.options[action])

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.position.over

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser."""
        return list(result(self.of.game, self.position))

    def __str__(self) -> str:
        return f"{self.position!r} {self.position.fingerprint()[:16]}"

    def serialize(self) -> str:
        """The state as text."""
        saved = {"position": self.position.save(), "given": self.given, "history": self.noted()}
        return json.dumps(saved, ensure_ascii=False)

    def clone(self) -> MarneState:
        """Another state that goes its own way: a position is never changed in place, so both share this one."""
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: Any) -> MarneState:
        twin = MarneState(self.of)
        twin.stand(self.position, self.given, self.noted())
        return twin

    def resample_from_infostate(self, player: int, sample: Callable[[], float]) -> MarneState:
        """A state that the player cannot tell from this one, drawn by the game's `imagine`."""
        seen = Observation.of(self.of.game, self.of.setting, self.position, player)
        rng = Random(str(sample()))
        state = MarneState(self.of)
        state.stand(self.of.game.imagine(seen, rng), self.given)
        return state


class MarneObserver:
    """What one player may know of a state."""

    def __init__(self, reader: Reader, recall: bool, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters are known: {params}")
        self.reader, self.recall = reader, recall
        sizes = {name: int(np.prod(shape)) for name, shape in reader.shapes.items()}
        self.tensor: Numbers = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Numbers] = {}
        at = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[at : at + size].reshape(reader.shapes[name])
            at += size

    def set_from(self, state: MarneState, player: int) -> None:
        """Fill the tensor with the features of a player."""
        view = self.reader.game.mask(state.position, player)
        options = state.options if state.current_player() == player else ()
        for name, numbers in self.reader.read(view, player, options).items():
            self.dict[name][...] = numbers

    def string_from(self, state: MarneState, player: int) -> str:
        """The facts of a player as JSON; with recall, how many answers there were besides."""
        facts = self.reader.game.observe(state.position, player)
        text = json.dumps(facts, sort_keys=True, ensure_ascii=False)
        return f"{state.given} {text}" if self.recall else text


pyspiel.register_game(_TYPE, MarneGame)
