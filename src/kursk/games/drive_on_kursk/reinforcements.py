"""9.3–9.7: reinforcements."""

from kursk.core.choices import Placing
from kursk.core.counters import Unit
from kursk.core.flow import DONE, Done, Frame, Refusal
from kursk.core.hexes import OFF, Hex, Hexes
from kursk.core.rules import Rules
from kursk.core.state import derived
from kursk.games.drive_on_kursk.ground import entry_cost
from kursk.games.drive_on_kursk.pieces import mobility
from kursk.games.drive_on_kursk.stacking import full, size
from kursk.games.drive_on_kursk.state import GERMAN, GONE, KURSK, LGOV, SOVIET, State, foe, zone
from kursk.games.drive_on_kursk.supply import edge, supplied
from kursk.games.drive_on_kursk.victory import enter

CONDITIONAL = "conditional"
ENTRIES = ("5308", "1609")  # 9.3: Bryansk and Kharkov
QUOTA = {"line": 3, "lgov": 3, "kursk": 9}  # 9.6


# -- what is set off ---------------------------------------------------------------------------


def free_german(g: State) -> None:
    """9.5: Lgov, or a hex two from Kursk, in German hands as the German turn begins.

    Either frees two conditional divisions now and two in the next German turn, whatever
    becomes of the hexes; both free all four. What is not used is not lost (A-19).
    """
    g.entered = 0
    if g.gambit or g.entitled == 4:
        return
    if g.entitled and g.turn > g.triggered:
        g.entitled = 4
    else:
        lgov = g.control[GERMAN] >> g.grid.find(LGOV) & 1
        ring = g.control[GERMAN] & g.grid.ring(g.grid.find(KURSK), 2)
        g.entitled = 2 * (bool(lgov) + bool(ring))
        if not g.entitled:
            return
        g.triggered = g.turn
    g.say(f"{g.entitled} German conditional divisions are free to have entered.", "9.5")


def free_soviet(g: State) -> None:
    """9.6: German-held trigger hexes as the Soviet turn begins; each area is latched for good."""
    held = {
        "line": g.control[GERMAN] & g.board.hexes["trigger line"],
        "lgov": g.control[GERMAN] >> g.grid.find(LGOV) & 1,  # that hex alone
        "kursk": g.control[GERMAN] >> g.grid.find(KURSK) & 1,
    }
    g.entered = 0
    for area, hexes in held.items():
        if hexes and area not in g.triggers:
            g.triggers = (*g.triggers, area)
            g.say(f"{QUOTA[area]} Soviet conditional units a turn are freed: {area}.", "9.6")


def quota(g: State) -> int:
    """9.6: how many Soviet conditional units may enter in a turn; nothing is saved up (A-20)."""
    return sum(QUOTA[area] for area in g.triggers)


# -- who is due, and where ---------------------------------------------------------------------


def due(g: State, side: str) -> list[Unit]:
    """9.3, 9.4, 9.5, 9.6: the units that may come in now; none is early, any may be late."""
    if g.gambit and side == GERMAN:
        return []
    found = [unit for turn in range(2, g.turn + 1) for unit in g.boxed(f"turn {turn}", side)]
    free = quota(g) > g.entered if side == SOVIET else 0 < g.entitled > _conditional_entered(g)
    return found + (g.boxed(CONDITIONAL, side) if free else [])


def _conditional_entered(g: State) -> int:
    """9.5: how many German conditional divisions have come in so far.

    Invented ones are told from others only in the turn in which they enter.
    """
    held = [u for u, c in enumerate(g.roster) if c.side == GERMAN and c.arrives == "C"]
    known = sum(g.at[unit] != OFF or g.box[unit] in GONE for unit in held)
    return max(known, g.entered)


def cities(g: State) -> Hexes:
    """9.3: Bryansk and Kharkov."""
    return g.grid.set(ENTRIES)


shut = Rules()  # hexes by which a side's units of a size may not come in


@shut.rule("9.3", "Units come in by their own map edge; Germans in Bryansk or Kharkov too.")
def elsewhere(g: State, side: str, more: int) -> Hexes:
    return g.grid.all & ~edge(g.grid, side) & ~(cities(g) if side == GERMAN else 0)


@shut.rule("9.3", "The enemy controls that edge hex.")
def lost_edge(g: State, side: str, more: int) -> Hexes:
    return edge(g.grid, side) & g.control[foe(side)]


@shut.rule("9.3", "That hex lies next to an enemy unit.")
def near_enemy(g: State, side: str, more: int) -> Hexes:
    return zone(g, foe(side)) | g.held[foe(side)]


@shut.rule("9.3", "The city is not in supply.")  # it is German, and a trace succeeds
def cut_city(g: State, side: str, more: int) -> Hexes:
    return cities(g) & ~(supplied(g, side) & g.control[side]) if side == GERMAN else 0


@shut.rule("7.2", "The hex cannot hold another unit of that size.")
def no_room(g: State, side: str, more: int) -> Hexes:
    return full(g, side, more)


def entrances(g: State, unit: Unit) -> Hexes:
    """9.3, 9.4: where a unit may come in."""
    return _entrances(g, g.side_of(unit), size(g, unit))


@derived
def _entrances(g: State, side: str, more: int) -> Hexes:
    return g.grid.all & ~shut.union(g, side, more)


class Arrivals(Placing):
    """9.3: units come in at the start of a movement phase, before anything moves (A-22)."""

    rule = "9.3"
    title = "Reinforcements"
    phase = "arrivals"
    verb = "enter"
    usage = "enter UNIT HEX | end"
    asks = "Bring reinforcements in, or hold the rest back: end."

    def waiting(self, g: State) -> list[Unit]:
        return due(g, g.side)

    def open(self, g: State, unit: Unit) -> Hexes:
        return entrances(g, unit)

    def refused_place(self, g: State, id: str, name: str) -> Refusal | None:
        return refused_entry(g, id, name)

    def put(self, g: State, unit: Unit, hex: Hex) -> Done | None:
        _bring_in(g, unit, hex)
        return None if due(g, g.side) else DONE


def refused_entry(g: State, id: str, name: str) -> Refusal | None:
    if "," in id:
        says = "One unit at a time; others may follow into the same hex."
        return Refusal(own_rule(g.side), says, tuple(id.split(",")))
    unit = g.roster.number.get(id)
    if unit is None or g.side_of(unit) != g.side:
        return Refusal(own_rule(g.side), f"You have no unit {id}.")
    if unit not in due(g, g.side):
        return _not_due(g, unit)
    if name not in g.grid.cell:
        return Refusal("2.2", f"There is no hex {name} on this map.")
    for rule in shut.against(g.grid.cell[name], g, g.side, size(g, unit)):
        cite = own_rule(g.side) if rule.cite == "9.3" else rule.cite
        return Refusal(cite, rule.says, (id,), (name,))
    return None


class SovietArrivals(Arrivals):
    """9.4: the Soviets come in on the terms of 9.3, but a player looks under his own number."""

    rule = "9.4"


ARRIVALS = {GERMAN: Arrivals, SOVIET: SovietArrivals}


def arriving(g: State) -> Frame | None:
    return ARRIVALS[g.side]() if due(g, g.side) else None


def own_rule(side: str) -> str:
    return ARRIVALS[side].rule


def _not_due(g: State, unit: Unit) -> Refusal:
    id, box, rule = g.unit(unit).id, g.box[unit], own_rule(g.side)
    says = f"{id} is no reinforcement that could enter."
    if g.gambit and g.side == GERMAN:
        says = "With the Gambit there are no German reinforcements."
    elif box.startswith("turn "):
        says = f"{id} is not due before {box}."
    elif box == CONDITIONAL and g.side == GERMAN:
        rule, says = "9.5", "No further conditional division is free to enter."
    elif box == CONDITIONAL:
        rule, says = "9.6", f"This turn's quota of {quota(g)} conditional units is used up."
        if not quota(g):
            says = "No conditional unit is free: the German holds no trigger hex."
    return Refusal(rule, says, (id,))


def _bring_in(g: State, unit: Unit, hex: Hex) -> None:
    counter = g.unit(unit)
    if g.box[unit] == CONDITIONAL:
        g.entered += 1
    g.place(unit, hex)
    g.arrived |= 1 << unit
    if edge(g.grid, counter.side) >> hex & 1:  # 9.3: by the edge the first hex is paid for
        g.spent[counter.id] = entry_cost(g.board, counter.side, mobility(counter), hex)
    g.say(f"{counter.name} enters at {g.grid.name[hex]}.", own_rule(counter.side), (hex,))
    enter(g, hex, counter.side)


class FightFightArrivals(Frame):
    """9.7: in Fight/Fight, placed as the first combat phase opens, and pinned for the turn."""

    rule = "9.7"

    def enter(self, g: State) -> Frame | None:
        g.arrived = 0
        return arriving(g)

    def pin(self, g: State) -> None:
        g.pinned |= g.arrived
        g.arrived, g.spent = 0, {}

    steps = (enter, pin)


# -- orders of another step, where it depends on how things stand --------------------------------


def out_of_step(g: State, order: str) -> Refusal | None:
    """5.1, 9.3, 11.10: units that come in, the Luftwaffe; the rest is in `data/verbs.toml`."""
    match order.split():
        case ["enter", id, name]:
            return refused_entry(g, id, name) or _late(g)
        case ["support"] if not g.air:
            return Refusal("11.10", "No Luftwaffe counter is left in this game turn.")
    return None


def _late(g: State) -> Refusal:
    """9.3, 9.7: units come in before the phase is used."""
    if g.plan.get(g.side) == "fight-fight":
        return Refusal("9.7", "In Fight/Fight units come in as the first combat phase opens.")
    return Refusal(own_rule(g.side), "Units come in as a movement phase begins, before any move.")
