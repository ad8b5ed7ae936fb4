"""20.2.6: works of a hidden stack count against the scout that they face."""

from __future__ import annotations

import pytest

from games.nach_paris.still import at, still
from marne.games.nach_paris.components.units import ALLIED_SIDE
from marne.games.nach_paris.rules.options.recon import _in_works


@pytest.mark.rule("20.2.6")
@pytest.mark.parametrize(
    ("units", "works"),
    [
        ({"1re-DI": "AW23 S fog fieldworks"}, True),
        ({"1re-DI": "AW23 S fog"}, False),
        ({"1re-DI": "AW23 N fog fieldworks"}, False),  # it looks the other way
        ({"1re-DI": "AW23 S fieldworks", "2e-DI": "AW23 S fog"}, False),  # those in works are in sight
        ({"1re-DI": "AW23 S fog fieldworks", "2e-DI": "AW23 S fog fieldworks"}, True),
        ({"1re-DI": "AW23 S fog fieldworks", "2e-DI": "AW23 S fog"}, True),  # one is enough
        ({"1re-DI": "AW23 S fog entrenched"}, True),
    ],
)
def test_the_works_of_hidden_units_that_face_the_scout_count(units: dict[str, str], works: bool) -> None:
    board = still({**units, "5.KD": "AW22"}, fog=True, recon=True)
    assert _in_works(board, ALLIED_SIDE, at("AW23"), at("AW22")) == works
