"""The rules a second time, slowly and in plain words, and boards made at random to hold them against the real ones.

Nothing here uses sets of bits or what the game remembers: a hex is a number, a group is a list of units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.data import EDITIONS
from marne.games.grand_illusion.components.units import BY_ID, IDS, ROWS
from marne.games.grand_illusion.rules.movement.control import block
from marne.games.grand_illusion.rules.scenarios.setup import new_board
from marne.hexes import bits, members

ALLIED, GERMAN = 0, 1
MAUBEUGE, NAMUR, ANTWERP, GHENT, PARIS = 54, 64, 52, 43, 19
SOURCES = {
    "FR": (1, 4, 13, 61, 80, 89),
    "BR": (1, 4, 14),
    "BE": (1, 14),
    "GE": (91, 94, 100, 105, 107),
}
COAST = {1, 7, 8, 14, 15, 16, 23, 24, 32, 33, 42, 43}
BELGIUM = {23, 32, 33, 42, 43, 44, 52, 53, 54, 55, 62, 63, 64, 65, 71, 72, 73, 74, 75, 81}
PORTS = (1, 7, 14, 23, 32)


class Facts:
    """A board read once: who is where, and who holds what."""

    def __init__(self, board: GrandIllusionBoard) -> None:
        self.board = board
        self.places: dict[int, list[int]] = {}
        for unit, hex in enumerate(board.where):
            if hex > 0:
                self.places.setdefault(hex, []).append(unit)
        self.german, self.cavalry = set(members(board.control)), set(members(board.cavalry))
        self.siege, self.down = set(members(board.siege)), set(members(board.down))
        self.found: dict[tuple[str, bool, bool], set[int]] = {}
        self.later: dict[tuple[int, ...], Facts] = {}


def side_of(unit: int) -> int:
    return GERMAN if ROWS[unit].nation == "GE" else ALLIED


def is_fort(unit: int) -> bool:
    return ROWS[unit].kind == "fort"


def is_combat(unit: int) -> bool:
    return ROWS[unit].kind in ("inf", "cav")


def is_infantry(unit: int) -> bool:
    return ROWS[unit].kind == "inf"


def is_corps(unit: int) -> bool:
    return ROWS[unit].size == "corps"


def is_down(facts: Facts, unit: int) -> bool:
    return unit in facts.down


def here(facts: Facts, hex: int, side: int | None = None) -> list[int]:
    """The units in a hex."""
    return [u for u in facts.places.get(hex, ()) if side is None or side_of(u) == side]


def german(facts: Facts, hex: int) -> bool:
    return hex in facts.german


def mine(facts: Facts, side: int, hex: int) -> bool:
    return german(facts, hex) == (side == GERMAN)


def besieged(facts: Facts, hex: int) -> bool:
    return hex in facts.siege


def holders(facts: Facts, hex: int, side: int) -> list[int]:
    """8.3.2: combat units and unbesieged forts."""
    return [u for u in here(facts, hex, side) if is_combat(u) or (is_fort(u) and not besieged(facts, hex))]


# -- supply (8.4.3, 11.2)


def emergency(facts: Facts) -> bool:
    fort = facts.board.where[BY_ID["FR.F-Maubeuge"]] == MAUBEUGE
    return (
        facts.board.emergency and fort and besieged(facts, MAUBEUGE) and german(facts, MAUBEUGE) and german(facts, 44)
    )


def open_rails(facts: Facts, side: int, checking: bool) -> set[int]:
    """Hexes through which the side's lines may run."""
    found = set()
    for hex in range(1, 108):
        passes = hex in facts.cavalry and (checking or facts.board.edition.name == "english")
        if not mine(facts, side, hex) and not passes:
            continue
        if besieged(facts, hex):
            continue
        if mine(facts, side, hex) and any(is_fort(u) for u in here(facts, hex, 1 - side)):
            continue
        found.add(hex)
    return found


def along_rails(facts: Facts, roots: Iterable[int], opened: set[int], last: set[int]) -> set[int]:
    seen = {hex for hex in roots if hex in opened}
    waiting = list(seen)
    while waiting:
        hex = waiting.pop()
        if hex in last:
            continue
        for other in members(facts.board.ground.rail[hex]):
            if other in opened and other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


def next_to(facts: Facts, hexes: Iterable[int]) -> set[int]:
    return {other for hex in hexes for other in facts.board.ground.neighbours[hex]}


def antwerp_is_a_source(facts: Facts) -> bool:
    forts = [u for u in here(facts, ANTWERP) if is_fort(u)]
    chosen = 5 in members(facts.board.options[GERMAN])
    return chosen and facts.board.turn >= 5 and facts.board.antwerp and not forts and german(facts, ANTWERP)


def line_ends(facts: Facts) -> bool:
    return facts.board.rail_end and facts.board.where[BY_ID["BE.F-Namur"]] <= 0


def fed(facts: Facts, nation: str, checking: bool = False, makeshift: bool = True) -> set[int]:
    """The hexes where the nation's units are in supply."""
    key = (nation, checking, makeshift)
    if key not in facts.found:
        facts.found[key] = _work_out(facts, nation, checking, makeshift)
    return facts.found[key]


def _work_out(facts: Facts, nation: str, checking: bool, makeshift: bool) -> set[int]:
    side = GERMAN if nation == "GE" else ALLIED
    opened = open_rails(facts, side, checking)
    roots = set(SOURCES[nation])
    last = {56} if nation == "GE" and line_ends(facts) else set()
    if nation == "GE" and antwerp_is_a_source(facts):
        roots.add(ANTWERP)
    if nation == "BR" and facts.board.landed in PORTS:
        roots.add(facts.board.landed)
    if nation == "GE" and emergency(facts):
        opened -= {MAUBEUGE, 44}
    net = along_rails(facts, roots, opened, last)
    if nation == "GE" and emergency(facts) and makeshift:
        net |= along_rails(facts, {44}, opened | {44}, last)
    found = net | next_to(facts, net)
    if nation == "GE" and 3 in members(facts.board.options[GERMAN]):
        found |= next_to(facts, found & opened)
    if nation == "BE" and not german(facts, ANTWERP):
        found.add(ANTWERP)
    landed = facts.board.landed
    if nation == "BR" and landed in PORTS and any(ROWS[u].nation == "BR" for u in here(facts, landed)):
        found.add(landed)
    return found


def is_fed(facts: Facts, unit: int, hex: int, checking: bool = False) -> bool:
    if IDS[unit] == "BR.RN" and hex == ANTWERP and not german(facts, ANTWERP):
        return True
    return hex in fed(facts, str(ROWS[unit].nation), checking)


# -- movement (8.4)


def allowance(facts: Facts, unit: int) -> int:
    return ROWS[unit].ma_back if is_down(facts, unit) else ROWS[unit].ma


def can_pay(facts: Facts, group: list[int], cost: int, spent: int, hexes: int) -> bool:
    """8.4.1, 8.4.2: everybody in the group can go on."""
    for unit in group:
        staffs = [u for u in group if ROWS[u].kind == "hq" and ROWS[u].nation == ROWS[unit].nation]
        led = is_combat(unit) and bool(staffs)
        if ROWS[unit].kind == "ha" or (is_combat(unit) and is_down(facts, unit) and not led):
            if hexes:
                return False
            continue
        points = allowance(facts, unit)
        if led:
            points = max([points, *(allowance(facts, u) for u in staffs)])
        if spent + cost > points:
            return False
    return True


def after(facts: Facts, side: int, group: list[int], hex: int) -> Facts:
    """8.3.3, 8.3.4, 9.5.3: the map once the group has left the hex."""
    board, twin = facts.board.copy(), facts
    for unit in group:
        board.put(unit, 0)
    if group:
        twin = Facts(board)
    if besieged(twin, hex) and not siege_stands(twin, hex):
        board.siege &= ~(1 << hex)
        twin = Facts(board)
    owner = GERMAN if german(twin, hex) else ALLIED
    enemies = [u for u in here(twin, hex, 1 - owner) if is_combat(u)]
    if enemies and not holders(twin, hex, owner) and any(is_fed(twin, u, hex) for u in enemies):
        board.control ^= 1 << hex
        board.cavalry &= ~(1 << hex)
        if not any(is_infantry(u) for u in enemies):
            board.cavalry |= 1 << hex
        return Facts(board)
    if hex in twin.cavalry and any(is_infantry(u) for u in here(twin, hex, owner)):
        board.cavalry &= ~(1 << hex)
        return Facts(board)
    return twin


def siege_stands(facts: Facts, hex: int) -> bool:
    forts = [u for u in here(facts, hex) if is_fort(u)]
    if not forts:
        return False
    besiegers = [u for u in here(facts, hex, 1 - side_of(forts[0])) if is_infantry(u) and not is_down(facts, u)]
    if any("large" in ROWS[u].marks for u in forts):
        besiegers = [u for u in besiegers if is_corps(u)]
    return bool(besiegers)


def shut_to(facts: Facts, side: int, group: list[int], hex: int) -> bool:
    """8.4.7, 8.4.8, 12.5.3, 14.1.1: closed to the group by name or by date."""
    history = facts.board.scenario != 3
    if side == ALLIED:
        belgians = [u for u in group if ROWS[u].nation == "BE"]
        if hex not in BELGIUM and any(facts.board.where[u] in BELGIUM for u in belgians):
            return True
        started = members(facts.board.maubeuge)
        return hex == MAUBEUGE and history and facts.board.turn <= 2 and any(u not in started for u in group)
    if not history:
        return False
    if hex == MAUBEUGE and facts.board.turn == 1:
        return True
    if hex in COAST and facts.board.turn <= 6 and any(is_combat(u) for u in group):
        allies = [u for u in here(facts, hex, ALLIED) if is_combat(u)]
        if not allies and hex not in members(facts.board.opened):
            return True
    belgians = [u for u in here(facts, ANTWERP) if ROWS[u].nation == "BE" and is_combat(u)]
    return hex == GHENT and facts.board.bottled and bool(belgians)


def nearer(facts: Facts, unit: int, start: int, hex: int) -> bool:
    """8.4.3: the hex is fewer steps from supply than where the unit stands."""
    goal = fed(facts, str(ROWS[unit].nation))

    def steps(place: int) -> int:
        seen, ring, count = {place}, {place}, 0
        while ring and not ring & goal:
            ring = next_to(facts, ring) - seen
            seen |= ring
            count += 1
        return count if ring else 107

    return steps(hex) < steps(start)


def may_go(facts: Facts, side: int, group: list[int], left: int, hex: int, retiring: bool) -> bool:
    """8.4.3 to 8.4.8, 8.5, 8.7, 9.8.2: everything but points and room."""
    if hex in members(facts.board.blocked.get((1 - side) * 128 + left, 0)):
        return False
    if hex == facts.board.active and any(is_combat(u) or is_fort(u) for u in here(facts, hex, 1 - side)):
        return False
    foes = holders(facts, hex, 1 - side)
    if retiring and (foes or not mine(facts, side, hex)):
        return False
    if not mine(facts, side, hex):
        friends = holders(facts, hex, side)
        fresh = [u for u in group if is_combat(u) and not is_down(facts, u)]
        tired = [u for u in group if is_combat(u) and is_down(facts, u)]
        if foes:
            if not mine(facts, side, left) and holders(facts, left, 1 - side):
                return False
            if friends:
                if tired and not fresh:
                    return False
            else:
                fighters = [u for u in fresh if "defence" not in ROWS[u].marks]
                if not any(is_combat(u) for u in foes):
                    fighters = [u for u in fighters if is_infantry(u)]
                if not fighters:
                    return False
        elif here(facts, hex, 1 - side) and not fresh:
            return False
    key = (left, *group)
    if key not in facts.later:
        facts.later[key] = after(facts, side, group, left)
    later = facts.later[key]
    for unit in group:
        if is_fed(later, unit, hex):
            continue
        if is_fed(facts, unit, facts.board.where[unit]) or not nearer(later, unit, facts.board.where[unit], hex):
            return False
    return not shut_to(facts, side, group, hex)


def has_room(facts: Facts, hex: int, side: int, group: list[int]) -> bool:
    """8.4.6: at most eight corps, six of infantry; three and a division in the Vosges."""
    units = {u for u in here(facts, hex, side) if is_combat(u)} | {u for u in group if is_combat(u)}
    corps = len([u for u in units if is_corps(u)])
    foot = sum(1.0 if is_corps(u) else 0.5 for u in units if is_infantry(u))
    everybody = sum(1.0 if is_corps(u) else 0.5 for u in units)
    if hex in (102, 103):
        return everybody <= 3.5 and corps <= 3
    return everybody <= 8 and foot <= 6


# -- boards at random


def boards(count: int, seed: int, hexes: tuple[int, ...] = ()) -> Iterator[tuple[Random, GrandIllusionBoard]]:
    """So many boards, each with the generator that made it."""
    rng = Random(seed)
    for _ in range(count):
        yield rng, random_board(rng, hexes or tuple(rng.choice(REGIONS)))


REGIONS = (
    (44, 45, 53, 54, 55, 62, 63, 64, 52, 43, 46, 34, 35),
    (26, 27, 28, 36, 37, 19, 18, 29, 38, 47, 17),
    (56, 65, 66, 57, 67, 76, 75, 74, 77),
    (86, 87, 96, 97, 95, 85, 98, 102, 101),
    (102, 103, 104, 107, 106, 105, 98, 99),
    (1, 7, 8, 14, 15, 16, 23, 24, 32, 33, 42, 43, 52, 44),
)


def random_board(rng: Random, hexes: tuple[int, ...]) -> GrandIllusionBoard:
    """Units of both sides thrown into a few hexes, with every sort of marker."""
    board = new_board(EDITIONS[rng.choice(("english", "spanish"))], rng.choice((1, 1, 2, 3)))
    board.turn = rng.choice((1, 2, 3, 4, 5, 6, 6, 7, 8, 10, 12))
    if board.scenario == 3:
        board.revealed = True
        board.options = [bits(rng.sample(range(1, 6), 2)), bits(rng.sample(range(1, 6), 2))]
        board.open_holland()
        board.landed = rng.choice((0, 0, 14, 32, 16))
    thrown = set(rng.sample(range(len(IDS)), rng.choice((25, 60, 100))))
    for unit, row in enumerate(ROWS):
        if row.kind == "fort":
            if rng.random() < 0.3:
                board.put(unit, -1)
            continue
        board.track.pop(unit, None)
        board.put(unit, rng.choice(hexes) if unit in thrown else 0)
        if rng.random() < 0.35:
            board.down |= 1 << unit
    for hex in hexes:
        if rng.random() < 0.4:
            board.control ^= 1 << hex
        if rng.random() < 0.15:
            board.cavalry |= 1 << hex
        if any(is_fort(u) and board.where[u] == hex for u in range(len(IDS))) and rng.random() < 0.4:
            board.siege |= 1 << hex
        if rng.random() < 0.3:
            block(board, rng.choice((ALLIED, GERMAN)), rng.choice(board.ground.neighbours[hex]), hex)
    for hex in rng.sample(range(1, 108), 8):
        board.control ^= 1 << hex
    board.emergency = rng.random() < 0.5
    board.rail_end = rng.random() < 0.5
    board.antwerp = rng.random() < 0.5
    board.bottled = rng.random() < 0.5
    board.opened = bits(rng.sample(sorted(COAST), 2))
    board.active = rng.choice((0, *hexes))
    board.maubeuge = bits(rng.sample(range(len(IDS)), 60))
    facts = Facts(board)
    for hex in (*hexes, *hexes):  # nobody stands in a vacant enemy hex, and no siege lacks its besiegers
        facts = after(facts, ALLIED, [], hex)
    return facts.board


def random_group(rng: Random, facts: Facts, side: int, hex: int) -> list[int]:
    """Some of the side's units in a hex that can move."""
    units = [u for u in here(facts, hex, side) if not is_fort(u)]
    return sorted(rng.sample(units, rng.randint(1, min(len(units), rng.choice((1, 2, 4)))))) if units else []
