"""Chapter 4: how the game is won, and chapter 5's look at it when a turn ends."""

from __future__ import annotations

from marne.engine import value
from marne.games.schlieffens_war.board import DRAW, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN
from marne.games.schlieffens_war.events import GameOver
from marne.games.schlieffens_war.steps import Line, Steps

__all__ = ["EndOfTurn", "german_city_lost", "judge_points", "paris_fallen", "win"]


def win(board: WarBoard, winner: int, rule: str) -> None:
    """The game ends."""
    board.winner = winner
    board.winning_rule = rule
    board.tell(GameOver(rule, winner))


def paris_fallen(board: WarBoard) -> bool:
    """4.2: a Paris hex is in German hands."""
    return bool(board.control & g.PARIS)


def german_city_lost(board: WarBoard) -> bool:
    """4.3: a German city is in Entente hands."""
    return bool(g.GERMAN_CITIES & ~board.control)


def judge_points(board: WarBoard) -> None:
    """4.7, 4.1: points decide, with the handicap where one was agreed on; who never endangered Paris cannot win."""
    victory = board.scenario.victory
    if board.standing >= victory.german_points:
        if board.endangered or not victory.endanger_paris:
            win(board, GERMAN, "4.7")
        else:  # departs: points enough, Paris never endangered: a draw
            win(board, DRAW, "4.1")
    elif board.standing >= victory.draw_points:
        win(board, DRAW, "4.7")
    else:
        win(board, ENTENTE, "4.7")


@value
class EndOfTurn(Line):
    """5.6: sudden victories before the last turn, Plan XVII on its turn (7), points on the last (10)."""

    rule = "5.6"

    def do(self, board: WarBoard) -> Steps:
        if board.over:
            return ()
        scenario = board.scenario
        if board.turn >= scenario.turns:
            judge_points(board)
        elif paris_fallen(board):
            win(board, GERMAN, "4.2")
        elif german_city_lost(board):
            win(board, ENTENTE, "4.3")
        elif board.turn == scenario.turns_of.plan_xvii and board.plan_xvii < scenario.victory.plan_xvii_attacks:
            win(board, GERMAN, "4.4")
        return ()
