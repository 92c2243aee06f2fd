"""The account of a game: its battles with what each brought, and how things stood turn by turn.

It is made by playing the orders again, from what a side knows; the luck of the dice is reckoned
only when the game is over, since it needs the truth.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from kursk import library
from kursk.core.flow import DICE, ROLLS
from kursk.core.match import Match, Start
from kursk.core.state import State
from kursk.core.tables import Receipt
from kursk.server.replay import Row, state

ANSWERS = 30  # orders after a die until what it brought is settled, at the most
TURNING = 6  # moments at which a game turned
AGAIN = 1  # dice that may follow the first, of which every face is tried


class Tally(msgspec.Struct):
    """How things stand, in what can be counted."""

    turn: str
    points: int
    lost: dict[str, int]  # by side: steps
    ground: dict[str, int]  # by side: hexes controlled
    strength: dict[str, int]  # by side: units on the map


class Fought(msgspec.Struct):
    seq: int  # the order that began it, of those that stand
    last: int  # the order after which it was settled
    turn: str
    side: str  # who attacked
    hex: str
    units: list[str]
    column: str
    faces: list[int]
    result: str
    lost: dict[str, int]  # steps, by side
    ending: str  # eliminated, retreat, both or failed
    worth: float | None = None  # what the die brought the attacker, in steps
    expected: float | None = None  # and what any die brings on average


class Turning(msgspec.Struct):
    """A moment at which the game turned: the points that it moved, and the luck in it."""

    seq: int  # the order that led to it, of those that stand
    turn: str
    side: str  # who gave it
    order: str
    hex: str  # where it was fought; "" for any other order
    points: int  # by which the standing of the first side changed
    luck: float | None  # in steps, for whoever attacked


class Account(msgspec.Struct):
    turns: list[Tally]
    fought: list[Fought]
    turning: list[Turning]


def tally(match: Match) -> Tally:
    """What can be counted in a match as somebody knows it."""
    g, game = match.g, match.game
    return Tally(
        game.turn_name(g.turn) if g.turn else "0",
        game.points(g),
        {side: steps_lost(match, side) for side in game.sides},
        {side: g.control[side].bit_count() for side in game.sides if side in g.control},
        {side: len(g.on_map(side)) for side in game.sides},
    )


def steps_lost(match: Match, side: str) -> int:
    """The steps that a side has lost; those of covered units are known to everybody."""
    g, lost = match.g, 0
    for unit, counter in enumerate(g.roster.counters):
        if counter.id and counter.side == side:
            gone = g.box[unit] in match.game.graves
            lost += counter.steps if gone else g.lost[unit]
    return lost


def account(
    title: str, start: Start, facts: dict[str, Any], rows: Sequence[Row], side: str, open_book: bool
) -> Account:
    """In a worker: the account of a match for a side, from its first position and the orders
    that stand. `open_book`: the game is over, and everything may be told."""
    match = library.begin(title, start)
    match.resume(state(match, facts), [])
    teller = _Teller(match, side, open_book)
    for actor, order in rows:
        teller.order(actor, order)
    return Account(teller.ended(), teller.fought, turning(teller.moments))


def turning(moments: list[Turning]) -> list[Turning]:
    """The few at which most points changed hands; where none do, the dice that meant most."""

    def weight(moment: Turning) -> tuple[int, float]:
        return abs(moment.points), abs(moment.luck or 0)

    chief = sorted((each for each in moments if any(weight(each))), key=weight, reverse=True)
    return sorted(chief[:TURNING], key=lambda moment: moment.seq)


class _Teller:
    def __init__(self, match: Match, side: str, open_book: bool) -> None:
        self.match, self.side, self.open_book = match, side, open_book
        self.turns: list[Tally] = []
        self.fought: list[Fought] = []
        self.moments: list[Turning] = []
        self.forces: dict[str, list[str]] = {}  # by hex: who was named to attack it
        self.opened: tuple[str, str, int, int] | None = None  # hex, side, order, depth
        self.running: Fought | None = None
        self.losses: dict[str, int] = {}
        self.first = tally(self.known()).lost  # what was missing when it began
        self.points = match.game.points(self.known().g)
        self.truth = match.game.points(match.g)
        self.given = (0, "", "")  # the last order of a side: its number, whose it was, what it said
        self.last: tuple[Match, str, str] | None = None  # before the last order of a side

    def known(self) -> Match:
        return self.match if self.open_book else self.match.known_to(self.side)

    def order(self, actor: str, order: str) -> None:
        match = self.match
        if actor == DICE:
            self._rolled(int(order.split()[1]))
        else:
            self._named(actor, order)
            self.last = match.copy(), actor, order
        turn = match.g.turn
        match.play(order, by=actor)
        if actor != DICE and not self.running:
            self.given = len(match.log), actor, self._told()
        if match.g.turn != turn and turn:
            then = self._tally()
            then.turn = match.game.turn_name(turn)
            self.turns.append(then)
        if self.running:
            self.running.last = len(match.log)
            if actor == DICE and not self.running.result:
                self.running.result = self._announced()
            if self.opened and len(match.g.stack) <= self.opened[3]:
                self._settled()
        if not self.running:
            self._turned(None)

    def _told(self) -> str:
        """The last order, as far as whoever asks may know it."""
        entry = self.match.log[-1]
        return (
            "" if entry.covered and entry.actor != self.side and not self.open_book else entry.order
        )

    def _named(self, actor: str, order: str) -> None:
        """An order that names a hex to fight for opens a battle, if a die follows."""
        words = order.split()
        cells = self.match.g.grid.cell
        hex = next((part for w in words for part in w.split(",") if part in cells), "")
        if "with" in words and hex:
            force = words[words.index("with") + 1 :]
            self.forces[hex] = force[0].split(",") if force else []
        if hex and not self.running and ("with" in words or len(words) == 2):
            self.opened = hex, actor, len(self.match.log) + 1, len(self.match.g.stack)

    def _rolled(self, face: int) -> None:
        if self.running:
            self.running.faces.append(face)
            return
        if not self.opened or not self.last:
            return
        hex, attacker, seq, _ = self.opened
        before, actor, order = self.last
        receipt = self._receipt(before, actor, order) or self._receipt(
            before, attacker, f"attack {hex} with {','.join(self.forces.get(hex, []))}"
        )
        if receipt is None:
            return
        self.running = Fought(
            seq=seq, last=seq, turn=self.match.game.turn_name(self.match.g.turn), side=attacker,
            hex=hex, units=self.forces.get(hex, []), column=receipt.column, faces=[face],
            result=_result(receipt, face), lost={}, ending="",
        )  # fmt: skip
        sides = self.match.game.sides
        known = self.known()
        self.losses = {side: steps_lost(known, side) for side in sides}
        if self.open_book:
            self._luck(face)

    def _announced(self) -> str:
        """The result as the news of the die tell it: "3: DR, the defender retreats"."""
        heard = self.match.log[-1].heard_by(self.side)
        found = (re.match(r"[^:]*\d[^:]*: ([^,:]{1,8}),", news.says) for news in heard)
        return next((told[1] for told in found if told), "")

    def _receipt(self, before: Match, actor: str, order: str) -> Receipt | None:
        asks = actor if self.open_book else self.side
        try:
            return before.receipt(order, asks) if asks in before.game.sides else None
        except (ValueError, KeyError):
            return None  # of units that the asker does not know

    def _settled(self) -> None:
        fought, self.running, self.opened = self.running, None, None
        assert fought
        known, g = self.known(), self.match.g
        lost = {side: steps_lost(known, side) - was for side, was in self.losses.items()}
        fought.lost = {side: steps for side, steps in lost.items() if steps}
        own = fought.lost.get(fought.side, 0)
        theirs = sum(fought.lost.values()) - own
        cleared = not _foes(g, fought.side, fought.hex)
        fought.ending = (
            "both" if own and theirs else "eliminated" if theirs else
            "retreat" if cleared else "failed"
        )  # fmt: skip
        self.fought.append(fought)
        self._turned(fought)

    def _turned(self, fought: Fought | None) -> None:
        """Points have changed, or a die was cast: it may have been what the game turned on."""
        truth = self.match.game.points(self.match.g)  # cheap, and moves whenever what is known does
        if fought is None and truth == self.truth:
            return
        points = self.match.game.points(self.known().g)
        moved, self.points, self.truth = points - self.points, points, truth
        if fought is None:
            if moved:
                seq, side, order = self.given
                turn = self.match.game.turn_name(self.match.g.turn)
                self.moments.append(Turning(seq, turn, side, order, "", moved, None))
            return
        luck = None
        if fought.worth is not None and fought.expected is not None:
            luck = fought.worth - fought.expected
        order = f"attack {fought.hex} with {','.join(fought.units)}"
        self.moments.append(
            Turning(fought.seq, fought.turn, fought.side, order, fought.hex, moved, luck)
        )

    def ended(self) -> list[Tally]:
        """The tallies, with how things stand at last."""
        if self.running:
            self._settled()
        return [*self.turns, self._tally()]

    def _tally(self) -> Tally:
        now = tally(self.known())
        now.lost = {side: steps - self.first[side] for side, steps in now.lost.items()}
        return now

    # -- luck ------------------------------------------------------------------------------

    def _luck(self, face: int) -> None:
        """What the die brought, and what any die would have brought, answered alike."""
        assert self.running and self.opened
        worth = [self._worth(self.match, roll, AGAIN) for roll in ROLLS]
        self.running.worth = float(worth[face - 1])
        self.running.expected = float(sum(worth) / len(worth))

    def _worth(self, match: Match, roll: str, more: int) -> Fraction:
        """Steps for the attacker, a cleared hex counting as one, when each answer is the first
        that is offered."""
        assert self.opened
        hex, side, _, depth = self.opened
        world = match.copy()
        world.play(roll)
        for _ in range(ANSWERS):
            if world.over or len(world.g.stack) <= depth:
                break
            if world.actor == DICE:
                if more:
                    return sum((self._worth(world, r, more - 1) for r in ROLLS), Fraction(0)) / 6
                world.play(ROLLS[2])
            else:
                world.play(world.forced or next(iter(world.orders())))
        return Fraction(self._swing(world, side, hex))

    def _swing(self, world: Match, side: str, hex: str) -> int:
        swing = int(not _foes(world.g, side, hex))
        for each, before in self.losses.items():
            steps = steps_lost(world, each) - before
            swing += -steps if each == side else steps
        return swing


def _foes(g: State, side: str, hex: str) -> bool:
    here = g.grid.cell[hex]
    return any(g.side_of(unit) != side for unit in g.pile(here))


def _result(receipt: Receipt, face: int) -> str:
    """The result of a die, where the receipt knows its column."""
    return next((outcome.result for outcome in receipt.outcomes if face in outcome.rolls), "")
