"""[6.6], [7.1.5] A unit that moves splits into its parts, or its parts become one unit again.

departs: 6.6.1, whoever comes out of it may still move, with the points of the one that spent most, but splits and joins
no more in this Movement Phase.
"""

from __future__ import annotations

from itertools import product
from typing import Final, cast

from marne.engine import Answer
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.unit_rows import SplitRow
from marne.games.nach_paris.components.units import BY_ID, IDS, SIDE, SPLIT_ROWS, STEPS, Unit, written
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.facing import Face
from marne.games.nach_paris.rules.movement.march import mark_extended
from marne.games.nach_paris.rules.options.fog import reveal
from marne.games.nach_paris.rules.units.events import Joined, Split
from marne.games.nach_paris.rules.units.stacking import room
from marne.games.nach_paris.rules.units.versions import retire, take_place, upgrade, upgrading
from marne.games.nach_paris.rules.units.zones import has_facing
from marne.games.nach_paris.steps import Reason, Shape, Steps, Why, label
from marne.hexes import Bits, bits

__all__ = ["SHAPE", "carry_out", "offers", "reason", "why_no_join", "why_no_split"]

SHAPE: Shape = {"split": "", "split-hurt": "unit", "detach": "hex", "join": ""}

LEAST: Final = 2
"""[6.6.2] Steps of a unit that can be split."""
_OF_WHOLE: Final[dict[Unit, SplitRow]] = {BY_ID[id]: row for row in SPLIT_ROWS for id in row.wholes}
_OF_PART: Final[dict[Unit, SplitRow]] = {BY_ID[id]: row for row in SPLIT_ROWS for id in row.parts}


def _wholes(row: SplitRow) -> list[Unit]:
    return [BY_ID[id] for id in row.wholes]


def _parts(row: SplitRow) -> list[Unit]:
    return [BY_ID[id] for id in row.parts]


def _detachment(row: SplitRow) -> list[Unit]:
    """[6.6.3], [6.6.5] The light infantry that two divisions let go: the part beyond as many as there are wholes."""
    return _parts(row)[len(row.wholes) :] if len(row.wholes) > 1 else []


# -- who may


def _why_not_together(board: NachParisBoard, row: SplitRow, units: list[Unit]) -> Reason | None:
    """[6.6.1] All on the map, and close to each other."""
    hexes = [board.where[unit] for unit in units]
    if any(board.where[unit] < 0 for unit in units):
        return Reason(row.rule, "why.regroup.missing")
    if all(_close(row, a, b) for a, b in product(hexes, hexes)):
        return None
    return Reason(row.rule, "why.regroup.apart" if row.adjacent else "why.regroup.not_together")


def _close(row: SplitRow, a: Hex, b: Hex) -> bool:
    """[6.6.3], [6.6.5] In one hex, or for some side by side (departs: 6.6.3)."""
    return a == b or (row.adjacent and MAP.grid.adjacent(a, b))


def _why_not_act(board: NachParisBoard, units: list[Unit]) -> Reason | None:
    """Why a unit can't take part [7.1.1]: it fired, is to storm, has just come, is on a train, or had to end its move
    after a Recon."""
    for unit in units:
        named, bit = (("unit", IDS[unit]),), 1 << unit
        if board.barraged & bit:  # 8.1.3
            return Reason("8.1.3", "why.regroup.fired", named)
        if any(assault.unit == unit for assault in board.assaults):  # 11.5.1
            return Reason("11.5.1", "why.regroup.assault", named)
        if board.arrived & bit:  # 7.7.1
            return Reason("7.7.1", "why.regroup.arrived", named)
        if unit in board.trains:  # 12.2.3
            return Reason("12.2.3", "why.regroup.train", named)
        if board.perilled & bit:  # 20.2.8
            return Reason("20.2.8", "why.regroup.perilled", named)
        if board.regrouped & bit:  # 6.6.1
            return Reason("6.6.1", "why.regroup.again", named)
    return None


def why_no_split(board: NachParisBoard, unit: Unit) -> Reason | None:
    """Why a unit can't be split [6.6]; None if it can."""
    row = _OF_WHOLE.get(unit)
    if row is None:  # 6.6.1
        return Reason("6.6.1", "why.split.not_two")
    if not row.splits:
        return Reason(row.rule, "why.split.for_good")
    units = _wholes(row)
    if found := _why_not_together(board, row, units) or _why_not_act(board, units):
        return found
    if row.losses == "none" and any(board.lost[each] for each in units):
        return Reason(row.rule, "why.regroup.hurt")
    if any(board.steps(each) < LEAST for each in units):  # 6.6.2
        return Reason("6.6.2", "why.split.weak")
    if row.rule == "6.6.1" and board.indoctrinated >> unit & 1:  # 21.2.1
        return Reason("21.2.1", "why.split.doctrine")
    if _detachment(row) and not _places(board, row):  # 6.4.1
        return Reason("6.4.1", "why.split.room")
    return None


def _places(board: NachParisBoard, row: SplitRow) -> list[Hex]:
    """[6.4.1] The hexes of the divisions in which there is room for what they let go."""
    (light,) = _detachment(row)
    hexes = sorted({board.where[whole] for whole in _wholes(row)})
    return [hex for hex in hexes if room(board, hex, SIDE[light]) + _given(board, row, hex) >= STEPS[light]]


def _given(board: NachParisBoard, row: SplitRow, hex: Hex) -> int:
    """[6.6.5] The steps that the divisions in a hex give up: each of the 14e CA one, those of the cavalry none."""
    pairs = zip(_wholes(row), _parts(row), strict=False)
    return sum(STEPS[whole] - STEPS[part] for whole, part in pairs if board.where[whole] == hex)


def _bearers(board: NachParisBoard, row: SplitRow) -> list[tuple[int, ...]]:
    """[6.6.2] How the losses of a unit may lie on its parts: each keeps a step."""
    (whole,), parts = _wholes(row), _parts(row)
    shares = product(*(range(STEPS[part]) for part in parts))
    return [share for share in shares if sum(share) == board.lost[whole]]


def why_no_join(board: NachParisBoard, unit: Unit) -> Reason | None:
    """Why a part can't be joined with the others [6.6]; None if it can."""
    row = _OF_PART.get(unit)
    if row is None:  # 6.6.1
        return Reason("6.6.1", "why.join.no_part")
    units = _parts(row)
    if found := _why_not_together(board, row, units) or _why_not_act(board, units):
        return found
    if row.losses == "none" and any(board.lost[each] for each in units):
        return Reason(row.rule, "why.regroup.hurt")
    return None if _fits(board, row) else Reason("6.4.1", "why.join.room")


def _fits(board: NachParisBoard, row: SplitRow) -> bool:
    """[6.4.1] Whether the whole has room, and the 15.ID for its fourth step [6.6.4]."""
    parts, wholes = _parts(row), _wholes(row)
    more = dict.fromkeys((board.where[part] for part in parts), 0)
    for part in parts[len(wholes) :]:
        more[board.where[part]] -= STEPS[part]
    pairs = [*zip(parts, wholes, strict=False), *(upgrading(board) if row.rule == "6.6.4" else ())]
    for old, new in pairs:
        more[board.where[old]] = more.get(board.where[old], 0) + STEPS[new] - STEPS[old]
    return all(gain <= max(0, room(board, hex, SIDE[wholes[0]])) for hex, gain in more.items())


# -- the leg action


def offers(board: NachParisBoard, going: Going) -> tuple[Answer, ...]:
    """[6.6], [7.1.5] The ways in which the moving unit may split, or join its other parts."""
    unit = going.unit
    found: list[Answer] = []
    row = _OF_WHOLE.get(unit)
    if row is not None and why_no_split(board, unit) is None:
        if _detachment(row):
            found += [("detach", hex) for hex in _places(board, row)]
        elif len(shares := _bearers(board, row)) == 1:
            found.append("split")
        else:
            found += [("split-hurt", _most_hurt(row, share)) for share in shares]
    if unit in _OF_PART and why_no_join(board, unit) is None:
        found.append("join")
    return tuple(found)


def _most_hurt(row: SplitRow, share: tuple[int, ...]) -> Unit:
    return _parts(row)[share.index(max(share))]


def carry_out(board: NachParisBoard, going: Going, answer: Answer) -> Steps:
    """[6.6.1] Exchange the counters. The units are chosen again like all others, with the points left to them."""
    if answer == "join":
        return _join(board, _OF_PART[going.unit])
    row = _OF_WHOLE[going.unit]
    if _detachment(row):
        return _detach(board, row, cast("tuple[str, Hex]", answer)[1])
    shares = _bearers(board, row)
    if answer != "split":
        shares = [share for share in shares if _most_hurt(row, share) == cast("tuple[str, Unit]", answer)[1]]
    return _split(board, row, shares[0])


def _split(board: NachParisBoard, row: SplitRow, share: tuple[int, ...]) -> Steps:
    """[6.6.1], [6.6.2]"""
    (whole,), parts = _wholes(row), _parts(row)
    hex = board.where[whole]
    for part, lost in zip(parts, share, strict=True):
        take_place(board, part, 1 << whole, hex, lost)
    board.tell(Split(row.rule, IDS[whole], written(bits(parts)), label(hex)))
    return _settle(board, [whole], parts)


def _detach(board: NachParisBoard, row: SplitRow, hex: Hex) -> Steps:
    """[6.6.3], [6.6.5] Each division becomes the smaller one with its own losses; the light infantry has none."""
    wholes, parts = _wholes(row), _parts(row)
    for whole, part in zip(wholes, parts, strict=False):
        take_place(board, part, 1 << whole, board.where[whole], board.lost[whole])
    (light,) = _detachment(row)
    take_place(board, light, bits(wholes), hex, 0)
    _no_zealot(board, light)
    board.tell(Split(row.rule, written(bits(wholes)), written(bits(parts)), label(hex)))
    return _settle(board, wholes, parts)


def _join(board: NachParisBoard, row: SplitRow) -> Steps:
    """[6.6.1] The parts become what they came out of; all have spent what one part spent at most."""
    wholes, parts = _wholes(row), _parts(row)
    spent = max(board.spent.get(part, 0) for part in parts)
    turned = len({board.faces[part] for part in parts}) > 1 and not _detachment(row)
    hex = board.where[parts[0]]
    for whole, part, olds, lost in _taken_back(board, row) if _detachment(row) else _added_up(board, row):
        _in_sight(board, olds)
        take_place(board, whole, olds, board.where[part], lost)
        if spent:
            board.spent[whole] = spent
    board.tell(Joined(row.rule, written(bits(parts)), written(bits(wholes)), label(hex)))
    faces = _settle(board, parts, wholes)
    upgrade(board)  # 6.6.4: once the 17.ID is formed, the 15.ID has its fourth step
    return faces or ((Face(wholes[0]),) if turned else ())


_Share = tuple[Unit, Unit, Bits, int]
"""A whole, the part in whose hex it stands, the counters whose marks it takes, and its losses."""


def _added_up(board: NachParisBoard, row: SplitRow) -> list[_Share]:
    """[6.6.2] The losses of the parts are those of the whole."""
    (whole,), parts = _wholes(row), _parts(row)
    return [(whole, parts[0], bits(parts), sum(board.lost[part] for part in parts))]


def _taken_back(board: NachParisBoard, row: SplitRow) -> list[_Share]:
    """[6.6.3], [6.6.5] Each division stays where it is with its own losses, and the light infantry is part of both."""
    light = bits(_detachment(row))
    pairs = zip(_wholes(row), _parts(row), strict=False)
    return [(whole, part, 1 << part | light, board.lost[part]) for whole, part in pairs]


def _in_sight(board: NachParisBoard, units: Bits) -> None:
    """[19.2.2] Who joins units in sight is in sight."""
    if units & ~board.fogged:
        reveal(board, units, "19.2.2")


def _no_zealot(board: NachParisBoard, light: Unit) -> None:
    """[21.1.1] Light infantry is never indoctrinated: divisions alone are."""
    board.indoctrinated &= ~(1 << light)


def _settle(board: NachParisBoard, olds: list[Unit], news: list[Unit]) -> Steps:
    """[7.1.5] The old counters go; who came into the hex in this phase faces and has its marker, and may still move."""
    retire(board, bits(olds))
    board.regrouped |= bits(news)
    for unit in news:
        mark_extended(board, unit)
    came = [unit for unit in news if board.entered >> unit & 1 and has_facing(board, unit)]
    return tuple(Face(unit) for unit in came)


def reason(board: NachParisBoard, going: Going, answer: Answer) -> Why:
    """Why the unit can't split or join in this way."""
    unit = going.unit
    if answer == "join":
        return why_no_join(board, unit)
    if found := why_no_split(board, unit):
        return found
    row = _OF_WHOLE[unit]
    if _detachment(row):
        word = answer[0] if isinstance(answer, tuple) else answer
        if word == "detach" and cast("tuple[str, Hex]", answer)[1] in [board.where[whole] for whole in _wholes(row)]:
            return Reason("6.4.1", "why.split.room")
        return Reason(row.rule, "why.split.where")
    return Reason("6.6.2", "why.split.losses")
