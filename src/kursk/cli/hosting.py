"""Hosting: a server for others, and copies of all its games."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

from kursk.cli.reading import Mistake

PLACE = re.compile(r"(/[\w.~-]+)+", re.ASCII)
MOST = 64  # bots that think at the same time


def serve(
    *, host: str = "127.0.0.1", port: int = 8043, name: tuple[str, ...] = (), proxy: str = "",
    path: str = "", limit: float = 20, log: Literal["text", "json", "off"] = "text",
    database: str = "", bots: int = 2,
) -> int:  # fmt: skip
    """Serve games to others, behind a proxy that speaks TLS, until told to stop.

    Parameters
    ----------
    host
        The address to listen at; the usual one is open to this machine, and so to its proxy.
    port
        The port to listen at.
    name
        What people call the host: kursk.example.org. May be given several times.
    proxy
        The address of the proxy, whose word about callers is taken: 127.0.0.1.
    path
        Where the proxy has put Kursk, if not at the top: /kursk.
    limit
        Requests a second from one address, in the long run; 0: as many as come.
    log
        How requests are written to standard error: text, json, or off.
    database
        Where games are kept: postgresql://NAME@HOST/DATABASE, which several servers may share.
    bots
        How many bots think at the same time; 0: they think elsewhere, see kursk bots.
    """
    from kursk.server.app import Hosting
    from kursk.server.place import PAGE
    from kursk.server.serving import serve as serve_it

    if port not in range(1, 65536):
        raise Mistake(f"--port {port}: from 1 to 65535")
    if path and not PLACE.fullmatch(path):
        raise Mistake(f"--path {path}: write it as /kursk")
    if limit < 0:
        raise Mistake(f"--limit {limit:g}: 0 or more")
    if not (PAGE / "index.html").exists():
        raise Mistake("the page is not built; python3 run.py play builds it")
    url = _url(database)
    if bots not in range(MOST + 1) or (not bots and not _is_shared(url)):
        raise Mistake(f"--bots {bots}: from 1 to {MOST}, or 0 with a database that is shared")
    hosting = Hosting(names=name, path=path, rate=limit, accounts=True, thinkers=bots)
    return serve_it(url, host, port, hosting, proxy, log)


def think(*, database: str = "", bots: int = 2, name: str = "", path: str = "") -> int:
    """Let bots think here for all servers that share a database, until told to stop.

    Parameters
    ----------
    database
        The database of the servers: postgresql://NAME@HOST/DATABASE.
    bots
        How many think at the same time.
    name
        What people call the host, for letters that say whose turn it is.
    path
        Where the proxy has put Kursk, if not at the top: /kursk.
    """
    from kursk.server.app import Hosting
    from kursk.server.backroom import serve as serve_it

    if bots not in range(1, MOST + 1):
        raise Mistake(f"--bots {bots}: from 1 to {MOST}")
    if not _is_shared(url := _url(database)):
        raise Mistake("the games are in a file, which its server has to itself: bots think there")
    return serve_it(url, Hosting((name,) if name else (), path, thinkers=bots))


def backup(file: str, *, database: str = "") -> None:
    """Copy all games into a file, also while a server is at work on them.

    Parameters
    ----------
    file
        Where to; there must be nothing yet.
    database
        Where the games are, if not in the usual place.
    """
    url, into = _url(database), Path(file)
    if into.exists():
        raise Mistake(f"{file} is there already; name another file")
    half = into.with_name(into.name + ".part")
    try:
        half.unlink(missing_ok=True)  # of a backup that was broken off
        half.touch(mode=0o600)  # it is for nobody else's eyes
    except OSError as error:
        raise Mistake(f"{file} cannot be written: {error.strerror}") from None
    try:
        games = _from_database(url, half) if _is_shared(url) else _from_file(url, half)
        half.replace(into)
    finally:
        half.unlink(missing_ok=True)
    print(f"{games} games are in {file}")


def _from_file(url: str, into: Path) -> int:
    store = _store(url)
    if not store.exists():
        raise Mistake(f"there are no games in {store.parent} yet")
    try:
        with closing(sqlite3.connect(into)) as copy:
            with closing(sqlite3.connect(store)) as link:
                link.backup(copy)
            return _alone(copy)
    except sqlite3.Error as error:
        raise Mistake(f"{store} cannot be copied: {error}") from None


def _from_database(url: str, into: Path) -> int:
    from kursk.server.copies import copy_out
    from kursk.server.place import Unusable

    try:
        games = copy_out(url, into)
    except Unusable as error:
        raise Mistake(str(error)) from None
    with closing(sqlite3.connect(into)) as copy:
        _alone(copy)
    return games


def restore(file: str, *, database: str = "") -> None:
    """Put the games of a backup in the place of those that are there, which are kept beside them.

    Parameters
    ----------
    file
        A backup; one of an older Kursk is brought up to date.
    database
        Where to, if not to the usual place.
    """
    from kursk.server.place import InUse, Unusable, data_folder
    from kursk.server.ready import make_ready

    url, source = _url(database), Path(file)
    if not source.is_file():
        raise Mistake(f"there is no file {file}")
    folder = data_folder() if _is_shared(url) else _store(url).parent
    half = folder / "restored.part"
    shutil.copyfile(source, half)
    try:
        try:
            make_ready(f"sqlite:///{half}")
        except Unusable as error:
            raise Mistake(str(error).replace(str(half), file)) from None
        with closing(sqlite3.connect(half)) as link:
            games = _alone(link)
        _into_database(half, url) if _is_shared(url) else _into_file(half, url)
    except (InUse, Unusable) as error:
        raise Mistake(str(error)) from None
    finally:
        half.unlink(missing_ok=True)
    print(f"{games} games are back in {'the database' if _is_shared(url) else folder}")


def upgrade(*, database: str = "") -> int:
    """Bring the games of an older Kursk up to date, and tell which of them go on.

    The servers must be stopped. Exit code 1: there are games that newer rules cannot follow.

    Parameters
    ----------
    database
        Where the games are, if not in the usual place.
    """
    from kursk.server.place import InUse, Unusable
    from kursk.server.upgrade import upgrade as bring_up

    url = _url(database)
    if not _is_shared(url) and not _store(url).exists():
        raise Mistake(f"there are no games in {_store(url).parent} yet")
    try:
        found = bring_up(url)
    except (InUse, Unusable) as error:
        raise Mistake(str(error)) from None
    for id, why in found.stopped.items():
        print(f"{id}: {why}")
    print(f"{found.going} games go on, {found.over} are over, {len(found.stopped)} cannot go on")
    return 1 if found.stopped else 0


def _into_file(half: Path, url: str) -> None:
    from kursk.server.place import claim

    with claim(url):
        _lay_aside(store := _store(url))
        half.replace(store)


def _into_database(half: Path, url: str) -> None:
    from kursk.server.copies import copy_in
    from kursk.server.place import data_folder
    from kursk.server.ready import make_ready

    make_ready(url)
    kept = _free(data_folder() / "database")
    if not _from_database(url, kept):
        kept.unlink()
    try:
        copy_in(half, url)
    except BaseException:
        kept.unlink(missing_ok=True)  # it is all still there
        raise
    if kept.exists():
        print(f"What was there is kept as {kept}")


def _url(database: str) -> str:
    from kursk.server.place import store_url

    return database or store_url()


def _is_shared(url: str) -> bool:
    from kursk.server.database import is_shared

    return is_shared(url)


def _store(url: str) -> Path:
    from kursk.server.database import NONE
    from kursk.server.place import file_of

    store = file_of(url)
    if store is None:
        raise Mistake(NONE)
    return store


def _alone(copy: sqlite3.Connection) -> int:
    """One file, whole in itself; the number of games in it."""
    copy.execute("PRAGMA journal_mode=DELETE")
    (number,) = copy.execute("SELECT count(*) FROM matches").fetchone()
    return int(number)


def _free(path: Path) -> Path:
    """The first name that is free for what was there before."""
    number = 1
    while (kept := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    return kept


def _lay_aside(store: Path) -> None:
    """What was there before is kept, whole, under the first name that is free."""
    if not store.exists():
        return
    try:
        with closing(sqlite3.connect(store)) as link:
            link.execute("PRAGMA journal_mode=DELETE")  # what waits in its log goes in first
    except sqlite3.Error:
        pass  # it is damaged: perhaps that is why
    kept = _free(store)
    store.replace(kept)
    for rest in ("-wal", "-shm"):
        store.with_name(store.name + rest).unlink(missing_ok=True)
    print(f"What was there is kept as {kept.name}")
