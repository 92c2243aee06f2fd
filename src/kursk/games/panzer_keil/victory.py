"""5.4, A15.0, A16.0: who controls what, the score, and how a game ends."""

from kursk.core.counters import Unit
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.state import derived
from kursk.games.panzer_keil.disruption import calm
from kursk.games.panzer_keil.positions import positions
from kursk.games.panzer_keil.state import (
    ELIMINATED,
    GERMAN,
    SOVIET,
    WITHDRAWN,
    State,
    area,
    box,
    exhausted,
    foe,
    mech,
    name_of,
    played,
)
from kursk.games.panzer_keil.supply import sources
from kursk.games.panzer_keil.tables import EARLY, LOSSES, TOWNS, VICTORY, Band
from kursk.games.panzer_keil.zones import zone

TIM = "3528"
MINI = ("prokhorovka", "northern-wall")


def enter(g: State, hex: Hex, side: str) -> None:
    """5.4: the last side to pass through a hex keeps it, where nobody has a better claim."""
    if not g.control[side] >> hex & 1:
        g.own(hex, side)


@derived
def occupied(g: State, side: str) -> Hexes:
    """5.4, 5.4.1: held or in the zone of one side alone; else by who passed last."""
    own, other = zone(g, side), zone(g, foe(side))
    return own & ~other | g.control[side] & ~own & ~other


# -- points ------------------------------------------------------------------------------------


def worth(g: State, unit: Unit) -> int:
    """A16.2, A16.3: what the loss of a unit brings the German."""
    counter = g.unit(unit)
    prices = LOSSES[counter.side]
    if "infantry-regiment" in counter.flags:
        points = prices["infantry_regiment"]
    else:
        points = prices["mech" if mech(g, unit) else "foot"]
    return int(points + (prices.get("guards", 0) if "guards" in counter.flags else 0))


def towns(g: State) -> int:
    """A16.1: the towns and cities that the German occupies, within the area in use."""
    held = occupied(g, GERMAN) & area(g)
    return sum(p for name, p in TOWNS.items() if held >> g.grid.find(name) & 1)


def lost(g: State, side: str) -> int:
    """A16.2, A16.3: for the units of a side that were eliminated."""
    return sum(
        worth(g, unit)
        for unit, box in enumerate(g.box)
        if box == ELIMINATED and g.side_of(unit) == side
    )


def supply_points(g: State) -> int:
    """A16.4: two for every source that the other side occupies."""
    taken = {side: (sources(g, side) & occupied(g, foe(side))).bit_count() for side in g.held}
    return sum(int(LOSSES["source"][side]) * count for side, count in taken.items())


def withdrawn(g: State) -> int:
    """A16.6.1: two for each unit that was withdrawn, at the end of the game."""
    return int(LOSSES["withdrawn"]) * g.box.count(WITHDRAWN)


def items(g: State) -> tuple[tuple[str, str, int], ...]:
    """A16.6: the German score, item by item."""
    return (
        ("Towns and cities", "A16.1", towns(g)),
        ("Soviet units eliminated", "A16.2", lost(g, SOVIET)),
        ("German units eliminated", "A16.3", lost(g, GERMAN)),
        ("Supply sources", "A16.4", supply_points(g)),
        ("Units withdrawn", "A16.6.1", withdrawn(g)),
    )


@derived
def running(g: State) -> int:
    """A16.5.3: the points of A16.1 to A16.4, without those for withdrawals."""
    return sum(points for _, rule, points in items(g) if rule != "A16.6.1")


def score(g: State) -> int:
    """A16.6: what decides at the end; in the north, positions that the German occupies (A15.2)."""
    if g.scenario == "northern-wall":
        return (positions(g) & area(g) & occupied(g, GERMAN)).bit_count()
    return running(g) + withdrawn(g)


def gain(g: State) -> int:
    """A16.5.3: what this turn alone has brought."""
    return running(g) - (running(g) if g.score_before is None else g.score_before)


# -- losses ------------------------------------------------------------------------------------


def eliminate(g: State, unit: Unit, rule: str, box: str = ELIMINATED) -> None:
    hex = g.at[unit]
    g.remove(unit, box)
    calm(g, unit)
    if exhausted(g, unit):
        g.lost[unit] = 0
    points = worth(g, unit) if box == ELIMINATED and g.scenario != "northern-wall" else 0
    told = f" ({points:+} points)" if points else ""
    g.say(f"{g.called(unit)} is eliminated{told}.", rule, (hex,), points=points)


# -- the end -----------------------------------------------------------------------------------


def tim_taken(g: State) -> None:
    """A15.1: in the south a supplied German unit that occupies Tim wins at once."""
    hex = g.grid.find(TIM)
    if g.scenario != "prokhorovka" or not occupied(g, GERMAN) >> hex & 1:
        return
    if any(not g.oos >> unit & 1 for unit in g.pile(hex)):
        g.say("Tim has fallen.", "A15.1", (hex,))
        g.finish("German victory: Tim has fallen (A15.1)")


def broken_through(g: State, unit: Unit, hex: Hex) -> None:
    """A15.1: so does one that leaves the map by 2127."""
    exit_hex = played(g).exit
    german = g.side_of(unit) == GERMAN
    if exit_hex == g.grid.name[hex] and german and not g.oos >> unit & 1:
        g.say(f"{g.called(unit)} breaks through.", "A15.1", (hex,))
        g.finish(f"German victory: a breakthrough at {exit_hex} (A15.1)")


def band(g: State, points: int) -> Band:
    """A15.1, A15.2, A16.6.2, OA16.6.2: where a score stands."""
    table = next(
        v for v in VICTORY if g.scenario in v.scenarios and v.version in (g.version, "both")
    )
    return max((b for b in table.bands if b.least <= points), key=lambda b: b.least)


def conclude(g: State) -> None:
    """A16.6: the score, and whose victory it is."""
    total = score(g)
    won = band(g, total)
    if g.scenario == "northern-wall":
        counted, rule = f"{total} positions", "A15.2"
        names = g.grid.names(positions(g) & area(g) & occupied(g, GERMAN))
        g.say(f"Positions in German hands: {', '.join(names) or 'none'}.", "A15.2")
    else:
        counted, rule = f"{total} points", "A15.1" if g.scenario in MINI else "A16.6.2"
        for label, cited, points in items(g):
            g.say(f"{label}: {points:+}.", cited)
    if not won.winner:
        g.finish(f"Draw: {counted} ({rule})")
        return
    level = f" {won.level}" if won.level else ""
    g.finish(f"{won.winner.capitalize()}{level} victory: {counted} ({rule})")


def end_of_turn(g: State) -> None:
    """A15.1, A15.2, A16.5: is the game over? Else note what the next turn starts from."""
    last = g.turn >= played(g).turns
    if g.scenario not in MINI:
        last |= not keeps_going(g)
    if last:
        conclude(g)
        return
    release(g)
    g.score_before = running(g)


def keeps_going(g: State) -> bool:
    """A16.5.1, A16.5.2: from turn 5 on the German must earn enough to go on attacking."""
    needed, earned = box(g).offensive, gain(g)
    if needed is None:
        return True
    enough = earned >= needed
    told = "the offensive goes on" if enough else "the offensive is over"
    g.say(f"This turn: {earned:+} points of {needed} needed: {told}.", "A16.5.2")
    return enough


def release(g: State) -> None:
    """A12.0: a German success brings the armies of turn 9 sooner."""
    kursk = occupied(g, GERMAN) >> g.grid.find(EARLY["hex"]) & 1
    if g.early_release and not g.released and (running(g) >= EARLY["points"] or kursk):
        g.released = True
        if g.turn < 8 and g.scenario == "campaign":
            g.say("The Steppe Front is released: its armies may come from now on.", "A12.0")


def held_towns(g: State) -> dict[str, int]:
    """A16.1: what the German occupies, by name; for whoever asks how the score stands."""
    held = occupied(g, GERMAN) & area(g)
    found = scan(held & g.grid.set(TOWNS))
    return {name_of(g, hex): TOWNS[g.grid.name[hex]] for hex in found}
