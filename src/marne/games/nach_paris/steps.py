"""What every step has in common: answers in people's notation, reasons why not.

An answer is a die (`7`), a word (`"end"`), or a word with what it names: `("to", hex)`. A question says in `shape` what
follows each of its words: `{"to": "hex", "move": "unit", "face": "facing"}`. Writing, reading, clicking and refusing
follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from marne.engine import CHANCE, Answer, Ask, Position, Question, Refusal, Step, value
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, IDS, SIDE, Unit
from marne.games.nach_paris.words import Reason

__all__ = [
    "FACING_NAMES",
    "NachParisQuestion",
    "NachParisStep",
    "Reason",
    "Shape",
    "Steps",
    "Why",
    "Word",
    "each_nation",
    "hex_of",
    "label",
    "unit_of",
    "value",
    "why_not_offered",
]

A = TypeVar("A")
Steps: TypeAlias = tuple[Step[NachParisBoard], ...]
Shape: TypeAlias = Mapping[str, str]
"""What stands after each word of a question's answers: kinds of `_KINDS`, with blanks between them."""
Word: TypeAlias = tuple[str, int]
"""An answer of a word and the number of what it names."""
Why: TypeAlias = Reason | None
"""What a question says of an answer that it doesn't offer: words. What it offers was decided before, by functions that
give `Reason | None`."""

FACING_NAMES: Final = MAP.grid.direction_names


def label(hex: Hex) -> str:
    """A hex as people write it."""
    return MAP.grid.label(hex)


def hex_of(text: str) -> Hex:
    """The hex of a label, -1 if there is none."""
    return MAP.grid.hex(text) if text in MAP.grid else -1


def unit_of(text: str) -> Unit:
    """The unit of an id, -1 if there is none."""
    return BY_ID.get(text, -1)


def _side(side: int) -> str:
    return "/".join(map(label, MAP.grid.side_hexes(side)))


def _side_of(text: str) -> int:
    a, _, b = text.partition("/")
    hexes = hex_of(a), hex_of(b)
    return MAP.grid.side(*hexes) if min(hexes) >= 0 and MAP.grid.adjacent(*hexes) else -1


def _number_of(text: str) -> int:
    return int(text) if text.lstrip("-").isdecimal() else -1


_FORTS: Final = tuple(f"{label(fort.hex)}:{fort.name.replace(' ', '-')}" for fort in MAP.forts)
_STRUCTURES: Final = tuple(f"{label(s.hex)}>{label(s.to)}:{i}" for i, s in enumerate(MAP.structures))

_KINDS: Final[Mapping[str, tuple[Callable[[int], str], Callable[[str], int]]]] = {
    "unit": (IDS.__getitem__, unit_of),
    "hex": (label, hex_of),
    "facing": (FACING_NAMES.__getitem__, lambda text: FACING_NAMES.index(text) if text in FACING_NAMES else -1),
    "hexside": (_side, _side_of),
    "fort": (_FORTS.__getitem__, lambda text: _FORTS.index(text) if text in _FORTS else -1),
    "structure": (_STRUCTURES.__getitem__, lambda text: _STRUCTURES.index(text) if text in _STRUCTURES else -1),
    "number": (str, _number_of),
}
"""How each kind of thing is written and read."""


class NachParisStep(Step[NachParisBoard]):
    """A line of the sequence of play that nobody decides: it writes `do`."""

    __slots__ = ()


def _quietly(ask: Callable[[Any, NachParisBoard], Any]) -> Callable[[Any, NachParisBoard], Any]:
    """`ask` of a step, its answers kept from the other side where fog of war is on."""

    @wraps(ask)
    def asked(self: Any, board: NachParisBoard) -> Any:
        found = ask(self, board)
        if board.fog and isinstance(found, Ask) and found.actor != CHANCE and found.seen_by is None:
            return Ask(found.actor, found.options, seen_by=(found.actor,))
        return found

    return asked


class NachParisQuestion(Question[NachParisBoard, A]):
    """A line that somebody decides: it writes `ask`, `answered`, `shape`, and `reason` where it can say why not."""

    __slots__ = ()
    shape: ClassVar[Shape] = {}

    def __init_subclass__(cls, **more: Any) -> None:
        """[19.1.3] With fog of war on, answers name hidden units: only who gives one reads it in the log."""
        super().__init_subclass__(**more)
        own = cls.__dict__.get("ask")
        if own is not None and not hasattr(own, "__wrapped__"):
            cls.ask = _quietly(own)  # type: ignore[assignment, method-assign]

    def shapes(self, board: NachParisBoard) -> Shape:
        """The shape, where it hangs on more than the class."""
        return self.shape

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why an answer, or a thing that was clicked, is not offered; None if there is no better word than that."""
        return None

    def because(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why an answer is not offered: it names a unit of the enemy, or the question's own reason."""
        return self._of_the_enemy(board, answer) or self.reason(board, answer)

    def _of_the_enemy(self, board: NachParisBoard, answer: Answer) -> Why:
        """[3.2.1] A unit of the enemy, where the question offers only one's own."""
        asked = self.ask(board) if isinstance(answer, tuple) else None
        if not isinstance(asked, Ask) or not self._names_enemy(board, answer, asked.actor):
            return None
        offered = any(self._names_enemy(board, option, asked.actor) for option in asked.options or ())
        return None if offered else Reason("3.2.1", "why.enemy")

    def _names_enemy(self, board: NachParisBoard, answer: Answer, actor: int) -> bool:
        if not isinstance(answer, tuple):
            return False
        kinds = self.shapes(board).get(str(answer[0]), "").split()
        parts: list[Any] = list(answer[1:])
        return any(kind == "unit" and SIDE[part] != actor for kind, part in zip(kinds, parts, strict=False))

    def why_not(self, board: NachParisBoard, answer: Answer) -> Refusal | None:
        """The reason in English: the engine's own language."""
        return (self.because(board, answer) or Reason(self.rule, "why.not_offered")).refusal("en")

    def write(self, board: NachParisBoard, answer: Answer) -> str:
        """`to AK30`, `move 27e-DI`, `face NE`, `7`, `end`."""
        if not isinstance(answer, tuple):
            return str(answer)
        word = str(answer[0])
        parts: list[Any] = list(answer[1:])
        kinds = self.shapes(board).get(word, "").split()
        return " ".join((word, *(_KINDS[kind][0](part) for kind, part in zip(kinds, parts, strict=True))))

    def read(self, board: NachParisBoard, text: str) -> Answer | None:
        """What a text means, legal or not, so that a refusal can say why."""
        if text.isdecimal():
            return int(text)
        word, *parts = text.split(" ")
        kinds = self.shapes(board).get(word, "").split()
        if len(kinds) != len(parts):
            return None
        numbers = tuple(_KINDS[kind][1](part) for kind, part in zip(kinds, parts, strict=True))
        if not kinds:
            return word
        return None if -1 in numbers else (word, *numbers)


def each_nation(board: NachParisBoard, *makes: Callable[[int], Step[NachParisBoard]]) -> Steps:
    """[3.2.1] Each step is done by the Belgians, then the French, then the British, before the next step begins."""
    return tuple(make(nation) for make in makes for nation in board.nations(board.side))


def why_not_offered(position: Position[NachParisBoard], target: Mapping[str, str]) -> Reason | None:
    """Why a hex or a counter that was clicked is not offered: the open step's own reason, for each of its words. None
    where it is offered after all."""
    ask, step, board = position.open, position.step, position.board
    if ask is None or ask.actor == CHANCE or not isinstance(step, NachParisQuestion):
        return Reason(step.rule, "why.nobody")
    things = {"hex": hex_of(target.get("hex", "")), "unit": unit_of(target.get("piece", ""))}
    meant = [(word, things[kind]) for word, kind in step.shapes(board).items() if kind in things and things[kind] >= 0]
    if any(answer in (ask.options or ()) for answer in meant):
        return None
    for answer in meant:
        if found := step.because(board, answer):
            return found
    return Reason(step.rule, "why.not_now" if meant else "why.nothing")
