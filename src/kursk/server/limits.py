"""How often somebody may ask: buckets that fill again with time, one for each address.

Whoever has emptied his is told how long to wait. Buckets live in memory, in each process its own;
the clock is an input.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:  # the page is counted before it is read
    from litestar.exceptions import TooManyRequestsException

MINUTE, HOUR = 60.0, 3600.0
BURST = 15  # seconds' worth of requests that may come at once
STREAMS = 100  # that an address may have open
WORK = 4  # things that take long, at once, for an address
GAMES = 200  # that a visitor may have
BUCKETS = 20_000  # remembered; those that were used least lately are full again

# What an address may do: so often at once, and then again after so many seconds.
OFTEN = {
    "begin": (20, 1 * MINUTE),
    "upload": (10, 1 * MINUTE),
    "link": (30, 2.0),
    "sign up": (20, 10 * MINUTE),
    "sign in": (5, 0.5 * MINUTE),  # wrong, under one name
    "name": (30, 1 * MINUTE),  # wrong under one name, from anywhere
    "password": (60, 3.0),  # right or wrong, under any name: each is much work
    "mail": (5, 1 * HOUR),
    "letter": (2, 12 * HOUR),  # to one address, whoever asks for it
}
ALWAYS = (
    "sign up",
    "sign in",
    "name",
    "password",
    "mail",
    "letter",
)  # where a secret or a stranger is at stake


class Bucket(msgspec.Struct):
    left: float
    at: float


class Limits:
    def __init__(self, rate: float = 0, now: Callable[[], float] = time.monotonic) -> None:
        """`rate`: requests a second from an address, in the long run; 0: as many as come."""
        self.rate, self.now = rate, now
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._streams: dict[str, int] = {}
        self._work: dict[str, int] = {}

    def wait(self, what: str, who: str) -> int:
        """Take one out of somebody's bucket; the seconds to wait if it is empty, else 0."""
        if not self.rate and what not in ALWAYS:
            return 0
        size, pause = (self.rate * BURST, 1 / self.rate) if what == "ask" else OFTEN[what]
        now = self.now()
        found = self._buckets.get((what, who), Bucket(size, now))
        found.left, found.at = min(size, found.left + (now - found.at) / pause), now
        self._buckets[what, who] = found
        self._buckets.move_to_end((what, who))
        if len(self._buckets) > BUCKETS:
            self._buckets.popitem(last=False)
        if found.left < 1:
            return ceil((1 - found.left) * pause)
        found.left -= 1
        return 0

    def give_back(self, what: str, who: str) -> None:
        """It was in order, and is not counted."""
        if (what, who) in self._buckets:
            self._buckets[what, who].left += 1

    def may_listen(self, who: str) -> bool:
        return not self.rate or self._streams.get(who, 0) < STREAMS

    def listens(self, who: str, by: int) -> None:
        """A stream is opened (1) or has ended (-1)."""
        self._streams[who] = self._streams.get(who, 0) + by
        if not self._streams[who]:
            del self._streams[who]

    @contextmanager
    def work(self, who: str) -> Iterator[None]:
        """Something that takes long; nobody has others wait for many of his."""
        if self.rate and self._work.get(who, 0) >= WORK:
            raise too_often("What you asked for before is not done yet. Wait for it.", 5)
        self._work[who] = self._work.get(who, 0) + 1
        try:
            yield
        finally:
            self._work[who] -= 1
            if not self._work[who]:
                del self._work[who]


def address(scope: Any) -> str:
    """Where somebody asks from. Of the newer addresses a household has many, and one half."""
    return _household(str((scope.get("client") or ("", 0))[0]))


@lru_cache(1024)
def _household(told: str) -> str:
    try:
        found = ip_address(told)
    except ValueError:
        return told
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or found.exploded[:19])  # ::ffff:192.0.2.7 is one of the older


def too_often(says: str, seconds: int) -> "TooManyRequestsException":
    from litestar.exceptions import TooManyRequestsException

    return TooManyRequestsException(says, headers={"Retry-After": str(seconds)})


def not_too_often(limits: Limits, what: str, who: str, says: str) -> None:
    if seconds := limits.wait(what, who):
        raise too_often(f"{says} {again(seconds)}", seconds)


def again(seconds: int) -> str:
    """When it can be tried again, in words."""
    if seconds < 100:
        return f"Try again in {seconds} seconds."
    return f"Try again in {ceil(seconds / MINUTE)} minutes."
