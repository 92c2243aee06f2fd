"""Records: written, read again, and found out when damaged, foreign or forged."""

from typing import Any

import pytest
from msgspec.structs import replace

from kursk import library
from kursk.core import record
from kursk.core.dice import Dice
from kursk.core.match import Match
from kursk.core.record import BadRecord, audit, published

POSITION = """game = "skirmish"
phase = "combat"  # a comment

[units]
b5 = { at = "0304" }
r4 = { at = "0305" }
"""


def played(secret: str = "the secret", *orders: str) -> Match:
    match = library.start("skirmish", options={"fog": "off"}, secret=secret)
    for order in orders or ("press", "press"):
        match.play(order)
        match.roll()
    return match


def conceded() -> Match:
    match = played()
    match.play("end")
    match.play("concede", by="red")
    return match


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def bad(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        library.load(text)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.says}"
    return caught.value


def test_a_record_reads_as_the_story_of_the_game() -> None:
    roll = Dice("the secret").roll(2)
    first = "blue" if roll <= 3 else "red"
    text = record.write(conceded())
    assert text.splitlines()[:6] == [
        "Kursk record, format 1",
        "game: skirmish",
        "rules: 1",
        "scenario: meeting",
        "option fog: off",
        f"dice: sha256 {Dice('the secret').hash}",
    ]
    assert text.splitlines()[6:-2] == [
        "",
        "# Turn 1. Initiative (2.1)",
        "blue: press",
        "red: press",
        "    # Blue presses, red presses. (2.1)",
        f"dice: roll {roll}",
        f"    # {roll}: {first} goes first. (2.1)",
        f"# Turn 1. {first.capitalize()}: Movement (2.2)",
        f"{first}: end",
        f"# Turn 1. {first.capitalize()}: Combat (5.1)",
        "red: concede",
        "    # Blue wins: red gives up (6.3)",
        "result: Blue wins: red gives up (6.3)",
    ]
    assert text.splitlines()[-2].startswith("ends: ")
    assert text.splitlines()[-1] == "secret: the secret"


def test_a_record_replays_to_the_same_match() -> None:
    match = conceded()
    again = library.load(record.write(match))
    assert again.g.fingerprint() == match.g.fingerprint()
    assert again.log == match.log
    assert record.write(again) == record.write(match)


def test_the_secret_is_kept_until_the_end_unless_asked_for() -> None:
    match = played()
    assert "secret" not in record.write(match)
    text = record.write(match, secret=True)
    assert text.endswith("secret: the secret\n")
    again = library.load(text)
    assert record.write(again, secret=True) == text, "and the dice go on where they were"


def test_dice_by_hand_are_said_to_be() -> None:
    match = library.start("skirmish")
    assert "dice: by hand" in record.write(match)
    assert library.load(record.write(match)).dice is None


def test_a_match_from_a_position_file_carries_it_in_its_record() -> None:
    match = library.set_up(POSITION)
    match.play("attack 0305 with b5")
    text = record.write(match)
    assert '| phase = "combat"  # a comment' in text.splitlines()
    again = library.load(text)
    assert again.g.fingerprint() == match.g.fingerprint()
    assert record.write(again) == text


@pytest.mark.parametrize("text", ["", "\n\n", "Dear diary,\n", "<!DOCTYPE html>"])
def test_a_foreign_file_is_no_record(text: str) -> None:
    assert bad(text).says.startswith("this is no record")


def test_a_title_that_is_not_on_the_shelf() -> None:
    text = record.write(played()).replace("game: skirmish", "game: chess")
    error = bad(text)
    assert error.says.startswith("no game 'chess'; there are") and error.match is None


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("game: skirmish\n", "", "the heading has no line game:"),
        ("scenario: meeting", "scenario: winter", "no scenario 'winter'; there are meeting"),
        ("option fog: off", "option fog: thin", "option fog is one of on, off"),
        ("option fog: off", "option rain: on", "no option 'rain'; there are fog"),
        ("game: skirmish", "game: skirmish\ngame: skirmish", "game: is told twice"),
        ("option fog: off", "option fog: off\noption fog: on", "option fog: is told twice"),
        ("dice: sha256 ", "dice: md5 ", "dice: are by hand, or sha256 and a hash"),
        ("rules: 1", "rules 1", "'rules 1' is neither a heading nor an order"),
        (
            "scenario: ",
            "scenaro: ",
            "no 'scenaro' in a heading; there are game, rules, scenario, position, opened, "
            "told to, dice",
        ),
        ("dice: ", "opened: some\ndice: ", "opened: tells how many orders came with a record"),
    ],
)
def test_a_bad_heading(old: str, new: str, says: str) -> None:
    text = record.write(played())
    assert bad(text.replace(old, new)).says == says


def test_a_truncated_heading() -> None:
    text = record.write(played())
    assert bad("".join(text.splitlines(True)[:4])).says == "the heading has no line dice:"


def test_a_truncated_record_opens_as_far_as_it_goes() -> None:
    text = record.write(played())
    cut = "".join(text.splitlines(True)[:9])
    assert [entry.order for entry in library.load(cut).log] == ["press"]
    error = bad(cut + "red: pre")
    assert error.line == 10 and error.match is not None
    assert [entry.order for entry in error.match.log] == ["press"]
    assert error.match.actor == "red"
    assert bad(cut + "re").says == "'re' is neither a heading nor an order"


def test_a_damaged_order_is_told_with_its_line_and_what_went_before() -> None:
    text = record.write(conceded())
    damaged = text.replace(": end\n", ": march\n", 1)
    error = bad(damaged)
    assert error.line == line_of(text, "# Turn 1. Initiative") + 7
    assert "“march” is not among the orders" in error.says
    assert error.match is not None and len(error.match.log) == 3
    assert error.match.phase == "movement"


def test_an_order_by_the_wrong_actor() -> None:
    text = record.write(played()).replace("red: press", "blue: press")
    error = bad(text)
    assert error.says == "blue gives an order, but it is red's decision"
    assert error.line == line_of(text, "blue: press") + 1
    assert error.match is not None and len(error.match.log) == 1


def test_what_a_damaged_record_says_is_fit_for_a_terminal() -> None:
    error = bad(record.write(played()).replace("blue: press", "blue: \x1b[31mpress\u202e"))
    assert str(error).isprintable() and "\\x1b[31mpress\\u202e" in str(error)


def test_an_order_after_the_end() -> None:
    lines = record.write(conceded()).splitlines()
    lines.insert(-3, "blue: end")
    error = bad("\n".join(lines))
    assert error.says == "blue gives an order, but the game is over"
    assert error.match is not None and error.match.over


def test_an_order_after_the_end_of_the_record() -> None:
    error = bad(record.write(played()) + "blue: end\nred: end\n")
    assert error.says == "an order stands after the end of the record"
    assert error.match is not None and len(error.match.log) == 3


def test_what_another_version_of_the_rules_refuses_is_told_with_the_versions() -> None:
    text = record.write(conceded()).replace(": end\n", ": march\n", 1)
    assert bad(text.replace("rules: 1", "rules: 7")).says.endswith(" (rules version 7, now 1)")
    assert bad(text.replace("rules: 1\n", "")).says.endswith(" (rules version unknown, now 1)")
    assert "version" not in bad(text).says


def test_a_record_that_was_cut_short_does_not_tell_its_end() -> None:
    text = record.write(played())
    assert record.whole(text)
    assert not record.whole(text[: text.index("ends:")])


def test_a_record_of_blank_lines_is_searched_once() -> None:
    class Counted(str):
        looks = 0

        def split(self, *about: Any) -> Any:
            Counted.looks += 1
            return super().split(*about)

    blank = Counted("\n \t" * 500_000)
    assert not record.whole(blank) and not published(blank)
    assert Counted.looks == 2, "line by line: no blank is passed twice"


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("\n", "\n" * 4_000_000, 1, "the file has 4,000,"),
        ("rules: 1", "rules: 1" + " " * 20_000, 3, "it has 20,008 characters; 20,000 at the m"),
        ("blue: press", "blue: press" + " x" * 1_000, 9, "an order has 2,000 characters at th"),
        ("dice:", "opened: 1000000\ndice:", 7, "opened: tells how many orders came with a re"),
    ],
    ids=["size", "line", "order", "opened"],
)
def test_a_record_beyond_all_measure_is_refused(old: str, new: str, line: int, says: str) -> None:
    error = bad(record.write(played()).replace(old, new, 1))
    assert (error.line, error.says[: len(says)]) == (line, says)


def test_a_record_has_so_many_orders_at_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "ORDERS", 2)
    error = bad(record.write(played()))
    assert error.says == "a record has 2 orders at the most"
    assert error.match and len(error.match.log) == 2


def test_a_line_separator_in_a_position_does_not_break_its_record() -> None:
    match = library.set_up(POSITION.replace("a comment", "one\u2028two"))
    assert library.load(record.write(match)).g == match.g


@pytest.mark.parametrize("secret", [" blanks  around ", "two\nlines", "tab\there", "\u2028"])
def test_whatever_the_secret_is_its_record_passes_the_audit(secret: str) -> None:
    text = record.write(played(secret), secret=True)
    assert audit(library.load(text), published(text)) == []


def test_a_stranger_concedes() -> None:
    text = record.write(conceded()).replace("red: concede", "green: concede")
    assert "not green's" in bad(text).says


def test_another_result() -> None:
    text = record.write(conceded()).replace("result: Blue wins", "result: Red wins")
    error = bad(text)
    assert error.says == "the replay ends otherwise: 'Blue wins: red gives up (6.3)'"
    assert error.match is not None and error.match.over


def test_another_position_at_the_end() -> None:
    text = record.write(played())
    ends = text.splitlines()[-1]
    error = bad(text.replace(ends, "ends: 0123456789abcdef").replace("rules: 1", "rules: 7"))
    assert error.says == "the replay ends in another position (rules version 7, now 1)"
    assert error.match is not None and len(error.match.log) == 3


def finished(secret: str = "the secret") -> str:
    return record.write(conceded() if secret == "the secret" else played(secret))


def test_honest_dice_pass_the_audit() -> None:
    text = finished()
    assert published(text) == Dice("the secret").hash
    assert audit(library.load(text), published(text)) == []


def test_a_forged_roll_is_found() -> None:
    roll = Dice("the secret").roll(2)
    forged = next(face for face in range(1, 7) if (face <= 3) == (roll <= 3) and face != roll)
    text = finished().replace(f"dice: roll {roll}", f"dice: roll {forged}")
    with pytest.raises(BadRecord) as caught:  # the position at the end remembers the die
        library.load(text)
    assert caught.value.match is not None
    unsealed = "".join(line for line in text.splitlines(True) if not line.startswith("ends:"))
    faults = audit(library.load(unsealed), published(text))
    assert faults == [f"order 3: roll {forged}, but the dice say otherwise"]


def test_another_secret_is_found() -> None:
    text = finished().replace("secret: the secret", "secret: a better one")
    assert audit(library.load(text), published(text)) == [
        "the secret is not the one whose hash was published at the start"
    ]


def test_without_the_secret_there_is_nothing_to_audit() -> None:
    match = library.load(record.write(played()))
    assert audit(match, "") == ["the record does not tell the secret of its dice"]
    assert published(record.write(library.start("skirmish"))) == ""


def test_dice_are_not_asked_about_rolls_that_came_with_an_opened_record() -> None:
    match = played()
    roll = Dice("the secret").roll(2)
    other = next(d for d in map(Dice, "abcdefgh") if d.roll(2) != roll)
    match.dice = other
    assert audit(match, other.hash) == [f"order 3: roll {roll}, but the dice say otherwise"]
    match.start = replace(match.start, opened=3)
    again = library.load(record.write(match, secret=True))
    assert again.start == match.start
    assert audit(again, other.hash) == []
