"""Where a position file may begin: the frames that wait at each named phase."""

from collections.abc import Callable
from functools import partial

from kursk.core.flow import Frame
from kursk.core.hexes import Hex
from kursk.core.position import BadPosition, known_units
from kursk.games.drive_on_kursk.combat import Combat
from kursk.games.drive_on_kursk.deployment import Deployment
from kursk.games.drive_on_kursk.ending import EndGame
from kursk.games.drive_on_kursk.gambit import Declaration, Gambit, ReservePlacement, SetUp
from kursk.games.drive_on_kursk.movement import Movement, MovementPhase, note_start
from kursk.games.drive_on_kursk.reinforcements import (
    ARRIVALS,
    QUOTA,
    FightFightArrivals,
    free_german,
    free_soviet,
)
from kursk.games.drive_on_kursk.reserves import Reserves
from kursk.games.drive_on_kursk.sequence import (
    PLANS,
    Campaign,
    CombatPhase,
    GameTurn,
    Plan,
    PlayerTurn,
    air_counters,
)
from kursk.games.drive_on_kursk.stacking import StackCheck
from kursk.games.drive_on_kursk.state import GERMAN, RESERVE, SIDES, SOVIET, State
from kursk.games.drive_on_kursk.supply import lgov_supplies
from kursk.games.drive_on_kursk.victory import MOST, Withdrawals, reckoned

LAST_TURN = 7  # unless a vote has added to it
SET_UP = ("declaration", "additions", "deployment", "reserve placement")
# The neutral orders of phases: neither brings a shift (11.9).
USUAL = {GERMAN: "move-fight", SOVIET: "fight-move"}


def settle(g: State) -> None:
    """Make what a position file need not say agree with what it says."""
    _sound(g)
    for side in SIDES:
        for hex in g.piles:
            if g.held[side] >> hex & 1:
                g.own(hex, side)  # 3.10
    if g.gambit:
        g.reserve = 0  # 9.2
    g.lgov_cut = not lgov_supplies(g)  # 6.10
    g.last_turn = max(g.last_turn, g.turn)  # 4.10
    g.defended |= g.retreated  # 11.12
    g.sundry = g.vp - reckoned(g)


def _sound(g: State) -> None:
    """Tracks that no game could show are refused by name."""
    for side, plan in g.plan.items():
        if side not in SIDES or plan not in PLANS:
            raise BadPosition(f"set.plan: {side} {plan}; a side has one of {', '.join(PLANS)}")
    if strange := set(g.triggers) - set(QUOTA):
        raise BadPosition(f"set.triggers: no {strange.pop()!r}; there are {', '.join(QUOTA)}")
    for name, value, least, most in (
        ("turn", g.turn, 1, 9),
        ("set.last_turn", g.last_turn, LAST_TURN, 9),
        ("set.number", g.phase, 1, 2),
        ("set.air", g.air, 0, air_counters(g)),
        ("set.entitled", g.entitled, 0, 4),
        ("set.triggered", g.triggered, 0, 9),
        ("set.withdrawn", g.withdrawn, 0, MOST),
        ("set.entered", g.entered, 0, sum(QUOTA.values())),
    ):
        if not least <= value <= most:
            raise BadPosition(f"{name}: {value} is not between {least} and {most}")
    if g.vp <= 0:
        raise BadPosition(f"set.vp: {g.vp}; with no points left the Soviet has won (4.2)")
    _known(g)


def _known(g: State) -> None:
    """Tracks that name units and piles name those there are."""
    parent = [id for group in g.parent for id in group]
    for track, ids in (("parent", parent), ("spent", g.spent), ("group", g.group)):
        known_units(g, track, ids)
    for id, points in g.spent.items():
        if points < 0:
            raise BadPosition(f"set.spent: {id} {points}; points spent are 0 or more")
    for id, pile in g.group.items():
        hex, _, range_ = pile.partition("-")
        if hex not in g.grid.cell or not range_.isdecimal():
            raise BadPosition(f"set.group: {id} {pile!r}; say a hex and a range, 1907-1")


def _planned(g: State) -> None:
    settle(g)
    for side, plan in USUAL.items():
        g.plan.setdefault(side, plan)


def _before_play(phase: str, g: State, side: str) -> list[Frame]:
    """3.1: who waits, and whether there is a Gambit, follows from the phase, but for deployment."""
    if phase != "deployment":
        g.side = side = SOVIET if phase == "reserve placement" else GERMAN
        g.gambit = phase != "declaration"
    g.deploying = side
    if phase != "reserve placement":  # there they lie where they have been placed
        _sort_reserves(g)
    settle(g)
    for unit in g.on_map():
        if not g.unit(unit).setup:  # 3.6: it belongs to those it lies with
            g.group.setdefault(g.unit(unit).id, _pile(g, g.at[unit]))
    begun: dict[str, tuple[int, Frame]] = {
        "declaration": (0, Declaration()),
        "additions": (1, Gambit(next=1)),
        "deployment": (2 if side == GERMAN else 3, Deployment(side)),
        "reserve placement": (4, ReservePlacement()),
    }
    next, waiting = begun[phase]
    return [Campaign(), SetUp(next=next), waiting]


def _pile(g: State, hex: Hex) -> str:
    """3.6: the printed pile of those who deploy from a hex; else the hex itself, with no range."""
    codes = (g.unit(unit).setup for unit in g.pile(hex))
    return next((c for c in codes if c and not c.endswith("-R")), f"{g.grid.name[hex]}-0")


def _sort_reserves(g: State) -> None:
    """3.7, 9.1: a counter with an R lies in reserve until play begins; the Gambit lifts it."""
    for unit in g.on_map(SOVIET):
        if g.gambit and (g.unit(unit).setup.endswith("-R") or g.reserve >> unit & 1):
            g.remove(unit, RESERVE)
        elif g.unit(unit).setup.endswith("-R"):
            g.reserve |= 1 << unit


def _plan(g: State, side: str) -> list[Frame]:
    settle(g)
    g.air = air_counters(g)
    if side == GERMAN:  # 5.4: the Soviet has covered his
        g.plan.setdefault(SOVIET, USUAL[SOVIET])
    return [Campaign(next=1), GameTurn(next=2 if side == GERMAN else 1), Plan(side)]


def _turn(g: State, side: str) -> list[Frame]:
    """The whole player turn lies ahead, with all that its start sets off."""
    _planned(g)
    if side == GERMAN:
        g.air = air_counters(g)
    return [Campaign(next=1), GameTurn(next=2 if side == GERMAN else 3)]


def _within(g: State, side: str, next: int, *waiting: Frame) -> list[Frame]:
    _planned(g)
    g.side = side
    g.revealed = g.revealed or side == SOVIET
    turn = GameTurn(next=3 if side == GERMAN else 4)
    return [Campaign(next=1), turn, PlayerTurn(side, next=next), *waiting]


def _phase(g: State, side: str, kind: str) -> int:
    """Which of the two phases a position means: the one of that kind; of two, the one set."""
    _planned(g)
    plan = g.plan[side].split("-")
    if plan[g.phase - 1] != kind and kind in plan:
        g.phase = plan.index(kind) + 1
    return 2 + g.phase  # the step of the player turn after it


def _arrivals(g: State, side: str) -> list[Frame]:
    planned = side in g.plan
    phase: tuple[Frame, ...] = (MovementPhase(next=1), ARRIVALS[side]())
    if g.plan.get(side) == "fight-fight":
        phase = (CombatPhase(next=1), FightFightArrivals(next=1), ARRIVALS[side]())
    next = _phase(g, side, "fight" if len(phase) > 2 else "move")
    frames = _within(g, side, next, *phase)
    if g.phase == 1 or not planned:  # the map is as it was when the player turn began
        if side == GERMAN and not g.entitled:
            free_german(g)
        if side == SOVIET and not g.triggers:
            free_soviet(g)
    return frames


def _movement(g: State, side: str) -> list[Frame]:
    frames = _within(g, side, _phase(g, side, "move"), MovementPhase(next=3), Movement())
    if not (g.in_zone or g.supplied or g.spent or g.infiltrated):
        note_start(g)  # else the file tells of a phase under way
    return frames


def _combat(g: State, side: str) -> list[Frame]:
    return _within(g, side, _phase(g, side, "fight"), CombatPhase(next=2), Combat())


def _extra_turn(g: State, side: str) -> list[Frame]:
    """4.10: after turns 7 and 8 the vote; after any other the game goes on, or ends."""
    settle(g)
    g.last_turn = max(LAST_TURN, g.turn)  # the votes lie ahead
    return [Campaign(next=1), StackCheck()]


def _end(g: State, side: str) -> list[Frame]:
    settle(g)
    return [EndGame(), StackCheck()]


PHASES: dict[str, Callable[[State, str], list[Frame]]] = {
    **{name: partial(_before_play, name) for name in SET_UP},
    "plan": _plan,
    "player turn": _turn,
    "withdrawals": lambda g, side: _within(g, GERMAN, 2, Withdrawals()),
    "reserves": lambda g, side: _within(g, SOVIET, 2, Reserves()),
    "arrivals": _arrivals,
    "movement": _movement,
    "combat": _combat,
    "extra turn": _extra_turn,
    "end": _end,
}
