"""Where a position file may begin: the frames that wait at each named phase."""

from collections.abc import Callable

from kursk.core.counters import Unit
from kursk.core.flow import Decision, Frame
from kursk.games.drive_on_kursk.combat import Combat
from kursk.games.drive_on_kursk.deployment import Deployment
from kursk.games.drive_on_kursk.ending import EndGame, ExtraTurn
from kursk.games.drive_on_kursk.gambit import (
    Additions,
    Declaration,
    Gambit,
    ReservePlacement,
    SetUp,
)
from kursk.games.drive_on_kursk.movement import Movement, MovementPhase, note_start
from kursk.games.drive_on_kursk.reinforcements import Arrivals, FightFightArrivals
from kursk.games.drive_on_kursk.reserves import Reserves
from kursk.games.drive_on_kursk.sequence import Campaign, CombatPhase, GameTurn, Plan, PlayerTurn
from kursk.games.drive_on_kursk.state import GERMAN, SIDES, SOVIET, State
from kursk.games.drive_on_kursk.victory import reckoned
from kursk.games.drive_on_kursk.withdrawal import Withdrawals

# The neutral orders of phases: neither brings a shift (11.9).
USUAL = {GERMAN: "move-fight", SOVIET: "fight-move"}


def settle(g: State) -> None:
    """Make what a position file need not say agree with what it says."""
    for side in SIDES:
        for hex in g.piles:
            if g.held[side] >> hex & 1:
                g.own(hex, side)  # 3.10
    g.sundry = g.vp - reckoned(g)


def _planned(g: State) -> None:
    for side, plan in USUAL.items():
        g.plan.setdefault(side, plan)


def _set_up(g: State, next: int, *waiting: Frame) -> list[Frame]:
    settle(g)
    for unit in g.on_map():
        if not g.unit(unit).setup:  # 3.6: it belongs to those it lies with
            codes = [g.unit(other).setup for other in g.pile(g.at[unit]) if g.unit(other).setup]
            g.group.setdefault(g.unit(unit).id, codes[0] if codes else _here(g, unit))
    return [Campaign(), SetUp(next=next), *waiting]


def _here(g: State, unit: Unit) -> str:
    return f"{g.grid.name[g.at[unit]]}-0"


def _deployment(g: State, side: str) -> list[Frame]:
    g.deploying = side
    return _set_up(g, 2 if side == GERMAN else 3, Deployment(side))


def _declaration(g: State, side: str) -> list[Frame]:
    g.side = g.deploying = GERMAN
    return _set_up(g, 0, Declaration())


def _additions(g: State, side: str) -> list[Frame]:
    g.side, g.deploying, g.gambit = GERMAN, GERMAN, True
    return _set_up(g, 1, Gambit(next=2), Additions())


def _reserve_placement(g: State, side: str) -> list[Frame]:
    g.side, g.deploying, g.gambit = SOVIET, SOVIET, True
    return _set_up(g, 4, ReservePlacement())


def _plan(g: State, side: str) -> list[Frame]:
    settle(g)
    return [Campaign(next=1), GameTurn(next=2 if side == GERMAN else 1), Plan(side)]


def _turn(g: State, side: str) -> list[Frame]:
    """The whole player turn lies ahead, with all that its start sets off."""
    settle(g)
    _planned(g)
    return [Campaign(next=1), GameTurn(next=2 if side == GERMAN else 3)]


def _within(g: State, side: str, next: int, *waiting: Frame) -> list[Frame]:
    settle(g)
    g.side = side
    _planned(g)
    g.revealed = g.revealed or side == SOVIET
    turn = GameTurn(next=3 if side == GERMAN else 4)
    return [Campaign(next=1), turn, PlayerTurn(side, next=next), *waiting]


def _phase(g: State, side: str, kind: str) -> int:
    """Which of the two phases a position means: the one set, else the one of that kind."""
    _planned(g)
    plan = g.plan[side].split("-")
    if plan[g.phase - 1] != kind and kind in plan:
        g.phase = plan.index(kind) + 1
    return 2 + g.phase  # the step of the player turn after it


def _arrivals(g: State, side: str) -> list[Frame]:
    if g.plan.get(side) == "fight-fight":
        phase = [CombatPhase(next=1), FightFightArrivals(next=1), Arrivals()]
        return _within(g, side, _phase(g, side, "fight"), *phase)
    next = _phase(g, side, "move")
    return _within(g, side, next, MovementPhase(next=1), Arrivals())


def _movement(g: State, side: str) -> list[Frame]:
    frames = _within(g, side, _phase(g, side, "move"), MovementPhase(next=3), Movement())
    if not (g.moving or g.moved or g.in_zone or g.supplied):
        note_start(g)  # else the file tells of a phase under way
    return frames


def _combat(g: State, side: str) -> list[Frame]:
    return _within(g, side, _phase(g, side, "fight"), CombatPhase(next=2), Combat())


def _after_turn(g: State, next: int, waiting: Decision | EndGame) -> list[Frame]:
    settle(g)
    return [Campaign(next=next), waiting]


PHASES: dict[str, Callable[[State, str], list[Frame]]] = {
    "declaration": _declaration,
    "additions": _additions,
    "deployment": _deployment,
    "reserve placement": _reserve_placement,
    "plan": _plan,
    "player turn": _turn,
    "withdrawals": lambda g, side: _within(g, GERMAN, 2, Withdrawals()),
    "reserves": lambda g, side: _within(g, SOVIET, 2, Reserves()),
    "arrivals": _arrivals,
    "movement": _movement,
    "combat": _combat,
    "extra turn": lambda g, side: _after_turn(g, 2, ExtraTurn(SIDES)),
    "end": lambda g, side: _after_turn(g, 3, EndGame()),
}
