"""The engine: agenda, answers, records, fair dice. No game, no clock, no random generator of its own."""

from marne.engine.about import About, Hint, Stop
from marne.engine.ask import D6, D10, D20, Ask, Only, chance
from marne.engine.board import Board
from marne.engine.errors import (
    EngineError,
    IllegalAnswer,
    MarneError,
    RecordError,
    Refusal,
    Said,
    SaidError,
    UnknownGame,
)
from marne.engine.events import (
    Column,
    Die,
    Event,
    Happened,
    HexLabel,
    Modifier,
    Modifiers,
    PieceId,
    PieceIds,
    Result,
    Tells,
    Verdict,
    total,
)
from marne.engine.facts import HIDDEN, OPEN, OWNER, PARTLY, each, fact, given
from marne.engine.fair_dice import FairDice
from marne.engine.game import (
    Explanation,
    Game,
    Observation,
    Option,
    Outcome,
    Scenario,
    Score,
    Setting,
    Sight,
    Target,
    check_setting,
)
from marne.engine.match import Match
from marne.engine.parts import Musters, OpenTable, Staged, Supposes, parts_of
from marne.engine.player import Look, Player, PlayerKind, Thought, run_on
from marne.engine.position import Position
from marne.engine.record import Record, read_record, rebuild, record_of, repair, skipped_draws, verify_dice
from marne.engine.registry import find_game, game_names, games, register
from marne.engine.scene import Choice, CombatTable, Context, Line, Panel, Piece, Prompt, Scene, TableRow, Tally
from marne.engine.step import Question, Step
from marne.engine.tabletop import (
    Allotment,
    Card,
    DeskSheet,
    Goal,
    Mustering,
    Objective,
    Tabletop,
    Taker,
    Terrain,
    Troops,
)
from marne.engine.undo import Entry, undo_horizon
from marne.engine.values import CHANCE, EVERYONE, JSON, Answer, Seat, value, write_plainly

__all__ = [
    "CHANCE", "D6", "D10", "D20", "EVERYONE", "HIDDEN", "JSON", "OPEN", "OWNER", "PARTLY", "About", "Allotment",
    "Answer", "Ask", "Board", "Card", "Choice", "Column", "CombatTable", "Context", "DeskSheet", "Die", "EngineError",
    "Entry", "Event", "Explanation", "FairDice", "Game", "Goal", "Happened", "HexLabel", "Hint", "IllegalAnswer",
    "Line", "Look", "MarneError", "Match", "Modifier", "Modifiers", "Mustering", "Musters", "Objective",
    "Observation", "Only", "OpenTable", "Option", "Outcome", "Panel", "Piece", "PieceId", "PieceIds", "Player",
    "PlayerKind", "Position", "Prompt", "Question", "Record", "RecordError", "Refusal", "Result", "Said", "SaidError",
    "Scenario", "Scene", "Score", "Seat", "Setting", "Sight", "Staged", "Step", "Stop", "Supposes", "TableRow",
    "Tabletop", "Taker", "Tally", "Target", "Tells", "Terrain", "Thought", "Troops", "UnknownGame", "Verdict",
    "chance", "check_setting", "each", "fact", "find_game", "game_names", "games", "given", "parts_of", "read_record",
    "rebuild", "record_of", "register", "repair", "run_on", "skipped_draws", "total", "undo_horizon", "value",
    "verify_dice", "write_plainly",
]  # fmt: skip
