"""What a game of Drive on Kursk remembers, and the words its chapters share."""

from pathlib import Path
from typing import Self

from kursk.core.flow import Decision, Refusal
from kursk.core.forms import read_verbs
from kursk.core.hexes import Hex, Hexes, beside
from kursk.core.state import State as Base

GERMAN, SOVIET = SIDES = ("german", "soviet")

DEAD, WITHDRAWN, RESERVE = "dead", "withdrawn", "reserve"
GONE = (DEAD, WITHDRAWN)  # for good
BOXES = ("turn 2", "turn 3", "turn 4", "conditional", "gambit", RESERVE, DEAD, WITHDRAWN)

LGOV, KURSK = "3509", "3415"


class State(Base, kw_only=True, eq=False):
    verbs = read_verbs(Path(__file__).parent / "data" / "verbs.toml")
    # 3, 4: the variant and the score
    gambit: bool = False
    vp: int = 60
    sundry: int = 0  # of the score, what neither map nor dead pile explains: dice, activations
    last_turn: int = 7  # 4.10: votes may add two
    # 5: the order of phases, "move-fight" and so on; the Soviet one is covered until his turn
    plan: dict[str, str] = {}
    revealed: bool = False  # the Soviet plan lies open
    phase: int = 1  # the first or the second phase of the player turn
    # 6.10, 9: what has been set off for good
    lgov_cut: bool = False  # the German has held Lgov
    triggers: tuple[str, ...] = ()  # 9.6: "line", "lgov", "kursk"
    entitled: int = 0  # 9.5: how many German conditional divisions may have entered
    triggered: int = 0  # 9.5: the turn in which the first two were freed
    withdrawn: int = 0  # 4.5: German divisions withdrawn in this turn
    entered: int = 0  # 9.5, 9.6: conditional units that entered in this player turn
    air: int = 0  # 11.10: Luftwaffe counters still to be used in this game turn
    # sets of units
    reserve: int = 0  # 9.2: not activated
    moved: int = 0  # 10.2: its move in this phase is over
    infiltrated: int = 0  # 8.6
    in_zone: int = 0  # 8.6, 10.19: began the phase in an enemy zone
    supplied: int = 0  # 8.6, 10.19: began the phase in supply
    slow: int = 0  # 6.6: was out of supply when its move began
    arrived: int = 0  # 9.3: came in at the start of this phase
    pinned: int = 0  # 9.7: arrived in Fight/Fight, may not move in this turn
    attacked: int = 0  # 11.4: has attacked in this phase
    defended: int = 0  # 11.4: has been attacked in this phase
    retreated: int = 0  # 11.12: has retreated in this phase since it was attacked
    shown: int = 0  # 7.3: the forces of the battle in hand, open to both sides
    # movement in progress
    moving: bool = False  # 8.6: some unit has made an ordinary move in this phase
    parent: tuple[tuple[str, ...], ...] = ()  # 10.5: the stack in motion, by ids, as it split
    spent: dict[str, int] = {}  # by id: points spent in this phase
    road: int = 0  # 10.19: units in road mode
    # deployment
    deploying: str = ""  # 3.4, 3.5: the side that deploys
    placed: int = 0  # units that the player has deployed by hand
    group: dict[str, str] = {}  # 3.6: by id, the pile that an added unit belongs to, "1907-1"

    def copy(self) -> Self:
        g = super().copy()
        g.plan, g.spent, g.group = self.plan.copy(), self.spent.copy(), self.group.copy()
        return g


def foe(side: str) -> str:
    return SOVIET if side == GERMAN else GERMAN


def of_two(g: State, title: str) -> str:
    """5.3: the title of a phase, with its number where the player turn has two of the kind."""
    first, _, second = g.plan.get(g.side, "").partition("-")
    if not first or first != second:
        return title
    return f"{title}, {'first' if g.phase == 1 else 'second'} phase"


def zone(g: State, side: str) -> Hexes:
    """8.1, 8.2, 8.5: the hexes next to a side's units, whatever the ground, supply or phase.

    Units of both sides may have their zones in one hex, and several count as one.
    """
    return beside(g.grid, g.held[side])


def in_enemy_zone(g: State, side: str, hex: Hex) -> bool:
    """8.2: a unit of the side in the hex does not cancel the zone, except for supply."""
    return bool(zone(g, foe(side)) >> hex & 1)


def score(g: State, points: int, says: str, rule: str, hex: Hex | None = None) -> None:
    """4.2: the German total changes at once; at zero or below the Soviet has won (A-45)."""
    g.vp += points
    g.say(f"{says}: {points:+} VP.", rule, () if hex is None else (hex,), points=points)
    if g.vp <= 0 and not g.result:
        g.finish(f"Soviet wins: the German victory points fall to {g.vp} (4.2)")


def award(g: State, points: int, says: str, rule: str, hex: Hex | None = None) -> None:
    """4.3: points for what leaves no trace on the map: dice, and reserves called up."""
    g.sundry += points
    score(g, points, says, rule, hex)


class InBattle(Decision):
    """11.2: what a battle asks for comes before the next attack, even in a combat phase."""

    small = True

    def unread(self, g: State, order: str) -> Refusal:
        why = super().unread(g, order)
        if why.rule != "5.1":
            return why
        return Refusal(self.rule, "That must wait.", instead=why.instead)
