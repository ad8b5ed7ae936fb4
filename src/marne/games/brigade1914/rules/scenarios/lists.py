"""A12, C22, C26: what a list allows: every breach of it, what can still be bought, forces ready made."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from marne.engine import MarneError, Refusal
from marne.games.brigade1914.components.data import LISTS, ArmyList
from marne.games.brigade1914.components.forces import (
    BATTERY,
    CAVALRY,
    ELITE,
    INFANTRY,
    RAW,
    TRAINED,
    UnitSpec,
    points_of,
)
from marne.games.brigade1914.words import Reason

__all__ = ["breaches", "budgeted", "problems", "purchases", "ready_force", "reserve_brigades"]


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
        offer("raw", tuple(replace(spec, quality=RAW) if spec in foot else spec for spec in specs))
    offer("battalion", (*specs, UnitSpec(INFANTRY, "line", army.companies[0], 0, RAW if reserve else TRAINED)))
    if army.special:
        offer(army.special, (*specs, UnitSpec(INFANTRY, army.special, army.special_companies[0], 0, ELITE)))
    offer("regiment", (*specs, UnitSpec(CAVALRY, "horse", army.squadrons[0])))
    offer("battery", (*specs, UnitSpec(BATTERY, gun, 2)))
    for i, spec in enumerate(specs):
        better: dict[str, UnitSpec] = {}
        if spec.kind == BATTERY:
            better = {} if spec.arm == "heavy" else {"heavy": replace(spec, arm="heavy")}
        else:
            better["base"] = replace(spec, bases=spec.bases + 1)
            better["machine gun"] = replace(spec, mgs=spec.mgs + 1)
            if spec.quality == TRAINED:
                better |= {"elite": replace(spec, quality=ELITE), "raw": replace(spec, quality=RAW)}
            if spec.kind == (CAVALRY if army.cavalry else INFANTRY):
                better["reinforcement"] = replace(spec, recruits=spec.recruits + 1)
        for word, bought in better.items():
            offer(f"{word} {i + 1}", (*specs[:i], bought, *specs[i + 1 :]))
    return list(found.items())


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
    units = {"bn": ["battalion"], "cav": ["regiment"], "jg": ["jaeger", "cyclists"], "bat": ["battery"]}
    if word in units:
        return units[word]
    by_guns = sorted((*foot, *horse), key=lambda i: force[i - 1].mgs)
    what, numbers = {
        "co": ("base", [i for i in foot if force[i - 1].bases < 4]),
        "mg": ("machine gun", by_guns),
        "cmg": ("machine gun", [i for i in by_guns if i in horse]),
        "jco": ("base", special),
        "jmg": ("machine gun", special),
        "sq": ("base", horse),
        "heavy": ("heavy", guns[::-1]),
        "E": ("elite", foot + horse),
        "re": ("reinforcement", sorted((*foot, *horse), key=lambda i: force[i - 1].recruits)),
    }[word]
    return [f"{what} {i}" for i in numbers]
