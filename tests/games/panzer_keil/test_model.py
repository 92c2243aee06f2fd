"""The game against the plain model of `model`, over random positions."""

import os

import pytest

from kursk.core.match import Match
from kursk.core.tables import Receipt
from kursk.games.panzer_keil.retreat import ways
from tests.games.panzer_keil.helpers import state
from tests.games.panzer_keil.model import Field, Unit, name, other

FIELDS = range(int(os.environ.get("KURSK_FIELDS", "6")))
SIDES = ("german", "soviet")


def faces(found: Receipt) -> dict[str, int]:
    return {outcome.result: len(outcome.rolls) for outcome in found.outcomes}


@pytest.mark.parametrize("seed", FIELDS)
@pytest.mark.parametrize("side", SIDES)
def test_5_2_8_2_zones_and_movement(seed: int, side: str) -> None:
    field = Field(seed)
    match = field.match("movement", side)
    for each in SIDES:
        assert set(match.zones(each)) == set(map(name, field.zone(each)))
    for unit in field.units:
        if unit.side == side:
            compare_moves(field, match, unit)


def compare_moves(field: Field, match: Match, unit: Unit) -> None:
    found = match.reach(unit.id)
    if field.still(unit):
        assert found == {}
        return
    cell, full = match.g.grid.name, field.full(unit)
    costs, least = field.moves(unit)
    open_ = {name(hex): cost for hex, cost in costs.items() if hex not in full}
    told = {cell[hex]: cost for hex, cost in found["move"].costs().items()}
    small = {name(hex) for hex in least - full}
    assert {hex: cost for hex, cost in told.items() if hex not in small - set(open_)} == open_
    assert small <= set(told)
    march = {cell[hex] for hex in found["march"].costs()} if "march" in found else set()
    assert march == {name(hex) for hex in field.march(unit) - full}


@pytest.mark.parametrize("seed", FIELDS)
@pytest.mark.parametrize("side", SIDES)
def test_6_1_a5_3_supply(seed: int, side: str) -> None:
    field = Field(seed)
    match = field.match("supply", side)
    own = {unit.id for unit in field.units if unit.side == side}
    marked = {id for id in own if state(match).oos >> match.g.roster.find(id) & 1}
    assert marked == own - field.supplied(side)


@pytest.mark.parametrize("seed", FIELDS)
@pytest.mark.parametrize("side", SIDES)
def test_9_2_9_3_9_4_9_5_odds(seed: int, side: str) -> None:
    field = Field(seed)
    match = field.match("combat", side)
    for order in match.orders():
        if not order.startswith("attack"):
            continue
        _, hex, _, ids, *keil = order.split()
        attackers = [unit for unit in field.units if unit.id in ids.split(",")]
        target = (int(hex[:2]), int(hex[2:]))
        found = match.receipt(order)
        assert found is not None
        members = set(keil[1].split(",")) if keil else set()
        assert found.totals == (
            str(field.strength(attackers, target, members)),
            str(field.resistance(field.pile(target), side)),
        )
        assert faces(found) == field.combat(attackers, target, members)


@pytest.mark.parametrize("seed", FIELDS)
@pytest.mark.parametrize("side", SIDES)
def test_7_1_7_3_1_support(seed: int, side: str) -> None:
    field = Field(seed)
    match = field.match("support", side)
    seen = set()
    for order in match.orders():
        if not order.startswith("support"):
            continue
        _, hex, who, points, *air = order.split()
        target = (int(hex[:2]), int(hex[2:]))
        found = match.receipt(order)
        assert found is not None
        assert faces(found) == field.guns(side, who, target, int(points), bool(air))
        seen.add((hex, who))
    groups = ("south", "center") if side == "german" else ("central",)
    assert seen == {
        (name(hex), who)
        for hex in field.held(other(side))
        for who in groups
        if field.spotters(side, who, hex)
    }


@pytest.mark.parametrize("seed", FIELDS)
def test_9_7_retreats(seed: int) -> None:
    field = Field(seed)
    match = field.match("combat", "german")
    g, cell = state(match), match.g.grid.find
    for unit in field.units:
        for far in (1, 2):
            plain = field.retreats([unit], far, unit.at)
            found = ways(g, (g.roster.find(unit.id),), far, cell(name(unit.at)))
            if plain:
                assert set(found) == {tuple(cell(name(hex)) for hex in way) for way in plain}
            else:  # nowhere, or past full hexes (9.7.3)
                assert all(len(way) > far for way in found)
