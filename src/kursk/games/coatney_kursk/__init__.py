"""Kursk, corps and armies: from the Desna to the Don in eight weeks, on a home-made sheet."""

from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.core.flow import deciding
from kursk.core.game import Game, Supply
from kursk.core.hexes import Hexes, scan
from kursk.core.paths import Reach
from kursk.core.tables import Receipt
from kursk.core.view import View, look, named
from kursk.games.coatney_kursk.lines import active, held_lines
from kursk.games.coatney_kursk.movement import Movement, ways
from kursk.games.coatney_kursk.panzerkeil import POINTS, pointing, refused_wedge
from kursk.games.coatney_kursk.positions import PHASES, moment
from kursk.games.coatney_kursk.questions import receipt_for
from kursk.games.coatney_kursk.sequence import Kursk
from kursk.games.coatney_kursk.setup import before_play, deploy
from kursk.games.coatney_kursk.state import BOXES, GERMAN, RUSSIAN, SIDES, State, foe, towns
from kursk.games.coatney_kursk.supply import supply_of
from kursk.games.coatney_kursk.tables import TURNS, VICTORY, printed
from kursk.games.coatney_kursk.victory import holds
from kursk.games.coatney_kursk.zones import zone


@cache
def _misprinted(roster: Roster) -> list[str]:
    """Counters without an attack and a defence factor."""
    return [
        f"{counter.id} needs one strength, attack/defence (§Scale)"
        for counter in roster
        if counter.type != "air" and (counter.steps != 1 or "/" not in counter.strengths[0])
    ]


class CoatneyKursk(Game):
    title = "coatney_kursk"
    version = 2
    name = "Kursk: Corps and Armies"
    about = "The whole summer between Desna and Don: Panzerkeile against lines, korps and armies."
    sides = SIDES
    state = State
    folder = Path(__file__).parent
    scenarios = {
        "historical": "Eight weeks from 5 July 1943; the German places ten units as he likes.",
        "free": "The same, with all tank units placed in turn, the largest first.",
    }
    options = {"air": ("off", "on"), "mud": ("off", "on")}
    tracks = (
        "air", "mud", "impulse", "pool", "taken", "wedges", "spent", "battles", "claims", "stormed",
        "grounded",
    )  # fmt: skip
    areas = ("taken", "stormed")
    kinds = ("move", "march")
    marks = (
        "disrupted", "entrenched", "emplaced", "moved", "fought", "marched", "done", "broken",
        "attacked", "flown", "guarded",
    )  # fmt: skip
    shown = tuple(f"wedge {way}" for way in POINTS)
    boxes = BOXES
    attacks = "allocation"
    passing = (
        "moved", "fought", "marched", "done", "broken", "attacked", "flown", "guarded", "battles",
        "spent", "claims", "stormed",
    )  # fmt: skip
    graves = ("eliminated", "shot down")
    phases = {name: partial(moment, name) for name in PHASES}

    @cached_property
    def board(self) -> Board:
        return printed()

    def blank(self, board: Board, roster: Roster) -> State:
        g = State(board=board, roster=roster)
        g.held = dict.fromkeys(SIDES, 0)
        before_play(g)
        return g

    def setup(self, scenario: str, options: dict[str, str]) -> State:
        g = self.blank(self.board, self.roster)
        g.air, g.mud = options["air"] == "on", options["mud"] == "on"
        deploy(g, free=scenario == "free")
        g.stack = [Kursk()]
        return g

    def view(self, g: State, side: str) -> View:
        """Everything lies open: units of Panzerkeile show where they point, line hexes who holds
        them.
        """
        cities = dict.fromkeys(
            name for aim in VICTORY for name in (*aim.take, *aim.hold, *aim.any_of)
        )
        tracks: dict[str, Any] = {
            "date": TURNS[g.turn - 1]["date"],
            "impulse": g.impulse,
            "tank factors": g.pool,
            "cities": {
                each: [name for name in cities if holds(g, each, name)] for each in SIDES
            },
            "panzerkeile": dict(g.wedges),
            "battles": list(g.battles),
            "lines": {each: list(named(g.grid, active(g, each))) for each in SIDES},
            "spent": dict(g.spent),
        }  # fmt: skip
        seen, wedge = look(self, g, side, tracks), pointing(g)
        return replace(
            seen,
            stacks={
                hex: tuple(
                    replace(one, marks=(*one.marks, wedge[one.unit])) if one.unit in wedge else one
                    for one in stack
                )
                for hex, stack in seen.stacks.items()
            },
            control={each: named(g.grid, g.control[each] | held_lines(g, each)) for each in SIDES},
        )

    def check(self, g: State) -> list[str]:
        faults = [*_misprinted(g.roster)]
        if g.control[GERMAN] ^ g.control[RUSSIAN] != towns(g):
            faults.append("a city or town has not exactly one owner (§Scale)")
        for side in SIDES:
            for hex in scan(g.held[side] & active(g, foe(side))):
                faults.append(f"{g.grid.name[hex]} is held, and its line not taken (§Scale)")
        for hex in scan(g.held[GERMAN] | g.held[RUSSIAN]):
            if any(g.roster[unit].type == "air" for unit in g.piles[hex]):
                faults.append("air units are not placed on the map (§Airpower)")
        return faults

    def points(self, g: State) -> int:
        """§German Victory, §Russian Victory: victory cities taken, less those lost."""
        taken = sum(holds(g, GERMAN, name) for name in ("Kursk", "Tula", "Voronezh"))
        lost = ("Orel", "Bryansk", "Konotop", "Poltava", "Kharkov")
        return taken - sum(holds(g, RUSSIAN, name) for name in lost)

    def concede(self, g: State, side: str) -> str:
        """§German Victory, §Russian Victory: a side that gives up has lost one game."""
        winner = foe(side).capitalize()
        lost = f"the {side.capitalize()} gives up (§{winner} Victory)"
        return f"{winner} victory, worth one game: {lost}"

    def reach(self, g: State, unit: int) -> dict[str, Reach]:
        """§Operational Movement: in a side's movement what a unit may do now; else all it can."""
        decision = deciding(g)
        if isinstance(decision, Movement) and g.side_of(unit) == g.side:
            return ways(g, unit) if unit in decision.free(g) else {}
        return ways(g, unit)

    def about_to_attack(self, g: State, side: str) -> State:
        """§Panzerkeil: wedges stay as they are, but for those that could not be formed as things
        stand: in the middle of a battle, or where a unit is put elsewhere to see what would be.
        """
        whole, wedges = g.copy(), g.wedges.items()
        whole.wedges = {id: hex for id, hex in wedges if refused_wedge(g, id, hex) is None}
        found = super().about_to_attack(whole, side)
        assert isinstance(found, State)
        return found

    def supply(self, g: State, unit: int) -> Supply:
        return supply_of(g, unit)

    def zones(self, g: State, side: str) -> Hexes:
        return zone(g, side)

    def receipt(self, g: State, order: str, side: str) -> Receipt | None:
        return receipt_for(g, order)


GAME = CoatneyKursk()
