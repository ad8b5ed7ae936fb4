"""A12, C26: a force as a page builds it: what each list offers, what a force costs and breaks, and how to buy it."""

from __future__ import annotations

from marne.engine import Army, ArmyKind, Judged, MarneError, Mustering, Position, ReadyForce, Refusal
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.components.data import LISTS, PRICES, QUALITIES, ArmyList
from marne.games.brigade1914.components.forces import (
    BATTERY,
    CAVALRY,
    INFANTRY,
    TRAINED,
    UnitSpec,
    points_of,
    read_force,
    tokens_of,
    word_of,
    write_force,
)
from marne.games.brigade1914.components.names import labels
from marne.games.brigade1914.rules.scenarios.lists import breaches, budgeted, purchases, ready_force
from marne.games.brigade1914.rules.scenarios.setup import Muster, budget
from marne.games.brigade1914.words import Reason, phrase

__all__ = ["armies", "judge", "mustering", "plan"]


def armies(language: str) -> list[Army]:
    """Every list: the units that it knows with their limits, and forces to begin from."""
    return [
        {
            "name": name,
            "title": phrase(language, f"list.{name}"),
            "nation": army.nation,
            "cavalry": army.cavalry,
            "rating": army.rating,
            "limits": list(PRICES.sizes),
            "kinds": _kinds(army),
            "reinforcements": army.reinforcements,
            "ready": _ready(name, language),
        }
        for name, army in sorted(LISTS.items(), key=lambda item: (item[1].cavalry, not item[1].printed))
    ]


def _kinds(army: ArmyList) -> list[ArmyKind]:
    """What can be added, as notation writes it: least and most bases, machine guns, grades, own reinforcements."""
    elite = ["elite"] if army.elite_units else []
    joins = CAVALRY if army.cavalry else INFANTRY
    found: list[ArmyKind] = []

    def add(word: str, kind: str, span: tuple[int, ...], guns: int, grades: list[str], count: tuple[int, ...]) -> None:
        found.append(
            {
                "word": word,
                "kind": kind,
                "low": span[0],
                "high": span[1],
                "guns": guns,
                "grades": grades,
                "recruits": army.reinforcements if kind == joins else 0,
                "least": count[0],
                "most": count[1],
            }
        )

    if army.battalions[1]:
        raw = ["raw"] if army.raw_units else []
        span = (army.companies[0], army.companies[1] + bool(army.fifth_company))
        add("bn", INFANTRY, span, army.machine_guns, [*raw, "trained", *elite], army.battalions)
    if army.special:
        word = {"jaeger": "jg", "cyclists": "cyc"}[army.special]
        add(word, INFANTRY, army.special_companies, army.special_machine_guns, ["elite"], (0, 1))
    if army.regiments[1]:
        add("cav", CAVALRY, army.squadrons, army.regiment_machine_guns, ["trained", *elite], army.regiments)
    if army.batteries[1]:
        add("horse" if army.cavalry else "field", BATTERY, (2, 2), 0, ["trained"], army.batteries)
    if army.heavy:
        add("heavy", BATTERY, (2, 2), 0, ["trained"], (0, army.heavy))
    return found


def _ready(name: str, language: str) -> list[ReadyForce]:
    """The brigade of the book first, then the list's own order of buying at each size."""
    found: list[ReadyForce] = []
    army = LISTS[name]
    if army.printed:
        found.append({"title": phrase(language, "ready.ninth"), "points": army.printed_points, "force": army.printed})
    for points in PRICES.sizes:
        force = write_force(ready_force(name, points))
        found.append({"title": phrase(language, "ready.points", points=points), "points": points, "force": force})
    return found


def judge(name: str, points: int, text: str, language: str) -> Judged:
    """A force by its notation: what it costs, the tokens that it gives, and every breach of the list with its rule."""
    if name not in LISTS:
        raise MarneError(f"there is no list {name!r}")
    army, specs = LISTS[name], read_force(name, text)
    found = [(breach.facts.get("number", 0), breach.refusal(language)) for breach in breaches(name, specs, points)]
    return {
        "list": name,
        "force": write_force(specs),
        "limit": points,
        "points": points_of(specs, army),
        "tokens": tokens_of(specs),
        "bases": sum(spec.bases + spec.mgs for spec in specs),
        "units": [
            {
                "name": label.name,
                "word": word_of(spec),
                "kind": spec.kind,
                "arm": spec.arm,
                "bases": spec.bases,
                "guns": spec.mgs,
                "grade": QUALITIES[spec.quality],
                "recruits": spec.recruits,
                "points": points_of((spec,), army),
            }
            for spec, label in zip(specs, labels((name, name), specs, (0,) * len(specs)), strict=True)
        ],
        "breaches": [{"unit": unit, "rule": told.rule, "why": told.why} for unit, told in found],
    }


def mustering(position: Position[Battlefield]) -> Mustering | None:
    """A12: the side that is buying now, its list, its points and what it has; None at any other time."""
    step = position.step if position.open is not None else None
    if not isinstance(step, Muster):
        return None
    board, side = position.board, step.side
    name, points = board.lists[side], budget(board, side)
    force = board.force[side] or budgeted(name, points)
    return Mustering(side, name, points, write_force(force))


def plan(position: Position[Battlefield], text: str, language: str) -> list[str] | Refusal:
    """The answers to the open question, one purchase after another, that make a force of it; or what forbids it."""
    found = mustering(position)
    if found is None:
        return Reason("A12", "why.not_now").refusal(language)
    name, points = found.list, found.points
    wanted = read_force(name, text)
    if broken := breaches(name, wanted, points):
        return broken[0].refusal(language)
    have = read_force(name, found.force)
    goal = _in_order(LISTS[name], wanted)
    answers: list[str] = []
    while have != goal:
        legal = purchases(name, have, points)
        legal.sort(key=lambda offer: not offer[0].startswith("raw"))  # reservists are cheaper, so they come first
        step = next(((key, force) for key, force in legal if _within(force, goal)), None)
        if step is None:
            return Reason("A12", "force.not_from_here").refusal(language)
        answers.append(step[0])
        have = step[1]
    return [*answers, "done"]


def _in_order(army: ArmyList, specs: tuple[UnitSpec, ...]) -> tuple[UnitSpec, ...]:
    """The compulsory units first, as buying starts with them."""
    foot = [i for i, spec in enumerate(specs) if spec.kind == INFANTRY and spec.arm == "line"][: army.battalions[0]]
    horse = [i for i, spec in enumerate(specs) if spec.kind == CAVALRY][: army.regiments[0]]
    first = (*foot, *horse)
    return tuple(specs[i] for i in (*first, *(i for i in range(len(specs)) if i not in first)))


def _within(force: tuple[UnitSpec, ...], goal: tuple[UnitSpec, ...]) -> bool:
    """Whether a force can still become another by buying."""
    return len(force) <= len(goal) and all(_may_become(spec, goal[i]) for i, spec in enumerate(force))


def _may_become(spec: UnitSpec, goal: UnitSpec) -> bool:
    if spec.kind != goal.kind:
        return False
    if spec.kind == BATTERY:
        return spec.arm == goal.arm or goal.arm == "heavy"
    return (
        spec.arm == goal.arm
        and spec.quality in (goal.quality, TRAINED)
        and spec.bases <= goal.bases
        and spec.mgs <= goal.mgs
        and spec.recruits <= goal.recruits
    )
