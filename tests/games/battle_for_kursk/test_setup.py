"""6.0: setting up, and the short scenario."""

from kursk import library
from kursk.core.match import Match
from kursk.games.battle_for_kursk.state import kind, reduced
from kursk.testing import lost, play, rule, where
from tests.games.battle_for_kursk.helpers import position, state


def start(scenario: str) -> Match:
    return library.start("battle_for_kursk", scenario)


def weak(match: Match, side: str, which: str) -> int:
    g = state(match)
    return sum(reduced(g, unit) and kind(g, unit) == which for unit in g.on_map(side))


def test_6_0_markers_at_the_start_of_the_campaign() -> None:
    g = state(start("campaign"))
    assert (g.turn, g.objective, g.objective_side) == (1, "2113", "german")
    assert g.previous == {"german": "engage", "russian": "reposition"}
    assert g.offensives == {"german": 0, "russian": 0}
    assert start("campaign").view().tracks["victory points"] == 0


def test_6_0_every_unit_stands_in_its_hex() -> None:
    match = start("campaign")
    for counter in match.g.roster:
        assert where(match, counter.id) == counter.setup
    assert len(match.g.on_map()) == 101


def test_6_0_russians_and_panzers_are_reduced_and_four_german_corps() -> None:
    match = start("campaign")
    assert weak(match, "russian", "infantry") + weak(match, "russian", "armour") == 60
    assert weak(match, "german", "armour") == 13
    assert weak(match, "german", "infantry") == 4


def test_6_0_play_starts_with_the_postures_of_turn_a() -> None:
    match = start("campaign")
    assert (match.phase, match.game.turn_name(match.g.turn)) == ("posture", "A")


def test_6_0_short_scenario_starts_on_turn_1_with_germans_full() -> None:
    match = start("short")
    assert match.game.turn_name(match.g.turn) == "1"
    assert weak(match, "german", "armour") == weak(match, "german", "infantry") == 0
    assert state(match).previous == {"german": "deploy", "russian": "reposition"}
    assert (state(match).objective, state(match).objective_side) == ("2113", "german")


def test_6_0_short_scenario_has_3_and_2_offensive_markers() -> None:
    """The markers that turn 1 would bring are among them."""
    match = play(start("short"), "auto")
    assert match.phase == "posture"
    assert state(match).offensives == {"german": 3, "russian": 2}


def test_6_0_short_scenario_the_russian_adds_17_infantry_and_8_armour_steps() -> None:
    match = start("short")
    assert (match.actor, match.phase) == ("russian", "steps")
    infantry, armour = (weak(match, "russian", which) for which in ("infantry", "armour"))
    play(match, "replace r48", "replace r2t")
    assert (lost(match, "r48"), lost(match, "r2t")) == (0, 0)
    assert state(match).points == {"infantry": 16, "armour": 7}
    play(match, "auto")
    assert weak(match, "russian", "infantry") == infantry - 17
    assert weak(match, "russian", "armour") == armour - 8


def test_6_0_short_scenario_step_by_step() -> None:
    match = start("short")
    while match.phase == "steps":
        play(match, match.orders()[0])
    assert len(match.log) == 25


def test_6_0_short_scenario_auto_strengthens_the_units_nearest_to_kursk() -> None:
    match = play(start("short"), "auto")
    assert lost(match, "r13") == lost(match, "r2t") == 0
    assert lost(match, "r3sh") == 1


def test_6_0_short_scenario_auto_knows_kursk_when_the_objective_has_been_scored() -> None:
    units, one = "r48-@2513 r60-@2517", {"infantry": 1}
    match = play(position(units, "steps", points=one, scored="german"), "auto")
    assert (lost(match, "r48"), lost(match, "r60")) == (0, 1)


def test_6_0_short_scenario_steps_go_to_reduced_russians_of_their_kind() -> None:
    match = play(start("short"), "replace r48")
    assert rule(match, "replace r48") == "6.0"
    assert rule(match, "replace g48") == "6.0"
    match = position("r48-@2513 r2t-@2515 r60-@2517", "steps", points={"infantry": 1, "armour": 0})
    assert rule(match, "replace r2t") == "6.0"


def test_6_0_short_scenario_turn_1_is_otherwise_played_in_full() -> None:
    """German replacements find no reduced unit and are lost; the Russian has three and two."""
    match = play(start("short"), "auto", "posture engage", "posture reposition")
    assert match.phase == "armour and rail"
    play(match, "end", "end", "end")
    assert (match.actor, match.phase) == ("russian", "replacement")
    assert state(match).points == {"infantry": 3, "armour": 2}


def test_6_0_auto_is_for_the_short_scenario_only() -> None:
    assert rule(start("campaign"), "auto") == "6.0"


def test_6_0_where_no_unit_can_be_given_a_step_nobody_is_asked() -> None:
    match = position("r48@2113 g48-@1713", "steps", turn="1")
    assert match.phase == "posture"
    assert "No Russian unit can be given a step." in [news.says for news in match.g.news]
