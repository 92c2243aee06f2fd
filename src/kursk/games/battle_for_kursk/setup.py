"""6.0: setting up, and the short scenario."""

from kursk.core.choices import Named
from kursk.core.flow import DONE, Done, Refusal
from kursk.core.orders import own_unit
from kursk.games.battle_for_kursk.orders import InTurn
from kursk.games.battle_for_kursk.replacements import pay, restore
from kursk.games.battle_for_kursk.state import (
    KINDS,
    RUSSIAN,
    SIDES,
    State,
    cities,
    home,
    kind,
    reduced,
)
from kursk.games.battle_for_kursk.tables import SCENARIOS, TURNS


def before_play(g: State) -> None:
    """10.0: the cities on a side's side of the Start Line are its own."""
    g.control = {side: cities(g) & home(g, side) for side in SIDES}


def deploy(g: State, scenario: str) -> None:
    """6.0: every unit in its hex; Russians, panzers and four German corps reduced."""
    start = SCENARIOS[scenario]
    g.turn = next(n for n, turn in enumerate(TURNS, 1) if turn.turn == start.first_turn)
    g.previous, g.posture, g.mud = dict(start.previous_posture), {}, False
    g.offensives, g.objective = dict(start.offensives), start.objective
    for unit, counter in enumerate(g.roster):
        g.place(unit, g.grid.find(counter.setup))
        full = start.steps.get(counter.side) == "all"
        g.lost[unit] = int("reduced" in counter.flags and not full)
    g.points = added() if start.steps else {}


def added() -> dict[str, int]:
    """6.0: the steps that the Russian adds before the short scenario."""
    return dict(zip(KINDS, SCENARIOS["short"].steps[RUSSIAN], strict=True))


def weak(g: State) -> list[int]:
    """The Russian units that can still be given a step."""
    return [u for u in g.on_map(RUSSIAN) if reduced(g, u) and g.points[kind(g, u)] > 0]


class AddedSteps(InTurn, Named):
    """6.0: before the short scenario the Russian adds 17 infantry and 8 armour steps."""

    rule = "6.0"
    title = "Short scenario: Russian steps"
    phase = "steps"
    verb, words = "replace", ("auto",)
    usage = "replace UNIT | auto"
    side = RUSSIAN

    def prompt(self, g: State) -> str:
        left = " and ".join(f"{steps} {which}" for which, steps in g.points.items())
        return f"Bring units to full strength: {left} steps left. auto: those nearest to Kursk."

    def names(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in weak(g)]

    def strange(self, g: State, name: str) -> Refusal:
        unit = own_unit(g, name, RUSSIAN)
        if unit is None:
            return Refusal("6.0", f"The Russian has no unit {name} on the map.")
        if not reduced(g, unit):
            return Refusal("6.0", f"{name} is at full strength.", (name,))
        return Refusal("6.0", f"No {kind(g, unit)} step is left for {name}.", (name,))

    def said(self, g: State, word: str) -> Done | None:
        """auto: those nearest to Kursk."""
        kursk, done = g.grid.find(SCENARIOS["short"].objective), None
        while not done:
            done = self.chosen(g, min(weak(g), key=lambda u: g.grid.distance(g.at[u], kursk)))
        return done

    def chosen(self, g: State, named: int) -> Done | None:
        restore(g, named)
        pay(g, named)
        if weak(g):
            return None
        g.points = {}
        return DONE
