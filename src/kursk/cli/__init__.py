"""The command line. Each command imports what it needs when it is called, so help is quick."""

import io
import os
import sys

from cyclopts import App, CycloptsError, Parameter

from kursk.cli.ask import ask
from kursk.cli.checking import check_game
from kursk.cli.editor import bring_back, export
from kursk.cli.hosting import backup, restore, serve, think, upgrade
from kursk.cli.ladder import ladder
from kursk.cli.ledger import rules
from kursk.cli.making import new
from kursk.cli.play import play
from kursk.cli.reading import Mistake
from kursk.cli.records import replay, verify
from kursk.cli.sheets import check, counters, sheet
from kursk.cli.shelf import games, phases, scenarios


def version() -> str:
    """The version, and whether the engine's compiled twin is in use."""
    from importlib import metadata

    from kursk.core import twin

    using = "with the compiled twin" if twin.IN_USE else "without the compiled twin"
    return f"{metadata.version('kursk')} ({using})"


app = App(
    name="kursk",
    help="Play, referee and study wargames of the Battle of Kursk.",
    help_format="plaintext",
    version=version,
    version_flags=["--version"],
    default_parameter=Parameter(negative=()),
    result_action="return_value",
)
for command in (
    play, games, scenarios, phases, ask, rules, replay, verify, counters, new, ladder,
    serve, backup, restore, upgrade,
):  # fmt: skip
    app.command(command)
app.command(check_game, name="check")
app.command(think, name="bots")
maps = App(name="map", help="Draw a map, check it, or take it to the Tiled editor.")
maps.default(sheet)
maps.command(check)
maps.command(export)
maps.command(bring_back, name="import")
app.command(maps)


def main(words: list[str] | None = None) -> int:
    """Run one command. Exit code 0: done; 1: the answer is no; 2: a mistake in the question."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has “quotes”
    try:
        done = app(words, exit_on_error=False, print_error=False)
        sys.stdout.flush()
        return done if isinstance(done, int) else 0
    except (Mistake, CycloptsError) as error:
        print("kursk:", " ".join(str(error).split()), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"kursk: {error.filename or 'the answer'}: {error.strerror}", file=sys.stderr)
        return 2
