"""Geometry of an open table in whole numbers: hundredths of an inch, degrees, squared distances. Pure and exact.

Corners of a base are rounded to whole numbers once, when it is put down; everything after that is exact.
"""

from marne.plane.angles import ONE, TURN, bearing, cosine, direction, in_arc, sine, turned
from marne.plane.figures import (
    Figure,
    Point,
    base,
    contains,
    crosses,
    distance2,
    overlap,
    point_distance2,
    point_to_segment2,
    polyline_distance2,
    segment_distance2,
    segments_distance2,
)
from marne.plane.groups import (
    FORMATIONS,
    Group,
    Placed,
    Sizes,
    any_overlap,
    apart,
    around,
    between,
    body_at,
    body_of,
    extent,
    group,
    group_distance2,
    groups_overlap,
    lay_out,
    march_passes,
    near,
    near_point,
)
from marne.plane.lines import Clip, along, chord, clip, length, longer_than, passes, path_length
from marne.plane.sight import Area, Fence, Screens, blocked_by_figure, fence_between

__all__ = [
    "FORMATIONS", "ONE", "TURN", "Area", "Clip", "Fence", "Figure", "Group", "Placed", "Point", "Screens", "Sizes",
    "along", "any_overlap", "apart", "around", "base", "bearing", "between", "blocked_by_figure", "body_at",
    "body_of", "chord", "clip", "contains", "cosine", "crosses", "direction", "distance2", "extent", "fence_between",
    "group", "group_distance2", "groups_overlap", "in_arc", "lay_out", "length", "longer_than", "march_passes",
    "near", "near_point", "overlap", "passes", "path_length", "point_distance2", "point_to_segment2",
    "polyline_distance2", "segment_distance2", "segments_distance2", "sine", "turned",
]  # fmt: skip
