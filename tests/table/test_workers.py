"""Several workers on one port: whoever is killed is replaced, and a polite end ends them all."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from table.postgres import cluster
from table.support import Child, open_game
from table.test_durability import Stubborn, is_worker


def workers(child: Child) -> list[psutil.Process]:
    return [each for each in psutil.Process(child.process.pid).children() if is_worker(each)]


@pytest.mark.slow
def test_killed_workers_are_replaced_even_while_they_start(tmp_path: Path) -> None:
    with cluster() as url:
        child = Child(url, 2)
        try:
            child.wait()
            client = Stubborn(child.address)
            game = open_game(client)
            for _ in range(3):
                for worker in workers(child):
                    with suppress(psutil.NoSuchProcess):  # it may have ended before, with the one that starts workers
                        worker.kill()
                end = time.monotonic() + 600
                while len(workers(child)) < 2:
                    assert time.monotonic() < end, "they are not replaced"
                    time.sleep(0.01)
            child.wait()
            assert client.get(game.at).status_code == 200
            left = workers(child)
            client.client.close()
            assert "Traceback" not in child.stop()
            assert child.process.returncode == 0
            assert not any(worker.is_running() and worker.status() != psutil.STATUS_ZOMBIE for worker in left)
        finally:
            child.end()


@pytest.mark.slow
def test_a_server_whose_database_is_not_there_says_so_and_ends() -> None:
    child = Child("postgresql://nobody@127.0.0.1:1/nothing", 2)
    assert child.process.wait(600) != 0
    assert "refused" in child.output()
