"""The staff: a scripted player for both sides.

It sees what its seat may see, imagines the rest, and plays to win. Germans wheel through Belgium for cities and Paris
and hold Lorraine; the Entente makes the attacks of Plan XVII, covers cities and Paris, and strikes back when it can.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from marne.engine import Answer, Ask, Game, Observation, Step
from marne.games.schlieffens_war import ground as g
from marne.games.schlieffens_war.attack import probe_hexes
from marne.games.schlieffens_war.board import FATIGUED, WarBoard
from marne.games.schlieffens_war.combat import defence_factor, final_column
from marne.games.schlieffens_war.counters import (
    ARMY,
    BELGIAN,
    BRITISH,
    DEPOT,
    ENTENTE,
    FORT,
    GERMAN,
    HQ,
    IS_CORPS,
    KIND,
    NAMES,
    NATION,
    SETUP_LABEL,
    SIDE,
    UNITS_OF,
)
from marne.games.schlieffens_war.data import SCENARIO
from marne.games.schlieffens_war.judgement import attacks, hex_value, plan_xvii_due
from marne.games.schlieffens_war.plans import march_costs, plan_moves
from marne.games.schlieffens_war.style import STYLES
from marne.games.schlieffens_war.view import imagine_board
from marne.games.schlieffens_war.wheel import HOLDING
from marne.hexes import Bits, members

__all__ = ["Staff"]

DONE = "done"
_HQ_HEXES = {"AOK 1": "1007", "AOK 2": "1108", "AOK 3": "1308", "AOK 7": "2203", "3e Armée": "1809"}
"""Where the staff wants HQs that shouldn't stand in their printed hex."""


class Staff:
    """Answers for one seat. A plan for a whole phase is made at once and then played out without looking again."""

    def __init__(self, game: Game, rng: Random) -> None:
        self._rng = rng
        self._queue: list[tuple[Answer, str | None]] = []

    def choose(self, ask: Ask, look: Callable[[], Observation]) -> Answer:
        """One of the legal answers."""
        options = ask.options
        assert options is not None
        if len(options) == 1:
            return options[0]
        while self._queue:
            answer, last = self._queue.pop(0)
            if answer in options and (last is None or options[-1] == last):
                return answer
        observation = look()
        board = imagine_board(observation, self._rng)
        step: Step[WarBoard] = observation.view.step
        decide: Callable[..., Answer] = getattr(self, f"_{type(step).__name__}")
        answer = decide(board, step, options)
        return answer if answer in options else options[0]

    # -- 3.1 set-up

    def _PlaceCounter(self, board: WarBoard, step: Any, options: tuple[int, ...]) -> Answer:
        unit = step.unit
        return max(options, key=lambda hex: (self._setup_score(board, unit, hex), -hex))

    def _setup_score(self, board: WarBoard, unit: int, hex: int) -> float:
        """Cities first, then the frontier; the German right wing close to Liège."""
        corps = board.corps_equivalents(hex)
        empty = not any(IS_CORPS[other] or KIND[other] == DEPOT for other in board.stacks[hex])
        if KIND[unit] == HQ:
            if NATION[unit] == BELGIAN:
                return -g.GRID.distance(hex, g.GRID.hex("1012"))
            return -g.GRID.distance(hex, g.GRID.hex(_HQ_HEXES.get(NAMES[unit], SETUP_LABEL[unit] or "")))
        if NATION[unit] == BELGIAN:
            return -min(g.GRID.distance(hex, g.GRID.hex(label)) for label in ("1012", "1211", "0812"))
        if SIDE[unit] == GERMAN:
            return self._german_setup(board, unit, hex, corps, empty)
        front = min(g.GRID.distance(hex, other) for other in members(g.GERMANY & g.spread(g.FRANCE | g.BELGIUM)))
        if ARMY[unit] in ("4", "5"):
            front = min(g.GRID.distance(hex, g.GRID.hex(label)) for label in ("1512", "1413", "1610"))
        city = bool(g.PRIZES >> hex & 1)
        return (4.0 if city and empty else 0.0) - front - 0.8 * corps

    def _german_setup(self, board: WarBoard, unit: int, hex: int, corps: int, empty: bool) -> float:
        if KIND[unit] == DEPOT:
            return -g.GRID.distance(hex, g.GRID.hex("1211")) if ARMY[unit] in "123" else 0.0
        exposed = bool(g.GERMAN_CITIES >> hex & 1) and g.GRID.distance(hex, g.GRID.hex("2007")) <= 7
        if exposed and corps < 2 and ARMY[unit] in HOLDING:
            return 10.0
        if exposed and empty:
            return 10.0 - board.factor(unit)
        if ARMY[unit] in "123":
            return -g.GRID.distance(hex, g.GRID.hex("1109"))
        if ARMY[unit] in "45":
            return -g.GRID.distance(hex, g.GRID.hex("1610" if ARMY[unit] == "4" else "1709")) - 0.5 * corps
        front = min(g.GRID.distance(hex, other) for other in members(g.FRANCE & g.spread(g.GERMANY)))
        return -abs(front - 1) - 1.2 * corps

    # -- 9 regrouping and arrivals

    def _ShedFatigue(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        return "all" if "all" in options else options[0]

    _RegainStrength = _ShedFatigue

    def _ReturnUnits(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        units = [unit for unit in options if isinstance(unit, int)]
        return min(units, key=lambda unit: (not IS_CORPS[unit], -unit)) if units else DONE

    def _ChooseReturnHex(self, board: WarBoard, step: Any, options: tuple[int, ...]) -> Answer:
        """Near its army's HQ; an HQ or a depot near its army's corps; without them near the enemy."""
        unit = step.unit
        own = [
            board.where[other]
            for other in UNITS_OF[SIDE[unit]]
            if ARMY[other] == ARMY[unit] and board.where[other] >= 0 and KIND[other] == HQ != KIND[unit]
        ]
        corps = [board.where[u] for u in UNITS_OF[SIDE[unit]] if IS_CORPS[u] and ARMY[u] == ARMY[unit]]
        if not own and not IS_CORPS[unit]:
            out = [hex for hex in corps if hex >= 0]
            if out:
                return min(options, key=lambda hex: (sum(march_costs(goal)[hex] for goal in out), hex))
        goals = own or members(board.occupied[1 - SIDE[unit]])
        return min(options, key=lambda hex: (min(march_costs(goal)[hex] for goal in goals), hex))

    def _PlaceReinforcement(self, board: WarBoard, step: Any, options: tuple[int, ...]) -> Answer:
        goal = g.GRID.hex("0919" if NATION[step.unit] == BRITISH else "2018")
        return min(options, key=lambda hex: (g.GRID.distance(hex, goal), hex))

    def _EastFront(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        units = [unit for unit in options if isinstance(unit, int)]
        enemy = members(board.occupied[ENTENTE] & ~g.HEAVY) or members(board.occupied[ENTENTE])
        return max(units, key=lambda u: (min(g.GRID.distance(board.where[u], x) for x in enemy), -u))

    # -- 6.5, 10 movement

    def _RelieveHex(self, board: WarBoard, step: Any, options: tuple[Any, ...]) -> Answer:
        moves = [option for option in options if isinstance(option[1], int)]
        return min(moves or options, key=lambda option: (board.factor(option[0]), str(option)))  # type: ignore[no-any-return]

    def _ChooseUnit(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        for unit, hex in plan_moves(board, step.side):
            self._queue += [(unit, DONE), (hex, "halt")]
        self._queue.append((DONE, DONE))
        answer, _ = self._queue.pop(0)
        return answer if answer in options else DONE

    def _ChooseDestination(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        return "halt"

    # -- 11 combat

    def _ChooseProbe(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        for unit in options:
            if isinstance(unit, int) and self._prize(board, step.side) & probe_hexes(board, unit):
                return unit
        return DONE

    def _ChooseProbeHex(self, board: WarBoard, step: Any, options: tuple[int, ...]) -> Answer:
        return max(options, key=lambda hex: (self._prize(board, SIDE[step.unit]) >> hex & 1, -hex))

    def _prize(self, board: WarBoard, side: int) -> Bits:
        """Open cities that are worth a step."""
        wanted = (
            (g.PRIZES | g.PARIS) & ~board.control if side == GERMAN else (g.PRIZES | g.GERMAN_CITIES) & board.control
        )
        return wanted & ~board.occupied[1 - side]

    def _ChooseTarget(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        side = step.side
        found = [attack for attack in attacks(board, side) if attack.hex in options]
        bonus = 4.0 if side == ENTENTE and plan_xvii_due(board) else 0.0
        best = max(found, key=lambda a: (a.worth + bonus * a.plan_xvii, -a.hex), default=None)
        if best is None or best.worth + bonus * best.plan_xvii <= STYLES[side].least_worth:
            return DONE
        self._queue = [(unit, None) for unit in sorted(best.units, key=lambda u: (not IS_CORPS[u], u))]
        self._queue.append(("attack", "attack"))
        return best.hex

    def _ChooseAttackers(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        return "attack" if "attack" in options else options[0]

    def _NameDefenders(self, board: WarBoard, step: Any, options: tuple[Any, ...]) -> Answer:
        return max(options, key=lambda team: (sum(defence_factor(board, unit) for unit in team), -len(team)))  # type: ignore[no-any-return]

    def _SiegeGuns(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        assert board.battle is not None
        column = final_column(board, board.battle)[2]
        if column >= 7:
            return "none"
        return next((choice for choice in ("artillery", "coup") if choice in options), "none")

    def _DefenderLosses(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        battle = board.battle
        assert battle is not None
        side = 1 - battle.side
        steps = [option for option in options if isinstance(option, int)]
        back = [option for option in options if isinstance(option, tuple)]
        left = sum(board.steps[unit] for unit in battle.force if board.where[unit] == battle.at and KIND[unit] != FORT)
        holds = hex_value(board, side, battle.hex) > 2 and left > step.left
        if back and not (holds and not battle.trail):
            return back[0]
        return self._least(board, steps) if steps else back[0]

    def _least(self, board: WarBoard, units: list[int]) -> int:
        """The unit whose step is missed least: a corps before an HQ, a full one before a reduced one, a weak one."""
        return min(units, key=lambda u: (KIND[u] == HQ, -board.steps[u], board.factor(u), u))

    def _lose(self, board: WarBoard, step: Any, options: tuple[int, ...]) -> Answer:
        return self._least(board, list(options))

    _RetreatPenalty = _lose
    _AttackerLosses = _lose

    def _AdvanceAfterCombat(self, board: WarBoard, step: Any, options: tuple[Answer, ...]) -> Answer:
        battle = board.battle
        assert battle is not None
        units = [unit for unit in options if isinstance(unit, int) and IS_CORPS[unit] and self._may_leave(board, unit)]
        inside = sum(1 for unit in board.stacks[battle.hex] if IS_CORPS[unit])
        most = 3 if hex_value(board, battle.side, battle.hex) > 2 else 2 if battle.side == GERMAN else 1
        if not units or inside >= most:
            return DONE
        return max(units, key=lambda unit: (board.factor(unit), board.morale[unit] != FATIGUED, -unit))

    def _may_leave(self, board: WarBoard, unit: int) -> bool:
        """Not out of a German city or Paris (4.2, 4.3), and not the last one out of a city that counts."""
        hex = board.where[unit]
        if (g.GERMAN_CITIES | g.PARIS) >> hex & 1 and board.turn < SCENARIO.turns:
            return False
        return hex_value(board, SIDE[unit], hex) <= 2 or sum(1 for u in board.stacks[hex] if IS_CORPS[u]) > 1
