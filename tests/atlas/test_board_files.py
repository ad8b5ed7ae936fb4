"""A wrong file of a board is refused with file, row and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from marne.atlas import Affine, BoardError, Georef, load_board
from marne.atlas.board_data import write_georef

GOOD = {
    "hexes.csv": "label,u,v,terrain,country,height,relief,wood,sea,name,roles,mood\n"
    "A,0,0,clear,FR,100,20,5,0,,supply|victory,calm\nB,1,1,forest,DE,300,90,60,0,,,\nC,0,2,clear,FR,90,10,0,0,,,\n",
    "sides.csv": "a,b,river,river_name,border,blocked,features\nA,B,major,Rhine,DE-FR,,bridge\n",
    "links.csv": "# comments and empty lines don't count\na,b,rail\n\nA,C,high\n",
    "places.csv": "name,kind,size,hex,lat,lon\nSomewhere,town,2,A,49.8,4.5\nNowhere,town,1,B,,\n",
}


def write(directory: Path, **changed: str) -> Path:
    georef = Georef(Affine(0.1, 0, 0, 0, -0.1, 0), flat=True)
    (directory / "georef.toml").write_text(write_georef("Test", georef, "none"), encoding="utf-8")
    for name, text in GOOD.items():
        (directory / name).write_text(changed.get(name.removesuffix(".csv"), text), encoding="utf-8")
    return directory


def test_a_good_board(tmp_path: Path) -> None:
    board = load_board(write(tmp_path))
    assert board.title == "Test"
    assert board.hexes["A"].roles == ("supply", "victory")
    assert board.hexes["A"].more == {"mood": "calm"}
    assert board.sides[0].features == ("bridge",)
    assert board.neighbours("A") == (None, None, "B", "C", None, None)
    assert board.hex_at((4.5, 49.8)) == "A"
    assert board.places[1].at == pytest.approx(board.georef.lonlat(board.centre("B")))
    grid = board.grid()
    assert grid.labels == ("A", "B", "C")
    assert grid.adjacent(grid.hex("A"), grid.hex("B"))
    (ax, ay), (bx, by) = board.side("A", "B")
    assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx((board.centre("B")[0] / 2, board.centre("B")[1] / 2))


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("hexes", "B,1,1", "B,1,x", r"hexes.csv row 3, column v: 'x' is no whole number"),
        ("hexes", "B,1,1", "B,1,2", r"hexes.csv row 3, column u: 1, 2 is no free hex"),
        ("hexes", "B,1,1", "A,1,1", r"hexes.csv row 3, column label: A stands twice"),
        ("hexes", ",DE,", ",XX,", r"hexes.csv row 3, column country: 'XX', expected one of FR"),
        ("hexes", "terrain", "soil", r"hexes.csv: no column terrain"),
        ("hexes", ",calm", ",calm,too much", r"hexes.csv row 2: 13 cells, the header has 12"),
        ("sides", "A,B,major", "A,B,wet", r"sides.csv row 2, column river: 'wet', expected one of canal"),
        ("sides", "A,B,", "A,Z,", r"sides.csv row 2, column b: no hex Z"),
        ("sides", "bridge\n", "bridge\nB,A,,,,,\n", r"sides.csv row 3, column b: the hexside B/A stands twice"),
        ("links", "A,C", "B,C", None),
        ("links", "high", "fast", r"links.csv row 4, column rail: 'fast', expected low or high"),
        ("links", "A,C", "A,A", r"links.csv row 4, column b: A and A are not neighbours"),
        ("places", ",A,", ",Q,", r"places.csv row 2, column hex: no hex Q"),
        ("places", "49.8", "north", r"places.csv row 2, column lat: expected degrees"),
    ],
)
def test_a_wrong_file(tmp_path: Path, file: str, old: str, new: str, message: str | None) -> None:
    text = GOOD[f"{file}.csv"].replace(old, new, 1)
    directory = write(tmp_path, **{file: text})
    if message is None:  # B and C touch: the control of this test
        assert load_board(directory).links[0].b == "C"
        return
    with pytest.raises(BoardError, match=message):
        load_board(directory)
