"""What a game's package shows to the outside: one `GAME` that answers everything."""

import random
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from kursk.core.board import Board, read_map
from kursk.core.counters import Counter, Roster, read_counters
from kursk.core.flow import Frame
from kursk.core.hexes import Hex, Hexes
from kursk.core.paths import Reach
from kursk.core.rules import Section, read_ledger
from kursk.core.state import State
from kursk.core.tables import Receipt
from kursk.core.view import View, unsealed
from kursk.core.worlds import resealed


class Supply(msgspec.Struct, frozen=True):
    """Whether a unit is supplied, and by which way or what stops it."""

    supplied: bool
    rule: str
    says: str
    path: tuple[Hex, ...] = ()


class Game:
    """A rulebook in force. A package under `games` makes one of these and calls it GAME.

    Subclass it, set the facts, and write the methods; nothing else of the package is used
    from outside.
    """

    title: str  # the package: what commands and records call it
    name: str  # what people call it
    version: int = 1  # of the rules; a changed ruling raises it
    about: str = ""  # one sentence
    sides: tuple[str, ...]
    state: type[State]
    folder: Path
    scenarios: dict[str, str]  # name -> a sentence; the first is the usual one
    options: dict[str, tuple[str, ...]] = {}  # name -> values, the usual one first
    tracks: tuple[str, ...] = ()  # fields of the state that a position file may `set`
    fields: dict[str, str] = {}  # of tracks that files name otherwise than the state does
    areas: tuple[str, ...] = ()  # those of the tracks that are sets of hexes
    marks: tuple[str, ...] = ()  # fields of the state that are sets of units
    shown: tuple[str, ...] = ()  # further marks, which its views put on counters
    boxes: tuple[str, ...] = ()  # where units may be off the map
    phases: dict[str, Callable[[Any, str], list[Frame]]]  # name -> the stack that begins it
    kinds: tuple[str, ...] = ("move",)  # of movement, the verbs that `reach` may name
    turns: tuple[str, ...] = ()  # names of turns, where they are not just numbered
    attacks: str = "combat"  # the phase, of `phases`, in which attacks are ordered
    passing: tuple[str, ...] = ()  # marks and tracks that are gone when that phase begins
    graves: tuple[str, ...] = ("dead", "eliminated")  # the boxes of units that were lost

    @cached_property
    def board(self) -> Board:
        """The map: `data/map.toml`."""
        return read_map(self.folder / "data" / "map.toml")

    @cached_property
    def roster(self) -> Roster:
        """The counters: `data/counters.csv`."""
        return read_counters(self.folder / "data" / "counters.csv")

    @cached_property
    def likes(self) -> dict[str, Counter]:
        """Patterns for the counters that a position file invents: `data/likes.csv`."""
        path = self.folder / "data" / "likes.csv"
        return {like.id: like for like in read_counters(path)} if path.exists() else {}

    @cached_property
    def ledger(self) -> dict[str, Section]:
        """The rulebook, section by section: `data/rules.toml`."""
        return read_ledger(self.folder / "data" / "rules.toml")

    def turn_name(self, turn: int) -> str:
        """What people call a turn."""
        return self.turns[turn - 1] if self.turns else str(turn)

    def turn_number(self, name: str) -> int:
        """The turn that people call so; ValueError if there is none."""
        if not self.turns and name.isascii() and name.isdigit() and int(name) > 0:
            return int(name)
        if name in self.turns:
            return self.turns.index(name) + 1
        known = f"; it has {', '.join(self.turns)}" if self.turns else ""
        raise ValueError(f"the game has no turn {name!r}{known}")

    def blank(self, board: Board, roster: Roster) -> State:
        """The state before anything is placed: control as the map has it, no units."""
        raise NotImplementedError

    def setup(self, scenario: str, options: dict[str, str]) -> State:
        """The start of a scenario, with the first frame on its stack."""
        raise NotImplementedError

    def known_to(self, g: Any, side: str) -> State:
        """The position as a side knows it; side "": as both do. All hiding is done here.

        Whatever a side is shown or answered is worked out from this position, never from the
        true one. A game in which more is hidden than sealed choices begins with these, and
        goes on with `core.view.cover`.
        """
        known: State = unsealed(g, side)
        return known

    def view(self, g: Any, side: str) -> View:
        """A position put into words for a side, from whom nothing in it is hidden."""
        raise NotImplementedError

    def check(self, g: Any) -> list[str]:
        """What is wrong with a position, in sentences; empty when all is well."""
        return []

    def winner(self, g: Any) -> str:
        """The side that has won; "" for a draw, or while the game goes on.

        A result begins with the name of the winner, or with another word where there is none.
        """
        return next((side for side in self.sides if g.result.lower().startswith(side)), "")

    def points(self, g: Any) -> int:
        """How the first side stands, in the points by which the game is decided."""
        return 0

    def concede(self, g: Any, side: str) -> str:
        """The result when a side gives up. Where the rules have no such thing it is a matter of
        the table, which has no use for people who must play on: the other side wins.
        """
        foe = next(each for each in self.sides if each != side)
        return f"{foe.capitalize()} wins: the {side.capitalize()} gives up"

    def about_to_attack(self, g: Any, side: str) -> State:
        """A copy in which a side is about to attack with everything as it stands: for questions
        of what would be if. ValueError says why it cannot be.
        """
        twin: State = g.copy()
        fresh = self.blank(g.board, g.roster)
        for name in self.passing:
            setattr(twin, name, getattr(fresh, name))
        twin.side, twin.result, twin.news, twin.known = side, "", [], {}
        twin.stack = list(self.phases[self.attacks](twin, side))
        return twin

    def shuffled(self, g: Any, side: str, chance: random.Random) -> State:
        """A copy in which what is hidden from a side is otherwise: what others have chosen unseen;
        a game with covered counters deals those anew. For tests of secrecy."""
        twin: State = resealed(unsealed(g, side), chance)
        return twin

    def imagine(self, known: Any, side: str, chance: random.Random) -> State:
        """A world that a side thinks possible, from the position that it knows and no more.

        It is whole and legal, and the side would know of it just what it knows. A game with
        covered counters says who may be which, with `core.worlds`.
        """
        world: State = resealed(known, chance)
        return world

    # -- the referee's questions: of the true position, or of what a side knows ---------------

    def reach(self, g: Any, unit: int) -> dict[str, Reach]:
        """Where a unit can go, by kind of movement."""
        return {}

    def supply(self, g: Any, unit: int) -> Supply | None:
        """The unit's supply; None where the game has no such thing."""
        return None

    def zones(self, g: Any, side: str) -> Hexes:
        """The hexes under a side's zones of control."""
        return 0

    def receipt(self, g: Any, order: str, side: str) -> Receipt | None:
        """The odds of an attack, for the side that asks; None if it is no attack."""
        return None
