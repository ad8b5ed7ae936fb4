"""14.1.2, 14.1.3 and their twins 14.2 and 14.3: markers, points, and who has won."""

from __future__ import annotations

from marne.engine import Ask, chance, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import (
    ANTWERP,
    BEHIND_ANTWERP,
    BRUSSELS,
    DOUBLE,
    GERMAN_VP,
    MAUBEUGE,
    NAMUR,
    PARIS,
    PLAN17,
    TRIER,
    Hex,
)
from marne.games.grand_illusion.components.tables import LIMITS, POINTS
from marne.games.grand_illusion.components.units import ALLIED, COMBAT, FOOT_CORPS, GE, GERMAN, OF_SIDE, SIDES, Side
from marne.games.grand_illusion.events import GameWon, MarkerDrawn, PointsChanged
from marne.games.grand_illusion.rules.supply.supply import MAUBEUGE_FORT, NAMUR_FORT, supplied, supplied_hexes
from marne.games.grand_illusion.steps import Asked, Line, Steps

__all__ = [
    "DrawGerman",
    "DrawPlan17",
    "EndOfGame",
    "ImmediateVictory",
    "InterimCount",
    "Judge",
    "JudgeImmediate",
    "ScenarioTwoBonus",
    "captured",
    "enough",
    "german_draws",
    "plan17_draws",
    "score",
    "screened",
    "win",
]


def score(board: GrandIllusionBoard, side: Side, amount: int, rule: str, why: str) -> None:
    """3.2, 14.1.2: move a victory marker; it may go below zero."""
    board.points[side] += amount
    board.tell(PointsChanged(rule, SIDES[side], amount, board.points[side], why))


def enough(board: GrandIllusionBoard) -> bool:
    """14.1.3: whether the Germans have six points and twice the Allied total."""
    german, allied = board.points[GERMAN], board.points[ALLIED]
    return german >= LIMITS.points_to_win and german >= 2 * allied


def win(board: GrandIllusionBoard, side: Side, rule: str, why: str) -> None:
    """14.1.3: the game is over."""
    board.winner = side
    board.won_by = why
    board.tell(GameWon(rule, SIDES[side], why))


def captured(board: GrandIllusionBoard, hex: Hex, side: Side) -> Steps:
    """14.1.2, 14.1.3, 14.3.2, 14.3.3: what a change of control means for victory."""
    if side == ALLIED:
        if hex == TRIER:
            win(board, ALLIED, "14.1.3", "trier")
            return ()
        if hex in board.markers:
            amount = board.markers.pop(hex)
            board.german_cup.append(amount)
            board.german_cup.sort()
            score(board, GERMAN, -_worth(hex, amount), "14.1.3", "lost")
        if hex == PARIS and board.paris:
            board.paris = False
            score(board, GERMAN, -POINTS["paris"], "14.1.3", "paris")
        if hex in PLAN17 and hex not in board.plan17:
            return (DrawPlan17(hex),)
    elif hex == PARIS and not board.immediate:
        board.immediate = board.turn
    return ()


def _worth(hex: Hex, amount: int) -> int:
    """14.1.2: Verdun, Toul and Nancy, Metz and Strasbourg count double."""
    return 2 * amount if DOUBLE >> hex & 1 else amount


def _draw(cup: list[int]) -> Ask:
    """13.1.2, 14.1.2, 14.1.3: one of the markers in a cup, each as likely as the other."""
    values = tuple(sorted(set(cup)))
    return chance(values, tuple(cup.count(value) for value in values))


@value
class DrawPlan17(Asked[int]):
    """14.1.2: an Allied Plan 17 hex, in supply, draws its marker once and keeps the points for good."""

    rule = "14.1.2"
    of_the_turn = True
    hex: Hex

    def _due(self, board: GrandIllusionBoard) -> bool:
        held = board.controls(ALLIED, self.hex) and self.hex not in board.plan17
        return held and bool(supplied(board, board.combat(self.hex, ALLIED), self.hex))

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        return _draw(board.plan17_cup) if self._due(board) else None

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        board.plan17_cup.remove(answer)
        board.plan17[self.hex] = answer
        return _drawn(board, self, answer, ALLIED, "plan17")


def _drawn(board: GrandIllusionBoard, draw: DrawPlan17 | DrawGerman, amount: int, side: Side, why: str) -> Steps:
    """14.1.2, 14.1.3: the marker counts at once."""
    board.tell(MarkerDrawn(draw.rule, draw.hex, amount))
    score(board, side, _worth(draw.hex, amount), draw.rule, why)
    return ()


def plan17_draws(board: GrandIllusionBoard) -> Steps:
    """14.1.2: hexes captured out of supply that can trace now."""
    return tuple(DrawPlan17(hex) for hex in PLAN17 if board.controls(ALLIED, hex) and hex not in board.plan17)


@value
class DrawGerman(Asked[int]):
    """14.1.3: a German victory marker for a supplied hex that has none."""

    rule = "14.1.3"
    hex: Hex

    def ask(self, board: GrandIllusionBoard) -> Ask:
        return _draw(board.german_cup)

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        board.german_cup.remove(answer)
        board.markers[self.hex] = answer
        return _drawn(board, self, answer, GERMAN, "german")


def german_draws(board: GrandIllusionBoard) -> Steps:
    """14.1.2, 14.1.3, ES-37: one for each German victory hex that is German, traces supply and has no marker."""
    region = supplied_hexes(board, GE)
    found = []
    for hex in GERMAN_VP:
        if hex in board.markers or not board.controls(GERMAN, hex) or not region >> hex & 1:
            continue
        # ES-37: the Spanish text wants German units in the hex to trace.
        if board.edition.vp_hex_traces or board.at[hex] & OF_SIDE[GERMAN] & COMBAT:
            found.append(DrawGerman(hex))
    return tuple(found)


@value
class ImmediateVictory(Line):
    """11.1, 14.1.3: on the turn in which Paris first falls, count everything once; Paris itself whenever it is held."""

    rule = "11.1"

    def do(self, board: GrandIllusionBoard) -> Steps:
        if not board.controls(GERMAN, PARIS):
            return ()
        if not board.paris:
            board.paris = True
            score(board, GERMAN, POINTS["paris"], "14.1.3", "paris")
        if board.immediate != board.turn:
            return ()
        return (*german_draws(board), JudgeImmediate(tuple(sorted(board.markers))))


@value
class JudgeImmediate(Line):
    """14.1.3: the Germans win if the Allies have less than half their points; otherwise the markers go back."""

    rule = "14.1.3"
    kept: tuple[Hex, ...]

    def do(self, board: GrandIllusionBoard) -> Steps:
        if 2 * board.points[ALLIED] < board.points[GERMAN]:
            win(board, GERMAN, self.rule, "immediate")
            return ()
        for hex in sorted(set(board.markers) - set(self.kept)):
            amount = board.markers.pop(hex)
            board.german_cup.append(amount)
            score(board, GERMAN, -_worth(hex, amount), self.rule, "returned")
        board.german_cup.sort()
        return ()


@value
class InterimCount(Line):
    """14.1.3: half-way through the long scenarios the German markers are drawn and stay."""

    rule = "14.1.3"

    def do(self, board: GrandIllusionBoard) -> Steps:
        return german_draws(board) if board.turn == board.rules.interim_count else ()


@value
class ScenarioTwoBonus(Line):
    """14.2.2: French corps and British hits at the end of turn 5; the forts and Antwerp at that of turn 7."""

    rule = "14.2.2"
    due: int

    def do(self, board: GrandIllusionBoard) -> Steps:
        if not board.rules.bonus or board.turn != self.due:
            return ()
        earned: list[tuple[str, bool]] = []
        if board.turn == LIMITS.bonus_losses_turn:
            earned = [
                ("french-corps", board.french_lost >= LIMITS.bonus_french_corps),
                ("british", board.british_hits >= LIMITS.bonus_british),
            ]
        if board.turn == LIMITS.bonus_ground_turn:
            forts = board.where[MAUBEUGE_FORT] <= 0 and board.where[NAMUR_FORT] <= 0
            held = board.controls(GERMAN, MAUBEUGE) and board.controls(GERMAN, NAMUR)
            shut_in = board.controls(ALLIED, ANTWERP) and screened(board, FOOT_CORPS)
            earned += [("forts", forts and held), ("screened", shut_in)]
        for what, due in earned:
            if due:
                score(board, GERMAN, POINTS[what], self.rule, what)
        return ()


def screened(board: GrandIllusionBoard, kinds: int) -> bool:
    """12.5.2, 14.2.2: two German corps or more in 53 and 62."""
    units = (board.at[BEHIND_ANTWERP] | board.at[BRUSSELS]) & OF_SIDE[GERMAN] & kinds
    return units.bit_count() >= 2


@value
class EndOfGame(Line):
    """14.1, 14.2, 14.3, 14.1.3: after the last turn the Germans need six points and twice the Allied total."""

    rule = "14.1.3"

    def do(self, board: GrandIllusionBoard) -> Steps:
        if board.turn < board.rules.turns:
            return ()
        return (*german_draws(board), Judge())


@value
class Judge(Line):
    """14.1.3, 14.2.3, 14.3.5: regular victory."""

    rule = "14.1.3"

    def do(self, board: GrandIllusionBoard) -> Steps:
        win(board, GERMAN if enough(board) else ALLIED, self.rule, "regular")
        return ()
