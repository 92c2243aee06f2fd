"""Tries, hints, dangers, what-if, the account and the book, asked as the page asks them."""

import random
from typing import Any

import httpx
import pytest

from kursk import bots, library
from kursk.core import record
from kursk.core.flow import DICE
from kursk.core.match import Match
from kursk.core.tables import Outcome, Receipt
from kursk.server.whatif import promise
from tests.server.test_api import begin, give, scene

TITLES = library.titles()


def middle(game: str, orders: int, bot: str = "greedy") -> Match:
    """A game that bots have played for a while, up to a question that a side is asked."""
    match = library.start(game, next(iter(library.game(game).scenarios)), secret="citadel")
    while not match.over and (len(match.log) < orders or match.actor == DICE or match.forced):
        if match.actor == DICE:
            match.roll()
        else:
            match.play(bots.decide(match, match.actor, bot, str(len(match.log))))
    return match


def opened(visitor: httpx.Client, match: Match, **players: str) -> str:
    body = {"record": record.write(match), "players": players}
    answer = visitor.post("/matches", json=body)
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


def leave(visitor: httpx.Client, id: str, side: str, **how: Any) -> dict[str, Any]:
    answer = visitor.post(f"/matches/{id}/tries", json={"side": side, **how})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


# -- tries -----------------------------------------------------------------------------------


def test_a_try_never_touches_the_game(visitor: httpx.Client) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    give(visitor, id, "red", "hold")
    before = scene(visitor, id, "blue")
    goes = visitor.get(f"/matches/{id}/orders", params={"side": "blue", "about": "b2"}).json()[0]
    tried = leave(visitor, id, "blue")
    assert (tried["of"], tried["at"], tried["heading"]) == (id, 2, before["heading"])
    assert give(visitor, tried["id"], "blue", goes).status_code == 200
    assert scene(visitor, tried["id"], "blue")["view"]["stacks"][goes.split()[-1]]
    assert scene(visitor, id, "blue") == before
    assert id in [match["id"] for match in visitor.get("/matches").json()]
    assert tried["id"] not in [match["id"] for match in visitor.get("/matches").json()]


def test_in_a_try_all_can_be_taken_back_and_the_die_rolled_anew(visitor: httpx.Client) -> None:
    id = opened(visitor, middle("skirmish", 9))
    tried = leave(visitor, id, scene(visitor, id, "blue")["view"]["actor"])["id"]
    faces = set()
    for _ in range(12):
        side = scene(visitor, tried, "blue")["view"]["actor"]
        attack = next(
            (o for o in scene(visitor, tried, side)["choices"] if o.startswith("attack")), ""
        )
        assert attack, scene(visitor, tried, side)
        after = give(visitor, tried, side, attack).json()
        told = visitor.get(f"/matches/{tried}/log", params={"side": side}).json()
        faces |= {event["order"] for event in told if event["actor"] == "dice"}
        assert after["undoable"] == 1
        body = {"side": side, "seq": after["seq"], "steps": 1}
        back = visitor.post(f"/matches/{tried}/undo", json=body).json()
        assert (back["undoable"], back["deciding"]) == (0, True)
    assert len(faces) > 1


def test_a_try_of_a_game_that_goes_on_knows_no_more_than_its_side(visitor: httpx.Client) -> None:
    match = middle("skirmish", 9)
    id = opened(visitor, match, red="greedy")
    covered = {hex for hex, pile in match.view("blue").stacks.items() if not pile[0].unit}
    worlds = set()
    for _ in range(6):
        tried = leave(visitor, id, "blue")
        assert tried["guessed"]
        seen = scene(visitor, tried["id"], "blue")["view"]["stacks"]
        assert covered <= {hex for hex, pile in seen.items() if not pile[0].get("unit")}
        assert visitor.get(f"/matches/{tried['id']}", params={"side": "red"}).status_code == 200
        theirs = scene(visitor, tried["id"], "red")["view"]["stacks"]
        worlds.add(str([theirs[hex] for hex in sorted(covered)]))
    assert len(worlds) > 1, "covered counters are dealt by chance, not as they truly lie"


def test_a_try_goes_back_to_a_moment_and_is_compared_with_what_happened(
    visitor: httpx.Client,
) -> None:
    match = middle("skirmish", 500)
    assert match.over
    id = opened(visitor, match)
    blue = next(n for n, entry in enumerate(match.log) if entry.order.startswith("move b"))
    tried = leave(visitor, id, "blue", at=blue)
    assert not tried["guessed"]
    was = match.log[blue].order
    other = next(
        order
        for order in visitor.get(
            f"/matches/{tried['id']}/orders", params={"side": "blue", "about": was.split()[1]}
        ).json()
        if order.split()[-1] != was.split()[-1]
    )
    give(visitor, tried["id"], "blue", other)
    told = visitor.get(f"/tries/{tried['id']}/compared").json()
    differs = {each["unit"]: each for each in told["differs"]}
    assert differs[was.split()[1]]["tried"] == other.split()[-1]
    assert told["orders"] == [other]
    assert set(told["happened"]) == {"turn", "points", "lost", "ground", "strength"}


def test_dice_of_a_try_are_those_of_the_game_or_chosen(visitor: httpx.Client) -> None:
    match = middle("skirmish", 500)
    id = opened(visitor, match)
    attack = next(n for n, e in enumerate(match.log) if e.order.startswith("attack"))
    side, order = match.log[attack].actor, match.log[attack].order
    same = leave(visitor, id, side, at=attack, dice="same")["id"]
    give(visitor, same, side, order)
    told = visitor.get(f"/matches/{same}/log", params={"side": side}).json()
    assert told[1]["order"] == match.log[attack + 1].order
    mine = leave(visitor, id, side, at=attack, dice="chosen")["id"]
    assert give(visitor, mine, side, order).json()["view"]["actor"] == "dice"
    assert give(visitor, mine, side, "roll 5").status_code == 200
    told = visitor.get(f"/matches/{mine}/log", params={"side": side}).json()
    assert told[1]["order"] == "roll 5"


def test_a_bot_plays_against_who_tries_if_he_likes(visitor: httpx.Client) -> None:
    id = begin(visitor)
    tried = leave(visitor, id, "blue", against="greedy")
    give(visitor, tried["id"], "blue", "press")
    for _ in range(600):
        if scene(visitor, tried["id"], "blue")["seq"] > 1:
            return
    raise AssertionError("the bot does not play")


def test_tries_are_listed_under_their_game_and_thrown_away(
    visitor: httpx.Client, server: Any
) -> None:
    id = begin(visitor)
    tried = [leave(visitor, id, "blue")["id"] for _ in range(9)]
    listed = [each["id"] for each in visitor.get(f"/matches/{id}/tries").json()]
    assert listed == tried[1:], "the oldest makes room"
    assert visitor.post(f"/tries/{listed[0]}/away", json={}).status_code == 200
    gone = visitor.get(f"/tries/{listed[0]}")
    assert (gone.status_code, "gone" in gone.text) == (404, True)
    with httpx.Client(base_url=f"{server.url}/api") as stranger:
        assert stranger.get(f"/tries/{listed[1]}").status_code == 404
        assert stranger.post(f"/matches/{id}/tries", json={"side": "blue"}).status_code == 403


# -- files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TITLES)
def test_a_side_saves_the_position_that_it_knows_and_opens_it(
    visitor: httpx.Client, game: str
) -> None:
    match = middle(game, 60)
    while not match.phase:  # of which a position could begin
        match.play(match.draw(random.Random(43)))
    side, other = match.game.sides
    id = opened(visitor, match, **{other: "random"})
    text = visitor.get(f"/matches/{id}/position", params={"side": side}).text
    assert text.startswith(f"# What {side} knows")
    assert library.set_up(text).view(side).stacks == match.view(side).stacks
    assert visitor.get(f"/matches/{id}/position").status_code == 403


def test_the_record_of_a_side_leaves_covered_orders_out(visitor: httpx.Client) -> None:
    id = begin(visitor, players={"red": "random"})
    give(visitor, id, "blue", "press")
    for _ in range(600):
        if scene(visitor, id, "blue")["seq"] > 2:
            break
    text = visitor.get(f"/matches/{id}/record", params={"side": "blue"}).text
    assert "told to: blue" in text
    assert "blue: press" in text
    assert "red: (covered)" in text
    again = visitor.post("/matches", json={"record": text})
    assert again.status_code == 201, again.text
    assert scene(visitor, again.json()["id"], "red")["seq"] == 1  # up to what blue has not seen


def test_a_position_is_printed(visitor: httpx.Client) -> None:
    id = begin(visitor)
    sheet = visitor.get(f"/matches/{id}/position.pdf", params={"side": "blue"})
    assert (sheet.status_code, sheet.content[:5]) == (200, b"%PDF-")


def test_a_position_is_a_picture(visitor: httpx.Client, friend: httpx.Client) -> None:
    id = begin(visitor)
    told = visitor.get(f"/matches/{id}/position.png", params={"side": "blue"})
    assert (told.status_code, told.content[:8]) == (200, b"\x89PNG\r\n\x1a\n")
    assert told.headers["content-type"] == "image/png"
    assert ".png" in told.headers["content-disposition"]
    assert friend.get(f"/matches/{id}/position.png").status_code == 403


# -- hints -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TITLES)
def test_a_hint_is_an_order_that_may_be_given(visitor: httpx.Client, game: str) -> None:
    match = middle(game, 40)
    id = opened(visitor, match)
    side = match.actor
    hint = visitor.get(f"/matches/{id}/hint", params={"side": side}).json()
    assert match.why_not(hint["order"]) is None
    other = next(each for each in match.game.sides if each != side)
    late = visitor.get(f"/matches/{id}/hint", params={"side": other})
    assert late.status_code == 400


@pytest.mark.parametrize(
    ("column", "outcomes", "promised"),
    [
        ("≤ 3:1", {}, 2), ("2:1", {}, 1), ("1:2", {}, 0),
        ("36-42", {"2/4": "1/2", "1M2": "1/2"}, 2), ("29-35", {"2/2": "1"}, 1),
        ("0 or less", {"3/1": "1"}, 0),
    ],
)  # fmt: skip
def test_what_an_attack_promises_with_odds_and_without(
    column: str, outcomes: dict[str, str], promised: int
) -> None:
    found = tuple(Outcome(result, chance) for result, chance in outcomes.items())
    receipt = Receipt((), (), ("", ""), "", (), 0, column, found, "rulebook")
    assert promise(receipt) == promised


@pytest.mark.parametrize("game", TITLES)
def test_dangers_and_what_if_are_answered_in_every_game(visitor: httpx.Client, game: str) -> None:
    match = middle(game, 60 if game == "skirmish" else 200)
    id = opened(visitor, match)
    for side in match.game.sides:
        foe = next(each for each in match.game.sides if each != side)
        for danger in visitor.get(f"/matches/{id}/dangers", params={"side": side}).json():
            assert danger["odds"] or danger["cut"]
            assert all(match.g.side_of(match.g.roster.find(u)) == side for u in danger["units"])
            if not danger["odds"]:
                continue
            body = {"side": side, "attacker": foe, "hex": danger["hex"]}
            where = {u: match.g.grid.name[match.g.at[match.g.roster.find(u)]]
                     for u in danger["attackers"]}  # fmt: skip
            told = visitor.post(f"/matches/{id}/what-if", json={**body, "units": where}).json()
            assert told["receipt"]["column"] == danger["odds"]


def test_a_battle_that_is_not_fought_may_be_fought_anywhere(visitor: httpx.Client) -> None:
    id = begin(visitor, options={"fog": "off"})
    body: dict[str, Any] = {"side": "blue", "attacker": "blue", "hex": "0405", "empty": True}
    body["units"] = {"b5": "0404", "r1": "0405"}
    told = visitor.post(f"/matches/{id}/what-if", json=body).json()
    assert (told["receipt"]["totals"], told["refusal"]) == (["5", "3"], None)
    body["units"] = {"b5": "0402", "r1": "0405"}
    told = visitor.post(f"/matches/{id}/what-if", json=body).json()
    assert "not next to" in told["refusal"]["says"]
    wrong = visitor.post(f"/matches/{id}/what-if", json={**body, "units": {"x": "0402"}})
    assert (wrong.status_code, "no unit" in wrong.text) == (400, True)


# -- the account, the book -------------------------------------------------------------------


def test_the_account_of_a_game_tells_battles_turns_and_luck(visitor: httpx.Client) -> None:
    match = middle("skirmish", 500)
    id = opened(visitor, match)
    told = visitor.get(f"/matches/{id}/account", params={"side": "blue"}).json()
    fought = [n for n, e in enumerate(match.log, 1) if e.order.startswith("attack")]
    assert [battle["seq"] for battle in told["fought"]] == fought
    assert all(battle["expected"] is not None for battle in told["fought"])
    assert all(battle["result"] for battle in told["fought"])
    assert [turn["turn"] for turn in told["turns"]][:3] == ["1", "2", "3"]
    assert told["turns"][-1]["points"] == match.game.points(match.g)
    turning = told["turning"]
    assert 0 < len(turning) <= 6
    assert [each["seq"] for each in turning] == sorted(each["seq"] for each in turning)
    told_of = {battle["seq"]: battle for battle in told["fought"]}
    for each in turning:
        assert each["points"] or each["luck"]
        if each["hex"]:
            battle = told_of[each["seq"]]
            assert each["luck"] == battle["worth"] - battle["expected"]
        else:
            assert each["order"] == match.log[each["seq"] - 1].order


def test_the_account_of_a_game_that_goes_on_tells_no_luck(visitor: httpx.Client) -> None:
    id = opened(visitor, middle("skirmish", 60))
    told = visitor.get(f"/matches/{id}/account", params={"side": "red"}).json()
    assert told["fought"]
    assert all(battle["expected"] is None for battle in told["fought"])
    assert all(moment["luck"] is None for moment in told["turning"])


@pytest.mark.parametrize("game", TITLES)
def test_the_book_has_every_section_and_who_sees_to_it(visitor: httpx.Client, game: str) -> None:
    chapters = visitor.get(f"/games/{game}/book").json()
    sections = [section for chapter in chapters for section in chapter["sections"]]
    assert sorted(section["number"] for section in sections) == sorted(library.game(game).ledger)
    assert all(chapter["title"] for chapter in chapters)
    enforced = [section for section in sections if section["status"] == "enforced"]
    assert all(section["places"] and section["tests"] for section in enforced)
