"""Every game as a PettingZoo environment: agents take turns, an action is an index into the ordered options.

>>> from marne.rl.aec import env
>>> game = env("schlieffens_war", "frontiers")
>>> game.reset(seed=7)
>>> seen, reward, terminated, truncated, info = game.last()
>>> game.agent_selection, int(seen["action_mask"].sum()) == len(game.options)
('german', True)
>>> game.step(0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from marne.rl.features import Reader
from marne.rl.play import SUGGESTED, WIDTH, Play, chosen, result
from marne.rl.sheet import Numbers, Static

__all__ = ["GameEnv", "env", "space_of"]

_FAR: Final = 2**31 - 1


def env(game: str, scenario: str = "", **more: Any) -> GameEnv:
    """An environment of a game; the first scenario where none is named."""
    return GameEnv(game, scenario, **more)


def space_of(reader: Reader) -> spaces.Dict:
    """The space of what an agent is told: features, and which actions are legal."""
    features = {}
    for name, shape in reader.shapes.items():
        kind = np.int32 if name == "scalars" else np.int16
        least, most = np.iinfo(kind).min, np.iinfo(kind).max
        features[name] = spaces.Box(least, most, shape, kind)
    mask = spaces.Box(0, 1, (reader.width,), np.int8)
    return spaces.Dict({"observation": spaces.Dict(features), "action_mask": mask})


class GameEnv(AECEnv):
    """One game between its seats.

    An agent is told `observation` (arrays by name, see `reader.columns`) and `action_mask`. Rewards come at the end: 1
    for the winner, -1 for the loser, 0 for a draw; with `points=True` also what its score gained on the others' since
    its last turn, divided by 100. `static` are the tables that never change. Where geometry is open the options are
    some suggestions, anew at every question; `suggest(n)` asks for others. `longest` cuts a game off (truncation).
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "marne_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        scenario: str = "",
        *,
        edition: str = "",
        setting: Mapping[str, str] | None = None,
        width: int = WIDTH,
        suggested: int = SUGGESTED,
        points: bool = False,
        longest: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.setting = chosen(game, scenario, edition, setting)
        self.reader = Reader(self.game, self.setting, width)
        self.play = Play(self.reader, suggested)
        self.points, self.longest, self.render_mode = points, longest, render_mode
        self.possible_agents = list(self.game.seats)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = space_of(self.reader)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(width) for agent in self.possible_agents}
        self._games = 0

    @property
    def static(self) -> Static:
        """Printed values, ground and hexsides: they never change."""
        return self.reader.static

    @property
    def options(self) -> Sequence[Any]:
        """The answers that actions stand for now, as the rules know them."""
        return self.play.options

    def suggest(self, some: int) -> Sequence[Any]:
        """Where geometry is open, other answers to choose from."""
        return self.play.suggest(some)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents, and always."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """An index into the options."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game. Without a seed, the next one after the last."""
        self._games = self._games + 1 if seed is None else seed
        self.play.begin(self._games)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._margins = self._score() if self.points else ()
        self._turn_to_next()

    def step(self, action: int | None) -> None:
        """Take the option of that index for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play, options = self.play, self.play.options
        if action is None or not 0 <= action < len(options):
            raise ValueError(f"{agent} has {len(options)} options, and {action} is none of them: see action_mask")
        self._cumulative_rewards[agent] = 0.0
        play.play(options[action])
        over = play.position.open is None
        if over or self.points:
            self._reward()
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.longest is not None and play.given >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_to_next()

    def _score(self) -> tuple[float, ...]:
        points = self.game.score(self.play.position).points
        return tuple(
            mine - max(other for at, other in enumerate(points) if at != seat) for seat, mine in enumerate(points)
        )

    def _reward(self) -> None:
        gained = list(result(self.game, self.play.position))
        if self.points:
            margins = self._score()
            gained = [won + (now - then) / 100 for won, now, then in zip(gained, margins, self._margins, strict=True)]
            self._margins = margins
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _turn_to_next(self) -> None:
        seat = self.play.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            if left_out := self.play.left_out:
                self.infos[self.agent_selection] = {"left_out": left_out}
            else:
                self.infos[self.agent_selection] = {}

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent is told of this moment; only who is asked has legal actions."""
        seat = self._seats[agent]
        play = self.play
        mask: Numbers = np.zeros(self.reader.width, np.int8)
        if seat == play.seat:
            mask[: len(play.options)] = 1
        return {"observation": play.features(seat), "action_mask": mask}

    def render(self) -> str | None:
        """The open question and its options in the game's notation."""
        position = self.play.position
        if self.render_mode != "ansi":
            return None
        return "\n".join((repr(position), *(position.write(option) for option in self.play.options)))

    def close(self) -> None:
        """Nothing to give back."""
