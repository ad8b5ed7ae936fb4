"""Clicks for what the staff orders, by the mouse in Chromium: a click counts one, a drag counts one, pointing nothing.

The staff plays a game against itself here; where a movement phase, a battle or an activation begins, the game so far is
opened at a table, and the orders that the staff gave are given there with the mouse: counters of one stack that go to
the same hex are carried together, all others one by one. `before` is what the same orders cost without gestures, by
one click for every answer that the page needs.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.mouse import Fought, Mouse, open_seat
from browser.house import chromium, open_house
from browser.visitor import Visitor
from marne.engine import CHANCE, Choice, Match, Setting, find_game, record_of
from marne.lab.play import seeded_dice
from marne.players import Minds

SEED = 1914
PHASES = int(os.environ.get("MARNE_PHASES", "2"))
"""So many movement phases, and as many battles and activations."""
TRIES = int(os.environ.get("MARNE_TRIES", "12"))
"""So often a battle is fought until the dice let it go as for the staff."""


@dataclass
class Given:
    """One answer of the staff: the counter or the hex that it means, where the counter lies, whether no other was
    offered before it, and which counters were offered."""

    step: str
    choice: Choice
    place: str
    first: bool = False
    able: tuple[str, ...] = ()


@dataclass
class Part:
    """What is counted: the game until it begins, whose it is, and what the staff answers until it is over."""

    game: str
    name: str
    record: str
    actor: int
    answers: list[Given] = field(default_factory=list)
    fought: bool = False


SCENARIOS = {"schlieffens_war": "campaign", "grand_illusion": "2"}
OPENS = {
    "schlieffens_war": {"ChooseUnit": "movement phase", "ChooseTarget": "battle"},
    "grand_illusion": {"Act": "activation"},
}
"""With these questions a part begins; the same question again ends it, except where each counter is chosen by it."""


PLACES = ("PlaceOpposite", "PlaceBehind")
"""Against whom, and behind whom: asked of one counter that goes in."""


def parts(name: str, most: int) -> Iterator[Part]:
    """The parts of a game between two staffs, as far as `most` of each kind."""
    game = find_game(name)
    setting = Setting(SCENARIOS[name], game.editions[0] if game.editions else "")
    match = Match(game, setting, seeded_dice(game, SEED))
    minds = Minds(match, dict.fromkeys(range(len(game.seats)), "staff"))
    part: Part | None = None
    found: dict[str, int] = {}
    while not match.over:
        if part and match.position.board.battle:
            part.fought = True
        if match.actor == CHANCE:
            match.play(match.roll())
            continue
        step, actor = type(match.position.step).__name__, match.actor
        assert actor is not None
        answer = minds.answer(actor)
        scene = match.game.sight(match.observe(actor)).scene("en")
        places = {piece.id: piece.place for piece in scene.pieces}
        text = match.position.write(answer)
        choice = next(each for each in scene.prompt.choices if each.id == text)
        opened = OPENS[name].get(step)
        begins = opened and not (part and part.name == opened == "movement phase")
        if part and (begins or (choice.done and part.name == "movement phase")):
            if part.name == "movement phase":
                part.answers.append(Given(step, choice, ""))
            if _counts(part):
                found[part.name] = found.get(part.name, 0) + 1
                if found[part.name] <= most:
                    yield part
            part = None
        if all(found.get(each, 0) >= most for each in OPENS[name].values()):
            return
        if begins and opened and not choice.done:
            part = Part(name, opened, record_of(match), actor)
        if part and actor == part.actor:
            first = choice == next((each for each in scene.prompt.choices if each.piece and not each.done), None)
            able = tuple(each.piece for each in scene.prompt.choices if each.piece)
            part.answers.append(Given(step, choice, places.get(choice.piece or "", ""), first, able))
        match.play(answer)


def _counts(part: Part) -> bool:
    """An activation is counted where it came to a battle."""
    return part.name != "activation" or part.fought


def gestures(part: Part) -> list[tuple[list[str], str]]:
    """The moves of a phase as gestures: counters of one place that go to one hex are one, in the order of the staff."""
    moves = [
        (each.choice.piece or "", each.place, after.choice.hex or "")
        for each, after in zip(part.answers, part.answers[1:], strict=False)
        if each.choice.piece and after.choice.hex
    ]
    made: dict[tuple[str, str], list[str]] = {}
    for piece, place, hex in moves:
        made.setdefault((place, hex), []).append(piece)
    return [(pieces, hex) for (_, hex), pieces in made.items()]


def movement(visitor: Visitor, part: Part) -> tuple[int, int]:
    """A movement phase, and the button that ends it: clicks, and orders that had become impossible."""
    visitor.open_record(part.record)
    mouse = Mouse(visitor)
    for pieces, hex in gestures(part):
        mouse.carry(pieces, hex)
    mouse.press("[data-testid=prompt] .primary[data-choice]")
    return mouse.clicks, mouse.refused


def rows() -> list[tuple[str, ...]]:
    """Before and after for each kind, by the mouse in the browser."""
    wars, illusions = list(parts("schlieffens_war", PHASES)), list(parts("grand_illusion", PHASES))
    figures: dict[str, list[tuple[int, int]]] = {}
    with tempfile.TemporaryDirectory() as directory, open_house(Path(directory)) as house, chromium() as browser:
        for part in (*wars, *illusions):
            before = len(part.answers)
            visitor = Visitor(browser, house, prefs={"speed": "skip"})
            after, refused = movement(visitor, part) if part.name == "movement phase" else fight(visitor, part)
            print(
                f"{part.name}: {before} answers, {after} clicks, {refused} answers otherwise than the staff", flush=True
            )
            visitor.close()
            figures.setdefault(part.name, []).append((before, after))
    head = ("part", "counted", "median before", "most before", "median now", "most now")
    return [head, *(_row(name, each) for name, each in figures.items())]


def fight(visitor: Visitor, part: Part) -> tuple[int, int]:
    """A battle or an activation with battle, as its side plays it; the other side's answers are sent without a mouse.

    The dice are new ones, so it may go on otherwise than for the staff: then it is opened again, until everything that
    the staff answered was answered, and nothing else; after so many tries the one that was nearest to it counts.
    """
    found: list[tuple[int, int]] = []
    for _ in range(TRIES):
        seat = find_game(part.game).seats[part.actor]
        table, tokens = open_seat(visitor, part.record, seat)
        mouse = Mouse(visitor)
        fought = Fought(mouse, [each.choice for each in part.answers], table, tokens, seat)
        places = [each for each in part.answers if each.step in PLACES]
        fought.able = {each.choice.id: each.able for each in reversed(part.answers)}
        fought.in_order = len(places) > 1 and all(each.first for each in places)
        fought.play("target" if part.name == "battle" else "")
        otherwise = fought.missing + sum(not each.done for each in fought.orders)
        found.append((otherwise, mouse.clicks))
        if not otherwise:
            break
    otherwise, clicks = min(found)
    return clicks, otherwise


def _row(name: str, each: list[tuple[int, int]]) -> tuple[str, ...]:
    before, after = [one for one, _ in each], [other for _, other in each]
    found: tuple[Any, ...] = (len(each), statistics.median(before), max(before), statistics.median(after), max(after))
    return (name, *map(str, found))
