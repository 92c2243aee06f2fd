"""Choices that every game asks for in the same way. What follows from one is the game's rule."""

from collections.abc import Sequence
from typing import Any, ClassVar

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import OFF, Hexes
from kursk.core.menu import Menu


class OneUnit(Decision):
    """A side names one of several units: to lose a step, to advance, to be taken away.

    `lose b1`; or, where `none` has a word for it, that none is named: `stay`.
    """

    lone = True
    verb: ClassVar[str]
    none: ClassVar[str] = ""
    side: str
    among: tuple[Unit, ...]

    def chosen(self, g: Any, unit: Unit) -> Frame | Done | None:
        """What follows for the unit."""
        raise NotImplementedError

    def forgone(self, g: Any) -> Frame | Done | None:
        """What follows when none is named."""
        return DONE

    def open(self, g: Any) -> list[Unit]:
        """Those of them that can be named."""
        return [unit for unit in self.among if g.at[unit] != OFF]

    def actor(self, g: Any) -> str:
        return self.side

    def able(self, g: Any) -> list[str]:
        return [g.unit(unit).id for unit in self.open(g)]

    def orders(self, g: Any, about: str = "") -> Sequence[str]:
        menu = Menu(*(f"{self.verb} {id}" for id in self.able(g) if about in ("", id)))
        return menu.add(self.none) if self.none and not about else menu

    def refusal(self, g: Any, order: str) -> Refusal | None:
        if self.none and order == self.none:
            return None
        match order.split():
            case [self.verb, id] if id in self.able(g):
                return None
            case [self.verb, id]:
                open_ = ", ".join(self.able(g))
                return Refusal(self.rule, f"{id} cannot be named here.", (), (), f"Open: {open_}.")
        return self.unread(g, order)

    def play(self, g: Any, order: str) -> Frame | Done | None:
        if order == self.none:
            return self.forgone(g)
        return self.chosen(g, g.roster.find(order.split()[1]))


class OneHex(Decision):
    """A side names a hex for a unit: `retreat b1 0404`."""

    lone = True
    verb: ClassVar[str]
    side: str
    unit: Unit

    def chosen(self, g: Any, hex: int) -> Frame | Done | None:
        """What follows for the unit."""
        raise NotImplementedError

    def open(self, g: Any) -> Hexes:
        """The hexes that can be named."""
        raise NotImplementedError

    def actor(self, g: Any) -> str:
        return self.side

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
