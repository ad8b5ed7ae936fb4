"""The drawing shows all that the rules read: each river side, link, place, role and terrain of the three boards."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from base64 import b64decode
from dataclasses import dataclass, replace
from functools import cache
from html import unescape

import pytest

from marne.atlas import BoardData, board_directory, load_board
from marne.atlas.draw import LAYERS, OFF, draw, geometry, to_png
from marne.atlas.draw.compact import decode
from marne.atlas.draw.terrain import PLAIN, pattern_of
from marne.atlas.draw.theme import Theme, ThemeName

GAMES = ("schlieffens_war", "grand_illusion", "nach_paris")
SVG = "{http://www.w3.org/2000/svg}"
NO_TINT = [name for name in LAYERS if name not in OFF and name != "relief"]  # the tint takes the time and shows no rule


@dataclass(frozen=True)
class Drawn:
    board: BoardData
    text: str
    root: ET.Element

    def words(self, attribute: str, of: str) -> list[str]:
        """All words of an attribute, over the elements that have another one."""
        return [w for e in self.root.iter() if e.get(of) is not None for w in (e.get(attribute) or "").split(" ")]


@cache
def drawn(game: str) -> Drawn:
    board = load_board(board_directory(game))
    text = draw(board, NO_TINT)
    return Drawn(board, text, ET.fromstring(text))


@pytest.fixture(params=GAMES)
def picture(request: pytest.FixtureRequest) -> Drawn:
    return drawn(str(request.param))


def test_every_river_side_is_drawn_with_its_class(picture: Drawn) -> None:
    for kind in ("canal", "minor", "river", "major"):
        shown = [
            w
            for e in picture.root.iter()
            if e.get("data-river") == kind
            for w in (e.get("data-sides") or "").split(" ")
        ]
        assert sorted(shown) == sorted(f"{s.a}/{s.b}" for s in picture.board.sides if s.river == kind)


def test_every_border_and_feature_of_a_hexside_is_drawn(picture: Drawn) -> None:
    layer = next(e for e in picture.root.iter() if e.get("id") == "layer-borders")
    shown = [w for e in layer.iter() for w in (e.get("data-sides") or "").split(" ") if w]
    assert sorted(shown) == sorted(f"{s.a}/{s.b}" for s in picture.board.sides if s.border)
    wanted = {(f, f"{s.a}/{s.b}") for s in picture.board.sides for f in s.features}
    wanted |= {("blocked", f"{s.a}/{s.b}") for s in picture.board.sides if s.blocked}
    marked = {
        (e.get("data-feature") or "", w)
        for e in picture.root.iter()
        if e.get("data-feature")
        for w in (e.get("data-sides") or "").split(" ")
    }
    assert marked == wanted


def test_every_rail_link_is_drawn_with_its_class(picture: Drawn) -> None:
    for kind in ("low", "high"):
        shown = [
            w for e in picture.root.iter() if e.get("data-rail") == kind for w in (e.get("data-links") or "").split(" ")
        ]
        assert sorted(shown) == sorted(f"{x.a}-{x.b}" for x in picture.board.links if x.rail == kind)


def test_every_place_has_its_sign(picture: Drawn) -> None:
    titles = [t.text or "" for e in picture.root.iter(f"{SVG}use") for t in e.iter(f"{SVG}title")]
    assert sorted(titles) == sorted(f"{p.name} ({p.kind}, {p.hex})" for p in picture.board.places)


def test_every_town_of_some_size_has_its_name(picture: Drawn) -> None:
    names = {t.text for t in picture.root.iter(f"{SVG}text")}
    missing = [
        p.name for p in picture.board.places if p.kind in ("town", "city") and p.size >= 2 and p.name not in names
    ]
    assert missing == []


def test_every_role_is_drawn_on_every_hex_that_has_it(picture: Drawn) -> None:
    shown: list[tuple[str, str]] = []
    for e in picture.root.iter():
        if e.get("data-role"):
            hexes = (e.get("data-hexes") or e.get("data-hex") or "").split(" ")
            shown += [(unescape(e.get("data-role") or ""), h) for h in hexes]
    assert sorted(shown) == sorted((role, h.label) for h in picture.board.hexes.values() for role in h.roles)


def test_every_terrain_is_plain_or_painted(picture: Drawn) -> None:
    """No word of a game's terrain chart is unknown to the painter, and each painted hex is in its pattern's layer."""
    words = {h.terrain for h in picture.board.hexes.values()}
    assert [w for w in words if pattern_of(w) is None and w not in PLAIN] == []
    for e in picture.root.iter():
        name = (e.get("id") or "").removeprefix("layer-")
        if name in ("polder", "flood", "marsh", "broken", "rough", "mountains", "woods"):
            shown = [w for g in e.iter() for w in (g.get("data-hexes") or "").split(" ") if w]
            assert sorted(shown) == sorted(
                h.label for h in picture.board.hexes.values() if pattern_of(h.terrain) == name
            ), name


def test_every_hex_has_its_number_and_the_geometry_agrees(picture: Drawn) -> None:
    layer = next(e for e in picture.root.iter() if e.get("id") == "layer-numbers")
    assert [t.text for t in layer.iter(f"{SVG}text")] == list(picture.board.hexes)
    shape = geometry(picture.board)
    assert [h["label"] for h in shape["hexes"]] == list(picture.board.hexes)
    first = shape["hexes"][0]
    xs = [first["x"] + dx for dx, _ in shape["corners"]]
    assert max(xs) - min(xs) == pytest.approx(shape["scale"] * (2 / 3**0.5 if shape["flat"] else 1), abs=0.1)
    assert all(0 < h["x"] < shape["width"] and 0 < h["y"] < shape["height"] for h in shape["hexes"])


def test_the_page_can_carry_it(picture: Drawn) -> None:
    """The client puts the drawing in the page: under a megabyte and a half with its tint, which is some 200 kB."""
    assert len(picture.text.encode()) < 1_250_000
    ids = re.findall(r' id="([^"]+)"', picture.text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', picture.text)) <= set(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", picture.text)) <= set(ids)


def test_layers_can_be_switched() -> None:
    board = drawn("grand_illusion").board
    text = draw(board, ["grid", "numbers"])
    assert re.findall(r'id="layer-([a-z-]+)"', text) == ["grid", "numbers"]
    hits = ET.fromstring(draw(board, ["hits"]))
    assert [e.get("data-hex") for e in hits.iter() if e.get("data-hex")] == list(board.hexes)
    with pytest.raises(ValueError, match="no layer clouds"):
        draw(board, ["clouds"])


def test_night_is_the_same_map_dimmed() -> None:
    board = drawn("grand_illusion").board
    day, night = draw(board, ["paper", "rails", "towns"]), draw(board, ["paper", "rails", "towns"], theme="night")
    assert re.sub(r"#[0-9a-f]{6}", "", day) == re.sub(r"#[0-9a-f]{6}", "", night)
    assert day != night


def test_drawing_twice_gives_the_same_bytes_tint_and_all() -> None:
    board = drawn("nach_paris").board
    few = dict(list(board.hexes.items())[:6])
    board = replace(board, hexes=few, sides=(), links=(), places=(), by_uv={(h.u, h.v): h.label for h in few.values()})
    first = draw(board, ["relief"])
    assert first == draw(board, ["relief"])
    tint = b64decode(first.partition("base64,")[2].partition('"')[0])
    assert decode(tint).std() > 3  # hills and woods, not a blank sheet


def test_a_small_picture_is_the_same_picture() -> None:
    svg = draw(drawn("grand_illusion").board, ["paper", "sea", "grid", "rails"])
    plain, small = to_png(svg, 240), to_png(svg, 240, small=True)
    assert len(small) < len(plain)
    pixels = decode(plain)
    assert pixels.shape[1] == 240
    assert pixels.std() > 5  # something was drawn
    assert small[:8] == plain[:8]


def test_without_the_extra_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RuntimeError, match=r"pip install 'marne\[atlas\]'"):
        to_png("<svg/>")


def test_the_legend_explains_every_mark_on_a_hexside(picture: Drawn) -> None:
    layer = next(e for e in picture.root.iter() if e.get("id") == "layer-legend")
    words = " ".join(t.text or "" for t in layer.iter(f"{SVG}text"))
    for feature in {f for s in picture.board.sides for f in s.features}:
        assert feature.split("-")[0] in words, feature
    for role in {r for h in picture.board.hexes.values() for r in h.roles}:
        assert role.replace("_", " ").replace("-", " ") in words


@pytest.mark.parametrize("name", ["day", "night"])
def test_words_of_the_map_can_be_read(name: ThemeName) -> None:
    """Names of places by 4.5 to 1 on plain paper, in both themes, numbers of hexes and names of waters by 3 to 1."""
    theme = Theme(name)

    def light(key: str) -> float:
        parts = [part / 255 for part in theme.rgb(key)]
        r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    def contrast(ink: str) -> float:
        low, high = sorted((light(ink), light("paper")))
        return (high + 0.05) / (low + 0.05)

    assert contrast("ink") >= 4.5
    for key in ("number", "region", "water-name"):
        assert contrast(key) >= 3
