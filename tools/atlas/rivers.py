"""Rivers on hexsides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from marne.atlas.model import Atlas, RiverReach
from marne.atlas.project import XY

from .lines import densify, length, spline
from .mesh import Corner, Mesh
from .routing import CornerNet, Side, Toll

STRENGTH = ("canal", "minor", "river", "major")


@dataclass(frozen=True)
class RiverSide:
    """What runs along a hexside: its strongest class, and the names of all that do."""

    kind: str
    names: tuple[str, ...]


def river_sides(
    mesh: Mesh,
    atlas: Atlas,
    *,
    wanted: Callable[[RiverReach], bool] = lambda reach: True,
    least: float = 1.0,
    net: CornerNet | None = None,
    tolls: Callable[[str, Sequence[XY]], Toll | None] = lambda river, line: None,
) -> dict[Side, RiverSide]:
    """Every hexside with a river, from the reaches that the board wants.

    A whole river is routed at once, so that its chain of hexsides doesn't break where its class changes. `least` drops
    streams shorter than that many hexes. Greater rivers come first; a lesser one that ends near them joins them.
    `tolls` makes a toll for each river from its name and its course in the plane.
    """
    net = net or CornerNet(mesh)
    rivers: list[tuple[int, str, list[RiverReach]]] = []
    for name, group in groupby(atlas.rivers, key=lambda r: r.river):
        reaches = list(group)
        if any(wanted(r) for r in reaches):
            rivers.append((-max(STRENGTH.index(r.kind) for r in reaches), name, reaches))
    found: dict[Side, tuple[str, list[str]]] = {}
    corners: set[Corner] = set()
    for _, name, reaches in sorted(rivers, key=lambda r: (r[0], r[1])):
        chain = _chain(net, mesh, reaches, wanted, least, found, tolls)
        chain = _joined(net, chain, corners, bool(chain) and _flows_into_another(mesh, atlas, reaches))
        corners.update(key for side, _ in chain for key in net.ends[side])
        for side, kind in chain:
            kind0, names = found.get(side, ("", []))
            strongest = kind if not kind0 or STRENGTH.index(kind) > STRENGTH.index(kind0) else kind0
            found[side] = strongest, [*names, name] if name not in names else names
    _open_rings(net, mesh, found)
    order = mesh.order
    return {s: RiverSide(*_frozen(found[s])) for s in sorted(found, key=lambda s: (order[s[0]], order[s[1]]))}


def _open_rings(net: CornerNet, mesh: Mesh, found: dict[Side, tuple[str, list[str]]]) -> None:
    """No hex is an island between two streams: the weaker arm, from one junction to the next, is left out."""
    for label in mesh.cells:
        keys = mesh.corner_keys(label)
        ring = [mesh.pair(label, n) if n else None for n in mesh.neighbours(label)]
        if any(side is None or side not in found for side in ring):
            continue
        own = {side for side in ring if side}
        joints = [
            i for i in range(6) if any(side in found and side not in own for _, side in net.ways.get(keys[i], ()))
        ] or [0]
        arms = []
        for n, i in enumerate(joints):  # side i runs from corner i to corner i + 1
            j = joints[(n + 1) % len(joints)]
            arm = [side for k in range((j - i - 1) % 6 + 1) if (side := ring[(i + k) % 6])]
            arms.append((max(STRENGTH.index(found[s][0]) for s in arm), len(arm), i, arm))
        strength, _, _, arm = min(arms, key=lambda a: a[:3])
        if STRENGTH[strength] != "major":
            for side in arm:
                del found[side]


def _joined(
    net: CornerNet, chain: list[tuple[Side, str]], corners: set[Corner], tributary: bool
) -> list[tuple[Side, str]]:
    """A river that stops short of the river it flows into is led there; a canal, for one hexside, at both ends."""
    if not chain:
        return chain
    sides = [side for side, _ in chain]
    mouth, head = net.loose_end(sides), net.loose_end(sides[::-1])
    if mouth is not None:
        more = net.join(mouth, corners, 3 if tributary else 1)
        chain = [*chain, *((side, chain[-1][1]) for side in more if side not in sides)]
    if chain[0][1] == "canal" and head is not None:
        chain = [*((side, "canal") for side in net.join(head, corners) if side not in sides), *chain]
    return chain


def _flows_into_another(mesh: Mesh, atlas: Atlas, reaches: Sequence[RiverReach]) -> bool:
    """Whether the mouth lies on the board and on another river, to a quarter of a hex."""
    mouth = mesh.georef.plane(reaches[-1].points[-1])
    if mesh.by_uv.get(mesh.georef.uv(mouth)) is None:
        return False
    for other in atlas.rivers:
        if other.river != reaches[0].river and other.kind != "canal":
            for x, y in densify(mesh.georef.line(other.points), 0.2):
                if abs(x - mouth[0]) < 0.25 and abs(y - mouth[1]) < 0.25:
                    return True
    return False


def _frozen(value: tuple[str, list[str]]) -> tuple[str, tuple[str, ...]]:
    return value[0], tuple(value[1])


def _chain(
    net: CornerNet,
    mesh: Mesh,
    reaches: Sequence[RiverReach],
    wanted: Callable[[RiverReach], bool],
    least: float,
    taken: Collection[Side],
    tolls: Callable[[str, Sequence[XY]], Toll | None],
) -> list[tuple[Side, str]]:
    points: list[XY] = []
    kinds: list[str] = []
    out: list[tuple[Side, str]] = []
    for reach in reaches:
        line = mesh.georef.line(reach.points)
        if points:
            line = line[1:]
        points += line
        kinds += [reach.kind if wanted(reach) else ""] * len(line)
    smooth: list[XY] = []
    smooth_kinds: list[str] = []
    # The class of a reach holds from its first point on: piece i runs from point i to i + 1.
    whole = spline(points, 0.15)
    k = 0
    for p in whole:
        if k + 1 < len(points) and p == points[k + 1]:
            k += 1
        smooth.append(p)
        smooth_kinds.append(kinds[min(k + 1, len(kinds) - 1)])
    if length(smooth) < least:
        return []
    for side, index in net.chain(smooth, taken=taken, toll=tolls(reaches[0].river, smooth)):
        if smooth_kinds[index]:
            out.append((side, smooth_kinds[index]))
    return out
