"""The client's types, written from the values that the server sends: `python -m scripts.wire_types`.

One interface for each value, with its docstring; a field that is left out where it is empty has a question mark.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from marne.atlas.draw.output import BoardGeometry, HexGeometry
from marne.engine import (
    About,
    Aim,
    Allotment,
    Army,
    ArmyKind,
    Breach,
    Card,
    Choice,
    CombatTable,
    Context,
    DeskSheet,
    Distribution,
    Explanation,
    Formation,
    Goal,
    Happened,
    Hint,
    Judged,
    JudgedUnit,
    Line,
    Looked,
    Modifier,
    Mustered,
    Mustering,
    Objective,
    Outcome,
    OverlayGroup,
    Panel,
    Piece,
    Prize,
    Prompt,
    ReadyForce,
    Ring,
    Scene,
    SightLine,
    Stop,
    Stored,
    TableRow,
    Tabletop,
    Taker,
    Tally,
    Terrain,
    Troops,
    Way,
)
from marne.engine.survey import Led
from marne.kit import ScenarioPage
from marne.table.front.told import ArmyStart, Glance, Measured, SideAim, Start
from marne.table.view.payloads import (
    AnalysisTold,
    AskedBack,
    ChatLine,
    Checked,
    Chosen,
    DiceTold,
    Drawn,
    GameInfo,
    GameOption,
    GameScenario,
    GameStory,
    HeardTold,
    HexCard,
    Invited,
    Listed,
    LogEntry,
    LossesOfArmy,
    Luck,
    LuckOfSeat,
    LuckyThrow,
    Moment,
    MomentTold,
    NamedTurning,
    Reply,
    ScoreThen,
    SeatInfo,
    SeatListed,
    Standing,
    StorySentence,
    Suggested,
    TableState,
    TurningTold,
    TurnLoss,
)

__all__ = ["TARGET", "VALUES", "written"]

TARGET = Path(__file__).parent.parent / "web/src/lib/wire.ts"

VALUES: tuple[type[Any], ...] = (
    Piece, Choice, Context, Prompt, Line, Panel, Tally, TableRow, CombatTable, Terrain, Objective, Troops, Goal, Card,
    Taker, Allotment, Mustering, Stored, DeskSheet, Tabletop, Mustered, Formation, Aim, Prize, OverlayGroup, Scene,
    Modifier, Happened, Outcome, Distribution, Explanation, Stop, Hint, About, LogEntry, SeatInfo, Chosen, AskedBack,
    Standing, DiceTold, Drawn, ChatLine, TableState, Moment, Reply, GameScenario, GameOption, GameInfo, LuckOfSeat,
    LuckyThrow, Luck, MomentTold, TurningTold, AnalysisTold, HeardTold,
    StorySentence, ScoreThen, NamedTurning, TurnLoss, LossesOfArmy, GameStory, SeatListed, Invited, Listed, Led,
    HexCard, SideAim, ArmyStart, Measured, Start, Glance,
    ScenarioPage, SightLine, Ring, Looked, Checked, Suggested, ArmyKind, ReadyForce, Army, JudgedUnit, Breach, Judged,
    HexGeometry, BoardGeometry, Way,
)  # fmt: skip
"""In the order of the file."""

SPARSE: frozenset[type[Any]] = frozenset({Happened, Mustered})
"""Values whose empty fields are left out on the wire."""

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typed(hint: Any) -> str:
    """A Python type as TypeScript says it.

    >>> typed(tuple[str, ...]), typed(int | None), typed(tuple[str, int] | None), typed(Mapping[str, tuple[int, ...]])
    ('string[]', 'number | null', '[string, number] | null', 'Record<string, number[]>')
    """
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and (is_dataclass(hint) or is_typeddict(hint)):
        if hint not in VALUES:
            raise TypeError(f"{hint.__name__} is sent and has no type of its own: add it to VALUES")
        return hint.__name__
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f"'{each}'" for each in args)
    if origin in (Union, types.UnionType):
        return " | ".join(typed(each) for each in args)
    if origin is tuple and (len(args) != 2 or args[1] is not Ellipsis):
        return f"[{', '.join(typed(each) for each in args)}]"
    if origin in (tuple, list, Sequence):
        inner = typed(args[0])
        return f"({inner})[]" if " " in inner and inner[0] != "[" else f"{inner}[]"
    if origin is Mapping:
        return f"Record<{typed(args[0])}, {typed(args[1])}>"
    raise TypeError(f"no TypeScript for {hint!r}")


def parts(kind: type[Any]) -> dict[str, Any]:
    """The fields of a value or a told dict, with their types."""
    hints = get_type_hints(kind)
    return hints if is_typeddict(kind) else {field.name: hints[field.name] for field in fields(kind)}


def may_lack(kind: type[Any], name: str) -> bool:
    """Whether a field may be missing on the wire."""
    if is_typeddict(kind):
        return get_origin(get_type_hints(kind, include_extras=True)[name]) is NotRequired
    return kind in SPARSE and next(each for each in fields(kind) if each.name == name).default is not MISSING


def interface(kind: type[Any]) -> str:
    """A value as an interface."""
    lines = [f"  {name}{'?' if may_lack(kind, name) else ''}: {typed(hint)};" for name, hint in parts(kind).items()]
    told = " ".join((kind.__doc__ or "").partition(">>>")[0].split())
    said = (f"/** {told} */",) if told and "TypedDict" not in told else ()
    return "\n".join((*said, f"export interface {kind.__name__} {{", *lines, "}"))


def written() -> str:
    """The whole file."""
    head = (
        "// Written by scripts/wire_types.py from the values and dicts that the server sends: change those, and run it."
    )
    return "\n\n".join((head, *map(interface, VALUES))) + "\n"


if __name__ == "__main__":
    TARGET.write_text(written(), encoding="utf-8")
