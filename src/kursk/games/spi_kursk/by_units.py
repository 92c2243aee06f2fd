"""A phase in which unit after unit is given its orders."""

import random
from typing import Any

from kursk.core.counters import Unit
from kursk.core.flow import Phase
from kursk.core.menu import Menu, listed
from kursk.games.spi_kursk.state import State, ids


class ByUnits(Phase):
    """Nothing is asked of a unit before somebody looks at it."""

    def free(self, g: Any) -> list[Unit]:
        """The units that might be given an order, in the order of the roster."""
        raise NotImplementedError

    def of(self, g: Any, unit: Unit) -> Menu:
        """All that a unit may be ordered to do."""
        raise NotImplementedError

    def offers(self, g: State, about: str) -> Menu:
        """The orders of all of them, or of a unit or the units of a hex."""
        menu = Menu()
        for unit in self.free(g):
            if about in ("", g.unit(unit).id, g.grid.name.get(g.at[unit])):
                menu.more(self.of(g, unit))
        return menu

    def few(self, g: State, most: int) -> list[str]:
        menu = Menu()
        for unit in self.free(g):
            if len(menu.more(self.of(g, unit))) > most:
                return []
        whole = menu if self.unfinished(g) else menu.add("end")
        return list(whole) if len(whole) <= most else []

    def able(self, g: State) -> list[str]:
        return list(ids(g, [unit for unit in self.free(g) if self.of(g, unit)]))

    def draw(self, g: State, chance: random.Random) -> str:
        """Any unit that has something to do, and any of it; or the end."""
        waiting = self.free(g)
        while (number := chance.randrange(len(waiting) + 1)) < len(waiting):
            if menu := self.of(g, waiting.pop(number)):
                return chance.choice(menu)
        return chance.choice(listed(self.orders(g))) if self.unfinished(g) else "end"
