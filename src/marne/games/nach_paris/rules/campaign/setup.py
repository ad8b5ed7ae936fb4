"""[7.7.1], [1.1.5] A scenario before its first turn: all units wait on the setup display."""

from __future__ import annotations

from marne.engine import Setting
from marne.games.nach_paris.board import FOR_GOOD, WAITING, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.hexes import bits

__all__ = ["OPTIONS", "new_board"]

OPTIONS = {"facing": "on", "fog": "off", "recon": "off", "doctrine": "off"}
"""The options that are played, by the fact of the board that holds each, with what holds unless a player says else."""


def new_board(setting: Setting) -> NachParisBoard:
    """[1.1.5] The board of a scenario."""
    play = SCENARIOS[setting.scenario]
    board = NachParisBoard(play)
    for name, default in OPTIONS.items():
        setattr(board, name, setting.option(name, default) == "on")
    board.turn = play.said.first
    for unit in play.arrival:
        board.where[unit] = WAITING
    board.ammo = [play.said.ammo_42, play.said.ammo_30]  # 8.8.2
    board.broken = {structure: FOR_GOOD if turns is None else turns for structure, turns in play.broken.items()}
    board.forts_gone = play.fallen  # 11.3.10
    board.german_ground = bits(hex for hex in range(len(MAP.grid)) if MAP.playable(hex) and play.starts_german(hex))
    return board
