"""18.12: who stands where when a scenario begins, ready made or by hand."""

from collections.abc import Iterator
from functools import cache

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.rules import Rules
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.lines import printed_hq
from kursk.games.spi_kursk.pieces import is_gun, is_hq
from kursk.games.spi_kursk.stacking import full, load
from kursk.games.spi_kursk.state import (
    GERMAN,
    SOVIET,
    State,
    foe,
    home,
    ids,
    ordered_mode,
    rules_of,
    set_mode,
)
from kursk.games.spi_kursk.tables import COMMAND, RESERVES, Start, starts

WAITING = "set-up"  # the status of units that stand on the map


def rows(g: State) -> dict[str, Start]:
    """18.12, 18.13: the units that start on the map."""
    return _rows(g.scenario)


@cache
def _rows(scenario: str) -> dict[str, Start]:
    return {row.id: row for row in starts(scenario) if row.status in (WAITING, "reserve")}


def begin(g: State) -> None:
    """18.12, 18.14, 18.15: control, points, reinforcements; headquarters stand in their hexes."""
    german = home(g, GERMAN)
    g.control = {GERMAN: german, SOVIET: g.grid.all & ~german}
    g.vp = {GERMAN: 0, SOVIET: rules_of(g).soviet_points}
    for row in starts(g.scenario):
        unit = g.roster.find(row.id)
        if row.status == "reinforcement":
            g.remove(unit, f"turn {row.turn}")

    headquarters(g)


def headquarters(g: State) -> None:
    """18.12: each in its hex, in the mode it begins with."""
    for row in starts(g.scenario):
        unit, hex = g.roster.find(row.id), g.grid.cell.get(row.hex, OFF)
        if not row.mode or hex == OFF or g.at[unit] != OFF:
            continue
        if not g.held[foe(g.side_of(unit))] >> hex & 1:
            g.place(unit, hex)
            set_mode(g, unit, row.mode)
            g.reserve |= (row.status == "reserve") << unit


def deploy(g: State) -> None:
    """18.12: the ready-made set-up."""
    for id, row in rows(g).items():
        if g.at[g.roster.find(id)] == OFF:
            stand(g, g.roster.find(id), g.grid.find(row.hex))


def stand(g: State, unit: Unit, hex: Hex) -> None:
    """18.12: a unit takes the mode of its headquarters (S47)."""
    g.place(unit, hex)
    set_mode(g, unit, ordered_mode(g, printed_hq(g.roster)[unit]) or "static")
    g.reserve |= (rows(g)[g.unit(unit).id].status == "reserve") << unit


# -- by hand -------------------------------------------------------------------------------------

away = Rules()  # hexes where a unit may not be set up


def beyond(g: State, unit: Unit, hexes: int) -> Hexes:
    """What lies farther from a unit's headquarters, if that stands on the map."""
    hq = g.at[printed_hq(g.roster)[unit]]
    return g.grid.all & ~g.grid.within(hq, hexes) if hq != OFF else 0


@away.rule("18.12", "That lies across the start line.")
def across(g: State, unit: Unit) -> Hexes:
    return g.grid.all & ~home(g, g.side_of(unit))


@away.rule("18.14", "Reserves are set up within one hex of their headquarters.")
def far_reserve(g: State, unit: Unit) -> Hexes:
    if rows(g)[g.unit(unit).id].status != "reserve":
        return 0
    return beyond(g, unit, RESERVES["within"])


@away.rule("18.12", "That is more than seven hexes from its headquarters.")
def far(g: State, unit: Unit) -> Hexes:
    return beyond(g, unit, COMMAND["communication"])


@away.rule("5.21", "An enemy unit stands there.")
def enemies(g: State, unit: Unit) -> Hexes:
    return g.held[foe(g.side_of(unit))]


@away.rule("7.0", "More than six Stacking Points would be there.")
def no_room(g: State, unit: Unit) -> Hexes:
    points, _, _ = load(g, (unit,))
    return full(g, g.side_of(unit), (points, 0, 0)) & ~here(g, unit)


@away.rule("7.23", "A hex holds one anti-tank and one artillery unit.")
def other_guns(g: State, unit: Unit) -> Hexes:
    _, anti_tank, artillery = load(g, (unit,))
    return full(g, g.side_of(unit), (0, anti_tank, artillery)) & ~here(g, unit)


def here(g: State, unit: Unit) -> Hexes:
    return 1 << g.at[unit] if g.at[unit] != OFF else 0


class SetUp(Decision):
    """18.12: one side's units, or its guns; headquarters stand already."""

    covered = covered
    rule = "18.12"
    title = "Set-up"
    phase = "set-up"
    usage = "place UNIT HEX | auto | end"
    what: str  # as the scenario says: "soviet units", "soviet guns", "german units"

    def actor(self, g: State) -> str:
        return self.what.split()[0]

    def prompt(self, g: State) -> str:
        left = len(self.waiting(g))
        return f"Set up {self.what}: {left} to place. Auto places the rest; then end."

    def mine(self, g: State) -> list[Unit]:
        """18.12: the units of this turn of the set-up."""
        side, guns_too = self.actor(g), "and guns" in self.what
        found = [g.roster.find(id) for id in rows(g)]
        return [
            unit
            for unit in found
            if g.side_of(unit) == side
            and not is_hq(g, unit)
            and (guns_too or side == GERMAN or is_gun(g, unit) == self.what.endswith("guns"))
        ]

    def waiting(self, g: State) -> list[Unit]:
        return [unit for unit in self.mine(g) if g.at[unit] == OFF]

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        waiting = self.waiting(g)
        if not about:
            yield "auto" if waiting else "end"
        for unit in self.mine(g) if about else waiting:
            id = g.unit(unit).id
            if about and about != id and about not in g.grid.cell:
                continue
            for hex in scan(g.grid.all & ~away.union(g, unit)):
                if hex != g.at[unit] and about in ("", id, g.grid.name[hex]):
                    yield f"place {id} {g.grid.name[hex]}"

    def able(self, g: State) -> list[str]:
        found = [u for u in self.waiting(g) if g.grid.all & ~away.union(g, u)]
        return list(ids(g, sorted(found)))

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"] if waiting := self.waiting(g):
                left = ids(g, waiting)
                return Refusal("18.12", f"{len(left)} units are not set up.", left, (), "Say auto.")
            case ["end"]:
                return None
            case ["auto"] if self.waiting(g):
                return None
            case ["place", id, name]:
                return self._refused(g, id, name)
        return self.unread(g, order)

    def _refused(self, g: State, id: str, name: str) -> Refusal | None:
        unit = g.roster.number.get(id)
        if unit is None or unit not in self.mine(g):
            return Refusal("18.12", f"{id} is not set up now.")
        if name not in g.grid.cell:
            return Refusal("3.1", f"There is no hex {name} on this map.")
        for rule in away.against(g.grid.cell[name], g, unit):
            return Refusal(rule.cite, f"{name}: {rule.says}", (id,), (name,))
        if g.at[unit] == g.grid.cell[name]:
            return Refusal("18.12", f"{id} stands there.", (id,), (name,))
        return None

    def play(self, g: State, order: str) -> Done | None:
        match order.split():
            case ["end"]:
                g.say(f"{self.what.capitalize()} are set up.", "18.12")
                return DONE
            case ["auto"]:
                self.rest(g)
            case ["place", id, name]:
                stand(g, g.roster.find(id), g.grid.find(name))
        return None

    def rest(self, g: State) -> None:
        """The rest where the ready-made set-up has it, or as near as there is room."""
        for unit in self.waiting(g):
            wanted = g.grid.find(rows(g)[g.unit(unit).id].hex)
            open_ = g.grid.all & ~away.union(g, unit)
            if not open_:  # no room near its headquarters: the limit of seven gives way
                full_ = no_room(g, unit) | other_guns(g, unit)
                open_ = g.grid.all & ~(across(g, unit) | full_ | enemies(g, unit))
            spot = min(scan(open_), key=lambda hex: (g.grid.distance(wanted, hex), hex))
            stand(g, unit, spot)


class ByHand(Frame):
    """18.12: the turns of a set-up, as the scenario orders them."""

    rule = "18.12"

    def each(self, g: State) -> Frame | None:
        turns = rules_of(g).set_up
        if g.placed >= len(turns):
            g.placed = 0
            return None
        self.repeat()
        g.placed += 1
        g.side = turns[g.placed - 1].split()[0]
        return SetUp(turns[g.placed - 1])

    def start(self, g: State) -> None:
        g.side = ""

    steps = (each, start)
