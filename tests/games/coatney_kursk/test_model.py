"""The game against the plain model of `model`, over random positions."""

import os
import random
from itertools import chain, combinations

import pytest

from kursk.core.match import Match
from kursk.core.paths import Points
from kursk.games.coatney_kursk.advance import Advance
from kursk.games.coatney_kursk.odds import TOP, reckon
from kursk.games.coatney_kursk.retreat import Ground, surrounded
from kursk.games.coatney_kursk.state import Attack
from kursk.games.coatney_kursk.support import obliges
from tests.games.coatney_kursk.helpers import state
from tests.games.coatney_kursk.model import Field, Hex, Unit, name, near

FIELDS = range(int(os.environ.get("KURSK_FIELDS", "8")))
SIDES = ("german", "russian")


@pytest.mark.parametrize("seed", FIELDS)
def test_zones_of_control_as_the_model_has_them(seed: int) -> None:
    field = Field(seed)
    match = field.match("movement", "german")
    for side in SIDES:
        assert set(match.zones(side)) == set(map(name, field.zone(side)))


@pytest.mark.parametrize("seed", FIELDS)
def test_supply_as_the_model_has_it(seed: int) -> None:
    field = Field(seed)
    match = field.match("movement", "german")
    for unit in field.units:
        told = match.supply(unit.id)
        assert told is not None
        assert told.supplied == field.supplied(unit), unit.id


@pytest.mark.parametrize("seed", FIELDS)
@pytest.mark.parametrize("side", SIDES)
def test_operational_movement_and_movement_bonus_as_the_model_has_them(
    seed: int, side: str
) -> None:
    field = Field(seed)
    match = field.match("movement", side)
    for unit in field.units:
        if unit.side == side and not unit.disrupted:
            found = match.reach(unit.id)
            plain = {name(hex): cost for hex, cost in field.moves(unit, False).items()}
            assert told(match, found["move"].costs()) == plain, unit.id
            march = {name(hex) for hex in field.moves(unit, True)} - set(plain)
            farther = told(match, found["march"].costs()) if "march" in found else {}
            assert set(farther) == march, unit.id


def told(match: Match, costs: dict[int, Points]) -> dict[str, Points]:
    return {match.g.grid.name[hex]: cost for hex, cost in costs.items()}


def battles(field: Field, side: str, seed: int) -> list[tuple[list[Hex], list[Unit]]]:
    """Attacks by chance, on one hex or on two."""
    chance, found = random.Random(seed), []
    able = [
        unit
        for unit in field.units
        if unit.side == side
        and not unit.disrupted
        and ("artillery" not in unit.flags or unit.emplaced)
    ]
    enemies = sorted({unit.at for unit in field.units if unit.side != side})
    for targets in chain(combinations(enemies, 1), combinations(enemies, 2)):
        beside = [unit for unit in able if all(hex in near(unit.at) for hex in targets)]
        if beside:
            found.append((list(targets), chance.sample(beside, chance.randint(1, len(beside)))))
    return found


def taken_up(match: Match, targets: list[Hex], attackers: list[Unit]) -> Attack:
    grid, roster = match.g.grid, match.g.roster
    return Attack(
        tuple(grid.find(name(hex)) for hex in targets),
        tuple(roster.find(unit.id) for unit in attackers),
    )


@pytest.mark.parametrize("seed", FIELDS)
@pytest.mark.parametrize("side", SIDES)
def test_combat_table_odds_as_the_model_has_them(seed: int, side: str) -> None:
    field = Field(seed)
    match = field.match("allocation", side)
    for targets, attackers in battles(field, side, seed):
        odds = reckon(state(match), taken_up(match, targets, attackers))
        assert odds.attack == sum(unit.attack for unit in attackers)
        assert odds.defence == field.defence(targets, attackers)
        column = field.column(targets, attackers)
        assert min(odds.column, TOP) == min(column, TOP) or max(odds.column, column) < 0


@pytest.mark.parametrize("seed", FIELDS)
@pytest.mark.parametrize("side", SIDES)
def test_general_rule_support_as_the_model_has_it(seed: int, side: str) -> None:
    field = Field(seed)
    match = field.match("allocation", side)
    for targets, attackers in battles(field, side, seed):
        attack = taken_up(match, targets, attackers)
        found = match.g.grid.names(obliges(state(match), attack))
        assert set(found) == set(map(name, field.owed(targets, attackers)))


@pytest.mark.parametrize("seed", FIELDS)
@pytest.mark.parametrize("side", SIDES)
def test_tactical_retreats_as_the_model_has_them(seed: int, side: str) -> None:
    field = Field(seed)
    match = field.match("allocation", side)
    g = state(match)
    for targets, attackers in battles(field, side, seed):
        attack, origins = taken_up(match, targets, attackers), {unit.at for unit in attackers}
        froms = tuple(g.grid.find(name(hex)) for hex in origins)
        for unit in field.units:
            if unit.at in targets:
                number = g.roster.find(unit.id)
                ground = Ground(g, number, attack.targets, froms)
                ends, off = field.steps(unit, unit.at, targets, origins)
                found = {g.grid.name[hex] for hex in ground.steps(ground.start)}
                assert found == set(map(name, ends)), (unit.id, targets, attackers)
                assert ground.over_the_edge(ground.start) == off
                assert surrounded(g, number, attack.targets, froms) == (not ends and not off)
                for end in ends:
                    beyond, off = field.steps(unit, end, targets, origins)
                    here = g.grid.find(name(end))
                    assert {g.grid.name[hex] for hex in ground.steps(here)} == set(
                        map(name, beyond)
                    )
                    assert ground.over_the_edge(here) == off


@pytest.mark.parametrize("seed", FIELDS)
@pytest.mark.parametrize("side", SIDES)
def test_tactical_advances_as_the_model_has_them(seed: int, side: str) -> None:
    field, chance = Field(seed), random.Random(seed)
    for targets, attackers in battles(field, side, seed):
        (target, *others), emptied = targets, Field(seed)
        if others:
            continue
        emptied.units = [unit for unit in emptied.units if unit.at != target]
        emptied.wedges = {}
        g = state(emptied.match("allocation", side))
        worth, eliminated = chance.choice((0, 3, 9)), chance.random() < 0.5
        route = set(chance.sample(near(target), 2))
        g.route = g.grid.set(map(name, route))
        hex, numbers = g.grid.find(name(target)), [g.roster.find(unit.id) for unit in attackers]
        asked = Advance((hex,), (worth,), tuple(numbers), 2, eliminated)
        for unit, number in zip(attackers, numbers, strict=True):
            found = {tuple(g.grid.name[step] for step in way) for way in asked.ways(g, number)}
            told = emptied.advances(unit, target, worth, route, eliminated)
            assert found == {tuple(map(name, way)) for way in told}, (unit.id, name(target))
