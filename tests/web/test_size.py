"""What a browser must load before something can be done: scripts, packed as they are sent."""

import gzip
import re
from pathlib import Path

import kursk.server

ASSETS = Path(kursk.server.__file__).parent / "page" / "assets"
HASH = 8 * "?"
BUDGET = 150_000  # bytes of script, packed, up to the first board
AT_ONCE = re.compile(r'(?:from|import)\s*"\./([\w.-]+\.js)"')


def needed(*beginnings: str) -> set[Path]:
    """The scripts of some screens, and all that they import at once."""
    found: set[Path] = set()
    waiting = [path for name in beginnings for path in ASSETS.glob(f"{name}-{HASH}.js")]
    assert len(waiting) == len(beginnings), "build the page first"
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            waiting += [ASSETS / name for name in AT_ONCE.findall(script.read_text())]
    return found


def packed(scripts: set[Path]) -> int:
    return sum(len(gzip.compress(script.read_bytes())) for script in scripts)


def test_the_first_board_stays_in_its_budget() -> None:
    assert packed(needed("index", "Play")) < BUDGET


def test_the_shelf_does_not_wait_for_the_board() -> None:
    shelf, board = needed("index"), needed("index", "Play")
    assert shelf < board
    assert packed(shelf) < BUDGET / 3
