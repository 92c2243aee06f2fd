"""3.1, 3.4, 3.6, 3.7: the order of the set-up, and Manstein's Gambit."""

import random
from collections.abc import Sequence

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.core.orders import no_hex, placing
from kursk.core.state import derived, units
from kursk.core.words import few
from kursk.games.drive_on_kursk.deployment import (
    Deployment,
    Placement,
    added_places,
    home,
    own_side,
    stand,
)
from kursk.games.drive_on_kursk.reserves import wake
from kursk.games.drive_on_kursk.stacking import full, size
from kursk.games.drive_on_kursk.state import GERMAN, KURSK, RESERVE, SOVIET, State

ADDED = ("turn 3", "conditional", "gambit")  # 3.6: no longer told apart


class Declaration(Decision):
    """3.4, 3.6: the German declares for or against the Gambit; the Soviet has no say."""

    rule = "3.4"
    title = "Manstein's Gambit"
    phase = "declaration"
    usage = "gambit | no gambit"
    side = GERMAN
    asks = "Declare for Manstein's Gambit, or against it."

    def play(self, g: State, order: str) -> Done:
        g.gambit = order == "gambit"
        g.say("The German declares " + ("for" if g.gambit else "against") + " the Gambit.", "3.4")
        return DONE


class SetUp(Frame):
    """3.1: one player after the other, the German first."""

    rule = "3.1"
    title = "Set-up"

    def gambit(self, g: State) -> Frame | None:
        g.side = g.deploying = GERMAN
        return Gambit() if g.gambit else None

    def soviet(self, g: State) -> Frame:
        g.side = g.deploying = SOVIET
        g.placed = 0
        return Deployment(SOVIET)

    def reserves(self, g: State) -> Frame | None:
        g.placed = 0
        return ReservePlacement() if g.gambit else None

    def begin_play(self, g: State) -> None:
        g.deploying, g.placed, g.group = "", 0, {}
        g.learned += 1
        wake(g)  # 9.2: a reserve that a German stands next to already

    steps = (gambit, Deployment(GERMAN), soviet, reserves, begin_play)


# -- 3.6: the German adds what he has ------------------------------------------------------------


class Gambit(Frame):
    """3.6, 3.7: the Soviet lifts his reserves; the German adds all 3, C and M units."""

    rule = "3.6"
    title = "Manstein's Gambit"

    def lift(self, g: State) -> None:
        for unit in units(g.reserve):
            g.remove(unit, RESERVE)
        g.reserve = 0  # 9.2: activated one and all

    def add(self, g: State) -> Frame | None:
        return Additions() if best_pile(g) is not None else None

    steps = (lift, add)


def gathered(g: State) -> list[Unit]:
    """3.6: the units still to be added."""
    return [u for u, box in enumerate(g.box) if box in ADDED and g.side_of(u) == GERMAN]


def join(g: State, unit: Unit, hex: Hex) -> None:
    """3.6: an added unit belongs to the pile it is set upon, with its smallest range (A-11)."""
    ranges = [home(g, other)[1] for other in g.pile(hex)]
    g.place(unit, hex)
    g.group[g.unit(unit).id] = f"{g.grid.name[hex]}-{min(ranges)}"


def _spoils(g: State, unit: Unit, hex: Hex) -> bool:
    """Would the pile grow so that it could no longer be spread out?"""
    twin = g.copy()
    join(twin, unit, hex)
    return added_places(twin) is None


@derived
def piles(g: State) -> Hexes:
    """3.6: the piles that bear a further unit; any is as good as another."""
    first = gathered(g)[0]
    return sum(1 << hex for hex in scan(g.held[GERMAN]) if not _spoils(g, first, hex))


class Additions(Decision):
    """3.6: each added unit goes on top of Germans already there; stacking does not count yet.

    So no hex joins those that held Germans as the step began.
    """

    rule = "3.6"
    title = "Units of the Gambit"
    phase = "additions"
    usage = "add UNIT HEX | auto"
    side = GERMAN
    asks = "Add the units of the Gambit to piles on the map: add UNIT HEX; or auto."

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        menu = Menu() if about else Menu("auto")
        return menu.more(placing(g, "add", gathered(g), lambda unit: piles(g), about))

    def draw(self, g: State, chance: random.Random) -> str:
        """Any unit on any pile that bears it; or all the rest at once."""
        added = gathered(g)
        number = chance.randrange(len(added) + 1)
        hexes = list(scan(g.held[GERMAN])) if number < len(added) else []
        while hexes:
            hex = hexes.pop(chance.randrange(len(hexes)))
            if not _spoils(g, added[number], hex):
                return f"add {g.unit(added[number]).id} {g.grid.name[hex]}"
        return "auto"

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in gathered(g)]

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["auto"]:
                return None
            case ["add", id, name]:
                unit = g.roster.number.get(id)
                if unit not in gathered(g):
                    return Refusal("3.6", f"{id} is no unit to be added.")
                hex = g.grid.cell.get(name, OFF)
                if hex == OFF or not g.held[GERMAN] >> hex & 1:
                    says = f"No German unit stood in {name} as this step began."
                    return Refusal("3.6", says, (id,), (name,))
                if _spoils(g, unit, hex):
                    says = f"The pile in {name} could not be spread out within its range (3.4)."
                    return Refusal("3.6", says, (id,), (name,))
                return None
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done | None:
        match order.split():
            case ["auto"]:
                while (hex := best_pile(g)) is not None:
                    join(g, gathered(g)[0], hex)
            case [_, id, name]:
                join(g, g.roster.find(id), g.grid.find(name))
        return None if best_pile(g) is not None else DONE


def best_pile(g: State) -> Hex | None:
    """The pile that bears a further unit best, the south first: that is where Manstein fought.

    None where all are added, or where no pile can take another; then the rest stays out.
    """
    hexes = sorted(scan(g.held[GERMAN]), key=lambda hex: (len(g.pile(hex)), g.grid.name[hex]))
    return next((h for unit in gathered(g)[:1] for h in hexes if not _spoils(g, unit, h)), None)


# -- 3.7: the Soviet puts his reserves anywhere --------------------------------------------------


class ReservePlacement(Placement):
    """3.7: the former reserves go anywhere on the Soviet side within stacking limits."""

    rule = "3.7"
    title = "Reserves of the Gambit"
    phase = "reserve placement"
    side = SOVIET
    asks = "Place the former reserves: place UNIT HEX; auto does the rest; then done."

    def asked(self, g: State, about: str) -> list[Unit]:
        return [unit for unit in g.boxed(RESERVE) if about in ("", g.unit(unit).id)]

    def open(self, g: State, unit: Unit) -> Hexes:
        return own_side(g, SOVIET) & ~full(g, SOVIET, size(g, unit))

    def unfinished(self, g: State) -> Refusal | None:
        ids = tuple(self.able(g))
        return Refusal("3.7", f"Still to be placed: {few(ids)}.", ids) if ids else None

    def refused_place(self, g: State, id: str, name: str) -> Refusal | None:
        if why := no_hex(g, [name], "2.2"):
            return why
        unit, hex = g.roster.number.get(id), g.grid.cell[name]
        if unit is None or (g.box[unit] != RESERVE and not g.unit(unit).setup.endswith("-R")):
            return Refusal("3.7", f"{id} was no reserve.")
        if not own_side(g, SOVIET) >> hex & 1:
            return Refusal("3.7", "That hex lies across the initial front line.", (id,), (name,))
        if hex != g.at[unit] and not self.open(g, unit) >> hex & 1:
            return Refusal("7.2", "The hex cannot hold more.", (id,), (name,))
        return None

    def rest(self, g: State) -> None:
        """Each as near as there is room to the hex that is printed on it."""
        for unit in g.boxed(RESERVE):
            printed = g.grid.find(g.unit(unit).setup.partition("-")[0] or KURSK)
            open_ = scan(self.open(g, unit))
            stand(g, unit, min(open_, key=lambda hex: (g.grid.distance(printed, hex), hex)))

    def covered(self, g: State, order: str) -> bool:
        """3.5: the German does not look."""
        return order != "done"
