"""What is on the shelf: games, their scenarios, their phases."""

from kursk.cli.reading import the_game


def games() -> None:
    """List the games."""
    from kursk import library

    for title in library.titles():
        game = library.game(title)
        print(f"{title:<18} {game.name}: {game.about}")


def scenarios(game: str, /) -> None:
    """List a game's scenarios and options; the first of each is the usual one."""
    found = the_game(game)
    for name, says in found.scenarios.items():
        print(f"{name:<18} {says}")
    for option, values in found.options.items():
        print(f"option {option:<11} {', '.join(values)}")


def phases(game: str, /) -> None:
    """List the phases in which a position file may begin."""
    found = the_game(game)
    for name in found.phases:
        print(name)
