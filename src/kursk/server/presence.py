"""Who is there: whoever listens, or has asked for something within the minute."""

import msgspec

from kursk.server.clock import Now

AWAY = 60.0  # seconds without a sign of life


class Sign(msgspec.Struct):
    """Of one browser."""

    streams: int = 0
    seen: float = 0.0


class Presence:
    def __init__(self, now: Now) -> None:
        self.now = now
        self._signs: dict[str, Sign] = {}

    def seen(self, token: str) -> bool:
        """A sign of life; True if somebody comes who was away."""
        sign = self._signs.setdefault(token, Sign())
        came = not self.there(token)
        sign.seen = self.now()
        return came

    def listens(self, token: str, by: int) -> None:
        """A stream is opened (1) or has ended (-1)."""
        self.seen(token)
        self._signs[token].streams += by

    def there(self, token: str) -> bool:
        sign = self._signs.get(token)
        return sign is not None and (sign.streams > 0 or self.now() - sign.seen < AWAY)

    def since(self, token: str) -> int:
        """When somebody was seen last; 0 if not since the server began."""
        return int(self._signs[token].seen) if token in self._signs else 0
