"""A12, C22, C26: brigades from points: what a list allows, what it costs, the tokens that it gives."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from marne.engine import MarneError, Refusal, value
from marne.games.brigade1914.data import LISTS, QUALITIES, ArmyList, R, S

__all__ = [
    "BATTERY", "CAVALRY", "ELITE", "INFANTRY", "RAW", "TRAINED", "UnitSpec", "budgeted", "points_of", "problems",
    "purchases",
    "read_force", "ready_force", "tokens_of", "write_force",
]  # fmt: skip

INFANTRY: Final = "infantry"
CAVALRY: Final = "cavalry"
BATTERY: Final = "battery"
RAW, TRAINED, ELITE = 0, 1, 2
"""C22: places in QUALITIES."""

_BASE: Final = 12
"""A12: a company, squadron, machine gun or reinforcement base."""
_FIELD_BATTERY: Final = 22
_HEAVY: Final = 11
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
    for spec in specs:
        if spec.kind == BATTERY:
            total += R.prices.horse_battery if spec.arm == "horse" else _FIELD_BATTERY
            total += _HEAVY if spec.arm == "heavy" else 0
        else:
            total += (_BASE + R.quality[QUALITIES[spec.quality]].points) * (spec.bases + spec.mgs)
            if army is not None and army.fifth_company and spec.kind == INFANTRY and spec.bases > army.companies[1]:
                total += army.fifth_company - _BASE - R.quality[QUALITIES[spec.quality]].points
        total += _BASE * spec.recruits
    return total


def tokens_of(specs: tuple[UnitSpec, ...]) -> int:
    """A2: the tokens that a brigade generates with all its units on the table."""
    return S.tokens["general"] + sum(S.tokens[spec.kind] for spec in specs)


def problems(name: str, specs: tuple[UnitSpec, ...], points: int | None = None) -> list[Refusal]:
    """A12, C26: everything that a list does not allow about a force."""
    army = LISTS[name]
    rule = "A12" if name == "british_infantry" else "C26"
    found: list[Refusal] = []

    def need(holds: bool, why: str) -> None:
        if not holds:
            found.append(Refusal(rule, why))

    foot = [spec for spec in specs if spec.kind == INFANTRY and spec.arm == "line"]
    special = [spec for spec in specs if spec.kind == INFANTRY and spec.arm != "line"]
    horse = [spec for spec in specs if spec.kind == CAVALRY]
    guns = [spec for spec in specs if spec.kind == BATTERY]
    heavy = [spec for spec in guns if spec.arm == "heavy"]
    low, high = army.battalions
    need(low <= len(foot) <= high, f"{low} to {high} battalions, not {len(foot)}")
    low, high = army.regiments
    need(low <= len(horse) <= high, f"{low} to {high} cavalry regiments, not {len(horse)}")
    low, high = army.batteries
    need(low <= len(guns) <= high, f"{low} to {high} batteries, not {len(guns)}")
    need(len(special) <= bool(army.special), f"at most one unit of {army.special or 'this kind'}")
    low, high = army.companies
    fifths = sum(spec.bases == high + 1 for spec in foot) if army.fifth_company else 0
    need(fifths <= 1, "one cyclist company at most")
    for spec in foot:
        top = high + 1 if army.fifth_company else high
        need(low <= spec.bases <= top, f"{low} to {top} companies in a battalion, not {spec.bases}")
        need(spec.mgs <= army.machine_guns, f"at most {army.machine_guns} machine guns with a battalion")
    low, high = army.squadrons
    for spec in horse:
        need(low <= spec.bases <= high, f"{low} to {high} squadrons in a regiment, not {spec.bases}")
        need(
            spec.mgs <= army.regiment_machine_guns, f"at most {army.regiment_machine_guns} machine guns with a regiment"
        )
    low, high = army.special_companies
    for spec in special:
        need(spec.arm == army.special, f"no {spec.arm} in this list")
        need(low <= spec.bases <= high, f"{low} to {high} companies of {army.special}, not {spec.bases}")
        need(spec.mgs <= army.special_machine_guns, f"at most {army.special_machine_guns} machine guns with them")
        need(spec.quality == ELITE, f"{spec.arm} are elite")
    footguns, horseguns = sum(spec.mgs for spec in foot), sum(spec.mgs for spec in horse)
    need(footguns <= army.machine_guns_total, f"at most {army.machine_guns_total} machine guns with the battalions")
    if army.machine_guns_per_battalion:
        need(footguns <= len(foot), "no more machine guns than battalions")
    raw = sum(spec.quality == RAW for spec in foot)
    if raw and army.raw_units >= len(foot) and army.nation in ("german", "french"):
        need(raw == len(foot), "a reserve brigade is raw throughout")
        if army.nation == "german":
            need(footguns * 3 <= len(foot), "one machine gun to three reserve battalions")
        else:
            need(len(foot) <= 4, "four battalions at most in a reserve brigade")
    need(raw <= army.raw_units, f"at most {army.raw_units} raw units")
    need(all(spec.quality != RAW for spec in horse), "no raw cavalry")
    need(horseguns <= army.regiment_machine_guns_total, f"at most {army.regiment_machine_guns_total} with the cavalry")
    if army.regiments_per_machine_gun:
        need(horseguns * army.regiments_per_machine_gun <= len(horse), "one machine gun to two regiments")
    elite = sum(spec.quality == ELITE for spec in (*foot, *horse))
    need(elite <= army.elite_units, f"at most {army.elite_units} elite units")
    need(len(heavy) <= army.heavy, f"at most {army.heavy} heavy batteries")
    need(not heavy or len(guns) - len(heavy) >= army.heavy_needs, f"heavy guns need {army.heavy_needs} field batteries")
    arms = {"horse", "heavy"} if army.cavalry else {"field", "heavy"}
    need(
        all(spec.arm in arms and spec.bases == 2 and not spec.mgs for spec in guns),
        "batteries of two guns of its own kind",
    )
    recruits = sum(spec.recruits for spec in specs)
    need(recruits <= army.reinforcements, f"at most {army.reinforcements} bases of reinforcement")
    need(all(not spec.recruits for spec in guns), "no reinforcements for guns")
    if points is not None:
        cost = points_of(specs, army)
        need(cost <= points, f"{cost} points, where {points} are allowed")
    return found


def read_force(name: str, text: str) -> tuple[UnitSpec, ...]:
    """A force from its notation: `bn4+1E bn4+1 cav3+1E field re2`."""
    army, specs, recruits = LISTS[name], [], 0
    for word in text.split():
        match = _UNIT.fullmatch(word)
        if not match:
            raise MarneError(f"{word!r} is no unit; write such as bn4+1E, jg3, cav3+1, field, heavy, horse, re2")
        what, bases, mgs, quality, own = match.groups()
        grade = {"E": ELITE, "R": RAW, "": TRAINED}[quality]
        if what == "re":
            recruits = int(bases or 1)
        elif what in ("field", "horse", "heavy"):
            specs.append(UnitSpec(BATTERY, what, 2))
        elif what == "cav":
            specs.append(UnitSpec(CAVALRY, "horse", int(bases), int(mgs or 0), grade, int(own or 0)))
        elif what == "bn":
            specs.append(UnitSpec(INFANTRY, "line", int(bases), int(mgs or 0), grade, int(own or 0)))
        else:
            specs.append(UnitSpec(INFANTRY, army.special, int(bases), int(mgs or 0), ELITE, int(own or 0)))
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
        if key not in found and not problems(name, force, points):
            found[key] = force

    gun = "horse" if army.cavalry else "field"
    offer("battalion", (*specs, UnitSpec(INFANTRY, "line", army.companies[0])))
    if army.special:
        offer(army.special, (*specs, UnitSpec(INFANTRY, army.special, army.special_companies[0], 0, ELITE)))
    offer("regiment", (*specs, UnitSpec(CAVALRY, "horse", army.squadrons[0])))
    offer("battery", (*specs, UnitSpec(BATTERY, gun, 2)))
    for i, spec in enumerate(specs):
        before, after = specs[:i], specs[i + 1 :]
        k, a, b, m, q, r = spec.kind, spec.arm, spec.bases, spec.mgs, spec.quality, spec.recruits
        if k == BATTERY:
            offer(f"heavy {i + 1}", (*before, UnitSpec(k, "heavy", 2), *after))
            continue
        offer(f"base {i + 1}", (*before, UnitSpec(k, a, b + 1, m, q, r), *after))
        offer(f"machine gun {i + 1}", (*before, UnitSpec(k, a, b, m + 1, q, r), *after))
        if q == TRAINED:
            offer(f"elite {i + 1}", (*before, UnitSpec(k, a, b, m, ELITE, r), *after))
        if k == (CAVALRY if army.cavalry else INFANTRY):
            offer(f"reinforcement {i + 1}", (*before, UnitSpec(k, a, b, m, q, r + 1), *after))
    return list(found.items())


def budgeted(name: str, points: int) -> tuple[UnitSpec, ...]:
    """A12: the compulsory part of a list, from which buying starts."""
    army = LISTS[name]
    force = [UnitSpec(INFANTRY, "line", army.companies[0])] * army.battalions[0]
    force += [UnitSpec(CAVALRY, "horse", army.squadrons[0])] * army.regiments[0]
    if problems(name, tuple(force), points):
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
    """What a word of an order of buying may stand for, best first."""
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
