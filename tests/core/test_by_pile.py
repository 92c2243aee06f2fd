"""What is told of piles is asked again only of those that have changed."""

from kursk.core.state import State, by_pile
from kursk.games.skirmish import GAME

asked: list[tuple[int, ...]] = []


@by_pile
def height(g: State, pile: tuple[int, ...]) -> int:
    asked.append(pile)
    return len(pile)


def plainly(g: State) -> dict[int, int]:
    found: dict[int, int] = {}
    for hex, pile in g.piles.items():
        found[len(pile)] = found.get(len(pile), 0) | 1 << hex
    return found


def test_only_changed_piles_are_asked_again_and_copies_keep_their_own() -> None:
    g = GAME.setup("meeting", {"fog": "on"})
    unit = g.on_map("blue")[0]
    here, there = g.at[unit], next(hex for hex in g.grid.name if hex not in g.piles)
    assert height(g) == plainly(g)
    before, twin = height(g), g.copy()
    asked.clear()
    twin.place(unit, there)
    assert height(twin) == plainly(twin)
    assert set(asked) == {twin.pile(there), twin.pile(here)} - {()}
    assert height(g) == before == plainly(g)
    twin.remove(unit, "dead")
    assert height(twin) == plainly(twin)


def test_who_is_on_the_map_follows_every_change() -> None:
    g = GAME.setup("meeting", {"fog": "on"})
    for unit in g.on_map("red")[:3]:
        twin = g.copy()
        g.remove(unit, "dead")
        assert unit in twin.on_map("red") and unit not in g.on_map("red")
        assert unit not in g.on_map()
    known = GAME.known_to(g, "red")
    assert known.on_map() == [n for n, hex in enumerate(known.at) if hex >= 0]
    assert len(known.on_map("blue")) == len(g.on_map("blue"))
