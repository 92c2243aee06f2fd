"""The log: a line for each request, as text or as JSON, and never a secret in it.

What is logged of a request is its number, method, path, status and time. Keys, cookies, passwords
and what people say come in headers and bodies, and behind the # of an address; none is looked at
here. A path that leads nowhere is not written down: somebody may have pasted a key there. Of a
match that is not there only what was asked of it is.
"""

import json
import logging
import secrets
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal

from kursk.server import metrics

How = Literal["text", "json", "off"]
NOWHERE = 404
LINE = "%(asctime)s %(levelname)s %(message)s"
log = logging.getLogger("kursk.requests")
_number: ContextVar[str] = ContextVar("number", default="")


class Request:
    """One request, from its coming to its answer."""

    def __init__(self, method: str) -> None:
        self.id, self.method, self.status = secrets.token_hex(8), method, 0
        self._begun = time.perf_counter()
        _number.set(self.id)

    def done(self, scope: Any) -> None:
        took, template = time.perf_counter() - self._begun, scope.get("path_template", "")
        metrics.REQUESTS.add(str(self.status))
        if not template.endswith("/events"):
            metrics.SECONDS.add(took)
        if log.isEnabledFor(logging.INFO):
            found = template if self.status == NOWHERE else scope["path"]
            path = found if template.startswith("/api/") else "(page)" if template else "-"
            about = {
                "method": self.method, "path": path, "status": self.status,
                "ms": round(1000 * took, 1),
            }  # fmt: skip
            line = f"{self.method} {path} {self.status} {1000 * took:.1f} ms"
            log.info("%s", line, extra={"about": about})


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "says": record.getMessage(),
        }
        if number := _number.get():
            told["request"] = number
        told |= getattr(record, "about", {})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told)


def write(how: How) -> None:
    """Let the log be written to standard error: errors, and requests unless they are `off`."""
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson() if how == "json" else logging.Formatter(LINE))
    logging.basicConfig(handlers=[handler])
    if how != "off":
        log.setLevel(logging.INFO)
