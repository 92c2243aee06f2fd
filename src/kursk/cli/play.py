"""Playing: in the browser, or in the terminal with a map in text and typed orders."""

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kursk.cli.reading import Mistake, text_of, the_game, told_plainly

if TYPE_CHECKING:
    from kursk.core.match import Match


def play(
    game: str = "",
    /,
    *,
    port: int | None = None,
    no_browser: bool = False,
    terminal: bool = False,
    bot: tuple[str, ...] = (),
    scenario: str = "",
    option: tuple[str, ...] = (),
    load: str = "",
    seed: str = "",
    explain: bool = False,
) -> None:
    """Play in the browser: the page opens, and there you choose a game.

    With --terminal, play in the terminal, against a bot or with somebody at the same keyboard.

    Parameters
    ----------
    game
        With --terminal: its title, as `kursk games` lists it; without it you are asked.
    port
        Where the page is served; without it at 8043, or any free port.
    no_browser
        Serve the page, but open no browser.
    terminal
        Play in the terminal; what follows is for this.
    bot
        A side that a bot plays: red, or red=captain. May be given for both sides. The levels are
        recruit, sergeant (the usual one), captain and marshal; random is chance. A temperament
        may follow: red=captain-bold; there are bold, careful, stubborn and eager.
    scenario
        As `kursk scenarios` lists it; without it the usual one.
    option
        As `kursk scenarios` lists it: fog=off.
    load
        Go on with a recorded game.
    seed
        The secret of the dice and the bots; the same seed gives the same game.
    explain
        Tell the plans of a captain or marshal: what it weighed, and what it believes of
        covered counters.
    """
    if terminal:
        _at_the_terminal(game, bot, scenario, option, load, seed, explain)
    elif game or bot or scenario or option or load or seed or explain:
        raise Mistake("games are begun on the page; to play this one here, add --terminal")
    else:
        from kursk.cli.page import open_page

        open_page(port, browser=not no_browser)


def _at_the_terminal(
    game: str, bot: tuple[str, ...], scenario: str, option: tuple[str, ...], load: str, seed: str,
    explain: bool,
) -> None:  # fmt: skip
    from kursk import library
    from kursk.cli.table import Table, fresh_save

    save: Path | None = None
    try:
        if load and (game or scenario or option):
            raise Mistake("--load goes on with a game that has its scenario and options already")
        if load:
            match, save = _loaded(load)
            game = match.game.title
        elif not game:
            game = _chosen("Which game?", library.titles())
            if not bot:
                bot = _opponent(game)
        the_game(game)
        seed = seed or secrets.token_hex(16)
        if not load:
            with told_plainly():
                match = library.start(game, scenario, _options(option), seed)
    except (EOFError, KeyboardInterrupt):
        print("\nGood-bye.")
        return
    Table(match, _players(match, bot), seed, save or fresh_save(game), explain).sit()


def _chosen(question: str, answers: tuple[str, ...]) -> str:
    """One of several, by number or name."""
    from kursk.core.orders import count_of

    if len(answers) == 1:
        return answers[0]
    print(question)
    for number, answer in enumerate(answers, 1):
        print(f"  {number} {answer}")
    while True:
        typed = input("> ").strip()
        if typed in answers:
            return typed
        if 1 <= count_of(typed) <= len(answers):
            return answers[count_of(typed) - 1]
        print(f"Type a number from 1 to {len(answers)}.")


def _opponent(game: str) -> tuple[str, ...]:
    from kursk.bots import described

    sides = the_game(game).sides
    answers = {f"{side} against the bot": side for side in sides}
    chosen = _chosen("What will you play?", (*answers, "all sides, at one keyboard"))
    if chosen not in answers:
        return ()
    levels = {f"{name}: {says}": name for name, says in described(game).items()}
    against = levels[_chosen("Against whom?", tuple(levels))]
    return tuple(f"{side}={against}" for side in sides if side != answers[chosen])


def _options(pairs: tuple[str, ...]) -> dict[str, str]:
    options = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise Mistake(f"--option {pair}: write it as name=value")
        options[key] = value
    return options


def _players(match: "Match", bots: tuple[str, ...]) -> dict[str, str]:
    """Which bot plays which side."""
    from kursk.bots import BOTS, plays, usual

    title, players = match.game.title, {}
    for word in bots:
        side, _, name = word.partition("=")
        if side not in match.game.sides:
            raise Mistake(f"--bot {word}: no side {side!r}; {' or '.join(match.game.sides)}")
        if name and not plays(title, name):
            known = ", ".join(bot for bot in BOTS if plays(title, bot))
            raise Mistake(f"--bot {word}: no bot {name!r}; there are {known}")
        players[side] = name or usual(title)
    return players


def _loaded(file: str) -> tuple["Match", Path | None]:
    """A recorded game as far as it can be followed, and where to go on saving it."""
    from kursk.cli.records import opened
    from kursk.cli.table import shelf

    match, fault = opened(file, text_of(file))
    if fault:
        print(f"kursk: {file}: {fault}", file=sys.stderr)
        print("The game goes on from before that, in a file of its own.")
        return match, None
    if match.dice is None:
        print("The record keeps no secret for its dice; from here on they are rolled by hand.")
    path = Path(file)
    return match, path if path.parent.resolve() == shelf().resolve() else None
