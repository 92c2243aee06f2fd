"""Whoever is asked or told something hears of counters by their names: only orders have ids."""

import random
import re

import pytest

from kursk import library
from kursk.core.flow import DICE
from kursk.core.match import Match

ORDERS = 150


def ids(match: Match) -> set[str]:
    """Those that are no words or numbers: "pk46", "c48"."""
    known = {unit.id for unit in match.g.roster.counters}
    return {id for id in known if re.fullmatch(r"(?=.*\d)(?=.*[a-z]).+", id)}


def named(says: str, known: set[str]) -> set[str]:
    return known & set(re.findall(r"\w+", says))


@pytest.mark.parametrize("title", library.titles())
def test_no_id_is_said(title: str) -> None:
    chance = random.Random(43)
    match = library.start(title, secret="citadel")
    known = ids(match)
    for _ in range(ORDERS):
        if match.over:
            break
        assert not named(match.prompt, known), match.prompt
        match.roll() if match.actor == DICE else match.play(match.draw(chance))
        for news in match.log[-1].news:
            assert not named(news.says, known), news.says


def test_what_would_be_legal_instead_is_an_order_of_its_own() -> None:
    head = 'game = "coatney_kursk"\nside = "german"\nphase = "movement"\n'
    match = library.set_up(head + '[units]\npk46 = { at = "I6" }\n')
    march = next(order for order in match.orders("pk46") if order.startswith("march "))
    refusal = match.why_not(march.replace("march", "move"))
    assert refusal is not None and refusal.order == march
    assert not named(refusal.instead, ids(match))
    assert f"(“{march}”)" in str(refusal)
