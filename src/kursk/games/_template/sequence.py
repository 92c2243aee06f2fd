"""2: the turn, and how the game ends. The last class is the whole game."""

from kursk.core.flow import Frame
from kursk.games._template.combat import Combat
from kursk.games._template.movement import Movement, enter
from kursk.games._template.state import SIDES, State

LAST_TURN = 5


class PlayerTurn(Frame):
    """2.1, 2.2: a side's new units arrive, then it moves, then it fights."""

    rule = "2.1"

    def arrivals(self, g: State) -> None:
        for unit, counter in enumerate(g.roster):
            hex = g.grid.cell.get(counter.setup, -1)
            due = g.box[unit] == "to come" and int(counter.arrives) <= g.turn
            if due and counter.side == g.side and not g.pile(hex):
                enter(g, unit, hex)
                g.say(f"{counter.name} arrives.", "2.2", (hex,))

    steps = (arrivals, Movement(), Combat())


class GameTurn(Frame):
    rule = "2.1"
    title = "Turn"

    def german(self, g: State) -> Frame:
        g.side = "german"
        return PlayerTurn()

    def soviet(self, g: State) -> Frame:
        g.side = "soviet"
        return PlayerTurn()

    steps = (german, soviet)


class WholeGame(Frame):
    """2.3: five turns, then the towns are counted."""

    rule = "2.3"

    def next_turn(self, g: State) -> Frame | None:
        if g.turn == LAST_TURN:
            g.finish(count(g))
            return None
        g.turn += 1
        self.repeat()
        return GameTurn()

    steps = (next_turn,)


def towns(g: State, side: str) -> int:
    return (g.board.hexes["town"] & g.control[side]).bit_count()


def count(g: State) -> str:
    """2.3: more towns win; as many each is a draw."""
    german, soviet = (towns(g, side) for side in SIDES)
    if german == soviet:
        return f"Draw: {german} each (2.3)"
    winner = "German" if german > soviet else "Soviet"
    return f"{winner} victory: {max(german, soviet)} to {min(german, soviet)} (2.3)"
