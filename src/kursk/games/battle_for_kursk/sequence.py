"""4.0: the sequence of play. The last class is the whole game."""

from kursk.core.flow import Frame
from kursk.games.battle_for_kursk import objective
from kursk.games.battle_for_kursk.combat import Combat
from kursk.games.battle_for_kursk.movement import Movement
from kursk.games.battle_for_kursk.mud import Weather
from kursk.games.battle_for_kursk.postures import (
    EmergencyReaction,
    PostureSelection,
    may_react,
    opens,
)
from kursk.games.battle_for_kursk.rail import ArmourAndRail
from kursk.games.battle_for_kursk.replacements import ReplacementPhase
from kursk.games.battle_for_kursk.setup import AddedSteps, weak
from kursk.games.battle_for_kursk.state import GERMAN, MARKERS, RUSSIAN, SIDES, State, box
from kursk.games.battle_for_kursk.tables import TURNS
from kursk.games.battle_for_kursk.victory import conclude


class PlayerTurn(Frame):
    """4.0, 12.0: four phases, of which the posture opens one to four."""

    rule = "4.0"
    side: str

    def begin(self, g: State) -> None:
        g.side = self.side

    def armour_and_rail(self, g: State) -> Frame | None:
        return ArmourAndRail() if opens(g, self.side, "armour and rail") else None

    def combat(self, g: State) -> Frame | None:
        return Combat() if opens(g, self.side, "combat") else None

    def movement(self, g: State) -> Frame | None:
        return Movement() if opens(g, self.side, "movement") else None

    def end(self, g: State) -> None:
        g.side = ""

    steps = (begin, ReplacementPhase(), armour_and_rail, combat, movement, end)


class GameTurn(Frame):
    """4.0: the track, the postures, two player turns, housekeeping."""

    rule = "4.0"
    title = "Turn"
    opening: bool = False  # the first of a scenario, which has counted this turn's markers

    def added_steps(self, g: State) -> Frame | None:
        if not self.opening or not g.points:
            return None
        if weak(g):
            return AddedSteps()
        g.points = {}
        g.say("No Russian unit can be given a step.", "6.0")
        return None

    def consult(self, g: State) -> None:
        """4.0: markers and forts come at once. No side has more than three markers."""
        now = box(g)
        g.say(f"Turn {now.turn}, {now.date}.", "4.0")
        for line in now.forts:
            g.say(f"Active: {line}.", "4.0")
        for side, count in now.offensives.items():
            if count and not self.opening:
                total = min(MARKERS, g.offensives[side] + count)
                g.offensives = {**g.offensives, side: total}
                g.say(f"{side.capitalize()} Offensive markers: {total}.", "4.0")
        self.opening = False  # from here on it is a turn like any other

    def reaction(self, g: State) -> Frame | None:
        side = next((side for side in SIDES if may_react(g, side)), "")
        return EmergencyReaction(side) if side else None

    def settle(self, g: State) -> None:
        objective.postures_chosen(g)

    def german_objective(self, g: State) -> Frame | None:
        return objective.MoveObjective(GERMAN) if objective.may_move(g, GERMAN) else None

    def russian_objective(self, g: State) -> Frame | None:
        return objective.MoveObjective(RUSSIAN) if objective.may_move(g, RUSSIAN) else None

    def housekeeping(self, g: State) -> None:
        """12.0: this turn's posture is the next turn's previous one."""
        g.previous, g.posture, g.mud = g.posture, {}, False

    steps = (
        added_steps,
        consult,
        Weather(),
        PostureSelection(SIDES),
        reaction,
        settle,
        german_objective,
        russian_objective,
        PlayerTurn(GERMAN),
        PlayerTurn(RUSSIAN),
        housekeeping,
    )


class Campaign(Frame):
    """4.0: turns A to D, then 1 to 8."""

    rule = "4.0"
    title = "Battle for Kursk"

    def next_turn(self, g: State) -> Frame | None:
        if g.turn == len(TURNS):
            conclude(g)
            return None
        g.turn += 1
        self.repeat()
        return GameTurn()

    steps = (next_turn,)


def opening(g: State) -> list[Frame]:
    """6.0: play starts with the posture segment of the scenario's first turn."""
    return [Campaign(), GameTurn(opening=True)]
