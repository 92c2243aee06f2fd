"""The rooms that are open, and who sits in them."""

import secrets
from collections import OrderedDict

import msgspec

from kursk.core.match import Match
from kursk.server.room import HUMAN, Room
from kursk.server.store import NewOrder, Store, hashed

PLAYER = "kursk_player"  # the cookie that says who somebody is
OPEN = 200  # rooms kept in memory


class Rooms:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.open: OrderedDict[str, Room] = OrderedDict()

    async def begin(self, match: Match, players: dict[str, str], token: str) -> str:
        """Store a new match, with any orders it already has, and let a bot begin."""
        id, secret = secrets.token_urlsafe(12), secrets.token_hex(16)
        seats = {
            side: (player, token if player == HUMAN else secrets.token_urlsafe(16))
            for side, player in players.items()
        }
        how = msgspec.structs.replace(match.start, opened=len(match.log))
        start = msgspec.json.encode(how).decode()
        game = match.game
        await self.store.create(id, game.title, game.version, start, secret, game.name, seats)
        if match.log:
            done = [NewOrder(n, entry.actor, entry.order) for n, entry in enumerate(match.log, 1)]
            await self.store.append(id, done, match.heading(), match.over, None, game.version)
        await self.room(id)
        return id

    async def room(self, id: str) -> Room | None:
        """A room, opened from the store if need be."""
        if id not in self.open:
            room = await Room.open(self.store, id)
            if room is None:
                return None
            self.open.setdefault(id, room)
            while len(self.open) > OPEN:
                self.open.popitem(last=False)
            self.open[id].wake()
        self.open.move_to_end(id)
        return self.open[id]

    async def sides(self, id: str, token: str) -> tuple[str, ...]:
        """The sides for which a token's holder sits."""
        if not token:
            return ()
        mine = hashed(token)
        return tuple(seat.side for seat in await self.store.seats(id) if seat.token == mine)
