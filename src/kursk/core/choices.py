"""Choices that every game asks for in the same way. What follows from one is the game's rule."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Phase, Refusal
from kursk.core.hexes import OFF, Hexes
from kursk.core.menu import Menu
from kursk.core.orders import placing


class Named(Decision):
    """A side names one of several things, a unit or a hex, or says a word instead.

    `withdraw 3pz`, `activate 2210`, `end`.
    """

    verb: ClassVar[str]
    words: ClassVar[tuple[str, ...]] = ()

    def names(self, g: Any) -> Sequence[str]:
        """What can be named."""
        raise NotImplementedError

    def chosen(self, g: Any, named: int) -> Frame | Done | None:
        """What follows for the unit or the hex that was named."""
        raise NotImplementedError

    def said(self, g: Any, word: str) -> Frame | Done | None:
        """What follows when none is named."""
        return DONE

    def strange(self, g: Any, name: str) -> Refusal:
        """Why something cannot be named."""
        open_ = ", ".join(self.names(g))
        return Refusal(self.rule, f"{name} cannot be named here.", (), (), f"Open: {open_}.")

    def beside(self, g: Any, name: str) -> Sequence[str]:
        """Whom else one may ask about to be told of it: a unit's hex, a hex's units."""
        if name in g.grid.cell:
            return [g.unit(unit).id for unit in g.pile(g.grid.cell[name])]
        return [g.grid.name.get(g.at[g.roster.find(name)], "")]

    def able(self, g: Any) -> list[str]:
        return [name for name in self.names(g) if name in g.roster.number]

    def orders(self, g: Any, about: str = "") -> Sequence[str]:
        names = self.names(g)
        if about:
            names = [each for each in names if about == each or about in self.beside(g, each)]
        menu = Menu(*(f"{self.verb} {name}" for name in names))
        return menu if about else menu.add(*self.words)

    def refusal(self, g: Any, order: str) -> Refusal | None:
        if order in self.words:
            return None
        match order.split():
            case [self.verb, name]:
                return None if name in self.names(g) else self.strange(g, name)
        return self.unread(g, order)

    def play(self, g: Any, order: str) -> Frame | Done | None:
        if order in self.words:
            return self.said(g, order)
        name = order.split()[1]
        return self.chosen(g, g.roster.number.get(name, g.grid.cell.get(name, OFF)))


class OneUnit(Named):
    """A side names one of several units: to lose a step, to advance, to be taken away."""

    lone = small = True
    side: str
    among: tuple[Unit, ...]

    def open(self, g: Any) -> list[Unit]:
        """Those of them that can be named."""
        return [unit for unit in self.among if g.at[unit] != OFF]

    def names(self, g: Any) -> list[str]:
        return [g.unit(unit).id for unit in self.open(g)]


class Losses(Decision):
    """A side names the units that lose a step, one or several: `lose b1,b2`. Who is named twice
    loses two.
    """

    lone = small = True
    usage = "lose UNIT,UNIT"
    alone: ClassVar[str] = ""  # what is said to several, where one is to be named

    def open(self, g: Any) -> list[Unit]:
        """Those that can be named."""
        raise NotImplementedError

    def orders(self, g: Any, about: str = "") -> Sequence[str]:
        names = [g.unit(unit).id for unit in self.open(g)]
        return Menu(*(f"lose {id}" for id in names if about in ("", id)))

    def refusal(self, g: Any, order: str) -> Refusal | None:
        match order.split():
            case ["lose", ids]:
                return self.refused(g, ids.split(","))
        return self.unread(g, order)

    def refused(self, g: Any, ids: list[str]) -> Refusal | None:
        """What is wrong with a choice."""
        if self.alone and len(ids) > 1:
            return Refusal(self.rule, self.alone, tuple(ids))
        units = {g.unit(unit).id: unit for unit in self.open(g)}
        for id in ids:
            if id not in units:
                return self.strange(g, id)
            if ids.count(id) > g.steps_left(units[id]):
                return Refusal(self.rule, f"{id} has not so many steps left.", (id,))
        return None

    def strange(self, g: Any, id: str) -> Refusal:
        """Why a unit cannot be named."""
        return Refusal(self.rule, f"{id} is not among those to choose from.", (id,))


class OneHex(Decision):
    """A side names a hex for a unit: `retreat b1 0404`."""

    lone = small = True
    verb: ClassVar[str]
    side: str
    unit: Unit

    def chosen(self, g: Any, hex: int) -> Frame | Done | None:
        """What follows for the unit."""
        raise NotImplementedError

    def open(self, g: Any) -> Hexes:
        """The hexes that can be named."""
        raise NotImplementedError

    def able(self, g: Any) -> list[str]:
        return [g.unit(self.unit).id]

    def orders(self, g: Any, about: str = "") -> Sequence[str]:
        id, hexes = g.unit(self.unit).id, self.open(g)
        if about in g.grid.cell:
            hexes &= 1 << g.grid.cell[about]
        elif about not in ("", id):
            hexes = 0
        return Menu().each(hexes, lambda hex: f"{self.verb} {id} {g.grid.name[hex]}")

    def refusal(self, g: Any, order: str) -> Refusal | None:
        own = g.unit(self.unit).id
        match order.split():
            case [self.verb, id, _] if id != own:
                return Refusal(self.rule, f"It is {own} that is asked about, not {id}.", (own,))
            case [self.verb, _, name] if name not in g.grid.cell:
                return Refusal(self.rule, f"There is no hex {name} on this map.", (own,))
            case [self.verb, _, name]:
                return self.shut(g, g.grid.cell[name])
        return self.unread(g, order)

    def shut(self, g: Any, hex: int) -> Refusal | None:
        """None if the hex is open, else why it is not."""
        if self.open(g) >> hex & 1:
            return None
        open_ = ", ".join(g.grid.names(self.open(g)))
        name = g.grid.name[hex]
        says = f"{name} is not open to {g.unit(self.unit).id}."
        return Refusal(self.rule, says, (g.unit(self.unit).id,), (name,), f"Open: {open_}.")

    def play(self, g: Any, order: str) -> Frame | Done | None:
        return self.chosen(g, g.grid.find(order.split()[2]))


class Placing(Phase):
    """A side places units one after the other, each in a hex that is open to it: `place b1 0304`,
    or by another verb."""

    verb: ClassVar[str] = "place"

    def waiting(self, g: Any) -> Sequence[Unit]:
        """Those that can be placed."""
        raise NotImplementedError

    def open(self, g: Any, unit: Unit) -> Hexes:
        """Where one of them can be placed."""
        raise NotImplementedError

    def put(self, g: Any, unit: Unit, hex: int) -> Frame | Done | None:
        """One is placed."""
        raise NotImplementedError

    def refused_place(self, g: Any, id: str, name: str) -> Refusal | None:
        """Why a unit cannot be placed in a hex."""
        raise NotImplementedError

    def able(self, g: Any) -> list[str]:
        return [g.unit(unit).id for unit in self.waiting(g) if self.open(g, unit)]

    def offers(self, g: Any, about: str) -> Menu:
        return placing(g, self.verb, self.waiting(g), partial(self.open, g), about)

    def refused(self, g: Any, order: str) -> Refusal | None:
        match order.split():
            case [self.verb, id, name]:
                return self.refused_place(g, id, name)
        return self.unread(g, order)

    def carry_out(self, g: Any, order: str) -> Frame | Done | None:
        _, id, name = order.split()
        return self.put(g, g.roster.find(id), g.grid.find(name))
