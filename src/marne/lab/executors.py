"""Where batches are played: in this process, in processes, or on a Ray cluster. The rows are the same everywhere.

Each executor takes batches from an iterator as it has room, so that thousands of games never wait in memory, and gives
their rows back in whatever order they end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from marne.engine import MarneError
from marne.lab.batch import Batch, BatchRows, OtherVersion, play_batch

__all__ = ["Executor", "here", "on_processes", "on_ray"]

Executor = Callable[[Iterator[Batch]], Iterator[BatchRows]]

RETRIES = 3
"""How often a batch is tried again after its worker died."""


def here(batches: Iterator[Batch]) -> Iterator[BatchRows]:
    """One after another, in this process."""
    for batch in batches:
        yield play_batch(batch)


def on_processes(jobs: int, play: Callable[[Batch], BatchRows] = play_batch) -> Executor:
    """In so many processes, each a pool of its own: a worker that is killed costs its batch, which is played again."""

    def run(batches: Iterator[Batch]) -> Iterator[BatchRows]:
        context = get_context("spawn")
        free = [_worker(context) for _ in range(jobs)]
        busy: dict[Future[BatchRows], tuple[ProcessPoolExecutor, Batch, int]] = {}
        try:
            while True:
                while free and (batch := next(batches, None)) is not None:
                    pool = free.pop()
                    busy[pool.submit(_played, play, batch)] = pool, batch, 0
                if not busy:
                    return
                for future in wait(busy, return_when=FIRST_COMPLETED).done:
                    pool, batch, tries = busy.pop(future)
                    try:
                        rows = future.result()
                    except BrokenProcessPool:
                        pool.shutdown(wait=False)
                        if tries == RETRIES:
                            raise MarneError(f"seeds {batch.seeds}: the worker died {RETRIES + 1} times") from None
                        pool = _worker(context)
                        busy[pool.submit(_played, play, batch)] = pool, batch, tries + 1
                        continue
                    free.append(pool)
                    yield rows
        finally:
            for pool in (*free, *(pool for pool, _, _ in busy.values())):
                for process in list((pool._processes or {}).values()):
                    process.terminate()
                pool.shutdown(wait=False, cancel_futures=True)

    return run


def _played(play: Callable[[Batch], BatchRows], batch: Batch) -> BatchRows:
    """A batch in a worker; what goes wrong comes back as plain text, since not every error can travel."""
    try:
        return play(batch)
    except OtherVersion as error:
        raise OtherVersion(str(error)) from None
    except MarneError as error:
        raise MarneError(str(error)) from None


def _worker(context: Any) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=context, initializer=_quiet)


def _quiet() -> None:
    """Ctrl-C is for whoever started the run; a worker ends when it is told to."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_ray(address: str, ahead: int = 4, play: Callable[[Batch], BatchRows] = play_batch) -> Executor:
    """On a cluster that is running already; a head node is never started here.

    `ahead` batches wait for each processor, so that none is idle while the last ones come back.
    """

    def run(batches: Iterator[Batch]) -> Iterator[BatchRows]:
        try:
            import ray
        except ImportError:
            raise MarneError("a cluster needs ray: pip install 'marne[cluster]'") from None
        try:
            ray.init(address=address, log_to_driver=False, configure_logging=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise MarneError(f"no cluster at {address}: {error}") from None
        try:
            remote = ray.remote(max_retries=RETRIES, num_cpus=1)(_played)
            most = max(1, _processors(ray)) * ahead
            waiting: list[Any] = []
            more = True
            while waiting or more:
                while more and len(waiting) < most:
                    batch = next(batches, None)
                    if batch is None:
                        more = False
                    else:
                        waiting.append(remote.remote(play, batch))
                if not waiting:
                    return
                ready, waiting = ray.wait(waiting, num_returns=1)
                for one in ready:
                    yield _fetched(ray, one)
        finally:
            ray.shutdown()

    return run


def _processors(ray: Any) -> int:
    return int(ray.cluster_resources().get("CPU", 1))


def _fetched(ray: Any, one: Any) -> BatchRows:
    try:
        rows: BatchRows = ray.get(one)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, OtherVersion):
            raise OtherVersion(str(error.cause)) from None
        raise
    return rows
