"""7.3: between the declaration of an attack and its result nobody goes back."""

from kursk.core.counters import Unit
from kursk.core.flow import Decision, Refusal, Roll
from kursk.core.hexes import Hex
from kursk.games.drive_on_kursk.state import State
from kursk.games.drive_on_kursk.steps import out_of_step


class Declared(Decision):
    """7.3: the attack is declared and the stacks lie open: nobody goes back."""

    def refusal(self, g: State, order: str) -> Refusal | None:
        open_ = tuple(self.orders(g))
        if order in open_:
            return None
        if order in ("convert", "support"):
            return out_of_step(g, order) or self.unread(g, order)
        rest = "roll the die" if isinstance(self, Die) else f"say {' or '.join(open_)}"
        return Refusal("7.3", f"The attack is declared and the stacks lie open: {rest}.")


class Commitment(Declared):
    """A choice made once both forces lie open, before the die is rolled."""

    small = True
    target: Hex
    attackers: tuple[Unit, ...]
    out: int  # 6.6: the units of both sides found out of supply as the battle began
    called: bool = False  # 11.20: the defender has a retreat converted

    def grave(self, g: State) -> bool:
        """4.4: a city is worth ten points, or forty."""
        return bool(g.board.hexes["city"] >> self.target & 1)


class Die(Declared, Roll):
    rule = "11.2"
    title = "Die roll"
