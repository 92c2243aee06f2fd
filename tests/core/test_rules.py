"""Rules with citations, the ledger, and the scanner that finds what is cited and tested."""

from pathlib import Path

import pytest

from kursk.core import rules
from kursk.core.rules import BadLedger, Rules, citations, numbers, read_ledger

closed = Rules()


@closed.rule("10.7", "An enemy stands there.")
def enemies(odd: bool) -> int:
    return 0b0110 if odd else 0


@closed.rule("7.4", "The stack is full.")
def full(odd: bool) -> int:
    return 0b0011


def test_rules_that_answer_with_hexes() -> None:
    assert closed.union(True) == 0b0111
    assert closed.union(False) == 0b0011
    assert [rule.cite for rule in closed.against(1, True)] == ["10.7", "7.4"]
    assert [rule.says for rule in closed.against(2, True)] == ["An enemy stands there."]
    assert closed.against(3, True) == []


def test_the_first_broken_rule() -> None:
    forbids = Rules()
    forbids.rule("1", "Not seven.")(lambda n: n == 7)
    forbids.rule("2", "Nothing odd.")(lambda n: n % 2)
    broken = forbids.broken(7)
    assert broken is not None and broken.cite == "1"
    broken = forbids.broken(9)
    assert broken is not None and broken.cite == "2"
    assert forbids.broken(8) is None


def test_rules_that_answer_with_numbers_keep_their_zeros() -> None:
    shifts = Rules()
    shifts.rule("5", "River")(lambda wet: -1 if wet else 0)
    shifts.rule("6", "Always")(lambda wet: 2)
    assert [(rule.cite, value) for rule, value in shifts.values(False)] == [("5", 0), ("6", 2)]


def ledger(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "rules.toml"
    path.write_text(text, "utf-8")
    return path


GOOD = """
["6.3"]
says = "Supply comes from the edge."
status = "enforced"
["6.4"]
says = "Friends cancel zones."
status = "enforced"
["A1(b)"]
says = "Shuffle well."
status = "advice"
reason = "advice"
["11.13"]
says = "A displaced unit may displace another."
status = "enforced"
"""


def test_a_ledger_is_read_in_the_order_of_the_book(tmp_path: Path) -> None:
    sections = read_ledger(ledger(tmp_path, GOOD))
    assert list(sections) == ["6.3", "6.4", "A1(b)", "11.13"]
    assert sections["A1(b)"].reason == "advice"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[", r"rules.toml: .*"),
        ('["1"]\nsays = "x"\nstatus = "maybe"', "rules.toml: 1: status is one of enforced, advice"),
        ('["1"]\nsays = "x"\nstatus = "advice"', "rules.toml: 1: advice needs a reason"),
        (
            '["1"]\nsays = "x"\nstatus = "enforced"\nbasis = "a guess"',
            "rules.toml: 1: basis is of chart, inferred, designed",
        ),
        ('["1"]\nstatus = "enforced"', "rules.toml: 1: Object missing required field `says`"),
        (
            '["1"]\nsays = "x"\nstatus = "enforced"\nwhy = ""',
            "rules.toml: 1: .*unknown field `why`",
        ),
        ('"1" = "x"', "rules.toml: 1: "),
    ],
)
def test_a_bad_ledger_names_the_section(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(BadLedger, match=says):
        read_ledger(ledger(tmp_path, text))


def test_numbers_in_a_citation() -> None:
    assert numbers("6.3, 6.4 and 7") == ["6.3", "6.4", "7"]
    assert numbers("A1(b)") == ["A1(b)"]
    assert numbers("§Supply, §No Retreat!") == ["§Supply", "§No Retreat!"]
    assert numbers("§Sequence G3") == ["§Sequence G3"]


SOURCE = '''"""5.0: turn sequence."""

class Movement:
    """6.3, 6.4: moving about."""
    rule = "10.1"
    steps = ()

@closed.rule("10.7", "No.")
def enemies(g):
    """Not a citation: 9.9 comes later."""
    return Refusal("7.4", "Too many.")

def supplied(g):
    """6.3 and 6.5: a path."""
'''


def test_citations_are_found_in_four_places(tmp_path: Path) -> None:
    (tmp_path / "chapter.py").write_text(SOURCE, "utf-8")
    assert citations(tmp_path) == {
        "5.0": ["chapter.py:1"],
        "6.3": ["chapter.py:3 Movement", "chapter.py:13 supplied"],
        "6.4": ["chapter.py:3 Movement"],
        "10.1": ["chapter.py:5 Movement"],
        "10.7": ["chapter.py:9 enemies"],
        "7.4": ["chapter.py:11 Refusal"],
        "6.5": ["chapter.py:13 supplied"],
    }


TESTS = """
def test_6_3_a_path_to_the_edge(): ...
def test_6_3_6_4_friends_cancel_zones(): ...
def test_6_4_and_11_13_together(): ...
def test_a1_b_shuffling(): ...
def test_11_131_is_another_section(): ...
def test_nothing_in_particular(): ...
def helper_11_13(): ...
"""


def test_tests_carry_sections_in_their_names(tmp_path: Path) -> None:
    sections = read_ledger(ledger(tmp_path, GOOD))
    (tmp_path / "test_supply.py").write_text(TESTS, "utf-8")
    assert rules.tested(tmp_path, sections) == {
        "6.3": ["test_supply.py::test_6_3_a_path_to_the_edge"]
        + ["test_supply.py::test_6_3_6_4_friends_cancel_zones"],
        "6.4": ["test_supply.py::test_6_3_6_4_friends_cancel_zones"]
        + ["test_supply.py::test_6_4_and_11_13_together"],
        "11.13": ["test_supply.py::test_6_4_and_11_13_together"],
        "A1(b)": ["test_supply.py::test_a1_b_shuffling"],
    }
