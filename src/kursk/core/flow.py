"""The sequence of play is a stack of frames. Copy the stack and you copy the moment.

A frame's fields are its locals (ints, strings, tuples), its `steps` the outline of the
procedure. A decision is a frame that waits: it offers orders to one actor, says of any order
why it may not be given, and plays the one chosen. Dice are an actor of their own.
"""

import random
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from kursk.core.forms import fault, forms
from kursk.core.menu import Menu, listed

DICE = "dice"
ROLLS = tuple(f"roll {face}" for face in range(1, 7))
LOOSE_COMMA = re.compile(r",(?=[ ,]|$)|(?<= ),")
ENDLESS = 100_000  # steps between two decisions: more than any rulebook has
LONG = 60  # letters of an order that are repeated to whoever gave it


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an order may not be given."""

    rule: str
    says: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    instead: str = ""  # what would make it legal
    order: str = ""  # and the order that does it

    def __str__(self) -> str:
        cited = f"{self.says} ({self.rule})" if self.rule else self.says
        helps = f"{self.instead} (“{self.order}”)" if self.order else self.instead
        return f"{cited} {helps}" if helps else cited


class IllegalOrder(ValueError):
    """An order that was given although a rule forbids it."""

    def __init__(self, order: str, refusal: Refusal) -> None:
        super().__init__(order, refusal)
        self.order, self.refusal = order, refusal

    def __str__(self) -> str:
        return f"{self.order}: {self.refusal}"


class Frame(msgspec.Struct, kw_only=True):
    """A procedure in progress.

    A step is either a frame, to be carried out as it stands, or a method, which may return
    a frame to be carried out before the next step.
    """

    rule: ClassVar[str] = ""
    title: ClassVar[str] = ""  # as players call it; empty: not worth a name
    phase: ClassVar[str] = ""  # the name a position file uses to begin here
    steps: ClassVar[tuple[Any, ...]] = ()
    next: int = 0

    if TYPE_CHECKING:  # msgspec does it

        def __copy__(self) -> Self: ...

    @classmethod
    def upto(cls, step: str, **fields: Any) -> Self:
        """The frame as it stands when this step comes next: for a stack that begins there."""
        return cls(**fields, next=cls._number(step))

    @classmethod
    def past(cls, step: str, **fields: Any) -> Self:
        """The frame as it stands while this step is carried out, or when it has been."""
        return cls(**fields, next=cls._number(step) + 1)

    @classmethod
    def _number(cls, step: str) -> int:
        names = [
            type(each).__name__ if isinstance(each, Frame) else each.__name__ for each in cls.steps
        ]
        if names.count(step) != 1:
            raise ValueError(f"{cls.__name__} has no one step {step!r}; it has {', '.join(names)}")
        return names.index(step)

    def titled(self, g: Any) -> str:
        """Its title in headings, where one of its kind must be told from another."""
        return self.title

    def repeat(self) -> None:
        """Come back to this step when whatever it calls has finished."""
        self.next -= 1

    def leave(self) -> None:
        """Skip the steps that are left; whatever this one calls is still carried out."""
        self.next = len(self.steps)


class Done(msgspec.Struct, frozen=True):
    """What a decision returns when it is finished; `then` is carried out in its place.

    `answer` goes to the caller, who has a field of that name.
    """

    then: Frame | None = None
    answer: Any = None


DONE = Done()


class Decision(Frame):
    """A frame that waits: somebody is asked, and an order answers."""

    lone: ClassVar[bool] = False  # a menu of one order is no question: nobody need be asked
    small: ClassVar[bool] = False  # it comes again and again: a side may answer it once for all
    usage: ClassVar[str] = ""  # the forms of its orders: "move UNIT HEX… | end"
    asks: ClassVar[str] = ""  # what there is to do, where that is always the same

    def actor(self, g: Any) -> str:
        """Who decides: a side, or the dice. Its own `side`, if it has one; else who is at turn."""
        side: str = getattr(self, "side", "") or getattr(g, "side", "")
        if not side:
            raise NotImplementedError(f"nobody is at turn, and {type(self).__name__} names no side")
        return side

    def prompt(self, g: Any) -> str:
        """What there is to do, in a short sentence."""
        return self.asks or self.title

    def orders(self, g: Any, about: str = "") -> Iterable[str]:
        """The orders open now, as a menu; `about` narrows them to one unit or hex.

        Where a game says nothing else: those that `usage` has in full, as in "convert | pass".
        """
        return () if about else self.in_full()

    def in_full(self) -> tuple[str, ...]:
        """The orders in which `usage` leaves nothing to be filled in."""
        if not self.usage:
            raise NotImplementedError
        return tuple(form for form in forms(self.usage) if form.islower())

    def few(self, g: Any, most: int) -> list[str]:
        """All orders open now, if they are no more than so many; else none, and no more of them
        is worked out than it takes to know that."""
        offered = self.orders(g)
        if isinstance(offered, Sequence) and len(offered) > most:
            return []
        found = list(islice(offered, most + 1))
        return found if len(found) <= most else []

    def draw(self, g: Any, chance: random.Random) -> str:
        """Any of the orders open now, by chance; where that is faster, without a menu."""
        return chance.choice(listed(self.orders(g)))

    def able(self, g: Any) -> list[str]:
        """The units that can be given an order now."""
        named = {word for order in self.orders(g) for word in order.replace(",", " ").split()}
        return [counter.id for counter in g.roster if counter.id in named]

    def refusal(self, g: Any, order: str) -> Refusal | None:
        """None if the order may be given, else the rule against it."""
        return None if order in self.orders(g) else self.unread(g, order)

    def unread(self, g: Any, order: str) -> Refusal:
        """What is wrong with an order that has none of the forms known here.

        One of them, badly put; or one of another moment, of which `g.verbs` knows the rule.
        """
        verb = order.partition(" ")[0]
        said = f"“{order}”" if len(order) <= LONG else f"“{order[:LONG]}…”"
        if verb and (meant := forms(self.usage, verb)):
            why = fault(order, self.usage)
            says = f"{said} cannot be read{': ' + why if why else ''}."
            return Refusal(self.rule, says, instead=f"Say: {' | '.join(meant)}")
        now = f"Now: {self.usage}" if self.usage else ""
        if verb in g.verbs:
            rule, says = g.verbs[verb]
            return Refusal(rule or self.rule, says, instead=now)
        return Refusal(self.rule, f"{said} is not among the orders open now.", instead=now)

    def play(self, g: Any, order: str) -> "Frame | Done | None":
        """Carry an order out. None: go on deciding; a frame: do that first; DONE: finished."""
        raise NotImplementedError

    def covered(self, g: Any, order: str) -> bool:
        """Is the order itself kept from the other side? Then only the news of it are shown."""
        return False

    def same(self, g: Any) -> str:
        """Where all answers come to the same, the one that costs nothing; "" where they differ."""
        return ""

    def grave(self, g: Any) -> bool:
        """Is so much at stake that whoever has answered once for all is asked all the same?"""
        return False

    def drops(self, g: Any) -> dict[str, str]:
        """What was announced and may still be withdrawn: by its hex, the order that does it."""
        return {}

    def standing(self, g: Any) -> dict[str, str]:
        """What a small decision may be answered once for all, and the order that it is now."""
        words = [form for form in forms(self.usage) if form.isalpha()]
        return {word: word for word in words if self.refusal(g, word) is None}


class Phase(Decision):
    """What the side whose turn it is does, order after order, until it says `end`.

    A game says what may be ordered (`offers`), what is wrong with an order (`refused`), what
    it does (`carry_out`), what must be done first (`unfinished`) and what the end brings
    (`close`).
    """

    last: ClassVar[str] = "end"  # the word that ends it

    def offers(self, g: Any, about: str) -> Menu:
        """The orders open now, but for the last."""
        raise NotImplementedError

    def refused(self, g: Any, order: str) -> Refusal | None:
        """What is wrong with an order that does not end it."""
        return None if order in self.offers(g, "") else self.unread(g, order)

    def carry_out(self, g: Any, order: str) -> "Frame | Done | None":
        """What an order does, which no rule refuses."""
        raise NotImplementedError

    def unfinished(self, g: Any) -> Refusal | None:
        """What must be done before the phase may end."""
        return None

    def close(self, g: Any) -> Frame | None:
        """The phase is over; what follows in its place."""
        return None

    def orders(self, g: Any, about: str = "") -> Sequence[str]:
        menu = self.offers(g, about)
        return menu if about or self.unfinished(g) else menu.add(self.last)

    def draw(self, g: Any, chance: random.Random) -> str:
        """A unit that can act, or the end: each is as likely. Then one of the unit's orders."""
        able = self.able(g)
        number = chance.randrange(len(able) + 1)
        if number < len(able) and (menu := self.offers(g, able[number])):
            return chance.choice(menu)
        return chance.choice(listed(self.orders(g))) if self.unfinished(g) else self.last

    def refusal(self, g: Any, order: str) -> Refusal | None:
        return self.unfinished(g) if order == self.last else self.refused(g, order)

    def play(self, g: Any, order: str) -> "Frame | Done | None":
        return Done(self.close(g)) if order == self.last else self.carry_out(g, order)


class Roll(Decision):
    """Dice are rolled; the caller finds the faces in `g.rolled`."""

    dice: int = 1
    title = "Roll the dice"
    faces: tuple[int, ...] = ()

    def actor(self, g: Any) -> str:
        return DICE

    def orders(self, g: Any, about: str = "") -> Sequence[str]:
        return ROLLS

    def able(self, g: Any) -> list[str]:
        return []  # a counter called 6 is not what came up

    def play(self, g: Any, order: str) -> Done | None:
        self.faces = (*self.faces, int(order.removeprefix("roll ")))
        if len(self.faces) < self.dice:
            return None
        g.rolled = self.faces
        return DONE


class Sealed(Decision):
    """Each side commits itself unseen by the other; then all is revealed at once.

    A game says what may be chosen and what follows. The sides are asked in turn, but the
    order of asking tells nothing: no view shows a choice before it is revealed.
    """

    sides: tuple[str, ...]
    chosen: tuple[str, ...] = ()

    def choices(self, g: Any, side: str) -> Iterable[str]:
        """What a side may choose; all that `usage` lists, where a game says nothing else."""
        return self.in_full()

    def reveal(self, g: Any, chosen: dict[str, str]) -> Frame | None:
        """All have chosen: what follows."""
        raise NotImplementedError

    def actor(self, g: Any) -> str:
        return self.sides[len(self.chosen)]

    def orders(self, g: Any, about: str = "") -> Sequence[str]:
        return tuple(self.choices(g, self.actor(g)))

    def play(self, g: Any, order: str) -> Done | None:
        self.chosen = (*self.chosen, order)
        if len(self.chosen) < len(self.sides):
            return None
        return Done(self.reveal(g, dict(zip(self.sides, self.chosen, strict=True))))

    def covered(self, g: Any, order: str) -> bool:
        return True

    def known_to(self, side: str) -> Self:
        """The decision as a side sees it: who has chosen, and what it has chosen itself."""
        chosen = zip(self.sides, self.chosen, strict=False)
        own = tuple(order if who == side else "" for who, order in chosen)
        return msgspec.structs.replace(self, chosen=own)


def deciding(g: Any) -> Decision | None:
    """The decision the game waits for; None when it is over."""
    if not g.stack:
        return None
    decision: Decision = g.stack[-1]
    return decision


def forced(g: Any) -> str | None:
    """The order that nobody need be asked for: the only one open, or one as good as any other.
    None where somebody is asked."""
    decision = deciding(g)
    if decision is None:
        return None
    if not decision.lone:
        return decision.same(g) or None
    few = list(islice(decision.orders(g), 2))
    return few[0] if len(few) == 1 else decision.same(g) or None


def small(g: Any) -> Decision | None:
    """The decision the game waits for, if it is one that may be answered once for all."""
    decision = deciding(g)
    if decision is None or not decision.small or decision.grave(g):
        return None
    return decision


def where(g: Any) -> list[tuple[str, str]]:
    """The moment as a breadcrumb of titles and rules, outermost first."""
    return [(frame.title, frame.rule) for frame in g.stack if frame.title]


def rule(g: Any) -> str:
    """The section in force: that of the innermost frame which has one."""
    return next((frame.rule for frame in reversed(g.stack) if frame.rule), "")


def run(g: Any) -> None:
    """Carry on until somebody must decide, or the game is over."""
    stack, steps = g.stack, 0
    while stack and not g.result:
        frame = stack[-1]
        if isinstance(frame, Decision):
            return
        if (steps := steps + 1) > ENDLESS:
            raise RuntimeError(f"{type(frame).__name__} goes round and nobody decides")
        if frame.next == len(frame.steps):
            stack.pop()
            continue
        stack[-1] = frame = frame.__copy__()  # a copy of the game may share the old one
        step = frame.steps[frame.next]
        frame.next += 1
        called = step.__copy__() if isinstance(step, Frame) else step(frame, g)
        if called is not None:
            stack.append(called)
    stack.clear()


def refusal(g: Any, order: str) -> Refusal | None:
    """None if the order may be given now, else the rule against it."""
    decision = deciding(g)
    if decision is None:
        return Refusal("", f"The game is over: {g.result}")
    if LOOSE_COMMA.search(order):
        return Refusal(rule(g), "The list cannot be read: it has commas and no blanks, as a,b,c.")
    refused = decision.refusal(g, order)
    if refused is not None and not refused.rule:
        return msgspec.structs.replace(refused, rule=rule(g))
    return refused


def play(g: Any, order: str) -> None:
    """Carry out an order that no rule refuses: the only way to change a game."""
    stack = g.stack
    stack[-1] = decision = stack[-1].__copy__()
    called = decision.play(g, order)
    if isinstance(called, Done):
        stack.pop()
        if called.answer is not None:
            stack[-1] = stack[-1].__copy__()
            stack[-1].answer = called.answer
        called = called.then
    if called is not None:
        stack.append(called)
    run(g)
