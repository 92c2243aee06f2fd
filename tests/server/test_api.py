"""The HTTP interface, asked as the page asks it."""

import time
from typing import Any

import httpx

from kursk import library
from kursk.core import record
from tests.server.conftest import Server


def begin(visitor: httpx.Client, **how: Any) -> str:
    answer = visitor.post("/matches", json={"game": "skirmish", **how})
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


def scene(visitor: httpx.Client, id: str, side: str) -> dict[str, Any]:
    found: dict[str, Any] = visitor.get(f"/matches/{id}", params={"side": side}).json()
    return found


def give(visitor: httpx.Client, id: str, side: str, order: str, **more: Any) -> httpx.Response:
    seq = more.pop("seq", None)
    if seq is None:
        seq = scene(visitor, id, side)["seq"]
    body = {"order": order, "side": side, "seq": seq, **more}
    return visitor.post(f"/matches/{id}/orders", json=body)


def watch(visitor: httpx.Client, id: str, stranger: httpx.Client) -> None:
    """A stranger comes by a link to watch."""
    link = visitor.post(f"/matches/{id}/links", json={"side": ""}).json()["link"]
    assert stranger.post("/links/open", json={"link": link}).status_code == 200


def test_the_games_are_listed_with_their_scenarios(visitor: httpx.Client) -> None:
    games = {game["title"]: game for game in visitor.get("/games").json()}
    assert set(games) == set(library.titles())
    assert "meeting" in games["skirmish"]["scenarios"]
    assert "random" in games["skirmish"]["bots"]


def test_one_game_is_told_as_among_all(visitor: httpx.Client) -> None:
    for game in visitor.get("/games").json():
        assert visitor.get(f"/games/{game['title']}").json() == game
    assert visitor.get("/games/chess").status_code == 404


def test_an_order_is_played_and_shown(visitor: httpx.Client) -> None:
    id = begin(visitor)
    assert scene(visitor, id, "blue")["choices"] == ["press", "hold"]
    assert give(visitor, id, "blue", "press").status_code == 200
    after = give(visitor, id, "red", "hold").json()
    assert after["view"]["tracks"]["stance"] == {"blue": "press", "red": "hold"}
    assert after["seq"] == 2


def test_a_refused_order_names_its_rule_and_changes_nothing(visitor: httpx.Client) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    give(visitor, id, "red", "hold")
    refused = give(visitor, id, "blue", "move b1 0305 0306")
    assert refused.status_code == 422
    assert refused.json()["refusal"]["rule"] == "3.1"
    assert scene(visitor, id, "blue")["seq"] == 2


def test_a_stale_order_is_answered_with_how_things_stand(visitor: httpx.Client) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    late = give(visitor, id, "red", "hold", seq=0)
    assert late.status_code == 409
    assert late.json()["seq"] == 1
    assert scene(visitor, id, "red")["deciding"]


def test_a_repeated_order_is_applied_once(visitor: httpx.Client) -> None:
    id = begin(visitor)
    first = give(visitor, id, "blue", "press", client="tab-1", seq=0)
    again = give(visitor, id, "blue", "press", client="tab-1", seq=0)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["seq"] == 1


def test_orders_of_the_side_that_does_not_decide_are_refused(visitor: httpx.Client) -> None:
    id = begin(visitor)
    assert give(visitor, id, "red", "hold").status_code == 422


def test_a_stranger_sees_only_what_both_see_and_can_do_nothing(
    visitor: httpx.Client, server: Server
) -> None:
    id = begin(visitor)
    with httpx.Client(base_url=f"{server.url}/api") as stranger:
        assert stranger.get(f"/matches/{id}").status_code == 403
        watch(visitor, id, stranger)
        assert stranger.get(f"/matches/{id}", params={"side": "blue"}).status_code == 403
        assert give(stranger, id, "blue", "press", seq=0).status_code == 403
        public = stranger.get(f"/matches/{id}").json()
        units = [seen.get("unit", "") for s in public["view"]["stacks"].values() for seen in s]
        assert not any(units)
        assert public["choices"] == []
        assert stranger.get("/matches").json() == []


def test_another_sites_page_is_refused(visitor: httpx.Client) -> None:
    answer = visitor.post(
        "/matches", json={"game": "skirmish"}, headers={"Origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403


def test_what_is_hidden_from_a_side_is_not_sent(visitor: httpx.Client) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    log = visitor.get(f"/matches/{id}/log", params={"side": "red"}).json()
    heading = "Turn 1. Initiative (2.1)"
    assert log == [{"seq": 1, "actor": "blue", "order": "", "heading": heading, "news": []}]
    text = visitor.get(f"/matches/{id}", params={"side": "red"}).text
    for own in ('"choices":["press","hold"]', '"words":["press","hold"]', "Press"):
        text = text.replace(own, "")  # what red may choose itself
    assert "press" not in text


def test_a_side_reads_its_own_units_by_name_and_the_other_does_not(visitor: httpx.Client) -> None:
    id = begin(visitor)
    for side, order in (("blue", "press"), ("red", "hold"), ("blue", "move b5 0403")):
        give(visitor, id, side, order)
    texts = {
        side: visitor.get(f"/matches/{id}/log", params={"side": side}).text
        for side in ("blue", "red", "")
    }
    assert "Blue Tank Company moves from 0402 to 0403." in texts["blue"]
    for side in ("red", ""):
        assert "A blue counter moves from 0402 to 0403." in texts[side]
        assert "Tank" not in texts[side] and "b5" not in texts[side]


COVERED_STACK = """
game = "drive_on_kursk"
map = "blank"
side = "soviet"
phase = "movement"
[units]
a = { at = "2002", like = "panzer" }
s = { at = "3009", like = "rifle" }
c1 = { at = "3010", like = "tank corps" }
c2 = { at = "3010", like = "tank corps" }
c3 = { at = "3010", like = "tank corps" }
"""


def test_reach_does_not_tell_the_enemy_which_covered_stacks_are_full(
    visitor: httpx.Client, server: Server
) -> None:
    id = begin(visitor, game="", position=COVERED_STACK)
    reach = f"/matches/{id}/reach"
    assert "3010" not in visitor.get(reach, params={"side": "soviet", "unit": "s"}).json()["move"]
    assert "3010" in visitor.get(reach, params={"side": "german", "unit": "s"}).json()["move"]
    with httpx.Client(base_url=f"{server.url}/api") as stranger:
        watch(visitor, id, stranger)
        assert "3010" in stranger.get(reach, params={"side": "", "unit": "s"}).json()["move"]


def test_nothing_tells_where_a_side_deploys_unseen(visitor: httpx.Client, server: Server) -> None:
    id = begin(visitor, game="drive_on_kursk", scenario="historical")
    for order in ("auto", "done"):
        give(visitor, id, "german", order)
    with httpx.Client(base_url=f"{server.url}/api") as stranger:

        def told(kind: str) -> list[Any]:
            address = f"/matches/{id}/overlay/{kind}"
            german = visitor.get(address, params={"side": "german"}).json()
            return [german, stranger.get(address).json()]

        before = {kind: told(kind) for kind in ("zones", "threat", "control", "supply")}
        give(visitor, id, "soviet", "auto")
        assert {kind: told(kind) for kind in before} == before
        own = visitor.get(f"/matches/{id}/overlay/zones", params={"side": "soviet"}).json()
        assert own["german"], "the Soviet is told of the German, who stands in the open"


def test_undo_goes_back_and_is_refused_after_the_other_side(visitor: httpx.Client) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    body = {"side": "blue", "seq": 1}
    undone = visitor.post(f"/matches/{id}/undo", json=body)
    assert undone.status_code == 200
    assert undone.json()["seq"] == 2
    assert undone.json()["choices"] == ["press", "hold"]
    give(visitor, id, "blue", "hold")
    give(visitor, id, "red", "hold")
    refused = visitor.post(f"/matches/{id}/undo", json={"side": "blue", "seq": 4})
    assert refused.status_code == 400


def test_the_moment_of_any_order_can_be_seen_again(visitor: httpx.Client) -> None:
    id = begin(visitor, options={"fog": "off"})
    for side, order in (("blue", "press"), ("red", "hold"), ("blue", "move b1 0302")):
        assert give(visitor, id, side, order).status_code == 200
    then = visitor.get(f"/matches/{id}", params={"side": "blue", "at": 2}).json()
    assert "0303" in then["view"]["stacks"]
    assert not then["deciding"]


def test_events_resume_after_the_last_one_received(visitor: httpx.Client) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    give(visitor, id, "red", "hold")
    with visitor.stream(
        "GET", f"/matches/{id}/events", params={"side": "blue"}, headers={"Last-Event-ID": "1"}
    ) as stream:
        for line in stream.iter_lines():
            if line.startswith("id:"):
                assert line == "id: 2"
                break


def test_the_referee_answers_over_http(visitor: httpx.Client) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    give(visitor, id, "red", "hold")
    about = {"side": "blue", "unit": "b5"}
    assert visitor.get(f"/matches/{id}/reach", params=about).json()["move"]["0403"]["cost"] == "1/2"
    enemy = visitor.get(f"/matches/{id}/reach", params={"side": "blue", "unit": "r5"})
    assert enemy.status_code == 400
    why = {"side": "blue", "order": "move b5 0403 0404 0405 0305"}
    answer = visitor.get(f"/matches/{id}/why", params=why).json()
    assert answer["refusal"]["rule"] == "3.5"
    orders = visitor.get(f"/matches/{id}/orders", params={"side": "blue", "about": "b5"}).json()
    assert all(order.startswith("move b5 ") for order in orders)
    for kind in ("zones", "control", "supply", "threat"):
        assert visitor.get(f"/matches/{id}/overlay/{kind}?side=blue").status_code == 200
    assert visitor.get(f"/matches/{id}/overlay/weather?side=blue").status_code == 400


def test_bad_requests_get_a_sentence(visitor: httpx.Client) -> None:
    for body, says in (
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": "skirmish", "scenario": "x"}, "no scenario 'x'"),
        ({"game": "skirmish", "options": {"fog": "thick"}}, "option fog is one of on, off"),
        ({"game": "skirmish", "players": {"green": "human"}}, "green"),
        ({"game": "skirmish", "players": {"red": "deep blue"}}, "no bot"),
        ({"position": "game = 'skirmish'"}, "phase"),
        ({"record": "nonsense"}, "line 1"),
    ):
        answer = visitor.post("/matches", json=body)
        assert answer.status_code == 400, body
        assert says in answer.json()["detail"], answer.text
    assert visitor.get("/matches/none").status_code == 404
    assert visitor.get("/games/chess/rules").status_code == 404


def test_a_bot_answers(visitor: httpx.Client) -> None:
    id = begin(visitor, players={"red": "random"})
    give(visitor, id, "blue", "press")
    for _ in range(200):
        if scene(visitor, id, "blue")["seq"] > 1:
            break
        time.sleep(0.05)
    log = visitor.get(f"/matches/{id}/log", params={"side": "blue"}).json()
    assert log[1]["actor"] == "red"


def test_a_finished_game_gives_its_record_and_its_dice(visitor: httpx.Client) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    give(visitor, id, "red", "press")
    give(visitor, id, "red", "concede")
    text = visitor.get(f"/matches/{id}/record").text
    match = library.load(text)
    assert match.result == "Blue wins: red gives up (6.3)"
    assert record.audit(match, record.published(text)) == []


def test_dice_answer_only_for_what_came_after_a_record_was_opened(visitor: httpx.Client) -> None:
    match = library.start("skirmish", secret="another table's")
    for order in ("press", "press"):
        match.play(order)
    match.roll()
    id = begin(visitor, game="", record=record.write(match))
    give(visitor, id, "red", "concede")
    text = visitor.get(f"/matches/{id}/record").text
    played_on = library.load(text)
    assert "\nopened: 3\n" in text and played_on.start.opened == 3
    assert record.audit(played_on, record.published(text)) == []


def test_a_record_and_a_position_can_be_played_on(visitor: httpx.Client) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    text = visitor.get(f"/matches/{id}/record").text
    again = begin(visitor, game="", record=text)
    assert scene(visitor, again, "red")["deciding"]
    give(visitor, again, "red", "hold")
    position = visitor.get(f"/matches/{again}/position").text
    third = begin(visitor, game="", position=position)
    assert scene(visitor, third, "blue")["view"]["phase"] == "Movement"


def test_the_pictures_are_served(visitor: httpx.Client) -> None:
    for path in ("map.svg?theme=dark", "map.svg?layer=over", "counters.svg", "hexes", "hexes/0405"):
        assert visitor.get(f"/games/skirmish/{path}").status_code == 200, path
    assert visitor.get("/games/skirmish/map.svg?theme=pink").status_code == 400
    assert visitor.get("/games/skirmish/hexes/9999").status_code == 400


def test_the_interface_describes_itself(visitor: httpx.Client) -> None:
    assert "/api/matches/{id}/orders" in visitor.get("/schema/openapi.json").json()["paths"]


def test_words_that_settle_a_phase_are_told_even_where_the_menu_is_long(
    visitor: httpx.Client,
) -> None:
    id = begin(visitor, game="drive_on_kursk", scenario="historical")
    german = scene(visitor, id, "german")
    assert german["choices"] == [] and "auto" in german["words"] and "end" not in german["words"]


def test_a_sealed_choice_is_told_as_one(visitor: httpx.Client) -> None:
    id = begin(visitor)
    assert scene(visitor, id, "blue")["sealed"]
    give(visitor, id, "blue", "press")
    give(visitor, id, "red", "hold")
    assert not scene(visitor, id, "blue")["sealed"]


def test_the_past_is_numbered_as_the_log_is_though_orders_were_taken_back(
    visitor: httpx.Client,
) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    give(visitor, id, "red", "hold")
    before = scene(visitor, id, "blue")
    give(visitor, id, "blue", "move b1 0202")
    body = {"side": "blue", "seq": 3, "steps": 1}
    assert visitor.post(f"/matches/{id}/undo", json=body).status_code == 200
    give(visitor, id, "blue", "move b1 0202")
    for at in (4, 3, 4, 2):
        past = visitor.get(f"/matches/{id}", params={"side": "blue", "at": at}).json()
        assert past["seq"] == at
        assert (past["view"]["stacks"] == before["view"]["stacks"]) == (at != 3)


OWED = """
game = "battle_for_kursk"
map = "blank"
turn = "2"
side = "german"
phase = "replacement"
set.points = { armour = -2 }
[units]
g48 = { at = "1013", marks = ["reduced"] }
g47 = { at = "1015", marks = ["reduced"] }
r48 = { at = "2513" }
"""


def test_nobody_is_asked_where_there_is_one_answer(visitor: httpx.Client) -> None:
    """Two panzer corps owe a step each; once one has been named the other must pay."""
    id = begin(visitor, position=OWED)
    assert scene(visitor, id, "german")["choices"] == ["reduce g47", "reduce g48"]
    after = give(visitor, id, "german", "reduce g48").json()
    assert after["where"][-1][0] == "Armour and rail movement"
    told = visitor.get(f"/matches/{id}/log", params={"side": "russian"}).json()
    assert [event["order"] for event in told] == ["reduce g48", "reduce g47"]


def test_what_followed_by_itself_is_taken_back_with_its_order(visitor: httpx.Client) -> None:
    id = begin(visitor, position=OWED)
    seq = give(visitor, id, "german", "reduce g48").json()["seq"]
    body = {"side": "german", "seq": seq, "steps": 1}
    back = visitor.post(f"/matches/{id}/undo", json=body).json()
    assert back["choices"] == ["reduce g47", "reduce g48"] and back["undoable"] == 0
    assert give(visitor, id, "german", "reduce g47").json()["undoable"] == 2


def test_postures_of_1943_are_not_asked_for(visitor: httpx.Client) -> None:
    id = begin(visitor, game="battle_for_kursk", options={"postures": "history"})
    after = give(visitor, id, "russian", "auto").json()
    assert set(after["view"]["tracks"]["posture"]) == {"german", "russian"}


def test_3_1_3_5_a_hex_out_of_reach_is_explained_and_the_end_of_a_way_told(
    visitor: httpx.Client,
) -> None:
    id = begin(visitor)
    give(visitor, id, "blue", "press")
    give(visitor, id, "red", "hold")
    side = next(side for side in ("blue", "red") if scene(visitor, id, side)["deciding"])
    unit = scene(visitor, id, side)["able"][0]
    at, asked = f"/matches/{id}", {"side": side, "units": unit}
    reach = visitor.get(f"{at}/reach", params={"side": side, "unit": unit}).json()["move"]
    hexes = visitor.get("/games/skirmish/hexes").json()["hexes"]
    far = next(hex for hex in reversed(sorted(hexes)) if hex not in reach)
    told = visitor.get(f"{at}/whynot", params={**asked, "hex": far}).json()
    assert told["hex"] == far and told["refusal"]["rule"]
    near = next(iter(reach))
    assert visitor.get(f"{at}/whynot", params={**asked, "hex": near}).json() is None
    way = " ".join(reach[near]["path"])
    end = visitor.get(f"{at}/ending", params={**asked, "kind": "move", "way": way}).json()
    assert end["cost"] == reach[near]["cost"] and end["supply"]["rule"]
    state = visitor.get(f"{at}/condition", params=asked).json()
    assert state["kinds"][0]["hexes"] == len(reach)
    nobody = visitor.get(f"{at}/condition", params={"side": side, "units": "nobody"})
    assert nobody.status_code == 400


def test_your_games_tell_who_plays_and_whose_turn_it_is(visitor: httpx.Client) -> None:
    id = begin(visitor, players={"blue": "human", "red": "random"})
    listed = next(one for one in visitor.get("/matches").json() if one["id"] == id)
    assert (listed["mine"], listed["players"]["red"]) == (["blue"], "random")
    assert listed["turn"] == "blue"
    give(visitor, id, "blue", "press")
    listed = next(one for one in visitor.get("/matches").json() if one["id"] == id)
    assert listed["moved"] > 1_700_000_000


def test_a_game_can_be_called_otherwise_by_who_sits_at_it(
    server: Server, visitor: httpx.Client
) -> None:
    id = begin(visitor)
    assert visitor.post(f"/matches/{id}/title", json={"title": "  My   bridge "}).status_code == 200
    assert [one["title"] for one in visitor.get("/matches").json() if one["id"] == id] == [
        "My bridge"
    ]
    assert visitor.post(f"/matches/{id}/title", json={"title": " "}).status_code == 400
    with httpx.Client(base_url=f"{server.url}/api") as stranger:
        assert stranger.post(f"/matches/{id}/title", json={"title": "Mine"}).status_code >= 400


def test_who_leaves_a_game_alone_deletes_it_and_with_another_only_his_seat(
    server: Server, visitor: httpx.Client
) -> None:
    id = begin(visitor, players={"blue": "human", "red": "random"})
    give(visitor, id, "blue", "press")
    with httpx.Client(base_url=f"{server.url}/api") as stranger:
        assert stranger.post(f"/matches/{id}/leave", json={}).status_code >= 400
    assert visitor.post(f"/matches/{id}/leave", json={}).json() == {"deleted": True}
    assert visitor.get(f"/matches/{id}").status_code == 404
    assert id not in [one["id"] for one in visitor.get("/matches").json()]
    begun = visitor.post(
        "/matches", json={"game": "skirmish", "players": {"blue": "human", "red": "link"}}
    ).json()
    with httpx.Client(base_url=f"{server.url}/api", timeout=60) as friend:
        friend.post("/links/open", json={"link": begun["links"]["red"], "name": "Marta"})
        assert visitor.post(f"/matches/{begun['id']}/leave", json={}).json() == {"deleted": False}
        assert friend.get(f"/matches/{begun['id']}", params={"side": "red"}).status_code == 200
