"""No bot sees more than its side: whatever is hidden may be otherwise, and it decides the same."""

import ast
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from kursk import bots, library
from kursk.bots import trial
from kursk.bots.former import FORMER
from kursk.bots.marshal import Marshal
from kursk.bots.seat import Seat
from kursk.core.game import Game
from kursk.core.match import Match
from tests.games.battle_for_kursk.helpers import position as battle_for_kursk
from tests.games.drive_on_kursk.helpers import position as drive_on_kursk

EVERY = [*bots.BOTS, *FORMER]
ARMIES = """
1ss 2109
2ss 2109
gd 2208
2pz 2307
r15 2210
r49 2210
r52 2210
r212 2309
r112 2309
r180 2309
t9 2511
"""


def twins(match: Match, side: str) -> list[Match]:
    """The match, and some in which all that the side cannot see has been exchanged."""
    found = [match]
    for seed in range(4):
        twin = match.copy()
        twin.g = match.game.shuffled(match.g, side, random.Random(seed))
        found.append(twin)
    assert any(twin.g != match.g for twin in found), "nothing was hidden, so nothing was tested"
    return found


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("phase", ["plan", "movement", "combat"])
def test_covered_stacks_of_drive_on_kursk_change_nothing(name: str, phase: str) -> None:
    match = drive_on_kursk(ARMIES, phase=phase, turn=3, map="real")
    if match.actor == "soviet":
        match.play("plan fight-move")  # 5.4: covered, too
    side = match.actor
    orders = {bots.decide(twin, side, name, "honest") for twin in twins(match, side)}
    assert len(orders) == 1


@pytest.mark.parametrize("name", EVERY)
def test_the_other_sides_posture_changes_nothing(name: str) -> None:
    units = "g48@2116 g2ss@2117 r48@2115 r5gt@2214"
    match = battle_for_kursk(units, "posture", "german", real=True)
    match.play("posture engage")
    side = match.actor
    orders = {bots.decide(twin, side, name, "honest") for twin in twins(match, side)}
    assert len(orders) == 1


@pytest.mark.parametrize("name", EVERY)
def test_the_same_seed_gives_the_same_order(name: str) -> None:
    match = drive_on_kursk(ARMIES, phase="movement", turn=3, map="real")
    assert len({bots.decide(match.copy(), match.actor, name, "again") for _ in range(2)}) == 1


# -- every game and level ----------------------------------------------------------------------

FEW = {"captain": (4, 4), "marshal": (4, 4)}  # trials: one rival, or two choices against two
OPTIONS = {"spi_kursk": {"intelligence": "limited", "air": "on"}}  # with which something is hidden
HIDING = [t for t in library.titles() if type(library.game(t)).shuffled is not Game.shuffled]
PHASES = 2  # that are looked at, for each game and bot
QUICK = ("skirmish", "battle_for_kursk")  # games in which every level is asked; a sergeant is what
SOME = ("recruit", "captain")  # captains play things out with, and a marshal does so more often


def levels(title: str) -> Iterable[str]:
    return bots.LEVELS if title in QUICK else SOME


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few trials, so that a bot that plans does not think long."""
    hurried(monkeypatch.setattr)


def hurried(set_: Callable[[object, str, object], object]) -> None:
    for title in library.titles():
        set_(import_module(f"kursk.bots.advice.{title}").Advice, "trials", FEW)


def decisions(title: str) -> Iterator[Match]:
    """The first decision of each kind of phase, in a game of two greedy players."""
    match, seen = library.start(title, "", OPTIONS.get(title), secret="honest"), set[object]()
    players = {side: bots.bot("greedy", side) for side in match.game.sides}
    while not match.over:
        match.roll()
        if match.actor and not match.forced:
            kind = (match.where()[-1][0], match.actor)
            if kind not in seen:
                seen.add(kind)
                yield match
        if match.actor:
            match.play(match.forced or players[match.actor].choose(Seat(match, match.actor)))


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize(("title", "name"), [(t, name) for t in HIDING for name in levels(t)])
def test_what_is_hidden_changes_neither_order_nor_note_nor_thoughts(title: str, name: str) -> None:
    tested = 0
    for match in decisions(title):
        twin = match.copy()
        twin.g = match.game.shuffled(match.g, match.actor, random.Random(1))
        if twin.g != match.g:
            tested += 1
            one, other = (bots.decided(each, match.actor, name, "7") for each in (match, twin))
            assert one == other, match.where()
        if tested == PHASES:
            return
    assert tested, "nothing was hidden, so nothing was tested"


def given(title: str, name: str) -> list[str]:
    """Two orders, the second by a bot that has the note of the first and nothing else."""
    match = next(match for match in decisions(title) if match.g.side == match.actor)
    first = bots.decided(match, match.actor, name, "again")
    match.play(first.order)
    match.roll()
    second = bots.decided(match, match.actor, name, "again", first.note)
    return [first.order, repr(first.note), str(first.thoughts), second.order]


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize("title", library.titles())
def test_another_process_goes_on_as_this_one_would(title: str) -> None:
    """Whatever the order of its sets; what is kept between two orders is a note, and no more."""
    words = f"from tests.bots.test_honesty import *; hurried(setattr); tell({title!r})"
    there = subprocess.run(
        [sys.executable, "-c", words],
        env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert there.stdout.splitlines() == [
        line for name in levels(title) for line in given(title, name)
    ]


def tell(title: str) -> None:
    for name in levels(title):
        print("\n".join(given(title, name)))


@pytest.mark.parametrize("note", ["", "nonsense", "3 german\nno such plan", "\n\n\n"])
@pytest.mark.parametrize("name", bots.LEVELS)
def test_a_note_that_is_lost_or_spoilt_costs_a_thought_and_no_more(name: str, note: str) -> None:
    match = next(match for match in decisions("skirmish") if match.g.side == match.actor)
    order = bots.decided(match, match.actor, name, "lost", note).order
    assert match.why_not(order) is None


@pytest.mark.parametrize("title", library.titles())
def test_who_is_told_to_decide_now_tries_nothing_more(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "play_on", None)  # nobody plays anything out
    match = next(match for match in decisions(title) if match.g.side == match.actor)
    marshal = Marshal("now", level="marshal")
    marshal.enough = lambda: True
    assert match.why_not(marshal.choose(Seat(match, match.actor))) is None


def test_a_trial_that_fails_stops_no_game(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told, and the turn is played as a sergeant would."""
    monkeypatch.setattr(trial, "play_on", None)
    match = next(match for match in decisions("battle_for_kursk") if match.g.side == match.actor)
    orders = [bots.decided(match, match.actor, name, "1").order for name in ("captain", "sergeant")]
    assert orders[0] == orders[1] and "captain cannot plan" in caplog.text


def test_no_bot_looks_behind_its_seat() -> None:
    """A seat's match is what its side knows; and nobody but the seat asks even for that."""
    folder = Path(bots.__file__).parent
    for file in folder.rglob("*.py"):
        asked = {n.attr for n in ast.walk(ast.parse(file.read_text())) if type(n) is ast.Attribute}
        assert "_match" not in asked or file.name == "seat.py", file
    match = drive_on_kursk(ARMIES, phase="movement", turn=3, map="real")
    assert Seat(match, "german")._match.g == match.known_to("german").g != match.g
