"""What the client draws: one language of pictures for all games. Built from an observation, so it holds no secrets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal, SupportsIndex, overload

from marne.engine.tabletop import Tabletop
from marne.engine.values import value

__all__ = [
    "Aim",
    "Choice",
    "CombatTable",
    "Context",
    "Formation",
    "Later",
    "Line",
    "Mustered",
    "OverlayGroup",
    "Panel",
    "Piece",
    "Prize",
    "Prompt",
    "Scene",
    "Stage",
    "TableRow",
    "Tally",
]

Stage = Literal["", "target", "attackers", "defence", "support", "dice", "losses", "retreat", "advance"]
"""How far a battle has come: the same words for all games, as far as each has them."""


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

    `ends`: after it somebody else is asked, as far as the seat can know, and no Done stands beside it. `rolls`: a die,
    a draw or a shuffle follows before anybody is asked, as far as the seat can know. `facing`: it turns the piece of
    the question to look across this hexside; 0 is up, they go clockwise. `usual`: what is nearly always meant, so that
    an order can go on without a question; at most one of a prompt. `opens`: of the counters in its hex it is asked
    next who goes, so that whoever takes one of them up means it.
    """

    id: str
    text: str
    hex: str | None = None
    piece: str | None = None
    odds: bool = False
    done: bool = False
    ends: bool = False
    rolls: bool = False
    facing: int | None = None
    usual: bool = False
    opens: bool = False


@value
class Context:
    """What a question belongs to: a battle or an arrival, in which hex, of which pieces, against which.

    `stage` is how far a battle has come, `where` what its hex is called. While a target is asked for there is no hex;
    while attackers are asked for `pieces` are those who go in so far.
    """

    kind: Literal["battle", "arrival"]
    hex: str = ""
    pieces: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    stage: Stage = ""
    where: str = ""


@value
class Prompt:
    """The open question: whose it is, in one sentence with its rule; the choices if it is the reader's.

    `piece` and `hex` are what it is about, told to the seat that is asked; `context` is what stands behind it. `sweep`:
    it comes again after each of its answers, and somebody may well want them all.
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
    sweep: bool = False


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
class Mustered:
    """A unit of an order of battle: on the map or under way, still to come, lost, gone for good or by order. `turn` is
    when it comes (0: nobody knows), `hex` where; `leaves` when it must go; `note` is what more is known of one that is
    not on the map, in words. Where it stands and what it has lost, its counter tells."""

    piece: str
    name: str
    state: Literal["here", "coming", "lost", "left"]
    steps: int = 0
    turn: int = 0
    hex: str = ""
    leaves: int = 0
    note: str = ""


@value
class Formation:
    """An army with its units, as they stand in the order of battle."""

    key: str
    title: str
    seat: str
    units: tuple[Mustered, ...] = ()


@value
class Aim:
    """What a side needs to win, in words: `now` of `need` where it is counted, `done` where it holds as things stand.
    Without a seat it is how things stand for both."""

    seat: str
    text: str
    rule: str = ""
    now: int = 0
    need: int = 0
    done: bool = False


@value
class Prize:
    """A place that counts: where it is, who holds it, what it is worth, in the game's own figures or words, and to
    which side alone, if not to both."""

    name: str
    hexes: tuple[str, ...]
    seat: str
    worth: str = ""
    counts: str = ""


Tone = Literal["", "german", "allied", "good", "fair", "bad", "gone", "plain"]


@value
class OverlayGroup:
    """What an overlay shows under one caption: whole hexes, lines from hex to hex, hexsides that are looked across,
    short words in hexes. `tone` says what it means, so that the page can colour and hatch it; `weight` is that of lines
    and sides, 1 to 3."""

    caption: str
    hexes: tuple[str, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    sides: tuple[tuple[str, int], ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    tone: Tone = ""
    weight: int = 1


class Later(Sequence[OverlayGroup]):
    """The groups of an overlay, worked out when somebody looks at them: most overlays are shown to nobody."""

    def __init__(self, drawn: Callable[[], tuple[OverlayGroup, ...]]) -> None:
        self._drawn = drawn

    @cached_property
    def groups(self) -> tuple[OverlayGroup, ...]:
        """Drawn once."""
        return self._drawn()

    @overload
    def __getitem__(self, at: SupportsIndex) -> OverlayGroup: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[OverlayGroup, ...]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> OverlayGroup | tuple[OverlayGroup, ...]:
        return self.groups[at]

    def __len__(self) -> int:
        return len(self.groups)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.groups == tuple(other)

    def __hash__(self) -> int:
        return hash(self.groups)


@value
class Scene:
    """A whole picture. `outline` is the sequence of play with the current line marked; `overlays` are what can be laid
    over the map by name (`supply`, `command`, `zoc`, `control`), in groups. Only some games have the parts at the end:
    a combat table, trenches by hex with their levels, an open table in place of hexes, an order of battle, what each
    side needs to win and the places that count for it, the first day of each turn."""

    game: str
    turn: str
    phase: str
    prompt: Prompt
    pieces: tuple[Piece, ...] = ()
    tallies: tuple[Tally, ...] = ()
    panels: tuple[Panel, ...] = ()
    outline: tuple[Line, ...] = ()
    overlays: tuple[tuple[str, Sequence[OverlayGroup]], ...] = ()
    combat_table: CombatTable | None = None
    trenches: tuple[tuple[str, int], ...] = ()
    open_table: Tabletop | None = None
    order_of_battle: tuple[Formation, ...] = ()
    aims: tuple[Aim, ...] = ()
    prizes: tuple[Prize, ...] = ()
    calendar: tuple[str, ...] = ()
