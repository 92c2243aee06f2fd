"""Hosting: a server for others, and copies of all its games."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

from kursk.cli.reading import Mistake

PLACE = re.compile(r"(/[\w.~-]+)+", re.ASCII)


def serve(
    *, host: str = "127.0.0.1", port: int = 8043, name: tuple[str, ...] = (), proxy: str = "",
    path: str = "", limit: float = 20, log: Literal["text", "json", "off"] = "text",
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
    """
    from kursk.server.app import Hosting
    from kursk.server.place import PAGE, store_url
    from kursk.server.serving import serve as serve_it

    if port not in range(1, 65536):
        raise Mistake(f"--port {port}: from 1 to 65535")
    if path and not PLACE.fullmatch(path):
        raise Mistake(f"--path {path}: write it as /kursk")
    if limit < 0:
        raise Mistake(f"--limit {limit:g}: 0 or more")
    if not (PAGE / "index.html").exists():
        raise Mistake("the page is not built; python3 run.py play builds it")
    hosting = Hosting(names=name, path=path, rate=limit, accounts=True)
    return serve_it(store_url(), host, port, hosting, proxy, log)


def backup(file: str) -> None:
    """Copy all games into a file, also while a server is at work on them.

    Parameters
    ----------
    file
        Where to; there must be nothing yet.
    """
    store, into = _store(), Path(file)
    if not store.exists():
        raise Mistake(f"there are no games in {store.parent} yet")
    if into.exists():
        raise Mistake(f"{file} is there already; name another file")
    half = into.with_name(into.name + ".part")
    try:
        with closing(sqlite3.connect(half)) as copy:
            with closing(sqlite3.connect(store)) as link:
                link.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, whole in itself
            games = _games(copy)
        half.replace(into)
    except sqlite3.Error as error:
        half.unlink(missing_ok=True)
        raise Mistake(f"{store} cannot be copied: {error}") from None
    print(f"{games} games are in {file}")


def restore(file: str) -> None:
    """Put the games of a backup in the place of those that are there, which are kept beside them.

    Parameters
    ----------
    file
        A backup; one of an older Kursk is brought up to date.
    """
    from kursk.server.place import InUse, claim, store_url
    from kursk.server.ready import Unusable, make_ready

    store, source = _store(), Path(file)
    if not source.is_file():
        raise Mistake(f"there is no file {file}")
    try:
        with claim(store_url()):
            half = store.with_name(store.name + ".part")
            shutil.copyfile(source, half)
            try:
                make_ready(f"sqlite:///{half}")
                with closing(sqlite3.connect(half)) as link:
                    link.execute("PRAGMA journal_mode=DELETE")
                    games = _games(link)
            except Unusable as error:
                half.unlink(missing_ok=True)
                raise Mistake(str(error).replace(str(half), file)) from None
            _lay_aside(store)
            half.replace(store)
    except InUse as error:
        raise Mistake(str(error)) from None
    print(f"{games} games are back in {store.parent}")


def _store() -> Path:
    from kursk.server.place import file_of, store_url

    store = file_of(store_url())
    if store is None:
        raise Mistake("the store is no file: copy it with the tools of its database")
    return store


def _games(link: sqlite3.Connection) -> int:
    (number,) = link.execute("SELECT count(*) FROM matches").fetchone()
    return int(number)


def _lay_aside(store: Path) -> None:
    """What was there before is kept, whole, under the first name that is free."""
    if not store.exists():
        return
    try:
        with closing(sqlite3.connect(store)) as link:
            link.execute("PRAGMA journal_mode=DELETE")  # what waits in its log goes in first
    except sqlite3.Error:
        pass  # it is damaged: perhaps that is why
    number = 1
    while (kept := store.with_name(f"{store.name}.before-{number}")).exists():
        number += 1
    store.replace(kept)
    for rest in ("-wal", "-shm"):
        store.with_name(store.name + rest).unlink(missing_ok=True)
    print(f"What was there is kept as {kept.name}")
