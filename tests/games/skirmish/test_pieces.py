"""1: the map, the counters, and what the fog hides."""

from kursk import library
from kursk.core.match import Match

GAME = library.game("skirmish")


def hidden_stack() -> Match:
    return library.set_up("""
        game = "skirmish"
        phase = "combat"
        side = "blue"
        [units]
        b5 = { at = "0304" }
        b1 = { at = "0304" }
        r1 = { at = "0305" }
        r6 = { at = "0307" }
    """)


def test_1_1_the_map() -> None:
    board = GAME.board
    assert len(board.grid.name) == 64
    assert {p.name: board.grid.name[p.hex] for p in board.places.values()} == {
        "Dubki": "0402",
        "Brod": "0405",
        "Lesnoye": "0507",
    }
    assert board.hexes["wood"].bit_count() == 8 and board.hexes["hill"].bit_count() == 3
    bridge = board.grid.side(board.grid.find("0404"), board.grid.find("0405"))
    assert board.along(board.grid.find("0404"), bridge) == ["road"]
    assert board.on_side(board.grid.find("0404"), bridge) == ["river"]


def test_1_1_the_river_parts_the_map() -> None:
    board, grid = GAME.board, GAME.board.grid
    west = seen = 1 << grid.find("0101")
    while seen:
        beyond = 0
        for side in range(6):
            beyond |= grid.shift(seen & ~board.sides["river"][side], side)
        seen = beyond & ~west
        west |= beyond
    assert not west >> grid.find("0108") & 1
    assert grid.edge("west") & ~west == 0


def test_1_2_six_counters_a_side_all_on_the_map() -> None:
    match = library.start("skirmish")
    for side in ("blue", "red"):
        assert len(match.g.on_map(side)) == 6
    assert sorted(c.strengths for c in GAME.roster if c.side == "blue") == sorted(
        c.strengths for c in GAME.roster if c.side == "red"
    )


def test_1_2_a_counter_with_two_strengths_has_two_steps() -> None:
    steps = {counter.id: counter.steps for counter in GAME.roster}
    assert [steps[f"b{n}"] for n in range(1, 7)] == [2, 2, 2, 1, 2, 1]


def test_1_2_steps_go_one_at_a_time() -> None:
    match = hidden_stack()
    for order in ("attack 0305 with b1", "roll 1", "lose b1"):
        match.play(order)
    assert match.g.factor(match.g.roster.find("b1")) == 1
    assert match.log[-1].news[-1].says == "1st Blue Battalion is reduced."
    assert match.log[-1].news[-1].rule == "1.2"


def test_1_3_no_more_than_two_counters_in_a_hex() -> None:
    match = library.set_up("""
        game = "skirmish"
        phase = "movement"
        [units]
        b1 = { at = "0302" }
        b2 = { at = "0302" }
        b3 = { at = "0301" }
        r1 = { at = "0808" }
    """)
    refusal = match.why_not("move b3 0302")
    assert refusal is not None and refusal.rule == "1.3"
    through = match.why_not("move b3 0302 0303")
    assert through is not None and through.rule == "1.3", "nor may it pass through"
    assert not any("0302" in order for order in match.orders("b3"))
    match.play("move b2 0303")
    assert match.why_not("move b3 0302") is None


def test_1_3_a_position_with_three_is_refused() -> None:
    g = hidden_stack().g
    g.place(g.roster.find("b2"), g.grid.find("0304"))
    assert GAME.check(g) == ["0304 holds more than two counters (1.3)"]


def test_1_4_the_enemy_sees_how_many_but_not_which() -> None:
    match = hidden_stack()
    assert [seen.unit for seen in match.view("red").stacks["0304"]] == ["", ""]
    assert [seen.unit for seen in match.view("blue").stacks["0304"]] == ["b1", "b5"]


def test_1_4_counters_are_shown_when_they_fight_and_stay_so() -> None:
    match = hidden_stack()
    match.play("attack 0305 with b5")
    assert [seen.unit for seen in match.view("red").stacks["0304"]] == ["b1", "b5"]
    assert [seen.unit for seen in match.view("blue").stacks["0305"]] == ["r1"]
    assert [seen.unit for seen in match.view("blue").stacks["0307"]] == [""]
    for order in ("roll 4", "end", "end"):
        match.play(order)
    assert [seen.unit for seen in match.view("red").stacks["0304"]] == ["b1", "b5"]


def test_1_4_a_covered_counter_moves_without_a_name() -> None:
    match = library.start("skirmish")
    for order in ("press", "hold", "move b6 0202"):
        match.play(order)
    assert match.told("red")[-1][2] == ""
    told = {side: match.told(side)[-1][3][0].says for side in ("blue", "red", "")}
    assert told["red"] == told[""] == "A blue counter moves from 0203 to 0202."
    assert told["blue"] == "Blue Scout Company moves from 0203 to 0202."
    match.play("end")
    assert match.told("red")[-1][2] == "end"


def test_1_4_without_fog_everybody_sees_everything() -> None:
    match = library.start("skirmish", options={"fog": "off"})
    assert all(seen.unit for pile in match.view("red").stacks.values() for seen in pile)
    for order in ("press", "hold", "move b6 0202"):
        match.play(order)
    assert match.told("red")[-1][2] == "move b6 0202"


def test_1_4_the_odds_against_a_covered_counter_allow_for_all_it_may_be() -> None:
    receipt = hidden_stack().receipt("attack 0305 with b5")
    assert receipt is not None
    assert receipt.defence[0].label == "a covered counter"
    assert (receipt.totals, receipt.odds) == (("5", "≥ 1"), "≤ 5:1")
    assert [(c.label, c.chance, c.column) for c in receipt.cases] == [
        ("defence 1", "1/2", "4:1"),
        ("defence 3", "1/2", "1:2"),
    ]


def test_1_4_the_chances_against_a_covered_counter_are_weighed_over_all_it_may_be() -> None:
    """Half of the 4:1 column and half of the 1:2 column: AL is among the results."""
    receipt = hidden_stack().receipt("attack 0305 with b5")
    assert receipt is not None and receipt.column == "≤ 4:1"
    assert {outcome.result: outcome.chance for outcome in receipt.outcomes} == {
        "DR": "1/3",
        "AL": "1/4",
        "NE": "1/6",
        "DE": "1/6",
        "EX": "1/12",
    }
    assert not any(outcome.rolls for outcome in receipt.outcomes), "which column is not known"
    assert "over all that may lie there" in receipt.note


def test_1_4_the_odds_against_two_covered_counters() -> None:
    text = """
        game = "skirmish"
        phase = "combat"
        [units]
        b5 = { at = "0304" }
        r1 = { at = "0305" }
        r4 = { at = "0305" }
        r6 = { at = "0307" }
    """
    match = library.set_up(text)
    receipt = match.receipt("attack 0305 with b5")
    assert receipt is not None
    assert [(c.label, c.chance) for c in receipt.cases] == [
        ("defence 3", "1/3"),
        ("defence 4", "1/3"),
        ("defence 5", "1/3"),
    ]
    assert match.receipt("attack 0305 with b5", side="red") is None, "red does not know b5"
    seen = library.set_up(
        text.replace('b5 = { at = "0304" }', 'b5 = { at = "0304", marks = ["shown"] }')
    )
    mine = seen.receipt("attack 0305 with b5", side="red")
    assert mine is not None and mine.totals == ("5", "5") and not mine.cases
