"""A game is checked: its files, and what it does when it is played by chance."""

from kursk.cli.reading import the_game


def check_game(game: str, /) -> int:
    """Check a game: rules, map, counters, words, rulings, and the contract; a line for each fault.

    The contract is what every game must do, whatever its rules: `tests/contract` looks longer.
    """
    from kursk import library
    from kursk.contract import faults

    if game not in library.folders():
        the_game(game)  # says which there are
    clean = True
    for fault in faults(game):
        print(f"{game}: {fault}", flush=True)
        clean = False
    if clean:
        print(f"{game}: no faults")
    return 0 if clean else 1
