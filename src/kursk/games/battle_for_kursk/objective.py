"""12.1: the Strategic Objective."""

from kursk.core.choices import Named
from kursk.core.flow import DONE, Done, Refusal
from kursk.core.hexes import Hexes
from kursk.games.battle_for_kursk.orders import InTurn
from kursk.games.battle_for_kursk.state import GERMAN, RUSSIAN, State, cities, home, place
from kursk.games.battle_for_kursk.tables import TURNS, printed

FIRST = next(n for n, turn in enumerate(TURNS, 1) if turn.turn == "1")
WORTH = {GERMAN: -1, RUSSIAN: 1}  # 5.0: Russian points count up, German ones down


def postures_chosen(g: State) -> None:
    """12.1: what the postures do to the marker, before anybody moves it."""
    if not g.objective:
        return
    if g.objective_side == GERMAN and g.posture[GERMAN] == "engage" and not g.locked:
        g.locked = True
        g.say("The German engages: the Strategic Objective is fixed.", "12.1")
    if g.objective_side == GERMAN and g.turn == FIRST and not g.locked:
        _cede(g)
    if g.objective_side == RUSSIAN and g.turn == FIRST:
        g.deployed = g.posture[RUSSIAN] == "deploy"
    if g.objective_side == RUSSIAN and g.posture[RUSSIAN] == "engage" and not g.locked:
        g.locked = True
        g.say("The Russian engages: the Strategic Objective is fixed.", "12.1")


def _cede(g: State) -> None:
    """12.1: a German who has not engaged by turn 1 leaves the summer to the Russian."""
    g.objective_side, g.objective = RUSSIAN, kiev(g)
    g.say("The German has not engaged: the Strategic Objective turns Russian, in Kiev.", "12.1")
    occupied(g)


def kiev(g: State) -> str:
    return g.grid.name[printed().places["Kiev"].hex]


def may_move(g: State, side: str) -> bool:
    """12.1: on Deploy, until fixed; the Russian only if he deployed on turn 1 too."""
    if not g.objective or g.objective_side != side or g.locked:
        return False
    return g.posture[side] == "deploy" and (side == GERMAN or g.deployed)


def choices(g: State, side: str) -> Hexes:
    """12.1: the other cities that a side may choose.

    The German: any east of the Start Line. The Russian: any west of the Dniepr, and Vitebsk
    and Gomel.
    """
    if side == GERMAN:
        open_ = cities(g) & home(g, RUSSIAN)
    else:
        west = cities(g) & g.board.hexes["west of dniepr"]
        open_ = west | place(g, "Vitebsk") | place(g, "Gomel")
    return open_ & ~g.grid.set((g.objective,))


class MoveObjective(InTurn, Named):
    rule = "12.1"
    title = "Strategic Objective"
    phase = "objective"
    verb, words = "objective", ("keep",)
    usage = "objective HEX | keep"
    side: str

    def prompt(self, g: State) -> str:
        here = g.name_of(g.grid.find(g.objective))
        return f"Move the Strategic Objective from {here} to another city, or keep it there."

    def names(self, g: State) -> list[str]:
        return g.grid.names(choices(g, self.side))

    def beside(self, g: State, name: str) -> tuple[str, ...]:
        return ()

    def strange(self, g: State, name: str) -> Refusal:
        if name not in g.grid.cell:
            return Refusal("12.1", f"There is no hex {name} on this map.")
        if name == g.objective:
            return Refusal("12.1", f"It lies in {name} already.", (), (name,), "Say keep.")
        if self.side == GERMAN:
            return Refusal("12.1", f"{name} is no city east of the Start Line.", (), (name,))
        says = f"{name} is no city west of the Dniepr, nor Vitebsk, nor Gomel."
        return Refusal("12.1", says, (), (name,))

    def chosen(self, g: State, named: int) -> Done:
        g.objective = g.grid.name[named]
        g.say(f"The Strategic Objective is {g.name_of(named)}.", "12.1", (named,))
        occupied(g)
        return DONE


def occupied(g: State) -> None:
    """12.1: a unit of the side that lies up stands there: a point at once, and for good."""
    if not g.objective:
        return
    hex = g.grid.find(g.objective)
    if any(g.side_of(unit) == g.objective_side for unit in g.pile(hex)):
        g.scored, g.objective = g.objective_side, ""
        who = g.scored.capitalize()
        g.say(f"{who} units stand in the Strategic Objective, {g.name_of(hex)}.", "12.1", (hex,))
