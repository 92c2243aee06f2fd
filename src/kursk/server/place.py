"""Where a player's games are kept."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """KURSK_DATA, or the usual place for a program's data on this system."""
    if told := os.environ.get("KURSK_DATA"):
        folder = Path(told)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "Kursk"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "Kursk"
    else:
        usual = Path.home() / ".local" / "share"
        folder = Path(os.environ.get("XDG_DATA_HOME") or usual) / "kursk"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def store_url() -> str:
    """The store: KURSK_STORE, or an SQLite file in the data folder."""
    return os.environ.get("KURSK_STORE") or f"sqlite+aiosqlite:///{data_folder() / 'kursk.db'}"
