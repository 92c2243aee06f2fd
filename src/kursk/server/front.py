"""The page itself: its files are the same for everybody, and packed once.

The name of a file in assets/ changes with what is in it, so a browser that has it need not ask
again; for the page that names them it asks every time.
"""

import gzip
import hashlib
import re
from mimetypes import guess_type
from pathlib import Path
from typing import Any, NamedTuple

PATH = re.compile(r"/((assets/)?[\w-][\w.-]*)?", re.ASCII)
PACKED = (".html", ".js", ".css", ".svg")
KEPT, ASKED_FOR = b"max-age=31536000, immutable", b"no-cache"


class File(NamedTuple):
    read: int  # as it was then
    plain: bytes
    packed: bytes  # empty where that is not worth while
    headers: tuple[tuple[bytes, bytes], ...]
    tag: bytes


class Front:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, File] = {}

    def has(self, scope: Any) -> bool:
        return scope["method"] in ("GET", "HEAD") and self._file(scope["path"]) is not None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        file, told = self._file(scope["path"]), dict(scope["headers"])
        assert file
        scope["path_template"] = "/"  # for the log
        body, headers, status = file.plain, list(file.headers), 200
        if told.get(b"if-none-match") == file.tag:
            status, body = 304, b""
        elif file.packed and b"gzip" in told.get(b"accept-encoding", b""):
            body = file.packed
            headers.append((b"content-encoding", b"gzip"))
        if status == 200:
            headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send(
            {"type": "http.response.body", "body": body if scope["method"] == "GET" else b""}
        )

    def _file(self, path: str) -> File | None:
        """What lies there now: the page may be built anew while we serve."""
        if not (found := PATH.fullmatch(path)):
            return None
        at = self._folder / (found[1] or "index.html")
        try:
            read = at.stat().st_mtime_ns
            if path not in self._files or self._files[path].read != read:
                self._files[path] = _read(at, read, bool(found[2]))
        except OSError:  # there is none, or it is a folder
            return None
        return self._files[path]


def _read(at: Path, now: int, kept: bool) -> File:
    plain = at.read_bytes()
    packed = gzip.compress(plain, 6, mtime=0) if at.suffix in PACKED else b""
    tag = f'"{hashlib.sha256(plain).hexdigest()[:16]}"'.encode()
    kind = (guess_type(at.name)[0] or "application/octet-stream").encode()
    if kind.startswith(b"text/"):
        kind += b"; charset=utf-8"
    headers = (
        (b"content-type", kind),
        (b"cache-control", KEPT if kept else ASKED_FOR),
        (b"etag", tag),
        (b"vary", b"accept-encoding"),
    )
    return File(now, plain, packed, headers, tag)
