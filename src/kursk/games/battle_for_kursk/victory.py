"""5.0: control, Moscow, and the count of victory points."""

from kursk.core.hexes import Hex, scan
from kursk.games.battle_for_kursk import objective
from kursk.games.battle_for_kursk.objective import WORTH
from kursk.games.battle_for_kursk.state import (
    ELIMINATED,
    GERMAN,
    RUSSIAN,
    SIDES,
    State,
    cities,
    foe,
    home,
    place,
)
from kursk.games.battle_for_kursk.tables import BANDS, Band


def enter(g: State, hex: Hex, side: str) -> None:
    """5.0, 10.0, 12.1: what happens when a side's unit comes into a hex, by whatever means.

    The last to enter a city controls it; Moscow ends the game; the objective scores.
    """
    if cities(g) >> hex & 1 and g.owner(hex) != side:
        g.own(hex, side)
        g.say(f"{side.capitalize()} units take {g.name_of(hex)}.", "10.0", (hex,))
    moscow_falls(g)
    objective.occupied(g)


def moscow_falls(g: State) -> None:
    """5.0: the German wins at once when Moscow is his."""
    if fallen := g.control[GERMAN] & place(g, "Moscow"):
        g.say("Moscow has fallen.", "5.0", tuple(scan(fallen)))
        g.finish("German victory: Moscow has fallen (5.0)")


def score(g: State) -> tuple[tuple[str, int], ...]:
    """5.0: the points, item by item: Russian ones above zero, German ones below."""
    major = g.board.hexes["major city"]
    taken = {side: (major & g.control[side] & home(g, foe(side))).bit_count() for side in SIDES}
    # a unit that was rebuilt is out of the box
    lost = {side: len(g.boxed(ELIMINATED, side)) for side in SIDES}
    return (
        ("Russian major cities west of the Start Line", taken[RUSSIAN]),
        ("German major cities east of the Start Line", -taken[GERMAN]),
        ("Strategic Objective", WORTH.get(g.scored, 0)),
        ("Fewer units eliminated", (lost[GERMAN] > lost[RUSSIAN]) - (lost[GERMAN] < lost[RUSSIAN])),
    )


def points(g: State) -> int:
    return sum(value for _, value in score(g))


def band(total: int) -> Band:
    """5.0: where a total stands on the victory point track."""
    return next(band for band in BANDS if band.least is None or total >= band.least)


def conclude(g: State) -> None:
    """5.0: after turn 8 the points are counted."""
    for label, value in score(g):
        g.say(f"{label}: {value:+}.", "5.0")
    total = points(g)
    won = band(total)
    g.finish(f"{won.winner.capitalize()} {won.level} victory: {total:+} points (5.0)")
