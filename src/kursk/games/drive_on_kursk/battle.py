"""7.3, 11.2, 11.10, 11.20: a battle, from the opening of the stacks to the last advance."""

from kursk.core.counters import Unit
from kursk.core.flow import Decision, Done, Frame, Refusal, Roll
from kursk.core.hexes import Hex
from kursk.games.drive_on_kursk.advance import advancing
from kursk.games.drive_on_kursk.losses import Bloodbath, losing_one, strike
from kursk.games.drive_on_kursk.odds import conversion_modifier, reckoned, unsupplied
from kursk.games.drive_on_kursk.pieces import mobility
from kursk.games.drive_on_kursk.reinforcements import out_of_step
from kursk.games.drive_on_kursk.retreat import Retreats
from kursk.games.drive_on_kursk.shifts import convertible
from kursk.games.drive_on_kursk.stacking import StackCheck, open_to_all
from kursk.games.drive_on_kursk.state import GERMAN, State, foe
from kursk.games.drive_on_kursk.tables import COMBAT, CONVERSION, LADDER, RESULTS


class Battle(Frame):
    """11.2: one attack on one hex; all of it is over before the next begins."""

    rule = "11.2"
    title = "Battle"
    target: Hex
    attackers: tuple[Unit, ...]

    def reveal(self, g: State) -> None:
        """7.3: both forces are looked at, and the attack stands."""
        defenders = g.pile(self.target)
        g.attacked |= sum(1 << unit for unit in self.attackers)
        g.defended |= sum(1 << unit for unit in defenders)
        open_to_all(g, (*self.attackers, *defenders))
        name = g.grid.name[self.target]
        with_, against = g.called(*self.attackers), g.called(*defenders)
        g.say(f"{with_} against {against} in {name}.", "11.2", (self.target,))

    def commit(self, g: State) -> Frame:
        """6.6: supply is looked at now. 11.20: then the defender may call, or must."""
        defenders = g.pile(self.target)
        out = unsupplied(g, (*self.attackers, *defenders))
        if any(mobility(g.unit(unit)) == "static" for unit in defenders):
            g.say("A fortified zone defends: a retreat will be converted.", "11.20")
            return last_step(g, self.target, self.attackers, out, True)
        if convertible(g, self.target, foe(g.side)):
            return Conversion(self.target, self.attackers, out)
        return last_step(g, self.target, self.attackers, out, False)

    def close(self, g: State) -> None:
        """7.3: the stacks are covered again (A-35); whoever stood his ground has defended."""
        g.shown = 0
        g.retreated &= ~sum(1 << unit for unit in g.pile(self.target))

    steps = (reveal, commit, StackCheck(), close)


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

    def column(self, g: State, air: bool) -> int:
        """The column of the battle that is decided about, with the Luftwaffe or without."""
        return reckoned(g, self.target, self.attackers, air).column

    def grave(self, g: State) -> bool:
        """4.4: a city is worth ten points, or forty."""
        return bool(g.board.hexes["city"] >> self.target & 1)


class Die(Declared, Roll):
    rule = "11.2"
    title = "Die roll"


class Conversion(Commitment):
    """11.20: the call comes before the die, and before the Luftwaffe (A-29)."""

    rule = "11.20"
    title = "Conversion"
    usage = "convert | pass"
    asks = "Have a retreat converted, or pass and retreat if the die says so."

    def actor(self, g: State) -> str:
        return foe(g.side)

    def same(self, g: State) -> str:
        """11.20: nothing can be converted on a column without a retreat, whatever the air does."""
        columns = {self.column(g, air) for air in (False, g.air > 0)}
        return "" if any("DR" in COMBAT.chances(each) for each in columns) else "pass"

    def play(self, g: State, order: str) -> Done:
        called = order == "convert"
        says = "calls" if called else "does not call"
        g.say(f"The {foe(g.side).capitalize()} {says} for a conversion.", "11.20", (self.target,))
        return Done(last_step(g, self.target, self.attackers, self.out, called))


class Support(Commitment):
    """11.10: the last step before the die, on the attack or on the defence."""

    rule = "11.10"
    title = "Luftwaffe"
    usage = "support | pass"
    side = GERMAN
    asks = "Commit the Luftwaffe to this battle, or pass."

    def same(self, g: State) -> str:
        """12.2: at the ends of the table a shift more changes nothing."""
        return "pass" if self.column(g, False) == self.column(g, True) else ""

    def play(self, g: State, order: str) -> Done:
        air = order == "support"
        if air:
            g.air -= 1  # at most one counter in a battle
            g.say("The Luftwaffe supports the Germans.", "11.10", (self.target,))
        return Done(Resolution(self.target, self.attackers, self.out, self.called, air))


def last_step(
    g: State, target: Hex, attackers: tuple[Unit, ...], out: int, called: bool
) -> Support | Frame:
    """11.10: the German is asked while he has a counter left in this game turn."""
    if g.air:
        return Support(target, attackers, out, called)
    return Resolution(target, attackers, out, called, False)


class Resolution(Frame):
    """11.2, 11.15: the odds are struck, the die is rolled, and the result is carried out."""

    rule = "11.2"
    target: Hex
    attackers: tuple[Unit, ...]
    out: int
    called: bool
    air: bool
    column: int = 0
    result: str = ""

    def reckon(self, g: State) -> None:
        odds = reckoned(g, self.target, self.attackers, self.air)
        self.column = odds.column
        says = f"{odds.attack} to {odds.defence} is {LADDER.name(odds.rung)}, shifted {odds.net:+}"
        g.say(f"{says}: {LADDER.name(odds.column)}.", "11.15", (self.target,))

    def read(self, g: State) -> Frame | None:
        """12.2: the die on the combat results table."""
        self.result = COMBAT.result(self.column, g.rolled[0])
        self.tell(g, f"{g.rolled[0]}", "12.2")
        return Die() if self.result == "DR" and self.called else None

    def convert(self, g: State) -> None:
        """11.20, 12.3: a second roll, only after a retreat that was called for conversion."""
        if self.result != "DR" or not self.called:
            return
        roll = g.rolled[0] + conversion_modifier(self.column)
        self.result = CONVERSION.result(0, roll)
        self.tell(g, f"Converted, {roll}", "12.3")

    def tell(self, g: State, roll: str, rule: str) -> None:
        column, defenders = LADDER.name(self.column), g.pile(self.target)
        fought = g.battle(self.target, self.attackers, defenders, column, self.result)
        says = f"{roll}: {self.result}, {RESULTS[self.result]}."
        g.say(says, rule, (self.target,), fought=fought)

    def apply(self, g: State) -> Frame | None:
        """11.16–11.21: an attack that stalls (AS) changes nothing."""
        match self.result:
            case "AL1":
                return losing_one(g, self.attackers)
            case "DE":
                strike(g, g.pile(self.target))
            case "DR":
                return Retreats(self.target, g.pile(self.target))
            case "BB":
                return Bloodbath(self.target, self.attackers, self.out)
        return None

    def advance(self, g: State) -> Frame | None:
        return advancing(g, self.target, self.attackers, self.out)

    steps = (reckon, Die(), read, convert, apply, advance)
