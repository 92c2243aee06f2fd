"""The bot that scores orders: legal, secret, in good time, and better than chance."""

import random
from collections.abc import Iterator

import pytest

from kursk import bots, library
from kursk.bots.seat import Seat
from kursk.core.game import Game
from kursk.core.match import Match
from kursk.testing import position

GAMES = [title for title in library.titles() if "greedy" in bots.names(title)]
SCENARIOS = [(title, name) for title in GAMES for name in library.game(title).scenarios]


# In the others all lies open.
HIDING = [title for title in GAMES if type(library.game(title)).shuffled is not Game.shuffled]
COVERED = {"spi_kursk": {"intelligence": "limited"}}  # options under which something is hidden


def play(
    title: str,
    scenario: str,
    players: dict[str, str],
    seed: str,
    options: dict[str, str] | None = None,
) -> Iterator[Match]:
    """A match between bots, before each of their decisions; an illegal order would raise."""
    match = library.start(title, scenario, options, secret=seed)
    seats = {side: bots.bot(name, f"{seed} {side}") for side, name in players.items()}
    while not match.over:
        match.roll()
        if match.actor:
            yield match
            match.play(seats[match.actor].choose(Seat(match, match.actor)))


def both(title: str, *names: str) -> dict[str, str]:
    return dict(zip(library.game(title).sides, names, strict=True))


def outcome(title: str, german: str, other: str, seed: str) -> int:
    """The points at the end of a match in the usual scenario: the German's, or against him."""
    *_, match = play(title, "", both(title, german, other), seed)
    tracks = match.view().tracks
    return int(tracks["vp"] if "vp" in tracks else -tracks["victory points"])


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_it_plays_every_scenario(title: str, scenario: str) -> None:
    """From the set-up into the second turn, and every order of it is legal."""
    phases, first = set(), ""
    for match in play(title, scenario, both(title, "greedy", "greedy"), "opening"):
        view = match.view(match.actor)
        first = first or view.turn
        phases.add(view.phase)
        if view.turn != first and "Movement" in phases and len(phases) > 5:
            break
        assert len(match.log) < 800, "it does not come to an end"
    assert "Movement" in phases


@pytest.mark.parametrize("title", GAMES)
def test_it_plays_whole_games(title: str) -> None:
    decisions = sum(1 for _ in play(title, "", both(title, "greedy", "greedy"), "whole"))
    assert 20 < decisions < 3000


@pytest.mark.parametrize("title", ["drive_on_kursk", "battle_for_kursk"])
def test_it_beats_chance_from_either_side(title: str) -> None:
    chance = outcome(title, "random", "random", "one")
    assert outcome(title, "greedy", "random", "one") > chance
    assert outcome(title, "random", "greedy", "one") < chance


@pytest.mark.parametrize("title", HIDING)
def test_it_decides_from_what_its_side_may_know(title: str) -> None:
    """Whatever is hidden may be otherwise: the same order is given."""
    chance, differs = random.Random(1), 0
    greedily = play(title, "", both(title, "greedy", "greedy"), "secret", COVERED.get(title))
    for number, match in enumerate(greedily):
        sealed = match.where()[-1][0] in ("Posture selection", "Extra turn")
        if number % 5 == 0 or sealed:
            twin = match.copy()
            twin.g = match.game.shuffled(match.g, match.actor, chance)
            differs += twin.g != match.g
            orders = [bots.decide(each, match.actor, "greedy", "1") for each in (match, twin)]
            assert orders[0] == orders[1]
        if number > 400:
            break
    assert differs, "nothing was hidden, so nothing was tested"


@pytest.mark.parametrize("title", GAMES)
def test_the_same_seed_plays_the_same_way(title: str) -> None:
    match = library.start(title)
    match.roll()
    first, second = (bots.decide(match, match.actor, "greedy", "7") for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("title", "units", "phase"),
    [
        ("coatney_kursk", "k55@C5 pk47@I7", "formation"),
        ("skirmish", "b1@0304", "movement"),
        ("panzer_keil", "6pz@2021", "movement"),
        ("spi_kursk", "11pz@1010+mobile", "movement"),
        ("battle_for_kursk", "g48@1713", "movement"),
        ("drive_on_kursk", "1ss@2909", "movement"),
    ],
)
def test_it_decides_on_an_empty_map(title: str, units: str, phase: str) -> None:
    side = library.game(title).sides[0]
    match = position(title, units, phase=phase, side=side)
    order = bots.decide(match, side, "greedy", "empty")
    assert match.why_not(order) is None
