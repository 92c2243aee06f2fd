"""What the package shows to the outside: scenarios, positions, the referee's answers."""

import re
from pathlib import Path
from typing import Any

import pytest

from kursk import library
from kursk.core import position as positions
from kursk.core.match import Match
from kursk.core.position import BadPosition
from kursk.games.battle_for_kursk.tables import TURNS
from kursk.testing import play, receipt, rule
from tests.games.battle_for_kursk.helpers import position, state


def test_a_newcomer_is_offered_the_short_scenario() -> None:
    game = library.game("battle_for_kursk")
    assert list(game.scenarios) == ["short", "campaign"]
    assert game.options == {"mud": ("scripted", "die"), "postures": ("free", "history")}


def test_a_view_shows_everything_that_lies_open() -> None:
    view = library.start("battle_for_kursk", "campaign").view("german")
    assert view.turn == "A" and view.tracks["date"] == "18 March 1943" and view.tracks["mud"]
    assert view.tracks["offensives"]["german"] == {"available": 0, "expended": 3}
    assert view.tracks["objective"]["hex"] == "2113"
    assert "1301" in view.tracks["active forts"]["russian"]
    assert sum(map(len, view.stacks.values())) == 101


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"units": "a:infantry@1813 b:infantry@1813"}, "1813 holds more than one unit"),
        ({"units": "a:infantry:1@1813"}, "a needs a full and a reduced strength"),
        ({"posture": {"german": "Engage"}}, "set.posture: no 'Engage'; there are pause, "),
        ({"previous": {"italian": "pause"}}, "set.previous: no 'italian'; there are german, "),
        ({"points": {"armor": 1}}, "set.points: no 'armor'; there are infantry, armour"),
        ({"objective_side": "x"}, "set.objective_side: no 'x'"),
        ({"scored": "x"}, "set.scored: no 'x'; there are german, russian"),
        ({"mud_rule": "dice"}, "set.mud_rule: no 'dice'; there are scripted, die"),
        ({"offensives": {"german": 4}}, "set.offensives: german 4; a side has at most 3"),
        ({"control": {"russian": ["1817"]}}, "control: 1817 is no city"),
        ({"objective": "9999"}, "set.objective: no hex 9999"),
        ({"objective": "1817"}, r"set.objective: 1817 is no city \(12.1\)"),
        ({"points": {"armour": 1}}, "set.points: .* in replacement, not in movement"),
        ({"phase": "combat", "battles": ["attack 1813 with g59"]}, "attack 1813 with g59: There"),
    ],
)
def test_a_position_that_cannot_be_is_told_so(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(positions.BadPosition, match=says):
        position(**{"units": "g59@1013", "phase": "movement", **changes})


def marked(mark: str, phase: str, side: str = "german") -> Match:
    points = "set.points = { armour = 1 }" if phase == "replacement" else ""
    return library.set_up(f"""
        game = "battle_for_kursk"
        map = "blank"
        turn = "2"
        side = "{side}"
        phase = "{phase}"
        {points}
        [units]
        g48 = {{ at = "1013", marks = ["reduced", "{mark}"] }}
        r48 = {{ at = "2513" }}
    """)


@pytest.mark.parametrize(
    ("mark", "phase", "side", "says"),
    [
        ("moved", "combat", "german", "moved in armour and rail or movement, not in combat"),
        ("moved", "posture", "german", "moved in armour and rail or movement, not in posture"),
        ("moved", "movement", "russian", "moved, but the phase is the russian side's"),
        ("rebuilt", "movement", "german", "rebuilt in replacement, not in movement"),
        ("rebuilt", "replacement", "russian", "rebuilt, but the phase is the russian side's"),
    ],
)
def test_a_mark_of_another_phase_is_told_so(mark: str, phase: str, side: str, says: str) -> None:
    with pytest.raises(BadPosition) as caught:
        marked(mark, phase, side)
    assert str(caught.value) == f"units.g48.marks: {says}"


def test_a_mark_of_the_phase_counts() -> None:
    assert rule(marked("moved", "movement"), "move g48 1014") == "8.0"
    assert rule(marked("rebuilt", "replacement"), "replace g48") == "10.1"


@pytest.mark.parametrize("phase", ["combat", "resolution"])
def test_12_0_no_battle_waits_in_a_phase_that_the_posture_shuts(phase: str) -> None:
    battles, posture = ["attack 1813 with g59"], {"german": "deploy"}
    with pytest.raises(BadPosition, match="set.battles: On deploy the German side has no combat"):
        position("g59@1713 d:army@1813", phase, battles=battles, posture=posture)


def test_9_0_a_resolution_without_battles_says_so() -> None:
    match = position("g59@1713 d:army@1813", "resolution")
    assert match.phase == "movement"
    assert [news.rule for news in match.g.news] == ["9.0"]


def test_12_0_a_phase_that_the_posture_shuts_says_so() -> None:
    match = position("g59@1713 d:army@1813", "combat", posture={"german": "reposition"})
    said = [(news.says, news.rule) for news in match.g.news]
    assert match.phase == "movement"
    assert said == [("On reposition the German side has no combat phase.", "12.0")]


def test_4_0_a_position_without_a_word_on_markers_has_none() -> None:
    match = position("g59@1413", "combat")
    assert state(match).offensives == {"german": 0, "russian": 0}
    assert state(match).previous == {"german": "engage", "russian": "reposition"}


def test_9_0_the_last_battle_can_be_written_down_while_it_is_fought() -> None:
    match = position("a:panzer:20/10@1713 d:army:9/4@1813", "combat")
    play(match, "attack 1813 with a", "end", "resolve 1813")
    assert library.set_up(positions.write(match)).phase == "movement"


def test_a_unit_in_the_sea_is_told_so() -> None:
    with pytest.raises(positions.BadPosition, match="2526 is open sea"):
        position("g59@2526", "movement", real=True)


def test_a_position_can_begin_with_battles_announced() -> None:
    match = position("g48@1713 d:army@1813", "resolution", battles=["attack 1813 with g48"])
    assert list(match.orders()) == ["resolve 1813"]
    assert rule(match, "resolve 1814") == "9.0"


def test_the_position_of_the_guide_can_be_set_up() -> None:
    guide = Path(__file__).parents[3] / "docs" / "battle_for_kursk.md"
    (text,) = re.findall(r"```toml\n(.*?)```", guide.read_text("utf-8"), re.DOTALL)
    match = library.set_up(text)
    found = match.receipt("attack 1813 with g48 offensive g48 support g2ss")
    assert found is not None
    assert (found.odds, found.net, found.column) == ("3:1", -2, "1:1")


def reach(phase: str, side: str = "german") -> dict[str, set[str]]:
    units = "g59@1413 g6@1415 g48@1513"
    match = position(units, phase, side, sides={"1413/1513": ["rail"]})
    return {id: set(match.reach(id)) for id in ("g59", "g6", "g48")}


def test_8_1_reach_is_that_of_the_phase_in_hand() -> None:
    assert reach("movement") == {"g59": {"move"}, "g6": {"move"}, "g48": {"move"}}
    assert reach("armour and rail") == {"g59": {"rail"}, "g6": set(), "g48": {"move"}}


def test_8_1_out_of_its_phases_reach_has_every_way_of_moving() -> None:
    ever = {"g59": {"move", "rail"}, "g6": {"move"}, "g48": {"move"}}
    assert reach("combat") == ever
    assert reach("armour and rail", "russian") == ever


def test_8_0_a_unit_that_has_moved_reaches_nothing() -> None:
    match = play(position("g59@1413", "movement"), "move g59 1412")
    assert match.reach("g59") == {}


def test_3_3_a_single_strength_has_half_of_it_on_the_back() -> None:
    match = position("a-:panzer:9@1413 d:army@1313", "combat")
    assert receipt(match, "attack 1313 with a").totals == ("4", "8")


def test_10_0_a_unit_in_a_city_has_taken_it() -> None:
    match = position("g59@2113", "movement", real=True)
    assert match.g.owner(match.g.grid.find("2113")) == "german"


def test_12_1_after_turn_1_a_german_objective_is_fixed() -> None:
    deploys = {"german": "deploy"}
    assert state(position("g59@1413", "objective", turn="3", posture=deploys)).locked
    match = position("g59@1413", "objective", turn="D", posture=deploys, real=True)
    assert not state(match).locked and rule(match, "keep") == ""


def next_deploy(turn: str, german: str, russian: str, **tracks: Any) -> Match:
    """The Russian movement phase of a turn is ended; then both sides deploy."""
    postures = {"german": german, "russian": russian}
    units = "g59@1413 r48@2513"
    match = position(units, "movement", "russian", turn=turn, real=True, posture=postures, **tracks)
    return play(match, "end", "posture deploy", "posture deploy")


def test_12_1_a_posture_that_a_position_shows_has_had_its_effect_on_the_objective() -> None:
    assert next_deploy("B", "deploy", "deploy").phase == "objective"
    for engaged in (next_deploy("B", "engage", "deploy"), next_deploy("1", "engage", "deploy")):
        assert state(engaged).locked
        assert rule(engaged, "objective 2206") == "12.1"
    kiev = {"objective_side": "russian", "objective": "1217"}
    assert rule(next_deploy("1", "deploy", "deploy", **kiev), "objective 1311") == ""
    assert rule(next_deploy("1", "deploy", "reposition", **kiev), "objective 1311") == "12.1"
    assert rule(next_deploy("2", "deploy", "deploy", **kiev), "objective 1311") == "12.1"
    assert rule(next_deploy("2", "deploy", "deploy", deployed=True, **kiev), "keep") == ""
    assert state(next_deploy("2", "deploy", "engage", deployed=True, **kiev)).locked


def test_12_1_a_russian_objective_is_in_kiev_unless_a_position_says_otherwise() -> None:
    def lies(**tracks: Any) -> str:
        return state(position("g59@1413", "movement", objective_side="russian", **tracks)).objective

    assert (lies(), lies(real=True), lies(objective="1311")) == ("1217", "1217", "1311")


def test_12_1_on_a_blank_map_too_a_german_who_does_not_engage_cedes_it_to_kiev() -> None:
    match = position("g59@1413", "objective", turn="1", posture={"german": "deploy"})
    assert (state(match).objective, state(match).objective_side) == ("1217", "russian")


def test_12_1_a_position_in_which_the_objective_is_scored_has_no_marker_on_the_map() -> None:
    match = position("g59@2112 r48@2513", "movement", real=True, scored="russian")
    assert state(match).objective == ""
    assert state(play(match, "move g59 2113")).scored == "russian"


def test_9_0_battles_wait_in_a_combat_phase_only() -> None:
    with pytest.raises(BadPosition, match=r"set\.battles: .*movement"):
        position("g59@1713 d:army@1813", "movement", battles=["attack 1813 with g59"])


def test_4_0_a_position_can_begin_with_the_turn() -> None:
    match = position("g59@1413", "turn", turn="3", offensives={"german": 0, "russian": 2})
    gains = TURNS[6].offensives
    assert match.phase == "posture"
    assert state(match).offensives == {
        "german": gains["german"],
        "russian": min(3, 2 + gains["russian"]),
    }


def test_12_0_postures_are_asked_of_the_side_named_first() -> None:
    match = position("g59@1413", "posture", "russian", turn="A", mud=False)
    assert match.actor == "russian"
    assert (rule(match, "posture deploy"), rule(match, "posture engage")) == ("", "12.0")
    assert play(match, "posture pause").actor == "german"


def test_communication_is_the_supply_of_this_game() -> None:
    match = position("g59@1413", "movement")
    supply = match.supply("g59")
    assert supply is not None and supply.supplied
    assert supply.says == "In communication with the blue border."


def test_5_0_whoever_gives_up_has_lost_at_any_time() -> None:
    match = position("g59@1413", "movement")
    match.play("concede", by="russian")
    assert match.result == "German wins: the Russian gives up"
    assert match.game.winner(state(match)) == "german"


def test_4_0_a_file_of_the_first_turn_is_the_same_turn_again() -> None:
    match = library.start("battle_for_kursk", "campaign")
    assert library.set_up(positions.write(match)).g == match.g


def test_a_game_that_is_over_is_written_without_the_weather_nobody_told() -> None:
    text = 'game = "battle_for_kursk"\nresult = "A draw"\n\n[units]\ng48 = { at = "1713" }\n'
    again = library.set_up(positions.write(library.set_up(text)))
    assert again.over and again.result == "A draw"
