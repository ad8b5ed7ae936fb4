"""From Python to C with mypyc, from C to libraries with the compiler: each file once, again only where it changed."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

__all__ = ["NoCompiler", "compile_modules", "compiler"]


BITS = "bits.c"
OURS = ("CPyTagged_BitwiseLongOp_", "CPyTagged_Rshift_", "CPyTagged_Lshift_")
"""What `bits.c` does in place of mypyc's own, which keep their work under another name."""
WHOLE = "int_ops.c"
"""mypyc's file of operations on integers."""


class NoCompiler(Exception):
    """What is missing on this machine, in a sentence."""


def compiler() -> list[str]:
    """The command of the C compiler, or NoCompiler with what is missing."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if shutil.which(command[0]) is None:
        raise NoCompiler(f"a C compiler is needed ({command[0]} is not there): install gcc or clang, or set CC")
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        raise NoCompiler("Python's headers are needed (Python.h): install python3-dev or the like")
    try:
        import mypyc.build  # noqa: F401
        import setuptools  # type: ignore[import-untyped]  # noqa: F401
    except ImportError as error:
        raise NoCompiler(f"{error.name} is needed: pip install 'marne[native]'") from error
    return command


def compile_modules(home: Path, modules: Sequence[str], level: str, jobs: int) -> int:
    """Compile the modules, paths below `home`; how many files of C were new or changed."""
    command = compiler()
    extensions = _to_c(home, modules, level)
    work = home / "build"
    shutil.copyfile(Path(__file__).parent / BITS, work / BITS)
    objects: dict[str, tuple[list[str], Path]] = {}
    for extension in extensions:
        if any(source.endswith(WHOLE) for source in extension.sources):
            extension.sources.append(f"build/{BITS}")
        for source in extension.sources:
            flags = [f"-I{each}" for each in extension.include_dirs] + extension.extra_compile_args
            if source.endswith(WHOLE):
                flags += [f"-D{name}={name}slow_" for name in OURS]
            objects[source] = flags, work / "o" / f"{source.replace('/', '-')}.o"
    shared = [
        *command,
        "-fwrapv",
        "-fPIC",
        "-fvisibility=hidden",
        "-fno-semantic-interposition",
        "-DNDEBUG",
        f"-I{sysconfig.get_paths()['include']}",
    ]
    headers = b"".join(path.read_bytes() for path in sorted(work.rglob("*.h")))
    (work / "o").mkdir(exist_ok=True)

    def one(source: str) -> bool:
        flags, made = objects[source]
        call = [*shared, *flags, "-c", source, "-o", str(made)]
        text = b"".join((" ".join(call).encode(), (home / source).read_bytes(), headers))
        mark, stamp = hashlib.sha256(text).hexdigest(), made.with_suffix(".sha256")
        if made.exists() and stamp.exists() and stamp.read_text() == mark:
            return False
        subprocess.run(call, cwd=home, check=True)
        stamp.write_text(mark)
        return True

    largest = sorted(objects, key=lambda source: -(home / source).stat().st_size)
    with ThreadPoolExecutor(jobs) as pool:
        changed = sum(pool.map(one, largest))
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    for extension in extensions:
        library = home / (extension.name.replace(".", "/") + suffix)
        parts = [str(objects[source][1]) for source in extension.sources]
        subprocess.run([*command, "-shared", *parts, "-o", str(library)], cwd=home, check=True)
    return changed


def _to_c(home: Path, modules: Sequence[str], level: str) -> list[Any]:
    """The extensions that mypyc has written as C below `home`."""
    from mypyc.build import mypycify

    here = Path.cwd()
    os.chdir(home)
    try:
        options = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
        return list(
            mypycify([*options, *modules], multi_file=True, opt_level=level, debug_level="0", group_name="marne_native")
        )
    finally:
        os.chdir(here)
