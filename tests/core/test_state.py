"""Where everything stands: the few ways to change it, copies, and fingerprints."""

from operator import ne

import msgspec
import pytest

from kursk.core.board import Board, parse_map
from kursk.core.counters import parse_counters
from kursk.core.flow import Roll
from kursk.core.hexes import OFF, only
from kursk.core.state import Fought, News, State, exchange, units

BOARD: Board = parse_map("""
title = "A field"
grid = { rows = [1, 4], columns = [1, 4], provenance = "rulebook" }
kinds = {}
""")
ROSTER = parse_counters("""id,name,side,type,strengths
a,A,blue,infantry,3 1
b,B,blue,infantry,2
c,C,red,infantry,4 2
""")
A, B, C = range(3)


class Tracked(State, kw_only=True, eq=False):
    marked: int = 0


def field() -> Tracked:
    return Tracked(board=BOARD, roster=ROSTER, control={"blue": 0, "red": BOARD.grid.all})


def hex(name: str) -> int:
    return BOARD.grid.find(name)


def test_at_first_nothing_is_on_the_map() -> None:
    g = field()
    assert g.on_map() == [] and g.at == [OFF] * 3
    assert g.held == {"blue": 0, "red": 0}
    assert g.pile(hex("0101")) == ()


def test_who_is_on_the_map_follows_every_change_and_is_a_list_of_ones_own() -> None:
    g = field()
    for unit, name in ((B, "0101"), (A, "0202"), (C, "0303")):
        g.place(unit, hex(name))
    assert (g.on_map(), g.on_map("blue"), g.on_map("red")) == ([A, B, C], [A, B], [C])
    assert g.on_map("green") == []
    g.on_map("blue").clear()
    twin = g.copy()
    twin.remove(A, "dead")
    assert twin.on_map("blue") == [B] and g.on_map("blue") == [A, B]


def test_units_pile_up_bottom_to_top() -> None:
    g = field()
    g.place(B, hex("0101"))
    g.place(A, hex("0101"))
    assert g.pile(hex("0101")) == (B, A)
    assert g.held["blue"] == only(hex("0101"))
    g.place(B, hex("0101"))
    assert g.pile(hex("0101")) == (A, B), "whoever is placed again goes on top"


def test_a_moving_unit_leaves_its_hex() -> None:
    g = field()
    g.place(A, hex("0101"))
    g.place(B, hex("0101"))
    g.place(A, hex("0102"))
    assert g.pile(hex("0101")) == (B,)
    assert g.held["blue"] == only(hex("0101")) | only(hex("0102"))
    g.place(B, hex("0102"))
    assert hex("0101") not in g.piles
    assert g.held["blue"] == only(hex("0102"))


def test_a_removed_unit_lies_in_its_box() -> None:
    g = field()
    g.place(A, hex("0101"))
    g.place(C, hex("0202"))
    g.remove(A, "dead")
    assert g.at[A] == OFF and g.box[A] == "dead"
    assert g.on_map() == [C] and g.on_map("blue") == []
    g.place(A, hex("0101"))
    assert g.box[A] == "", "and leaves the box when it comes back"


def test_steps_are_lost_until_a_unit_is_dead() -> None:
    g = field()
    assert g.factor(A) == 3
    assert g.reduce(A) and g.factor(A) == 1
    assert not g.reduce(A)
    assert not g.reduce(B), "a unit of one step dies at once"
    assert not g.reduce(C, 2)


def test_a_hex_has_one_owner() -> None:
    g = field()
    assert g.owner(hex("0101")) == "red"
    g.own(hex("0101"), "blue")
    assert g.owner(hex("0101")) == "blue"
    assert not g.control["red"] >> hex("0101") & 1
    g.control["red"] = 0
    assert g.owner(hex("0102")) == ""


def test_what_a_unit_is() -> None:
    g = field()
    assert (g.unit(C).id, g.side_of(C), g.grid) == ("c", "red", BOARD.grid)


def test_news_name_their_hexes() -> None:
    g = field()
    g.say("A moves.", "3.1", (hex("0101"),), to="blue")
    assert g.news == [News("A moves.", "3.1", ("0101",), "blue")]


def test_a_copy_shares_nothing_that_can_change() -> None:
    g = field()
    g.place(A, hex("0101"))
    g.stack = [Roll()]
    twin = g.copy()
    assert twin == g and not ne(twin, g) and twin.fingerprint() == g.fingerprint()
    before = g.fingerprint()
    twin.place(A, hex("0202"))
    twin.remove(A, "dead")
    twin.place(B, hex("0303"))
    twin.lost[C] = 1
    twin.own(hex("0101"), "blue")
    twin.say("Much has happened.")
    twin.stack.append(Roll())
    twin.marked |= 1
    twin.finish("Blue wins")
    assert g.fingerprint() == before and g.news == [] and not g.result
    assert twin != g and g != "a field"


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 2},
        {"side": "red"},
        {"marked": 1},
        {"rolled": (3,)},
        {"result": "Draw"},
        {"learned": 1},
        {"stack": [Roll()]},
        {"stack": [Roll(dice=2)]},
        {"control": {"blue": 1, "red": 0}},
    ],
    ids=str,
)
def test_every_fact_is_in_the_fingerprint(change: dict[str, object]) -> None:
    other = msgspec.structs.replace(field(), **change)
    assert other.fingerprint() != field().fingerprint()


def test_news_are_not_part_of_the_position() -> None:
    g = field()
    g.say("A moves.")
    assert g == field() and g.fingerprint() == field().fingerprint()


def test_a_fingerprint_does_not_depend_on_the_order_of_keys_or_members() -> None:
    one, other = field(), field()
    one.control, other.control = {"blue": 1, "red": 2}, {"red": 2, "blue": 1}
    one.box[0], other.box[0] = "dead", "dead"
    assert one.fingerprint() == other.fingerprint()

    class Sets(Tracked, kw_only=True, eq=False):
        some: frozenset[str] = frozenset()

    many = [f"name {n}" for n in range(20)]
    ahead = Sets(board=BOARD, roster=ROSTER, some=frozenset(many))
    behind = Sets(board=BOARD, roster=ROSTER, some=frozenset(reversed(many)))
    assert ahead.fingerprint() == behind.fingerprint()


def test_a_fingerprint_is_the_same_on_every_machine() -> None:
    assert field().fingerprint() == "cac82e2dadef9696"


def test_members_of_a_set_of_units() -> None:
    assert units(0b1011) == [0, 1, 3]
    assert units(0) == []


def test_units_change_places() -> None:
    g = field()
    g.place(A, hex("0101"))
    g.place(B, hex("0101"))
    g.remove(C, "dead")
    g.marked = 1 << A
    twin = exchange(g, {A: B, B: A}, ["marked"])
    assert twin.pile(hex("0101")) == (B, A)
    assert twin.marked == 1 << B
    assert g.pile(hex("0101")) == (A, B), "the original stays as it was"

    far = field()
    far.place(A, hex("0101"))
    far.remove(B, "reserve")
    twin = exchange(far, {A: B, B: A})
    assert (twin.at[A], twin.box[A]) == (OFF, "reserve")
    assert twin.at[B] == hex("0101") and twin.pile(hex("0101")) == (B,)


def test_a_battle_is_told_in_a_line_to_everybody() -> None:
    g = field()
    g.place(A, hex("0101"))
    g.place(C, hex("0202"))
    fought = g.battle(hex("0202"), (A,), (C,), "2:1", "DR")
    assert fought == Fought("0202", ("a",), ("c",), "2:1", "DR")
    g.say("5: DR.", "5.4", (hex("0202"),), fought=fought, points=2)
    heard = g.news[0].heard_by("red")
    assert heard and (heard.fought, heard.points) == (fought, 2)
