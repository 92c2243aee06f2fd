"""6.0: setting up, and the short scenario."""

from collections.abc import Iterator

from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.games.battle_for_kursk.orders import misplaced
from kursk.games.battle_for_kursk.replacements import pay, restore
from kursk.games.battle_for_kursk.state import (
    KINDS,
    RUSSIAN,
    SIDES,
    State,
    cities,
    home,
    kind,
    own_unit,
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


class AddedSteps(Decision):
    """6.0: before the short scenario the Russian adds 17 infantry and 8 armour steps."""

    rule = "6.0"
    title = "Short scenario: Russian steps"
    phase = "steps"
    usage = "replace UNIT | auto"

    def actor(self, g: State) -> str:
        return RUSSIAN

    def prompt(self, g: State) -> str:
        left = " and ".join(f"{steps} {which}" for which, steps in g.points.items())
        return f"Bring units to full strength: {left} steps left. auto: those nearest to Kursk."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for unit in weak(g):
            if about in ("", g.unit(unit).id):
                yield f"replace {g.unit(unit).id}"
        if not about:
            yield "auto"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["auto"]:
                return None
            case ["replace", id]:
                return self._refused(g, id)
        return misplaced(self, g, order)

    def _refused(self, g: State, id: str) -> Refusal | None:
        unit = own_unit(g, id, RUSSIAN)
        if unit is None:
            return Refusal("6.0", f"The Russian has no unit {id} on the map.")
        if not reduced(g, unit):
            return Refusal("6.0", f"{id} is at full strength.", (id,))
        if g.points[kind(g, unit)] < 1:
            return Refusal("6.0", f"No {kind(g, unit)} step is left for {id}.", (id,))
        return None

    def play(self, g: State, order: str) -> Done | None:
        if order == "auto":
            while able := weak(g):
                self._restore(g, min(able, key=lambda unit: self._far(g, unit)))
        else:
            self._restore(g, g.roster.find(order.split()[1]))
        if weak(g):
            return None
        g.points = {}
        return DONE

    def _restore(self, g: State, unit: int) -> None:
        restore(g, unit)
        pay(g, unit)

    def _far(self, g: State, unit: int) -> int:
        kursk = g.grid.find(SCENARIOS["short"].objective)
        return g.grid.distance(g.at[unit], kursk)
