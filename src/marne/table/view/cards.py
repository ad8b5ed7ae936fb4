"""A hex on a card: what its ground is, from the board's data, and what the game says of it to this reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from marne.atlas.board_data import board_directory, load_game_board
from marne.atlas.words import name_in
from marne.engine import Observation, find_game
from marne.engine.survey import Surveyed, Surveys
from marne.table.refusals import NotFound
from marne.table.view.payloads import HexCard

__all__ = ["card_of"]


@dataclass(frozen=True)
class PrintedHex:
    """What is printed in a hex."""

    name: str
    terrain: str


@lru_cache(8)
def _grounds(game: str) -> Mapping[str, PrintedHex]:
    if not board_directory(game).is_dir():
        return {}
    board = load_game_board(game)
    towns: dict[str, tuple[int, str]] = {}
    for place in board.places:
        if place.hex not in towns or place.size > towns[place.hex][0]:
            towns[place.hex] = place.size, place.name
    return {
        label: PrintedHex(hex.name or towns.get(label, (0, ""))[1], hex.terrain) for label, hex in board.hexes.items()
    }


def card_of(seen: Observation, hex: str, piece: str, language: str) -> HexCard:
    """All that may be said of a hex; refused where there is none of that name."""
    ground = _grounds(seen.game).get(hex)
    if ground is None:
        raise NotFound("no.hex", hex=repr(hex[:16]))
    game = find_game(seen.game)
    found = game.survey(seen, hex, piece, language) if isinstance(game, Surveys) else Surveyed()
    terrain = f"terrain +{ground.terrain}" if ground.terrain.isdecimal() else ground.terrain
    if terrain == "terrain +0":
        terrain = "clear"
    return {
        "hex": hex,
        "name": name_in(language, ground.name),
        "terrain": name_in(language, terrain),
        "lines": found.lines,
        "reach": found.reach,
        "way": found.way,
        "trace": found.trace,
        "command": found.command,
    }
