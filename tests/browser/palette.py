"""A picture in 256 colours, so that pictures of maps stay small: the browser finds the colours, zlib packs them."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path

from playwright.sync_api import Browser

# The most frequent colours, on a grid of 32 steps a channel, are kept as the mean of what they stand for.
SCRIPT = """
async ({ data, most }) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
  const cells = new Map();
  const count = image.width * image.height;
  const keys = new Uint16Array(count);
  for (let at = 0; at < count; at++) {
    const [r, g, b] = [pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]];
    const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
    keys[at] = key;
    const cell = cells.get(key) ?? [0, 0, 0, 0];
    cell[0]++; cell[1] += r; cell[2] += g; cell[3] += b;
    cells.set(key, cell);
  }
  const mean = ([n, r, g, b]) => [Math.round(r / n), Math.round(g / n), Math.round(b / n)];
  const far = (p, q) => 2 * (p[0] - q[0]) ** 2 + 4 * (p[1] - q[1]) ** 2 + 3 * (p[2] - q[2]) ** 2;
  const sorted = [...cells].sort((p, q) => q[1][0] - p[1][0]).map(([key, cell]) => [key, mean(cell), cell[0]]);
  const palette = [];
  // Often used colours first, then those that are far from all of them, so that a rare red stays red.
  const gap = (colour) => Math.min(Infinity, ...palette.map((each) => far(each, colour)));
  for (const [, colour] of sorted) if (palette.length < most * 0.66 && gap(colour) > 60) palette.push(colour);
  const rest = sorted.filter(([, , n]) => n > 3).map(([, colour, n]) => ({ colour, n, near: gap(colour) }));
  while (palette.length < most && rest.length) {
    rest.sort((p, q) => q.near * Math.sqrt(q.n) - p.near * Math.sqrt(p.n));
    const next = rest.shift();
    palette.push(next.colour);
    for (const each of rest) each.near = Math.min(each.near, far(next.colour, each.colour));
  }
  const nearest = new Map(sorted.map(([key, colour]) => {
    let best = 0;
    palette.forEach((each, at) => { if (far(each, colour) < far(palette[best], colour)) best = at; });
    return [key, best];
  }));
  let text = '';
  for (let at = 0; at < count; at++) text += String.fromCharCode(nearest.get(keys[at]));
  return { width: image.width, height: image.height, palette: palette.flat(), pixels: btoa(text) };
}
"""


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def fewer_colours(browser: Browser, path: Path, most: int = 256) -> None:
    """Write a PNG anew with a palette of so many colours."""
    page = browser.new_page()
    try:
        told = page.evaluate(SCRIPT, {"data": base64.b64encode(path.read_bytes()).decode(), "most": most})
    finally:
        page.close()
    width, height, pixels = told["width"], told["height"], base64.b64decode(told["pixels"])
    rows = b"".join(b"\0" + pixels[row * width : (row + 1) * width] for row in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [chunk(b"IHDR", head), chunk(b"PLTE", bytes(told["palette"])), chunk(b"IDAT", zlib.compress(rows, 9))]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b""))
