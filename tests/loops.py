"""An event loop for a test, whatever else this process runs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own. `asyncio.run` fails where a loop already runs, as Playwright's does."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, work).result()
