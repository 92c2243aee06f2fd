"""Builds the compiled twin, src/kursk/core/twin.c, where a C compiler is at hand.

An installation does it by itself; python3 build_twin.py does it by hand. Where it cannot be
built nothing is lacking: Python's own version gives the same answers.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

CORE = Path(__file__).resolve().parent / "src" / "kursk" / "core"
SOURCE = CORE / "twin.c"


def build() -> Path | None:
    """The twin for this Python, built if it is not there; None: it cannot be."""
    source = hashlib.sha256(SOURCE.read_bytes()).hexdigest()
    made = CORE / f"_twin{sysconfig.get_config_var('EXT_SUFFIX')}"
    if made.exists() and source.encode() in made.read_bytes():
        return made
    link = (sysconfig.get_config_var("LDSHARED") or "").split()  # its flags are the system's own
    named = [os.environ.get("CC", ""), *link[:1], "cc", "gcc", "clang"]
    compiler = next((found for name in named if name and (found := shutil.which(name))), None)
    if not link or compiler is None:
        return None
    new = made.with_suffix(f".{os.getpid()}")
    include = f"-I{sysconfig.get_paths()['include']}"
    options = ["-O2", "-fPIC", include, f'-DSOURCE="{source}"']
    command = [compiler, *link[1:], *options, str(SOURCE), "-o", str(new)]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        new.replace(made)
    except (OSError, subprocess.SubprocessError):
        new.unlink(missing_ok=True)
        return None
    return made


if __name__ == "__main__":
    sys.exit(None if build() else "The twin cannot be built here: no C compiler, or no Python.h.")
