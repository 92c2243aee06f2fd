"""Drawings: made once, in a worker, kept on disk, and renewed with what they show."""

import asyncio
import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from kursk.server import drawn, pencil
from kursk.server.drawn import Drawings
from kursk.server.workers import Stopped


@pytest.fixture
def drawings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawings]:
    monkeypatch.setenv("KURSK_DATA", str(tmp_path))
    monkeypatch.setattr(drawn, "INSTALLED", tmp_path / "nothing")
    drawings = Drawings()
    yield drawings
    drawings.close()


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "drawings").iterdir())


def test_a_picture_is_drawn_as_here_and_kept(drawings: Drawings, tmp_path: Path) -> None:
    async def twice() -> tuple[bytes, bytes]:
        return (
            await drawings.get("skirmish", "dark", "map under"),
            await drawings.get("skirmish", "light", "counters"),
        )

    under, counters = asyncio.run(twice())
    assert gzip.decompress(under).decode() == pencil.sheet("skirmish", "dark", "under")
    assert gzip.decompress(counters).decode() == pencil.counters("skirmish", "light")
    drawings.close()
    again = Drawings()
    assert asyncio.run(again.get("skirmish", "dark", "map under")) == under
    assert not again.boards.workers, "nobody had to draw it"


def test_whoever_wants_a_picture_gets_it_before_all_are_drawn(
    drawings: Drawings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def first() -> bool:
        await drawings.get("skirmish", "dark", "map under")
        return drawings._at_work["skirmish", "dark", True].done()

    monkeypatch.setattr(drawn, "GLANCE", 0.0001)
    assert not asyncio.run(first())


def test_a_server_that_is_out_of_date_says_so(
    drawings: Drawings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kursk was updated under it: its workers draw what it would not look for."""
    monkeypatch.setattr(drawn, "sources", lambda title: "of yesterday")
    with pytest.raises(Stopped, match="has changed since this server was started"):
        asyncio.run(drawings.get("skirmish", "light", "map under"))


def test_what_is_out_of_date_is_drawn_anew_and_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "drawings"
    for theme in drawn.THEMES:
        drawn.draw_all(folder, "skirmish", theme)
    before = files(tmp_path)
    assert len(before) == 12
    stranger = folder / "another game light map under 0.svg.gz"
    stranger.touch()
    monkeypatch.setattr(drawn, "sources", lambda title: "newer")
    for theme in drawn.THEMES:
        drawn.draw_all(folder, "skirmish", theme)
    assert len(files(tmp_path)) == 13 and not set(before) & set(files(tmp_path))
    assert stranger.exists()


def test_a_worker_that_fails_is_told(drawings: Drawings, tmp_path: Path) -> None:
    (tmp_path / "drawings").write_text("not a folder", "utf-8")
    with pytest.raises(OSError):
        asyncio.run(drawings.get("skirmish", "dark", "map under"))


def test_maps_are_drawn_ahead_once(
    drawings: Drawings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kursk.library.titles", lambda: ("skirmish",))

    async def ahead(drawings: Drawings) -> int:
        drawings.draw_ahead()
        await asyncio.gather(*drawings._at_work.values())
        return len(drawings._at_work)

    assert asyncio.run(ahead(drawings)) == 3, "two themes for the shelf, and a board"
    assert len(files(tmp_path)) == 12
    assert asyncio.run(ahead(Drawings())) == 0


def test_a_board_is_drawn_though_the_shelf_has_everybody_else_at_work(
    drawings: Drawings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    async def board() -> bytes:
        monkeypatch.setattr(drawings.shelf, "do", never)
        cards = asyncio.create_task(drawings.get("skirmish", "light", "card 360x284"))
        found = await drawings.get("skirmish", "light", "counters")
        assert not cards.done()
        cards.cancel()
        return found

    assert gzip.decompress(asyncio.run(board())).startswith(b"<svg")


def test_what_the_installation_drew_is_not_drawn_again(
    drawings: Drawings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kursk.library.titles", lambda: ("skirmish",))
    for theme in drawn.THEMES:
        drawn.draw_all(drawn.INSTALLED, "skirmish", theme)

    async def board() -> bytes:
        drawings.draw_ahead()
        return await drawings.get("skirmish", "light", "map over")

    found = asyncio.run(board())
    assert gzip.decompress(found).decode() == pencil.sheet("skirmish", "light", "over")
    assert not drawings.boards.workers and not drawings.shelf.workers
    assert not (tmp_path / "drawings").exists()


def test_what_was_installed_from_other_sources_is_drawn_anew(
    drawings: Drawings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(drawn, "sources", lambda title: "of yesterday")
        drawn.draw_all(drawn.INSTALLED, "skirmish", "light")
    asyncio.run(drawings.get("skirmish", "light", "counters"))
    assert files(tmp_path)
