"""A hex on a card: who holds it, what entering costs, how many units are there, who leads them, who gets there, who is
in supply."""

from __future__ import annotations

from marne.engine import Line, Observation
from marne.engine.survey import Led, Surveyed
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import HEXES
from marne.games.grand_illusion.components.tables import LIMITS
from marne.games.grand_illusion.components.units import (
    COMBAT,
    FOOT_CORPS,
    HQS,
    IDS,
    INFANTRY,
    NATION,
    NATIONS,
    OF_NATION,
    OF_SIDE,
    SIDES,
)
from marne.games.grand_illusion.rules.actions.actions import activation_hexes, manned_hexes
from marne.games.grand_illusion.rules.movement.entry import own_allowance
from marne.games.grand_illusion.rules.movement.reach import who_gets_there
from marne.games.grand_illusion.rules.supply.supply import all_sources, supplied_hexes
from marne.games.grand_illusion.words import WORDS
from marne.hexes import members

__all__ = ["survey"]


def survey(observation: Observation, hex: str, piece: str, language: str) -> Surveyed:
    """All that is known of a hex; nothing is hidden in it."""
    board: GrandIllusionBoard = observation.view.board
    at = int(hex)
    assert 0 < at <= HEXES

    def say(key: str, **facts: object) -> str:
        return WORDS.say(language, f"card.{key}", **facts)

    holder = next((name for side, name in enumerate(SIDES) if board.controlled(side) >> at & 1), "")
    lines = [Line(say("held", side=WORDS.say(language, f"word.{holder}")), "", "8.4.3")] if holder else []
    for side, name in enumerate(SIDES):
        if units := board.at[at] & OF_SIDE[side] & COMBAT:
            lines.append(_stack(board, units, WORDS.say(language, f"word.{name}"), language))
    lines += _costs(board, at, language)
    fed = [nation for nation in range(len(NATIONS)) if supplied_hexes(board, nation) >> at & 1]
    if fed:
        names = ", ".join(WORDS.say(language, f"name.{NATIONS[nation]}") for nation in fed)
        lines.append(Line(say("fed", nations=names), "", "8.4.3"))
    traces = tuple(filter(None, (_trace(board, nation, at) for nation in fed[:1])))
    return Surveyed(tuple(lines), _who(board, at), (), traces, _command(board, at, language))


def _stack(board: GrandIllusionBoard, units: int, side: str, language: str) -> Line:
    """8.4.6: what is there in corps, of which a division or brigade is half."""
    corps = units & FOOT_CORPS
    halves, foot = units.bit_count() + corps.bit_count(), (units & INFANTRY).bit_count() + corps.bit_count()
    text = WORDS.say(
        language,
        "card.units",
        side=side,
        corps=_half(halves),
        most=_half(LIMITS.stack),
        foot=_half(foot),
        most_foot=_half(LIMITS.stack_infantry),
    )
    return Line(text, "", "8.4.6")


def _half(halves: int) -> str:
    return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)


def _costs(board: GrandIllusionBoard, at: int, language: str) -> list[Line]:
    """8.4.2: the movement points to enter the hex, by the hex from which it is entered."""
    prices: dict[int, list[str]] = {}
    for here in members(board.ground.all):
        for there, cost in board.ground.ways[here]:
            if there == at:
                prices.setdefault(cost, []).append(str(here))
    if len(prices) == 1:
        return [Line(WORDS.say(language, "card.enter", cost=cost), "", "8.4.2") for cost in prices]
    return [
        Line(WORDS.say(language, "card.enter_from", cost=cost, hexes=", ".join(hexes)), "", "8.4.2")
        for cost, hexes in sorted(prices.items())
    ]


def _command(board: GrandIllusionBoard, at: int, language: str) -> tuple[Led, ...]:
    """8.4.1: each headquarters in the hex, and the units of its nation there that march with its allowance."""
    found = []
    for hq in members(board.at[at] & HQS):
        led = members(board.at[at] & OF_NATION[NATION[hq]] & COMBAT)
        text = WORDS.say(language, "card.leads", unit=IDS[hq], points=own_allowance(board.down, hq), count=len(led))
        found.append(Led(IDS[hq], text, "8.4.1", (str(at),), tuple(IDS[unit] for unit in led)))
    return tuple(found)


def _who(board: GrandIllusionBoard, at: int) -> tuple[str, ...]:
    """8.2.1, 8.4: the units that get there when their hex is activated, as far as it may be."""
    return tuple(
        IDS[unit]
        for side in range(len(SIDES))
        for unit in who_gets_there(board, at, side, activation_hexes(board, side, manned_hexes(board, side)))
    )


def _trace(board: GrandIllusionBoard, nation: int, at: int) -> tuple[str, ...]:
    """8.4.3: the shortest way over hexes that are fed to one that supply comes from."""
    fed, goals = supplied_hexes(board, nation), all_sources(board, nation)
    before, edge = {at: at}, [at]
    while edge:
        beyond: list[int] = []
        for here in edge:
            if goals >> here & 1:
                way = [here]
                while before[way[-1]] != way[-1]:
                    way.append(before[way[-1]])
                return tuple(str(each) for each in reversed(way)) if len(way) > 1 else ()
            near = board.ground.rail[here] | (board.ground.near[here] if here == at else 0)
            for to in members(near & fed):
                if to not in before:
                    before[to] = here
                    beyond.append(to)
        edge = beyond
    return ()
