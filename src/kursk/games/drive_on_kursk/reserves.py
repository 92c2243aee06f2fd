"""9.1, 9.2: the Soviet reserves on the map."""

from collections.abc import Iterable

from kursk.core.choices import Named
from kursk.core.flow import DONE, Done, Refusal
from kursk.core.hexes import Hex, Hexes, scan
from kursk.games.drive_on_kursk.state import GERMAN, SOVIET, State, award, zone


def stacks(g: State) -> Hexes:
    """9.1: the hexes with a reserve that is not yet activated."""
    return g.places(g.reserve)  # to his enemy he is one of them, nobody knows where


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


def near_reserves(g: State, way: Iterable[Hex]) -> bool:
    """9.2: does a German stand next to a reserve, or would one who goes this way?"""
    if not g.reserve:
        return False
    beside = g.grid.around(stacks(g))
    return bool(beside & g.held[GERMAN]) or any([beside >> hex & 1 for hex in way])


def price(turn: int) -> int:
    """4.9: what a stack called up in this turn is worth to the German (A-15)."""
    return max(0, 8 - turn)


class Reserves(Named):
    """9.2, 4.9: at the start of his player turn the Soviet may call up any number of stacks."""

    rule = "9.2"
    title = "Reserve activation"
    phase = "reserves"
    verb, words = "activate", ("end",)
    usage = "activate HEX | end"
    side = SOVIET

    def prompt(self, g: State) -> str:
        return f"Activate reserve stacks, for {price(g.turn)} VP to the German each, or end."

    def names(self, g: State) -> list[str]:
        return g.grid.names(stacks(g))

    def strange(self, g: State, name: str) -> Refusal:
        if name in g.grid.cell:
            return Refusal("9.2", f"There is no reserve in {name}.", (), (name,))
        ids = name.split(",")
        if not all(id in g.roster.number for id in ids):
            return self.unread(g, f"activate {name}")
        says = "A reserve is activated as a whole stack, never in part."
        return Refusal("9.2", says, tuple(ids), instead="Name the hex: activate HEX.")

    def chosen(self, g: State, named: Hex) -> Done | None:
        activate(g, named)
        award(g, price(g.turn), f"The reserve in {g.grid.name[named]} is called up", "4.9", named)
        return None if g.reserve else DONE
