"""What the page is told of a match: only what the asking side may know.

Whatever is told here is asked of the match as the side knows it, `match.known_to(side)`.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from kursk.core.flow import Decision
from kursk.core.flow import deciding as waiting
from kursk.core.forms import forms
from kursk.core.match import Match
from kursk.core.menu import listed
from kursk.core.tables import Receipt
from kursk.core.view import View
from kursk.server.room import Room
from kursk.server.seats import Answer, answers, offered

FEW = 60  # menus up to this size are sent whole
MARCH, MANY = "UNIT HEX", 12  # an order to go somewhere; and units that are too many to list
WEIGHED = 12  # and the odds of their orders with them, up to this size
KEPT = 3  # scenes of a side that a page may still have


class Scene(msgspec.Struct):
    """A moment of a match for one side."""

    id: str
    seq: int
    game: str
    scenario: str
    side: str
    sides: tuple[str, ...]  # those the asker sits for
    players: dict[str, str]
    view: View
    heading: str
    where: list[tuple[str, str]]
    deciding: bool  # it is the asker's side that decides
    prompt: str
    rule: str
    able: list[str]  # units that can act
    choices: list[str]  # all orders, where they are few
    words: list[str]  # the orders of one word that are open: what ends or settles a phase
    sealed: bool  # the choice stays unseen by the other side
    undoable: int
    curtain: bool  # both sides sit at this screen, and see different things
    odds: dict[str, Receipt]  # of the choices in a battle that is under way
    kind: str  # of a small decision, which may be answered once for all; "" otherwise
    once: dict[str, str]  # the answers once for all, and the orders that they are now
    standing: list[Answer]  # what the side has answered so
    drops: dict[str, str]  # by hex: the orders that withdraw what was announced
    stopped: str  # why the match cannot be played on; "" if it can


def scene(room: Room, side: str, sides: tuple[str, ...]) -> Scene:
    """How things stand now."""
    return msgspec.structs.replace(now(room, side), sides=sides, curtain=curtain(room, sides))


def now(room: Room, side: str) -> Scene:
    """The same but for who asks: worked out once an order."""
    kept: dict[int, Scene] = room.scenes.setdefault(side, {})
    if room.seq not in kept:
        kept[room.seq] = _present(room, side)
        while len(kept) > KEPT:
            del kept[next(iter(kept))]
    return kept[room.seq]


def curtain(room: Room, sides: tuple[str, ...]) -> bool:
    """Is something on the screen that not all who sit at it may see?"""
    return len(sides) > 1 and room.secretive and hides(*(room.view(side) for side in sides[:2]))


def hides(one: View, other: View) -> bool:
    return (one.stacks, one.boxes, one.tracks) != (other.stacks, other.boxes, other.tracks)


def _present(room: Room, side: str) -> Scene:
    match = room.known(side)
    deciding = bool(side) and match.actor == side and not room.stopped and not room.staffed
    seat = room.sitting.seats.get(side)
    able = match.able() if deciding else []
    few = menu(match, able) if deciding else []
    return _scene(
        room,
        match,
        room.view(side),
        seq=room.seq,
        deciding=deciding,
        prompt=room.stopped or (match.prompt if deciding or match.over else ""),
        able=able,
        choices=few,
        words=words(match, few) if deciding else [],
        sealed=bool(few) and sealed(match, few),
        undoable=room.takes_back(side),
        odds=prospects(match, few, side),
        kind=match.kind if deciding else "",
        once=offered(match) if deciding else {},
        standing=answers(seat, match.g.turn) if seat else [],
        drops=match.drops() if deciding else {},
        stopped=room.stopped,
    )


def past(room: Room, side: str, sides: tuple[str, ...], match: Match, at: int) -> Scene:
    """How things stood after order `at`."""
    return _scene(room, match.known_to(side), match.view(side), seq=at, sides=sides)


def _scene(room: Room, match: Match, view: View, **told: Any) -> Scene:
    nothing: dict[str, Any] = {
        "sides": (), "deciding": False, "prompt": "", "able": [], "choices": [], "words": [],
        "sealed": False, "undoable": 0, "curtain": False, "odds": {}, "stopped": "",
        "kind": "", "once": {}, "standing": [], "drops": {},
    }  # fmt: skip
    return Scene(
        id=room.id,
        game=match.game.title,
        scenario=match.start.scenario,
        side=view.side,
        players=room.players,
        view=view,
        heading=match.heading(),
        where=match.where(),
        rule=match.rule,
        **(nothing | told),
    )


def menu(match: Match, able: Sequence[str]) -> list[str]:
    """All orders that are open, where they are few."""
    decision = waiting(match.g)
    if decision is None or marching(match, decision, able):
        return []
    return decision.few(match.g, FEW)


def marching(match: Match, decision: Decision, able: Sequence[str]) -> bool:
    """Are units to go somewhere, and are they, or the orders of some of them, more than a few?"""
    if MARCH not in decision.usage:
        return False
    if len(able) > MANY:
        return True
    found = 0
    for unit in able:
        found += len(listed(decision.orders(match.g, unit)))
        if found > FEW:
            return True
    return False


def sealed(match: Match, orders: list[str]) -> bool:
    """Is whatever is chosen kept from the other side?"""
    decision = waiting(match.g)
    return decision is not None and all(decision.covered(match.g, order) for order in orders)


def prospects(match: Match, orders: list[str], side: str) -> dict[str, Receipt]:
    """What each of a few choices would lead to: support given, a retreat converted, a battle
    fought next. An attack that is still being put together is asked about order by order."""
    if len(orders) > WEIGHED or any(" with " in order for order in orders):
        return {}
    receipts = {order: match.game.receipt(match.g, order, side) for order in orders}
    return {order: receipt for order, receipt in receipts.items() if receipt}


def words(match: Match, few: list[str]) -> list[str]:
    """The orders of one word that are open: as the decision's usage has them, else its menu."""
    decision = waiting(match.g)
    known = forms(decision.usage) if decision and decision.usage else few
    return [word for word in known if word.isalpha() and match.why_not(word) is None]
