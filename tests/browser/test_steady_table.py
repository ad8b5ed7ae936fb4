"""1914 with miniatures: the table has its place from the first frame on and keeps it, whatever is asked around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.records import record
from browser.tabletop_pictures import asking, in_sight
from browser.visitor import LARGE, MIDDLE, TABLET, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "brigade1914"
WATCH = """
  window.boxes = {};
  const look = () => {
    for (const what of ['map', 'dock', 'prompt']) {
      const each = document.querySelector(`[data-testid=${what}]`);
      if (!each || !document.querySelector('[data-testid=map]')) continue;
      const { top, height } = each.getBoundingClientRect();
      (window.boxes[what] ??= new Set()).add(`${Math.round(top)} ${Math.round(height)}`);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
FRAMES = """async () => {
  for (let frame = 0; frame < 40; frame++) await new Promise(requestAnimationFrame);
}"""
SEEN = "() => Object.fromEntries(Object.entries(window.boxes).map(([what, boxes]) => [what, [...boxes]]))"


@pytest.mark.parametrize("size", [LARGE, MIDDLE, TABLET], ids=["large", "middle", "tablet"])
def test_table_and_dock_have_their_place_from_the_first_frame(visit: Callable[..., Visitor], size: Any) -> None:
    visitor = visit(viewport=size)
    visitor.page.add_init_script(WATCH)
    places = []
    for step, seat in (("Allocate", 0), ("Act", 0), ("Reaction", 0)):
        visitor.open_record(record(GAME, 0, "staff", stop=asking(step, seat)))
        visitor.page.reload()
        visitor.seated()
        expect(visitor.test_id("dock")).to_be_visible()
        visitor.page.evaluate(FRAMES)
        seen = visitor.page.evaluate(SEEN)
        assert {what: len(boxes) for what, boxes in seen.items()} == {"map": 1, "dock": 1, "prompt": 1}, (step, seen)
        places.append(seen["map"])
    assert places == [places[0]] * len(places), "the same for every question"


def test_a_battle_named_beside_the_table_does_not_push_it_down(visit: Callable[..., Visitor]) -> None:
    visitor = visit(viewport=MIDDLE)
    visitor.open_record(record(GAME, 150, "staff", stop=asking("Act", more=in_sight)))
    visitor.still(visitor.test_id("map"))
    before = visitor.test_id("map").bounding_box()
    visitor.open_record(record(GAME, 0, "staff", stop=asking("Rethrow", 1)))
    expect(visitor.test_id("battle")).to_be_visible()
    visitor.still(visitor.test_id("map"))
    assert visitor.test_id("map").bounding_box() == before
