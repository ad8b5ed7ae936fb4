"""What the table says beside the values of the engine, by its fields: the state of a table, the log, the list of games.

The client's types are written from these too (`python -m scripts.wire_types`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from marne.engine import About, Distribution, Happened, Line, Modifier, Previewed, Scene, Setting
from marne.engine.survey import Led

__all__ = [
    "AnalysisTold", "AskedBack", "ChatLine", "Checked", "Chosen", "DiceTold", "Drawn", "GameInfo", "GameOption",
    "GameScenario", "GameStory", "HeardTold", "HexCard", "Invited", "Listed", "LogEntry", "LossesOfArmy", "Luck",
    "LuckOfSeat", "LuckyThrow", "Moment", "MomentTold", "NamedTurning", "Reply", "ScoreThen", "SeatInfo",
    "SeatKind", "SeatListed", "Spectator", "Standing", "Status", "StorySentence", "Suggested", "TableHead",
    "TableState", "TurnLoss", "TurningTold", "Watching", "chosen",
]  # fmt: skip

Status = Literal["open", "playing", "over"]
SeatKind = Literal["person", "computer", "open"]


class LogEntry(TypedDict):
    """A line of the log: who answered, what, if it may be read, and what came of it."""

    number: int
    actor: str
    text: str | None
    events: Sequence[Happened]


class SeatInfo(TypedDict):
    """A seat: `title` as the game calls it in the reader's language; `stopped` if its player failed and somebody must
    wake it; `explains` if it can be asked why it answered as it did; `free` is when the opener may free it, if its
    holder stays silent, and 0 otherwise."""

    name: str
    title: str
    kind: SeatKind
    player: str
    label: str
    present: bool
    thinking: bool
    stopped: bool
    explains: bool
    free: float


class Chosen(TypedDict):
    """What was chosen when the table was opened."""

    scenario: str
    edition: str
    options: Mapping[str, str]


def chosen(setting: Setting) -> Chosen:
    """A setting as it is told and kept."""
    return {"scenario": setting.scenario, "edition": setting.edition, "options": dict(setting.options)}


class AskedBack(TypedDict):
    """Who asks to go back, and to which number."""

    seat: str
    to: int


class Standing(TypedDict):
    """How the game stands, and once it is over who won and why."""

    over: bool
    points: Sequence[int]
    winner: str | None
    rule: str
    why: str


class DiceTold(TypedDict):
    """What everybody is bound to: the fingerprint of the secret, the hash of each seat's seed, the heads and lengths of
    hash chains; the seeds once everybody sits, the secret once the game is over. `head` is the hash of the whole log.
    `awaited` are the seats whose seeds are still to come, `parts` those for whose part draw number `draw` waits,
    `shown` is how many parts each has shown, `would` those who would play on without, `signers` are the
    keys of pages that can countersign the end, `signed` the seats whose pages did."""

    fingerprint: str
    commits: Mapping[str, str]
    chains: Mapping[str, Sequence[str | int]]
    seeds: Mapping[str, str]
    awaited: Sequence[str]
    head: str
    draw: int
    parts: Sequence[str]
    shown: Mapping[str, int]
    without: bool
    would: Sequence[str]
    signers: Mapping[str, str]
    signed: Sequence[str]
    secret: str


class ChatLine(TypedDict):
    """A line of the chat; without a seat it is the table's own."""

    seat: str
    text: str
    at: float


class TableHead(TypedDict):
    """What a table tells in one piece: `moment` counts what happened and never repeats; `frozen` says why nobody can
    answer here any more, if so, and `common` where it can go on by consent; `closed` if its opener closed it;
    `draw_offered` is the seat that offers a draw."""

    id: str
    game: str
    title: str
    setting: Chosen
    name: str
    number: int
    moment: int
    status: Status
    frozen: str
    closed: bool
    common: int | None
    you: Sequence[str]
    viewing: str | None
    seats: Sequence[SeatInfo]
    undo: bool
    undo_asked: AskedBack | None
    draw_offered: str
    score: Standing
    dice: DiceTold


class TableState(TableHead):
    """A table as one reader may see it: `frozen` says why nobody can answer here any more, if so; `common` is where it
    can go on by consent, the last moment that its rules and the server's have in common."""

    scene: Scene
    log: Sequence[LogEntry]
    chat: Sequence[ChatLine]


class Checked(Previewed):
    """What is said of an answer that is only tried: whether it would do, whether a die would follow before anybody is
    asked, and what a unit would see and reach there."""

    ok: bool
    rolls: bool
    rule: str
    why: str


class Spectator(TypedDict):
    """Somebody who looks on without a seat: `mark` to call them by, since when, and a number that is alike for those
    who come from one address."""

    mark: str
    since: float
    place: int


class Watching(TypedDict):
    """Whether anybody may look on, and who does."""

    watch: bool
    spectators: Sequence[Spectator]


class Suggested(TypedDict):
    """A legal answer, and its place on an open table."""

    id: str
    text: str
    x: NotRequired[int]
    y: NotRequired[int]
    facing: NotRequired[int]


class Moment(TypedDict):
    """A past moment: what had just happened, and the picture as the seat might have seen it."""

    number: int
    of: int
    actor: str
    text: str | None
    chance: bool
    events: Sequence[Happened]
    scene: Scene


class Reply(TypedDict):
    """An attack that the other side could make in return, with its odds."""

    hex: str
    seat: str
    rule: str
    title: str
    modifiers: Sequence[Modifier]
    column: str
    distributions: Sequence[Distribution]
    notes: Sequence[str]
    columns: Sequence[str]
    factors: str
    base: str


class GameScenario(TypedDict):
    """A scenario, how many turns it lasts, and the computer players that are offered in it."""

    name: str
    title: str
    turns: int
    players: Sequence[str]


class GameOption(TypedDict):
    """An optional rule: its values, and their words."""

    name: str
    title: str
    values: Sequence[str]
    labels: Sequence[str]


class GameInfo(TypedDict):
    """A game: `seat_names` as it calls its seats in the reader's language; `opponent` if one of its players plays to
    win; `parts` what it has beside its rules: `what-if`, `open-table`, `forces`, `ways`."""

    name: str
    title: str
    seats: Sequence[str]
    seat_names: Mapping[str, str]
    editions: Sequence[str]
    scenarios: Sequence[GameScenario]
    options: Sequence[GameOption]
    players: Sequence[str]
    opponent: bool
    parts: Sequence[str]
    rules: str
    about: About


class LuckOfSeat(TypedDict):
    """The dice that a seat's answers led to: what fair dice give on average, and what was thrown."""

    seat: str
    dice: int
    expected: float
    actual: int


class LuckyThrow(TypedDict):
    """One die beside its average."""

    number: int
    seat: str
    rule: str
    text: str
    expected: float
    actual: int


class Drawn(TypedDict):
    """A die of a finished game: its number, the weights of what could come out, the parts that were shown for it, and
    what came out, counted from 0."""

    draw: int
    weights: Sequence[int]
    parts: Mapping[str, str]
    place: int


class Luck(TypedDict):
    """Luck in a finished game."""

    seats: Sequence[LuckOfSeat]
    throws: Sequence[LuckyThrow]


class MomentTold(TypedDict):
    """How a game stood after so many answers: the first seat's chance to win, and its points."""

    number: int
    chance: float
    points: float


class TurningTold(TypedDict):
    """Where a game turned: between which answers, by how much for the first seat, when that was, and before which
    answers a council can be heard."""

    start: int
    number: int
    change: float
    text: str
    questions: Sequence[int]


class AnalysisTold(TypedDict):
    """A finished game looked at again; `judged` where the game's own judge spoke."""

    judged: bool
    moments: Sequence[MomentTold]
    turnings: Sequence[TurningTold]


class StorySentence(TypedDict):
    """A sentence of the story of a game, and after how many answers it was so."""

    number: int
    text: str


class ScoreThen(TypedDict):
    """The points of all seats after so many answers."""

    number: int
    turn: int
    points: Sequence[int]


class NamedTurning(TypedDict):
    """An answer that changed the score, by what happened with it; `change` is the first seat's lead over the second."""

    number: int
    turn: int
    change: int
    text: str


class TurnLoss(TypedDict):
    """How many units an army lost in a turn."""

    turn: int
    lost: int


class LossesOfArmy(TypedDict):
    """How many units an army lost, and when; its title in words."""

    army: str
    seat: str
    lost: int
    turns: Sequence[TurnLoss]


class GameStory(TypedDict):
    """The story of a finished game."""

    sentences: Sequence[StorySentence]
    standings: Sequence[ScoreThen]
    turnings: Sequence[NamedTurning]
    losses: Sequence[LossesOfArmy]


class HeardTold(TypedDict):
    """An answer that a council heard: what it is worth to who was asked, in how many simulations; whether the council
    chose it, and whether it was played."""

    text: str
    worth: float
    simulations: int
    chosen: bool
    played: bool


class Listed(TypedDict):
    """A table in a list: whose turn it is, without the picture; `scenario` in words, `seats` who holds them, `last`
    when something happened there."""

    id: str
    game: str
    name: str
    made: float
    number: int
    status: Status
    turn: str
    you: Sequence[str]
    scenario: str
    seats: Sequence[SeatListed]
    last: float


class HexCard(TypedDict):
    """A hex on a card: its name and terrain in words, facts with their rules, who could get there in one move, the way
    of the piece that was asked about, the lines of supply, hex by hex, and what headquarters there lead."""

    hex: str
    name: str
    terrain: str
    lines: Sequence[Line]
    reach: Sequence[str]
    way: Sequence[str]
    trace: Sequence[Sequence[str]]
    command: Sequence[Led]


class SeatListed(TypedDict):
    """Who holds a seat, for a list: a person by the name that he gave, if any, or a kind of computer player."""

    name: str
    kind: SeatKind
    player: str
    label: str


class Invited(TypedDict):
    """What an invitation is to: game and scenario in words, the seat, who sits there already, and who invites."""

    game: str
    title: str
    name: str
    scenario: str
    seat: str
    seat_title: str
    by: str
    seats: Sequence[SeatListed]
