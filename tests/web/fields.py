"""A small field of battle in every game: one unit that may go somewhere, and one that may attack.

The same is done in all of them, since the page knows no rules and is the same for all games.
"""

import re
from dataclasses import dataclass

from kursk import library
from kursk.core.flow import DICE
from kursk.core.match import Match
from tests.web.player import Player
from tests.web.screens import sit


@dataclass(frozen=True)
class Field:
    title: str
    fights: str  # the phase in which attacks are ordered
    units: str
    mover: str  # who may go somewhere
    attack: str
    more: str = ""
    begins: str = "movement"  # the first phase of a turn that is played here

    @property
    def side(self) -> str:
        return library.game(self.title).sides[0]

    @property
    def foe(self) -> str:
        return library.game(self.title).sides[1]

    @property
    def target(self) -> str:
        return self.attack.split()[1]

    @property
    def attackers(self) -> list[str]:
        return self.attack.split()[3].split(",")

    def position(self, phase: str) -> str:
        head = f'game = "{self.title}"\nside = "{self.side}"\nphase = "{phase}"\n'
        return f"{head}{self.more}[units]\n{self.units}"

    def __str__(self) -> str:
        return self.title


def unit(id: str, hex: str, *marks: str) -> str:
    return f'{id} = {{ at = "{hex}", marks = {[*marks]} }}\n'


ALL = (
    Field(
        "skirmish",
        "combat",
        unit("b1", "0404") + unit("b5", "0404") + unit("b2", "0202") + unit("r1", "0405", "shown"),
        "b2",
        "attack 0405 with b1,b5",
    ),
    Field(
        "drive_on_kursk",
        "combat",
        unit("20pz", "4117") + unit("9pz", "4117") + unit("2ss", "2108") + unit("r15", "4116"),
        "2ss",
        "attack 4116 with 20pz,9pz",
    ),
    Field(
        "battle_for_kursk",
        "combat",
        unit("g48", "1915") + unit("g2ss", "1819") + unit("r40", "2015", "reduced"),
        "g2ss",
        "attack 2015 with g48",
        begins="combat",
    ),
    Field(
        "panzer_keil",
        "combat",
        "".join(unit(id, "2342") for id in ("57a", "57b", "57c"))
        + unit("11pz", "2347")
        + unit("r167a", "2341"),
        "11pz",
        "attack 2341 with 57a,57b,57c",
        "turn = 3\n",
    ),
    Field(
        "coatney_kursk",
        "allocation",
        unit("pk47", "I7") + unit("pk48", "O9") + unit("tc9", "J8") + unit("a13", "C3"),
        "pk48",
        "attack J8 with pk47",
        'map = "blank"\n',
    ),
    Field(
        "spi_kursk",
        "first combat",
        unit("gd", "2240", "mobile")
        + unit("lah", "2340", "mobile")
        + unit("3pz", "2041", "mobile")
        + unit("gc22", "2239", "static")
        + unit("a6g", "2236", "static"),
        "3pz",
        "attack 2239 with gd,lah",
        "[set]\nlenient = true\n",
    ),
)
FIELDS = {field.title: field for field in ALL}


def takes(player: Player, field: Field, phase: str = "movement", foe: str = "random") -> None:
    """The first side is at turn on the field; the other is played by chance, or by a friend."""
    players = {field.side: "human", field.foe: foe}
    sit(player, position=field.position(phase), players=players)
    player.waits()


def march(player: Player, field: Field) -> str:
    """A plain move that the unit could make, one that is no battle."""
    offered = player.offered(field.mover)
    return min((order for order in offered if order.startswith(f"move {field.mover} ")), key=len)


def asks_something_small(field: Field) -> Match:
    """The attack, up to a question that may be answered once for all; the die says what it must."""
    for face in range(1, 7):
        match = library.set_up(field.position(field.fights))
        match.play(field.attack)
        while not match.over and match.heading().startswith(("Turn 1. ", "Turn 3. ")):
            if match.actor == DICE:
                match.play(f"roll {face}")
            elif match.standing() and not match.forced:
                return match
            else:
                match.play(
                    match.forced or ("end" if "end" in match.orders() else match.orders()[0])
                )
    raise AssertionError("nothing small is asked")


def turn(player: Player) -> str:
    """Whose turn it is: "Turn 3. German"; "" when the game is over."""
    scene = player.scene
    return scene["heading"].split(":")[0] if scene["view"]["actor"] else ""


def plays_its_turn(player: Player, field: Field) -> None:
    """A unit moves, others attack, whatever is asked is answered; then the turn ends."""
    mine, moved, fought = turn(player), False, False
    for _ in range(60):
        player.waits()
        if turn(player) != mine:
            break
        scene = player.scene
        if not moved and field.mover in scene["able"]:
            order = march(player, field)
            player.do(order)
            moved = player.hex_of(field.mover) == order.split()[-1]
        elif not fought and field.attack in player.offered(field.target):
            player.do(field.attack)
            fought = True
        else:
            player.do(player.least())
    assert moved and fought and turn(player) != mine
    assert re.search(r"fought|attack", " ".join(told(player, field)), re.I)


def told(player: Player, field: Field) -> list[str]:
    log = player.asks("/log", side=field.side)
    return [news["says"] for entry in log for news in entry["news"]]
