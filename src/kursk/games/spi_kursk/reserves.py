"""18.31, 18.33: Soviet reserves, and what it costs to activate them."""

from collections.abc import Iterable, Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.core.hexes import OFF, Hex
from kursk.core.state import units
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.lines import printed_hq
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.state import GERMAN, SOVIET, State
from kursk.games.spi_kursk.tables import RESERVES
from kursk.games.spi_kursk.victory import gain, swing

COST: int = RESERVES["cost"]
NEAR = 2  # 18.32: hexes


def formation(g: State, hq: Unit) -> list[Unit]:
    """18.31: a headquarters in reserve, and its units."""
    return [unit for unit in units(g.reserve) if printed_hq(g.roster)[unit] == hq]


def waiting(g: State) -> list[Unit]:
    """The headquarters of the formations that are still in reserve."""
    return sorted({printed_hq(g.roster)[unit] for unit in units(g.reserve)} - {OFF})


def most(g: State) -> int:
    """18.34, 18.35: paid activations in this Game-Turn."""
    by_turn = RESERVES["most"][g.scenario]
    allowed: int = by_turn[min(g.turn, len(by_turn)) - 1]
    return allowed


def wake(g: State, hq: Unit, why: str, rule: str, points: int = 0) -> None:
    for unit in formation(g, hq):
        g.reserve &= ~(1 << unit)
    hexes = (g.at[hq],) if g.at[hq] != OFF else ()
    g.say(f"{g.called(hq)} and its units are activated{why}.", rule, hexes, points=points)


def alarm(g: State, passed: Iterable[Hex] = ()) -> None:
    """18.32: a formation that a German unit comes near to is activated at once and free.

    It is enough that he passes by.
    """
    if not g.reserve:
        return
    near = g.held[GERMAN]
    for hex in passed:
        near |= 1 << hex
    for _ in range(NEAR):
        near |= g.grid.around(near)
    if not near & g.places(g.reserve):
        return
    for hq in waiting(g):
        if near & g.places(sum(1 << unit for unit in formation(g, hq))):
            wake(g, hq, ": the enemy is near", "18.32")


def could_activate(g: State) -> bool:
    return bool(g.reserve) and g.vp[SOVIET] >= COST and g.activations < most(g)


def refused_activation(g: State, id: str) -> Refusal | None:
    """18.33, 18.34, 18.35, 18.37: a formation in reserve, a point to pay, and the maximum."""
    hq = g.roster.number.get(id)
    if hq is None or not kinds(g.roster).hq >> hq & 1 or hq not in waiting(g):
        return Refusal("18.31", f"{id} is no headquarters of a formation in reserve.")
    if g.vp[SOVIET] < COST:
        return Refusal("18.33", "There is no Victory Point left to pay with.", (id,))
    if g.activations >= most(g):
        rule = "18.35" if g.scenario == "july" else "18.34"
        return Refusal(rule, f"At most {most(g)} formations in this Game-Turn.", (id,))
    return None


def activate(g: State, id: str, rule: str) -> None:
    g.activations += 1
    wake(g, g.roster.find(id), f" for {COST} Victory Point", rule, swing(SOVIET, -COST))
    gain(g, SOVIET, -COST)


class Activation(Decision):
    """18.33: in the Soviet Administrative Phase."""

    covered = covered
    rule = "18.33"
    title = "Activating reserves"
    phase = "activation"
    usage = "activate HQ | end"
    side = SOVIET

    def prompt(self, g: State) -> str:
        left = min(most(g) - g.activations, g.vp[SOVIET])
        return f"Activate up to {left} reserve formations, a Victory Point each, then end."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        if could_activate(g):
            for hq in waiting(g):
                id = g.unit(hq).id
                if about in ("", id, g.grid.name.get(g.at[hq])):
                    yield f"activate {id}"
        if not about:
            yield "end"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return None
            case ["activate", id]:
                return refused_activation(g, id)
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done | None:
        if order == "end":
            return DONE
        activate(g, order.split()[1], self.rule)
        return None if could_activate(g) else DONE
