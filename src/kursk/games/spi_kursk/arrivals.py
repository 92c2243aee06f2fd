"""12.3, 18.21: reinforcements, and headquarters that come back."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.core.hexes import OFF, Hexes, scan
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.lines import fed, hq_of, printed_hq
from kursk.games.spi_kursk.reserves import alarm
from kursk.games.spi_kursk.stacking import SAYS, crowding, full, load
from kursk.games.spi_kursk.state import ELIMINATED, State, foe, ids, ordered_mode, present, set_mode
from kursk.games.spi_kursk.tables import entries
from kursk.games.spi_kursk.victory import enter
from kursk.games.spi_kursk.zones import enemy_zone

NEAR = 3  # 12.3: hexes from one of its units


def due(g: State, side: str) -> list[Unit]:
    """12.3, 18.21: who may come onto the map now."""
    found = []
    for unit, box in enumerate(g.box):
        if not box or g.side_of(unit) != side:
            continue
        word, _, turn = box.partition(" ")
        back = box == ELIMINATED and g.absent.get(g.unit(unit).id, 1) <= 0
        if back or (word == "turn" and int(turn) <= g.turn):
            found.append(unit)
    return found


def entry_hexes(g: State, unit: Unit) -> Hexes:
    """18.21: the lettered hexes given for a unit; for an invented one all of its side."""
    kind = f"{g.side_of(unit)} entry"
    letters = entries(g.scenario).get(g.unit(unit).id)
    if letters is None:
        return g.board.hexes[kind]
    hexes = 0
    for letter in letters:
        hexes |= g.board.groups.get((kind, letter), 0)
    return hexes


def open_hexes(g: State, unit: Unit) -> Hexes:
    """18.21, 12.3: where a unit may be placed, stacking apart."""
    side = g.side_of(unit)
    free = ~(g.held[foe(side)] | enemy_zone(g, side)) & g.grid.all
    if g.box[unit] != ELIMINATED:
        return entry_hexes(g, unit) & g.control[side] & free
    near = 0
    for other in present(g, side):
        if unit in (printed_hq(g.roster)[other], hq_of(g, other)):
            near |= g.grid.within(g.at[other], NEAR)
    return near & fed(g, side) & free


def spots(g: State, unit: Unit) -> Hexes:
    side = g.side_of(unit)
    return open_hexes(g, unit) & ~full(g, side, load(g, (unit,)))


class Arrivals(Decision):
    """18.21: placed in the Administrative Phase of their turn or later, at will."""

    covered = covered
    rule = "18.21"
    title = "Reinforcements"
    phase = "arrivals"
    usage = "place UNIT HEX | end"

    def prompt(self, g: State) -> str:
        return f"Place {g.called(*due(g, g.side))}, or end and keep them for later."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for unit in due(g, g.side):
            id = g.unit(unit).id
            for hex in scan(spots(g, unit)):
                if about in ("", id, g.grid.name[hex]):
                    yield f"place {id} {g.grid.name[hex]}"
        if not about:
            yield "end"

    def able(self, g: State) -> list[str]:
        return list(ids(g, [unit for unit in due(g, g.side) if spots(g, unit)]))

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return None
            case ["place", id, name]:
                return self._refused(g, id, name)
        return self.unread(g, order)

    def _refused(self, g: State, id: str, name: str) -> Refusal | None:
        unit = g.roster.number.get(id)
        if unit is None or unit not in due(g, g.side):
            if id in g.absent:
                return Refusal("12.3", f"{id} is not back yet.", (id,))
            return Refusal("18.21", f"{id} does not arrive now.")
        hex = g.grid.cell.get(name)
        if hex is None:
            return Refusal("3.1", f"There is no hex {name} on this map.")
        if not open_hexes(g, unit) >> hex & 1:
            if g.box[unit] == ELIMINATED:
                says = f"{id} comes back within {NEAR} hexes of a unit of its own, supplied, free."
                return Refusal("12.3", says, (id,), (name,))
            says = f"{id} comes by its own entry hexes, friendly and free of enemies."
            return Refusal("18.21", says, (id,), (name,))
        if why := crowding(g, (unit,), hex):
            return Refusal(why, f"{name}: {SAYS[why]}.", (id,), (name,))
        return None

    def play(self, g: State, order: str) -> Done | None:
        match order.split():
            case ["end"]:
                return DONE
            case ["place", id, name]:
                unit, hex = g.roster.find(id), g.grid.find(name)
                rule = "12.3" if g.box[unit] == ELIMINATED else self.rule
                g.absent.pop(id, None)
                g.place(unit, hex)
                g.lost[unit] = 0
                enter(g, hex, (unit,))
                hq = printed_hq(g.roster)[unit]
                led = hq >= 0 and hq != unit and g.at[hq] != OFF
                set_mode(g, unit, ordered_mode(g, hq) if led else "mobile")
                g.say(f"{g.called(unit)} arrives in {g.name_of(hex)}.", rule, (hex,))
                alarm(g)
        return None if any(spots(g, unit) for unit in due(g, g.side)) else DONE


def wait(g: State, side: str) -> None:
    """12.3: another Administrative Phase has come for the headquarters that are gone."""
    for id in g.absent:
        if g.side_of(g.roster.find(id)) == side:
            g.absent[id] = max(0, g.absent[id] - 1)
