"""Arrows point one way, and the core stands alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_the_contracts_of_pyproject_are_kept() -> None:
    """cli, server and draw → library → games → core; no game imports another."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize("module", sorted(p.stem for p in (ROOT / "src/kursk/core").glob("*.py")))
def test_the_core_pulls_in_nothing_that_lies_above_it(module: str) -> None:
    name = f"kursk.core.{module}".removesuffix(".__init__")
    code = f"import sys, {name}; print(*(m for m in sys.modules if m.startswith('kursk')))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert name in loaded
    assert {m for m in loaded if m != "kursk" and not m.startswith("kursk.core")} == set()
