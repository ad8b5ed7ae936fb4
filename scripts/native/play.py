"""Games on request, for whoever compares builds: each line of the input is a game, a way of playing and a seed; each
line of the answer says how many decisions there were, how long they took, and a fingerprint of all of them."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypedDict

__all__ = ["Build", "Played"]

ROOT = Path(__file__).parent.parent.parent


class Played(TypedDict):
    """What a build says of a game that it has played; `seconds` are the processor's."""

    compiled: bool
    decisions: int
    seconds: float
    fingerprint: str


class Build:
    """A process that plays games with one build of the package."""

    def __init__(self, home: Path) -> None:
        ways = os.environ | {"PYTHONPATH": os.pathsep.join((str(home), str(ROOT)))}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scripts.native.play"],
            cwd=ROOT,
            env=ways,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Build:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def play(self, game: str, way: str, seed: int) -> Played:
        """A game: `push` is a random one in place, `pure` one with a position for each answer, `staff` the staff's."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(game, way, seed, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the build at {self.process.args!r} ended while it played {game} {way} {seed}")
        found: Played = json.loads(line)
        return found


@cache
def _first(name: str) -> Any:
    """The first position of a game: its board is not set up anew for each."""
    from marne.engine import check_setting, find_game

    game = find_game(name)
    return game.start(check_setting(game, game.scenarios[0].name))


def _random(name: str, seed: int, pure: bool) -> tuple[list[object], Any]:
    position, rng = _first(name).copy(), Random(seed)
    answers: list[object] = []
    while position.open is not None:
        answer = position.suggest(rng)[0]
        answers.append(answer)
        if pure:
            position = position.play(answer)
        else:
            position.push(answer)
    return answers, position


def _staff(name: str, seed: int) -> tuple[list[object], Any]:
    from marne.engine import check_setting, find_game
    from marne.lab.play import play_seeded

    game = find_game(name)
    setting = check_setting(game, game.scenarios[0].name)
    match = play_seeded(game, setting, ("staff",) * len(game.seats), seed)
    return [(entry.actor, entry.text) for entry in match.log], match.position


def main() -> None:
    """Answer until the input ends."""
    import marne.games  # noqa: F401  games register themselves
    from marne.engine import position

    compiled = not str(position.__file__).endswith(".py")
    for line in sys.stdin:
        name, way, seed = line.split()
        _first(name)
        gc.collect()
        began = time.process_time()
        answers, last = _staff(name, int(seed)) if way == "staff" else _random(name, int(seed), way == "pure")
        seconds = time.process_time() - began
        text = f"{answers!r} {last.fingerprint()}"
        found: Played = {
            "compiled": compiled,
            "decisions": len(answers),
            "seconds": seconds,
            "fingerprint": hashlib.sha256(text.encode()).hexdigest(),
        }
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
