"""9.61, 9.66: retreats, and how a force pays for a result."""

from functools import partial

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.games.spi_kursk.ground import across_lake, beside
from kursk.games.spi_kursk.losses import (
    Losses,
    abandoned_guns,
    disrupt,
    eliminate,
    lose_step,
    lose_what_must_be,
)
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.reserves import alarm
from kursk.games.spi_kursk.stacking import StackCheck, full, load
from kursk.games.spi_kursk.state import State, foe, ids, mode
from kursk.games.spi_kursk.tables import MODES
from kursk.games.spi_kursk.victory import enter
from kursk.games.spi_kursk.zones import enemy_zone

Way = tuple[Hex, ...]  # the hexes entered
FARTHER = 1  # 7.22: a hex more, where the stacking limit would be broken
FAR = 2  # 9.68: hexes


# -- how far, and where to -----------------------------------------------------------------------


def most(g: State, units: tuple[Unit, ...], attacking: bool) -> int:
    """9.62, 9.66: the lowest limit in the force; fortified areas and partisans never retreat."""
    rooted = kinds(g.roster).fortified | kinds(g.roster).partisan
    if any(rooted >> unit & 1 for unit in units):
        return 0
    return min((MODES[mode(g, unit)].most(g.side_of(unit), attacking) for unit in units), default=0)


def compelled(g: State, units: tuple[Unit, ...], attacking: bool) -> bool:
    """9.63: one Disrupted defender makes the retreat compulsory for all."""
    return not attacking and any(MODES[mode(g, u)].defender == "must" for u in units if mode(g, u))


def open_hexes(g: State, side: str, shut: Hex) -> Hexes:
    """9.66, 9.67, 8.33: no enemy, no enemy zone unless a friend is there, not the hex attacked."""
    closed = g.held[foe(side)] | enemy_zone(g, side) & ~g.held[side]
    if shut != OFF:
        closed |= 1 << shut
    return g.grid.all & ~closed


def ends(g: State, start: Hex, open_: Hexes, hexes: int) -> Hexes:
    """9.66: where a retreat of just so many hexes may end: that far from where it began."""
    found = 1 << start
    for distance in range(1, hexes + 1):
        found = beside(g.board, found) & open_ & g.grid.ring(start, distance)
    return found


def goals(g: State, side: str, start: Hex, units: tuple[Unit, ...], hexes: int, shut: Hex) -> Hexes:
    """7.22, 9.66: the ends of a retreat within the limit; else a hex farther; else over it."""
    open_ = open_hexes(g, side, shut)
    crowded = full(g, side, load(g, units))
    near = ends(g, start, open_, hexes)
    if not near or near & ~crowded:
        return near & ~crowded
    return ends(g, start, open_, hexes + FARTHER) & ~crowded or near


def longest(g: State, stack: tuple[Unit, ...], most: int) -> int:
    """9.66: how many hexes, of so many at the most, the defenders of a hex find open."""
    side, start = g.side_of(stack[0]), g.at[stack[0]]
    open_ = (n for n in range(most, 0, -1) if goals(g, side, start, stack, n, OFF))
    return next(open_, 0)


def way_to(g: State, side: str, start: Hex, end: Hex, shut: Hex) -> Way:
    """A shortest way of a retreat."""
    open_, far = open_hexes(g, side, shut), g.grid.distance(start, end)
    way = [end]
    for distance in range(far - 1, 0, -1):
        before = ends(g, start, open_, distance) & beside(g.board, 1 << way[-1])
        way.append(next(scan(before)))
    return tuple(reversed(way))


def carry(g: State, units: tuple[Unit, ...], way: Way, hexes: int) -> None:
    """9.61, 9.64, 9.65: a stack falls back; anti-tank guns are lost, artillery loses steps."""
    start, known = g.at[units[0]], kinds(g.roster)
    for hex in way:
        for unit in units:
            g.place(unit, hex)
        enter(g, hex, units)
    g.say(f"{g.called(*units)}: retreat to {g.name_of(way[-1])}.", "9.61", (start, way[-1]))
    for unit in units:
        if known.anti_tank >> unit & 1:
            eliminate(g, unit, "9.64")
        elif known.artillery >> unit & 1:
            lose_step(g, unit, "9.65", hexes)
    alarm(g)


# -- the choice ----------------------------------------------------------------------------------


def top(g: State, hex: Hex, units: tuple[Unit, ...]) -> Unit:
    """The uppermost of these in their hex."""
    return next(unit for unit in reversed(g.pile(hex)) if unit in units)


class Retreat(Decision):
    """9.51, 9.63: hexes are paid first, by the whole force; what is left are steps."""

    rule = "9.63"
    title = "Retreat or stand"
    usage = "retreat UNIT HEX… | retreat FROM HEX… | stand"
    small = True
    side: str
    units: tuple[int, ...]
    due: int
    most: int
    must: bool
    shut: int  # 9.67: the hex that was attacked, for attackers
    fixed: int = 0  # hexes, once a part of the force has gone

    def prompt(self, g: State) -> str:
        if self.fixed:
            return f"The rest of the force falls back {self.fixed}, too."
        open_ = f"up to {self.most}" if self.most > 1 else "one hex"
        stand = "" if self.must else ", or stand"
        return f"A result of {self.due}: retreat {open_}{stand}; the rest is paid in steps."

    def groups(self, g: State) -> dict[Hex, tuple[Unit, ...]]:
        """The stacks that have still to go."""
        found: dict[Hex, tuple[Unit, ...]] = {}
        for unit in self.units:
            if g.at[unit] != OFF:
                found[g.at[unit]] = (*found.get(g.at[unit], ()), unit)
        return found

    def lengths(self) -> range:
        return range(self.fixed, self.fixed + 1) if self.fixed else range(1, self.most + 1)

    def goals(self, g: State, start: Hex, hexes: int) -> Hexes:
        return goals(g, self.side, start, self.groups(g)[start], hexes, self.shut)

    def orders(self, g: State, about: str = "") -> Menu:
        """A stack is named by the unit on top of it."""
        menu, goal = Menu(), g.grid.cell.get(about)
        for start, units in self.groups(g).items():
            id, ends = g.unit(top(g, start, units)).id, 0
            for hexes in self.lengths():
                ends |= self.goals(g, start, hexes)
            if goal is not None and goal != start:
                ends &= 1 << goal
            if about in ("", id) or goal is not None:
                menu.each(ends, partial(self.spell, g, id, start))
        if not about and not self.must and not self.fixed:
            menu.add("stand")
        return menu

    def spell(self, g: State, id: str, start: Hex, end: Hex) -> str:
        way = way_to(g, self.side, start, end, self.shut)
        return f"retreat {id} {' '.join(g.grid.name[hex] for hex in way)}"

    def able(self, g: State) -> list[str]:
        stacks = self.groups(g).items()
        tops = [top(g, start, units) for start, units in stacks if self.open_(g, start)]
        return list(ids(g, sorted(tops)))

    def open_(self, g: State, start: Hex) -> bool:
        return any(self.goals(g, start, hexes) for hexes in self.lengths())

    def start(self, g: State, word: str) -> str:
        """The hex that an order means: as it stands there, or that of a unit of the force."""
        unit = g.roster.number.get(word)
        return g.grid.name[g.at[unit]] if unit in self.units and g.at[unit] != OFF else word

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["stand"] if self.must:
                return Refusal("9.63", "Disrupted defenders must retreat at least one hex.")
            case ["stand"] if self.fixed:
                return Refusal("9.61", "The whole force retreats as far as its first part did.")
            case ["stand"]:
                return None
            case ["retreat", word, *names] if names:
                return self._refused(g, self.start(g, word), names)
        return self.unread(g, order)

    def _refused(self, g: State, start: str, names: list[str]) -> Refusal | None:
        for name in (start, *names):
            if name not in g.grid.cell:
                return Refusal("9.66", f"There is no hex {name} on this map.")
        origin, way = g.grid.cell[start], [g.grid.cell[name] for name in names]
        if origin not in self.groups(g):
            return Refusal("9.61", f"No unit of the force that pays stands in {start}.")
        open_ = open_hexes(g, self.side, self.shut)
        for here, there in zip([origin, *way], way, strict=False):
            if why := self._refused_step(g, here, there, open_):
                return why
        if g.grid.distance(origin, way[-1]) != len(way):
            return Refusal("9.66", "The last hex lies as many hexes away as are retreated.")
        for hexes in self.lengths():
            if self.goals(g, origin, hexes) >> way[-1] & 1:
                return None
        if len(way) > self.most:
            return Refusal("9.62", f"In its mode the force retreats {self.most} at the most.")
        if self.fixed and len(way) != self.fixed:
            return Refusal("9.61", f"The whole force retreats {self.fixed}.")
        return Refusal("7.22", f"{names[-1]} cannot hold them; other ways can.", (), (names[-1],))

    def _refused_step(self, g: State, here: Hex, there: Hex, open_: Hexes) -> Refusal | None:
        pair = (g.grid.name[here], g.grid.name[there])
        if not g.grid.touch(here, there):
            return Refusal("9.66", f"{pair[0]} and {pair[1]} do not touch.", (), pair)
        if across_lake(g, here, there):
            return Refusal("5.22", "Lake hexsides are impassable.", (), pair)
        if there == self.shut:
            says = "Attackers do not retreat into the hex that they attacked."
            return Refusal("9.67", says, (), (pair[1],))
        if not open_ >> there & 1:
            says = f"{pair[1]} holds an enemy, or lies in an enemy zone without a friend in it."
            return Refusal("9.66", says, (), (pair[1],))
        return None

    def play(self, g: State, order: str) -> Done | Frame | None:
        if order == "stand":
            return DONE
        _, word, *names = order.split()
        units = self.groups(g)[g.grid.find(self.start(g, word))]
        way = tuple(g.grid.find(name) for name in names)
        if not self.fixed:
            lengths = [n for n in self.lengths() if self.goals(g, g.at[units[0]], n) >> way[-1] & 1]
            self.fixed = g.retreated = max(lengths)
        carry(g, units, way, len(way))
        self.units = tuple(unit for unit in self.units if unit not in units)
        stuck = [hex for hex in self.groups(g) if not self.goals(g, hex, self.fixed)]
        for hex in stuck:  # 9.66: a hex that cannot be made is paid as a step
            g.unmade = max(g.unmade, self.fixed)
            self.units = tuple(unit for unit in self.units if g.at[unit] != hex)
        return None if self.groups(g) else DONE


class Payment(Frame):
    """9.51, 9.61, 9.68: a force pays its number in hexes and steps, within its mode's limits."""

    rule = "9.51"
    side: str
    units: tuple[int, ...]
    due: int
    target: int
    attacking: bool
    overrun: bool = False
    failed: bool = False  # "must" and cannot
    shared: tuple[int, ...] = ()  # hexes where not only guns stand

    def fall_back(self, g: State) -> Frame | None:
        g.retreated = g.unmade = 0
        if self.due <= 0:
            return None
        limit = min(most(g, self.units, self.attacking), self.due)
        must = compelled(g, self.units, self.attacking)
        shut = self.target if self.attacking else OFF
        asked = Retreat(self.side, self.units, self.due, limit, must, shut)
        able = limit > 0 and all(asked.goals(g, hex, 1) for hex in asked.groups(g))
        if able:
            longest = max(n for n in range(1, limit + 1) if self._possible(g, asked, n))
            asked.most = longest
            return asked
        if must:
            g.say("They must retreat and cannot: another step is lost.", "9.68", (self.target,))
            self.failed, self.due = True, self.due + 1
        return None

    def _possible(self, g: State, asked: Retreat, hexes: int) -> bool:
        return all(asked.goals(g, hex, hexes) for hex in asked.groups(g))

    def too_many(self, g: State) -> Frame | None:
        return StackCheck(self.units) if g.retreated else None

    def pay_steps(self, g: State) -> Frame | None:
        """9.51, 9.66: what was not made good by hexes is lost in steps."""
        hexes = sorted({g.at[unit] for unit in self.units if g.at[unit] != OFF})
        guns = kinds(g.roster).guns
        self.shared = tuple(h for h in hexes if any(not guns >> u & 1 for u in g.pile(h)))
        due = self.due - g.retreated + g.unmade
        due = lose_what_must_be(g, self.units, due) if self.due > 0 else 0
        return Losses(self.side, self.units, due) if due > 0 else None

    def settle(self, g: State) -> None:
        """9.55, 9.68, 6.5: guns left alone are lost; who ran far or was driven out is Disrupted."""
        abandoned_guns(g, self.shared)
        driven = self.overrun and g.retreated > 0
        for unit in self.units if not self.attacking else ():
            if g.at[unit] != OFF and (driven or self.failed or self.ran_far(g, unit)):
                disrupt(g, unit, "6.5" if driven else "9.68")

    def ran_far(self, g: State, unit: Unit) -> bool:
        """9.68: two hexes or more, counting the one that 7.22 may have added."""
        return g.grid.distance(self.target, g.at[unit]) >= FAR

    steps = (fall_back, too_many, pay_steps, settle)
