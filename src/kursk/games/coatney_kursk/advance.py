"""§Tactical Advances: attackers follow into the hex that was defended, and past it."""

from collections.abc import Iterator, Sequence

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal, Roll
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.core.orders import no_hex, way
from kursk.games.coatney_kursk.lines import shut
from kursk.games.coatney_kursk.movement import faced, refused_face, settle, travel
from kursk.games.coatney_kursk.odds import strength
from kursk.games.coatney_kursk.panzerkeil import form, wedges
from kursk.games.coatney_kursk.state import RUSSIAN, State, bits, disrupt, foe, has, wet
from kursk.games.coatney_kursk.zones import one_hex_bars, zone

RULE = "§Tactical Advances"
Way = tuple[Hex, ...]


class Advance(Decision):
    """§Tactical Advances: unit after unit, one hex or two, until the attacker stays."""

    rule = "§Tactical Advances"
    title = "Advance"
    usage = "advance UNIT HEX | advance UNIT HEX HEX | face UNIT HEX | stay"
    lone = small = True
    hexes: tuple[Hex, ...]  # the defended hexes that are empty
    worth: tuple[int, ...]  # what their defenders were worth
    units: tuple[Unit, ...]
    tanks: int  # how many hexes tanks and cavalry may go
    eliminated: bool  # after DE zones do not matter
    entered: tuple[tuple[Hex, Unit], ...] = ()
    gone: tuple[Unit, ...] = ()
    turned: tuple[Unit, ...] = ()  # wedges that have been turned after their advance

    def prompt(self, g: State) -> str:
        where = " and ".join(g.name_of(hex) for hex in self.hexes)
        return f"Attackers may advance into {where}."

    # -- what is open --------------------------------------------------------------------------

    def paid(self, g: State, hex: Hex, *more: Unit) -> bool:
        """Have units worth the defenders entered their hex?"""
        due = self.worth[self.hexes.index(hex)]
        units = {*(unit for there, unit in self.entered if there == hex), *more}
        return strength(g, units) >= due

    def bars(self, g: State, unit: Unit) -> Hexes:
        """§Zones of Control: where a step out of the unit's hex is forbidden by zones."""
        hexes = 0
        for bar in one_hex_bars(g, g.side, g.at[unit]):
            hexes |= bar.hexes
        return hexes

    def walled(self, g: State, here: Hex, there: Hex) -> bool:
        return bool(shut(g, g.side)[g.grid.side(there, here)] >> there & 1)

    def ways(self, g: State, unit: Unit) -> Iterator[Way]:
        if unit in self.gone or g.at[unit] == OFF:
            return
        here, zoned = g.at[unit], self.bars(g, unit)
        free = self.eliminated or has(g, unit, "armour")
        for hex in self.hexes:
            if not g.grid.touch(here, hex) or self.walled(g, here, hex):
                continue
            if free or not zoned >> hex & 1:
                yield (hex,)
                if self.far(g, unit):
                    yield from ((hex, there) for there in self.beyond(g, unit, hex, free))
        for there in scan(self.beside(g, unit) & ~zoned):
            yield (there,)

    def far(self, g: State, unit: Unit) -> bool:
        """Two hexes: for tanks and cavalry, and in mud for nobody."""
        quick = has(g, unit, "armour") or has(g, unit, "cavalry")
        return self.tanks > 1 and quick and not g.mud

    def beyond(self, g: State, unit: Unit, hex: Hex, free: bool) -> Iterator[Hex]:
        """The second hex: on the way of the retreat, or any once the first has been paid for."""
        if has(g, unit, "armour") and self.slow(g, g.at[unit], hex):
            return
        if not free and zone(g, foe(g.side)) >> hex & 1:
            return
        anywhere = self.paid(g, hex, unit)
        near = g.grid.around(1 << hex) & ~g.held[foe(g.side)] & ~(1 << g.at[unit])
        for there in scan(near):
            if not (anywhere or g.route >> there & 1) or self.walled(g, hex, there):
                continue
            if not (has(g, unit, "armour") and self.slow(g, hex, there)):
                yield there

    def slow(self, g: State, here: Hex, there: Hex) -> bool:
        """A river to cross, forest or swamp to enter: tanks go one hex."""
        rough = g.board.hexes["forest"] | g.board.hexes["swamp"]
        return bool(rough >> there & 1) or wet(g, here, there)

    def beside(self, g: State, unit: Unit) -> Hexes:
        """Empty hexes next to a defended one that others have paid for; a Russian line does not
        keep anybody out of them, a German one does.
        """
        found, here = 0, g.at[unit]
        for hex in self.hexes:
            if self.paid(g, hex):
                near = g.grid.around(1 << hex) & g.grid.around(1 << here)
                near &= ~g.held[foe(g.side)] & ~g.held[g.side] & ~bits(self.hexes)
                for there in scan(near):
                    if g.side != RUSSIAN or not self.walled(g, here, there):
                        found |= 1 << there
        return found

    # -- the decision --------------------------------------------------------------------------

    def turning(self, g: State) -> list[Unit]:
        return [unit for unit in wedges(g) if unit in self.gone and unit not in self.turned]

    def able(self, g: State) -> list[str]:
        able = [unit for unit in self.units if any(True for _ in self.ways(g, unit))]
        return [g.unit(unit).id for unit in sorted({*able, *self.turning(g)})]

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        menu = Menu()
        for unit in self.units:
            id = g.unit(unit).id
            if about in ("", id):
                found = dict.fromkeys(self.ways(g, unit))
                menu.add(*(f"advance {id} {way(g, path)}" for path in found))
        for unit in self.turning(g):
            if about in ("", g.unit(unit).id):
                menu.add(*faced(g, unit))
        return menu if about else menu.add("stay")

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["stay"]:
                return None
            case ["face", id, name]:
                return refused_face(g, id, name, bits(self.gone) & ~bits(self.turned))
            case ["advance", id, *names] if names:
                return no_hex(g, names, RULE) or self.refused(g, id, names)
        return self.unread(g, order)

    def refused(self, g: State, id: str, names: list[str]) -> Refusal | None:
        unit = g.roster.number.get(id, -1)
        if unit not in self.units or g.at[unit] == OFF:
            return Refusal(RULE, f"{id} did not attack here, or cannot advance.")
        if unit in self.gone:
            return Refusal(RULE, f"{id} has advanced.", (id,))
        path = tuple(g.grid.cell[name] for name in names)
        if path in set(self.ways(g, unit)):
            return None
        says, rule = self.reason(g, unit, path)
        return Refusal(rule, says, (id,), tuple(names))

    def reason(self, g: State, unit: Unit, path: Way) -> tuple[str, str]:
        id, name = g.unit(unit).id, g.grid.name
        steps = list(zip((g.at[unit], *path), path, strict=False))
        if not all(g.grid.touch(here, there) for here, there in steps):
            return "Those hexes do not touch.", RULE
        for there in path:
            if g.held[foe(g.side)] >> there & 1:
                return f"An enemy stands in {name[there]}.", RULE
        if path[0] in self.hexes and self.walled(g, *steps[0]):
            return f"The line in {name[path[0]]} has not been taken.", "§Fortification Lines"
        if len(path) > 1:
            if not self.far(g, unit) or len(path) > 2:
                return f"{id} may advance one hex only.", RULE
            if has(g, unit, "armour") and any(self.slow(g, *step) for step in steps):
                return f"Over a river, into forest or swamp {id} advances one hex only.", RULE
            if path[0] in self.hexes and not self.paid(g, path[0], unit):
                says = f"Units worth the defenders must enter {name[path[0]]} first"
                return f"{says}, or {id} follows the retreat.", RULE
        elif path[0] not in self.hexes and not any(self.paid(g, hex) for hex in self.hexes):
            return "Others worth the defenders must enter the defended hex first.", RULE
        if self.bars(g, unit) >> path[0] & 1 or len(path) > 1:
            return f"Enemy zones keep {id} from going there.", "§Zones of Control"
        return f"{name[path[0]]} is not open to {id}.", RULE

    def play(self, g: State, order: str) -> Frame | Done | None:
        if order == "stay":
            return DONE
        verb, id, *names = order.split()
        unit = g.roster.find(id)
        if verb == "face":
            form(g, unit, g.grid.find(names[0]))
            self.turned = (*self.turned, unit)
            return None
        path, origin = [g.grid.find(name) for name in names], g.at[unit]
        self.gone = (*self.gone, unit)
        if path[0] in self.hexes:
            self.entered = (*self.entered, (path[0], unit))
        says = f"{g.called(unit)} advances to {g.name_of(path[-1])}."
        g.say(says, RULE, (origin, path[-1]))
        if has(g, unit, "panther"):
            return PantherAdvance(unit, tuple(path))
        settle(g, unit, travel(g, unit, path))
        return None


def can_advance(g: State, asked: Advance) -> bool:
    return any(True for unit in asked.units for _ in asked.ways(g, unit))


class PantherAdvance(Frame):
    """§Panthers: in every hex of an advance a die; from 1 to 3 they break down."""

    rule = "§Panthers"
    title = "The Panthers' die"
    unit: Unit
    path: tuple[Hex, ...]
    tight: bool = False

    def go(self, g: State) -> Frame:
        hex, *rest = self.path
        self.path = tuple(rest)
        self.tight |= travel(g, self.unit, [hex])
        return Roll()

    def read(self, g: State) -> None:
        who, hex = g.called(self.unit), g.at[self.unit]
        if g.rolled[0] <= 3:
            g.say(f"{g.rolled[0]}: {who} breaks down.", self.rule, (hex,))
            disrupt(g, self.unit, self.rule)
            return
        g.say(f"{g.rolled[0]}: {who} keeps going.", self.rule, (hex,))
        if self.path:
            self.next = 0
        else:
            settle(g, self.unit, self.tight)

    steps = (go, read)
