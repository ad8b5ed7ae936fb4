"""A PNG in 256 colours: a third of the size, for pictures that are committed. Needs numpy, from the `atlas` extra."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]


def compact(png: bytes, colours: int = 256) -> bytes:
    """The same picture with a palette of its own."""
    pixels = decode(png)
    palette, index = _palette(pixels, colours)
    height, width = index.shape
    lines = np.zeros((height, width + 1), dtype=np.uint8)
    lines[:, 1:] = index
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [
        (b"IHDR", head),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def decode(png: bytes) -> Bytes:
    """Red, green and blue of an 8-bit RGBA or RGB picture, as resvg writes them."""
    width = height = channels = 0
    packed, at = b"", 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[:10])
            if depth != 8 or colour not in (2, 6):
                raise ValueError(f"expected 8-bit RGB or RGBA, not depth {depth} and colour type {colour}")
            channels = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += data
        at += 12 + size
    raw = zlib.decompress(packed)
    stride = width * channels
    out = np.zeros((height, stride), dtype=np.uint8)
    above = bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        above = _line(raw[start], raw[start + 1 : start + 1 + stride], above, channels)
        out[y] = np.frombuffer(above, dtype=np.uint8)
    return out.reshape(height, width, channels)[:, :, :3]


def _line(kind: int, data: bytes, above: bytes, step: int) -> bytes:
    """Undo the filter of one line (PNG 9.2)."""
    if kind == 0:
        return data
    if kind == 2:
        return bytes((np.frombuffer(data, np.uint8) + np.frombuffer(above, np.uint8)).tobytes())
    if kind == 1:
        return bytes(np.cumsum(np.frombuffer(data, np.uint8).reshape(-1, step), axis=0, dtype=np.uint8).tobytes())
    line = bytearray(data)
    if kind == 3:
        for i in range(len(line)):
            left = line[i - step] if i >= step else 0
            line[i] = (line[i] + (left + above[i]) // 2) & 255
        return bytes(line)
    for i in range(len(line)):
        left, up_left = (line[i - step], above[i - step]) if i >= step else (0, 0)
        up = above[i]
        p, q, r = abs(up - up_left), abs(left - up_left), abs(left + up - 2 * up_left)
        line[i] = (line[i] + (left if p <= q and p <= r else up if q <= r else up_left)) & 255
    return bytes(line)


def _palette(pixels: Bytes, colours: int) -> tuple[Bytes, Bytes]:
    """Median cut over colours of five bits; each box is its mean."""
    five = (pixels >> 3).astype(np.int64)
    cell = (five[:, :, 0] << 10) | (five[:, :, 1] << 5) | five[:, :, 2]
    counts = np.bincount(cell.ravel(), minlength=32768)
    sums = [np.bincount(cell.ravel(), weights=pixels[:, :, c].ravel(), minlength=32768) for c in range(3)]
    used = np.nonzero(counts)[0]
    mean = np.stack([sums[c][used] / counts[used] for c in range(3)], axis=1)
    boxes = [np.arange(len(used))]
    while len(boxes) < colours:
        # Split where the error is greatest: pixels times the square of the box's widest side.
        spread = [
            (float(counts[used[b]].sum()) ** 0.5 * float(np.ptp(mean[b], axis=0).max()) if len(b) > 1 else -1.0, i)
            for i, b in enumerate(boxes)
        ]
        worst, i = max(spread)
        if worst <= 0:
            break
        box = boxes.pop(i)
        axis = int(np.ptp(mean[box], axis=0).argmax())
        box = box[np.argsort(mean[box, axis], kind="stable")]
        weight = np.cumsum(counts[used[box]])
        cut = int(np.clip(np.searchsorted(weight, weight[-1] / 2), 1, len(box) - 1))
        boxes += [box[:cut], box[cut:]]
    palette = np.zeros((len(boxes), 3), dtype=np.uint8)
    of_cell = np.zeros(32768, dtype=np.uint8)
    for n, box in enumerate(boxes):
        palette[n] = np.rint(np.average(mean[box], axis=0, weights=counts[used[box]]))
        of_cell[used[box]] = n
    return palette, of_cell[cell]
