"""What a game must offer, and what it says about itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from marne.engine.errors import Refusal, Said, UnknownGame
from marne.engine.events import Event, Modifier
from marne.engine.position import Position
from marne.engine.scene import Scene
from marne.engine.values import JSON, Answer, Seat, value

if TYPE_CHECKING:
    from marne.engine.advice import Advice
    from marne.engine.player import PlayerKind

__all__ = [
    "LESSON",
    "Distribution",
    "Explanation",
    "Game",
    "Observation",
    "Option",
    "Outcome",
    "Scenario",
    "Score",
    "Setting",
    "Sight",
    "Target",
    "Taught",
    "check_setting",
    "first_position",
]

LESSON = "lesson"
"""The option of a setting that names a lesson: such a game begins with the lesson's position. No game declares it."""


@value
class Scenario:
    """A scenario of a game: its name in records, its title, its length in turns."""

    name: str
    title: str
    turns: int = 0


@value
class Option:
    """Something to choose before the game: `values[0]` is the default."""

    name: str
    title: str
    values: tuple[str, ...]


@value
class Setting:
    """What a game was started with. Options that are not named stand at their default."""

    scenario: str
    edition: str = ""
    options: tuple[tuple[str, str], ...] = ()

    def option(self, name: str, default: str = "") -> str:
        """The value of an option."""
        return dict(self.options).get(name, default)


@value
class Score:
    """How a game stands or ended: points by seat (more is better) and, once over, the winner or None for a draw."""

    over: bool
    points: tuple[int, ...]
    winner: Seat | None = None
    rule: str = ""
    why: str = ""


@value
class Outcome:
    """One possible result and its exact chance, `part` in `whole`.

    Outcomes that count the same thing have the same words and a `count` each. `harm` is what the attacked side loses.
    `words` is the text on a line of its own.
    """

    text: str
    part: int
    whole: int
    count: int | None = None
    harm: int = 0

    def words(self) -> str:
        """The words with the count, for where there is a line for each.

        >>> Outcome("hits", 1, 6, 2).words()
        'hits: 2'
        """
        return self.text if self.count is None else f"{self.text}: {self.count}"


@value
class Distribution:
    """Every possible result of one thing that dice decide. The chances add up to 1, and no two outcomes read alike.

    >>> luck = Distribution("hits", (Outcome("hits", 5, 6, 0), Outcome("hits", 1, 6, 1)))
    >>> luck.chances()
    {'hits: 0': Fraction(5, 6), 'hits: 1': Fraction(1, 6)}
    >>> Distribution("hits", (Outcome("hits", 1, 6, 1),))
    Traceback (most recent call last):
    ValueError: the chances of 'hits' add up to 1/6
    """

    name: str
    outcomes: tuple[Outcome, ...]

    def __post_init__(self) -> None:
        """Refuse what is no distribution."""
        chances = self.chances()
        whole = sum(chances.values())
        if whole != 1:
            raise ValueError(f"the chances of {self.name!r} add up to {whole}")
        if len(chances) != len(self.outcomes):
            raise ValueError(f"two outcomes of {self.name!r} read alike: {[each.words() for each in self.outcomes]}")

    def chances(self) -> dict[str, Fraction]:
        """The exact chance of each outcome, by its words."""
        found: dict[str, Fraction] = {}
        for each in self.outcomes:
            found[each.words()] = found.get(each.words(), Fraction(0)) + Fraction(each.part, each.whole)
        return found


@value
class Explanation:
    """What an answer would lead to: the modifiers by name, the column of the table, the exact distributions. Each has a
    name of its own, and the first is the main one. `column` is in words; `columns` are those of the picture's combat
    table that may be read, by their headings. `factors` are the strengths in words, and `base` is the column that they
    give before anything shifts it. `hope` is what an attacker hopes for, in words for a button, and its chance."""

    rule: str
    title: str
    modifiers: tuple[Modifier, ...] = ()
    column: str = ""
    distributions: tuple[Distribution, ...] = ()
    notes: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    factors: str = ""
    base: str = ""
    hope: Outcome | None = None


Log = tuple[tuple[Seat, str | None], ...]
"""Who answered what, None in place of what may not be read."""

Target = Mapping[str, str]
"""What was clicked: `{"hex": …}`, `{"piece": …}`; on an open table `{"place": …}` or a written `{"answer": …}`."""


class _Viewed:
    """What an observation has beside its fields: the position as the seat sees it, and who tells its facts."""

    __slots__ = ("tell", "view")
    view: Position[Any]
    tell: Callable[[Position[Any], Seat | None], Mapping[str, JSON]]


@value
class Observation(_Viewed):
    """All that one seat may know; `seat` None is a spectator.

    `view` is the position with a masked board, for whoever thinks or draws. `facts` are the same as plain JSON, derived
    from the view when somebody asks for them; `actor` is who must answer, `options` the legal answers if it is this
    seat; `log` has None in place of the answers that the seat may not read.
    """

    game: str
    setting: Setting
    seat: Seat | None
    facts: Mapping[str, JSON] = field(init=False)
    actor: Seat | None
    step: str
    rule: str
    options: tuple[Answer, ...] | None = None
    log: Log = ()

    @classmethod
    def of(cls, game: Game, setting: Setting, position: Position[Any], seat: Seat | None, log: Log = ()) -> Observation:
        """What a seat may know of a position."""
        actor, step, rule, options = None, "", "", None
        if position.open is not None:
            actor, step, rule = position.open.actor, type(position.step).__name__, position.step.rule
            options = position.open.options if actor == seat else None
        made = cls(game.name, setting, seat, actor, step, rule, options, log)
        made.view, made.tell = game.mask(position, seat), game.observe
        return made

    def __getattr__(self, name: str) -> Mapping[str, JSON]:
        """The facts, when they are wanted first: Python asks here only for what is not there yet."""
        if name != "facts":
            raise AttributeError(name)
        object.__setattr__(self, "facts", self.tell(self.view, self.seat))
        return self.facts

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """On the way to another process, the view goes and the facts stay."""
        left_out = "facts" if hasattr(self, "view") else ""
        names = (*_Viewed.__slots__, *(field.name for field in fields(self)))
        return None, {name: getattr(self, name) for name in names if name != left_out and hasattr(self, name)}


class Sight(Protocol):
    """One seat at one moment: what it is shown, in any language, read off what it may know. Made once, asked often."""

    seen: Observation

    def scene(self, language: str) -> Scene:
        """What the client draws."""
        ...

    def odds(self, answer: Answer, language: str = "en") -> Explanation | None:
        """The odds of an answer as far as the seat can know them, or None where there are none to tell."""
        ...

    def attacks(self) -> tuple[tuple[Answer, str], ...]:
        """The answers that attack a hex, with its label, as far as the seat that is asked can know."""
        ...

    def least(self) -> Answer | None:
        """The answer that does least; None where nothing is listed."""
        ...

    def rolls(self, answer: Answer) -> bool:
        """Whether a die follows a legal answer before anybody is asked, as far as the seat can know."""
        ...

    def why_not(self, target: Target, language: str) -> Refusal | None:
        """Why a thing that was clicked is not offered; None where it is."""
        ...


class Game(Protocol):
    """A game, as the table, the players and the tools see it. Everything else about a game is its own affair."""

    name: str
    title: str
    seats: tuple[str, ...]
    editions: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    players: tuple[PlayerKind, ...]
    """Its own computer players, the weakest first; `marne.players` adds the shared ones."""
    advice: Advice | None
    """What it tells a council; None where it has none."""
    rules_version: str

    def data_version(self) -> str:
        """The fingerprint of the data that the rules read."""
        ...

    def rule_index(self) -> Path:
        """The CSV of the rule numbers: number, and for a rule that needs no code the reason why."""
        ...

    def start(self, setting: Setting) -> Position[Any]:
        """The first position."""
        ...

    def mask(self, position: Position[Any], seat: Seat | None) -> Position[Any]:
        """The position as the seat sees it: a masked board, an agenda without secrets. To mask it again changes
        nothing, and two positions with the same facts have the same mask."""
        ...

    def observe(self, position: Position[Any], seat: Seat | None) -> Mapping[str, JSON]:
        """What the seat may know of a position as JSON, read off its mask: the `facts` of its observation. Never the
        options of the open ask."""
        ...

    def imagine(self, observation: Observation, rng: Random) -> Position[Any]:
        """A full position that fits the observation, for search; where the seat is asked, with the same open ask."""
        ...

    def score(self, position: Position[Any], language: str = "en") -> Score:
        """How the game stands, or ended; why, in words."""
        ...

    def faults(self, position: Position[Any]) -> tuple[str, ...]:
        """What is wrong with a position by the game's own rules, in words for developers. The contract asks after every
        answer of a whole game; a sound game always answers ()."""
        ...

    def sight(self, seen: Observation) -> Sight:
        """What the seat is shown of this moment, to be asked as often as one likes."""
        ...

    def say(self, event: Event, language: str) -> str:
        """An event in plain words."""
        ...

    def term(self, key: str, language: str) -> str:
        """A modifier or a result by its name, as events have it, in words."""
        ...


@runtime_checkable
class Taught(Protocol):
    """A game that has lessons: positions to play from, each with a goal. `marne.lessons` plays them."""

    def lessons(self) -> tuple[str, ...]:
        """The lessons by name, in the order of learning; none where the game has no folder of lessons."""
        ...

    def begin_lesson(self, setting: Setting, name: str) -> Position[Any]:
        """The first position of a lesson."""
        ...


def first_position(game: Game, setting: Setting) -> Position[Any]:
    """Where a game with this setting begins: in the position of the lesson that it names, else as the scenario does."""
    lesson = setting.option(LESSON)
    return game.begin_lesson(setting, lesson) if lesson and isinstance(game, Taught) else game.start(setting)


def check_setting(game: Game, setting: Setting | str) -> Setting:
    """The setting, or the scenario of that name, with every option filled in; UnknownGame with what there is."""
    if isinstance(setting, str):
        setting = Setting(setting)

    def known(kind: str, name: str, names: tuple[str, ...]) -> str:
        if name not in names:
            raise UnknownGame("no_part", game=game.name, kind=kind, name=name, names=", ".join(names) or Said("none"))
        return name

    scenarios = tuple(scenario.name for scenario in game.scenarios)
    known("scenario", setting.scenario, scenarios)
    edition = setting.edition or (game.editions[0] if game.editions else "")
    if game.editions or edition:
        known("edition", edition, game.editions)
    given = dict(setting.options)
    lesson = given.pop(LESSON, "")
    for name in given:
        known("option", name, tuple(option.name for option in game.options))
    chosen = []
    for option in game.options:
        chosen.append((option.name, known(f"{option.name}", given.get(option.name, option.values[0]), option.values)))
    if lesson:
        chosen.append((LESSON, known(LESSON, lesson, game.lessons() if isinstance(game, Taught) else ())))
    return Setting(setting.scenario, edition, tuple(chosen))
