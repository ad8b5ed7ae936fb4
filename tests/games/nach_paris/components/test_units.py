"""The counters: what the rulebook states of each, and what must hold between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from marne.games.nach_paris.components import units as u
from marne.games.nach_paris.components.data import DATA_SET, DIRECTORY, LOADED, MAP
from marne.games.nach_paris.components.unit_rows import UNITS
from marne.hexes import members
from marne.tables import Origin

STATED: dict[str, dict[str, object]] = {
    "1re-DI": {"steps": 4, "cab": (13,), "cbf": (30,), "arf": (12,), "eye_catching": True},
    "2e-DI": {"cab": (14,), "cbf": (29,), "arf": (11,)},
    "51e-DR": {"steps": 4, "cab": (12,), "cbf": (18,)},
    "8e-Bde": {"steps": 2},
    "1er-RAL-155-CTR": {"steps": 1, "arf": (7,)},
    "2e-RAL": {"steps": 1, "cbf": (3,), "arf": (3,)},
    "2e-DIC": {"steps": 4, "cab": (14,), "cbf": (29,), "corps": "CAC", "eye_catching": False},
    "3e-DIC": {"corps": "CAC"},
    "4e-DI": {"steps": 4, "cab": (13,), "cbf": (29,), "eye_catching": True},
    "22e-DI": {"rank": "B"},
    "145e-RI": {"rank": "B", "steps": 1, "cbf": (6,), "arf": (1,)},
    "52e-DR": {"rank": "C"},
    "70e-DR": {"rank": "A"},
    "14e-DI": {"cost": 3},
    "27e-DI": {"steps": 4, "corps": "14e CA", "mountain": False},
    "28e-DI": {"steps": 4, "corps": "14e CA", "mountain": False},
    "27e-DI-3": {"steps": 3},
    "28e-DI-3": {"steps": 3},
    "BCA-14e-CA": {"steps": 1, "autonomous": True, "mountain": True, "light": "BCA"},
    "JB-4.KK": {"steps": 1, "autonomous": True, "light": "JB"},
    "18.ID": {"cab": (12,)},
    "5.KD": {"cab": (12,)},
    "II/RFußa.2": {"steps": 1, "cab": (12,), "cbf": (3,)},
    "III/Fußa.1": {"steps": 1, "aff": (12,)},
    "ÖFAB.2": {"aff": (40,)},
    "ÖFAB.8": {"aff": (40,)},
    "KMK.b3": {"aff": (96,), "ammo": "42cm"},
    "PiR.24": {"steps": 1, "cab": (15,), "aff": (4,)},
    "PiR.25": {"steps": 1, "cab": (15,), "aff": (4,)},
    "26.IB": {"steps": 2},
    "II.III/Fußa.4": {"steps": 1},
    "I.II/Fußa.9": {"steps": 1, "aff": (18,)},
    "13.RD": {"steps": 4},
    "24.RD": {"cab": (12,)},
    "32.ID": {"cab": (12,), "cbf": (33,)},
    "20.ID": {"cab": (12,), "cbf": (30,)},
    "34.ID": {"cbf": (30,), "red": True},
    "II.III/Fußa.12": {"steps": 1, "cbf": (5,), "arf": (5,)},
    "I.II/Fußa.6": {"steps": 1, "cbf": (5,), "arf": (5,)},
    "11.ID": {"steps": 4, "cab": (12,), "cbf": (30,), "red": True},
    "34.IB": {"steps": 3},
    "15.ID-3": {"steps": 3},
    "15.ID-4": {"steps": 4, "replaces": "15.ID-3"},
    "14.LIB": {"rank": "D", "steps": 2, "cab": (11, 8), "cbf": (7, 4), "arf": (0, 0), "mf": (40, 40)},
    "GED": {"rank": "A", "steps": 5},
    "GKD": {"rank": "A", "steps": 3},
    "71e-DR": {"cab": (12, 12, 9, 7), "cbf": (18, 14, 9, 5), "arf": (5, 4, 3, 2), "mf": (50, 50, 40, 30)},
    "9e.11e-BM": {"rank": "B", "cab": (12, 10, 8), "cbf": (12, 9, 4), "arf": (4, 3, 1), "mf": (40, 40, 30)},
    "1.AOK": {"cab": (14,), "reduced": 5},
}


@pytest.mark.rule("2.4.1", "2.5.5", "2.5.8", "2.5.9", "2.5.10", "2.5.11", "2.5.12", "2.5.14", why="all of a counter")
@pytest.mark.parametrize("id", STATED)
def test_what_the_rulebook_states_of_a_counter(id: str) -> None:
    row = u.ROWS.by_key[id]
    for column, wanted in STATED[id].items():
        found = getattr(row, column)
        assert (found[: len(wanted)] if isinstance(wanted, tuple) else found) == wanted, column


@pytest.mark.rule("6.5.3", "6.5.4")
def test_drops_of_examples_four_and_five() -> None:
    """6.5.3, 6.5.4: what the 22e DI needs for each step, and what the 52e DR still has with its last."""
    unit, other = u.BY_ID["22e-DI"], u.BY_ID["52e-DR"]
    assert [a - b for a, b in zip(u.CBF[unit], u.CBF[unit][1:3], strict=False)] == [3, 7]
    assert [a - b for a, b in zip(u.ARF[unit], u.ARF[unit][1:3], strict=False)] == [1, 2]
    assert (u.CBF[other][3], u.ARF[other][3]) == (5, 2)


@pytest.mark.rule("2.4.3", "2.4.4", "2.5.12")
def test_pictures_of_the_guard() -> None:
    """2.4.3, 2.4.4: what the scans show of the Garde-Ersatz-Division and the Garde-Kavallerie-Division."""
    infantry, cavalry = u.BY_ID["GED"], u.BY_ID["GKD"]
    assert (u.CBF[infantry][0], u.CBF[infantry][1], u.CBF[infantry][4]) == (31, 26, 8)
    assert (u.ARF[infantry][0], u.ARF[infantry][1], u.ARF[infantry][4]) == (11, 9, 4)
    assert (u.CAB[cavalry][1], u.CBF[cavalry][1], u.ARF[cavalry][1]) == (11, 11, 1)
    assert u.MF[cavalry][:2] == (80, 70)


@pytest.mark.rule("2.2.1", "2.2.2", "2.1.1")
def test_kinds_are_apart_and_together_all() -> None:
    kinds = (u.INFANTRY, u.CAVALRY, u.PIONEERS, u.HEAVY, u.SIEGE, u.ENGINEERS, u.HEADQUARTERS)
    assert sum(kinds) == u.ALL
    assert sum(u.OF_NATION) == u.ALL
    assert u.GERMAN & u.ALLIED == 0
    assert [(kind & u.GERMAN).bit_count() for kind in kinds] == [116, 12, 9, 15, 12, 8, 8]
    assert [(kind & u.FRENCH).bit_count() for kind in kinds] == [100, 12, 0, 11, 0, 4, 11]


@pytest.mark.rule("2.2.2", "2.5.11", "2.2.3", "2.5.18", "2.6.1", "2.5.12", "2.5.15", why="all sets of units")
def test_sets_follow_the_rules_that_name_them() -> None:
    assert u.SIEGE & u.ALLIED == 0  # 2.2.2
    assert u.RED & u.FRENCH == 0  # 2.5.11
    assert u.SIEGE & ~(u.MOTORISED | u.RAIL_ONLY) == 0  # 2.2.3
    assert u.AUSTRIAN & ~u.MOTORISED == 0  # 7.9.2
    assert u.EYE_CATCHING & ~(u.FRENCH | u.BELGIAN) == 0  # 2.5.18
    assert u.written(u.DOTTED) == "15.ID-4"
    assert {u.BY_ID["15.ID-4"]: u.BY_ID["15.ID-3"]} == u.REPLACES
    assert {u.CAMP[unit] for unit in members(u.RELATED)} <= {camp.name for camp in MAP.camps}
    assert u.RANK[u.BY_ID["70e-DR"]] == 1
    assert u.light_red(u.BY_ID["71e-DR"], 3)
    assert not u.light_red(u.BY_ID["71e-DR"], 2)
    assert not u.light_red(u.BY_ID["145e-RI"], 0)


@pytest.mark.rule("14.1.3", "2.5.14")
@pytest.mark.reading("counters")
def test_replacements_by_rank() -> None:
    """14.1.3: in halves."""
    for unit in members(u.FIGHTING):
        row = u.ROWS[unit]
        wanted = 3 if row.id == "14e-DI" else {"A+": 4, "A": 3}.get(row.rank or "", 2)
        assert u.COST[unit] == wanted, row.id


@pytest.mark.rule("13.2.1", "2.5.5", "2.5.20", "13.1.2", why="one table or list of values serves them all")
def test_every_army_has_its_headquarters() -> None:
    assert all(u.HQS_OF_ARMY)
    assert u.written(u.HQS_OF_ARMY[u.ARMY_NAMES.index("7. Armee")]) == "7.AOK 7.AOK-2"  # 13.2.1
    assert {u.COMMAND_REDUCED[unit] for unit in members(u.GERMAN & u.HEADQUARTERS)} == {5}
    allied = members(u.ALLIED & u.HEADQUARTERS)
    assert [u.COMMAND_REDUCED[unit] for unit in allied] == [u.COMMAND[unit] for unit in allied], "only Germans have one"
    assert min(u.COMMAND[unit] for unit in allied) > 0
    assert u.BY_ID["9.KD"] in members(u.CAVALRY_CORPS)
    assert u.BY_ID["DC-belge"] not in members(u.CAVALRY_CORPS)


@pytest.mark.rule("6.6.1", "6.6.3", "6.6.4", "6.6.5", why="one table or list of values serves them all")
def test_splits() -> None:
    """6.6: a whole and its parts are of one nation; the brigades of a division have its steps between them."""
    for row in u.SPLIT_ROWS:
        units = [u.BY_ID[id] for id in (*row.wholes, *row.parts)]
        assert len({u.NATION[unit] for unit in units}) == 1
        wholes, parts = (sum(u.STEPS[u.BY_ID[id]] for id in ids) for ids in (row.wholes, row.parts))
        assert parts - wholes == {"6.6.1": 0, "6.6.3": 1, "6.6.4": 1, "6.6.5": -1}[row.rule], row.id
    assert {"40e-DI", "41e-DI", "44e-DI", "17.ID", "4.KK", "14e-CA"} <= {row.id for row in u.SPLIT_ROWS}


@pytest.mark.rule("2.4.6")
def test_counters_of_a_unit() -> None:
    """2.4.6: two levels on each counter, front first."""
    assert [u.counter(lost) for lost in range(5)] == [
        (1, "front"),
        (1, "back"),
        (2, "front"),
        (2, "back"),
        (3, "front"),
    ]


def test_stated_values_say_so() -> None:
    rows = LOADED[UNITS]
    assert rows.claim("34.IB", "steps").rules == ("6.6.4",)
    assert rows.claim("71e-DR", "cab").origin is Origin.STATED
    assert rows.claim("3.ID", "cbf").origin is Origin.RECONSTRUCTED
    assert rows.claim("QG-2e-A", "squadrons").origin is Origin.PUBLIC


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("3.ID,3.ID,DE,INF", "3.ID,3.ID,DE,JNF", "column type"),
        ("no,B,4,12/12/9/7", "no,B,4,12/9/7", "column cab: found (12, 9, 7), expected 4 numbers"),
        ("30/27/20/12", "30/31/20/12", "column cbf"),
    ],
)
def test_a_wrong_counter_is_refused_with_its_place(tmp_path: Path, old: str, new: str, expected: str) -> None:
    text = (DIRECTORY / "units.csv").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "units.csv").write_text(text.replace(old, new, 1), encoding="utf-8")
    assert any("row 3.ID" in str(p) and expected in str(p) for p in DATA_SET.check(tmp_path))
