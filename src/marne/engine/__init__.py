"""The engine: agenda, answers, records, fair dice. No game, no clock, no random generator of its own."""

from marne.engine.about import About, Hint, Stop
from marne.engine.advice import Advice, Proposal
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
from marne.engine.fair_dice import FairDice, HashChain, fingerprint_of, mixture_of
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
from marne.engine.kept import kept
from marne.engine.ledger import Deed, Ledger, begin, link
from marne.engine.match import Ending, Match
from marne.engine.parts import Marches, Musters, OpenTable, Staged, Supposes, Way, parts_of
from marne.engine.player import Deputy, DeputyStaff, Look, Pace, Player, PlayerKind, Thought, run_on
from marne.engine.position import Position
from marne.engine.record import (
    Record,
    read_record,
    rebuild,
    record_of,
    repair,
    sealed_record,
    skipped_draws,
    verify_dice,
)
from marne.engine.registry import find_game, game_names, games, register
from marne.engine.scene import (
    Aim,
    Choice,
    CombatTable,
    Context,
    Formation,
    Later,
    Line,
    Mustered,
    OverlayGroup,
    Panel,
    Piece,
    Prize,
    Prompt,
    Scene,
    Stage,
    TableRow,
    Tally,
)
from marne.engine.step import Question, Step
from marne.engine.tabletop import (
    Allotment,
    Army,
    ArmyKind,
    Breach,
    Card,
    DeskSheet,
    Goal,
    Judged,
    JudgedUnit,
    Looked,
    Mustering,
    Objective,
    Previewed,
    ReadyForce,
    Ring,
    SightLine,
    Stored,
    Tabletop,
    Taker,
    Terrain,
    Troops,
)
from marne.engine.undo import Entry, undo_horizon
from marne.engine.values import CHANCE, EVERYONE, JSON, Answer, Seat, value, write_plainly

__all__ = [
    "CHANCE", "D6", "D10", "D20", "EVERYONE", "HIDDEN", "JSON", "OPEN", "OWNER", "PARTLY", "About", "Advice", "Aim",
    "Allotment", "Answer", "Army", "ArmyKind", "Ask", "Board", "Breach", "Card", "Choice", "Column", "CombatTable",
    "Context", "Deed", "Deputy", "DeputyStaff", "DeskSheet", "Die", "Ending", "EngineError", "Entry", "Event",
    "Explanation", "FairDice", "Formation", "Game", "Goal", "Happened", "HashChain", "HexLabel", "Hint",
    "IllegalAnswer", "Judged", "JudgedUnit", "Later", "Ledger", "Line", "Look", "Looked", "Marches", "MarneError",
    "Match", "Modifier", "Modifiers", "Mustered", "Mustering", "Musters", "Objective", "Observation", "Only",
    "OpenTable", "Option", "Outcome", "OverlayGroup", "Pace", "Panel", "Piece", "PieceId", "PieceIds", "Player",
    "PlayerKind", "Position", "Previewed", "Prize", "Prompt", "Proposal", "Question", "ReadyForce", "Record",
    "RecordError", "Refusal", "Result", "Ring", "Said", "SaidError", "Scenario", "Scene", "Score", "Seat", "Setting",
    "Sight", "SightLine", "Stage", "Staged", "Step", "Stop", "Stored", "Supposes", "TableRow", "Tabletop", "Taker",
    "Tally", "Target", "Tells", "Terrain", "Thought", "Troops", "UnknownGame", "Verdict", "Way", "begin", "chance",
    "check_setting", "each", "fact", "find_game", "fingerprint_of", "game_names", "games", "given", "kept", "link",
    "mixture_of", "parts_of", "read_record", "rebuild", "record_of", "register", "repair", "run_on", "sealed_record",
    "skipped_draws", "total", "undo_horizon", "value", "verify_dice", "write_plainly",
]  # fmt: skip
