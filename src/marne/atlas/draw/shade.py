"""The ground's tint: height, relief and woods of the hexes, blended from hex to hex, in a light from the north-west.

The atlas keeps no relief of its own: this is painted from the grades of the hexes alone. Relief becomes a texture of
hills whose roughness is the hex's own; it shows where the ground is broken, not where each hill stands.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from itertools import pairwise

from .sheet import DrawnSheet
from .theme import RGB, Theme

#: How far the grade of a hex reaches, in hex widths; and how many samples a sheet may have.
REACH = 1.05
SAMPLES = 88_000

_HEIGHTS = (
    (0, "low"),
    (60, "paper"),
    (200, "paper"),
    (380, "hill"),
    (620, "upland"),
    (950, "mountain"),
    (1300, "summit"),
)


def png(width: int, height: int, pixels: bytes) -> bytes:
    """A plain PNG of 8-bit RGB pixels, with the filter that suits smooth pictures (each line less the one above)."""
    stride = width * 3
    lines = bytearray()
    above = bytes(stride)
    for y in range(height):
        line = pixels[y * stride : (y + 1) * stride]
        lines.append(2)
        lines.extend((a - b) & 255 for a, b in zip(line, above, strict=True))
        above = line

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(bytes(lines), 9))
        + chunk(b"IEND", b"")
    )


def image(sheet: DrawnSheet, theme: Theme) -> str:
    """The tint as an `<image>` over the whole sheet."""
    w, h = sheet.width / sheet.scale, sheet.height / sheet.scale
    step = max(1 / 40, (w * h / SAMPLES) ** 0.5)
    nx, ny = int(w / step) + 1, int(h / step) + 1
    pixels = _pixels(sheet, theme, nx, ny, step)
    data = b64encode(png(nx, ny, pixels)).decode()
    size = f'width="{nx * step * sheet.scale:.1f}" height="{ny * step * sheet.scale:.1f}"'
    return f'<image {size} preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'


def _pixels(sheet: DrawnSheet, theme: Theme, nx: int, ny: int, step: float) -> bytes:
    z, wood = _fields(sheet, nx, ny, step)
    ramp = [_height_colour(theme, m) for m in range(0, 1500, 10)]
    green = theme.rgb("wood")
    out = bytearray(nx * ny * 3)
    k = 0
    # The slope that counts is metres per kilometre: the same light on every board.
    per_km = 1 / (2 * step * sheet.board.georef.km_per_unit())
    for j in range(ny):
        up, down = max(0, j - 1) * nx, min(ny - 1, j + 1) * nx
        row = j * nx
        for i in range(nx):
            west, east = max(0, i - 1), min(nx - 1, i + 1)
            slope = (z[row + east] - z[row + west]) + (z[down + i] - z[up + i])
            light = slope * per_km * -0.0038
            light = 1 + max(-0.19, min(0.08, light))
            r, g, b = ramp[max(0, min(149, int(z[row + i] / 10)))]
            f = min(0.85, wood[row + i] * 0.0115)
            out[k] = _byte((r + (green[0] - r) * f) * light)
            out[k + 1] = _byte((g + (green[1] - g) * f) * light)
            out[k + 2] = _byte((b + (green[2] - b) * f) * light)
            k += 3
    return bytes(out)


def _byte(value: float) -> int:
    """Every fourth level only: nobody sees it, and the picture is a quarter smaller than with all of them."""
    return min(255, max(0, int(value))) & 252


def _height_colour(theme: Theme, metres: float) -> RGB:
    for (m0, c0), (m1, c1) in pairwise(_HEIGHTS):
        if metres <= m1:
            f = max(0.0, (metres - m0) / (m1 - m0))
            a, b = theme.rgb(c0), theme.rgb(c1)
            return (round(a[0] + (b[0] - a[0]) * f), round(a[1] + (b[1] - a[1]) * f), round(a[2] + (b[2] - a[2]) * f))
    return theme.rgb(_HEIGHTS[-1][1])


def _fields(sheet: DrawnSheet, nx: int, ny: int, step: float) -> tuple[list[float], list[float]]:
    """Height (with its texture) and wood at each sample, blended from the hexes round about."""
    n = nx * ny
    weight, height, relief, wood = ([0.0] * n for _ in range(4))
    reach2 = REACH * REACH
    board = sheet.board
    for label, h in board.hexes.items():
        cx, cy = board.centre(label)
        cx, cy = (cx - sheet.left) / step, (cy - sheet.top) / step
        r = REACH / step
        land = max(0.02, 1 - h.sea / 100)
        i0, i1 = max(0, int(cx - r)), min(nx - 1, int(cx + r) + 1)
        for j in range(max(0, int(cy - r)), min(ny - 1, int(cy + r) + 1) + 1):
            dy2 = ((j - cy) * step) ** 2
            row = j * nx
            for i in range(i0, i1 + 1):
                d2 = ((i - cx) * step) ** 2 + dy2
                if d2 < reach2:
                    f = 1 - d2 / reach2
                    f *= f * f * land
                    k = row + i
                    weight[k] += f
                    height[k] += f * h.height
                    relief[k] += f * h.relief
                    wood[k] += f * h.wood
    km = board.georef.km_per_unit()
    z = [0.0] * n
    for j in range(ny):
        for i in range(nx):
            k = j * nx + i
            if (w := weight[k]) > 0:
                edge = min(1.0, w / 0.25)  # fades out beyond the board
                wood[k] *= edge / w
                rough = relief[k] / w * edge
                # Hills of 12, 6 and 3 km, as high as the relief: the grain of the picture is the same on every board.
                x, y = i * step * km / 12, j * step * km / 12
                grain = _noise(x, y) + 0.55 * _noise(2.1 * x + 7, 2.1 * y + 3) + 0.3 * _noise(4.3 * x, 4.3 * y + 11)
                z[k] = height[k] / w * edge + 90.0 * (1 - edge) + rough * 0.75 * (grain - 0.92)
            else:
                z[k] = 90.0
    return z, wood


def _hash(i: int, j: int) -> float:
    h = (i * 374761393 + j * 668265263) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFF) / 65535


def _noise(x: float, y: float) -> float:
    """Value noise, smooth between whole numbers; the same on every machine."""
    i, j = int(x // 1), int(y // 1)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    a, b, c, d = _hash(i, j), _hash(i + 1, j), _hash(i, j + 1), _hash(i + 1, j + 1)
    return (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v
