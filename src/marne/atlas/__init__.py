"""The theatre of 1914, once: coast, rivers, borders, railways, towns and forts, and how they lie on each board."""

from .board_data import BoardData, BoardError, HexData, LinkData, PlaceData, SideData, board_directory, load_board
from .model import Atlas, Border, Coast, Fort, LonLat, RailLine, Region, RiverReach, Station, Structure, Town
from .project import XY, Affine, Georef, Lambert, kilometres
from .reading import load

__all__ = [
    "XY",
    "Affine",
    "Atlas",
    "BoardData",
    "BoardError",
    "Border",
    "Coast",
    "Fort",
    "Georef",
    "HexData",
    "Lambert",
    "LinkData",
    "LonLat",
    "PlaceData",
    "RailLine",
    "Region",
    "RiverReach",
    "SideData",
    "Station",
    "Structure",
    "Town",
    "board_directory",
    "kilometres",
    "load",
    "load_board",
]
