"""Playing in the browser: a server on loopback, and the page opened in the usual browser."""

import json
import os
import socket
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from kursk.cli.reading import Mistake

if TYPE_CHECKING:
    from kursk.server.guard import Guard

PORT = 8043
HOST = "127.0.0.1"
TRIES = 10  # to find the server that has the folder, two a second


def open_page(port: int | None, browser: bool) -> None:
    """Serve the page until Ctrl-C. One store has one server: where it runs already, the page
    is opened there."""
    from kursk.server.place import PAGE, InUse, claim, data_folder, store_url

    if not (PAGE / "index.html").exists():
        raise Mistake("the page is not built; python3 run.py play builds it")
    try:
        folder = data_folder()
        lock = claim(store_url())
    except OSError as error:
        raise Mistake(f"games cannot be kept in {error.filename}: {error.strerror}") from None
    except InUse as error:
        open_there(folder / "address", browser, str(error))
        return
    with lock:
        door = listening(port)
        url = f"http://{HOST}:{door.getsockname()[1]}/"
        note = folder / "address"  # of the server that has this folder
        note.write_text(url, "utf-8")
        try:
            serve(store_url(), door, url, browser)
        except KeyboardInterrupt:
            pass  # uvicorn has closed everything, and says so by raising it again
        finally:
            note.unlink(missing_ok=True)
            door.close()
    print(f"\nGood-bye. Your games are kept in {folder}")


def open_there(note: Path, browser: bool, says: str) -> None:
    """At the server that has the folder; it may still be about to open."""
    for _ in range(TRIES):
        if url := running(note):
            print(f"Kursk is open already: {url}")
            if browser:
                webbrowser.open(url)
            return
        time.sleep(0.5)
    raise Mistake(says)


def running(note: Path) -> str:
    """The address of a server that is at work on this folder, or nothing."""
    try:
        url = note.read_text("utf-8").strip()
        with urllib.request.urlopen(f"{url}api/matches", timeout=10) as answer:
            return url if isinstance(json.load(answer), list) else ""
    except (OSError, ValueError):
        return ""  # there is no note, or whoever wrote it is gone


def listening(port: int | None) -> socket.socket:
    """At the port that was asked for; else at the usual one, or any if that is taken."""
    if port is not None and port not in range(1, 65536):
        raise Mistake(f"--port {port}: from 1 to 65535")
    try:
        return _door(PORT if port is None else port)
    except OSError as error:
        if port is not None:
            raise Mistake(f"--port {port}: {os.strerror(error.errno or 0).lower()}") from None
        return _door(0)


def _door(port: int) -> socket.socket:
    """A socket that says it is TCP, which one of socket.create_server does not: asyncio sends
    small answers at once only through those."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((HOST, port))
        door.listen()
    except OSError:
        door.close()
        raise
    return door


def serve(store: str, door: socket.socket, url: str, browser: bool) -> None:
    """A browser takes its time, and so does reading what a server is made of: it is told where to
    go as soon as the store is sound, and finds the page there; for the rest it waits."""
    from kursk.server.fresh import see_to
    from kursk.server.place import Unusable

    try:
        see_to(store)
    except Unusable as error:
        raise Mistake(str(error)) from None
    print(f"Kursk is open: {url}  (Ctrl-C ends it)", flush=True)
    if browser:  # some browsers stay in the foreground; the server does not wait for them
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    from kursk.server.hall import Hall, Server
    from kursk.server.journal import write

    def make() -> "Guard":
        from kursk.server.app import create_app

        return create_app(store, ahead=True)

    write("off")
    hall = Hall(make)
    Server(hall).run(sockets=[door])
    if hall.fault:
        raise hall.fault
