"""Control, entering a hex, headquarters and the ranks of the battle board, in plain words."""

from __future__ import annotations

from games.grand_illusion.plain import (
    ALLIED,
    GERMAN,
    PARIS,
    Facts,
    after,
    here,
    holders,
    is_combat,
    is_corps,
    is_down,
    is_fed,
    is_fort,
    is_infantry,
    mine,
    side_of,
)
from marne.games.grand_illusion.board import DEAD, GrandIllusionBoard
from marne.games.grand_illusion.components.units import ROWS
from marne.hexes import members

RING = {9, 10, 18, 20, 28, 29}
COAST = {1, 7, 8, 14, 15, 16, 23, 24, 32, 33, 42, 43}


def settled(board: GrandIllusionBoard, hex: int) -> GrandIllusionBoard:
    """8.3.3, 8.3.4, 8.4.5, 9.5.3, 9.5.4: the hex brought up to date."""
    before = Facts(board)
    result = after(before, ALLIED, [], hex).board.copy()
    for unit in here(before, hex):
        if ROWS[unit].kind != "ha":
            continue
        side = side_of(unit)
        friends = [u for u in here(before, hex, side) if is_combat(u)]
        if not friends and any(is_combat(u) for u in here(before, hex, 1 - side)):
            result.put(unit, DEAD)
            result.down &= ~(1 << unit)
    changed = (board.control ^ result.control) >> hex & 1
    owner = GERMAN if result.control >> hex & 1 else ALLIED
    blocked, spanish = {}, board.edition.name == "spanish"  # ES-58
    for key, hexes in board.blocked.items():
        side, entered = divmod(key, 128)
        behind = set(members(hexes))
        if changed and side != owner:
            behind.discard(hex)
        left = here(Facts(result), hex, side)
        if entered == hex and not any(is_combat(u) or (spanish and not is_fort(u)) for u in left):
            behind = set()
        if behind:
            blocked[key] = sum(1 << each for each in behind)
    result.blocked = blocked
    return result


def lone_staffs(facts: Facts, hex: int, after_battle: bool) -> list[int]:
    """9.4.4, ES-21: the headquarters that must give way."""
    found = []
    for hq in here(facts, hex):
        side = side_of(hq)
        if ROWS[hq].kind != "hq" or any(is_combat(u) for u in here(facts, hex, side)):
            continue
        foes = here(facts, hex, 1 - side)
        beside_fort = any(is_fort(u) for u in foes) or facts.board.edition.name == "spanish"
        if any(is_combat(u) for u in foes) or (after_battle and beside_fort):
            found.append(hq)
    return found


def shelters(facts: Facts, hq: int) -> list[int]:
    """9.4.4, 8.4.7: where a headquarters may go: the nearest supplied friends by friendly hexes."""
    board, side, start = facts.board, side_of(hq), facts.board.where[hq]
    shut = set(members(board.blocked.get((1 - side) * 128 + start, 0)))
    seen, ring, last = {start, *shut}, {start}, []
    while ring:
        ring = {other for each in ring for other in board.ground.neighbours[each]} - seen
        seen |= ring
        found = []
        for hex in sorted(ring):
            friends = [u for u in here(facts, hex, side) if is_combat(u)]
            if hex not in board.battles and hex != board.battle and any(is_fed(facts, u, hex) for u in friends):
                found.append(hex)
        if ROWS[hq].nation == "BR" and PARIS in found:
            found.remove(PARIS)
            last = [PARIS]
        if found:
            return found
        ring = {hex for hex in ring if mine(facts, side, hex)}
    return last


def entered(
    board: GrandIllusionBoard, side: int, group: list[int], left: int, hex: int
) -> tuple[GrandIllusionBoard, bool, bool]:
    """8.4.4, 8.4.5, 8.4.8, 8.4.9, 9.1.2, 9.6.3: the board when a group entered a hex, and if it stops or is delayed."""
    facts, twin = Facts(board), board.copy()
    foes, friends = holders(facts, hex, 1 - side), holders(facts, hex, side)
    enemies = here(facts, hex, 1 - side)
    forts = [u for u in enemies if is_fort(u)]
    fighters = [u for u in group if is_combat(u)]
    for unit in group:
        twin.put(unit, hex)
    if enemies and left and mine(facts, side, left):
        key = side * 128 + hex
        twin.blocked[key] = twin.blocked.get(key, 0) | 1 << left
    allies = [u for u in enemies if is_combat(u) and side == GERMAN]
    if allies and fighters and hex in COAST and board.edition.name == "english":
        twin.opened |= 1 << hex
    if board.edition.name == "english" and any(ROWS[u].kind == "hq" for u in group):
        staffs = [u for u in here(Facts(twin), hex, side) if ROWS[u].kind == "hq"]
        if len(staffs) > 1:
            for unit in staffs:
                twin.down |= 1 << unit
    corps = [u for u in fighters if is_infantry(u) and is_corps(u) and not is_down(facts, u)]
    delayed = bool(foes) and not friends and all(ROWS[u].kind == "cav" for u in foes) and bool(corps)
    if left:
        twin = settled(twin, left)
    near_paris = bool({hex, *board.ground.neighbours[hex]} & RING)
    if side == GERMAN and not board.danger and near_paris and any(is_fed(Facts(twin), u, hex) for u in fighters):
        twin.danger = board.turn
    if (foes or forts) and fighters and not delayed:
        twin.entered = {hex: sum(1 << u for u in fighters)}
        if foes and not friends:
            twin.must |= 1 << hex
    twin = settled(twin, hex)
    return twin, bool(foes) or (bool(forts) and board.edition.name == "spanish"), delayed


# -- the battle board (9.2.2, 9.2.3)


def line(board: GrandIllusionBoard, unit: int, attacking: bool) -> int:
    """The place of a unit in the order of its side: 1 is the first to be placed."""
    row = ROWS[unit]
    if is_fort(unit):
        return 6
    if board.down >> unit & 1:
        return 5
    if row.size == "corps":
        return 1
    if row.kind == "inf" and row.size == "div":
        return 2
    if board.edition.name == "spanish" and not attacking:
        return 4 if row.size == "bde" else 3
    return 3 if row.kind == "inf" else 4


def first_of(board: GrandIllusionBoard, pool: list[int], attacking: bool) -> list[int]:
    best = min((line(board, u, attacking) for u in pool), default=0)
    return [u for u in pool if line(board, u, attacking) == best]


def mates(board: GrandIllusionBoard, unit: int, pool: list[int]) -> list[int]:
    """9.2.2, ES-9: who may share the unit's space."""
    down = bool(board.down >> unit & 1)
    if is_corps(unit) or is_fort(unit) or (down and board.edition.name == "english"):
        return []
    return [
        u
        for u in pool
        if u != unit
        and is_combat(u)
        and not is_corps(u)
        and ROWS[u].nation == ROWS[unit].nation
        and ROWS[u].kind == ROWS[unit].kind
        and bool(board.down >> u & 1) == down
    ]


def candidates(board: GrandIllusionBoard, pool: list[int], attacking: bool) -> list[int]:
    """Who may be placed next: the best rank, or half of a stack of infantry."""
    best = first_of(board, pool, attacking)
    halves = [
        u for u in pool if is_infantry(u) and not is_corps(u) and not board.down >> u & 1 and mates(board, u, pool)
    ]
    return sorted({*best, *halves})
