"""Counters as a table, and what is wrong with a bad one."""

from pathlib import Path

import pytest

from kursk.core.counters import BadCounters, parse_counters, read_counters

HEAD = "id,name,side,type,strengths,moves,flags,provenance,withdraws\n"
TWO = (
    HEAD
    + "1ss,Leibstandarte,german,armour,26 13,8,elite lah,rulebook,7\n"
    + "a1,Artillery,soviet,artillery,0/3,2,,history,\n"
)


def test_a_roster_knows_its_counters_by_number_and_id() -> None:
    roster = parse_counters(TWO)
    assert len(roster) == 2
    assert [counter.id for counter in roster] == ["1ss", "a1"]
    assert roster[roster.find("a1")].name == "Artillery"
    with pytest.raises(ValueError, match="no counter '2ss' in this game"):
        roster.find("2ss")


def test_a_roster_knows_the_units_of_a_side() -> None:
    roster = parse_counters(TWO + "2ss,Das Reich,german,armour,26,8,,rulebook,\n")
    assert roster.sides == ("german", "soviet", "german")
    assert roster.units_of == {"": (0, 1, 2), "german": (0, 2), "soviet": (1,)}
    more = roster.with_nameless(["soviet"])
    assert more.sides[3] == "soviet" and more.units_of["soviet"] == (1, 3)
    assert roster.units_of["soviet"] == (1,) and more.find("2ss") == 2


def test_strengths_flags_and_a_column_of_the_games_own() -> None:
    ss, guns = parse_counters(TWO)
    assert (ss.steps, ss.factor(0), ss.factor(1)) == (2, 26, 13)
    assert (guns.steps, guns.factor(0)) == (1, 3), "the last number of a slash is the factor"
    assert ss.flags == {"elite", "lah"} and guns.flags == frozenset()
    assert ss.more == {"withdraws": "7"}
    assert guns.provenance == "history"


def test_more_counters_make_a_longer_roster() -> None:
    roster = parse_counters(TWO)
    longer = roster.with_more(parse_counters(HEAD + "x,X,german,infantry,1,1,,rulebook,\n"))
    assert longer.find("x") == 2 and len(roster) == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD.replace("side,", ""), "counters.csv: there is no column 'side'"),
        ("", "counters.csv: there is no column 'id'"),
        (TWO + "b,B,german\n", "counters.csv, line 4: the row has not as many cells"),
        (HEAD + "b,B,german,x,1,1,,rulebook,,9\n", "line 2: the row has not as many cells"),
        (HEAD + "b,,german,x,1,1,,rulebook,\n", "counters.csv, line 2: name is empty"),
        (HEAD + "b,B,german,x,1,1,,rumour,\n", "line 2: provenance 'rumour' is unknown"),
        (TWO + "1ss,S,german,x,1,1,,rulebook,\n", "counters.csv: two counters have the id 1ss"),
    ],
)
def test_a_bad_file_is_told_with_line_and_column(text: str, says: str) -> None:
    with pytest.raises(BadCounters, match=says):
        parse_counters(text)


def test_counters_are_read_from_their_file(tmp_path: Path) -> None:
    path = tmp_path / "counters.csv"
    path.write_text(TWO, "utf-8")
    assert len(read_counters(path)) == 2
