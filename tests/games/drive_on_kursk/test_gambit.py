"""3.4, 3.6, 3.7: Manstein's Gambit."""

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.games.drive_on_kursk.deployment import deployable
from kursk.testing import play, refused, where
from tests.games.drive_on_kursk.helpers import position, state

ADDED = (
    "19pz 5ss 17pz 23pz 8pz 1pz 13pz 14pz 16pz 24pz 26pz hg 16pg 20pg 29pg 1fj 2fj 1mtn 4mtn 97l"
)
RESERVES = "t1 t5 t20 gt1 t3 t16 t9 t19 t6 t31 m3 gt2 gt5 gc35 t23 gm1"


def gambit() -> Match:
    return library.start("drive_on_kursk", "gambit")


def german() -> Match:
    """All is added; the German deploys."""
    return play(gambit(), "auto")


def placing() -> Match:
    """The Soviet has deployed and puts his reserves down."""
    return play(german(), "auto", "done", "auto", "done")


def test_3_4_the_german_declares_before_he_deploys() -> None:
    match = library.start("drive_on_kursk", "open")
    assert match.actor == "german"
    assert list(match.orders()) == ["gambit", "no gambit"]
    assert refused(match, "done").rule == "3.4"
    play(match, "no gambit")
    assert (state(match).gambit, match.where()[-1][0]) == (False, "Deployment")


def test_3_6_he_may_declare_for_it() -> None:
    match = play(library.start("drive_on_kursk", "open"), "gambit")
    assert state(match).gambit
    assert match.where()[-1][0] == "Units of the Gambit"


def test_3_6_3_7_the_soviet_lifts_his_reserves() -> None:
    match = gambit()
    assert {where(match, id) for id in RESERVES.split()} == {"reserve"}
    assert state(match).reserve == 0
    hidden = match.view("german").boxes["reserve"]
    assert {seen.unit for seen in hidden} == {""}


def test_3_6_every_3_c_and_m_unit_is_added() -> None:
    match = gambit()
    assert set(match.able()) == set(ADDED.split())
    play(match, "auto")
    assert not match.view("german").boxes.get("gambit")
    assert all(where(match, id).isdigit() for id in ADDED.split())


def test_3_6_only_onto_germans_already_there_and_over_any_limit() -> None:
    match = gambit()
    why = refused(match, "add hg 1908")
    assert (why.rule, why.hexes) == ("3.6", ("1908",))
    play(match, "add hg 1907", "add 1pz 1907")
    assert len(match.g.pile(match.g.grid.find("1907"))) == 5
    assert refused(match, "add 1ss 1809").rule == "3.6"


def test_3_6_added_units_belong_to_the_pile() -> None:
    """T-138: hg joins 1809-1 and may not end with the 1907 group."""
    match = play(gambit(), "add hg 1809", "auto")
    assert refused(match, "place hg 1907").rule == "3.4"
    assert refused(match, "place hg 1811").rule == "3.4"
    assert match.why_not("place hg 1810") is None


def test_3_6_the_smallest_range_of_the_pile_counts() -> None:
    """A-11: 1907-1 and 1503-3 in one hex."""
    match = position("1ss 1907\n355 1907\nhg gambit", phase="additions")
    play(match, "add hg 1907")
    assert state(match).group == {"hg": "1907-1"}


def test_3_6_no_pile_may_grow_beyond_what_it_could_spread_to() -> None:
    """Seven hexes around 1907 hold 21 units; others deploy near by and take some."""
    match = gambit()
    refusals = []
    for id in ADDED.split():
        why = match.why_not(f"add {id} 1907")
        if why is None:
            play(match, f"add {id} 1907")
        else:
            refusals.append(why.rule)
    assert refusals and set(refusals) == {"3.6"}
    play(match, "auto", "auto")
    assert match.why_not("done") is None


def test_3_6_then_he_deploys_under_the_four_conditions() -> None:
    match = german()
    assert len(deployable(state(match), "german")) == 86
    assert refused(match, "done").rule == "3.4"
    play(match, "auto")
    assert match.why_not("done") is None


def test_3_7_the_other_soviets_deploy_first() -> None:
    """A-09."""
    match = play(german(), "auto", "done")
    assert match.where()[-1][0] == "Deployment"
    assert refused(match, "place t1 5820").rule == "3.1"
    play(match, "auto", "done")
    assert match.where()[-1][0] == "Reserves of the Gambit"


def test_3_7_reserves_go_anywhere_on_the_soviet_side() -> None:
    match = placing()
    assert refused(match, "place t1 2113").rule == "3.7"
    play(match, "place t1 1027", "place t5 3509", "place t1 2114")
    assert where(match, "t1") == "2114"
    assert refused(match, "place g14 1415").rule == "3.7"


def test_3_7_within_stacking_with_others_or_alone() -> None:
    match = placing()
    play(match, "place t1 3415", "place t5 3415", "place t20 3415")
    assert refused(match, "place gt1 3415").rule == "7.2"
    hex = match.g.at[match.g.roster.find("g81")]
    play(match, f"place gt1 {match.g.grid.name[hex]}")


def test_3_6_3_7_invented_units_are_added_and_placed_too() -> None:
    units = "a 1809 panzer\nm gambit panzer"
    match = position(units, phase="additions", group={"a": "1809-1"})
    assert refused(match, "add m 1908").rule == "3.6"
    play(match, "add m 1809", "place m 1908")
    units = "s 3015 rifle\nx reserve tank-corps\ny reserve tank-corps"
    match = position(units, side="soviet", phase="reserve placement")
    for order in match.orders():
        assert match.why_not(order) is None, order
    assert refused(match, "place s 3016").rule == "3.7"
    play(match, "place x 3016", "auto", "done")
    assert where(match, "x") == "3016"


def test_3_7_all_must_be_placed() -> None:
    match = play(placing(), "place t1 3415")
    why = refused(match, "done")
    assert (why.rule, len(why.units)) == ("3.7", 15)
    play(match, "auto", "done")
    assert match.where()[-1][0] == "Order of phases"
    assert match.check() == []


def test_3_7_the_german_does_not_see_it() -> None:
    match = placing()
    before = match.view("german")
    play(match, "place t1 3415")
    assert match.told("german")[-1][2:] == ("", ())
    assert match.view("german") == before


def test_3_7_soviet_reinforcements_stay_as_they_are() -> None:
    boxes = play(placing(), "auto", "done").view("soviet").boxes
    soviets = [seen for box in ("turn 2", "turn 4") for seen in boxes[box]]
    assert len(soviets) == 5
    assert len(boxes["conditional"]) == 42


def test_4_9_the_gambit_leaves_no_reserve_to_call_up() -> None:
    """T-105."""
    match = play(placing(), "auto", "done", "plan move-move", "plan move-move", "end", "end")
    assert match.actor == "soviet"
    assert match.where()[-1][0] == "Movement"
    assert state(match).vp == 60


def test_9_3_11_10_the_gambit_has_two_air_counters() -> None:
    assert state(play(placing(), "auto", "done")).air == 2
    assert state(library.start("drive_on_kursk")).air == 1


# -- position files -------------------------------------------------------------------------------


def test_3_6_with_nothing_to_add_the_step_is_passed_over() -> None:
    assert position("1ss 1907", phase="additions").phase == "deployment"
    match = position("1ss 1907", phase="declaration")
    assert play(match, "gambit").phase == "deployment"


def test_3_6_what_no_pile_can_take_is_left_aside() -> None:
    match = position("hg gambit", phase="additions")
    assert (match.phase, where(match, "hg")) == ("deployment", "gambit")
    units = "a 1809 panzer\n" + "\n".join(f"x{n} gambit panzer" for n in range(4))
    match = play(position(units, phase="additions"), "add x1 1809", "auto")  # a pile without range
    assert match.phase == "deployment"
    assert [where(match, f"x{n}") for n in range(4)] == ["1809", "1809", "gambit", "gambit"]


def test_3_6_soviet_units_do_not_stand_in_the_way_of_additions() -> None:
    match = position("1ss 1907\nhg gambit\nr 3020 rifle", phase="additions")
    assert "add hg 1907" in match.orders()


@pytest.mark.parametrize("mark", ["", " reserve"])
def test_3_6_3_7_in_the_gambit_the_reserves_are_lifted(mark: str) -> None:
    for phase in ("additions", "deployment"):
        match = position(f"1ss 1907\nhg gambit\nt1 5820{mark}", phase=phase, gambit=True)
        assert (where(match, "t1"), state(match).reserve) == ("reserve", 0)


def test_3_10_who_is_placed_in_a_hex_controls_it() -> None:
    match = position(
        "x reserve tank-corps\n1ss 1907",
        side="soviet",
        phase="reserve placement",
        control={"german": ["3016"]},
    )
    play(match, "place x 3016")
    assert match.check() == []
    match = position("r 3020 rifle\n1ss 1907", phase="deployment", control={"soviet": ["1908"]})
    assert play(match, "place 1ss 1908").check() == []
