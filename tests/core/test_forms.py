"""The forms of orders: what a line lacks, or has too much."""

import pytest

from kursk.core.forms import fault, forms

USAGE = "attack HEX with UNIT,UNIT [offensive UNIT] | move UNIT HEX… | go left | go right | end"


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("attack", "HEX is missing"),
        ("attack 3010 a", "“with” is missing before “a”"),
        ("attack 3010 with", "UNIT,UNIT is missing"),
        ("attack 3010 with a b", "“b” is one word too many"),
        ("attack 3010 with a offensive", "UNIT is missing"),
        ("attack 3010 with a offensive a b", "“b” is one word too many"),
        ("attack 3010 with a", ""),
        ("attack 3010 with a offensive a", ""),
        ("move 1ss", "HEX is missing"),
        ("move 1ss 3010 3011 3012", ""),
        ("end now", "“now” is one word too many"),
        ("go up", ""),
    ],
)
def test_what_is_wrong_with_a_line(order: str, says: str) -> None:
    assert fault(order, USAGE) == says


def test_the_forms_of_a_verb() -> None:
    assert forms(USAGE, "go") == ["go left", "go right"]
    assert forms(USAGE, "fly") == [] and len(forms(USAGE)) == 5
