"""§Sequence G4, §Sequence R3: one combat, from the odds to the last advance."""

from kursk.core.counters import Unit
from kursk.core.flow import Frame, Roll
from kursk.core.hexes import OFF, Hex, Hexes
from kursk.games.coatney_kursk.advance import Advance, can_advance
from kursk.games.coatney_kursk.lines import active, line_at
from kursk.games.coatney_kursk.losses import AttackersLost, Prize, best_deals, payers
from kursk.games.coatney_kursk.odds import (
    TOP,
    Odds,
    defenders,
    hex_defence,
    line_worth,
    manned,
    named,
    origins,
    read,
    reckon,
    strength,
    worth,
)
from kursk.games.coatney_kursk.panzerkeil import breaks_through, check_wedges, spearhead
from kursk.games.coatney_kursk.retreat import Drive, Retreats, surrounded
from kursk.games.coatney_kursk.standing import ForcedExchange, NoRetreat
from kursk.games.coatney_kursk.state import (
    GERMAN,
    RUSSIAN,
    Attack,
    State,
    bits,
    disrupt,
    eliminate,
    foe,
    has,
    level,
    recover,
)
from kursk.games.coatney_kursk.supply import in_supply
from kursk.games.coatney_kursk.tables import EFFECTS, RESULTS

UNHURT = ("-", "AD", "AE")
HALVES = {result: round(2 * effect.forced) for result, effect in EFFECTS.items() if effect.forced}


class Battle(Frame):
    """§Combat Table: reckon, declare, roll, and carry the result out on both sides."""

    rule = "§Combat Table"
    title = "Combat"
    targets: tuple[Hex, ...]
    attackers: tuple[Unit, ...]
    pressed: bool = False
    hungry: int = 0  # attackers without supply
    units: tuple[Unit, ...] = ()  # the defenders
    down: int = 0  # those of them who were disrupted
    origins: tuple[Hex, ...] = ()
    factors: tuple[int, ...] = ()  # modified defence factors, by target
    weak: Hexes = 0  # targets in which all were disrupted, while elsewhere not all were
    spearhead: tuple[Unit, ...] = ()  # units that attack as part of a Panzerkeil
    column: int = 0  # after all shifts; it may lie past the ends of the table
    mixed: bool = False  # disrupted defenders and others
    guns: bool = False  # artillery korps alone
    result: str = ""
    higher: str = ""  # what disrupted units get, where there are others
    fates: tuple[tuple[Unit, str], ...] = ()

    @property
    def attack(self) -> Attack:
        return Attack(self.targets, self.attackers)

    # -- before the die ------------------------------------------------------------------------

    def reckon(self, g: State) -> None:
        odds, attack = reckon(g, self.attack), self.attack
        self.column, self.mixed, self.guns = odds.column, odds.mixed, odds.guns
        g.fought |= bits(self.attackers)
        self.units, self.origins = defenders(g, attack), origins(g, attack)
        self.down = g.disrupted & bits(self.units)
        self.weak = self.all_down(g) if odds.mixed else 0
        self.hungry = bits([unit for unit in self.attackers if not in_supply(g, unit)])
        self.factors = tuple(hex_defence(g, attack, hex) for hex in self.targets)
        self.spearhead = spearhead(g, self.attackers)
        for unit in self.attackers:
            level(g, unit, "§Entrenchment")
        self.tell(g, odds)

    def all_down(self, g: State) -> Hexes:
        there = manned(g, self.attack)
        return bits([h for h in there if all(g.disrupted >> u & 1 for u in g.pile(h))])

    def tell(self, g: State, odds: Odds) -> None:
        where = " and ".join(g.name_of(hex) for hex in self.targets)
        net = odds.column - odds.rung
        told = f"{odds.attack} to {odds.defence}, shift {net:+}, fought at {named(odds.column)}"
        pressed = ", pressed" if self.pressed else ""
        says = f"{g.called(*self.attackers)} against {where}: {told}{pressed}."
        g.say(says, self.rule, self.targets)

    def no_retreat(self, g: State) -> Frame | None:
        if not self.units or self.column >= TOP:
            return None
        return NoRetreat(self.targets, self.attackers, self.pressed)

    def force_first(self, g: State) -> Frame | None:
        """§Forced Exchange: the Russian declares it before the die."""
        if g.side != RUSSIAN or not g.standing or not payers(g, self.attackers):
            return None
        return ForcedExchange(self.targets, self.attackers, self.pressed)

    def die(self, g: State) -> Frame | None:
        return Roll() if self.column < TOP else None

    # -- the result ----------------------------------------------------------------------------

    def read(self, g: State) -> None:
        sure = self.column >= TOP
        die, german = 6 if sure else g.rolled[0], g.side == GERMAN
        self.result = read(self.column, die, german, self.pressed, self.guns)
        if self.mixed:
            self.higher = read(self.column + 1, die, german, self.pressed, self.guns)
        means = f", {RESULTS[self.result]}" if self.units else " on an empty line"
        says = f"{'Over 7:1' if sure else die}: {self.result}{means}."
        if self.higher and self.higher != self.result:
            says += f" For disrupted defenders {self.higher}."
        at = self.targets[0]
        fought = g.battle(at, self.attackers, self.units, named(self.column), self.result)
        g.say(says, f"§{self.heading()}", self.targets, fought=fought)

    def heading(self) -> str:
        return {"D1": "Dn", "D2": "Dn", "-": "Combat Table"}.get(self.result, self.result)

    def read_for(self, unit: Unit) -> str:
        """§Disrupted Units: what a defender reads."""
        return self.higher if self.higher and self.down >> unit & 1 else self.result

    def force_last(self, g: State) -> Frame | None:
        """§Forced Exchange: the German may wait for the die, and is asked if he can pay."""
        if g.side != GERMAN or not g.standing or not (deals := self.deals(g, forced=True)):
            return None
        return ForcedExchange(self.targets, self.attackers, self.pressed, self.result, tuple(deals))

    # -- the attackers -------------------------------------------------------------------------

    def attackers_suffer(self, g: State) -> Frame | None:
        if self.result == "AE" or (self.result == "AD" and g.forced):
            among, due = payers(g, self.attackers), sum(self.factors)
            if strength(g, among) > due:
                return AttackersLost(among, due)
            for unit in among:
                eliminate(g, unit, "§AE")
        elif self.result == "AD":
            for unit in payers(g, self.attackers):
                self.throw_back(g, unit)
        return None

    def throw_back(self, g: State, unit: Unit) -> None:
        """§AD, §Ferdinands, §Panthers: disrupted; Ferdinands and Panthers are lost by it."""
        if has(g, unit, "ferdinand"):
            eliminate(g, unit, "§Ferdinands")
        elif has(g, unit, "panther"):
            eliminate(g, unit, "§Panthers")
        else:
            disrupt(g, unit, "§AD")

    # -- exchange ------------------------------------------------------------------------------

    def prices(self, g: State, forced: bool) -> tuple[tuple[Unit, int, int], ...]:
        """§X, §Forced Exchange: the defenders that can be had, and for what, in halves."""
        found = []
        for unit in self.units:
            result, factors = self.read_for(unit), worth(g, unit)
            if forced and g.standing >> unit & 1 and result in HALVES:
                found.append((unit, HALVES[result] * factors, factors))
            elif not forced and result == "X":
                found.append((unit, 2 * factors, factors))
        return tuple(found)

    def line_price(self, g: State, forced: bool) -> int:
        lines = sum(line_worth(g, self.attack, hex) for hex in self.targets)
        price = HALVES.get(self.result) or HALVES.get(self.higher, 2)
        return lines * (price if forced else 2)

    def deals(self, g: State, forced: bool) -> list[tuple[tuple[Unit, ...], int]]:
        """What the attacker can pay for: whom, and for how many factors."""
        prices, purse = self.prices(g, forced), strength(g, payers(g, self.attackers))
        if self.units and not prices:
            return []
        return best_deals(purse, self.line_price(g, forced), prices)

    def exchange(self, g: State) -> Frame | None:
        if self.result in ("AE", "AD"):
            return None
        forced = g.forced and bool(self.prices(g, True))
        if not forced and not (self.prices(g, False) or self.result == "X"):
            return None
        if not self.deals(g, forced):
            g.say("The attacker cannot pay for an exchange.", "§X", self.targets)
            return None
        among = payers(g, self.attackers)
        return Prize(self.targets, among, self.line_price(g, forced), self.prices(g, forced))

    # -- the defenders -------------------------------------------------------------------------

    def final(self, g: State, unit: Unit) -> str:
        """What a defender suffers in the end, with the orders it has and the way it has not."""
        result = self.read_for(unit)
        bought = g.forced and g.standing >> unit & 1 and result in HALVES
        if result == "X" or bought:
            if g.exchanged:
                return "stand" if self.held(g, unit) else "D"
            return "-"
        if result in ("D1", "D2") and (self.held(g, unit) or self.cut_off(g, unit)):
            return "stand" if EFFECTS[result].stands == "D" else "DE"
        return "stand" if result == "D" and self.held(g, unit) else result

    def held(self, g: State, unit: Unit) -> bool:
        """§No Retreat!, §Artillery Korps: it has to stand, or is with one that does."""
        if g.standing >> unit & 1:
            return True
        return has(g, unit, "artillery") and any(g.standing >> u & 1 for u in g.pile(g.at[unit]))

    def cut_off(self, g: State, unit: Unit) -> bool:
        return surrounded(g, unit, self.targets, self.origins)

    def defenders_suffer(self, g: State) -> Frame | None:
        here = [unit for unit in self.units if g.at[unit] != OFF]
        self.fates = tuple((unit, self.final(g, unit)) for unit in here)
        for unit, fate in self.fates:
            if fate not in UNHURT:
                self.strike(g, unit, fate)
        left = [EFFECTS[fate] for u, fate in self.fates if fate in EFFECTS and g.at[u] != OFF]
        most = max((effect.retreat for effect in left), default=0)
        return Drive(self.targets, most) if most else None

    def strike(self, g: State, unit: Unit, fate: str) -> None:
        """§DE, §D, §Dn; §Ferdinands, §Panthers: lost, or disrupted."""
        rolled = self.read_for(unit)
        if fate == "DE":
            eliminate(g, unit, "§DE" if rolled == "DE" else self.why_stuck(g, unit))
        elif has(g, unit, "ferdinand"):
            eliminate(g, unit, "§Ferdinands")
        elif has(g, unit, "panther") and fate == "D2":
            eliminate(g, unit, "§Panthers")
        elif has(g, unit, "artillery") and self.overrun(g, unit, rolled):
            eliminate(g, unit, "§Artillery Korps")
        elif g.disrupted >> unit & 1:
            level(g, unit, "§Disrupted Units")
        else:
            disrupt(g, unit, f"§{self.heading()}")

    def overrun(self, g: State, unit: Unit, rolled: str) -> bool:
        """§Artillery Korps: on the road lost by D2; emplaced by D1, unless the hex is held."""
        fatal = ("D1", "D2") if g.emplaced >> unit & 1 else ("D2",)
        return rolled in fatal and not self.held(g, unit)

    def why_stuck(self, g: State, unit: Unit) -> str:
        return "§No Retreat!" if self.held(g, unit) else "§Surrounded"

    def retreats(self, g: State) -> Frame | None:
        """§Dn, §D: who must go, who may, and how far."""
        waiting = []
        for unit, fate in self.fates:
            if fate in ("D", "D1", "D2") and g.at[unit] != OFF:
                effect = EFFECTS[fate]
                least = min(effect.retreat, g.driven)
                if least + effect.further:
                    waiting.append((unit, least, least + effect.further))
        return Retreats(self.targets, self.origins, tuple(waiting)) if waiting else None

    def lines(self, g: State) -> None:
        """§Fortification Lines: a line hex is taken by the right result, when nobody is left."""
        other = foe(g.side)
        for hex in self.targets:
            if not active(g, other) >> hex & 1 or g.pile(hex) or not self.takes(g, hex):
                continue
            g.known = {}
            g.taken |= 1 << hex
            says = f"The line at {g.name_of(hex)} is taken."
            g.say(says, f"§{other.capitalize()} Lines", (hex,))

    def takes(self, g: State, hex: Hex) -> bool:
        """By X only if it was paid; by D1 not where No Retreat! was ordered."""
        result = self.came_to(g, hex)
        if result == "D1" and g.standing:
            return False
        return result in line_at(hex, foe(g.side)).taken_by

    def came_to(self, g: State, hex: Hex) -> str:
        """What the result of a hex was in the end: an exchange if there was one, DE also where
        nobody could or would go, and for disrupted units theirs.
        """
        if g.exchanged:
            return "X"
        if self.routed:
            return "DE"
        result = self.higher if self.weak >> hex & 1 else self.result
        return "-" if result == "X" else result

    @property
    def routed(self) -> bool:
        """§DE, §Surrounded: were all defenders eliminated, D2 counting as DE?"""
        if not self.fates:
            return self.result == "DE"
        return all(fate == "DE" for _, fate in self.fates)

    # -- afterwards ----------------------------------------------------------------------------

    def advance(self, g: State) -> Frame | None:
        """§Tactical Advances: who attacked may follow into a hex that is empty."""
        open_ = {
            hex: (EFFECTS[result], factors)
            for hex, factors in zip(self.targets, self.factors, strict=True)
            if not g.pile(hex) and EFFECTS[result := self.came_to(g, hex)].others
        }
        able = tuple(unit for unit in payers(g, self.attackers) if not g.disrupted >> unit & 1)
        tanks = max((effect.tanks for effect, _ in open_.values()), default=0)
        worth = tuple(factors for _, factors in open_.values())
        asked = Advance(tuple(open_), worth, able, min(2, max(tanks, g.went)), self.routed)
        return asked if open_ and can_advance(g, asked) else None

    def aftermath(self, g: State) -> None:
        """§Supply, §Recovery, §Panzerkeil: what is left to settle when the combat is over."""
        for unit in self.attackers:
            if self.hungry >> unit & 1 and g.at[unit] != OFF:
                disrupt(g, unit, "§Supply")
        for unit in self.units:
            if g.attacked >> unit & 1 and g.at[unit] != OFF:
                g.attacked &= ~(1 << unit)
                if dict(self.fates).get(unit) in UNHURT and in_supply(g, unit):
                    recover(g, unit, "§Recovery")
        check_wedges(g)
        g.standing, g.forced, g.exchanged, g.driven, g.route, g.went = 0, False, False, 0, 0, 0
        if self.routed:
            g.breaking |= bits([unit for unit in self.spearhead if breaks_through(g, unit)])

    steps = (
        reckon,
        no_retreat,
        force_first,
        die,
        read,
        force_last,
        attackers_suffer,
        exchange,
        defenders_suffer,
        retreats,
        lines,
        advance,
        aftermath,
    )
