"""Rule by rule: games in which its code ran put the same questions as before. See `marne.lab.witness`."""

from __future__ import annotations

from pathlib import Path

import pytest

import marne.games
from marne.lab.witness import digest_of, read_witnesses

assert marne.games.DATA_SETS
HERE = Path(__file__).parent
FOUND = {path.stem: read_witnesses(path) for path in sorted(HERE.glob("*.toml"))}
ALL = [(name, rule) for name, found in FOUND.items() for rule in found.rules]


@pytest.mark.parametrize(("name", "rule"), ALL, ids=[f"{name}-{rule}" for name, rule in ALL])
def test_the_rule_plays_as_it_did(name: str, rule: str) -> None:
    found = FOUND[name]
    for place in found.rules[rule]:
        played = found.games[place]
        now = digest_of(name, played.setting, played.seed, played.busy)
        assert now == played.digest, f"{name}, {played.setting}, seed {played.seed}: another game than before"
