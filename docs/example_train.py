"""Train a small policy that scores options, with numpy alone: Schlieffen's War, scenario frontiers, against random.

    python docs/example_train.py --minutes 1.5 --curve train.csv

It plays both seats in turn and learns by policy gradient (REINFORCE with a baseline): the score of an option is linear
in some fifteen numbers of it, with weights of its own for each seat and each kind of question; the chance of an option
is the softmax of the scores. All numbers come from what `marne.rl.aec` tells an agent. At the end it plays 200 games on
seeds that it never saw, the best option each time, and prints how many it won.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from marne.rl.aec import GameEnv, env

FEATURES = 16
WORDS = 1024
NEW_SEEDS = 1_000_000
"""Games of the test have seeds from here on; those of the training stay below."""


class Policy:
    """Weights by seat, kind of question and number; and by seat, kind of question and word."""

    def __init__(self, world: GameEnv) -> None:
        static, columns = world.static, world.reader.columns
        kinds = len(world.reader.steps)
        self.weights = np.zeros((2, kinds, FEATURES))
        self.words = np.zeros((2, kinds, WORDS))
        self.entity = {name: at for at, name in enumerate(columns["entities"])}
        self.node = {name: at for at, name in enumerate(columns["nodes"])}
        self.side = static.units[:, static.unit_columns.index("side")]
        self.kind = static.units[:, static.unit_columns.index("kind")]
        self.factor = static.units[:, static.unit_columns.index("factor")]
        self.full = np.maximum(static.units[:, static.unit_columns.index("steps")], 1)
        self.prize = static.hexes[:, static.hex_columns.index("prize")] > 0
        self.fortress = static.hexes[:, static.hex_columns.index("fortress")]
        self.apart = distances(len(static.hexes), static.edges)

    def read(self, seen: dict[str, Any], count: int) -> tuple[int, int, np.ndarray, np.ndarray]:
        """The seat, the kind of question, and of each option its word and its numbers."""
        nodes, entities, options = seen["nodes"], seen["entities"], seen["options"][:count]
        seat, step = int(seen["scalars"][0]), int(seen["scalars"][2])
        where, steps = entities[:, self.entity["where"]], entities[:, self.entity["steps"]]
        theirs = nodes[:, self.node[f"occupied.{1 - seat}"]] > 0
        german = nodes[:, self.node["control"]] > 0
        mine = german if seat == 0 else ~german
        strength = self.factor * steps / self.full
        here = np.zeros((2, len(nodes)))
        placed = where >= 0
        np.add.at(here, (self.side[placed], where[placed]), strength[placed])
        near = self.apart <= 1
        to_enemy = self.apart[:, theirs].min(1, initial=40)
        to_prize = self.apart[:, self.prize & (german if seat else ~german)].min(1, initial=40)
        unit, hex = options[:, 1], options[:, 6]
        made = np.zeros((count, FEATURES))
        has_hex, has_unit = hex >= 0, unit >= 0
        at = hex[has_hex]
        around = near[at] @ here.T
        made[:, 0] = has_hex
        made[has_hex, 1] = np.minimum(to_enemy[at], 10) / 5
        made[has_hex, 2] = to_prize[at] / 5
        made[has_hex, 3] = mine[at]
        made[has_hex, 4] = self.prize[at]
        made[has_hex, 5] = self.fortress[at]
        made[has_hex, 6] = (around[:, seat] - here[1 - seat, at]) / 10
        made[has_hex, 7] = around[:, 1 - seat] / 10
        made[has_hex, 8] = here[seat, at] / 10
        made[has_hex, 9] = nodes[at, self.node["face_down"]] / 2
        one = unit[has_unit]
        made[:, 10] = has_unit
        made[has_unit, 11] = strength[one] / 5
        made[has_unit, 12] = self.kind[one] >= 2
        place = where[one]
        made[has_unit, 13] = np.where(place >= 0, np.minimum(to_enemy[place], 10) / 5, 0)
        made[has_unit, 14] = np.where(place >= 0, to_prize[place] / 5, 0)
        made[:, 15] = np.arange(count) == count - 1
        return seat, step, options[:, 0].astype(int) % WORDS, made

    def chances(self, seat: int, step: int, words: np.ndarray, made: np.ndarray) -> np.ndarray:
        """How likely each option is."""
        scores = made @ self.weights[seat, step] + self.words[seat, step, words]
        raised = np.exp(scores - scores.max())
        return raised / raised.sum()


def distances(count: int, edges: np.ndarray) -> np.ndarray:
    """How many hexes apart, by a flood from every hex at once."""
    touch = np.zeros((count, count), np.float32)
    touch[edges[0], edges[1]] = 1
    found = np.full((count, count), 40.0)
    reached = np.eye(count, dtype=bool)
    for far in range(40):
        found[reached & (found == 40)] = far
        reached |= (reached.astype(np.float32) @ touch) > 0
    return found


def game(world: GameEnv, policy: Policy, seat: int, seed: int, rng: Random, best: bool) -> tuple[float, list[Any]]:
    """One game of the policy in a seat against random: how it ended, and what the policy saw and chose."""
    world.reset(seed=seed)
    play, chosen = world.play, []
    while play.seat is not None:
        count = len(play.options)
        if play.seat != seat:
            world.step(int(rng.random() * count))
            continue
        read = policy.read(play.features(seat), count)
        chances = policy.chances(*read)
        pick = int(chances.argmax()) if best else min(int((chances.cumsum() < rng.random()).sum()), count - 1)
        if not best:
            chosen.append((*read, chances, pick))
        world.step(pick)
    margin = world.game.score(play.position).points[seat]
    won = world.rewards[world.possible_agents[seat]]
    return won + 0.1 * float(np.clip(margin, -5, 5)) * (not best), chosen


def learn(minutes: float, curve: Path | None, batch: int = 10, rate: float = 0.03) -> tuple[GameEnv, Policy]:
    """Play and learn for so long; write the share of games won in each hundred."""
    world = env("schlieffens_war", "frontiers")
    policy, rng = Policy(world), Random("train")
    moments = [(np.zeros_like(one), np.zeros_like(one)) for one in (policy.weights, policy.words)]
    base, rows, won, began, number, steps = [0.0, 0.0], [], 0.0, time.process_time(), 0, 0
    while time.process_time() - began < 60 * minutes:
        slopes = [np.zeros_like(policy.weights), np.zeros_like(policy.words)]
        for _ in range(batch):
            seat = number % 2
            value, chosen = game(world, policy, seat, number, rng, best=False)
            gain = value - base[seat]
            base[seat] += 0.02 * gain
            won += world.rewards[world.possible_agents[seat]] > 0
            for _, step, words, made, chances, pick in chosen:
                miss = -chances
                miss[pick] += 1
                slopes[0][seat, step] += gain * (miss @ made)
                np.add.at(slopes[1][seat, step], words, gain * miss)
            number += 1
            if number % 100 == 0:
                rows.append((number, round(time.process_time() - began), won / 100))
                print(f"{number} games, {rows[-1][1]} s: {won:.0f} of the last hundred won", flush=True)
                won = 0.0
        steps += 1
        for weights, slope, (mean, square) in zip((policy.weights, policy.words), slopes, moments, strict=True):
            slope /= batch
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope * slope - square)
            weights += rate * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.99**steps)) + 1e-6)
    if curve:
        with curve.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([("games", "seconds", "won"), *rows])
    return world, policy


def examine(world: GameEnv, policy: Policy, games: int = 200) -> tuple[int, int]:
    """Games on new seeds, the best option each time, seats in turn: how many were won, how many drawn."""
    rng = Random("test")
    ended = [game(world, policy, number % 2, NEW_SEEDS + number, rng, best=True)[0] for number in range(games)]
    return sum(value > 0 for value in ended), sum(value == 0 for value in ended)


if __name__ == "__main__":
    given = argparse.ArgumentParser()
    given.add_argument("--minutes", type=float, default=1.5, help="of processor time")
    given.add_argument("--curve", type=Path)
    wanted = given.parse_args()
    trained = learn(wanted.minutes, wanted.curve)
    print("won {} and drew {} of 200 games on new seeds".format(*examine(*trained)))
