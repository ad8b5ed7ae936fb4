"""What the client draws: one language of pictures for all games. Built from an observation, so it holds no secrets."""

from __future__ import annotations

from marne.engine.values import JSON, value

__all__ = ["Choice", "Line", "Panel", "Piece", "Prompt", "Scene", "Tally"]


@value
class Piece:
    """A counter or marker on the map, or in a box of a panel.

    `place` is a hex label, a box name or `x,y` on an open tabletop. `numbers` stand along the bottom in the game's own
    order, `pips` are steps left of `of_pips`, `flags` small states (`disrupted`, `fatigue`, `elan`, `out-of-supply`,
    `moved`, `fought`). A face-down piece has `hidden` and nothing that its seat may not know.
    """

    id: str
    place: str
    army: str
    symbol: str = ""
    name: str = ""
    size: str = ""
    numbers: tuple[str, ...] = ()
    pips: int = 0
    of_pips: int = 0
    flags: tuple[str, ...] = ()
    facing: int | None = None
    hidden: bool = False
    words: str = ""


@value
class Choice:
    """One answer that can be given: `id` is its notation, and what to click for it, if it is a place or a piece."""

    id: str
    text: str
    hex: str | None = None
    piece: str | None = None
    odds: bool = False
    done: bool = False


@value
class Prompt:
    """The open question: whose it is, in one sentence with its rule; the choices if it is the reader's."""

    actor: str
    mine: bool
    question: str
    rule: str
    choices: tuple[Choice, ...] = ()
    open: bool = False


@value
class Line:
    """A row of a panel: words, and a number or mark."""

    text: str
    mark: str = ""
    rule: str = ""


@value
class Panel:
    """A titled list beside the map: turn track, points, reinforcements, losses, battle board."""

    key: str
    title: str
    lines: tuple[Line, ...] = ()
    pieces: tuple[Piece, ...] = ()


@value
class Tally:
    """A number on a track."""

    key: str
    title: str
    now: int
    low: int = 0
    high: int = 0


@value
class Scene:
    """A whole picture. `outline` is the sequence of play with the current line marked; `overlays` are hex labels by
    name (`supply`, `command`, `zoc`, `control`), each a mapping from a caption to labels."""

    game: str
    turn: str
    phase: str
    prompt: Prompt
    pieces: tuple[Piece, ...] = ()
    tallies: tuple[Tally, ...] = ()
    panels: tuple[Panel, ...] = ()
    outline: tuple[Line, ...] = ()
    overlays: tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...] = ()
    extra: JSON = None
