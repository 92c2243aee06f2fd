"""Where a position file may begin, and what it need not say."""

from kursk.core.flow import Frame, Refusal
from kursk.core.hexes import OFF
from kursk.core.orders import no_unit
from kursk.core.position import BadPosition, known_units
from kursk.core.state import units
from kursk.games.coatney_kursk.air import AirPhase
from kursk.games.coatney_kursk.allocation import Allocation, targets, waiting
from kursk.games.coatney_kursk.arrivals import Arrivals, Replacements
from kursk.games.coatney_kursk.formation import Formation
from kursk.games.coatney_kursk.movement import Movement
from kursk.games.coatney_kursk.panzerkeil import refused_facing, refused_wedge
from kursk.games.coatney_kursk.recovery import attacked_again
from kursk.games.coatney_kursk.resolution import Resolution
from kursk.games.coatney_kursk.sequence import GameTurn, GermanTurn, Impulse, Kursk, RussianTurn
from kursk.games.coatney_kursk.setup import Deployment, FreeSetup, opens_freely, unplaced
from kursk.games.coatney_kursk.state import FIRST, GERMAN, RUSSIAN, SECOND, State, foe, has, towns
from kursk.games.coatney_kursk.support import obliges
from kursk.games.coatney_kursk.tables import LAST_TURN
from kursk.games.coatney_kursk.victory import Claim, asks, best

PHASES = (
    "setup", "free setup", "turn", "arrivals", "formation", "movement", "air", "allocation",
    "recovery before combat", "resolution", "victory", "supply", "recovery",
)  # fmt: skip
IN_IMPULSE = {  # the phases of an impulse, and where in it they begin
    "movement": Impulse.past("Movement", number=FIRST),
    "air": Impulse.past("strikes", number=FIRST),
    "allocation": Impulse.past("Allocation", number=FIRST),
    "recovery before combat": Impulse.upto("recovery", number=FIRST),
    "resolution": Impulse.past("Resolution", number=FIRST),
}


def moment(phase: str, g: State, side: str) -> list[Frame]:
    """The stack at a phase."""
    _sound(g, phase)
    _settle(g)
    if phase == "setup":
        g.side = GERMAN
        return [Kursk.past("place"), Deployment()]
    if phase == "free setup":
        free = [FreeSetup()] if opens_freely(g) else []
        g.side = side if unplaced(g, side) else foe(side)
        return [Kursk.past("place_freely"), *free]
    game = Kursk.upto("next_turn")
    if phase in ("turn", "arrivals"):
        g.side = RUSSIAN if phase == "arrivals" else ""
        if phase == "turn":
            return [game, GameTurn()]
        return [game, GameTurn.past("Arrivals"), Arrivals.past("replacements"), Replacements()]
    turn = GermanTurn if side == GERMAN else RussianTurn
    stack = [game, GameTurn.past(turn.__name__)]
    if phase == "formation":
        return [*stack, turn.past("Formation"), Formation()]
    if phase in IN_IMPULSE:
        return [*stack, *_impulse(g, turn, phase)]
    if phase == "victory" and (aim := best(g, foe(side))) and asks(g, aim):
        return [*stack, turn.past("victory"), Claim(foe(side))]
    return [*stack, turn.upto(phase)]


def _impulse(g: State, turn: type[GermanTurn] | type[RussianTurn], phase: str) -> list[Frame]:
    second = "blitzkrieg" if turn is GermanTurn else "proriv"
    frame = turn.past("first" if g.impulse == FIRST else second)
    impulse = Impulse(number=g.impulse, next=IN_IMPULSE[phase].next)
    begun: dict[str, list[Frame]] = {
        "movement": [Movement()],
        "air": [AirPhase()] if g.air and g.impulse == FIRST else [],
        "allocation": [Allocation()],
        "resolution": [Resolution()],
    }
    if phase == "resolution" and g.side == GERMAN and g.impulse == FIRST:
        g.attacked |= attacked_again(g)
    if phase in ("resolution", "recovery before combat") and not g.claims:
        g.claims = {name: ",".join(g.grid.names(obliges(g, a))) for name, a in waiting(g).items()}
    return [frame, impulse, *begun.get(phase, [])]


def _settle(g: State) -> None:
    """Make what a file need not say agree with what it says."""
    for unit in g.on_map():
        side, hex = g.side_of(unit), g.at[unit]
        if towns(g) >> hex & 1 and g.owner(hex) != side:
            g.own(hex, side)
        if g.board.hexes[f"fort {foe(side)}"] >> hex & 1:
            g.taken |= 1 << hex
        elif g.board.hexes[f"fort {side}"] >> hex & 1:
            g.taken &= ~(1 << hex)
    g.known = {}


def _sound(g: State, phase: str) -> None:
    """Tracks that no game could show are refused by name."""
    if g.turn > LAST_TURN:
        raise BadPosition(f"turn: {g.turn}; a game has {LAST_TURN}")
    if g.impulse not in (FIRST, SECOND):
        raise BadPosition(f"set.impulse: {g.impulse}; it is 1 or 2")
    if g.pool < 0:
        raise BadPosition(f"set.pool: {g.pool}; factors are saved, not owed")
    lines = g.board.hexes["fort german"] | g.board.hexes["fort russian"]
    if stray := g.grid.names(g.taken & ~lines):
        raise BadPosition(f"set.taken: {stray[0]} is no line hex")
    owned = g.control[GERMAN] | g.control[RUSSIAN]
    if stray := g.grid.names(owned & ~towns(g)):
        raise BadPosition(f"control: {stray[0]} is no city or town")
    known_units(g, "spent", g.spent)
    known_units(g, "grounded", g.grounded)
    parted = phase in ("setup", "movement")  # at their end it is seen who is still together
    for id, name in g.wedges.items():
        if why := (refused_facing if parted else refused_wedge)(g, id, name):
            raise BadPosition(f"set.wedges: {why}")
    _marks(g)
    _battles(g, phase)


def _marks(g: State) -> None:
    wanted = {"entrenched": "foot", "emplaced": "artillery"}
    for mark, flag in wanted.items():
        for unit in units(getattr(g, mark)):
            if not has(g, unit, flag):
                raise BadPosition(f"units.{g.unit(unit).id}.marks: it cannot be {mark}")
    for unit in units(g.disrupted | g.entrenched | g.emplaced):
        if g.at[unit] == OFF:
            raise BadPosition(f"units.{g.unit(unit).id}.marks: it is not on the map")


def _battles(g: State, phase: str) -> None:
    if g.battles and phase not in ("allocation", "recovery before combat", "resolution"):
        raise BadPosition(f"set.battles: attacks are allocated, not in {phase}")
    seen = 0
    for order in g.battles:
        words = order.split()
        if len(words) != 4 or (words[0], words[2]) != ("attack", "with"):
            raise BadPosition(f"set.battles: {order!r} is not attack HEX with UNIT,UNIT")
        if why := _unsound(g, words[1].split(","), words[3].split(",")):
            raise BadPosition(f"set.battles: {order}: {why}")
        hexes = sum(1 << g.grid.cell[name] for name in words[1].split(","))
        if seen & hexes:
            raise BadPosition(f"set.battles: {order}: the hex is attacked already")
        seen |= hexes


def _unsound(g: State, names: list[str], ids: list[str]) -> Refusal | str | None:
    """What is wrong with an attack that a file allocates."""
    for name in names:
        if name not in g.grid.cell or not targets(g, g.side) >> g.grid.cell[name] & 1:
            return f"there is nothing to attack in {name}"
    if why := no_unit(g, ids, g.side, "§General Rule"):
        return why
    for id in ids:
        if g.disrupted >> g.roster.find(id) & 1:
            return f"{id} is disrupted"
        for name in names:
            if not g.grid.touch(g.at[g.roster.find(id)], g.grid.cell[name]):
                return f"{id} is not next to {name}"
    return None
