"""4: the sequence of play. The last class is the whole game."""

from kursk.core.flow import Frame
from kursk.games.spi_kursk.air import AirWar
from kursk.games.spi_kursk.arrivals import Arrivals, due, spots, wait
from kursk.games.spi_kursk.combat import CombatPhase
from kursk.games.spi_kursk.command import Command, judge_all, recover
from kursk.games.spi_kursk.movement import rest
from kursk.games.spi_kursk.organization import Organization
from kursk.games.spi_kursk.partisans import Partisans, bands, grant
from kursk.games.spi_kursk.phases import Mechanized, Movement
from kursk.games.spi_kursk.reserves import Activation, could_activate
from kursk.games.spi_kursk.setup import ByHand
from kursk.games.spi_kursk.state import GERMAN, SOVIET, State, rules_of
from kursk.games.spi_kursk.tables import turn_record
from kursk.games.spi_kursk.victory import conclude


class Administrative(Frame):
    """4.21: arrivals; Soviet reserves and partisans; lines judged; subordination and modes."""

    rule = "4.21"

    def returning(self, g: State) -> None:
        wait(g, g.side)

    def arrivals(self, g: State) -> Frame | None:
        return Arrivals() if any(spots(g, unit) for unit in due(g, g.side)) else None

    def reserves(self, g: State) -> Frame | None:
        return Activation() if g.side == SOVIET and could_activate(g) else None

    def allot(self, g: State) -> None:
        g.allotment = grant(g) if g.side == SOVIET else 0

    def partisans(self, g: State) -> Frame | None:
        asked = Partisans()
        return asked if g.allotment > 0 and bands(g) and asked.open_(g) else None

    def lost(self, g: State) -> None:
        g.allotment = 0  # 15.33: what was not placed is lost

    def judge(self, g: State) -> None:
        judge_all(g, g.side)

    def command(self, g: State) -> Frame:
        return Command()

    steps = (returning, arrivals, reserves, allot, partisans, lost, judge, command)


class PlayerTurn(Frame):
    """4.12: the six phases of one side."""

    rule = "4.12"
    side: str

    def begin(self, g: State) -> None:
        g.side = self.side

    def administration(self, g: State) -> Frame:
        return Administrative()

    def movement(self, g: State) -> Frame:
        return Movement()

    def halt(self, g: State) -> None:
        rest(g)

    def combat(self, g: State) -> Frame:
        return CombatPhase()

    def mechanized(self, g: State) -> Frame:
        return Mechanized()

    def disruption(self, g: State) -> None:
        """4.25: Disruption Removal."""
        recover(g, g.side)

    def organization(self, g: State) -> Frame:
        return Organization()

    def end(self, g: State) -> None:
        g.railed, g.rails, g.side = 0, {}, ""

    steps = (
        begin, administration, movement, halt, combat, mechanized, halt, disruption,
        organization, end,
    )  # fmt: skip


class GameTurn(Frame):
    """4.11, 4.12: air war if it is played, the German, the Soviet, and the marker."""

    rule = "4.12"
    title = "Game-Turn"

    def date(self, g: State) -> None:
        g.activations = 0
        g.say(f"Game-Turn {g.turn}, {turn_record(g.scenario, g.turn).date}.", "4.13")

    def air(self, g: State) -> Frame | None:
        return AirWar() if g.air_war else None

    def german(self, g: State) -> Frame:
        return PlayerTurn(GERMAN)

    def soviet(self, g: State) -> Frame:
        return PlayerTurn(SOVIET)

    steps = (date, air, german, soviet)


class Campaign(Frame):
    """4.13, 18.42: turn after turn, until the last is over."""

    rule = "4.13"

    def turn(self, g: State) -> Frame:
        return GameTurn()

    def advance(self, g: State) -> None:
        """4.13: the Game-Turn marker advances."""
        if g.turn >= rules_of(g).turns:
            conclude(g)
            return
        g.turn += 1
        self.next = 0

    steps = (turn, advance)


def opening(by_hand: bool) -> list[Frame]:
    return [Campaign(), ByHand()] if by_hand else [Campaign()]
