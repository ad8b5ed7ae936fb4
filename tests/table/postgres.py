"""A private PostgreSQL for a test: its own cluster under a temporary directory, on a free port, ended afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from marne.table.server.application import free_port


def programs() -> Path | None:
    """Where the newest server's programs are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    where = shutil.which("initdb")
    return Path(where).resolve().parent if where else None


def install() -> Path:
    """The programs, installed if need be and if we may; otherwise the test is left out and says why."""
    if (found := programs()) is not None:
        return found
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        pytest.skip("PostgreSQL is not here, and only root can install it: apt-get install -y postgresql")
    done = subprocess.run(
        ["apt-get", "install", "-y", "postgresql"],
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        capture_output=True,
        timeout=600,
        check=False,
    )
    found = programs()
    if found is None:
        pytest.skip(f"apt-get install -y postgresql failed: {done.stderr.decode()[-200:]}")
    return found


@contextmanager
def cluster() -> Iterator[str]:
    """The URL of an empty database of our own."""
    bin, port = install(), free_port()
    directory = Path(tempfile.mkdtemp(prefix="marne-postgres-"))  # one of its own: the server's user must reach it
    data = directory / "cluster"
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    group = pwd.getpwnam(user).pw_gid

    def run(*command: str) -> None:
        done = subprocess.run(command, user=user, group=group, capture_output=True, cwd="/", timeout=120, check=False)
        assert done.returncode == 0, done.stderr.decode()

    if os.geteuid() == 0:
        shutil.chown(directory, user)
    run(str(bin / "initdb"), "-D", str(data), "-U", "marne", "-A", "trust", "-E", "UTF8", "--no-instructions")
    process = subprocess.Popen(
        [str(bin / "postgres"), "-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", ""],
        user=user,
        group=group,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
    )
    try:
        for _ in range(300):
            ready = [str(bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
            if subprocess.run(ready, check=False).returncode == 0:
                break
            time.sleep(0.1)
        else:
            pytest.fail("PostgreSQL does not start")
        run(str(bin / "createdb"), "-h", "127.0.0.1", "-p", str(port), "-U", "marne", "tables")
        yield f"postgresql://marne@127.0.0.1:{port}/tables"
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        shutil.rmtree(directory, ignore_errors=True)
