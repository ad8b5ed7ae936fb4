"""What every step has in common: answers in people's notation, reasons why not.

An answer is a die (`7`), a word (`"end"`), or a word with what it names: `("to", hex)`. A question says in `shape` what
follows each of its words: `{"to": "hex", "move": "unit", "face": "facing"}`. What follows from that is in
`marne.kit.answers`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeAlias, TypeVar

from marne.engine import CHANCE, Answer, Ask, Refusal, Step, Target, value
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, IDS, SIDE, Unit
from marne.games.nach_paris.words import Reason
from marne.kit import AnsweredLine, Kind, Shape, by_name

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
]

A = TypeVar("A")
Steps: TypeAlias = tuple[Step[NachParisBoard], ...]
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


def _kind(
    write: Callable[[int], str], read: Callable[[str], int], hexes: Callable[[int], tuple[int, ...]] = lambda thing: ()
) -> Kind:
    """Things that are numbers, whatever the board; -1 is none."""

    def found(board: NachParisBoard, text: str) -> int | None:
        thing = read(text)
        return None if thing == -1 else thing

    return Kind(lambda board, thing: write(thing), found, hexes)


_KINDS: Final = {
    "unit": _kind(IDS.__getitem__, unit_of),
    "hex": _kind(label, hex_of),
    "facing": by_name(FACING_NAMES),
    "hexside": _kind(_side, _side_of, lambda side: tuple(MAP.grid.side_hexes(side))),
    "fort": by_name(_FORTS, lambda fort: (MAP.forts[fort].hex,)),
    "structure": by_name(_STRUCTURES, lambda number: (MAP.structures[number].hex, MAP.structures[number].to)),
    "number": _kind(str, _number_of),
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


class NachParisQuestion(AnsweredLine[NachParisBoard, A]):
    """A line that somebody decides: it writes `ask`, `answered`, `shape`, and `reason` where it can say why not."""

    __slots__ = ()
    kinds = _KINDS
    reasons = Reason

    def __init_subclass__(cls, **more: Any) -> None:
        """[19.1.3] With fog of war on, answers name hidden units: only who gives one reads it in the log."""
        super().__init_subclass__(**more)
        own = cls.__dict__.get("ask")
        if own is not None and not hasattr(own, "__wrapped__"):
            cls.ask = _quietly(own)  # type: ignore[assignment, method-assign]

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
        return any(kind == "unit" and SIDE[thing] != actor for kind, thing in self.things(board, answer))

    def why_not(self, board: NachParisBoard, answer: Answer) -> Refusal | None:
        """The reason in English: the engine's own language."""
        return (self.because(board, answer) or Reason(self.rule, "why.not_offered")).refusal("en")

    def bare(self, board: NachParisBoard, text: str) -> Answer | None:
        """A die, or a word that names nothing, whether the question knows it or not."""
        if text.isdecimal():
            return int(text)
        return None if " " in text or self.shapes(board).get(text) else text

    def stray(self, board: NachParisBoard, target: Target) -> Reason:
        """Nothing here can be chosen by a click."""
        return Reason(self.rule, "why.nothing")


def each_nation(board: NachParisBoard, *makes: Callable[[int], Step[NachParisBoard]]) -> Steps:
    """[3.2.1] Each step is done by the Belgians, then the French, then the British, before the next step begins."""
    return tuple(make(nation) for make in makes for nation in board.nations(board.side))
