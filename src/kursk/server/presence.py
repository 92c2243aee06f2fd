"""Who is there: whoever listens, or has asked for something within the minute, here or at
another server of the same store."""

import msgspec

from kursk.server.clock import Now

AWAY = 60.0  # seconds without a sign of life
BEAT = 20.0  # seconds after which the other servers hear again who is here


class Sign(msgspec.Struct):
    """Of one browser."""

    streams: int = 0
    seen: float = 0.0


class Presence:
    def __init__(self, now: Now) -> None:
        self.now = now
        self._signs: dict[str, Sign] = {}
        self._elsewhere: dict[str, float] = {}  # when other servers saw somebody

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

    def seen_elsewhere(self, token: str) -> bool:
        """Another server has seen him; True if he was away."""
        came = not self.there(token)
        self._elsewhere[token] = self.now()
        return came

    def there(self, token: str) -> bool:
        sign = self._signs.get(token)
        here = sign is not None and (sign.streams > 0 or self.now() - sign.seen < AWAY)
        return here or self.now() - self._elsewhere.get(token, -AWAY) < AWAY

    def here(self) -> list[str]:
        """Who is at this very server."""
        since = self.now() - BEAT
        return [who for who, sign in self._signs.items() if sign.streams or sign.seen > since]

    def since(self, token: str) -> int:
        """When somebody was seen last; 0 if not since the server began."""
        sign = self._signs.get(token)
        return int(max(sign.seen if sign else 0.0, self._elsewhere.get(token, 0.0)))
