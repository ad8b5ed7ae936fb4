"""A turn as frames: the picture after each answer that a socket was not told yet, one after the other.

A frame is made by the same code as a picture (`scene_parts` of what the seat sees at that moment), so it holds nothing
that the picture of its moment would not show. Positions are kept by `Live.way`, and only until every socket that wants
frames was told. Where some are missing, or the frames are too large, the page gets the newest state without them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import replace
from typing import Any

from marne.engine import CHANCE, Game, Observation, Position, Scene, Seat, Setting
from marne.table.game.live import Live
from marne.table.view.differences import Told, changed, difference
from marne.table.view.messages import scene_parts

__all__ = ["MOST_CHARACTERS", "Film", "film_of", "frame_of", "letter_of_frames"]

MOST_CHARACTERS = 250_000
"""The longest JSON of all frames in one message."""

Film = tuple[Told, ...] | None
"""The frames before the newest state; None where there should be some and they can't be had."""


def film_of(
    live: Live,
    seats: Collection[Seat],
    viewing: Seat | None,
    language: str,
    shown: frozenset[str] | None,
    before: Told,
    once: Callable[[Hashable, Callable[[], Told]], Told],
) -> Film:
    """The frames between what a reader was told and the newest state: one for each answer that led to something that
    may be read. None are due for a spectator, and where only the reader and the dice have answered."""
    start, end = int(str(before["number"])), len(live.match.log)
    name = None if viewing is None else live.game.seats[viewing]
    others = any(entry.actor != CHANCE and entry.actor not in seats for entry in live.match.log[start:])
    if name is None or before["viewing"] != f'"{name}"' or not others:
        return ()
    if live.last_back > int(str(before["moment"])):
        return None
    passed = {number: (moment, position) for number, moment, position in live.way or ()}
    frames: list[Told] = []
    for number in range(start + 1, end):
        if number not in passed or number - 1 not in live.events:
            return None
        if _readable(live, number, viewing):
            moment, position = passed[number]
            key = (live.kept.id, "frame", moment, viewing, language, shown)
            make = _maker(live.game, live.match.setting, position, number, viewing, language, shown)
            frames.append(once(key, make))
    return tuple(frames)


def _readable(live: Live, number: int, viewing: Seat | None) -> bool:
    """Whether the answer of that number led to something that the seat may read."""
    return any((seers := event.seers()) is None or viewing in seers for event in live.events[number - 1])


def _maker(
    game: Game,
    setting: Setting,
    position: Position[Any],
    number: int,
    viewing: Seat | None,
    language: str,
    shown: frozenset[str] | None,
) -> Callable[[], Told]:
    return lambda: frame_of(game, setting, position, number, viewing, language, shown)


def frame_of(
    game: Game,
    setting: Setting,
    position: Position[Any],
    number: int,
    viewing: Seat | None,
    language: str,
    shown: frozenset[str] | None,
) -> Told:
    """The picture of a moment that has passed, as the seat saw it. Nothing can be answered in it."""
    scene = _unasked(game.sight(Observation.of(game, setting, position, viewing)).scene(language))
    return {"number": str(number), **{f"scene.{path}": part for path, part in scene_parts(scene, shown).items()}}


def _unasked(scene: Scene) -> Scene:
    return replace(scene, prompt=replace(scene.prompt, mine=False, choices=()))


def letter_of_frames(before: Told, film: Film, told: Told) -> str:
    """What changed as the message that is sent: the frames, each as what changed since the one before it, then the rest
    of the way to the newest state. `unfilmed` says that frames are missing."""
    found: list[str] = []
    last = before
    for frame in film or ():
        found.append(changed(last, frame))
        last = {**last, **frame}
    if film is None or sum(map(len, found)) > MOST_CHARACTERS:
        return '{"type":"change","unfilmed":true,' + changed(before, told)[1:]
    if not found:
        return difference(before, told)
    return f'{{"type":"change","frames":[{",".join(found)}],{changed(last, told)[1:]}'
