"""Playing in the browser: a server on loopback, and the page opened in the usual browser."""

import json
import logging
import os
import socket
import threading
import urllib.request
import webbrowser
from pathlib import Path

from kursk.cli.reading import Mistake

PORT = 8043
HOST = "127.0.0.1"


def open_page(port: int | None, browser: bool) -> None:
    """Serve the page until Ctrl-C. One store has one server: where it runs already, the page
    is opened there."""
    from kursk.server.app import PAGE
    from kursk.server.place import data_folder, store_url

    if not (PAGE / "index.html").exists():
        raise Mistake("the page is not built; python3 run.py play builds it")
    try:
        folder = data_folder()
    except OSError as error:
        raise Mistake(f"games cannot be kept in {error.filename}: {error.strerror}") from None
    note = folder / "address"  # of the server that has this folder
    if url := running(note):
        print(f"Kursk is open already: {url}")
        if browser:
            webbrowser.open(url)
        return
    door = listening(port)
    url = f"http://{HOST}:{door.getsockname()[1]}/"
    note.write_text(url, "utf-8")
    try:
        serve(store_url(), door, url, browser)
    except KeyboardInterrupt:
        pass  # uvicorn has closed everything, and says so by raising it again
    finally:
        note.unlink(missing_ok=True)
    print(f"\nGood-bye. Your games are kept in {folder}")


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
        return socket.create_server((HOST, PORT if port is None else port))
    except OSError as error:
        if port is not None:
            raise Mistake(f"--port {port}: {os.strerror(error.errno or 0).lower()}") from None
        return socket.create_server((HOST, 0))


def serve(store: str, door: socket.socket, url: str, browser: bool) -> None:
    import uvicorn

    from kursk.server.app import create_app

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            print(f"Kursk is open: {url}  (Ctrl-C ends it)", flush=True)
            if browser:  # some browsers stay in the foreground; the server does not wait for them
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # pages keep a stream open; that it is cut off after a second need not be told
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            await super().shutdown(sockets)

    config = uvicorn.Config(create_app(store), log_level="warning", timeout_graceful_shutdown=1)
    Server(config).run(sockets=[door])
