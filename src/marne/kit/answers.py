"""One vocabulary of answers: what a question says of its words, and what follows from it.

An answer is a word (`"end"`), a word with what it names (`("to", hex)`), or a thing alone (a die, a unit, a point). A
question says in `shape` what follows each of its words, and under no word what a thing alone is:
`{"to": "hex", "move": "unit", "advance": "unit hex", "": "unit"}`. A game says once how things of each kind are written
and read. Writing, reading, clicking and refusing follow from the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from marne.engine import Answer, Board, Position, Question, Refusal, Target, write_plainly
from marne.kit.reasons import Reason

__all__ = ["POINT", "AnsweredLine", "Kind", "Shape", "by_name", "why_not_offered"]

B = TypeVar("B", bound=Board)
A = TypeVar("A")
Shape = Mapping[str, str]
"""What stands after each word of a question's answers: kinds, with blanks between them."""


def _no_hexes(thing: Any) -> tuple[int, ...]:
    return ()


class Kind(NamedTuple):
    """How a thing is written and read on a board; None is read where there is no such thing."""

    write: Callable[[Any, Any], str]
    read: Callable[[Any, str], Answer | None]
    hexes: Callable[[Any], tuple[int, ...]] = _no_hexes
    """The hexes that a thing stands for, where it is no hex itself: a bridge, a fort."""


def by_name(names: Sequence[str], hexes: Callable[[int], tuple[int, ...]] = _no_hexes) -> Kind:
    """Things that are numbered names; one without a name is not read.

    >>> armies = by_name(("1.Armee", "2.Armee"))
    >>> armies.write(None, 1), armies.read(None, "1.Armee"), armies.read(None, "9.Armee")
    ('2.Armee', 0, None)
    """
    numbers = {name: number for number, name in enumerate(names) if name}
    return Kind(lambda board, number: names[number], lambda board, text: numbers.get(text), hexes)


def _read_point(board: Any, text: str) -> Answer | None:
    x, comma, y = text.partition(",")
    if not comma:
        return text if text.isalpha() else None
    try:
        point = int(x), int(y)
    except ValueError:
        return None
    return point if f"{point[0]},{point[1]}" == text else None


POINT = Kind(lambda board, point: ",".join(map(str, point)), _read_point)
"""A place on an open table, `1200,900`; or a word, which the question judges."""


@cache
def _split(kinds: str) -> tuple[str, ...]:
    return tuple(kinds.split())


class AnsweredLine(Question[B, A], Generic[B, A]):
    """A line that somebody answers. It gives its reasons as keys, so that they can be read in any language."""

    __slots__ = ()
    kinds: ClassVar[Mapping[str, Kind]] = {}
    """The kinds of things that a game's answers name; `hex` and `unit` are what can be clicked."""
    reasons: ClassVar[type[Reason]] = Reason
    shape: ClassVar[Shape] = {}
    verb: ClassVar[str] = ""
    """What the notation of a thing alone opens with: `lose ` in `lose X AK`."""

    def shapes(self, board: B) -> Shape:
        """The shape, where it depends on more than the class."""
        return self.shape

    def lead(self) -> str:
        """The verb, where it depends on more than the class."""
        return self.verb

    def things(self, board: B, answer: Answer) -> list[tuple[str, Any]]:
        """What an answer names, each with its kind, in order; a word alone names nothing."""
        shapes = self.shapes(board)
        if isinstance(answer, tuple) and answer and isinstance(answer[0], str):
            return list(zip(_split(shapes.get(answer[0], "")), answer[1:], strict=False))
        return [] if isinstance(answer, str) or "" not in shapes else [(shapes[""], answer)]

    # -- writing and reading

    def write(self, board: B, answer: Answer) -> str:
        """`to AK30`, `move 27e-DI`, `lose X AK`, `7`, `end`."""
        if isinstance(answer, str):
            return answer
        shapes = self.shapes(board)
        if isinstance(answer, tuple) and answer and isinstance(answer[0], str):
            kinds = _split(shapes.get(answer[0], ""))
            if len(kinds) + 1 != len(answer):
                return write_plainly(answer)
            known = zip(kinds, answer[1:], strict=True)
            return " ".join((answer[0], *[self.kinds[kind].write(board, thing) for kind, thing in known]))
        if "" not in shapes:
            return write_plainly(answer)
        return self.lead() + self.kinds[shapes[""]].write(board, answer)

    def read(self, board: B, text: str) -> Answer | None:
        """What a text means, legal or not, so that a refusal can say why."""
        shapes = self.shapes(board)
        word, _, rest = text.partition(" ")
        if word and word in shapes:
            kinds = _split(shapes[word])
            parts = rest.split(" ") if len(kinds) > 1 else [rest] * len(kinds)
            if len(parts) == len(kinds) and bool(rest) == bool(kinds):
                read = [self.kinds[kind].read(board, part) for kind, part in zip(kinds, parts, strict=True)]
                things = tuple(thing for thing in read if thing is not None)
                if len(things) == len(kinds):
                    return (word, *things) if things else word
        thing = self.kinds[shapes[""]].read(board, text.removeprefix(self.lead())) if "" in shapes else None
        return self.bare(board, text) if thing is None else thing

    def bare(self, board: B, text: str) -> Answer | None:
        """What a text means that names nothing known."""
        return None

    # -- clicking and refusing

    def reason(self, board: B, answer: Answer) -> Reason | None:
        """The best reason against an answer that is not offered; for an open ask None where it is legal."""
        return self.reasons(self.rule, "why.not_now")

    def because(self, board: B, answer: Answer) -> Reason | None:
        """The same, where a game has reasons that all its questions share."""
        return self.reason(board, answer)

    def why_not(self, board: B, answer: Answer) -> Refusal | None:
        """The reason in English: the engine's own language."""
        reason = self.because(board, answer)
        return None if reason is None else reason.refusal()

    def under(self, board: B, unit: int) -> int:
        """The hex that a click on a counter means where only hexes are asked for, -1 for none."""
        return -1

    def clicked(self, board: B, target: Target) -> dict[str, Answer]:
        """What was clicked, by its kind."""
        texts = {kind: target[name] for kind, name in (("hex", "hex"), ("unit", "piece")) if name in target}
        found = {kind: self.kinds[kind].read(board, text) for kind, text in texts.items() if kind in self.kinds}
        things = {kind: thing for kind, thing in found.items() if thing is not None}
        unit = things.get("unit")
        if isinstance(unit, int) and "hex" not in things and "unit" not in self.shapes(board).values():
            hex = self.under(board, unit)
            return things if hex < 0 else {**things, "hex": hex}
        return things

    def stray(self, board: B, target: Target) -> Reason:
        """Why a thing that was clicked is not offered, where no word takes a thing of its kind."""
        return self.reasons(self.rule, "why.not_now")


def why_not_offered(position: Position[Any], target: Target) -> Reason | None:
    """Why a hex or a counter that was clicked is not offered to the seat that is asked: the open question's own reason,
    for each of its words. None where it is offered."""
    step, board = position.step, position.board
    assert isinstance(step, AnsweredLine)
    assert position.open is not None
    things = step.clicked(board, target)
    words = ((word, things[kind]) for word, kind in step.shapes(board).items() if kind in things)
    meant: list[Answer] = [(word, thing) if word else thing for word, thing in words]
    if not meant:
        return step.stray(board, target)
    if any(answer in position.open for answer in meant):
        return None
    found = filter(None, (step.because(board, answer) for answer in meant))
    return next(found, None) or step.reasons(step.rule, "why.not_now")
