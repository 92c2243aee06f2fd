"""9.3: retreats, which the attacker conducts."""

from collections.abc import Iterator

from kursk.core.flow import DONE, Done, Frame, Refusal
from kursk.core.hexes import OFF, Hex, scan
from kursk.games.battle_for_kursk.communication import border
from kursk.games.battle_for_kursk.losses import eliminate, lose_step
from kursk.games.battle_for_kursk.orders import InTurn
from kursk.games.battle_for_kursk.state import OFF_MAP, State, enemy_zone, foe, reduced
from kursk.games.battle_for_kursk.victory import enter

Way = tuple[Hex, ...]  # the hexes entered; OFF stands for leaving the map

# From the mildest to the worst: free of zones before through one, on the map before off it.
CLEAR, LEAVING, THROUGH_ZONE, LEAVING_THROUGH_ZONE = range(4)


def all_ways(g: State, unit: int) -> list[tuple[int, Way]]:
    """9.3: every way of two hexes, each farther from the battle, or off a friendly edge.

    Enemy hexes are closed; a friend may be passed but not joined; who ends in an enemy zone
    is eliminated, so that is no way.
    """
    side, start, grid = g.side_of(unit), g.at[unit], g.grid
    open_ = grid.all & ~g.held[foe(side)] & ~g.board.hexes["sea"]
    zone, edge = enemy_zone(g, side), border(g, side)
    found: list[tuple[int, Way]] = [(LEAVING, (OFF,))] if edge >> start & 1 else []
    for first in scan(grid.around(1 << start) & open_):
        harmed = zone >> first & 1
        beyond = grid.around(1 << first) & grid.ring(start, 2) & open_ & ~g.held[side] & ~zone
        for second in scan(beyond):
            found.append((THROUGH_ZONE if harmed else CLEAR, (first, second)))
        if edge >> first & 1 and not edge >> start & 1:
            found.append((LEAVING_THROUGH_ZONE if harmed else LEAVING, (first, OFF)))
    return found


def ways(g: State, unit: int) -> tuple[int, list[Way]]:
    """7.2, 9.3: the mildest kind of way there is, and all ways of that kind."""
    found = all_ways(g, unit)
    mildest = min((kind for kind, _ in found), default=CLEAR)
    return mildest, [way for kind, way in found if kind == mildest]


HARMFUL = (THROUGH_ZONE, LEAVING_THROUGH_ZONE)


def fate(g: State, unit: int, weak: bool) -> str:
    """7.2, 9.3: what a retreat comes to as things stand, for a unit that is reduced by then."""
    kind, open_ = ways(g, unit)
    if not open_ or (weak and kind in HARMFUL):
        return "finds no way back and is eliminated"
    if kind in HARMFUL:
        return "loses a step as it retreats through an enemy zone"
    return "retreats off the map" if kind == LEAVING else "retreats"


def retreat(g: State, unit: int) -> Frame | None:
    """7.2, 9.3: the attacker chooses among the ways; without one the unit is eliminated."""
    kind, open_ = ways(g, unit)
    doomed = kind in HARMFUL and reduced(g, unit)
    if not open_ or doomed:
        g.say(f"{g.called(unit)} finds no way back.", "9.3", (g.at[unit],))
        eliminate(g, unit)
        return None
    if len(open_) == 1:
        fall_back(g, unit, open_[0])
        return None
    return Retreat(unit)


def fall_back(g: State, unit: int, way: Way) -> None:
    """7.2, 9.3: through an enemy zone a step is lost; every hex entered is entered."""
    side, start = g.side_of(unit), g.at[unit]
    zone = enemy_zone(g, side)
    if way[0] != OFF and zone >> way[0] & 1:
        lose_step(g, unit, "7.2")
    for hex in way:
        if hex == OFF:
            g.remove(unit, OFF_MAP)
            says = f"{g.called(unit)} leaves the map and comes back as a reinforcement."
            g.say(says, "9.3", (start,))
        else:
            g.place(unit, hex)
            enter(g, hex, side)
        if g.result:
            return
    if way[-1] != OFF:
        g.say(f"{g.called(unit)} retreats to {g.name_of(way[-1])}.", "9.3", (start, way[-1]))


def spell(g: State, way: Way) -> str:
    return " ".join("off" if hex == OFF else g.grid.name[hex] for hex in way)


class Retreat(InTurn):
    rule = "9.3"
    title = "Retreat"
    usage = "retreat UNIT HEX HEX | retreat UNIT off | retreat UNIT HEX off"
    small = True
    unit: int

    def prompt(self, g: State) -> str:
        return f"Choose the way by which {g.called(self.unit)} retreats."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        id = g.unit(self.unit).id
        for way in ways(g, self.unit)[1]:
            words = spell(g, way)
            if about in ("", id, *words.split()):
                yield f"retreat {id} {words}"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["retreat", id, *words] if words:
                return self._refused(g, id, " ".join(words))
        return self.unread(g, order)

    def _refused(self, g: State, id: str, words: str) -> Refusal | None:
        own = g.unit(self.unit).id
        if id != own:
            return Refusal("9.3", f"It is {own} that retreats, not {id}.", (own,))
        open_ = [spell(g, way) for way in ways(g, self.unit)[1]]
        if words in open_:
            return None
        instead = f"Open: {', '.join(open_)}."
        if any(words == spell(g, way) for _, way in all_ways(g, self.unit)):
            says = f"{own} must not be led that way while there is one that avoids enemy zones"
            return Refusal("9.3", f"{says} and stays on the map.", (own,), (), instead)
        return Refusal("9.3", self._fault(g, words.split()), (own,), (), instead)

    def _fault(self, g: State, names: list[str]) -> str:
        """9.3: what is wrong with a way that is none."""
        side, start = g.side_of(self.unit), g.at[self.unit]
        if unknown := [n for n in names if n not in g.grid.cell and n != "off"]:
            return f"There is no hex {unknown[0]} on this map."
        if "off" in names:
            return "It leaves the map only by its own side's border."
        way = [g.grid.find(name) for name in names]
        distances = [g.grid.distance(start, hex) for hex in way]
        steps = zip([start, *way], way, strict=False)
        if distances != [1, 2] or not all(g.grid.touch(a, b) for a, b in steps):
            return "A retreat is two hexes, each farther from the battle."
        for hex, name in zip(way, names, strict=True):
            if g.held[foe(side)] >> hex & 1:
                return f"An enemy stands in {name}."
            if g.board.hexes["sea"] >> hex & 1:
                return f"{name} is the open sea."
        if g.held[side] >> way[1] & 1:
            return f"A friend stands in {names[1]}: it may be passed, not joined."
        return f"To end in {names[1]}, an enemy zone, would eliminate it."

    def play(self, g: State, order: str) -> Done:
        words = " ".join(order.split()[2:])
        way = next(way for way in ways(g, self.unit)[1] if spell(g, way) == words)
        fall_back(g, self.unit, way)
        return DONE
