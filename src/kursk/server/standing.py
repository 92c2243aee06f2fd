"""Standing answers: what a side has said once for all to a kind of small decision.

They are kept with the seat, so that nobody far away is waited for; what they come to is an
ordinary order in the log. `staff` leaves it to the bot of the game. Where the engine says that
more than usual is at stake, or the answer is not open, the person is asked.
"""

from typing import Annotated

import msgspec
from litestar import put
from litestar.exceptions import ClientException
from litestar.params import JSONBody
from sqlalchemy import Connection, update

from kursk.core.match import Match
from kursk.server.door import Asked, Id, TheRooms, entered
from kursk.server.seats import Answer, answers, offered
from kursk.server.tables import seats

MOST = 30  # kinds of decision
BODY = 2_000  # bytes
Word = Annotated[str, msgspec.Meta(max_length=60)]


class Said(msgspec.Struct, forbid_unknown_fields=True):
    side: Word
    kind: Word
    answer: Word  # "": ask me again
    turn: bool = False  # for this turn only


@put("/matches/{id:str}/standing", status_code=204, request_max_body_size=BODY)
async def answer_once(request: Asked, rooms: TheRooms, id: Id, data: JSONBody[Said]) -> None:
    """Answer a kind of decision once for all, or be asked again. What waits is answered now."""
    room, _ = await entered(request, rooms, id, data.side, seated=True)
    seat, match = room.sitting.seats[data.side], room.match
    said = answers(seat, match.g.turn)
    kept = [each for each in said if each.kind != data.kind]
    if data.answer:
        known = any((each.kind, each.answer) == (data.kind, data.answer) for each in said)
        if not known and (why := fault(match, data.side, data.kind, data.answer)):
            raise ClientException(why)
        kept.append(Answer(data.kind, data.answer, match.g.turn if data.turn else 0))
    seat.standing = msgspec.json.encode(kept[-MOST:]).decode()
    if room.stored:
        await rooms.store.do(keep, id, data.side, seat.standing)
    room.scenes = {}
    await room.settle()
    room.wake()
    await room.stir("standing")


def fault(match: Match, side: str, kind: str, answer: str) -> str:
    """What is wrong with an answer to what is asked now; answers to other kinds are not given."""
    if match.actor != side or match.kind != kind:
        return f"“{kind}” is not what {side} is asked now."
    if answer not in offered(match):
        return f"“{answer}” is no answer once for all; there are {', '.join(offered(match))}."
    return ""


def keep(link: Connection, id: str, side: str, standing: str) -> None:
    mine = (seats.c.match == id) & (seats.c.side == side)
    link.execute(update(seats).where(mine).values(standing=standing))


handlers = [answer_once]
