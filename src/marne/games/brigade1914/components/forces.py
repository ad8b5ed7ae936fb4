"""A12, C22, C26: units of an order of battle: their notation, what they cost, the tokens that they give."""

from __future__ import annotations

import re
from typing import Final

from marne.engine import MarneError, value
from marne.games.brigade1914.components.data import COMMAND, LISTS, PRICES, QUALITIES, QUALITY, ArmyList

__all__ = [
    "BATTERY",
    "CAVALRY",
    "ELITE",
    "INFANTRY",
    "RAW",
    "TRAINED",
    "UnitSpec",
    "points_of",
    "read_force",
    "tokens_of",
    "word_of",
    "write_force",
]

INFANTRY: Final = "infantry"
CAVALRY: Final = "cavalry"
BATTERY: Final = "battery"
RAW, TRAINED, ELITE = 0, 1, 2
"""C22: places in QUALITIES."""

_SPECIAL: Final = {"jg": "jaeger", "cyc": "cyclists"}
_UNIT = re.compile(r"(bn|jg|cyc|cav|field|horse|heavy|re)(\d?)(?:\+(\d))?([ER]?)(?:r(\d))?")


@value
class UnitSpec:
    """A unit of an order of battle. `arm` is line, jaeger, cyclists, horse, field or heavy; `recruits` are bases of
    reinforcement that wait off the table (C8)."""

    kind: str
    arm: str
    bases: int
    mgs: int = 0
    quality: int = TRAINED
    recruits: int = 0


def points_of(specs: tuple[UnitSpec, ...], army: ArmyList | None = None) -> int:
    """A12, C22, C26: what a force costs; the general is free."""
    total = 0
    base = PRICES.base if army is None else army.base_points
    for spec in specs:
        if spec.kind == BATTERY:
            total += PRICES.horse_battery if spec.arm == "horse" else PRICES.field_battery
            total += PRICES.heavy if spec.arm == "heavy" else 0
        else:
            total += (base + QUALITY[QUALITIES[spec.quality]].points) * (spec.bases + spec.mgs)
            if army is not None and army.fifth_company and spec.kind == INFANTRY and spec.bases > army.companies[1]:
                total += army.fifth_company - base - QUALITY[QUALITIES[spec.quality]].points
        total += base * spec.recruits
    return total


def tokens_of(specs: tuple[UnitSpec, ...]) -> int:
    """A2: the tokens that a brigade generates with all its units on the table."""
    return COMMAND.tokens["general"] + sum(COMMAND.tokens[spec.kind] for spec in specs)


def read_force(name: str, text: str) -> tuple[UnitSpec, ...]:
    """A force from its notation: `bn4+1E bn4+1 cav3+1E field re2`."""
    army, specs, recruits = LISTS[name], [], 0
    for word in text.split():
        match = _UNIT.fullmatch(word)
        if not match:
            raise MarneError(f"{word!r} is no unit; write such as bn4+1E, jg3, cav3+1, field, heavy, horse, re2")
        what, bases, mgs, quality, own = match.groups()
        grade = {"E": ELITE, "R": RAW, "": TRAINED}[quality]
        if what in ("re", "field", "horse", "heavy") and (mgs or quality or own or (bases and what != "re")):
            raise MarneError(f"{word!r}: {what} has neither grade, machine guns nor bases of its own choice (A12)")
        if what in _SPECIAL and quality == "R":
            raise MarneError(f"{word!r}: {_SPECIAL[what]} are always elite (C26)")
        if what == "re":
            recruits = int(bases or 1)
        elif what in ("field", "horse", "heavy"):
            specs.append(UnitSpec(BATTERY, what, 2))
        elif not bases:
            raise MarneError(f"{word!r} says not how many bases; write such as {what}3")
        elif what == "cav":
            specs.append(UnitSpec(CAVALRY, "horse", int(bases), int(mgs or 0), grade, int(own or 0)))
        elif what == "bn":
            specs.append(UnitSpec(INFANTRY, "line", int(bases), int(mgs or 0), grade, int(own or 0)))
        else:
            specs.append(UnitSpec(INFANTRY, _SPECIAL[what], int(bases), int(mgs or 0), ELITE, int(own or 0)))
    return _with_recruits(army, specs, recruits)


def word_of(spec: UnitSpec) -> str:
    """The word that a unit's notation begins with."""
    if spec.kind == BATTERY:
        return spec.arm
    return "cav" if spec.kind == CAVALRY else {"line": "bn", "jaeger": "jg", "cyclists": "cyc"}[spec.arm]


def write_force(specs: tuple[UnitSpec, ...]) -> str:
    """The notation of a force."""
    words = []
    for spec in specs:
        head = word_of(spec)
        if spec.kind == BATTERY:
            words.append(head)
            continue
        guns = f"+{spec.mgs}" if spec.mgs else ""
        recruits = f"r{spec.recruits}" if spec.recruits else ""
        words.append(
            f"{head}{spec.bases}{guns}{('R', '', 'E')[spec.quality] if head in ('bn', 'cav') else ''}{recruits}"
        )
    return " ".join(words)


def _with_recruits(army: ArmyList, specs: list[UnitSpec], recruits: int) -> tuple[UnitSpec, ...]:
    """C8: bought bases are assigned to the battalions, or to the regiments of a cavalry brigade, in turn."""
    kind = CAVALRY if army.cavalry else INFANTRY
    takers = [i for i, spec in enumerate(specs) if spec.kind == kind]
    for n in range(recruits if takers else 0):
        i = takers[n % len(takers)]
        spec = specs[i]
        specs[i] = UnitSpec(spec.kind, spec.arm, spec.bases, spec.mgs, spec.quality, spec.recruits + 1)
    return tuple(specs)
