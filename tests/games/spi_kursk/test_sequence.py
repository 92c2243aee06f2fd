"""4, 16, 17, 18: the turn, the options, set-up, victory."""

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.games.spi_kursk import GAME
from kursk.games.spi_kursk.tables import LETTERS, OBJECTIVES, SCENARIOS, starts
from kursk.games.spi_kursk.victory import difference, level, score, worth
from tests.games.spi_kursk.helpers import (
    marked,
    mode,
    play,
    position,
    refused,
    rule,
    says,
    state,
    where,
)

NAMES = ("may", "july", "august")


# -- the turn -------------------------------------------------------------------------------------


def test_4_12_the_german_then_the_soviet_the_same_phases() -> None:
    match = position("c47@1010 rc15@3030", "command")
    seen = [match.heading()]
    for _ in range(13):
        play(match, "end")
        seen.append(match.heading())
    german = [line.split(": ")[1].split(" (")[0] for line in seen if "German" in line]
    assert german[:6] == [
        "Command",
        "Movement",
        "First Combat Segment",
        "Second Combat Segment",
        "Mechanized Movement",
        "Organization",
    ]
    assert "Turn 1. Soviet: Command (10.11)" in seen
    assert seen[-1].startswith("Turn 2. German")


def test_4_13_the_marker_advances_and_the_last_turn_ends_the_game() -> None:
    match = position("rc15@3030", "organization", "soviet", turn=9)
    play(match, "end")
    assert match.over and match.result.startswith("Soviet marginal victory")
    assert position("", "organization", "soviet", turn=8, scenario="may").g.turn == 8


def test_4_11_the_air_war_opens_a_turn_where_it_is_played() -> None:
    assert library.start("spi_kursk", options={"air": "on"}).phase == "air"
    assert library.start("spi_kursk").phase == "command"


# -- air ------------------------------------------------------------------------------------------


def air(german: int, soviet: int, **more: int) -> Match:
    match = position("c47@1010", "air", "german", air={"german": 6, "soviet": 4})
    return play(match, f"intercept {german}", f"intercept {soviet}")


def test_17_12_commitments_are_sealed() -> None:
    match = position("c47@1010", "air", "german", air={"german": 6, "soviet": 4})
    play(match, "intercept 5")
    assert match.told("soviet")[-1][2:] == ("", ())
    assert match.why_not("intercept 5") is not None


def test_17_0_one_attempting_needs_a_two_both_a_five() -> None:
    assert "interception fails" in play(air(3, 0), "roll 3").log[-1].news[0].says
    assert "interception succeeds" in play(air(3, 0), "roll 2").log[-1].news[0].says
    assert "interception succeeds" in play(air(3, 3), "roll 5").log[-1].news[0].says
    assert air(0, 0).actor == "german"


def test_17_11_points_above_three_lower_the_die() -> None:
    match = play(air(5, 0), "roll 4")
    assert match.log[-1].news[0].says == "4 - 2 = 2: interception succeeds (1 to 2)."


def test_17_13_and_17_14_aborted_and_gone_for_good() -> None:
    match = play(air(6, 0), "roll 1", "roll 6")
    assert state(match).air == {"german": 5, "soviet": 0}
    assert state(match).shot_down == {"soviet": 1}
    larger = play(air(2, 4), "roll 1", "roll 6")
    assert state(larger).shot_down == {"german": 1}


def test_17_15_points_not_aborted_support_combats() -> None:
    match = play(air(6, 0), "roll 1", "roll 1")
    assert state(match).air == {"german": 5, "soviet": 4}


FIGHT = "a:panzer@1010+mobile d:tank_corps@1009+mobile"


def test_17_21_two_points_of_a_side_in_a_combat() -> None:
    match = position(FIGHT, "first combat", air_war=True, air={"german": 4, "soviet": 1})
    assert rule(match, "attack 1009 with a air 3") == "17.21"
    play(match, "attack 1009 with a")
    assert rule(match, "air 3") == "17.21"
    play(match, "air 2")
    assert match.actor == "soviet" and rule(match, "air 2") == "17.0"
    assert rule(position(FIGHT, "first combat"), "attack 1009 with a air 1") == "17.0"


@pytest.mark.parametrize("number", ["²", "①", "٣", "x", "0" * 5_000 + "1"])
def test_17_22_and_13_32_a_number_that_is_none_is_refused(number: str) -> None:
    match = position(
        f"{FIGHT} c:corps@1011+mobile", "first combat", air_war=True, air={"german": 4}
    )
    assert rule(match, f"attack 1009 with a air {number}") == "17.22"
    assert rule(match, f"attack 1009 with a join c {number}") == "13.32"
    guns = "c:corps@1011+static i:infantry@1010+static x:tank_corps@1009+mobile"
    fired = position(guns, "guns", "soviet")
    assert rule(fired, f"suppress 1009 by c anti-tank {number}") == "13.32"
    spread = "i:infantry:4@1010+mobile j:infantry:5@1010+mobile g:artillery@1009+static"
    match = play(position(spread, "guns"), "suppress 1010 by g", "end")
    assert rule(match, f"bear i 1 j {number}") == "13.15"


def test_17_22_and_17_23_attacker_first_then_defender() -> None:
    match = position(FIGHT, "first combat", air_war=True, air={"german": 4, "soviet": 4})
    play(match, "attack 1009 with a", "air 2")
    found = match.receipt("air 1", "soviet")
    assert found is not None and found.net == 1
    play(match, "air 1")
    assert match.actor == "dice" and state(match).air == {"german": 2, "soviet": 3}


# -- scenarios and set-up -------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_18_11_three_scenarios_of_less_than_ten_turns(name: str) -> None:
    assert SCENARIOS[name].turns < 10
    match = library.start("spi_kursk", name)
    assert match.check() == [] and match.g.turn == 1


@pytest.mark.parametrize("name", NAMES)
def test_18_13_and_18_19_units_start_or_come_as_their_letter_says(name: str) -> None:
    at = NAMES.index(name)
    match = library.start("spi_kursk", name)
    for row in starts(name):
        letter = match.g.unit(match.g.roster.find(row.id)).more["letter"]
        if row.status != "partisan":
            assert LETTERS[letter][at] == ("off" if row.status == "reinforcement" else "in")
    assert (where(match, "ad5"), name) in (
        ("2219", "july"),
        ("turn 3", "may"),
        ("turn 3", "august"),
    ) or (name == "july" and where(match, "ad5"))


@pytest.mark.parametrize("name", NAMES)
def test_18_12_the_ready_made_set_up_is_lawful_and_by_hand_it_is_the_same(name: str) -> None:
    ready = library.start("spi_kursk", name)
    match = library.start("spi_kursk", name, {"setup": "by hand"})
    first = match.actor
    assert first == ("german" if name == "august" else "soviet")
    for _ in SCENARIOS[name].set_up:
        play(match, "auto", "end")
    assert match.g.at == ready.g.at and match.phase == "command"
    assert state(match).reserve == state(ready).reserve


def test_18_12_by_hand_the_conditions_are_told() -> None:
    match = library.start("spi_kursk", "july", {"setup": "by hand"})
    assert rule(match, "place gc22 2240") == "18.12"
    assert rule(match, "place gc22 3330") == "18.12"
    assert rule(match, "end") == "18.12"
    assert rule(match, "place at27 2236") == "18.12"
    play(match, "place gc22 2237")
    assert where(match, "gc22") == "2237"


def test_7_23_by_hand_one_gun_of_a_kind_in_a_hex() -> None:
    match = library.start("spi_kursk", "july", {"setup": "by hand"})
    play(match, "auto", "end", "auto", "end", "place at27 2236")
    assert refused(match, "place at28 2236").rule == "7.23"


def test_7_0_by_hand_six_points_in_a_hex() -> None:
    match = library.start("spi_kursk", "july", {"setup": "by hand"})
    play(match, "place gc22 2237", "place gc23 2237")
    assert refused(match, "place g89 2237").rule == "7.0"


def test_10_11_the_mode_before_the_first_administrative_phase() -> None:
    for name, soviet in (("may", "static"), ("july", "static"), ("august", "mobile")):
        match = library.start("spi_kursk", name)
        assert mode(match, "c55") == "static"
        assert mode(match, "a50") == soviet
    assert mode(library.start("spi_kursk", "august"), "a47") == "static"


def test_18_19_counters_with_two_faces_are_never_both_in_a_scenario() -> None:
    pairs = [
        (c.id, c.more["other"])
        for c in GAME.roster
        if c.more.get("other") and c.size != "kampfgruppe"
    ]
    assert len(pairs) == 32
    for name in NAMES:
        used = {row.id for row in starts(name)}
        assert not any(one in used and other in used for one, other in pairs)


def test_18_15_a_hex_is_whose_combat_unit_was_there_last() -> None:
    match = position(
        "2pz@2020+mobile c47@2018+mobile", real=False, control={"soviet": ["2022", "2019", "2021"]}
    )
    play(match, "move c47 2019")
    assert match.g.owner(match.g.grid.find("2019")) == "soviet"
    play(match, "move 2pz 2021")
    assert match.g.owner(match.g.grid.find("2021")) == "german"


# -- victory --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "points"),
    [
        ("rc15", 1),
        ("gc17", 1),
        ("t3", 2),
        ("m3", 2),
        ("gk7", 1),
        ("a13", 2),
        ("at13", 0),
        ("ad5", 0),
        ("tb11", 0),
        ("fz119", 0),
        ("p1", 0),
        ("321", 2),
        ("kg1a", 1),
        ("mant", 1),
        ("2pz", 3),
        ("25pg", 3),
        ("lah", 4),
        ("gd", 4),
        ("tg505", 1),
        ("td656", 1),
        ("pb10", 1),
        ("c47", 3),
        ("r217", 0),
    ],
)
def test_18_41_what_a_lost_unit_is_worth(id: str, points: int) -> None:
    assert worth(GAME.roster[GAME.roster.find(id)]) == points


def test_18_41_three_rifle_divisions_make_a_point() -> None:
    units = "a:panzer:80/60/40@1010+assault r102@1009+static"
    match = position(units, "first combat", divisions_lost=2)
    play(match, "attack 1009 with a", "roll 1", "stand")
    assert state(match).vp["german"] == 1 and state(match).divisions_lost == 0
    told = [(news.says, news.points) for entry in match.log for news in entry.news if news.points]
    assert told == [("102nd Rifle Division is eliminated.", 1)]  # the track moves by that


def test_18_41_objectives_count_for_who_took_them() -> None:
    assert sum(goal.points for goal in OBJECTIVES if goal.side == "german") == 15 + 6 * 5 + 4 * 3
    match = position("2pz@2127 rc15@2013", real=True)
    assert score(state(match)) == {"german": 15, "soviet": 30}


@pytest.mark.parametrize(
    ("points", "winner", "name"),
    [
        (20, "german", "decisive"),
        (19, "german", "marginal"),
        (10, "german", "marginal"),
        (9, "", "draw"),
        (-9, "", "draw"),
        (-10, "soviet", "marginal"),
        (-19, "soviet", "marginal"),
        (-20, "soviet", "decisive"),
    ],
)
def test_18_42_levels(points: int, winner: str, name: str) -> None:
    found = level(points)
    assert (found.winner, found.level) == (winner, name)


def test_18_42_in_august_the_german_has_fifteen_more() -> None:
    assert difference(state(library.start("spi_kursk", "august"))) == 15 - 12
    assert difference(state(library.start("spi_kursk", "july"))) == -15
    draw = position("", "organization", "soviet", turn=9, scenario="august")
    assert play(draw, "end").result.startswith("Draw")


def test_18_42_a_side_may_give_up() -> None:
    match = library.start("spi_kursk")
    match.play("concede", by="german")
    assert match.result.startswith("Soviet decisive victory")
    assert says(match)


def test_13_27_a_heavy_tank_destroyer_is_no_gun() -> None:
    match = position("td656@1010+mobile d:rifle:3@1009+mobile", "first combat")
    assert rule(match, "attack 1009 with td656") == ""
    assert not marked(match, "td656", "fired")
    assert refused(match, "attack 1009 with td656 join td656").rule == "13.21"
