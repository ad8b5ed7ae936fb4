"""What hidden answers that are mixed cost in strength: staffs that mix against staffs that don't.

    python -m scripts.mixing --game schlieffens_war --pairs 20             every place where the staff mixes
    python -m scripts.mixing --game schlieffens_war --pairs 20 --at _move  one place alone; --but leaves places out
    python -m scripts.mixing --game nach_paris --pairs 60 --purpose gate   seeds that nobody tuned on

A place is the function that asks for one of several nearly equal answers. Each pair is two games on one seed with seats
changed. Tune on the seeds of `tuning`; what is reported comes from those of `gate`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import ClassVar, TypeVar

import marne.games  # noqa: F401  the games register themselves
from marne.engine import BEST, JSON, Game, Look, Match, Pick, PlayerKind, Setting, Thought, find_game
from marne.lab.batch import Plan, Row, row_of
from marne.lab.duel import Duel, Sprt, first_seeds, pair_of
from marne.lab.play import play_out, seeded_dice
from marne.players import Minds, find_kind
from marne.players.mixture import Mixture

T = TypeVar("T")
FOG = tuple((name, "on") for name in ("fog", "recon", "doctrine"))
SETTINGS = {
    "schlieffens_war": ("campaign",),
    "nach_paris": ("liege", "mulhouse"),
    "brigade1914": ("capture", "meeting"),
    "grand_illusion": ("2", "3"),
}
"""Settings with hidden choices, the cheap ones."""
MIXED, PLAIN = "mixed", "plain"


class Places(Pick):
    """Mixes at some places only."""

    drawn: ClassVar[Counter[str]] = Counter()

    def __init__(self, rng: Random, at: frozenset[str], but: frozenset[str]) -> None:
        self._mixture, self._at, self._but = Mixture(rng), at, but

    def _here(self, count: int) -> Pick:
        place = sys._getframe(2).f_code.co_name  # who asked
        if place in self._but or (self._at and place not in self._at):
            return BEST
        self.drawn[place] += count > 1
        return self._mixture

    def best(self, worth: Sequence[tuple[float, T]], close: float) -> T:
        """As the mixture does it, where this place is mixed."""
        least = max(each for each, _ in worth) - close
        return self._here(sum(each >= least for each, _ in worth)).best(worth, close)

    def one_of(self, equal: Sequence[T]) -> T:
        """As the mixture does it, where this place is mixed."""
        return self._here(len(equal)).one_of(equal)


class Seated:
    """A player of some kind who mixes at some places, or nowhere."""

    def __init__(self, game: Game, kind: PlayerKind, at: frozenset[str] | None, but: frozenset[str]) -> None:
        self._player, self._at, self._but = kind.make(game), at, but

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """What the player answers."""
        at, but = self._at, self._but
        look.mixture = (lambda rng: BEST) if at is None else (lambda rng: Places(rng, at, but))
        return self._player.think(look, rng, memo)


def seated(name: str, kind: PlayerKind, at: frozenset[str] | None, but: frozenset[str]) -> PlayerKind:
    """A kind of players for a duel."""
    return PlayerKind(name, partial(Seated, kind=kind, at=at, but=but), reads_log=kind.reads_log)


def played(game: Game, setting: Setting, seats: Sequence[PlayerKind], seed: int) -> Row:
    """One game."""
    began = time.perf_counter()
    match = Match(game, setting, seeded_dice(game, seed))
    play_out(match, Minds(match, dict(enumerate(seats))))
    plan = Plan.of(game, setting, [kind.name for kind in seats])
    return row_of(plan, game, match, seed, time.perf_counter() - began)


def main() -> None:
    """Play pairs and say how they stand after each."""
    parser = argparse.ArgumentParser(prog="python -m scripts.mixing", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", required=True, choices=SETTINGS)
    parser.add_argument("--level", default="staff")
    parser.add_argument("--scenario", action="append", help="instead of those with hidden choices")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--skip", type=int, default=0, help="pairs to leave out at the beginning")
    parser.add_argument("--purpose", choices=("tuning", "gate"), default="tuning")
    parser.add_argument("--at", action="append", default=[], help="mix at these places only")
    parser.add_argument("--but", action="append", default=[], help="don't mix at these places")
    parser.add_argument("--out", type=Path, help="add each pair to this file, a line of JSON")
    args = parser.parse_args()
    game, options = find_game(args.game), FOG if args.game == "nach_paris" else ()
    kind = find_kind(game, args.level)
    mixed = seated(MIXED, kind, frozenset(args.at), frozenset(args.but))
    plain = seated(PLAIN, kind, None, frozenset())
    duel, names = Duel(Sprt(0.45, 0.5), "wins"), args.scenario or SETTINGS[args.game]
    first = first_seeds(args.purpose)
    for number in range(args.skip, args.skip + args.pairs):
        setting, seed = Setting(names[number % len(names)], options=options), first + number
        rows = [played(game, setting, seats, seed) for seats in ((mixed, plain), (plain, mixed))]
        pair = pair_of(rows[0], rows[1], game.seats)
        duel.pairs.append(pair)  # all count: a sample of fixed size
        line = {"game": args.game, "level": args.level, "scenario": setting.scenario, "seed": seed, "wins": pair.wins}
        line |= {"par": pair.par, "won": pair.won, "lost": pair.lost, "at": args.at, "but": args.but}
        if args.out:
            with args.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        par = sum(duel.scores("par")) / len(duel.pairs)
        took = sum(row["seconds"] for row in rows)
        print(
            f"{setting.scenario} {seed}: pair {pair.wins} par {pair.par}; {took:.1f} s; {len(duel.pairs)} pairs:",
            end=" ",
        )
        print(f"{duel.score:.3f}, par {par:.3f}, llr {duel.llr:+.2f}; {dict(Places.drawn.most_common())}", flush=True)


if __name__ == "__main__":
    main()
