"""A game by its title, or a 404 that says which there are."""

from litestar.exceptions import NotFoundException

from kursk import library
from kursk.core.game import Game


def known_title(title: str) -> str:
    """The same, before it is read."""
    return title if title in library.folders() else known_game(title).title


def known_game(title: str) -> Game:
    try:
        return library.game(title)
    except ValueError as error:
        raise NotFoundException(str(error)) from None
