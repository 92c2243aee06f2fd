"""9.1, 9.2: the Soviet reserves on the map."""

from collections.abc import Iterator

from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.state import units
from kursk.games.drive_on_kursk.points import award
from kursk.games.drive_on_kursk.state import GERMAN, SOVIET, State
from kursk.games.drive_on_kursk.zones import zone


def stacks(g: State) -> Hexes:
    """9.1: the hexes with a reserve that is not yet activated."""
    hexes = 0
    for unit in units(g.reserve):
        if g.at[unit] != OFF:  # to his enemy he is one of the reserves, nobody knows where
            hexes |= 1 << g.at[unit]
    return hexes


def activate(g: State, hex: Hex) -> None:
    """9.2: a whole stack, for good, with all its powers at once."""
    for unit in g.pile(hex):
        g.reserve &= ~(1 << unit)
    g.learned += 1  # its top counter is turned up


def wake(g: State) -> None:
    """9.2: a German next to a reserve, however he got there (A-13), activates it for nothing."""
    if not g.reserve:
        return
    for hex in scan(stacks(g) & zone(g, GERMAN)):
        activate(g, hex)
        g.say(f"The Soviet reserve in {g.grid.name[hex]} is activated.", "9.2", (hex,))


def price(turn: int) -> int:
    """4.9: what a stack called up in this turn is worth to the German (A-15)."""
    return max(0, 8 - turn)


class Reserves(Decision):
    """9.2, 4.9: at the start of his player turn the Soviet may call up any number of stacks."""

    rule = "9.2"
    title = "Reserve activation"
    phase = "reserves"
    usage = "activate HEX | end"

    def actor(self, g: State) -> str:
        return SOVIET

    def prompt(self, g: State) -> str:
        return f"Activate reserve stacks, for {price(g.turn)} VP to the German each, or end."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for name in g.grid.names(stacks(g)):
            if about in ("", name, *(g.unit(u).id for u in g.pile(g.grid.find(name)))):
                yield f"activate {name}"
        if not about:
            yield "end"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return None
            case ["activate", name] if name in g.grid.cell:
                if stacks(g) >> g.grid.cell[name] & 1:
                    return None
                return Refusal("9.2", f"There is no reserve in {name}.", (), (name,))
            case ["activate", ids] if all(id in g.roster.number for id in ids.split(",")):
                return Refusal(
                    "9.2",
                    "A reserve is activated as a whole stack, never in part.",
                    tuple(ids.split(",")),
                    instead="Name the hex: activate HEX.",
                )
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done | None:
        if order == "end":
            return DONE
        hex = g.grid.find(order.removeprefix("activate "))
        activate(g, hex)
        award(g, price(g.turn), f"The reserve in {g.grid.name[hex]} is called up", "4.9", hex)
        return None if g.reserve else DONE
