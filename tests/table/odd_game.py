"""The training game with players that do what players should not: `odd`; `sick`, whose staff can fall ill; and
`frail`, whose staff can die."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random

from marne.engine import JSON, Game, Look, PlayerKind, Thought, run_on
from marne.players.hands import PATIENCE
from training.game import Training

MARK = "nobody may read this memo"


class Careful:
    """Takes the first answer, plans as far as it sees, and counts its thoughts in the memo."""

    def __init__(self, game: Game) -> None:
        pass

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        thoughts = memo["thoughts"] if isinstance(memo, dict) else 0
        assert isinstance(thoughts, int)
        run = run_on(look.imagine(rng), look.seat, lambda position: position.suggest(Random(0))[0])
        return Thought(run, {"thoughts": thoughts + 1, "mark": MARK})


class Sleeper(Careful):
    """Never comes to an end."""

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        time.sleep(60)
        return super().think(look, rng, memo)


class Broken(Careful):
    """Fails."""

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        raise RuntimeError("a fault of the player")


class Liar(Careful):
    """Answers what nobody asked."""

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        return Thought(("conquer the world",))


class Hoarder(Careful):
    """Wants to keep too much."""

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        return Thought(super().think(look, rng, memo).run, "x" * 70_000)


class Ill(Careful):
    """Fails as long as the file that MARNE_ILL names is there."""

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        if Path(os.environ["MARNE_ILL"]).exists():
            raise RuntimeError("ill")
        return super().think(look, rng, memo)


class Mortal(Careful):
    """Its process is killed at its first thoughts: as many of them as the file that MARNE_DEATHS names has letters."""

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        deaths = Path(os.environ["MARNE_DEATHS"])
        if left := deaths.read_text():
            deaths.write_text(left[1:])
            os.kill(os.getpid(), signal.SIGKILL)
        return super().think(look, rng, memo)


class Moody(Careful):
    """Fails at every second thought, and keeps another kind of memo than the staff, which could not read it."""

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        mood = Path(os.environ["MARNE_MOOD"])
        mood.write_text(mood.read_text() + "x")
        if len(mood.read_text()) % 2 == 0:
            raise RuntimeError("a mood")
        assert memo is None or isinstance(memo, dict)
        heard = [] if memo is None else memo["heard"]
        assert isinstance(heard, list)
        return Thought(super().think(look, rng, None).run[:1], {"heard": [*heard, "once more"]})


class Odd(Training):
    name: str = "odd"
    players: tuple[PlayerKind, ...] = (
        PlayerKind("staff", Careful),
        PlayerKind("sleeper", Sleeper, ceiling=0.3 / PATIENCE),
        PlayerKind("broken", Broken),
        PlayerKind("liar", Liar),
        PlayerKind("hoarder", Hoarder),
        PlayerKind("mortal", Mortal),
        PlayerKind("moody", Moody),
    )


class Sick(Training):
    name: str = "sick"
    players: tuple[PlayerKind, ...] = (PlayerKind("staff", Ill),)


class Frail(Training):
    name: str = "frail"
    players: tuple[PlayerKind, ...] = (PlayerKind("staff", Mortal),)


ODD = Odd()
SICK = Sick()
FRAIL = Frail()
