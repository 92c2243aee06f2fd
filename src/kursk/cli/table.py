"""The table: a match, who sits at it, and what can be said there."""

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
from rich.console import Console
from rich.text import Text

from kursk.bots import decided
from kursk.cli.reading import cited
from kursk.cli.records import tell
from kursk.cli.textmap import Window, about_hex, middle_of, text_map
from kursk.core import record
from kursk.core.dice import Dice
from kursk.core.flow import DICE, IllegalOrder
from kursk.core.match import CONCEDE, Match
from kursk.server.place import data_folder

try:
    import readline  # typed lines can be edited and called back
except ImportError:  # not on every system
    readline = None  # type: ignore[assignment]  # the name stands for "none here"

HELP = """\
Type an order as it is listed, or one of these:
  orders [UNIT or HEX]  what may be ordered now
  why ORDER             whether an order may be given, and the rule against it
  odds ORDER            the odds of an attack, before you commit yourself
  reach UNIT            where a unit can go
  map [HEX]             the map, round a hex if it is larger than the screen
  hex HEX               everything in and around a hex, in words
  undo                  take your last order back, while nothing came of it
  log                   what has happened
  save FILE             write the record of the game
  concede               give up: the other side has won
  quit                  leave; the game is kept"""


class Table:
    def __init__(
        self, match: Match, bots: dict[str, str], seed: str, save: Path, explain: bool = False
    ) -> None:
        self.match, self.bots, self.seed, self.save = match, bots, seed, save
        self.dice = match.dice or Dice(seed)  # those of a record without a secret stay outside it
        self.console = Console(highlight=False, markup=False, soft_wrap=True)
        self.explain, self.notes = explain, dict[str, str]()  # what bots weighed, and keep in mind
        self.sitting = ""  # the side at the keyboard
        self.heard = dict.fromkeys(match.game.sides, len(match.log))  # how much of the log
        self.moment = ("", "", -1)  # side, heading and orders played when it was last prompted
        self.kept = True  # whether the game could be written to its file
        self.words: dict[str, Callable[[str], None]] = {
            "orders": self.orders, "why": self.why, "odds": self.odds, "reach": self.reach,
            "map": self.map, "hex": self.hex, "undo": self.undo, "log": self.log,
            "save": self.save_as, "help": lambda _: self.say(HELP), "?": lambda _: self.say(HELP),
        }  # fmt: skip

    def say(self, text: str | Text) -> None:
        self.console.print(text)

    def sit(self) -> None:
        """Play until the game is over or somebody leaves."""
        self.say(f"{self.match.game.name}. Type help for what you can say.")
        try:
            while not self.match.over:
                self.turn()
        except (EOFError, KeyboardInterrupt):
            self.say("")
        self.news()
        self.keep()
        if self.match.over:
            self.say(self.match.result)
        if self.match.log and self.kept:
            self.say(f"The game is kept in {self.save}")
            how = "replay" if self.match.over else "play --terminal --load"
            self.say(f"Go on with: kursk {how} {self.save}")

    def turn(self) -> None:
        """Let whoever must decide do so."""
        actor = self.match.actor
        if forced := self.match.forced:
            self.match.play(forced)
        elif actor == DICE:
            self.match.play(f"roll {self.dice.roll(len(self.match.log))}")
        elif actor in self.bots:
            seed = f"{self.seed} {len(self.match.log)}"
            note = self.notes.get(actor, "")
            found = decided(self.match, actor, self.bots[actor], seed, note)
            self.notes[actor] = found.note
            if self.explain and found.thoughts:
                self.say(f"{actor}, {self.bots[actor]}")
                for line in found.thoughts.lines():
                    self.say(f"  {line}")
            self.match.play(found.order)
        else:
            self.ask(actor)

    # -- a person decides ------------------------------------------------------------------

    def ask(self, side: str) -> None:
        if side != self.sitting:
            self.hand_over(side)
        moment = (side, self.match.heading(), len(self.match.log))
        if moment != self.moment:
            self.keep()
            self.news()
            if moment[:2] != self.moment[:2]:
                self.map("")
            self.say(f"\n{self.match.heading()}")
            self.console.print(f"{side}: {self.match.prompt} ({self.match.rule})", style="bold")
            self.say(self.hint())
            self.moment = moment
        line = " ".join(input(f"{side}> ").split())
        if line:
            self.hear(line)

    def hear(self, line: str) -> None:
        """A word to the referee, or an order."""
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit"):
            raise EOFError
        try:
            if word in self.words:
                self.words[word](rest)
            else:
                self.match.play(line, by=self.sitting if line == CONCEDE else "")
        except IllegalOrder as error:
            self.console.print(f"No: {error.refusal}", style="yellow")
        except ValueError as error:
            self.console.print(f"No: {error}", style="yellow")

    def hint(self) -> str:
        """A few orders, or the units that can be ordered."""
        few = []
        for order in self.match.orders():
            few.append(order)
            if len(few) > 6:
                units = self.match.able()
                more = f" and {len(units) - 20} more" if len(units) > 20 else ""
                return f"Units: {' '.join(units[:20])}{more}. orders UNIT lists what one can do."
        return "Orders: " + " | ".join(few)

    def hand_over(self, side: str) -> None:
        """Draw a curtain where the sides must not see each other's screens."""
        if self.sitting and self.secrets():
            if self.console.is_terminal:
                sys.stdout.write("\033[2J\033[3J\033[H")  # the lines scrolled away, too
                sys.stdout.flush()
            if readline:
                readline.clear_history()
            input(f"Pass the keyboard to {side}, then press Enter. ")
        self.sitting = side

    def secrets(self) -> bool:
        """Is anything known to one side and not to another, or just chosen in secret?"""
        if self.match.log and self.match.log[-1].covered:
            return True
        views = [
            msgspec.structs.replace(self.match.view(side), side="", prompt="")
            for side in self.match.game.sides
        ]
        return any(view != views[0] for view in views)

    def news(self) -> None:
        """What has happened since the side at the keyboard last looked."""
        heard = self.heard.get(self.sitting, 0)
        for _, actor, order, news in self.match.told(self.sitting)[heard:]:
            if actor not in (self.sitting, DICE) and order:
                self.console.print(f"{actor}: {order}", style="dim")
            for line in news:
                self.say(f"  {cited(line)}")
        self.heard[self.sitting] = len(self.match.log)

    # -- words to the referee --------------------------------------------------------------

    def orders(self, about: str) -> None:
        found = list(self.match.orders(about))
        self.say("\n".join(found) or f"Nothing can be ordered of {about}.")

    def why(self, order: str) -> None:
        refusal = self.match.why_not(order)
        self.say(str(refusal) if refusal else "It may be ordered.")

    def odds(self, order: str) -> None:
        receipt = self.match.receipt(order, self.sitting)
        if receipt is None:
            refusal = self.match.why_not(order)
            self.say(str(refusal) if refusal else f"“{order}” is no attack.")
        else:
            self.say(str(receipt))

    def reach(self, unit: str) -> None:
        if unit not in self.seen():
            raise ValueError(f"you see no unit {unit} on the map")
        name = self.match.g.grid.name
        for kind, reach in self.match.known_to(self.sitting).reach(unit).items():
            ways = sorted((cost, name[hex]) for hex, cost in reach.costs().items())
            self.say(f"{kind}: " + ", ".join(f"{hex} for {cost}" for cost, hex in ways))

    def seen(self) -> dict[str, str]:
        """The units that the side at the keyboard knows on the map, and their hexes."""
        stacks = self.match.view(self.sitting).stacks
        return {seen.unit: hex for hex, pile in stacks.items() for seen in pile if seen.unit}

    def map(self, middle: str) -> None:
        g, view = self.match.g, self.match.view(self.sitting)
        window = None
        if self.console.is_terminal:
            where = self.seen()
            able = [where[unit] for unit in self.match.able() if unit in where]
            centre = middle or middle_of(g.board, able)
            window = Window(self.console.width, max(10, self.console.height - 8), centre)
        self.say(text_map(g.board, g.roster, view, self.match.game.sides, window))

    def hex(self, name: str) -> None:
        g = self.match.g
        self.say(about_hex(g.board, g.roster, self.match.view(self.sitting), name))

    def undo(self, _: str) -> None:
        if self.match.log and self.match.log[-1].actor != self.sitting:
            raise ValueError("the last order was not yours")
        if self.match.log and not self.match.undoable:
            raise ValueError("nothing can be taken back: a die, or there was nothing to choose")
        self.say(f"Taken back: {self.match.undo()}")
        while self.match.forced and self.match.undoable:  # back to where there was a choice
            self.say(f"Taken back: {self.match.undo()}")
        left = len(self.match.log)
        self.heard = {side: min(heard, left) for side, heard in self.heard.items()}

    def log(self, _: str) -> None:
        tell(self.match, self.sitting)

    def save_as(self, file: str) -> None:
        if not file:
            raise ValueError("save under which name? save FILE")
        path = Path(file).expanduser()
        try:
            if path.exists() and not path.read_text("utf-8", "replace").startswith(record.FIRST):
                raise ValueError(f"{path} is something else; choose another name")
            path.write_text(record.write(self.match, secret=True), "utf-8")
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        self.say(f"Saved as {path}")

    def keep(self) -> None:
        """Write the game to its file, so that nothing is lost."""
        if not self.match.log or not self.kept:
            return
        try:
            self.save.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.save.with_suffix(".new")
            fresh.write_text(record.write(self.match, secret=True), "utf-8")
            fresh.replace(self.save)
        except OSError as error:
            self.kept = False
            self.say(f"The game cannot be kept in {self.save}: {error.strerror}. Use save FILE.")


def shelf() -> Path:
    """The user's folder for games that were begun, the same as the page has."""
    try:
        return data_folder()
    except OSError as error:  # told when a game is to be kept there
        return Path(error.filename)


def fresh_save(title: str) -> Path:
    """The first free name on the shelf."""
    number = 1
    while (path := shelf() / f"{title}-{number}.kursk").exists():
        number += 1
    return path
