"""Tries: a copy of a match to try things out in, which never touches the match.

While the game goes on it is made from what the asking side knows: a world that may be the true
one, for all that it knows. A try lives in memory alone (docs/architecture.md says why).
"""

import random
import secrets
from itertools import count
from typing import Any

import msgspec

from kursk.core.dice import Dice
from kursk.core.flow import DICE
from kursk.core.match import Entry, Match
from kursk.server import replay
from kursk.server.replay import Mark, Played
from kursk.server.room import Room
from kursk.server.rooms import Rooms
from kursk.server.seats import HUMAN, seated
from kursk.server.store import Addition, Stale, Store, hashed

KEPT = 8  # tries of one player; the oldest makes room for a new one
ALL = 300  # and of all together
_numbers = count()
DICES = ("new", "same", "chosen")


class Nowhere(Store):
    """The store of what is not kept."""

    def __init__(self) -> None:
        pass

    async def append(self, added: Addition) -> None:
        return None

    async def orders(self, id: str, after: int = 0) -> Any:
        return []


class Tried(msgspec.Struct, frozen=True):
    """What a try is a try of."""

    id: str
    of: str  # the match
    at: int  # and the order after which it leaves it
    heading: str  # the moment
    side: str  # who tries
    against: str  # a bot; "" for nobody
    dice: str  # new, the same as in the game, or chosen
    guessed: bool  # covered counters are dealt by chance: it was made from what a side knows
    now: str = ""  # how it stands


class Try(Room):
    """A room of its own, in which everything can be taken back."""

    def __init__(
        self, rooms: Rooms, tried: Tried, match: Match, rolls: list[int], token: str
    ) -> None:
        facts = match.g.facts()
        played = Played(facts, [], [], [], [Mark(0, facts, 0)], "")
        sides = match.game.sides
        players = {
            side: HUMAN if side == tried.side or not tried.against else tried.against
            for side in sides
        }
        here = seated(players, hashed(token))
        crews = rooms.thinkers, rooms.readers
        super().__init__(Nowhere(), tried.id, match, played, here, *crews, rooms.now)
        self.tried, self.owner, self.rolls, self.number = (
            tried,
            hashed(token),
            rolls,
            next(_numbers),
        )
        self.before: list[tuple[Match, int]] = []  # each step's match, and its number of orders

    stored = False

    def is_of(self, token: str) -> bool:
        """Is it somebody's own?"""
        return bool(token) and self.owner == hashed(token)

    def give_to(self, owner: str) -> None:
        """Its owner has another token, here hashed."""
        self.owner, self.sitting = owner, seated(self.players, owner)

    @property
    def in_use(self) -> bool:
        return True  # until it is thrown away

    @property
    def secretive(self) -> bool:
        return False  # what is covered in it is not the truth, and one person moves both sides

    def takes_back(self, side: str) -> int:
        return len(self.before) if side else 0

    async def undo(self, side: str, seq: int, steps: int = 1) -> None:
        """Back by so many steps of a person's, whatever a die or the bot has done since. Dice
        that are rolled again are others."""
        async with self.lock:
            if seq != self.seq:
                raise Stale
            if not self.before:
                raise ValueError("Nothing of yours can be taken back now.")
            gone = 0
            for _ in range(steps):
                while self.before:
                    match, orders = self.before.pop()
                    gone += orders
                    if self.players.get(match.actor, HUMAN) == HUMAN:
                        break
            match.dice = Dice(secrets.token_hex(16))
            await super()._becomes(match, [None] * gone)
        self.wake()

    async def _becomes(self, match: Match, entries: list[Entry | None]) -> None:
        self.before.append((self.match, len(entries)))
        await super()._becomes(match, entries)

    async def _commit(self, actor: str, order: str, client: str | None = None) -> None:
        chosen = self.tried.dice == "chosen" and self.match.actor == DICE
        await super()._commit(
            DICE if chosen and order.startswith("roll ") else actor, order, client
        )

    def _unasked(self, match: Match) -> str:
        if match.actor == DICE:
            number = sum(entry.actor == DICE for entry in match.log)
            if self.tried.dice == "chosen":
                return ""
            if number < len(self.rolls):
                return f"roll {self.rolls[number]}"
        return super()._unasked(match)


async def begin(
    rooms: Rooms, room: Room, side: str, at: int, against: str, dice: str, token: str
) -> Try:
    """Leave a match at a moment, with dice and against whom one likes."""
    then = await room.at(at) if 0 <= at < room.seq else room.match
    at = at if 0 <= at < room.seq else room.seq
    guessed = not room.match.over and not isinstance(room, Try)
    chance = random.Random(secrets.token_hex(8))
    world = then.imagined(side, chance) if guessed else then.copy()
    world.resume(world.g, [])
    world.dice = Dice(secrets.token_hex(16))
    rolls = _fallen(room, at) if dice == "same" else []
    id = f"try-{secrets.token_urlsafe(9)}"
    tried = Tried(id, room.id, at, then.heading(), side, against, dice, guessed)
    new = Try(rooms, tried, world, rolls, token)
    for old in _too_many(rooms, new.owner):
        throw_away(rooms, old)
    rooms.open[id] = new
    await new.settle()
    new.before = []  # what comes by itself at the start cannot be taken back
    new.wake()
    return new


def _fallen(room: Room, at: int) -> list[int]:
    """The faces that came up in the match since a moment: those to come stay sealed."""
    since = replay.standing(room.entries)[len(replay.standing(room.entries[:at])) :]
    return [int(entry.order.split()[1]) for entry in since if entry.actor == DICE]


def kept(rooms: Rooms) -> list[Try]:
    """All tries, the oldest first."""
    return sorted(
        (room for room in rooms.open.values() if isinstance(room, Try)),
        key=lambda room: room.number,
    )


def _too_many(rooms: Rooms, owner: str) -> list[Try]:
    everyone = kept(rooms)
    own = [room for room in everyone if room.owner == owner]
    return own[: max(len(own) + 1 - KEPT, 0)] or everyone[: max(len(everyone) + 1 - ALL, 0)]


def throw_away(rooms: Rooms, room: Try) -> None:
    if room.thinking is not None:
        room.thinking.cancel()
    rooms.open.pop(room.id, None)
