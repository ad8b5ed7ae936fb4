"""More of the rules in plain words: retreats, dice, arrivals, trains, trenches, recovery."""

from __future__ import annotations

from games.grand_illusion.plain import (
    ALLIED,
    ANTWERP,
    BELGIUM,
    COAST,
    GERMAN,
    PARIS,
    PORTS,
    SOURCES,
    Facts,
    along_rails,
    antwerp_is_a_source,
    besieged,
    fed,
    german,
    has_room,
    here,
    holders,
    is_combat,
    is_corps,
    is_down,
    is_fed,
    is_fort,
    is_infantry,
    line_ends,
    mine,
    shut_to,
    side_of,
    siege_stands,
)
from marne.games.grand_illusion.components.units import BY_ID, IDS, ROWS
from marne.hexes import members

PLAN17 = (85, 86, 95, 96, 100, 103, 105, 107)
LANDINGS = (1, 7, 14, 15, 16, 23, 32)


def english(facts: Facts) -> bool:
    return facts.board.edition.name == "english"


# -- retreats (9.4.3)


def rank(facts: Facts, side: int, hex: int) -> int:
    """The line of the list that a hex is on, 0 for none."""
    foes = holders(facts, hex, 1 - side)
    if mine(facts, side, hex):
        return 2 if foes else 1
    if not foes:
        return 0 if any(not is_fort(u) for u in here(facts, hex, 1 - side)) else 3
    friends = [u for u in here(facts, hex, side) if is_combat(u)]
    if hex not in facts.board.battles:
        if english(facts):
            if friends and any(is_infantry(u) for u in foes):
                return 4
        elif any(is_fed(facts, u, hex) for u in friends) or any(is_fort(u) for u in holders(facts, hex, side)):
            return 4
    if all(ROWS[u].kind == "cav" for u in foes) and any(not is_down(facts, u) for u in foes):
        return 5
    return 0


def ways_back(facts: Facts, side: int, hex: int, group: list[int], never: set[int]) -> list[int]:
    shut = set(members(facts.board.blocked.get((1 - side) * 128 + hex, 0))) | never
    ranks = {}
    for other in facts.board.ground.neighbours[hex]:
        place = rank(facts, side, other)
        if other in shut or not place:
            continue
        british = other == PARIS and any(ROWS[u].nation == "BR" for u in group)
        hungry = not english(facts) and not all(is_fed(facts, u, other) for u in group)
        ranks[other] = (hungry, british, place)
    if not ranks:
        return []
    # A worse line than the fifth is still a line: being hungry weighs more than Paris, and Paris more than the list.
    found = [other for other in ranks if ranks[other] == min(ranks.values())]
    if any(ROWS[u].nation == "BE" for u in group):
        found = [other for other in found if other in BELGIUM] or found
    return found


# -- dice (9.2.3, 9.3)


def closing_in(facts: Facts, side: int, hex: int) -> int:
    """9.2.3: what a concentric attack is worth."""
    ground = facts.board.ground
    near = ground.neighbours[hex] if english(facts) else ground.around[hex]
    behind = members(facts.board.blocked.get(side * 128 + hex, 0))
    count = 0
    for other in near:
        held = any(is_combat(u) for u in here(facts, other, side)) or other in behind
        count += mine(facts, side, other) and held
    return {0: 0, 1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}[count]


def attack_sum(facts: Facts, side: int, hex: int, fortune: str, group: list[int]) -> int:
    if fortune == "skirmish":
        return 0
    if fortune == "counterattack":
        return 1
    hard = 0 if fortune == "attacker surprise" else facts.board.ground.tem[hex]
    hard += facts.board.trench.get(hex, 0)
    eased = closing_in(facts, side, hex)
    if not english(facts):
        eased = min(eased, hard)
    climbing = hex in (102, 103) and any("mountain" in ROWS[u].marks for u in group)
    return hard - eased - climbing


def defence_sum(facts: Facts, side: int, hex: int, fortune: str, elan: bool, group: list[int]) -> int:
    """`side` defends."""
    if fortune == "skirmish":
        return 0
    found = 0
    forts = [u for u in here(facts, hex, side) if is_fort(u)]
    if forts and any(is_combat(u) for u in group) and (fortune != "counterattack" or not english(facts)):
        found -= 1
    if elan:
        found -= facts.board.ground.tem[hex]
    return found


def might(facts: Facts, group: list[int], defending: bool) -> int:
    """9.3.1, 12.2, ES-49: what a die must not exceed."""
    found = 0
    for unit in group:
        row = ROWS[unit]
        if is_fort(unit):
            found += int(row.ladder[facts.board.losses.get(unit, 0)].split("+")[0])
            metz = facts.board.where[unit] == 86 and row.nation == "GE" and not english(facts)
            found += defending and metz and 2 in members(facts.board.options[ALLIED])
            continue
        found += row.back if is_down(facts, unit) else row.cs
        if defending:
            found += row.nation == "BR" or (row.nation == "BE" and is_infantry(unit))
    return found


# -- arrivals (7.1, 7.2)


def sources(facts: Facts, nation: str) -> set[int]:
    found = set(SOURCES[nation])
    if nation == "GE" and antwerp_is_a_source(facts):
        found.add(ANTWERP)
    if nation == "BR" and facts.board.landed in PORTS:
        found.add(facts.board.landed)
    side = GERMAN if nation == "GE" else ALLIED
    return {hex for hex in found if mine(facts, side, hex)}


def arrivals(facts: Facts, unit: int, replaced: bool) -> list[int]:
    """Where a variable reinforcement or a replacement may be placed."""
    row, board, side = ROWS[unit], facts.board, side_of(unit)
    nation = str(row.nation)
    staffs = {board.where[u]: u for u in range(len(IDS)) if ROWS[u].kind == "hq" and ROWS[u].nation == nation}
    fresh = [u for u in range(len(IDS)) if board.fresh >> u & 1]
    found = []
    for hex in range(1, 108):
        if not mine(facts, side, hex) or not is_fed(facts, unit, hex) or not has_room(facts, hex, side, [unit]):
            continue
        coast_shut = nation in ("FR", "BR") and hex in COAST and board.turn < 7 and board.scenario != 3
        if row.kind == "hq":
            fine = hex not in staffs and not coast_shut
            fine |= hex == PARIS and nation == "FR" and english(facts)
        else:
            serving = [u for u in here(facts, hex, side) if ROWS[u].kind == "hq" and ROWS[u].nation == nation]
            serving = [u for u in serving if u not in fresh]
            with_staff = bool(serving) and hex in fed(facts, nation)
            if replaced and nation == "GE" and board.turn < 5:
                france, borders = (members(each) for each in board.ground.owners)
                with_staff &= hex not in france or hex in borders
            fine = (with_staff or hex in sources(facts, nation)) and not coast_shut
            fine |= hex == PARIS and nation == "FR" and (not replaced or english(facts))
        if replaced and any(board.where[u] == hex for u in fresh):
            fine = False
        if not replaced and IDS[unit] in ("BR.RN", "BR.7"):
            fine |= hex in LANDINGS
            fine |= hex == ANTWERP and board.revealed and 5 in members(board.options[GERMAN])
        if fine:
            found.append(hex)
    return found


# -- trains and ships (10)


def net(facts: Facts, side: int) -> set[int]:
    board = facts.board
    if board.turn < 3:
        return set()
    opened = set()
    for hex in range(1, 108):
        if not mine(facts, side, hex) or besieged(facts, hex) or any(is_fort(u) for u in here(facts, hex, 1 - side)):
            continue
        if side == GERMAN and board.turn < 5 and not board.ground.germany >> hex & 1:
            continue
        opened.add(hex)
    last = {56} if side == GERMAN and line_ends(facts) else set()
    return along_rails(facts, sources(facts, "GE" if side == GERMAN else "FR"), opened, last)


def by_train(facts: Facts, unit: int) -> list[int]:
    start, side = facts.board.where[unit], side_of(unit)
    line = net(facts, side)
    if start not in line:
        return []
    seen, ring = {start}, {start}
    for _ in range(10):
        ring = {other for hex in ring for other in members(facts.board.ground.rail[hex]) if other in line} - seen
        seen |= ring
    found = []
    for hex in sorted(seen - {start}):
        if hex == PARIS and ROWS[unit].nation == "BR":
            continue
        if has_room(facts, hex, side, [unit]) and not shut_to(facts, side, [unit], hex):
            found.append(hex)
    return found


def by_ship(facts: Facts, unit: int) -> list[int]:
    harbours = {hex for hex in PORTS if not german(facts, hex)}
    if facts.board.revealed and 5 in members(facts.board.options[GERMAN]) and not german(facts, ANTWERP):
        harbours.add(ANTWERP)
    start = facts.board.where[unit]
    if ROWS[unit].nation not in ("FR", "BR") or start not in harbours:
        return []
    return [hex for hex in sorted(harbours) if hex < start and has_room(facts, hex, ALLIED, [unit])]


# -- trenches, recovery, sieges, the East (9.7, 9.8.3, 9.5.3, 7.3)


def fed_infantry(facts: Facts, hex: int, side: int) -> bool:
    return any(is_infantry(u) and is_fed(facts, u, hex) for u in here(facts, hex, side))


def may_dig(facts: Facts, side: int) -> list[int]:
    if not facts.board.withdrew[GERMAN]:
        return []
    return [
        hex
        for hex in range(1, 108)
        if hex not in facts.board.trench and fed_infantry(facts, hex, side) and fed_infantry(facts, hex, 1 - side)
    ]


def may_rest(facts: Facts, side: int) -> list[int]:
    found = []
    for hex in range(1, 108):
        tired = [u for u in here(facts, hex, side) if is_combat(u) and is_down(facts, u) and is_fed(facts, u, hex)]
        if tired and not any(is_combat(u) or is_fort(u) for u in here(facts, hex, 1 - side)):
            found.append(hex)
    return found


def may_besiege(facts: Facts, hex: int, side: int) -> bool:
    enemies = here(facts, hex, 1 - side)
    if besieged(facts, hex) or any(is_combat(u) for u in enemies) or not any(is_fort(u) for u in enemies):
        return False
    if hex == ANTWERP and 5 not in members(facts.board.options[GERMAN]):
        return False
    return siege_stands(facts, hex)


def for_the_east(facts: Facts) -> list[int]:
    near = set()
    for name in ("GE.HQ-1", "GE.HQ-2", "GE.HQ-3"):
        hex = facts.board.where[BY_ID[name]]
        if hex > 0:
            near |= {hex, *facts.board.ground.around[hex]}
    return [u for u in range(len(IDS)) if facts.board.where[u] in near and side_of(u) == GERMAN and is_combat(u)]


def is_mandated(facts: Facts, hex: int, side: int, group: list[int]) -> bool:
    corps = [u for u in group if is_corps(u) and is_infantry(u)]
    targets = [u for u in here(facts, hex, 1 - side) if is_fort(u) or (is_corps(u) and is_infantry(u))]
    return facts.board.mandated[side] > 0 and len(corps) >= 4 and len(targets) >= 2
