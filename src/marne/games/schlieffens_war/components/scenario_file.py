"""What a scenario may say: `data/scenarios/NAME.toml`, typed. A rule asks the scenario, never its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from marne.tables import Problem, Range, Ref, TomlRecord

__all__ = ["Limits", "Markers", "ScenarioFile", "Setup", "TurnsOf", "Victory", "problems_of"]

SideName = Literal["german", "entente"]
Hex = Annotated[str, Ref("board/hexes.csv")]
Unit = Annotated[str, Ref("units.csv")]
Turn = Annotated[int, Range(1, 99)]


@dataclass(frozen=True)
class Limits:
    """Limits in hexes, units and points: `data/limits.toml`, the same in every scenario."""

    corps: int
    hqs: int
    defenders: int
    supply_range: int
    forced_march: int
    bef_extra_loss: int


@dataclass(frozen=True)
class Setup:
    """3.1: where counters begin. With `stacks` they stand as the scenario says, and what is neither there nor among the
    arrivals is out of the game; without, the players set up."""

    elan: Annotated[tuple[SideName, ...], "sides whose corps begin with elan"]
    first: Annotated[SideName, "who sets up first"] = "entente"
    first_army_row: Annotated[int | None, "from which row south corps of the French 1st Army may start"] = None
    stacks: dict[Hex, tuple[Unit, ...]] = field(default_factory=dict)  #: by hex, the top unit last
    reduced: Annotated[tuple[Unit, ...], "units that have lost a step"] = ()
    fatigued: tuple[Unit, ...] = ()
    german_ground: Annotated[tuple[Hex, ...], "hexes outside Germany in German hands, besides those of stacks"] = ()
    entente_ground: Annotated[tuple[Hex, ...], "hexes of Germany in Entente hands, besides those of stacks"] = ()


@dataclass(frozen=True)
class TurnsOf:
    """The turns on which something happens; what is not named never does."""

    first_regroup: Turn
    fresh: Annotated[tuple[Turn, ...], "Germans don't tire nor waste on the march, 3.1, 10.6"] = ()
    guns_return: Annotated[tuple[Turn, ...], "guns that have fired come back without a die, 11.23"] = ()
    bef_stands: Annotated[int, Range(0, 99), "up to this turn British units neither move nor attack, 9.2"] = 0
    withdrawal: Turn | None = None
    plan_xvii: Turn | None = None
    final_effort: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class Victory:
    """The numbers of chapter 4."""

    german_points: int
    draw_points: int
    endanger_paris: Annotated[bool, "points win for Germany only if Paris was endangered, 4.1"]
    plan_xvii_attacks: int = 0
    withdrawn_corps: int = 0
    withdrawn_factor: int = 0


@dataclass(frozen=True)
class Markers:
    """Markers that the German player has at the start (11.23)."""

    heavy_artillery: int
    coup_de_main: int


@dataclass(frozen=True)
class ScenarioFile:
    """A whole scenario, as its file has it."""

    title: str
    turns: Turn
    first_day: str
    days_per_turn: int
    first_player: SideName
    setup: Setup
    arrivals: dict[Unit, Turn]
    turns_of: TurnsOf
    victory: Victory
    markers: Markers


def problems_of(
    record: TomlRecord[ScenarioFile], limits: Limits, kinds: Mapping[str, tuple[str, str]], closed: set[str]
) -> Iterator[Problem]:
    """What doesn't fit together in a scenario: `kinds` are nation and kind of each counter by name, `closed` the hexes
    that no unit enters."""
    scenario = record.value
    setup, stacks = scenario.setup, scenario.setup.stacks

    def problem(path: str, expected: str, found: str) -> Problem:
        return Problem(record.file, expected, found, row=path)

    named = Counter([*scenario.arrivals, *(unit for stack in stacks.values() for unit in stack)])
    for unit, times in named.items():
        if times > 1:
            yield problem(
                "setup.stacks", "each counter once, in a stack or among the arrivals", f"{unit}: {times} times"
            )
    for unit in (*setup.reduced, *setup.fatigued):
        if unit not in named:
            yield problem("setup", "counters of the stacks or the arrivals", unit)
    for hex, stack in stacks.items():
        path = f"setup.stacks.{hex}"
        corps = sum(kinds[unit][1] in ("infantry", "cavalry", "fort") for unit in stack)
        if not stack or len({kinds[unit][0] for unit in stack}) > 1 or hex in closed:
            yield problem(path, "counters of one nation, on open ground (6.3)", ", ".join(stack))
        if corps > limits.corps or sum(kinds[unit][1] == "hq" for unit in stack) > limits.hqs:
            yield problem(path, f"at most {limits.corps} corps and {limits.hqs} HQ (6.2)", ", ".join(stack))
    for unit, turn in scenario.arrivals.items():
        if turn > scenario.turns:
            yield problem(f"arrivals.{unit}", f"a turn up to {scenario.turns}", str(turn))
    if scenario.victory.draw_points > scenario.victory.german_points:
        yield problem("victory.draw_points", "no more than german_points", str(scenario.victory.draw_points))
