"""9.52, 9.53: steps lost, and what goes with them."""

from kursk.core.choices import Named
from kursk.core.counters import Unit
from kursk.core.flow import DONE, Done, Refusal
from kursk.core.hexes import OFF, Hex
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.lines import hq_of
from kursk.games.spi_kursk.pieces import is_gun, is_hq, kinds
from kursk.games.spi_kursk.state import (
    ELIMINATED,
    State,
    foe,
    ids,
    ordered_mode,
    present,
    set_mode,
    steps,
)
from kursk.games.spi_kursk.victory import price, score_loss, swing

ABSENT = 2  # 12.3: an eliminated headquarters is back in the next Administrative Phase but one
PER_STEP = 2  # 13.26: what a step of an anti-tank unit pays for at the most


def forget(g: State, unit: Unit) -> None:
    """Off the map a unit has no mode, no command and no marker."""
    keep = ~(1 << unit)
    set_mode(g, unit, "")
    for mark in (
        "disrupted", "unsupplied", "cutoff", "independent", "reserve", "moved", "halted", "railed",
        "disengaged", "attacked", "earlier", "fired", "shown",
    ):  # fmt: skip
        setattr(g, mark, getattr(g, mark) & keep)
    for track in (g.attached, g.spent, g.suppressed):
        track.pop(g.unit(unit).id, None)


def eliminate(g: State, unit: Unit, rule: str) -> None:
    """9.52, 12.3: a unit is gone; a headquarters comes back."""
    hex, id = g.at[unit], g.unit(unit).id
    g.remove(unit, ELIMINATED)
    g.lost[unit] = 0
    forget(g, unit)
    g.parts.pop(id, None)
    points = swing(foe(g.side_of(unit)), price(g, unit))
    g.say(f"{g.called(unit)} is eliminated.", rule, (hex,), points=points)
    score_loss(g, unit)
    if is_hq(g, unit):
        g.absent[id] = ABSENT
        followers(g, unit)
    if kinds(g.roster).partisan >> unit & 1:
        g.box[unit] = ""  # 15.33: there are others


def followers(g: State, hq: Unit) -> None:
    """12.3: without its headquarters a unit is out of communication; 11.16: Kampfgruppen, too."""
    for unit in present(g, g.side_of(hq)):
        if hq_of(g, unit) == hq and not g.independent >> unit & 1:
            g.cutoff |= 1 << unit


def lose_step(g: State, unit: Unit, rule: str = "9.53", times: int = 1) -> None:
    """9.53: a step and two points of strength; without a step left the unit is eliminated."""
    if steps(g, unit) <= times:
        eliminate(g, unit, rule)
        return
    g.reduce(unit, times)
    taken = "a step" if times == 1 else f"{times} steps"
    g.say(f"{g.called(unit)} loses {taken}.", rule, (g.at[unit],))


def abandoned_guns(g: State, hexes: tuple[Hex, ...]) -> None:
    """9.55: guns in a hex where all other units have been eliminated go with them."""
    for hex in hexes:
        pile = g.pile(hex)
        if pile and all(is_gun(g, unit) for unit in pile):
            for unit in pile:
                eliminate(g, unit, "9.55")


# -- choosing ------------------------------------------------------------------------------------


def candidates(g: State, units: tuple[Unit, ...]) -> list[Unit]:
    """9.52: who may lose a step: artillery only when nobody else of the force is left."""
    left = [unit for unit in units if g.at[unit] != OFF]
    others = [unit for unit in left if not kinds(g.roster).artillery >> unit & 1]
    return others or left


def pays(g: State, unit: Unit, due: int) -> int:
    """13.26: results on anti-tank units are halved, rounded up: a step pays for two."""
    return min(due, PER_STEP) if kinds(g.roster).anti_tank >> unit & 1 else 1


def lose_what_must_be(g: State, units: tuple[Unit, ...], due: int) -> int:
    """9.52: take the steps about which there is nothing to choose; what is left to pay."""
    while due > 0 and (open_ := candidates(g, units)):
        total = sum(steps(g, u) * pays(g, u, PER_STEP) for u in open_)
        if len(open_) > 1 and total > due:
            return due
        unit = open_[0]
        due -= pays(g, unit, due)
        lose_step(g, unit)
    return 0


class Losses(Named):
    """9.52: the owner spreads step losses over his force, one at a time."""

    covered = covered
    rule = "9.52"
    title = "Step losses"
    verb = "lose"
    usage = "lose UNIT"
    small = True
    side: str
    units: tuple[int, ...]
    due: int

    def prompt(self, g: State) -> str:
        return f"Still to pay: {self.due}. Choose the unit that loses a step."

    def names(self, g: State) -> tuple[str, ...]:
        return ids(g, candidates(g, self.units))

    def strange(self, g: State, name: str) -> Refusal:
        if name in ids(g, [unit for unit in self.units if g.at[unit] != OFF]):
            return Refusal("9.52", f"{name} is artillery, and other units of the force are left.")
        return Refusal("9.52", f"{name} is not of the force that pays.")

    def chosen(self, g: State, named: Unit) -> Done | None:
        self.due -= pays(g, named, self.due)
        lose_step(g, named)
        self.due = lose_what_must_be(g, self.units, self.due)
        return None if self.due > 0 else DONE


def disrupt(g: State, unit: Unit, rule: str) -> None:
    """10.31: Disrupted lies over the mode that was ordered; partisans have none."""
    if g.disrupted >> unit & 1 or not ordered_mode(g, unit):
        return
    g.known = {}  # 8.12: its zone is gone
    g.disrupted |= 1 << unit
    g.say(f"{g.called(unit)} is Disrupted.", rule, (g.at[unit],))
