"""9.3-9.7: reinforcements."""

from typing import Any

import pytest

from kursk.core.match import Match
from kursk.testing import play, refused, where
from tests.games.drive_on_kursk.helpers import WEST, position, state

C = ("5ss", "17pz", "23pz", "8pz")
BOX = "\n".join(f"{id} conditional" for id in C)
FIELD = "a 3010 panzer\nr 2020 rifle"
MOVES = {"german": "move-move", "soviet": "move-move"}


def due(units: str = "19pz turn-3", turn: int = 3, side: str = "german", **more: Any) -> Match:
    return position(f"{FIELD}\n{units}", phase="player turn", turn=turn, side=side, **more)


def title(match: Match) -> str:
    return match.where()[-1][0]


# -- 9.3: 19th Panzer ----------------------------------------------------------------------------


def test_9_3_never_before_turn_3_and_any_time_after() -> None:
    assert title(due(turn=2)) == "Movement"
    early = position("19pz turn-3", phase="arrivals", turn=2)
    assert refused(early, "enter 19pz 3000").rule == "9.3"
    assert title(due(turn=3)) == "Reinforcements"
    late = due(turn=6)
    play(late, "end")  # no withdrawal
    play(late, "enter 19pz 3000")


def test_9_3_at_the_start_of_either_movement_phase() -> None:
    match = play(due(), "end", "end")
    assert title(match) == "Reinforcements"
    play(match, "enter 19pz 3000", "end")
    assert match.actor == "soviet"


def test_9_3_9_4_each_side_reads_its_own_number() -> None:
    entries = (("german", "19pz", "3000", "9.3"), ("soviet", "t10", "3027", "9.4"))
    for side, unit, hex, rule in entries:
        match = position(f"{unit} turn-2\na 4010 panzer", phase="arrivals", side=side, turn=3)
        assert match.rule == rule and match.heading().endswith(f"Reinforcements ({rule})")
        (news,) = match.play(f"enter {unit} {hex}")[:1]
        assert news.says.endswith(f"enters at {hex}.") and news.rule == rule


def test_9_3_it_may_be_held_back() -> None:
    match = play(due(), "end", "end", "end", "end")
    assert where(match, "19pz") == "turn 3"


def test_9_3_by_the_west_edge_if_it_is_german_and_free_of_zones() -> None:
    match = due("19pz turn-3\ns 4001 rifle", control={"soviet": ["3000"]})
    assert refused(match, "enter 19pz 3000").says == "The enemy controls that edge hex."
    assert refused(match, "enter 19pz 4000").rule == "9.3"
    assert refused(match, "enter 19pz 3027").rule == "9.3"
    play(match, "enter 19pz 5000")


@pytest.mark.parametrize("city", ["5308", "1609"])
def test_9_3_or_in_bryansk_or_kharkov(city: str) -> None:
    match = play(due(), f"enter 19pz {city}")
    assert where(match, "19pz") == city


def test_9_3_not_with_a_soviet_next_to_the_city() -> None:
    assert refused(due("19pz turn-3\ns 1610 rifle"), "enter 19pz 1609").rule == "9.3"


def test_9_3_not_in_a_city_that_the_soviet_controls() -> None:
    """A-57; on a blank map too, where it is no city."""
    for map in ("blank", "real"):
        match = due(map=map, control={"soviet": ["1609"]})
        assert refused(match, "enter 19pz 1609").says == "The city is not in supply."


def test_9_3_not_in_a_city_out_of_supply() -> None:
    """A-57: a trace from the city must succeed."""
    match = due(control={"soviet": WEST})
    assert refused(match, "enter 19pz 1609").says == "The city is not in supply."
    match = due(map="real", control={"soviet": ["1609"]})
    assert refused(match, "enter 19pz 1609").says == "The city is not in supply."


def test_9_3_the_city_is_free_the_edge_is_paid_for() -> None:
    match = play(due(map="real"), "enter 19pz 1609")
    assert state(match).spent == {}
    match = play(due(hexes={"3000": ["forest"]}), "enter 19pz 3000")
    assert state(match).spent == {"19pz": 2}
    way = " ".join(f"30{column:02}" for column in range(1, 7))
    assert refused(match, f"move 19pz {way} 3007").rule == "10.1"
    play(match, f"move 19pz {way}")


def test_9_3_10_19_by_the_edge_the_whole_cost_counts_in_road_mode() -> None:
    hexes = {"3000": ["swamp", "fort soviet"]}  # 5 points, more than an infantryman's 4
    match = due("i turn-3 infantry", hexes=hexes)
    play(match, "enter i 3000")
    assert refused(match, "move i 3001").rule == "10.1"
    assert refused(match, "road i 3001 3002 3003 3004").rule == "10.1"
    play(match, "road i 3001 3002 3003")


def test_9_3_units_enter_one_by_one_also_those_that_will_stack() -> None:
    match = due("19pz turn-3\n8pz turn-3")
    assert refused(match, "enter 19pz,8pz 3000").says.startswith("One unit at a time")
    play(match, "enter 19pz 3000", "enter 8pz 3000")


def test_9_3_arrivals_come_before_any_move_and_move_when_they_like() -> None:
    """A-22."""
    match = play(due(), "enter 19pz 3000", "move a 3011", "move 19pz 3001")
    assert where(match, "19pz") == "3001"


def test_9_3_8_6_arrivals_then_infiltration() -> None:
    """A-23."""
    match = due("19pz turn-3\ns 3011 rifle\nt 3209 rifle")
    play(match, "enter 19pz 3000", "infiltrate a 3110")
    assert where(match, "a") == "3110"


def test_9_3_10_19_arrivals_may_use_road_mode() -> None:
    """A-58: judged in the hex of arrival; the edge hex has been paid for."""
    match = play(due(), "enter 19pz 3000")
    way = " ".join(f"30{column:02}" for column in range(1, 16))
    play(match, f"road 19pz {way}")
    assert where(match, "19pz") == "3015"


def test_9_3_with_the_gambit_there_is_nobody_left_to_come() -> None:
    """T-123: 19th Panzer stands on the map."""
    match = position(f"{FIELD}\n19pz 4010", phase="player turn", turn=3, gambit=True)
    assert title(match) == "Movement"
    match = position("19pz turn-3", phase="arrivals", turn=3, gambit=True)
    assert refused(match, "enter 19pz 3000").rule == "9.3"


# -- 9.4: Soviet reinforcements ------------------------------------------------------------------

TWO = "t2 turn-2\nt25 turn-2"


def soviet_due(units: str, turn: int, **more: Any) -> Match:
    return due(units, turn, "soviet", **more)


def regulars(match: Match) -> list[str]:
    return [order.split()[1] for order in match.orders() if order.endswith(" 3027")]


def test_9_4_by_the_east_edge_only_stacked_if_wished() -> None:
    ids = [c.id for c in position(FIELD).g.roster if c.side == "soviet" and c.arrives == "2"]
    match = soviet_due("\n".join(f"{id} turn-2" for id in ids), 2)
    assert regulars(match) == ids
    assert refused(match, f"enter {ids[0]} 3000").rule == "9.4"
    assert refused(match, f"enter {ids[0]} 1609").rule == "9.4"
    play(match, f"enter {ids[0]} 3027", f"enter {ids[1]} 3027")
    assert len(match.g.pile(match.g.grid.find("3027"))) == 2


def test_9_4_not_in_a_german_hex_or_zone_and_never_early() -> None:
    ids = [c.id for c in position(FIELD).g.roster if c.side == "soviet" and c.arrives == "4"]
    assert title(soviet_due(f"{ids[0]} turn-4", 3)) == "Movement"
    match = soviet_due(f"{ids[0]} turn-4\nb 3126 panzer", 5, control={"german": ["4027"]})
    assert refused(match, f"enter {ids[0]} 3027").rule == "9.4"
    assert refused(match, f"enter {ids[0]} 4027").rule == "9.4"
    play(match, f"enter {ids[0]} 5027")


def test_9_4_the_gambit_does_not_matter() -> None:
    ids = [c.id for c in position(FIELD).g.roster if c.side == "soviet" and c.arrives == "2"]
    match = soviet_due(f"{ids[0]} turn-2", 2, gambit=True)
    assert regulars(match) == [ids[0]]


def test_10_4_arrivals_in_one_hex_move_together() -> None:
    """A-58."""
    ids = [c.id for c in position(FIELD).g.roster if c.side == "soviet" and c.arrives == "2"]
    units = "\n".join(f"{id} turn-2" for id in ids) + "\nq 3027 rifle"
    match = soviet_due(units, 2)
    play(match, *(f"enter {id} 3027" for id in ids))
    assert refused(match, f"move {ids[0]},q 3026").rule == "10.4"
    play(match, f"move {','.join(ids)} 3026")


# -- 9.5: German conditional divisions -----------------------------------------------------------


def entering(match: Match) -> list[str]:
    return sorted({order.split()[1] for order in match.orders() if order.startswith("enter")})


def bring(match: Match, *ids: str) -> Match:
    return play(match, *(f"enter {id} {3000 + 100 * n}" for n, id in enumerate(ids)))


def test_9_5_without_a_trigger_nobody_comes() -> None:
    match = due(BOX)
    assert title(match) == "Movement"
    match = position(BOX, phase="arrivals", turn=3)
    assert refused(match, "enter 5ss 3000").rule == "9.5"


def test_9_5_lgov_frees_two_now_and_two_next_turn_even_if_it_falls() -> None:
    """T-124."""
    match = due(BOX, control={"german": ["3509"]})
    assert entering(match) == sorted(C)
    bring(match, "5ss", "8pz")
    assert title(match) == "Movement"
    match.g.own(match.g.grid.find("3509"), "soviet")
    play(match, "end", "end", "end", "end", "plan move-move", "plan move-move")
    assert entering(match) == ["17pz", "23pz"]


def test_9_5_invented_divisions_are_counted_too() -> None:
    units = "\n".join(f"c{n} conditional panzer" for n in range(4))
    match = due(units, turn=4, control={"german": ["3509"]}, plan=MOVES)
    play(match, "enter c0 3000", "enter c1 3000")
    assert title(match) == "Movement"
    assert refused(match, "enter c2 3000").rule == "9.5"
    play(match, "end", "end", "end", "end", "plan move-move", "plan move-move", "end")
    play(match, "enter c2 3100", "enter c3 3100")


def test_9_5_a_hex_two_from_kursk_does_the_same() -> None:
    for hex in ("3413", "3513", "3614", "3216"):
        match = due(BOX, control={"german": [hex]})
        assert state(match).entitled == 2
    assert state(due(BOX, control={"german": ["3414"]})).entitled == 0


def frees(hex: str) -> bool:
    return state(due(BOX, control={"german": [hex]})).entitled == 2


def test_9_5_the_ring_is_the_twelve_hexes_two_from_kursk() -> None:
    """E-16, A-21."""
    ring = "3413 3513 3614 3615 3616 3516 3417 3316 3216 3215 3214 3313"
    freed = [hex for hex in ring.split() if frees(hex)]
    assert " ".join(freed) == ring


def test_9_5_both_free_all_four() -> None:
    match = bring(due(BOX, control={"german": ["3509", "3413"]}), *C)
    assert title(match) == "Movement"


def test_9_5_what_is_not_used_is_not_lost() -> None:
    """A-19."""
    match = due(BOX, control={"german": ["3509"]})
    play(match, "enter 5ss 3000", "end", "end", "end", "end", "end", "end")
    play(match, "plan move-move", "plan move-move")
    assert state(match).entitled == 4
    bring(match, "17pz", "23pz", "8pz")


def test_9_5_lgov_taken_and_lost_between_two_german_turns_frees_nobody() -> None:
    """T-126."""
    match = position(f"b 3508 panzer\nr 3511 rifle\n{BOX}", phase="movement", turn=3)
    play(match, "move b 3509")
    match.g.place(match.g.roster.find("b"), match.g.grid.find("3507"))
    play(match, "end", "end", "move r 3510 3509", "end", "end")
    play(match, "plan move-move", "plan move-move")
    assert state(match).entitled == 0
    assert title(match) == "Movement"


def test_9_5_not_with_the_gambit() -> None:
    assert state(due("", control={"german": ["3509"]}, gambit=True)).entitled == 0


def test_9_5_they_come_in_as_19th_panzer_stacked_if_wished() -> None:
    match = due(BOX, control={"german": ["3509", "3413"]})
    play(match, *(f"enter {id} 1609" for id in C[:3]))
    assert refused(match, "enter 8pz 1609").rule == "7.2"


# -- 9.6: Soviet conditional units ---------------------------------------------------------------

POOL = [c.id for c in position(FIELD).g.roster if c.side == "soviet" and c.arrives == "C"]
SOVIET_BOX = "\n".join(f"{id} conditional" for id in POOL)


def freed(*hexes: str, **more: Any) -> Match:
    return soviet_due(SOVIET_BOX, 4, control={"german": hexes}, **more)


def quota(match: Match) -> int:
    found: int = match.view("").tracks["Soviet conditional"]["quota"]
    return found


@pytest.mark.parametrize(
    ("hexes", "units"),
    [
        (("1016",), 3),
        (("6021",), 3),
        (("6017",), 3),
        (("2913",), 3),
        (("1016", "6021"), 3),
        (("3509",), 3),
        (("3510",), 0),
        (("3415",), 9),
        (("3414",), 0),
        (("1016", "3509", "3415"), 15),
    ],
)
def test_9_6_how_many_are_freed(hexes: tuple[str, ...], units: int) -> None:
    """E-17, A-56: of Lgov only the hex itself."""
    assert quota(freed(*hexes)) == units


def test_9_6_the_quota_is_for_each_turn_and_any_units_may_come() -> None:
    match = freed("1016")
    assert entering(match) == sorted(POOL)
    play(match, *(f"enter {id} 3027" for id in POOL[-3:]))
    assert title(match) == "Movement"
    play(match, "end")
    assert title(match) == "Movement"


def test_9_6_a_trigger_is_latched_for_good() -> None:
    """T-127."""
    match = freed("1016")
    match.g.own(match.g.grid.find("1016"), "soviet")
    play(match, "end", "end", "end", "end")
    play(match, "plan move-move", "plan move-move", "end", "end", "end")
    assert quota(match) == 3
    assert state(match).entered == 0
    assert title(match) == "Reinforcements"


def test_9_6_what_is_not_used_is_lost() -> None:
    """T-129, A-20: nine again, not eighteen."""
    match = freed("3415")
    play(match, "end", "end", "end", "end")
    play(match, "plan move-move", "plan move-move", "end", "end", "end")
    assert quota(match) == 9
    for n, id in enumerate(POOL[:9]):
        play(match, f"enter {id} {20 + n}27")
    assert title(match) == "Movement"


def test_9_6_a_hex_held_only_during_the_turn_frees_nobody() -> None:
    match = soviet_due(SOVIET_BOX, 4)
    match.g.own(match.g.grid.find("1016"), "german")
    assert quota(match) == 0
    assert title(match) == "Movement"
    refusal = refused(
        position(SOVIET_BOX, phase="arrivals", side="soviet"), f"enter {POOL[0]} 3027"
    )
    assert refusal.rule == "9.6"


def test_9_6_9_4_on_the_terms_of_regular_reinforcements_in_both_variants() -> None:
    match = freed("1016", gambit=True)
    assert refused(match, f"enter {POOL[0]} 3000").rule == "9.4"
    play(match, f"enter {POOL[0]} 3027", f"enter {POOL[1]} 3027")


# -- 9.7: Fight/Fight ----------------------------------------------------------------------------


def test_9_7_placed_as_the_first_combat_phase_opens_and_pinned() -> None:
    """T-130."""
    plan = {"german": "fight-fight", "soviet": "move-move"}
    match = due(plan=plan)
    assert title(match) == "Reinforcements"
    play(match, "enter 19pz 3000")
    assert title(match) == "Combat"
    assert state(match).pinned == 1 << match.g.roster.find("19pz")
    play(match, "end", "end")
    assert state(match).pinned == 0


def test_9_7_not_in_the_second_combat_phase() -> None:
    match = due(plan={"german": "fight-fight", "soviet": "move-move"})
    play(match, "end", "end")  # the arrivals are held back, the first combat phase is over
    assert title(match) == "Combat"
    assert refused(match, "enter 19pz 3000").rule == "9.7"


def test_9_7_in_fight_move_they_come_with_the_movement_phase() -> None:
    match = due(plan={"german": "fight-move", "soviet": "move-move"})
    assert title(match) == "Combat"
    play(match, "end")
    assert title(match) == "Reinforcements"


def test_9_7_a_pinned_unit_does_not_move() -> None:
    match = position("p 3010 panzer pinned\nr 3020 rifle", phase="movement")
    assert refused(match, "move p 3011").rule == "9.7"
