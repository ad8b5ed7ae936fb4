"""A9, C2, C6, C12, C18, C19: the exact chances of an answer: tests, hits, casualties, morale, spotting, smoke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb, gcd

from marne.engine import D6, D10, Answer, Distribution, Explanation, Modifier, Outcome, Position, total
from marne.games.brigade1914.board import MARKER, Battlefield
from marne.games.brigade1914.components.data import ADVANTAGES, COMMAND, FIRE, RECON
from marne.games.brigade1914.rules.command import command
from marne.games.brigade1914.rules.command.actions import Act, Charge
from marne.games.brigade1914.rules.command.reaction import Reaction
from marne.games.brigade1914.rules.command.testing import Reroll
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import ChooseGunTarget, ChooseTarget, Rethrow, SwitchTarget, aimed
from marne.games.brigade1914.rules.fire.smoke import SMOKE, ChooseSmoke
from marne.games.brigade1914.rules.measures.troops import quality
from marne.games.brigade1914.rules.movement.moving import go_part
from marne.games.brigade1914.rules.reconnaissance.recon import spot_modifiers
from marne.games.brigade1914.rules.reconnaissance.spotting import Spot, marker_modifiers
from marne.games.brigade1914.steps import unit_of
from marne.games.brigade1914.words import phrase, word

__all__ = [
    "Law",
    "binomial",
    "casualties_law",
    "counts",
    "destroyed_law",
    "either",
    "explain",
    "explained",
    "faces_to_hit",
    "fire",
    "hits_law",
    "morale",
    "passing",
    "spotting",
    "together",
]

Law = list[int]
"""Weights of 0, 1, 2 … of something; they sum to a whole."""


def binomial(n: int, hit: int, sides: int) -> Law:
    """The law of how many of n dice succeed, each with `hit` faces of `sides`; the whole is sides ** n."""
    return [comb(n, k) * hit**k * (sides - hit) ** (n - k) for k in range(n + 1)]


def together(a: Law, b: Law) -> Law:
    """The law of a sum."""
    found = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found


def faces_to_hit(due: int) -> int:
    """C18: how many faces of a die of ten hit: a natural 1 never, a natural 10 always."""
    return min(max(11 - due, 1), 9)


def hits_law(rifles: int, due: int, guns: int, guns_due: int) -> Law:
    """C17, C18: the law of hits; the whole is 10 ** dice."""
    return together(binomial(rifles, faces_to_hit(due), 10), binomial(guns, faces_to_hit(guns_due), 10))


def casualties_law(hits: Law, n: int, due: int) -> Law:
    """C19: the law of bases lost, with hits of n dice; the whole is 60 ** n."""
    kills = max(min(7 - due, 5), 0)
    found = [0] * len(hits)
    for k, weight in enumerate(hits):
        for lost, part in enumerate(binomial(k, kills, 6)):
            found[lost] += weight * part * 6 ** (n - k)
    return found


def destroyed_law(hits: Law, n: int, due: int, markers: int, top: int, bases: int) -> int:
    """C7: the chance, in 60 ** n, that hits and casualties destroy a unit with so many markers, limit and bases.

    Every base lost lowers the limit by one; without bases the unit is gone.
    """
    kills = max(min(7 - due, 5), 0)
    found = 0
    for k, weight in enumerate(hits):
        for lost, part in enumerate(binomial(k, kills, 6)):
            if lost >= bases or markers + k >= top - lost:
                found += weight * part * 6 ** (n - k)
    return found


def counts(law: Sequence[int], word: str, harmful: bool = False) -> Distribution:
    """A law as the distribution of a count, in lowest terms."""
    whole = sum(law)
    shared = gcd(whole, *law)
    return Distribution(
        word,
        tuple(
            Outcome(word, weight // shared, whole // shared, count, count if harmful else 0)
            for count, weight in enumerate(law)
            if weight
        ),
    )


def either(name: str, good: int, whole: int, yes: str, no: str) -> Distribution:
    """Something happens or it doesn't, in lowest terms."""
    shared = gcd(good, whole)
    ends = (yes, good // shared), (no, (whole - good) // shared)
    return Distribution(name, tuple(Outcome(text, part, whole // shared) for text, part in ends if part))


def passing(due: int) -> int:
    """C0, C2: how many faces of a die of six pass a command test: 1 fails, 6 passes, a need of 1 is automatic."""
    return 6 if due <= 1 else min(max(7 - due, 1), 5)


def explain(position: Position[Battlefield], answer: Answer, language: str = "en") -> Explanation | None:
    """The odds of an answer in a language, where there are any."""
    found = _explain(position, answer, language)
    if found is None:
        return None
    return Explanation(
        found.rule,
        found.title,
        tuple(Modifier(each.rule, word(language, each.text), each.amount) for each in found.modifiers),
        found.column,
        tuple(_in_words(each, language) for each in found.distributions),
        found.notes,
    )


def explained(position: Position[Battlefield], answer: Answer) -> bool:
    """Whether an answer has odds; they are not worked out for that."""
    match position.step, answer:
        case Act(), ("activate", _):
            return True
        case Act() | Reaction(), ("morale", _):
            return True
        case Reaction(), ("fire" | "fire at", _, _):
            return True
        case Reaction(), ("move" | "dismount" | "fall back" | "grouped_guns", _):
            return True
        case Reroll(), "again":
            return True
        case (Rethrow(), "national" | "lances" | "rapid_fire") | (SwitchTarget(), "keep") | (Spot(), "ground"):
            return True
        case Charge() | ChooseSmoke() | Spot(), (_, _):
            return True
        case ChooseTarget() | SwitchTarget() | ChooseGunTarget(), ("at", str(name)):
            return aimed(position.board, name) < MARKER
    return False


def _in_words(one: Distribution, language: str) -> Distribution:
    outcomes = tuple(replace(each, text=word(language, each.text)) for each in one.outcomes)
    return Distribution(word(language, one.name), outcomes)


def _explain(position: Position[Battlefield], answer: Answer, language: str) -> Explanation | None:
    board = position.board
    match position.step, answer:
        case Act(), ("activate", str(name)):
            return _activation(board, unit_of(board, name))
        case Act() | Reaction(), ("morale", str(name)):
            return morale(board, unit_of(board, name))
        case ChooseTarget(unit, how) | SwitchTarget(unit, how) as step, (_, str(name)):
            target = aimed(board, name)
            switched = isinstance(step, SwitchTarget)
            return None if target >= MARKER else fire(board, unit, target, how, switched, language)
        case ChooseGunTarget(unit, how), ("at", str(name)):
            target = aimed(board, name)
            return None if target >= MARKER else fire(board, unit, target, how, False, language, rifles_too=False)
        case SwitchTarget(unit, how), "keep":
            return fire(board, unit, board.aim[unit], how, False, language)
        case Spot(unit), ("at", str(marker)):
            return spotting(board, unit, marker, language)
        case Spot(unit), "ground":
            return _ground(board, unit, language)
        case ChooseSmoke(unit), ("on", str(name)):
            return _smoke(board, unit, unit_of(board, name))
        case Charge(unit), (_, str(name)):
            return fire(board, unit, unit_of(board, name), firing.CHARGE, False, language)
        case Reaction(actor), ("fire", str(name), str(part)):
            scene = board.copy()
            go_part(scene, actor, int(part), COMMAND.reaction_stations)
            return fire(scene, unit_of(board, name), actor, firing.REACT, False, language, reaction=True)
        case Reaction(), ("fire at", str(name), str(other)):
            shooter, target = unit_of(board, name), unit_of(board, other)
            return fire(board, shooter, target, firing.REACT, False, language, reaction=True)
        case Reaction(actor), ("grouped_guns", str(name)):
            return fire(
                board,
                unit_of(board, name),
                actor,
                firing.GUNS,
                False,
                language,
                rifles_too=False,
                test=ADVANTAGES.grouped_guns,
            )
        case Reaction(), ("move" | "dismount" | "fall back", str(name)):
            return _reaction(board, unit_of(board, name))
        case Reroll(unit, need, what), "again":
            return morale(board, unit) if what == "morale" else _again(board, unit, need, what)
        case Rethrow() as step, "national" | "lances" | "rapid_fire":
            return _rethrown(board, step, str(answer))
        case _:
            return None


def _activation(board: Battlefield, unit: int) -> Explanation:
    """C2: the chance of an activation, as it would be once the token is spent."""
    scene = board.copy()
    scene.spent[unit] += 1
    due = command.activation_need(scene, unit)
    good = passing(due)
    found = either("activation", good, 6, "acts", "token lost")
    mods = tuple(command.test_modifiers(scene, unit, "C2"))
    return Explanation("C2", board.label(unit).name, mods, f"{due}+", (found,))


def _reaction(board: Battlefield, unit: int) -> Explanation:
    """C3: the chance of a reaction, as it would be once the token is spent."""
    scene = board.copy()
    scene.spent[unit] += 1
    due = command.reaction_need(scene, unit)
    found = either("reaction", passing(due), 6, "reacts", "does not react")
    mods = tuple(command.test_modifiers(scene, unit, "C3"))
    return Explanation("C3", board.label(unit).name, mods, f"{due}+", (found,))


def _again(board: Battlefield, unit: int, need: int, what: str) -> Explanation:
    """A12: the same test, rolled again."""
    found = either(what, passing(need), 6, "passed", "failed")
    return Explanation("A12", board.label(unit).name, column=f"{need}+", distributions=(found,))


def _rethrown(board: Battlefield, step: Rethrow, way: str) -> Explanation:
    """C25, C26: all hits, with the misses that are thrown again."""
    rifles, guns = step.thrown_again(board, way)
    law = hits_law(rifles, step.need, guns, step.guns_need)
    title = f"{board.label(step.unit).name} > {board.label(step.target).name}"
    return Explanation("C25", title, distributions=(counts([0] * step.hits + law, "hits"),))


def morale(board: Battlefield, unit: int) -> Explanation:
    """C6: markers that a morale test takes off."""
    mods = command.morale_modifiers(board, unit)
    due = quality(board, unit).morale
    law = [0, 0, 0]
    for die in range(1, 7):
        taken = (COMMAND.morale_natural if die == 6 else 1) if die + total(mods) >= due else 0
        law[min(taken, board.markers[unit])] += 1
    return Explanation("C6", board.label(unit).name, tuple(mods), f"{due}+", (counts(law, "markers removed"),))


def spotting(board: Battlefield, unit: int, marker: str, language: str) -> Explanation:
    """C12: the chance that a unit finds out what a recon marker is."""
    mods = tuple(marker_modifiers(board, unit, int(marker[1:]) - 1))
    good = sum(1 for die in D6 if die + total(mods) >= RECON.spot_need)
    found = either("spotting", good, 6, "seen", "nothing")
    title = f"{board.label(unit).name} > {word(language, marker)}"
    return Explanation("C12", title, mods, f"{RECON.spot_need}+", (found,))


def _ground(board: Battlefield, unit: int, language: str) -> Explanation:
    """C12: by where somebody may lie, since the unit can't know; the distance and the cover decide."""
    found = []
    for gap2, where in ((0, "near"), (RECON.spot_range**2, "far")):
        for cover, kind in ((False, "open"), (True, "cover")):
            added = total(spot_modifiers(board, unit, gap2, cover))
            good = sum(1 for die in D6 if die + added >= RECON.spot_need)
            found.append(either(f"{where} {kind}", good, 6, "seen", "nothing"))
    return Explanation(
        "C12",
        f"{board.label(unit).name} > {phrase(language, 'odds.ground')}",
        column=f"{RECON.spot_need}+",
        distributions=tuple(found),
        notes=(phrase(language, "odds.if_there"),),
    )


def _smoke(board: Battlefield, unit: int, friend: int) -> Explanation:
    """A9: one hit obscures, two hide."""
    faces = sum(1 for die in D10 if die >= FIRE.to_hit)
    law = binomial(FIRE.smoke_dice, faces, len(D10))
    whole = len(D10) ** FIRE.smoke_dice
    shared = gcd(whole, *law)
    ends = tuple(Outcome(text, part // shared, whole // shared) for text, part in zip(SMOKE, law, strict=True) if part)
    title = f"{board.label(unit).name} > {board.label(friend).name}"
    return Explanation("A9", title, column=f"{FIRE.to_hit}+", distributions=(Distribution("smoke", ends),))


def fire(
    board: Battlefield,
    unit: int,
    target: int,
    how: str,
    switched: bool,
    language: str,
    reaction: bool = False,
    rifles_too: bool = True,
    test: int = 0,
) -> Explanation:
    """C17, C18, C19, C7: hits, bases lost, and the chance that the target is destroyed. C20: by the guns alone, without
    `rifles_too`. A reaction is tested first, C23: at the number that a card names."""
    rifles, guns = firing.dice(board, unit, target, how), firing.gun_dice(board, unit, target, how)
    if not rifles_too:
        rifles = 0
    mods = firing.modifiers(board, unit, target, how, False, switched)
    gun_mods = firing.modifiers(board, unit, target, how, True, switched) if guns else mods
    n = rifles + guns
    hits = hits_law(rifles, firing.need(mods), guns, firing.need(gun_mods))
    due = firing.casualty_need(board, unit, target, how)
    lost = casualties_law(hits, n, due)
    gone = destroyed_law(hits, n, due, board.markers[target], command.limit(board, target), board.bases[target])
    found: tuple[Distribution, ...] = (
        counts(hits, "hits"),
        counts(lost, "bases lost", harmful=True),
        either("target", gone, 60**n, "destroyed", "not destroyed"),
    )
    notes: tuple[str, ...] = (
        phrase(language, "odds.casualty", need=due),
        phrase(language, "odds.base", need=FIRE.to_hit),
    )
    if reaction or test:
        scene = board.copy()
        scene.spent[unit] += 1
        good = passing(test or command.reaction_need(scene, unit))
        found = (either("reaction", good, 6, "reacts", "does not react"), *found)
        notes = (*notes, phrase(language, "odds.if_it_reacts"))
    column = phrase(language, "odds.dice", dice=rifles or guns, need=firing.need(mods if rifles else gun_mods))
    if guns and rifles:
        column += phrase(language, "odds.guns", dice=guns, need=firing.need(gun_mods))
    items: list[Modifier] = [*(mods if rifles else gun_mods), *firing.casualty_modifiers(board, unit, target, how)]
    return Explanation(
        "C18", f"{board.label(unit).name} > {board.label(target).name}", tuple(items), column, found, notes
    )
