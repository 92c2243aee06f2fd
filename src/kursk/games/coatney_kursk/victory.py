"""§German Victory, §Russian Victory: looked at in the other side's turn, after its reply."""

from collections.abc import Sequence

from kursk.core.flow import DONE, Decision, Done, Frame
from kursk.core.hexes import Hex
from kursk.games.coatney_kursk.state import GERMAN, RUSSIAN, State
from kursk.games.coatney_kursk.supply import in_supply
from kursk.games.coatney_kursk.tables import LAST_TURN, VICTORY, Aim, printed

STEP = {GERMAN: "§Sequence R7", RUSSIAN: "§Sequence G6"}


def city(name: str) -> Hex:
    return printed().places[name].hex


def holds(g: State, side: str, name: str) -> bool:
    """Whoever was there last holds a city."""
    return bool(g.control[side] >> city(name) & 1)


def reached(g: State, aim: Aim) -> bool:
    """§German Victory, §Russian Victory: is all taken, and all held?"""
    side = aim.winner
    some = sum(holds(g, side, name) for name in aim.any_of)
    if some < aim.least or not all(holds(g, side, name) for name in (*aim.take, *aim.hold)):
        return False
    return side != GERMAN or kursk_supplied(g)


def kursk_supplied(g: State) -> bool:
    """§German Victory: a supplied German unit is in Kursk."""
    pile = g.pile(city("Kursk"))
    return any(g.side_of(unit) == GERMAN and in_supply(g, unit) for unit in pile)


def best(g: State, side: str) -> Aim | None:
    """The highest victory whose conditions hold now."""
    found = [aim for aim in VICTORY if aim.winner == side and reached(g, aim)]
    return max(found, key=lambda aim: aim.games, default=None)


def check(g: State, side: str) -> Frame | None:
    """§Sequence G6, §Sequence R7: the side may claim what it has, or play on for more."""
    aim = best(g, side)
    if aim is None:
        return None
    if asks(g, aim):
        return Claim(side)
    win(g, aim)
    return None


def asks(g: State, aim: Aim) -> bool:
    """Is there more to win? Not after the winner's last turn; in G6 the Russian has his yet."""
    return aim.games == 1 and (g.turn < LAST_TURN or aim.winner == RUSSIAN)


def win(g: State, aim: Aim) -> None:
    rule = f"§{aim.winner.capitalize()} Victory"
    games = "two games" if aim.games > 1 else "one game"
    how = "smashing strategic victory" if aim.games > 1 else "victory"
    g.say(f"{aim.winner.capitalize()} {how}, worth {games}.", rule)
    g.finish(f"{aim.winner.capitalize()} {how}, worth {games} ({rule})")


class Claim(Decision):
    """§German Victory, §Russian Victory: a win now, or play on for one worth two."""

    rule = "§Sequence G6, §Sequence R7"
    title = "Victory"
    phase = "victory"
    usage = "claim | continue"
    asks = "You have won: claim the victory, or play on for one worth two games."
    side: str

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        return () if about else ("claim", "continue")

    def able(self, g: State) -> list[str]:
        return []

    def play(self, g: State, order: str) -> Done:
        aim = best(g, self.side)
        if order == "claim" and aim:
            win(g, aim)
        else:
            g.say(f"The {self.side.capitalize()} plays on.", STEP[self.side])
        return DONE


def conclude(g: State) -> None:
    """§Scale: after the last turn a victory is claimed by itself, else nobody has won."""
    if aim := best(g, GERMAN) or best(g, RUSSIAN):
        win(g, aim)
        return
    g.say("Nobody has won.", "§Scale")
    g.finish("Draw: nobody has won after the last turn (§Scale)")
