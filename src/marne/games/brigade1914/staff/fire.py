"""The scripted player fires: what a target is worth, where a charge pays, when a reaction does."""

from __future__ import annotations

from marne.engine import Answer
from marne.games.brigade1914.board import MARKER, WAGON, Battlefield
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.odds import faces_to_hit, passing
from marne.games.brigade1914.rules.command.command import limit, reaction_need
from marne.games.brigade1914.rules.fire.firing import GUNS, REACT, dice, gun_dice, modifiers, need
from marne.games.brigade1914.rules.fire.shooting import aimed
from marne.games.brigade1914.rules.movement.moving import go_part
from marne.games.brigade1914.staff.style import PLAIN, Style
from marne.games.brigade1914.steps import unit_of

__all__ = ["best_charge", "best_reaction", "best_target", "expected_hits", "worth"]


def expected_hits(board: Battlefield, unit: int, target: int, how: str) -> int:
    """The mean of hits, in hundredths."""
    rifles, guns = dice(board, unit, target, how), gun_dice(board, unit, target, how)
    total = 0
    if rifles:
        total += rifles * 10 * faces_to_hit(need(modifiers(board, unit, target, how, False, False)))
    if guns:
        total += guns * 10 * faces_to_hit(need(modifiers(board, unit, target, how, True, False)))
    return total


def worth(board: Battlefield, unit: int, target: int, how: str, style: Style = PLAIN) -> int:
    """What fire at a target is worth: its hits, more where the target is near its end, or a battery."""
    hits = expected_hits(board, unit, target, how)
    if board.spec[target].kind == WAGON:
        return hits * 2
    left = max(limit(board, target) - board.markers[target], 1)
    guns = style.counter_battery if board.spec[target].kind == BATTERY else 0
    return hits * (10 + 20 // left + guns) // 10


def best_target(
    board: Battlefield, unit: int, how: str, options: tuple[Answer, ...], style: Style = PLAIN
) -> Answer | None:  # fmt: skip
    """The target that is worth most; markers only if there is nothing else."""

    def value(option: Answer) -> int:
        if not isinstance(option, tuple):
            return -1 if option != "keep" else 1000
        target = aimed(board, str(option[1]))
        return 1 if target >= MARKER else worth(board, unit, target, how, style)

    return max(options, key=value)


def best_charge(board: Battlefield, unit: int, options: tuple[Answer, ...]) -> Answer:
    """A7: charge what is in the open or shaken."""

    def hits(option: Answer) -> int:
        return expected_hits(board, unit, unit_of(board, str(option[1])), "charge") if isinstance(option, tuple) else -1

    best = max(options, key=hits)
    return best if hits(best) >= 100 else "no"


def best_reaction(board: Battlefield, actor: int, options: tuple[Answer, ...], style: Style = PLAIN) -> Answer:
    """C3: the shot with the best chance, at the point of the march where it is best; else keep the token."""
    best, chosen = style.token, options[0]  # no
    scenes: dict[str, Battlefield] = {}
    for option in options:
        match option:
            case ("fire", str(name), str(part)):
                unit = unit_of(board, name)
                if part not in scenes:
                    scenes[part] = board.copy()
                    go_part(scenes[part], actor, int(part), 2)
                value = worth(scenes[part], unit, actor, REACT, style)
            case ("fire at", str(name), str(other)):
                unit = unit_of(board, name)
                value = worth(board, unit, unit_of(board, other), REACT, style)
            case ("fall back", str(name)):
                unit = unit_of(board, name)
                left = limit(board, unit) - board.markers[unit]
                value = 150 if left <= 2 and board.aim[actor] == unit else 0
            case ("grouped_guns", str(name)):
                unit = unit_of(board, name)
                value = worth(board, unit, actor, GUNS, style)
            case _:
                continue
        board.spent[unit] += 1
        value = value * passing(reaction_need(board, unit)) // 6
        board.spent[unit] -= 1
        if value > best:
            best, chosen = value, option
    return chosen
