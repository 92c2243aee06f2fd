"""A copy of the installation's empty store is what would have been made anew."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kursk.server import drawn, fresh, install, place, ready


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installation of its own."""
    folder = tmp_path / "installed"
    folder.mkdir()
    monkeypatch.setattr(place, "INSTALLED", folder)
    monkeypatch.setattr(drawn, "INSTALLED", folder)
    install.store()
    yield folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kursk.db"


def told(file: Path) -> list[str]:
    """All that is in a store, as orders that would make it."""
    with closing(sqlite3.connect(file)) as link:
        return sorted(link.iterdump())


def made_anew(file: Path) -> Path:
    ready.make_ready(f"sqlite:///{file}")
    return file


def never(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "make_ready", lambda url: pytest.fail("it was made anew"))


def test_a_copy_is_the_same_as_one_that_is_made_anew(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = made_anew(tmp_path / "other.db")
    never(monkeypatch)
    fresh.see_to(f"sqlite:///{file}")
    assert told(file) == told(other)
    assert not [each for each in tmp_path.iterdir() if each.name.startswith("kursk.db.")]


def test_one_that_has_games_is_left_as_it_is(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_anew(file)
    with closing(sqlite3.connect(file)) as link:
        link.execute("PRAGMA journal_mode=WAL")
        row = "'a', 1, 'skirmish', 1, '{}', 's'"
        link.execute(f"INSERT INTO matches (id, number, game, rules, start, secret) VALUES ({row})")
        link.commit()
    before = told(file)
    never(monkeypatch)
    fresh.see_to(f"sqlite:///{file}")
    assert told(file) == before


def test_whatever_else_there_is_takes_the_long_way(file: Path, installed: Path) -> None:
    ready._migrate(f"sqlite:///{file}", "0001")
    assert not fresh.at_hand(f"sqlite:///{file}")
    fresh.see_to(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as link:
        assert link.execute(fresh.REVISION).fetchone() == (ready.REVISIONS[-1],)
    file.write_bytes(b"nonsense" * 1000)
    with pytest.raises(place.Unusable, match="is damaged"):
        fresh.see_to(f"sqlite:///{file}")
    file.unlink()
    wal = file.with_name("kursk.db-wal")  # of a store that somebody has taken away
    wal.write_bytes(b"")
    assert not fresh.at_hand(f"sqlite:///{file}")
    wal.unlink()
    fresh.example().unlink()
    assert not fresh.at_hand(f"sqlite:///{file}") and not file.exists()
    assert not fresh.at_hand("postgresql://localhost/kursk")


def test_an_installation_keeps_the_newest_alone(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = installed / "store 0.db"
    older.touch()
    install.store()
    assert [each.name for each in installed.iterdir()] == [fresh.example().name]
