"""The same rows from a Ray cluster, in a network namespace of its own with loopback only."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from lab.test_runs import PLAN, in_a_worker, same
from marne.lab.executors import on_processes
from marne.lab.run import play_run

APART = ("unshare", "--net", "--pid", "--fork", "--mount-proc", "--kill-child")
"""Its own network, and its own processes: whatever a cluster starts ends with it."""
LOOPBACK_ONLY = "ip link set lo up && test -z \"$(ip -o link | grep -v ': lo:')\""


@pytest.mark.night
def test_rows_are_the_same_on_a_cluster_with_a_worker_killed(tmp_path: Path) -> None:
    if find_spec("ray") is None:
        pytest.skip("ray is not installed: pip install 'marne[cluster]'")
    try:
        allowed = subprocess.run([*APART, "sh", "-c", LOOPBACK_ONLY], capture_output=True, text=True, timeout=60)
    except FileNotFoundError as error:
        pytest.skip(f"a network namespace needs unshare: {error}")
    if allowed.returncode:
        pytest.skip(f"a network namespace isn't allowed here: {allowed.stderr.strip()}")
    tests = Path(__file__).parent.parent
    paths = os.pathsep.join((str(tests.parent / "src"), str(tests), str(tests.parent)))
    environment = {**os.environ, "PYTHONPATH": paths, "MARNE_TEST_MARK": str(tmp_path / "died")}
    command = f'{LOOPBACK_ONLY} && exec "{sys.executable}" -m lab.ray_check "{tmp_path / "died"}"'
    done = subprocess.run(
        [*APART, "sh", "-c", command], capture_output=True, text=True, env=environment, cwd=tests, timeout=600
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["died"], "a worker was killed"
    assert told["rows"] == same(play_run(PLAN, range(8), on_processes(2, in_a_worker), size=2))
