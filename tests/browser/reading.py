"""All that a page says to its reader, read in a language that a script made: what is not of it stands out."""

from __future__ import annotations

import json
import re
from pathlib import Path

from browser.visitor import Visitor
from scripts.pseudo_language import CODE, unmarked

# Every text and every label that a reader meets, with where it stands. Drawings are left out, whose letters are names:
# counters, and what the map calls its places. So are keys of the keyboard, languages by their own names, and what a
# person or a program wrote: fields and codes.
TEXTS = """() => {
  const drawn = 'g.counter, [data-fan-piece] svg, [data-board-piece] svg, [data-panel-piece] svg, '
    + '[data-game] .picture, .board svg > g:not(#layer-legend), '
    + 'script, style, textarea, code, kbd, [translate=no], option[lang]';
  const found = [];
  const where = (element) => {
    const layer = element.closest('.board svg g[id]');
    if (layer) return `map, ${layer.id}`;
    const near = element.closest('[data-testid], [class]');
    return near?.getAttribute('data-testid') ?? near?.getAttribute('class') ?? element.tagName;
  };
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    if (node instanceof Text) {
      const text = node.data.trim(), over = node.parentElement;
      if (text && over && !over.closest(drawn)) found.push([where(over), text]);
    } else if (node instanceof Element) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext']) {
        const text = node.getAttribute(name);
        if (text && !node.closest('[translate=no]')) found.push([`${name} of ${where(node)}`, text]);
      }
    }
  }
  return found;
}"""


def in_the_language(words: Path) -> str:
    """A script that lays the language in before the page begins."""
    catalogue = json.loads((words / "client.json").read_text(encoding="utf-8"))
    return f"globalThis.marneWords = {json.dumps({CODE: catalogue})}"


def left_over(visitor: Visitor, names: set[str]) -> list[tuple[str, str]]:
    """The texts of the page that hold a word outside the brackets of the language, with where they stand."""
    texts = visitor.page.evaluate(TEXTS)
    assert len(texts) > 5, "the page says next to nothing"
    return sorted({(where, text) for where, text in texts if unmarked(_plain(text), names)})


def _plain(text: str) -> str:
    """Without addresses, fingerprints, distances, and the name of the program."""
    return re.sub(r"https?://\S+|[0-9a-f]{16,}|\w+://…|\d km\b|\bmarne\b", "", text)
