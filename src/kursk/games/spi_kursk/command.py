"""10, 11: subordination and modes, in the Administrative Phase."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.core.hexes import OFF
from kursk.core.state import units
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.lines import (
    NONE,
    called_from,
    headquarters,
    hq_of,
    in_communication,
    in_supply,
    judge,
    same_army,
)
from kursk.games.spi_kursk.pieces import is_hq, kinds
from kursk.games.spi_kursk.state import (
    GERMAN,
    MODES,
    State,
    ids,
    ordered_mode,
    own_unit,
    present,
    set_mode,
)
from kursk.games.spi_kursk.tables import COMMAND

ALONE = ("mobile", "static")  # 10.12: the modes of independent units


def private(g: State) -> str:
    """16.1: whom news of command are told: the side itself, where intelligence is limited."""
    return g.side if g.limited else ""


# -- limits --------------------------------------------------------------------------------------


def kampfgruppen(g: State) -> int:
    return sum(g.at[g.roster.find(id)] != OFF for id in g.parts)


def most_independent(g: State, side: str) -> int:
    """11.15, 14.13: nine and five; one less for every three Kampfgruppen in play."""
    limit: int = COMMAND[f"independent_{side}"]
    if side == GERMAN:
        limit -= kampfgruppen(g) // COMMAND["kampfgruppen_that_cost_one_independent"]
    return max(0, limit)


def independents(g: State, side: str) -> list[Unit]:
    known = kinds(g.roster)
    return [unit for unit in units(g.independent & known.of(side)) if g.at[unit] != OFF]


# -- modes ---------------------------------------------------------------------------------------


def subordinates(g: State, hq: Unit) -> list[Unit]:
    """10.11: the units that take the mode of a headquarters."""
    return [
        unit
        for unit in present(g, g.side_of(hq))
        if hq_of(g, unit) == hq and unit != hq and not (g.independent | g.cutoff) >> unit & 1
    ]


def command_mode(g: State, hq: Unit, name: str) -> None:
    """10.11, 10.15: a headquarters and all its units in communication."""
    for unit in (hq, *subordinates(g, hq)):
        set_mode(g, unit, name)
    g.say(f"{g.called(hq)}: {name.capitalize()}.", "10.11", (g.at[hq],), private(g))


def follow(g: State, unit: Unit) -> None:
    """10.11, 10.12, 10.13: the mode of a unit whose command has changed."""
    hq = hq_of(g, unit)
    free = g.independent >> unit & 1
    if not free and not g.cutoff >> unit & 1 and hq != NONE and g.at[hq] != OFF:
        set_mode(g, unit, ordered_mode(g, hq))
    elif ordered_mode(g, unit) == "assault":
        set_mode(g, unit, "mobile")


def judge_all(g: State, side: str) -> None:
    """11.52, 10.13: as the phase reaches it; who is out of communication leaves Assault."""
    these = present(g, side)
    judge(g, these)
    for unit in these:
        if g.cutoff >> unit & 1:
            follow(g, unit)


def recover(g: State, side: str) -> None:
    """10.32, 10.33: Disruption Removal: by communication or by supply, as they run now."""
    for unit in units(g.disrupted & kinds(g.roster).of(side)):
        linked, free = in_communication(g, unit), g.independent >> unit & 1
        if not linked and not in_supply(g, unit):
            continue
        g.known = {}
        g.disrupted &= ~(1 << unit)
        hq = hq_of(g, unit)
        if free or not linked or hq == NONE:
            set_mode(g, unit, "static")
        else:
            set_mode(g, unit, ordered_mode(g, hq))
        g.say(f"{g.called(unit)} recovers.", "10.32", (g.at[unit],))


# -- the decision --------------------------------------------------------------------------------


class Command(Decision):
    """10.11, 11.12: units change their command, headquarters choose modes; units follow at once."""

    covered = covered
    rule = "10.11"
    title = "Command"
    phase = "command"
    usage = "mode HQ MODE | attach UNIT HQ | independent UNIT | restore UNIT | end"

    def actor(self, g: State) -> str:
        return g.side

    def prompt(self, g: State) -> str:
        return "Choose the modes of your headquarters; attach units or let them go alone; then end."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for unit in self._asked(g, about):
            id = g.unit(unit).id
            for name in MODES:
                if not refused_mode(g, id, name) and ordered_mode(g, unit) != name:
                    yield f"mode {id} {name}"
            if is_hq(g, unit):
                if about == id:  # those that may come under it
                    yield from self._joining(g, unit)
                continue
            for hq in headquarters(g, g.side):
                if not refused_attachment(g, id, g.unit(hq).id):
                    yield f"attach {id} {g.unit(hq).id}"
            if not refused_independence(g, id):
                yield f"independent {id}"
            if not refused_return(g, id):
                yield f"restore {id}"
        if not about and not self._too_many(g):
            yield "end"

    def _asked(self, g: State, about: str) -> list[Unit]:
        open_ = [unit for unit in present(g, g.side) if not g.reserve >> unit & 1]
        if not about:
            return open_
        return [u for u in open_ if about in (g.unit(u).id, g.grid.name[g.at[u]])]

    def _joining(self, g: State, hq: Unit) -> Iterator[str]:
        for unit in present(g, g.side):
            id = g.unit(unit).id
            if not is_hq(g, unit) and not refused_attachment(g, id, g.unit(hq).id):
                yield f"attach {id} {g.unit(hq).id}"

    def able(self, g: State) -> list[str]:
        """Who has a mode to choose, or can change its command."""
        found, lords = set(), headquarters(g, g.side)
        full = len(independents(g, g.side)) >= most_independent(g, g.side)
        for unit in self._asked(g, ""):
            if is_hq(g, unit) or g.independent >> unit & 1:
                found.add(unit)
                continue
            if refused_subject(g, g.unit(unit).id):
                continue
            if not full or g.unit(unit).id in g.attached:
                found.add(unit)
                continue
            if any(_could_join(g, unit, hq) for hq in lords):
                found.add(unit)
        return list(ids(g, sorted(found)))

    def _too_many(self, g: State) -> Refusal | None:
        """14.13: Kampfgruppen may have lowered the limit; then some must be returned."""
        count, most = len(independents(g, g.side)), most_independent(g, g.side)
        if count <= most:
            return None
        says = f"{count} units are independent, and {most} may be: restore {count - most}."
        return Refusal("14.13", says, ids(g, independents(g, g.side)))

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return self._too_many(g)
            case ["mode", id, name]:
                return refused_mode(g, id, name)
            case ["attach", id, hq]:
                return refused_attachment(g, id, hq)
            case ["independent", id]:
                return refused_independence(g, id)
            case ["restore", id]:
                return refused_return(g, id)
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done | None:
        match order.split():
            case ["end"]:
                return DONE
            case ["mode", id, name]:
                unit = g.roster.find(id)
                if is_hq(g, unit):
                    command_mode(g, unit, name)
                else:
                    set_mode(g, unit, name)
                    says = f"{g.called(unit)}: {name.capitalize()}."
                    g.say(says, "10.12", (g.at[unit],), private(g))
            case [_, id, *_]:
                self._change(g, g.roster.find(id), order)
        return None

    def _change(self, g: State, unit: Unit, order: str) -> None:
        """11.12, 11.13, 11.14: and the changed unit is judged again (4.21)."""
        id = g.unit(unit).id
        g.attached.pop(id, None)
        g.independent &= ~(1 << unit)
        match order.split():
            case ["attach", _, hq]:
                g.attached[id] = hq
                says, rule = (
                    f"{g.called(unit)} is attached to {g.called(g.roster.find(hq))}.",
                    "11.12",
                )
            case ["independent", _]:
                g.independent |= 1 << unit
                says, rule = f"{g.called(unit)} is in independent command.", "11.13"
            case _:
                says, rule = f"{g.called(unit)} returns to its headquarters.", "11.14"
        g.say(says, rule, (g.at[unit],), private(g))
        judge(g, [unit])
        follow(g, unit)


# -- refusals ------------------------------------------------------------------------------------


def refused_subject(g: State, id: str) -> Refusal | None:
    """11.11, 11.16: whose subordination can be changed at all."""
    unit = own_unit(g, id, g.side)
    if unit is None:
        return Refusal("11.11", f"The {g.side.capitalize()} side has no unit {id} on the map.")
    if is_hq(g, unit):
        return Refusal("11.11", f"{id} is a headquarters, and its own command.", (id,))
    if g.reserve >> unit & 1:
        return Refusal("18.31", f"{id} is in reserve, and stays with its formation.", (id,))
    if id in g.parts:
        return Refusal("11.16", f"{id} stays under the headquarters of its division.", (id,))
    if kinds(g.roster).partisan >> unit & 1:
        return Refusal("15.1", "Partisans are under nobody's command.", (id,))
    return None


def refused_attachment(g: State, id: str, to: str) -> Refusal | None:
    """11.12: another headquarters of the same army or front, by a line of communication."""
    if why := refused_subject(g, id):
        return why
    unit, hq = g.roster.find(id), own_unit(g, to, g.side)
    if hq is None or not is_hq(g, hq):
        return Refusal(
            "11.12", f"The {g.side.capitalize()} side has no headquarters {to} on the map."
        )
    if g.reserve >> hq & 1:
        return Refusal("18.31", f"{to} is in reserve.", (to,))
    if hq_of(g, unit) == hq and not g.independent >> unit & 1:
        return Refusal("11.12", f"{id} is under {to} already.", (id,))
    if home_hq(g, unit) == hq:
        return Refusal("11.14", f"{to} is its own headquarters: say restore {id}.", (id,))
    if not same_army(g, unit, hq):
        return Refusal("11.12", f"{id} and {to} are not of one army or front.", (id, to))
    if not called_from(g, hq) >> g.at[unit] & 1:
        return Refusal("11.12", f"No line of communication runs from {id} to {to}.", (id, to))
    return None


def _could_join(g: State, unit: Unit, hq: Unit) -> bool:
    """11.12, in short: for a unit that is under its own headquarters."""
    if g.reserve >> hq & 1 or not called_from(g, hq) >> g.at[unit] & 1:
        return False
    return hq_of(g, unit) != hq and same_army(g, unit, hq)


def home_hq(g: State, unit: Unit) -> Unit:
    """11.11: the headquarters printed for a unit."""
    id = g.unit(unit).id
    kept = g.attached.pop(id, None)
    own = hq_of(g, unit)
    if kept is not None:
        g.attached[id] = kept
    return own


def refused_independence(g: State, id: str) -> Refusal | None:
    """11.13, 11.15: within the limit."""
    if why := refused_subject(g, id):
        return why
    unit = g.roster.find(id)
    if g.independent >> unit & 1:
        return Refusal("11.13", f"{id} is independent already.", (id,))
    most = most_independent(g, g.side)
    if len(independents(g, g.side)) >= most:
        rule = "14.13" if most < COMMAND[f"independent_{g.side}"] else "11.15"
        return Refusal(rule, f"{most} units at the most are in independent command.", (id,))
    return None


def refused_return(g: State, id: str) -> Refusal | None:
    """11.14: both states end at the owner's wish."""
    if why := refused_subject(g, id):
        return why
    if id not in g.attached and not g.independent >> g.roster.find(id) & 1:
        return Refusal("11.14", f"{id} is under its own headquarters.", (id,))
    return None


def refused_mode(g: State, id: str, name: str) -> Refusal | None:
    """10.11, 10.12, 11.53: headquarters choose for their units; independents for themselves."""
    unit = own_unit(g, id, g.side)
    if unit is None:
        return Refusal("10.11", f"The {g.side.capitalize()} side has no unit {id} on the map.")
    if name not in MODES:
        return Refusal("10.11", f"There is no mode {name}: assault, mobile or static.")
    if g.reserve >> unit & 1:
        return Refusal("18.31", f"{id} is in reserve, and stays Static.", (id,))
    if is_hq(g, unit):
        return None
    if g.independent >> unit & 1:
        if name not in ALONE:
            return Refusal("10.12", f"{id} is independent: Mobile or Static.", (id,))
        return None
    if g.cutoff >> unit & 1:
        return Refusal("11.53", f"{id} is out of communication, and keeps its mode.", (id,))
    return Refusal("10.11", f"{id} takes the mode of its headquarters.", (id,))
