"""3: set-up. The first piles lie as printed; then each side spreads its own out."""

import csv
import random
from functools import cache, partial
from pathlib import Path

import msgspec

from kursk.core.choices import Placing
from kursk.core.counters import Unit
from kursk.core.flow import Done, Frame, Refusal
from kursk.core.hexes import Grid, Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.core.orders import no_hex, no_unit, placing
from kursk.core.rules import Rules, barred
from kursk.core.state import derived
from kursk.core.words import few
from kursk.games.drive_on_kursk.reserves import stacks
from kursk.games.drive_on_kursk.stacking import Topping, full, size
from kursk.games.drive_on_kursk.state import GERMAN, SOVIET, State, zone
from kursk.games.drive_on_kursk.victory import gain

QUICK_START = Path(__file__).parent / "data" / "deployment.csv"


@cache
def quick_start() -> dict[str, str]:
    """A legal set-up without the Gambit: unit and hex."""
    rows = csv.DictReader(QUICK_START.read_text("utf-8").splitlines())
    return {row["id"]: row["hex"] for row in rows}


# -- 3.2, 3.3: the first piles -------------------------------------------------------------------


def first_piles(g: State) -> None:
    """3.2, 3.3: sort the counters, and pile what starts on the map in its printed hex."""
    boxes = {"C": "conditional", "M": "gambit"}
    for unit, counter in enumerate(g.roster):
        hex, _, range_ = counter.setup.partition("-")
        if not hex:
            arrives = counter.arrives
            g.remove(unit, boxes.get(arrives) or f"turn {arrives}")
            continue
        g.place(unit, g.grid.find(hex))
        if range_ == "R":
            g.reserve |= 1 << unit  # 9.1: by the front of the counter, never by its back


def stand(g: State, unit: Unit, hex: Hex) -> None:
    """3.5, 3.10: set a unit up in a hex, which its side then controls; the Soviet unseen."""
    g.place(unit, hex)
    gain(g, hex, g.side_of(unit))
    if g.deploying == SOVIET:
        g.news = [msgspec.structs.replace(news, to=SOVIET) for news in g.news]


# -- 3.4, 3.5: the deployments -------------------------------------------------------------------


def own_side(g: State, side: str) -> Hexes:
    """3.8: a side's side of the initial front line, which matters for set-up only."""
    german = g.board.hexes["german control"]
    return german if side == GERMAN else g.grid.all & ~german


@cache
def _read(grid: Grid, setup: str) -> tuple[Hex, int]:
    hex, _, range_ = setup.partition("-")
    return grid.find(hex), int(range_)


def home(g: State, unit: Unit) -> tuple[Hex, int]:
    """3.4: the hex and the range of the pile a unit belongs to."""
    counter = g.unit(unit)
    return _read(g.grid, counter.setup or g.group[counter.id])


@cache
def about(grid: Grid, hex: Hex, range: int) -> Hexes:
    """3.4: the hexes to which a pile may be spread out."""
    return grid.within(hex, range)


@derived
def families(g: State, side: str) -> dict[Hex, Hexes]:
    """3.4: by the printed hex of a pile, where its units stand."""
    found: dict[Hex, Hexes] = {}
    for unit in deployable(g, side):
        mine = home(g, unit)[0]
        found[mine] = found.get(mine, 0) | 1 << g.at[unit]
    return found


def deployable(g: State, side: str) -> list[Unit]:
    """3.4, 3.5: all a side's units on the map, but for reserves, which stay where they are."""
    return [unit for unit in g.on_map(side) if not g.reserve >> unit & 1]


away = Rules()  # hexes where a unit may not be deployed


@away.rule("3.8", "That hex lies across the initial front line.")
def across(g: State, unit: Unit) -> Hexes:
    return g.grid.all & ~own_side(g, g.side_of(unit))


@away.rule("3.4", "That is farther from the printed hex than the number after it allows.")
def too_far(g: State, unit: Unit) -> Hexes:
    return g.grid.all & ~about(g.grid, *home(g, unit))


@away.rule("3.4", "Units of another set-up hex stand there.")
def others(g: State, unit: Unit) -> Hexes:
    mine, hexes = home(g, unit)[0], 0
    for other, stood in families(g, g.side_of(unit)).items():
        hexes |= stood if other != mine else 0
    return hexes


@away.rule("3.5", "A reserve lies there.")
def on_reserve(g: State, unit: Unit) -> Hexes:
    return stacks(g) if g.side_of(unit) == SOVIET else 0


@away.rule("7.2", "The hex cannot hold more.")
def no_room(g: State, unit: Unit) -> Hexes:
    return full(g, g.side_of(unit), size(g, unit)) & ~(1 << g.at[unit])


def uncovered(g: State, side: str) -> Hexes:
    """3.4, 3.8: hexes of the front line with neither a unit nor a zone; enemy zones are ignored."""
    return g.board.hexes[f"{side} front"] & ~g.held[side] & ~zone(g, side)


def unfinished(g: State, side: str) -> Refusal | None:
    """3.4, 3.5: which of the four conditions does not hold yet, and where."""
    if over := full(g, side, 0):
        names = tuple(g.grid.names(over))
        return Refusal("3.4", f"Over-stacked: {few(names)}.", (), names)
    if bare := uncovered(g, side):
        names = tuple(g.grid.names(bare))
        says = f"No unit and no zone of yours covers the front at {few(names)}."
        return Refusal("3.4", says, (), names)
    for unit in deployable(g, side):
        if why := barred(g, g.at[unit], away.bars(g, unit), (g.unit(unit).id,)):
            return why
    return None


class Placement(Topping, Placing):
    """3.4, 3.5, 3.7: units are placed one after the other, or all the rest at once."""

    usage = "place UNIT HEX | top UNIT | auto | done"
    last = "done"

    def asked(self, g: State, about: str) -> list[Unit]:
        """The units to be placed, or what is asked about."""
        raise NotImplementedError

    def rest(self, g: State) -> None:
        """All that is left to do, done for the player."""
        raise NotImplementedError

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu() if about else Menu("auto")
        return menu.more(placing(g, "place", self.asked(g, about), partial(self.open, g), ""))

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in self.asked(g, "")]

    def refused(self, g: State, order: str) -> Refusal | None:
        return None if order == "auto" else super().refused(g, order)

    def carry_out(self, g: State, order: str) -> Frame | Done | None:
        if order != "auto":
            return super().carry_out(g, order)
        self.rest(g)
        return None

    def put(self, g: State, unit: Unit, hex: Hex) -> None:
        stand(g, unit, hex)


class Deployment(Placement):
    """3.4, 3.5: a side spreads its piles out. The German looks away from the Soviet's."""

    rule = "3.4"
    title = "Deployment"
    phase = "deployment"
    asks = "Deploy your units: place UNIT HEX; auto does the rest for you; then done."
    side: str

    def asked(self, g: State, about: str) -> list[Unit]:
        """The unit or the pile asked about; else all that have not been placed yet."""
        able = deployable(g, self.side)
        if about:
            return [u for u in able if about in (g.unit(u).id, g.grid.name[g.at[u]])]
        return [unit for unit in able if not g.placed >> unit & 1]

    def open(self, g: State, unit: Unit) -> Hexes:
        """3.4, 3.5: where a unit may be deployed."""
        return g.grid.all & ~away.union(g, unit)

    def draw(self, g: State, chance: random.Random) -> str:
        """Any unit that has not been placed, anywhere it may go; or the rest, or the end."""
        waiting = self.able(g)
        number = chance.randrange(len(waiting) + 2)
        if number < len(waiting) and (menu := self.offers(g, waiting[number])):
            return chance.choice(menu)
        return "auto" if number == len(waiting) or self.unfinished(g) else "done"

    def refused_place(self, g: State, id: str, name: str) -> Refusal | None:
        if why := no_hex(g, [name], "2.2") or no_unit(g, [id], self.side, "3.1"):
            return why
        unit = g.roster.find(id)
        if g.reserve >> unit & 1:
            return Refusal("3.5", f"{id} is in reserve, and stays where it is.", (id,))
        return barred(g, g.grid.cell[name], away.bars(g, unit), (id,))

    def put(self, g: State, unit: Unit, hex: Hex) -> None:
        stand(g, unit, hex)
        g.placed |= 1 << unit

    def rest(self, g: State) -> None:
        """3.4, 3.5: keep what the player has placed, and put the rest where the quick start has
        it. Where the two do not go together the quick start has its way with all.
        """
        places = {**quick_start(), **(added_places(g) or {})}
        rest, twin = self.asked(g, ""), g.copy()
        _spread(twin, rest, places)
        if self.unfinished(twin):
            rest = deployable(g, self.side)
        _spread(g, rest, places)
        g.placed |= sum(1 << unit for unit in rest)

    def unfinished(self, g: State) -> Refusal | None:
        return unfinished(g, self.side)

    def close(self, g: State) -> None:
        rule = "3.4" if self.side == GERMAN else "3.5"
        g.say(f"The {self.side.capitalize()} has deployed.", rule)

    def covered(self, g: State, order: str) -> bool:
        """3.5: the Soviet deploys unseen."""
        return self.side == SOVIET and order != "done"


# -- a legal deployment, made for the player -----------------------------------------------------


def _spread(g: State, rest: list[Unit], places: dict[str, str]) -> None:
    for unit in rest:
        if g.unit(unit).id in places:
            stand(g, unit, g.grid.find(places[g.unit(unit).id]))


def added_places(g: State) -> dict[str, str] | None:
    """3.6: where the units added by the Gambit find room beside the quick start; None: nowhere."""
    load: dict[Hex, int] = {}
    owner: dict[Hex, Hex] = {}
    for unit in g.on_map(GERMAN):
        if place := quick_start().get(g.unit(unit).id):
            hex = g.grid.find(place)
            load[hex] = load.get(hex, 0) + 1
            owner[hex] = home(g, unit)[0]
    found = {}
    for id in g.group:
        if g.side_of(g.roster.find(id)) != GERMAN:
            continue
        centre, range_ = home(g, g.roster.find(id))
        near = scan(g.grid.within(centre, range_) & own_side(g, GERMAN))
        spots = [hex for hex in near if owner.get(hex, centre) == centre and load.get(hex, 0) < 3]
        if not spots:
            return None
        hex = min(spots, key=lambda hex: (hex not in owner, g.grid.distance(centre, hex), hex))
        load[hex], owner[hex] = load.get(hex, 0) + 1, centre
        found[id] = g.grid.name[hex]
    return found
