"""7.2, 7.3: points are allotted to hexes; then one hex after the other is rolled for."""

from kursk.core.flow import Decision, Done, Frame, Phase, Refusal, Roll
from kursk.core.hexes import Hex, scan
from kursk.core.menu import Menu
from kursk.core.orders import count_of
from kursk.games.panzer_keil.disruption import disrupt
from kursk.games.panzer_keil.retreat import Retreats
from kursk.games.panzer_keil.state import GERMAN, SOVIET, State, foe, is_disrupted, name_of
from kursk.games.panzer_keil.support import (
    AIR,
    Salvo,
    air_left,
    allotted,
    front_of,
    has_mech,
    income,
    left,
    most,
    open_points,
    receipt,
    salvos,
    spotters,
    table,
    within_reach,
)
from kursk.games.panzer_keil.tables import GROUPS, HITS, NEW, OLD


class Support(Phase):
    """7.2.2, 7.3: all points are allotted before the first die is rolled."""

    rule = "7.2.2"
    title = "Support attacks"
    phase = "support"
    usage = "support HEX GROUP POINTS | support HEX GROUP POINTS air | drop HEX | end"

    def prompt(self, g: State) -> str:
        told = ", ".join(f"{GROUPS[who]['name']} {n}" for who, n in left(g).items())
        return f"Allot support points ({told} left), then end: the dice are rolled."

    def offers(self, g: State, about: str) -> Menu:
        menu, groups = Menu(), list(left(g))
        for target in within_reach(g):
            name = g.grid.name[target]
            for who in groups if about in ("", name) else ():
                for points in range(open_points(g, target, who), 0, -1):
                    menu.add(f"support {name} {who} {points}")
                    if may_fly(g, target, who):
                        menu.add(f"support {name} {who} {points} {AIR}")
        return menu.add(f"drop {about}") if about in self.drops(g) else menu

    def drops(self, g: State) -> dict[str, str]:
        """7.2.2: until the first die points may be allotted otherwise."""
        return {name: f"drop {name}" for name in (words.split()[0] for words in g.targets)}

    def able(self, g: State) -> list[str]:
        return []  # it is hexes that are fired at; a counter called 4 is not 4 points

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["support", name, who, points, *air] if air in ([], [AIR]):
                return refused_support(g, name, who, points, bool(air))
            case ["drop", name]:
                says = f"No points are allotted to {name}."
                return None if name in self.drops(g) else Refusal("7.2.2", says)
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> None:
        if order.startswith("drop "):
            name = order.removeprefix("drop ")
            gone = [words for words in g.targets if words.split()[0] == name]
            g.targets = tuple(words for words in g.targets if words not in gone)
            if any(words.endswith(AIR) for words in gone):
                g.air = {**g.air, g.side: g.air[g.side] - 1}
            g.say(f"No support attack on {name_of(g, g.grid.find(name))}.", "7.2.2")
            return
        _, name, who, points, *air = order.split()
        g.targets = (*g.targets, order.removeprefix("support "))
        if air:
            g.air = {**g.air, g.side: g.air.get(g.side, 0) + 1}
        target = g.grid.find(name)
        told = f"{points} support points" if points != "1" else "1 support point"
        told += f" on {name_of(g, target)}" + (" with an air marker" if air else "")
        g.say(f"{GROUPS[who]['name']}: {told}.", "7.2.2", (target,))

    def close(self, g: State) -> Frame | None:
        """7.2.1: what is left over is lost."""
        return Resolution() if g.targets else None


def may_fly(g: State, target: Hex, who: str) -> bool:
    """OA6.2: may a marker be put on a hex, with the points of a group?"""
    return refused_air(g, g.grid.name[target], who) is None


def refused_support(g: State, name: str, who: str, points: str, air: bool) -> Refusal | None:
    """7.2, OA6.2: what is wrong with points for a hex, and a marker to go with them."""
    return refused_points(g, name, who, points) or (refused_air(g, name, who) if air else None)


def refused_points(g: State, name: str, who: str, points: str) -> Refusal | None:
    """7.1, 7.2, A6.4: what is wrong with points for a hex."""
    target, side = g.grid.cell.get(name), g.side
    if target is None or not g.held[foe(side)] >> target & 1:
        return Refusal("7.1", f"There is no enemy unit in {name}.")
    if who not in income(g, side):
        known = " or ".join(income(g, side)) or "none"
        return Refusal("A6.4", f"{side.capitalize()} points here are of {known}, not {who}.")
    if count_of(points) < 1:
        return Refusal("7.2.2", f"{points} is no number of points.")
    if side == SOVIET and front_of(g, target) != who:
        fire = "rows 27 and up" if who == "voronezh" else "rows 26 and down"
        says = f"Points of the {GROUPS[who]['name']} are for {fire}; {name} is not."
        return Refusal("A6.4.2", says, (), (name,))
    if not spotters(g, side, target, who):
        return _no_spotter(g, target, who)
    if allotted(g, target).total + int(points) > most(g):
        says = f"A hex is given {most(g)} points at the most; {name} would have more."
        return Refusal("A6.4.3" if g.version == NEW else "OA6.4.3", says, (), (name,))
    if int(points) > left(g).get(who, 0):
        return Refusal("7.2.1", f"{GROUPS[who]['name']} has {left(g).get(who, 0)} points left.")
    return None


def _no_spotter(g: State, target: Hex, who: str) -> Refusal:
    name, near = g.grid.name[target], scan(g.grid.around(1 << target) & g.held[g.side])
    beside = [unit for hex in near for unit in g.piles[hex]]
    if not beside:
        return Refusal("7.1", f"No unit of yours is next to {name}.", (), (name,))
    ready = [u for u in beside if not is_disrupted(g, u) and not g.oos >> u & 1]
    if ready:
        says = f"No unit of {GROUPS[who]['name']} that could fire is next to {name}."
        return Refusal("A6.4.1", says, (), (name,))
    says = f"Those next to {name} are disrupted or out of supply."
    return Refusal("7.1", says, tuple(g.unit(unit).id for unit in beside), (name,))


def refused_air(g: State, name: str, who: str) -> Refusal | None:
    """OA6.2: what is wrong with an air marker in a support attack."""
    target = g.grid.find(name)
    if g.version != OLD:
        return Refusal("A6.2.1", "Air markers serve combat; in the old version, support attacks.")
    if g.side == GERMAN and who != "south":
        return Refusal("OA6.2.3", "The German marker goes with points of Army Group South only.")
    if not has_mech(g, target):
        return Refusal("OA6.2.1", f"There is no mechanized unit in {name}.", (), (name,))
    if air_left(g, g.side) < 1:
        return Refusal("OA6.2", "No air marker is left this turn.")
    if allotted(g, target).air:
        return Refusal("OA6.2.2", f"{name} has a marker; a second one adds nothing.", (), (name,))
    return None


# -- resolving -----------------------------------------------------------------------------------


class Resolution(Frame):
    """7.3: one hex at a time. A target that was emptied is passed over."""

    rule = "7.3"
    phase = "support"

    def each(self, g: State) -> Frame | None:
        waiting = [salvo for salvo in salvos(g) if salvo.target in g.piles]
        if not waiting:
            g.targets = ()
            return None
        self.repeat()
        if len(waiting) == 1:
            return fire(g, waiting[0])
        return NextTarget()

    steps = (each,)


def fire(g: State, salvo: Salvo) -> Frame:
    name = g.grid.name[salvo.target]
    g.targets = tuple(words for words in g.targets if words.split()[0] != name)
    points = tuple(f"{who} {n}" for who, n in salvo.points.items())
    return Bombardment(salvo.target, points, salvo.air)


class NextTarget(Decision):
    """7.3: in the order that the phasing player likes."""

    rule = "7.3"
    title = "Support attacks: resolving"
    usage = "resolve HEX | resolve all"
    small = True

    def prompt(self, g: State) -> str:
        names = ", ".join(g.grid.name[hex] for hex in self._waiting(g))
        return f"Choose the hex that is rolled for next: {names}; or all, as they were named."

    def _waiting(self, g: State) -> list[Hex]:
        return [salvo.target for salvo in salvos(g) if salvo.target in g.piles]

    def orders(self, g: State, about: str = "") -> Menu:
        names = [g.grid.name[hex] for hex in self._waiting(g)]
        menu = Menu(*(f"resolve {name}" for name in names if about in ("", name)))
        return menu if about else menu.add("resolve all")

    def standing(self, g: State) -> dict[str, str]:
        return {"in order": "resolve all"}

    def able(self, g: State) -> list[str]:
        return []

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["resolve", "all"]:
                return None
            case ["resolve", name]:
                if name in (g.grid.name[hex] for hex in self._waiting(g)):
                    return None
                return Refusal("7.3", f"No support attack on {name} waits.")
            case ["support", *_]:
                return Refusal("7.3", "All points were allotted before the first die.")
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done:
        if order == "resolve all":
            return Done(InTurn())
        hex = g.grid.find(order.split()[1])
        return Done(fire(g, allotted(g, hex)))


class InTurn(Frame):
    """7.3: all that wait, in the order in which they were named."""

    rule = "7.3"
    phase = "support"

    def each(self, g: State) -> Frame | None:
        waiting = [salvo for salvo in salvos(g) if salvo.target in g.piles]
        if not waiting:
            return None
        self.repeat()
        return fire(g, waiting[0])

    steps = (each,)


class Bombardment(Frame):
    """7.3.1, 7.3.2: one die for a hex; the result is for every unit in it."""

    rule = "7.3.1"
    title = "Support attack"
    target: Hex
    points: tuple[str, ...]
    air: bool

    def salvo(self) -> Salvo:
        shares = (words.split() for words in self.points)
        return Salvo(self.target, {who: int(n) for who, n in shares}, self.air)

    def apply(self, g: State) -> Frame | None:
        odds = receipt(g, g.side, self.salvo())
        face, column = g.rolled[0], self.salvo().total - 1
        result = table(g, g.side).result(column, face + odds.net)
        told = f"{face}{odds.net:+}" if odds.net else f"{face}"
        where = name_of(g, self.target)
        g.say(f"{where}, {odds.column}: {told}: {result}, {HITS[result]}.", "7.3.1", (self.target,))
        if result == "-":
            return None
        hit = g.pile(self.target)
        disrupt(g, hit, "7.3.2")
        if result == "1D":
            return Retreats(hit, 1, g.side, self.target)
        return None

    steps = (Roll(), apply)
