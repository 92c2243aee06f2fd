"""Commands run in this process, as a user would type them."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from kursk.cli import main


class Said(NamedTuple):
    code: int
    out: str
    err: str


Kursk = Callable[..., Said]

BROD = Path(__file__).parents[2] / "docs" / "examples" / "brod.toml"


@pytest.fixture
def kursk(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Kursk:
    """Run `kursk` with these words, and this typed at the keyboard; games are kept apart."""
    monkeypatch.delenv("KURSK_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*words: str, typed: str | bytes = "") -> Said:
        given = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
        code = main(list(words))
        return Said(code, *capsys.readouterr())

    return run


@pytest.fixture
def brod() -> str:
    return str(BROD)
