"""The staff: a scripted player for both sides.

It sees what its seat may see, imagines the rest, and plays to win. Germans wheel through Belgium for cities and Paris
and hold Lorraine; the Entente makes the attacks of Plan XVII, covers cities and Paris, and strikes back when it can.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from marne.engine import BEST, JSON, Answer, DeputyStaff, EngineError, Position, Seat, Step
from marne.games.schlieffens_war.board import FATIGUED, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import (
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
from marne.games.schlieffens_war.rules.campaign.setup import PlaceCounter
from marne.games.schlieffens_war.rules.combat.artillery import SiegeGuns
from marne.games.schlieffens_war.rules.combat.attack import (
    ChooseAttackers,
    ChooseProbe,
    ChooseProbeHex,
    ChooseTarget,
    NameDefenders,
    probe_hexes,
)
from marne.games.schlieffens_war.rules.combat.combat import defence_factor, final_column
from marne.games.schlieffens_war.rules.combat.losses import (
    AdvanceAfterCombat,
    AttackerLosses,
    DefenderLosses,
    RetreatPenalty,
)
from marne.games.schlieffens_war.rules.command.stacking import RelieveHex, has_room
from marne.games.schlieffens_war.rules.movement.movement import ChooseDestination, ChooseUnit
from marne.games.schlieffens_war.rules.reinforcement.regroup import (
    ChooseReturnHex,
    RegainStrength,
    ReturnUnits,
    ShedFatigue,
)
from marne.games.schlieffens_war.rules.reinforcement.reinforcement import EastFront, PlaceReinforcement
from marne.games.schlieffens_war.staff.judgement import attacks, hex_value, last_word, plan_xvii_due
from marne.games.schlieffens_war.staff.plans import march_costs, plan_moves
from marne.games.schlieffens_war.staff.style import STYLES, Style
from marne.games.schlieffens_war.staff.wheel import HOLDING
from marne.hexes import Bits, members
from marne.kit.arithmetic import tally

__all__ = ["DONE", "Deputy", "Options", "Staff"]

DONE = "done"
_HQ_HEXES = {"AOK 1": "1007", "AOK 2": "1108", "AOK 3": "1308", "AOK 7": "2203", "3e Armée": "1809"}
"""Where the staff wants HQs that shouldn't stand in their printed hex."""

# How near to the best a hidden answer may be.
SETUP: Final = 1.0
"""A hex of distance in the set-up."""
NEXT: Final = 6
"""So many marches of a plan can begin in any order."""
ATTACK: Final = 0.25
"""Steps by which an attack is worth less than the best: both will be made."""
DETOUR: Final = 1
"""Hexes of march from where a unit returns or arrives."""


Options = tuple[Answer, ...]


class Staff(DeputyStaff):
    """The staff at the table."""

    def deputy(self, position: Position[WarBoard], seat: Seat, memo: JSON) -> Deputy:
        """One that carries what is left of the plan."""
        return Deputy(seat, position.board.turn, memo)


class Deputy:
    """The staff for the length of one thought: it answers straight from a position, and carries the moves of a phase
    that are still to be made. A memo of another turn is a memo of nothing. Its style is the staff's, or another."""

    def __init__(self, side: Seat, turn: int, memo: JSON = None, style: Style | None = None) -> None:
        self.side = side
        self.turn = turn
        self.style = style or STYLES[side]
        self.pick = self.taste = BEST
        self.moves: list[tuple[int, int]] | None = None
        self.attackers: tuple[int, ...] = ()
        if isinstance(memo, dict) and memo["turn"] == turn:
            self.moves = [(unit, hex) for unit, hex in memo["moves"]]

    def memo(self) -> JSON:
        """The moves that are still to be made this turn; nothing before they were planned."""
        return None if self.moves is None else {"turn": self.turn, "moves": self.moves}

    def answer(self, position: Position[WarBoard]) -> Answer:
        """One of the legal answers."""
        assert position.open is not None
        options = position.open.options
        assert options is not None
        if len(options) == 1:
            return options[0]
        if position.board.turn != self.turn:  # in a simulation it sees more than one
            self.turn, self.moves = position.board.turn, None
        self.taste = BEST if position.open.seen_by is None else self.pick
        answer = self._decide(position.board, position.step, options)
        return answer if answer in options else options[0]

    def _decide(self, board: WarBoard, step: Step[WarBoard], options: Options) -> Answer:
        match step:
            case PlaceCounter(unit):
                return self._place_counter(board, unit, options)
            case ShedFatigue() | RegainStrength():
                return "all" if "all" in options else options[0]
            case ReturnUnits():
                return self._return_unit(options)
            case ChooseReturnHex(unit):
                return self._return_hex(board, unit, options)
            case PlaceReinforcement(unit):
                return self._reinforce(unit, options)
            case EastFront():
                return self._send_east(board, options)
            case RelieveHex():
                return self._relieve(board, options)
            case ChooseUnit():
                return self._move(board, options)
            case ChooseDestination(unit):
                return self._destination(board, unit, options)
            case ChooseProbe():
                return self._probe(board, options)
            case ChooseProbeHex():
                return max(_numbers(options), key=lambda hex: (self._prize(board) >> hex & 1, -hex))
            case ChooseTarget():
                return self._target(board, options)
            case ChooseAttackers():
                return self._attacker(board, step, options)
            case NameDefenders():
                return self._name_defenders(board, options)
            case SiegeGuns():
                return self._siege_guns(board, options)
            case DefenderLosses(left):
                return self._defender_losses(board, left, options)
            case RetreatPenalty() | AttackerLosses():
                return self._least(board, _numbers(options))
            case AdvanceAfterCombat():
                return self._advance(board, options)
        raise EngineError(f"the staff has no judgement of {type(step).__name__}")

    # -- 3.1 set-up

    def _place_counter(self, board: WarBoard, unit: int, options: Options) -> Answer:
        return self.taste.best([(self._setup_score(board, unit, hex), hex) for hex in sorted(_numbers(options))], SETUP)

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

    def _return_unit(self, options: Options) -> Answer:
        units = _numbers(options)
        corps = sorted((unit for unit in units if IS_CORPS[unit]), reverse=True)
        return self.taste.one_of(corps or sorted(units, reverse=True)) if units else DONE

    def _return_hex(self, board: WarBoard, unit: int, options: Options) -> Answer:
        """Near its army's HQ; an HQ or a depot near its army's corps; without them near the enemy."""
        own = [
            board.where[other]
            for other in UNITS_OF[SIDE[unit]]
            if ARMY[other] == ARMY[unit] and board.where[other] >= 0 and KIND[other] == HQ != KIND[unit]
        ]
        corps = [board.where[u] for u in UNITS_OF[SIDE[unit]] if IS_CORPS[u] and ARMY[u] == ARMY[unit]]
        if not own and not IS_CORPS[unit]:
            out = [hex for hex in corps if hex >= 0]
            if out:
                return self._nearest(options, lambda hex: tally(march_costs(goal)[hex] for goal in out))
        goals = own or members(board.occupied[1 - SIDE[unit]])
        return self._nearest(options, lambda hex: min(march_costs(goal)[hex] for goal in goals))

    def _reinforce(self, unit: int, options: Options) -> Answer:
        goal = g.GRID.hex("0919" if NATION[unit] == BRITISH else "2018")
        return self._nearest(options, lambda hex: g.GRID.distance(hex, goal))

    def _nearest(self, options: Options, far: Callable[[int], int]) -> Answer:
        return self.taste.best([(-far(hex), hex) for hex in sorted(_numbers(options))], DETOUR)

    def _send_east(self, board: WarBoard, options: Options) -> Answer:
        units = _numbers(options)
        enemy = members(board.occupied[ENTENTE] & ~g.HEAVY) or members(board.occupied[ENTENTE])
        return max(units, key=lambda u: (min(g.GRID.distance(board.where[u], x) for x in enemy), -u))

    # -- 6.5, 10 movement

    def _relieve(self, board: WarBoard, options: Options) -> Answer:
        pairs = [option for option in options if isinstance(option, tuple)]
        moves = [pair for pair in pairs if isinstance(pair[1], int)]
        return min(moves or pairs, key=lambda pair: (board.factor(_numbers(pair)[0]), str(pair)))

    def _move(self, board: WarBoard, options: Options) -> Answer:
        """The next unit of the plan that can still move; the plan is made once for the whole phase."""
        if self.moves is None:
            self.moves = plan_moves(board, self.side, self.style)
        while self.moves and self.moves[0][0] not in options:
            self.moves.pop(0)
        waiting = [unit for unit, _ in self.moves if unit in options]
        return self.taste.one_of(waiting[:NEXT]) if waiting else DONE

    def _destination(self, board: WarBoard, unit: int, options: Options) -> Answer:
        """Where the plan wants the unit, or as near to it as it can get; a unit nobody planned for stays."""
        if self.moves is None:
            self.moves = plan_moves(board, self.side, self.style)
        goal = dict(self.moves).get(unit)
        self.moves = [move for move in self.moves if move[0] != unit]
        if goal is None or goal in options:
            return "halt" if goal is None else self.taste.one_of(self._as_good(board, unit, goal, options))
        costs = march_costs(goal)
        near = min(
            (hex for hex in _numbers(options) if has_room(board, unit, hex)),
            key=lambda hex: (costs[hex], hex),
            default=board.where[unit],
        )
        return near if costs[near] < costs[board.where[unit]] else "halt"

    def _as_good(self, board: WarBoard, unit: int, goal: int, options: Options) -> list[int]:
        """Where a march may end as well: beside its goal, if neither is worth more than the way, nor near an enemy."""
        danger = board.zone(1 - self.side) | board.occupied[1 - self.side]
        quiet = ~(danger | g.spread(danger) | g.PRIZES | g.PARIS | g.GERMAN_CITIES)
        if self.taste is BEST or not quiet >> goal & 1 or not IS_CORPS[unit]:
            return [goal]
        near = [hex for hex in g.GRID.neighbours[goal] if hex in options and quiet >> hex & 1]
        front = self._front(board, goal)
        return [goal, *(hex for hex in near if self._front(board, hex) <= front and has_room(board, unit, hex))]

    def _front(self, board: WarBoard, hex: int) -> int:
        """How far a hex is from the enemy."""
        return min((g.GRID.distance(hex, foe) for foe in members(board.occupied[1 - self.side])), default=0)

    # -- 11 combat

    def _probe(self, board: WarBoard, options: Options) -> Answer:
        for unit in options:
            if isinstance(unit, int) and self._prize(board) & probe_hexes(board, unit):
                return unit
        return DONE

    def _prize(self, board: WarBoard) -> Bits:
        """Open cities that are worth a step."""
        side = self.side
        wanted = (
            (g.PRIZES | g.PARIS) & ~board.control if side == GERMAN else (g.PRIZES | g.GERMAN_CITIES) & board.control
        )
        return wanted & ~board.occupied[1 - side]

    def _target(self, board: WarBoard, options: Options) -> Answer:
        side = self.side
        found = [attack for attack in attacks(board, side, self.style) if attack.hex in options]
        bonus = 4.0 if side == ENTENTE and plan_xvii_due(board) else 0.0
        worth = [(a.worth + bonus * a.plan_xvii, a) for a in sorted(found, key=lambda a: a.hex)]
        worth = [each for each in worth if each[0] > self.style.least_worth]
        if not worth:
            return DONE
        best = self.taste.best(worth, ATTACK)
        self.attackers = best.units
        return best.hex

    def _attacker(self, board: WarBoard, step: ChooseAttackers, options: Options) -> Answer:
        """The units of the attack that was weighed, corps first; weighed anew where somebody else began it."""
        units = self.attackers
        if not units:
            units = next(
                (attack.units for attack in attacks(board, self.side, self.style) if attack.hex == step.hex), ()
            )
        left = sorted(unit for unit in units if unit in options)
        if left:
            return self.taste.one_of([unit for unit in left if IS_CORPS[unit]] or left)
        self.attackers = ()
        return "attack" if "attack" in options else options[0]

    def _name_defenders(self, board: WarBoard, options: Options) -> Answer:
        teams = [team for team in options if isinstance(team, tuple)]
        return max(teams, key=lambda team: (tally(defence_factor(board, unit) for unit in _numbers(team)), -len(team)))

    def _siege_guns(self, board: WarBoard, options: Options) -> Answer:
        assert board.battle is not None
        column = final_column(board, board.battle)[2]
        if column >= 7:
            return "none"
        return next((choice for choice in ("artillery", "coup") if choice in options), "none")

    def _defender_losses(self, board: WarBoard, due: int, options: Options) -> Answer:
        battle = board.battle
        assert battle is not None
        side = 1 - battle.side
        steps = _numbers(options)
        back = [option for option in options if isinstance(option, tuple)]
        left = tally(
            board.steps[unit] for unit in battle.force if board.where[unit] == battle.at and KIND[unit] != FORT
        )
        holds = hex_value(board, side, battle.hex, self.style) > 2 and left > due
        if back and not (holds and not battle.trail):
            return back[0]
        return self._least(board, steps) if steps else back[0]

    def _least(self, board: WarBoard, units: list[int]) -> int:
        """The unit whose step is missed least: a corps before an HQ, a full one before a reduced one, a weak one."""
        return min(units, key=lambda u: (KIND[u] == HQ, -board.steps[u], board.factor(u), u))

    def _advance(self, board: WarBoard, options: Options) -> Answer:
        battle = board.battle
        assert battle is not None
        units = [unit for unit in options if isinstance(unit, int) and IS_CORPS[unit] and self._may_leave(board, unit)]
        inside = tally(1 for unit in board.stacks[battle.hex] if IS_CORPS[unit])
        most = 3 if hex_value(board, battle.side, battle.hex, self.style) > 2 else 2 if battle.side == GERMAN else 1
        if not units or inside >= most:
            return DONE
        return max(units, key=lambda unit: (board.factor(unit), board.morale[unit] != FATIGUED, -unit))

    def _may_leave(self, board: WarBoard, unit: int) -> bool:
        """Not out of a German city or Paris (4.2, 4.3), and not the last one out of a city that counts."""
        hex = board.where[unit]
        if last_word(board, SIDE[unit], self.style):
            return True
        if (g.GERMAN_CITIES | g.PARIS) >> hex & 1 and board.turn < board.scenario.turns:
            return False
        return (
            hex_value(board, SIDE[unit], hex, self.style) <= 2 or tally(1 for u in board.stacks[hex] if IS_CORPS[u]) > 1
        )


def _numbers(options: Options) -> list[int]:
    """The units or hexes among the options."""
    return [option for option in options if isinstance(option, int)]
