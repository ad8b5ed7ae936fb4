"""What the client draws: one language of pictures for all games. Built from an observation, so it holds no secrets."""

from __future__ import annotations

from typing import Literal

from marne.engine.tabletop import Tabletop
from marne.engine.values import value

__all__ = [
    "Choice", "CombatTable", "Context", "Line", "Panel", "Piece", "Prompt", "Scene", "TableRow", "Tally",
]  # fmt: skip


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
    """One answer that can be given: `id` is its notation, and what to click for it, if it is a place or a piece.

    `ends`: after it somebody else is asked, as far as the seat can know, and no Done stands beside it.
    """

    id: str
    text: str
    hex: str | None = None
    piece: str | None = None
    odds: bool = False
    done: bool = False
    ends: bool = False


@value
class Context:
    """What a question belongs to: a battle or an arrival, in which hex, of which pieces, against which."""

    kind: Literal["battle", "arrival"]
    hex: str = ""
    pieces: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


@value
class Prompt:
    """The open question: whose it is, in one sentence with its rule; the choices if it is the reader's.

    `piece` and `hex` are what it is about, told to the seat that is asked; `context` is what stands behind it.
    """

    actor: str
    mine: bool
    question: str
    rule: str
    choices: tuple[Choice, ...] = ()
    open: bool = False
    piece: str = ""
    hex: str = ""
    context: Context | None = None


@value
class Line:
    """A row of a panel: words, and a number or mark."""

    text: str
    mark: str = ""
    rule: str = ""


@value
class Panel:
    """A titled list beside the map: turn track, points, reinforcements, losses; or the spaces of a battle board."""

    key: str
    title: str
    lines: tuple[Line, ...] = ()
    pieces: tuple[Piece, ...] = ()
    form: Literal["list", "battle-board"] = "list"


@value
class Tally:
    """A number on a track."""

    key: str
    title: str
    now: int
    low: int = 0
    high: int = 0


@value
class TableRow:
    """A line of a table: what the die shows, and the result in each column."""

    die: str
    results: tuple[str, ...]


@value
class CombatTable:
    """A table that battles are read on, for the page to mark a column and a die in."""

    rule: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]


@value
class Scene:
    """A whole picture. `outline` is the sequence of play with the current line marked; `overlays` are hex labels by
    name (`supply`, `command`, `zoc`, `control`), each a mapping from a caption to labels. Only some games have the
    parts at the end: a combat table, trenches by hex with their levels, an open table in place of hexes."""

    game: str
    turn: str
    phase: str
    prompt: Prompt
    pieces: tuple[Piece, ...] = ()
    tallies: tuple[Tally, ...] = ()
    panels: tuple[Panel, ...] = ()
    outline: tuple[Line, ...] = ()
    overlays: tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...] = ()
    combat_table: CombatTable | None = None
    trenches: tuple[tuple[str, int], ...] = ()
    open_table: Tabletop | None = None
