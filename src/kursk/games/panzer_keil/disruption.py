"""5.3, 11.0: disruption, and how units get over it."""

from collections.abc import Iterable

from kursk.core.counters import Unit
from kursk.core.flow import Frame
from kursk.games.panzer_keil.state import State, is_disrupted


def disrupt(g: State, units: Iterable[Unit], rule: str, attacker: bool = False) -> None:
    """5.3.1, 5.3.2, 5.3.3: at once, unit by unit; who is disrupted already stays as he is."""
    fresh = [unit for unit in units if not is_disrupted(g, unit)]
    for unit in fresh:
        if attacker:
            g.repulsed |= 1 << unit
        else:
            g.disrupted |= 1 << unit
    if fresh:
        g.known = {}
        how = "attacker-disrupted" if attacker else "disrupted"
        are = "are" if len(fresh) > 1 else "is"
        g.say(f"{g.called(*fresh)} {are} {how}.", rule, {g.at[unit] for unit in fresh})


def calm(g: State, unit: Unit) -> None:
    """Take the markers off a unit."""
    g.known = {}
    for mark in ("disrupted", "repulsed", "oos"):
        setattr(g, mark, getattr(g, mark) & ~(1 << unit))


class Recovery(Frame):
    """11.0, 11.1: supplied units of the phasing side lose their disruption markers.

    The attacker's marker is first turned to its other side, and goes a turn later.
    """

    rule = "11.0"
    title = "Disruption recovery"

    def recover(self, g: State) -> None:
        able = sum(1 << u for u in g.on_map(g.side) if not g.oos >> u & 1)
        over, turned = g.disrupted & able, g.repulsed & able
        g.disrupted = g.disrupted & ~over | turned
        g.repulsed &= ~turned
        g.known = {}
        for marked, says in ((over, "recover"), (turned, "turn their attacker's marker")):
            if marked:
                who = g.called(*(u for u in g.on_map(g.side) if marked >> u & 1))
                g.say(f"{who} {says}.", "11.1")

    steps = (recover,)
