"""One seat of a game as a Gymnasium environment; computer players of any kind have the other seats.

>>> from marne.rl.single import SeatEnv
>>> world = SeatEnv("schlieffens_war", "frontiers", seat="german", against="random")
>>> seen, info = world.reset(seed=7)
>>> seen, reward, terminated, truncated, info = world.step(0)
>>> terminated, truncated
(False, False)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from marne.engine import CHANCE, Answer, Match
from marne.lab.play import seeded_dice
from marne.players import Minds
from marne.rl.aec import space_of
from marne.rl.features import Reader
from marne.rl.play import SUGGESTED, WIDTH, chosen, result
from marne.rl.sheet import Numbers, Static

__all__ = ["ILLEGAL", "SeatEnv"]

ILLEGAL: Final = ("refuse", "wrap", "penalise")
"""What becomes of an action that stands for no option."""


class SeatEnv(gymnasium.Env[Any, Any]):
    """A seat against computer players: `random`, or any kind that the game has (`marne.players.player_names`).

    What is told and what an action means is as in `marne.rl.aec`; `info["action_mask"]` has the mask too. The reward is
    that of the end: 1 won, -1 lost, 0 drawn. The same seed gives the same dice and opponents.

    `illegal` says what happens to an action that is no option: `refuse` raises ValueError, `wrap` counts on from the
    first option again, so that every action is legal, and `penalise` gives a reward of -1 and asks again; the try
    counts towards `longest`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(
        self,
        game: str,
        scenario: str = "",
        *,
        seat: str = "",
        against: str = "random",
        edition: str = "",
        setting: Mapping[str, str] | None = None,
        width: int = WIDTH,
        suggested: int = SUGGESTED,
        longest: int | None = None,
        illegal: Literal["refuse", "wrap", "penalise"] = "refuse",
    ) -> None:
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is one of {', '.join(ILLEGAL)}, not {illegal!r}")
        self.illegal = illegal
        self.game, self.setting = chosen(game, scenario, edition, setting)
        self.seat = self.game.seats.index(seat) if seat else 0
        self.against, self.suggested, self.longest = against, suggested, longest
        self.reader = Reader(self.game, self.setting, width)
        self.observation_space = space_of(self.reader)
        self.action_space = spaces.Discrete(width)
        self.match: Match | None = None
        self._options: Sequence[Answer] = ()

    @property
    def static(self) -> Static:
        """Printed values, ground and hexsides: they never change."""
        return self.reader.static

    @property
    def options(self) -> Sequence[Answer]:
        """The answers that actions stand for now."""
        return self._options

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game, played up to the seat's first question."""
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(2**31)) if seed is None else seed
        match = self.match = Match(self.game, self.setting, seeded_dice(self.game, self._seed))
        others = {seat: self.against for seat in range(len(self.game.seats)) if seat != self.seat}
        self._minds = Minds(match, others)
        self._tries = 0
        self._go_on(match)
        return self._told(match)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take the option of that index, and play on to the seat's next question or to the end."""
        match = self.match
        if match is None or match.over:
            raise ValueError("the game is over, or has not begun: reset")
        if self.illegal == "wrap":
            action = int(action) % len(self._options)
        legal = 0 <= action < len(self._options)
        if legal:
            match.play(self._options[int(action)])
            self._go_on(match)
        elif self.illegal == "penalise":
            self._tries += 1
        else:
            raise ValueError(f"there are {len(self._options)} options, and {action} is none of them: see action_mask")
        seen, info = self._told(match)
        cut = not match.over and self.longest is not None and len(match.log) + self._tries >= self.longest
        reward = result(self.game, match.position)[self.seat] if legal else -1.0
        return seen, reward, match.over, cut, info

    def _go_on(self, match: Match) -> None:
        while (ask := match.position.open) is not None and ask.actor != self.seat:
            match.play(match.roll() if ask.actor == CHANCE else self._minds.answer(ask.actor))
        match.forget(1)

    def _told(self, match: Match) -> tuple[dict[str, Any], dict[str, Any]]:
        position = match.position
        view = self.game.mask(position, self.seat)
        rng = Random(f"suggest {self._seed} {match.moment}")
        self._options = self.reader.options(position, view, rng, self.suggested)
        mask: Numbers = np.zeros(self.reader.width, np.int8)
        mask[: len(self._options)] = 1
        seen = {"observation": self.reader.read(view, self.seat, self._options), "action_mask": mask}
        return seen, {"action_mask": mask}
