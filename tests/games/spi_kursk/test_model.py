"""Positions by chance, asked of the engine and of the plain model beside it."""

import random
import re
from functools import cache

import pytest

from kursk.core.hexes import scan
from kursk.core.match import Match
from kursk.games.spi_kursk.lines import in_communication, in_supply
from kursk.games.spi_kursk.rail import by_rail, refused_entraining
from tests.games.spi_kursk.helpers import position, state
from tests.games.spi_kursk.model import COUNTERS, FOE, HEXES, LINES, NEAR, SIDES, Model

SEEDS = range(20)
RAILWAYS = sorted({a for (a, _), kinds in LINES.items() if kinds & {"rail", "double rail"}})
SHORES = sorted(a for (a, _), kinds in SIDES.items() if kinds & {"lake", "dragontooth german"})
PLAYED = [
    id for id, row in COUNTERS.items() if row["type"] != "air" and row["size"] != "kampfgruppe"
]


def around(middle: str, hexes: int) -> list[str]:
    found = {middle}
    for _ in range(hexes):
        found |= {near for hex in found for near in NEAR[hex]}
    return sorted(found)


def marks(chance: random.Random, id: str) -> frozenset[str]:
    if COUNTERS[id]["type"] == "partisan":
        return frozenset()
    found = {chance.choice(("assault", "mobile", "mobile", "static"))}
    found |= {mark for mark in ("disrupted", "unsupplied", "cutoff") if chance.random() < 0.12}
    plain = COUNTERS[id]["type"] != "headquarters"
    return frozenset(found | ({"independent"} if plain and chance.random() < 0.1 else set()))


@cache
def drawn(seed: int) -> tuple[Model, Match, Match, bool, bool]:
    """A crowd round a hex: the model, the match in two phases, and two of the options."""
    chance = random.Random(seed)
    scenario = chance.choice(("may", "july", "august"))
    middle = chance.choice((chance.choice(sorted(HEXES)), *chance.sample(RAILWAYS + SHORES, 2)))
    field, who = around(middle, 7), [i for i in PLAYED if chance.random() < 0.7]
    chance.shuffle(who)
    staffs = [id for id in who if COUNTERS[id]["type"] == "headquarters"][:6]
    units: dict[str, tuple[str, int, frozenset[str]]] = {}
    model = Model({}, scenario, {}, {}, {})
    for id in [*staffs, *who[:70]]:
        hex = chance.choice(field)
        pile = model.piles.get(hex, [])
        friends = all(COUNTERS[other]["side"] == COUNTERS[id]["side"] for other in pile)
        if id not in units and friends and model.fits([id, *pile]):
            lost = chance.choice((0, 0, *range(len(COUNTERS[id]["strengths"].split()))))
            units[id] = hex, lost, marks(chance, id)
            model.piles.setdefault(hex, []).append(id)
    attached = {
        id: chance.choice(near)
        for id in units
        if COUNTERS[id]["type"] not in ("headquarters", "partisan")
        and "independent" not in units[id][2]
        and chance.random() < 0.15
        and (
            near := [
                hq for hq in staffs if hq in units and COUNTERS[hq]["side"] == COUNTERS[id]["side"]
            ]
        )
    }
    words = " ".join(
        f"{id}{'-' * lost}@{'+'.join((hex, *sorted(found)))}"
        for id, (hex, lost, found) in units.items()
    )
    side, eased, ss = chance.choice(tuple(FOE)), chance.random() < 0.5, chance.random() < 0.5
    both = [
        position(words, phase, side, real=True, scenario=scenario, eased=eased, integrity=ss,
                 attached=attached)
        for phase in ("movement", "first combat")
    ]  # fmt: skip
    g = state(both[0])
    control = {each: names(both[0], g.control[each]) for each in FOE}
    return Model(units, scenario, attached, {}, control), both[0], both[1], eased, ss


def names(match: Match, hexes: int) -> set[str]:
    return {match.g.grid.name[hex] for hex in scan(hexes)}


@pytest.mark.parametrize("seed", SEEDS)
def test_8_11_and_8_12_zones_as_the_model_has_them(seed: int) -> None:
    model, match, *_ = drawn(seed)
    for side in FOE:
        assert set(match.zones(side)) == model.zone(side)


@pytest.mark.parametrize("seed", SEEDS)
def test_5_11_and_8_21_reach_as_the_model_has_it(seed: int) -> None:
    model, match, _, eased, _ = drawn(seed)
    for id in model.units:
        if model.type(id) in ("partisan", "fortified") or model.marked(id, "disrupted"):
            continue
        assert names(match, match.reach(id)["move"].hexes) == model.reach(id, eased), id


@pytest.mark.parametrize("seed", SEEDS)
def test_5_33_and_5_34_trains_as_the_model_has_them(seed: int) -> None:
    model, match, *_ = drawn(seed)
    g = state(match)
    riding = [id for id in model.units if not refused_entraining(g, g.roster.find(id))]
    for id in riding[:6]:
        assert names(match, by_rail(g, g.roster.find(id)).hexes) == model.trains(id), id


@pytest.mark.parametrize("seed", SEEDS)
def test_11_31_and_11_4_lines_as_the_model_has_them(seed: int) -> None:
    model, match, *_ = drawn(seed)
    g = state(match)
    for side in FOE:
        for id, wanted in model.lines(side).items():
            unit = g.roster.find(id)
            assert (in_supply(g, unit), in_communication(g, unit)) == wanted, id


def attackers(model: Model, side: str) -> dict[str, list[str]]:
    """By hex attacked: the units round it that may attack."""
    found: dict[str, list[str]] = {}
    for id in model.of(side):
        if not model.fights(id) or model.mode(id) not in ("assault", "mobile"):
            continue
        if model.type(id) == "fortified":
            continue
        for near in NEAR[model.hex(id)]:
            if near in model.held(FOE[side]) and "lake" not in SIDES.get((model.hex(id), near), ()):
                found.setdefault(near, []).append(id)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_9_22_and_9_93_columns_as_the_model_has_them(seed: int) -> None:
    model, _, match, _, integrity = drawn(seed)
    chance = random.Random(seed)
    for target, able in attackers(model, match.g.side).items():
        force = sorted(chance.sample(able, chance.randint(1, len(able))))
        near = [i for h in NEAR[target] for i in model.piles.get(h, ()) if model.gun(i)]
        ready = [
            id for id in near
            if model.side(id) == match.g.side and model.mode(id) in ("assault", "mobile")
            and "lake" not in SIDES.get((model.hex(id), target), ())
        ]  # fmt: skip
        guns = [id for id in ready if model.type(id) == "anti-tank"]
        barrage = [id for id in ready if model.type(id) == "artillery"]
        order = f"attack {target} with {','.join(force)}"
        order += "".join(f" join {id}" for id in guns) + "".join(f" barrage {i}" for i in barrage)
        if sum(map(model.attack_strength, force)) < 6:
            refusal = match.why_not(order)
            assert refusal is not None and refusal.rule == "9.17"
            continue
        found = match.receipt(order)
        assert found is not None, match.why_not(order)
        faces = {face: each.follows for each in found.outcomes for face in each.rolls}
        told = [
            re.findall(r"attacker (\S+), defender (\S+)", faces[face])[0] for face in range(1, 7)
        ]
        brought = [tuple(0 if n == "–" else int(n) for n in both) for both in told]
        die = int(found.defence[-1].value)
        wanted = model.odds(target, force, guns, barrage, integrity)
        assert (int(found.totals[0]), found.net, found.column, die, brought) == wanted, order


def test_3_2_the_positions_are_worth_comparing() -> None:
    """Enough of everything: fights, trains, cut lines, units that cannot move where they like."""
    fights = sum(len(attackers(drawn(seed)[0], drawn(seed)[2].g.side)) for seed in SEEDS)
    cut = [lines for seed in SEEDS for lines in drawn(seed)[0].lines("german").values()]
    assert fights > 150 and {(True, True), (True, False), (False, True), (False, False)} <= set(cut)
