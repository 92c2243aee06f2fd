"""A15, A16: scenarios and victory."""

from typing import Any

import pytest

from kursk import library
from kursk.core.match import Match
from kursk.testing import play, refused, where
from tests.games.panzer_keil.helpers import fight, owner, position, state

HOME = 40  # Orel and Belgorod, on a map without units


def score(match: Match) -> dict[str, int]:
    return dict(match.view().tracks["points"])


def ended(units: str, turn: int, **more: Any) -> Match:
    """A turn brought to its end, with nobody doing anything."""
    match = position(units, "mechanized", "soviet", turn=turn, **more)
    return play(match, "end")


# -- points --------------------------------------------------------------------------------------


def test_a16_1_towns_that_the_german_occupies() -> None:
    match = position("3pz@2325 11pz@2234 167@2341 r24@0505", "movement")
    assert score(match)["Towns and cities"] == 30 + 10 + 5 + HOME


def test_a16_1_5_4_1_a_town_in_an_enemy_zone_is_nobodys() -> None:
    match = position("3pz@2838 r24@2839 26@2702", "movement")
    assert score(match)["Towns and cities"] == HOME and owner(match, "2838") == ""


@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ("t3", 4),
        ("gt5", 5),
        ("r24", 2),
        ("g52", 3),
        ("ga2", 3),
        ("r167a", 0),
        ("gcc6", 3),
        ("gm5", 5),
        ("g375", 3),
    ],
)
def test_a16_2_soviet_units_eliminated(unit: str, points: int) -> None:
    match = position(f"{unit}@eliminated 3pz@2020", "movement")
    assert score(match)["Soviet units eliminated"] == points


@pytest.mark.parametrize(
    ("unit", "points"),
    [("3pz", -1), ("503", -1), ("51pa", -1), ("168", -2), ("57a", 0), ("mant", -2)],
)
def test_a16_3_german_units_eliminated(unit: str, points: int) -> None:
    match = position(f"{unit}@eliminated 11pz@2020", "movement")
    assert score(match)["German units eliminated"] == points


def test_a16_4_sources_in_enemy_hands() -> None:
    match = position("3pz@3812 r24@0114 t3@1950", "movement")
    assert score(match)["Supply sources"] == 2 - 4


def test_a16_6_1_units_withdrawn() -> None:
    match = position("3pz@2020 12pz@withdrawn 12pg1@withdrawn r24@0505", "movement")
    assert score(match)["Units withdrawn"] == 4 and match.game.points(match.g) == HOME + 4


def test_a16_2_losses_in_retreats_and_support_count() -> None:
    foes = "b:infantry@2018 c:infantry@1820 e:infantry@2220"
    match = position(f"a:infantry:12@2021 d:rifle:4@2020 {foes}", "combat")
    before = match.game.points(match.g)
    fight(match, "attack 2020 with a", 4)
    assert match.game.points(match.g) == before + 2


# -- the offensive -------------------------------------------------------------------------------


def test_a16_5_2_nothing_is_asked_on_turns_1_to_4() -> None:
    match = ended("3pz@2020 r24@0505", 4)
    assert not match.over and match.g.turn == 5


@pytest.mark.parametrize(
    ("turn", "gain", "over"),
    [(5, 4, True), (5, 5, False), (8, 4, True), (9, 2, True), (9, 3, False), (14, 3, False)],
)
def test_a16_5_a16_5_1_a16_5_2_enough_points_or_the_game_ends(
    turn: int, gain: int, over: bool
) -> None:
    match = ended("3pz@2020 r24@0505", turn, score_before=HOME - gain)
    assert match.over is over


def test_a16_5_3_yakovlevo_taken_and_a_panzer_regiment_lost_are_four() -> None:
    match = position(
        "3pz@2341 11pz@eliminated r24@0505", "mechanized", "soviet", turn=5, score_before=HOME
    )
    assert match.view().tracks["this turn"] == 4
    play(match, "end")
    assert match.over and match.result == "Soviet strategic victory: 44 points (A16.6.2)"


def test_a16_5_3_withdrawals_do_not_count_for_it() -> None:
    match = position("3pz@2020 12pz@withdrawn 12pg1@withdrawn 12pg2@withdrawn r24@0505",
                     "mechanized", "soviet", turn=5, score_before=HOME)  # fmt: skip
    assert match.view().tracks["this turn"] == 0
    assert play(match, "end").over


def test_a16_5_3_what_is_lost_again_counts_against_it() -> None:
    match = position(
        "3pz@2020 r24@2341 t3@0505", "mechanized", "soviet", turn=6, score_before=HOME + 5
    )
    assert match.view().tracks["this turn"] == -5


def test_a15_3_turn_15_is_the_last() -> None:
    match = ended("3pz@2020 r24@0505", 15, score_before=0)
    assert match.over


def test_a16_0_a16_6_the_score_is_told_item_by_item() -> None:
    match = ended("3pz@2325 r24@eliminated 57a@eliminated t3@0505", 15)
    told = {news.rule for entry in match.log for news in entry.news}
    assert {"A16.1", "A16.2", "A16.3", "A16.4", "A16.6.1"} <= told
    assert match.result == "Soviet tactical victory: 72 points (A16.6.2)"


@pytest.mark.parametrize(
    ("version", "floors"), [("new", (50, 70, 86, 100, 200)), ("old", (50, 100, 150, 200, 250))]
)
def test_a16_6_2_oa16_6_2_bands(version: str, floors: tuple[int, ...]) -> None:
    from kursk.games.panzer_keil.victory import band

    g = state(position("3pz@2020 r24@0505", "movement", version=version))
    soviet = ["soviet strategic", "soviet operational", "soviet tactical"]
    levels = [*soviet, "german tactical", "german operational", "german strategic"]
    for number, floor in enumerate(floors):
        below, above = band(g, floor - 1), band(g, floor)
        assert f"{below.winner} {below.level}" == levels[number]
        assert f"{above.winner} {above.level}" == levels[number + 1]
    assert band(g, -40).level == "strategic"


# -- Prokhorovka ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "winner", "level"),
    [
        (49, "soviet", ""),
        (50, "", "draw"),
        (59, "", "draw"),
        (60, "german", ""),
        (69, "german", ""),
        (70, "german", "strategic"),
    ],
)
def test_a15_1_bands(points: int, winner: str, level: str) -> None:
    from kursk.games.panzer_keil.victory import band

    g = state(position("3pz@2030 r24@3040", "movement", scenario="prokhorovka"))
    assert (band(g, points).winner, band(g, points).level) == (winner, level)


def test_a15_1_five_turns_and_only_belgorod_counts_at_first() -> None:
    match = ended("168@2446 r24@3040", 5, scenario="prokhorovka")
    assert match.over and match.result == "Soviet victory: 20 points (A15.1)"


def test_a15_1_no_offensive_to_keep_up() -> None:
    match = ended("168@2446 r24@3040", 4, scenario="prokhorovka")
    assert not match.over


def test_a15_1_a_supplied_german_in_tim_wins_at_once() -> None:
    match = position("3pz@3529 r24@1040", "movement", scenario="prokhorovka")
    play(match, "move 3pz 3528")
    assert match.result == "German victory: Tim has fallen (A15.1)"


def test_a15_1_not_out_of_supply_nor_beside_a_soviet() -> None:
    match = position("3pz@3529+oos r24@1040", "movement", scenario="prokhorovka")
    assert not play(match, "move 3pz 3528").over
    match = position("3pz@3530 r24@3527", "movement", scenario="prokhorovka")
    assert not play(match, "move 3pz 3529 3528").over


def test_a15_1_nor_in_the_campaign() -> None:
    assert not play(position("3pz@3529 r24@1040", "movement"), "move 3pz 3528").over


def test_a15_1_tim_is_taken_once_its_garrison_is_in_supply_again() -> None:
    match = position("3pz@3528+oos r24@1040", "supply", scenario="prokhorovka")
    assert match.result == "German victory: Tim has fallen (A15.1)"
    match = position("3pz@3528+oos r24@1040", "movement", scenario="prokhorovka")
    assert not match.over


def test_a15_1_tim_is_taken_when_guns_have_driven_the_last_soviets_away() -> None:
    units = "3pz@3528 r24@3628 r111@1040"
    match = position(units, "support", scenario="prokhorovka", turn=3)
    play(match, "support 3628 south 4", "end", "roll 6")
    play(match, next(order for order in match.orders() if order.startswith("retreat")), "end")
    assert not match.over
    assert play(match, "end").result == "German victory: Tim has fallen (A15.1)"


def test_8_3_a15_1_a_breakthrough_by_forced_march() -> None:
    match = position("3pz@2135 167@2040 r24@3040", "movement", scenario="prokhorovka")
    way = " ".join(f"21{row}" for row in range(34, 26, -1))  # eight points
    assert f"march 3pz {way} off" in list(match.orders("3pz"))
    play(match, f"march 3pz {way} off")
    assert match.result == "German victory: a breakthrough at 2127 (A15.1)"


@pytest.mark.parametrize(("mark", "wins"), [("", True), ("+oos", False)])
def test_a15_1_a_supplied_german_who_leaves_by_2127_wins_at_once(mark: str, wins: bool) -> None:
    match = position(f"3pz@2128{mark} 167@2040 r24@3040", "movement", scenario="prokhorovka")
    play(match, "move 3pz 2127 off")
    assert match.over is wins and where(match, "3pz") == "exited"


def test_a15_1_a_soviet_who_leaves_there_wins_nothing() -> None:
    match = position("t3@2128 167@2040", "movement", "soviet", scenario="prokhorovka")
    assert not play(match, "move t3 2127 off").over


# -- the northern wall ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "result"), [(6, "Soviet victory"), (7, "Draw"), (11, "Draw"), (12, "German victory")]
)
def test_a15_2_positions_in_german_hands(count: int, result: str) -> None:
    dug = [f"20{row:02}" for row in range(11, 11 + count)]
    hexes = {hex: ["fort soviet"] for hex in dug}
    units, control = "26@0505 r41@3620", {"german": dug}
    match = ended(units, 5, scenario="northern-wall", hexes=hexes, control=control)
    assert match.result == f"{result}: {count} positions (A15.2)"


def test_a15_2_a_position_in_a_soviet_zone_is_nobodys() -> None:
    dug = ["2011", "2012", "2013"]
    match = position("26@2012 r41@2014", "movement", scenario="northern-wall",
                     hexes={h: ["fort soviet"] for h in dug}, control={"german": dug})  # fmt: skip
    assert match.game.points(match.g) == 2


def test_a15_2_losses_score_nothing_there() -> None:
    match = position("26@2012 r41@eliminated r60@0505", "movement", scenario="northern-wall")
    assert match.game.points(match.g) == 0


def test_a15_2_a15_0_rows_26_and_beyond_are_out_of_play() -> None:
    match = position("26@2025 r41@0505", "movement", scenario="northern-wall")
    assert refused(match, "move 26 2026").rule == "A15.0"
    from kursk.core.position import BadPosition

    with pytest.raises(BadPosition, match="outside the area"):
        position("26@2026 r41@0505", "movement", scenario="northern-wall")


# -- Werther -------------------------------------------------------------------------------------


def test_a15_4_reinforced_positions_are_normal_and_normal_ones_gone() -> None:
    hexes = {"2020": ["fort soviet", "reinforced"], "2019": ["fort soviet"]}
    match = position("167@2021 3pz@2120 r24@2020", "combat", scenario="werther", hexes=hexes)
    found = match.receipt("attack 2020 with 167")
    assert found is not None and found.totals[1] == "4"
    assert [line.value for line in found.shifts if line.label.startswith("Die: rows")] == ["-1"]
    match = position("3pz@2018 r24@0505", "movement", scenario="werther", hexes=hexes)
    assert str(match.reach("3pz")["move"].cost(match.g.grid.find("2019"))) == "1"


def test_a15_4_no_steppe_front_on_turns_3_and_9() -> None:
    match = library.start("panzer_keil", "werther")
    for id in ("ga6", "r71", "t10"):
        assert where(match, id) == ""


# -- giving up -----------------------------------------------------------------------------------


def test_4_0_whoever_gives_up_has_lost_at_any_time() -> None:
    match = position("3pz@2020 r24@0505", "movement")
    match.play("concede", by="german")
    assert match.over and match.result == "Soviet wins: the German gives up"
