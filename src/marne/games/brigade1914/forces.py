"""A12, C22, C26: brigades from points: what a list allows, what it costs, the tokens that it gives."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from marne.engine import MarneError, Refusal, value
from marne.games.brigade1914.data import COMMAND, LISTS, PRICES, QUALITIES, QUALITY, ArmyList
from marne.games.brigade1914.words import Reason

__all__ = [
    "BATTERY", "CAVALRY", "ELITE", "INFANTRY", "RAW", "TRAINED", "UnitSpec", "breaches", "budgeted", "points_of",
    "problems", "purchases", "read_force", "ready_force", "tokens_of", "write_force",
]  # fmt: skip

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


def problems(name: str, specs: tuple[UnitSpec, ...], points: int | None = None) -> list[Refusal]:
    """A12, C26: everything that a list does not allow about a force, in words."""
    return [breach.refusal() for breach in breaches(name, specs, points)]


def breaches(name: str, specs: tuple[UnitSpec, ...], points: int | None = None) -> list[Reason]:
    """A12, C26: everything that a list does not allow about a force; `number` is the unit's, where it is one's own."""
    army = LISTS[name]
    found: list[Reason] = []

    def need(holds: bool, key: str, **facts: Any) -> None:
        if not holds:
            found.append(Reason(army.rule, f"force.{key}", **facts))

    def between(key: str, span: tuple[int, ...], count: int, **facts: Any) -> None:
        need(span[0] <= count <= span[1], key, low=span[0], high=span[1], count=count, **facts)

    foot = [spec for spec in specs if spec.kind == INFANTRY and spec.arm == "line"]
    special = [spec for spec in specs if spec.kind == INFANTRY and spec.arm != "line"]
    horse = [spec for spec in specs if spec.kind == CAVALRY]
    guns = [spec for spec in specs if spec.kind == BATTERY]
    heavy = [spec for spec in guns if spec.arm == "heavy"]
    between("battalions", army.battalions, len(foot))
    between("regiments", army.regiments, len(horse))
    between("batteries", army.batteries, len(guns))
    if army.special:
        need(len(special) <= 1, "special", special=army.special)
    fifths = sum(spec.bases == army.companies[1] + 1 for spec in foot) if army.fifth_company else 0
    need(fifths <= 1, "fifth")
    for number, spec in enumerate(specs, 1):
        if spec.kind == INFANTRY and spec.arm == "line":
            low, high = army.companies
            between("companies", (low, high + bool(army.fifth_company)), spec.bases, number=number)
            need(spec.mgs <= army.machine_guns, "guns", most=army.machine_guns, number=number)
        elif spec.kind == CAVALRY:
            between("squadrons", army.squadrons, spec.bases, number=number)
            most = army.regiment_machine_guns
            need(spec.mgs <= most, "regiment_guns", most=most, number=number)
            need(spec.quality != RAW, "raw_cavalry", number=number)
        elif spec.kind == INFANTRY:
            need(spec.arm == army.special, "none_of", arm=spec.arm, number=number)
            if spec.arm == army.special:
                between("special_companies", army.special_companies, spec.bases, number=number)
                most = army.special_machine_guns
                need(spec.mgs <= most, "special_guns", most=most, number=number)
            need(spec.quality == ELITE, "special_elite", arm=spec.arm, number=number)
        else:
            arms = {"horse", "heavy"} if army.cavalry else {"field", "heavy"}
            need(spec.arm in arms and spec.bases == 2 and not spec.mgs, "own_guns", number=number)
        if spec.recruits and spec.kind != (CAVALRY if army.cavalry else INFANTRY):
            need(False, "recruits_for_horse" if army.cavalry else "recruits_for_foot", number=number)
    footguns, horseguns = sum(spec.mgs for spec in foot), sum(spec.mgs for spec in horse)
    need(footguns <= army.machine_guns_total, "guns_total", most=army.machine_guns_total)
    if army.machine_guns_per_battalion:
        need(footguns <= len(foot), "guns_per_battalion")
    raw = sum(spec.quality == RAW for spec in foot)
    if raw and reserve_brigades(army):
        need(raw == len(foot), "raw_throughout")
        if army.nation == "german":
            need(footguns * 3 <= len(foot), "reserve_guns")
        else:
            need(len(foot) <= 4, "reserve_battalions")
    need(raw <= army.raw_units, "raw", most=army.raw_units)
    need(horseguns <= army.regiment_machine_guns_total, "horse_guns_total", most=army.regiment_machine_guns_total)
    if army.regiments_per_machine_gun:
        need(horseguns * army.regiments_per_machine_gun <= len(horse), "guns_per_regiments")
    elite = sum(spec.quality == ELITE for spec in (*foot, *horse))
    need(elite <= army.elite_units, "elite", most=army.elite_units)
    need(len(heavy) <= army.heavy, "heavy", most=army.heavy)
    need(not heavy or len(guns) - len(heavy) >= army.heavy_needs, "heavy_needs", least=army.heavy_needs)
    recruits = sum(spec.recruits for spec in specs)
    need(recruits <= army.reinforcements, "recruits", most=army.reinforcements)
    if points is not None:
        cost = points_of(specs, army)
        need(cost <= points, "points", cost=cost, points=points)
    return found


def reserve_brigades(army: ArmyList) -> bool:
    """C26: German and French lists allow a brigade of reservists, raw throughout."""
    return army.raw_units > army.battalions[1] and army.nation in ("german", "french")


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


def write_force(specs: tuple[UnitSpec, ...]) -> str:
    """The notation of a force."""
    words = []
    for spec in specs:
        if spec.kind == BATTERY:
            words.append(spec.arm)
            continue
        head = "cav" if spec.kind == CAVALRY else {"line": "bn", "jaeger": "jg", "cyclists": "cyc"}[spec.arm]
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


def purchases(name: str, specs: tuple[UnitSpec, ...], points: int) -> list[tuple[str, tuple[UnitSpec, ...]]]:
    """A12, C26: every single thing that can still be bought, as notation and the force with it."""
    army = LISTS[name]
    found: dict[str, tuple[UnitSpec, ...]] = {}

    def offer(key: str, force: tuple[UnitSpec, ...]) -> None:
        if key not in found and not breaches(name, force, points):
            found[key] = force

    gun = "horse" if army.cavalry else "field"
    foot = [spec for spec in specs if spec.kind == INFANTRY and spec.arm == "line"]
    reserve = reserve_brigades(army) and bool(foot) and all(spec.quality == RAW for spec in foot)
    if reserve_brigades(army) and not reserve:
        offer("raw", tuple(_raw(spec) if spec in foot else spec for spec in specs))
    offer("battalion", (*specs, UnitSpec(INFANTRY, "line", army.companies[0], 0, RAW if reserve else TRAINED)))
    if army.special:
        offer(army.special, (*specs, UnitSpec(INFANTRY, army.special, army.special_companies[0], 0, ELITE)))
    offer("regiment", (*specs, UnitSpec(CAVALRY, "horse", army.squadrons[0])))
    offer("battery", (*specs, UnitSpec(BATTERY, gun, 2)))
    for i, spec in enumerate(specs):
        before, after = specs[:i], specs[i + 1 :]
        k, a, b, m, q, r = spec.kind, spec.arm, spec.bases, spec.mgs, spec.quality, spec.recruits
        if k == BATTERY:
            if a != "heavy":
                offer(f"heavy {i + 1}", (*before, UnitSpec(k, "heavy", 2), *after))
            continue
        offer(f"base {i + 1}", (*before, UnitSpec(k, a, b + 1, m, q, r), *after))
        offer(f"machine gun {i + 1}", (*before, UnitSpec(k, a, b, m + 1, q, r), *after))
        if q == TRAINED:
            offer(f"elite {i + 1}", (*before, UnitSpec(k, a, b, m, ELITE, r), *after))
            offer(f"raw {i + 1}", (*before, _raw(spec), *after))
        if k == (CAVALRY if army.cavalry else INFANTRY):
            offer(f"reinforcement {i + 1}", (*before, UnitSpec(k, a, b, m, q, r + 1), *after))
    return list(found.items())


def _raw(spec: UnitSpec) -> UnitSpec:
    return UnitSpec(spec.kind, spec.arm, spec.bases, spec.mgs, RAW, spec.recruits)


def budgeted(name: str, points: int) -> tuple[UnitSpec, ...]:
    """A12: the compulsory part of a list, from which buying starts."""
    army = LISTS[name]
    force = [UnitSpec(INFANTRY, "line", army.companies[0])] * army.battalions[0]
    force += [UnitSpec(CAVALRY, "horse", army.squadrons[0])] * army.regiments[0]
    if breaches(name, tuple(force), points):
        raise MarneError(f"{points} points do not buy the compulsory part of {army.title}")
    return tuple(force)


@cache
def ready_force(name: str, points: int) -> tuple[UnitSpec, ...]:
    """A12, C26: a legal force for so many points: the list's order of buying, each step taken if it can be paid."""
    army = LISTS[name]
    force = budgeted(name, points)
    for word in army.order.split():
        legal = dict(purchases(name, force, points))
        taken = next((key for key in _meant(word, force) if key in legal), None)
        if taken is not None:
            force = legal[taken]
    return force


def _meant(word: str, force: tuple[UnitSpec, ...]) -> list[str]:
    """C26: what a word of an order of buying may stand for, best first."""
    foot = [i + 1 for i, spec in enumerate(force) if spec.kind == INFANTRY and spec.arm == "line"]
    horse = [i + 1 for i, spec in enumerate(force) if spec.kind == CAVALRY]
    special = [i + 1 for i, spec in enumerate(force) if spec.kind == INFANTRY and spec.arm != "line"]
    guns = [i + 1 for i, spec in enumerate(force) if spec.kind == BATTERY]
    match word:
        case "bn":
            return ["battalion"]
        case "cav":
            return ["regiment"]
        case "jg":
            return ["jaeger", "cyclists"]
        case "bat":
            return ["battery"]
        case "co":
            return [f"base {i}" for i in foot if force[i - 1].bases < 4]
        case "mg":
            return [f"machine gun {i}" for i in sorted((*foot, *horse), key=lambda i: force[i - 1].mgs)]
        case "cmg":
            return [f"machine gun {i}" for i in sorted(horse, key=lambda i: force[i - 1].mgs)]
        case "jco":
            return [f"base {i}" for i in special]
        case "jmg":
            return [f"machine gun {i}" for i in special]
        case "sq":
            return [f"base {i}" for i in horse]
        case "heavy":
            return [f"heavy {i}" for i in reversed(guns)]
        case "E":
            return [f"elite {i}" for i in (*foot, *horse)]
        case _:
            return [f"reinforcement {i}" for i in sorted((*foot, *horse), key=lambda i: force[i - 1].recruits)]
