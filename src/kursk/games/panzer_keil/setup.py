"""3.0, A11.1, A11.2, A15.0: setting up."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.core.orders import no_unit
from kursk.games.panzer_keil.state import GERMAN, REINFORCEMENTS, SOVIET, State, name_of
from kursk.games.panzer_keil.tables import SLOTS

FIXED = "fixed"


def before_play(g: State) -> None:
    """5.4: the German side of the front is German, all the rest Soviet."""
    west = g.board.hexes["german control"]
    g.control = {GERMAN: west, SOVIET: g.grid.all & ~west}


def deploy(g: State, scenario: str) -> None:
    """3.0, A11.1.1, A11.1.2, A15.3: every unit in its hex, or waiting for its turn.

    A15.1, A15.2: of those that start in the part of the map in use.
    """
    g.scenario = scenario
    for slot in SLOTS:
        if slot.scenario == scenario:
            unit = g.roster.find(slot.id)
            if slot.turn:
                g.remove(unit, REINFORCEMENTS)
            else:
                g.place(unit, g.grid.find(slot.hex))


def slot_of(g: State, unit: Unit) -> str:
    """A11.2: the notation of the hex in which a unit starts; units of one slot are alike."""
    id = g.unit(unit).id
    found = next((s for s in SLOTS if s.id == id and s.scenario == g.scenario), None)
    return found.slot if found else ""


def together(g: State, unit: Unit) -> tuple[Unit, ...]:
    """A11.2: a panzer division changes places as a whole; any other unit by itself."""
    if not slot_of(g, unit).startswith("panzer division"):
        return (unit,)
    division = g.unit(unit).more["division"]
    return tuple(
        u for u, c in enumerate(g.roster) if c.more["division"] == division and g.at[u] >= 0
    )


class SimpleSetUp(Decision):
    """A11.2: units of one type, rating and army group or front may change places."""

    rule = "A11.2"
    title = "Simple set-up"
    phase = "set-up"
    usage = "swap UNIT UNIT | end"
    asks = "Let units of the same kind change places, then end."
    who: str

    def actor(self, g: State) -> str:
        return self.who

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        slots: dict[str, list[Unit]] = {}
        for unit in g.on_map(self.who):
            if together(g, unit)[0] == unit:
                slots.setdefault(slot_of(g, unit), []).append(unit)
        for name, alike in slots.items():
            for n, a in enumerate(alike):
                for b in alike[n + 1 :]:
                    pair = g.unit(a).id, g.unit(b).id
                    if name not in ("", FIXED) and about in ("", *pair) and g.at[a] != g.at[b]:
                        yield f"swap {pair[0]} {pair[1]}"
        if not about:
            yield "end"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return None
            case ["swap", one, other]:
                return self._refused(g, one, other)
        return self.unread(g, order)

    def _refused(self, g: State, one: str, other: str) -> Refusal | None:
        if why := no_unit(g, (one, other), self.who, "A11.2"):
            return why
        a, b = (g.roster.find(id) for id in (one, other))
        for id, unit in ((one, a), (other, b)):
            if slot_of(g, unit) in ("", FIXED):
                return Refusal("A11.2", f"{id} stands where the map names it.", (id,))
        if slot_of(g, a) != slot_of(g, b):
            says = f"{one} and {other} are not of one kind, rating and army group or front."
            return Refusal("A11.2", says, (one, other))
        if g.at[a] == g.at[b] or b in together(g, a):
            return Refusal("A11.2", f"{one} and {other} stand together.", (one, other))
        return None

    def play(self, g: State, order: str) -> Done | None:
        if order == "end":
            g.side = SOVIET if self.who == GERMAN else ""  # a position file says who is next
            return DONE
        a, b = (g.roster.find(id) for id in order.split()[1:])
        here, there = g.at[a], g.at[b]
        for unit in together(g, a):
            g.place(unit, there)
        for unit in together(g, b):
            g.place(unit, here)
        says = f"{g.called(a)} and {g.called(b)} change places."
        g.say(f"{says} {name_of(g, there)}, {name_of(g, here)}.", "A11.2", (here, there))
        return None
