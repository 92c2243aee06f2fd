"""Drive on Kursk: the German summer offensive of July 1943, by divisions and corps."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kursk.core.board import Board
from kursk.core.counters import Roster
from kursk.core.game import Game, Supply
from kursk.core.hexes import OFF, Hexes, scan
from kursk.core.paths import Reach
from kursk.core.state import units
from kursk.core.tables import Receipt
from kursk.core.view import View, look
from kursk.games.drive_on_kursk import infiltration
from kursk.games.drive_on_kursk.combat import receipt_for
from kursk.games.drive_on_kursk.deployment import first_piles, quick_start
from kursk.games.drive_on_kursk.gambit import Declaration, SetUp
from kursk.games.drive_on_kursk.positions import PHASES, settle
from kursk.games.drive_on_kursk.reinforcements import quota
from kursk.games.drive_on_kursk.reserves import stacks
from kursk.games.drive_on_kursk.routes import modes, stuck
from kursk.games.drive_on_kursk.secrets import imagined, known_to, shuffled
from kursk.games.drive_on_kursk.sequence import Campaign
from kursk.games.drive_on_kursk.state import BOXES, GERMAN, SIDES, SOVIET, State, foe, zone
from kursk.games.drive_on_kursk.supply import lgov_supplies, supply_of
from kursk.games.drive_on_kursk.victory import reckoned


class DriveOnKursk(Game):
    title = "drive_on_kursk"
    name = "Drive on Kursk"
    version = 2
    about = "Citadel by divisions and corps, from Bryansk to Kharkov: seven to nine turns."
    sides = SIDES
    state = State
    folder = Path(__file__).parent
    scenarios = {
        "quick": "Both sides stand ready, without the Gambit: play at once.",
        "historical": "No Gambit; each side deploys as it likes.",
        "gambit": "Manstein's Gambit: the German has everything from the start.",
        "open": "The German declares for or against the Gambit; then each side deploys.",
    }
    tracks = (
        "gambit", "vp", "last_turn", "plan", "revealed", "number", "lgov_cut", "triggers",
        "entitled", "triggered", "withdrawn", "entered", "air", "moving", "parent", "spent",
        "group",
    )  # fmt: skip
    fields = {"number": "phase", "phase": "phase"}  # files of before say phase
    kinds = ("move", "road", "infiltrate")
    marks = (
        "reserve", "moved", "infiltrated", "in_zone", "supplied", "slow", "arrived", "pinned",
        "road", "attacked", "defended", "retreated", "shown", "placed",
    )  # fmt: skip
    boxes = BOXES
    passing = (
        "moved", "infiltrated", "in_zone", "arrived", "pinned", "road", "attacked", "defended",
        "retreated", "placed", "spent", "group", "moving", "parent",
    )  # fmt: skip
    phases = PHASES
    known_to, shuffled, imagine = known_to, shuffled, imagined

    def blank(self, board: Board, roster: Roster) -> State:
        """3.10: the German controls his line and what lies west of it, the Soviet the rest."""
        german = board.hexes["german control"]
        control = {GERMAN: german, SOVIET: board.grid.all & ~german}
        return State(board=board, roster=roster, control=control)

    def setup(self, scenario: str, options: dict[str, str]) -> State:
        """3.1, 3.9: the first piles, turn 1, 60 VP; then what the scenario leaves to decide."""
        g = self.blank(self.board, self.roster)
        first_piles(g)
        settle(g)
        g.gambit, g.side, g.deploying = scenario == "gambit", GERMAN, GERMAN
        g.stack = [Campaign(), SetUp()]
        if scenario == "open":
            g.stack.append(Declaration())
        if scenario == "quick":
            for id, hex in quick_start().items():
                g.place(g.roster.find(id), g.grid.find(hex))
            g.stack = [Campaign(), SetUp(next=4)]
        return g

    def view(self, g: State, side: str) -> View:
        tracks: dict[str, Any] = {
            "vp": g.vp,
            "gambit": g.gambit,
            "last turn": g.last_turn,
            "plan": dict(g.plan),
            "phase": g.phase,
            "air": g.air,
            "reserves": g.grid.names(stacks(g)),
            "Lgov supplies": lgov_supplies(g),
            "German conditional": g.entitled,
            "Soviet conditional": {
                "quota": quota(g),
                "entered": g.entered if g.side == SOVIET else 0,
            },
        }
        return look(self, g, side, tracks)

    def check(self, g: State) -> list[str]:
        return list(_faults(g))

    def points(self, g: State) -> int:
        """4.1: the German victory points."""
        return g.vp

    def concede(self, g: State, side: str) -> str:
        """4.2: either player may give up at any time."""
        return f"{foe(side).capitalize()} wins: the {side.capitalize()} concedes (4.2)"

    def reach(self, g: State, unit: int) -> dict[str, Reach]:
        """8.6, 10.1, 10.19: by `move`, `road` and `infiltrate`."""
        if stuck(g, unit):
            return {}
        return dict((*infiltration.ways(g, unit), *modes(g, (unit,))))

    def supply(self, g: State, unit: int) -> Supply:
        return supply_of(g, unit)

    def zones(self, g: State, side: str) -> Hexes:
        return zone(g, side)

    def receipt(self, g: State, order: str, side: str) -> Receipt | None:
        return receipt_for(g, order)


def _faults(g: State) -> Iterator[str]:
    """What must hold at any moment. Of an over-stacked hex 7.2 says what becomes of it."""
    if g.held[GERMAN] & g.held[SOVIET]:
        yield "both sides stand in one hex (10.7)"
    if g.control[GERMAN] & g.control[SOVIET]:
        yield "a hex has two owners (3.10)"
    if g.control[GERMAN] | g.control[SOVIET] != g.grid.all:
        yield "a hex has no owner (3.10)"
    for side in SIDES:
        for hex in scan(g.held[side] & ~g.control[side]):
            yield f"{g.grid.name[hex]} is not controlled by the {side} units in it (3.10)"
    for unit, hex in enumerate(g.at):
        if hex >= 0 and g.pile(hex).count(unit) != 1:
            yield f"{g.unit(unit).id} does not lie where it stands (2.2)"
    if sum(map(len, g.piles.values())) != len(g.on_map()):
        yield "a counter lies in two places (2.2)"
    for unit in units(g.reserve):
        if g.at[unit] == OFF or g.side_of(unit) != SOVIET:
            yield f"{g.unit(unit).id} cannot be in reserve: Soviets on the map are (9.1)"
    if g.stack and g.vp != g.sundry + reckoned(g):  # of a game that is over a file says no more
        yield f"the {g.vp} VP do not add up: {g.sundry} + {reckoned(g)} (4.3)"


GAME = DriveOnKursk()
