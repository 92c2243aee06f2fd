"""Everything the project does, with nothing but Python: python3 run.py play, or test.

A virtual environment in .venv is made when there is none, and brought up to date when
pyproject.toml or the sources of what it builds have changed. `make play` and the like do the same.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = str(BIN / "python")

BUILT_FROM = (
    "pyproject.toml",
    "hatch_build.py",
    "build_twin.py",
    "src/kursk/core/twin.c",
    "src/kursk/draw/tokens.json",
    "web",
)

# Tests run on every core; the one that is done first takes over half of what another still has.
EVENLY = ("-n", "auto", "--dist", "worksteal")

# What to install, then the commands; words typed after the name go to the last of them.
TASKS = {
    "play": (".", [["-m", "kursk.cli", "play"]]),
    "kursk": (".", [["-m", "kursk.cli"]]),
    "test": (".[test]", [["-m", "pytest", *EVENLY]]),
    "check": (
        ".[test]",
        [
            ["-m", "ruff", "format", "--check"],
            ["-m", "ruff", "check"],
            ["-m", "mypy"],
            ["-c", "from importlinter.cli import lint_imports_command as c; c()"],
            ["-m", "pytest", *EVENLY, "--cov", "--cov-report=term-missing:skip-covered"],
        ],
    ),
    "bench": (".[test]", [["-m", "bench"]]),
    "soak": (".[test]", [["-m", "bench.soak"]]),
    "screens": (".[test]", [["-m", "tests.web.screens"]]),
}


def main(words):
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts this may have an older one
        sys.exit("Kursk needs Python 3.11 or later; this is " + sys.version.split()[0])
    name = words[0] if words else ""
    if name not in TASKS:
        sys.exit("usage: python3 run.py " + " | ".join(TASKS))
    what, commands = TASKS[name]
    install(what)
    if name in ("test", "check", "screens"):
        provide_tools()
    for number, command in enumerate(commands, 1):
        typed = words[1:] if number == len(commands) else []
        code = subprocess.call([PYTHON, *command, *typed], cwd=ROOT if name != "kursk" else None)
        if code:
            return code
    return 0


def install(what):
    """Put the project and what it needs into .venv, unless it is there already."""
    asked = sources()
    stamp = VENV / f"installed-{'test' if 'test' in what else 'play'}"
    if stamp.is_file() and stamp.read_text() == asked and Path(PYTHON).exists():
        return
    if not (BIN / "pip").exists() and not (BIN / "pip.exe").exists():
        make_venv()
    print("Installing into .venv …", file=sys.stderr)
    quiet = ["--quiet", "--disable-pip-version-check"]
    code = subprocess.call([PYTHON, "-m", "pip", "install", *quiet, "-e", what], cwd=ROOT)
    if code:
        sys.exit("The installation failed; pip says why above.")
    print("Drawing the maps …", file=sys.stderr)
    subprocess.call([PYTHON, "-m", "kursk.server.install"], cwd=ROOT)  # else they are drawn in play
    stamp.write_text(asked)


def sources():
    """A digest of what the installation depends on: what it needs, and what it builds."""
    digest = hashlib.sha256()
    for top in BUILT_FROM:
        files = [ROOT / top] if (ROOT / top).is_file() else sorted((ROOT / top).rglob("*"))
        for path in files:
            if path.is_file() and "node_modules" not in path.parts:
                digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


# -- what some tests need besides; without it they are skipped, and say why ---------------------


def provide_tools():
    """A browser for the page, Tiled for the maps, PostgreSQL for what several servers share."""
    missing = [tool for tool in ("chromium", "tiled", "postgresql") if not has(tool)]
    if "chromium" in missing and (VENV / "browser").exists():
        missing.remove("chromium")
    if missing and may_apt():
        # Ubuntu's chromium is a snap, which a container or a server cannot run
        apt(*[tool for tool in missing if tool != "chromium" or not is_ubuntu()])
        missing = [tool for tool in missing if not has(tool)]
    if "chromium" in missing:
        print("Fetching a browser for the tests …", file=sys.stderr)
        deps = ["--with-deps"] if may_apt() else []
        own = [PYTHON, "-m", "playwright", "install", *deps, "chromium"]
        if subprocess.call(own, stdout=subprocess.DEVNULL) == 0:
            (VENV / "browser").touch()
            missing.remove("chromium")
    if missing:
        names = " ".join(missing)
        print(f"Tests that need {names} are skipped: sudo apt install {names}", file=sys.stderr)


def has(tool):
    if tool != "postgresql":
        return bool(shutil.which(tool))
    theirs = Path("/usr/lib/postgresql")  # Debian keeps its programs out of the way
    return bool(shutil.which("postgres")) or any(theirs.glob("*/bin/postgres"))


def may_apt():
    return os.name == "posix" and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def is_ubuntu():
    release = Path("/etc/os-release")
    return release.exists() and "ID=ubuntu" in release.read_text().split()


def apt(*packages):
    if packages:
        print("Installing", *packages, "…", file=sys.stderr)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.call(["apt-get", "update", "-qq"], env=quiet)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        subprocess.call(install, env=quiet, stdout=subprocess.DEVNULL)


def make_venv():
    shutil.rmtree(VENV, ignore_errors=True)
    if venv_fails():
        package = "python{}.{}-venv".format(*sys.version_info[:2])
        if may_apt():
            apt(package)
        if says := venv_fails():
            shutil.rmtree(VENV, ignore_errors=True)
            hint = f"\nOn Debian or Ubuntu: sudo apt install {package}"
            sys.exit(says.strip() + (hint if shutil.which("apt") else ""))


def venv_fails():
    """What went wrong in making the environment; empty if nothing did."""
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return made.stdout or "python -m venv failed" if made.returncode else ""


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
