"""Playing at the terminal: what is shown, what can be said, and that nothing is lost."""

from pathlib import Path

import pytest

from kursk.core import record
from kursk.library import load, set_up, titles

from .conftest import Kursk, Said

FIRST = "press\n"  # blue's secret choice


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def kept(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "data" / "kursk").glob("*"))


def against_red(kursk: Kursk, *lines: str) -> Said:
    """The seed lets blue move first."""
    words = ("play", "skirmish", "--terminal", "--bot", "red=random", "--seed", "abc")
    return kursk(*words, typed=typed("press", *lines))


def test_the_map_shows_hexes_counters_and_what_is_covered(kursk: Kursk) -> None:
    out = kursk("play", "--terminal", "skirmish").out
    assert "0405o" in out and "(b5/5)" in out and "[?]2" in out
    assert "r5" not in out
    out = kursk("play", "--terminal", "skirmish", "--option", "fog=off").out
    assert "[r5/5]2" in out


def test_the_prompt_names_its_rule_and_the_orders(kursk: Kursk) -> None:
    out = kursk("play", "--terminal", "skirmish").out
    assert "Turn 1. Initiative (2.1)" in out
    assert "hold, to defend better. (2.1)" in out and "Orders: press | hold" in out


def test_an_order_is_carried_out_and_told(kursk: Kursk) -> None:
    out = against_red(kursk, "move b5 0403 0404").out
    assert "Blue Tank Company moves from 0402 to 0404. (3.1)" in out


def test_a_wrong_order_cites_its_rule(kursk: Kursk) -> None:
    out = against_red(kursk, "move b5 0808", "fly").out
    assert "No: 0402 and 0808 do not touch. (3.1)" in out
    assert "No: “fly” is not among the orders" in out


def test_the_referee_is_at_the_table(kursk: Kursk) -> None:
    out = against_red(
        kursk,
        "why move b5 0403",
        "why move b5 0808",
        "orders b4",
        "orders r1",
        "reach b6",
        "hex 0405",
        "help",
    ).out
    assert "It may be ordered." in out
    assert "0402 and 0808 do not touch. (3.1)" in out
    assert "move b4 0604\n" in out and "Nothing can be ordered of r1." in out
    assert "move: " in out and " for 1/2" not in out.split("hex")[0].split("reach")[0]
    assert "0405 Brod: town" in out and "W  river, road" in out and "controlled by red" in out
    assert "take your last order back" in out


def test_odds_before_an_attack(kursk: Kursk) -> None:
    moves = ("move b5 0403 0404 0405", "end")
    out = against_red(kursk, *moves, "odds attack 0406 with b5", "odds end").out
    assert "a covered counter" in out and "Column" in out
    assert "“end” is no attack." in out
    assert "No enemy" not in against_red(kursk, "odds attack 0101 with b5").out


def test_reach_of_a_covered_counter_is_not_told(kursk: Kursk) -> None:
    out = against_red(kursk, "reach r1", "reach zz", "reach").out
    assert out.count("No: you see no unit") == 3 and "move: " not in out


def test_undo_takes_back_what_nothing_came_of(kursk: Kursk) -> None:
    out = against_red(kursk, "undo", "move b5 0403", "undo", "move b5 0403").out
    assert "No: the last order was not yours" in out
    assert "Taken back: move b5 0403" in out
    assert out.count("Blue Tank Company moves from 0402 to 0403.") == 2


def test_undo_does_not_reveal_the_other_sides_secret(kursk: Kursk) -> None:
    out = kursk("play", "--terminal", "skirmish", typed=typed("press", "", "undo", "undo")).out
    assert "Taken back" not in out and "No: the last order was not yours" in out


def test_the_log_is_what_the_side_may_know(kursk: Kursk) -> None:
    out = against_red(kursk, "log").out
    assert "2  red: (covered)" in out and "1  blue: press" in out


def test_a_curtain_falls_between_two_players(kursk: Kursk) -> None:
    out = kursk("play", "--terminal", "skirmish", typed=typed("press", "", "hold", "")).out
    assert out.index("Pass the keyboard to red") < out.index("Pass the keyboard to blue")


def test_no_curtain_where_nothing_is_hidden(kursk: Kursk) -> None:
    lines = typed("press", "", "hold", "", "end", "end", "end")
    out = kursk("play", "--terminal", "skirmish", "--option", "fog=off", typed=lines).out
    assert out.count("Pass the keyboard") == 2  # only round the sealed choice
    assert "Turn 1. Red: Combat (5.1)" in out


def test_leaving_keeps_the_game_and_says_how_to_go_on(kursk: Kursk, tmp_path: Path) -> None:
    said = against_red(kursk, "move b5 0403", "quit", "end")
    (file,) = kept(tmp_path)
    assert said.code == 0 and f"kursk play --terminal --load {file}" in said.out
    match = load(file.read_text("utf-8"))
    assert [entry.order for entry in match.log][-1] == "move b5 0403"


def test_the_end_of_the_input_and_ctrl_c_are_polite(
    kursk: Kursk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "The game is kept in" in against_red(kursk).out
    calls = iter(["press"])

    def interrupted(prompt: str = "") -> str:
        try:
            return next(calls)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", interrupted)
    said = kursk("play", "--terminal", "skirmish", "--bot", "red")
    assert said.code == 0 and "The game is kept in" in said.out
    assert len(kept(tmp_path)) == 2


def test_nothing_is_kept_of_a_game_without_orders(kursk: Kursk, tmp_path: Path) -> None:
    assert "is kept" not in kursk("play", "--terminal", "skirmish").out
    assert kept(tmp_path) == []


def test_going_on_with_a_kept_game_uses_its_file(kursk: Kursk, tmp_path: Path) -> None:
    against_red(kursk, "move b5 0403")
    (file,) = kept(tmp_path)
    out = kursk(
        "play", "--terminal", "--load", str(file), "--bot", "red", typed="move b1 0302\n"
    ).out
    assert "Turn 1. Blue: Movement" in out
    assert kept(tmp_path) == [file]
    orders = [entry.order for entry in load(file.read_text("utf-8")).log]
    assert orders[-2:] == ["move b5 0403", "move b1 0302"]
    assert kursk("verify", str(file)).code == 0


def test_going_on_with_a_damaged_record(kursk: Kursk, tmp_path: Path) -> None:
    against_red(kursk, "move b5 0403", "save " + str(tmp_path / "mine.kursk"))
    record = tmp_path / "mine.kursk"
    before = record.read_text("utf-8").replace("move b5 0403", "move b5 0808")
    record.write_text(before, "utf-8")
    line = before.splitlines().index("blue: move b5 0808") + 1
    said = kursk(
        "play", "--terminal", "--load", str(record), "--bot", "red", typed="move b1 0302\n"
    )
    assert f"line {line}: move b5 0808" in said.err and said.err.count("\n") == 1
    assert "goes on from before that, in a file" in said.out and "Blue: Movement" in said.out
    assert record.read_text("utf-8") == before


def test_a_record_without_secret_goes_on_with_dice_by_hand(kursk: Kursk, tmp_path: Path) -> None:
    against_red(kursk, "save " + str(tmp_path / "mine.kursk"))
    record = tmp_path / "mine.kursk"
    lines = [x for x in record.read_text("utf-8").splitlines() if not x.startswith("secret")]
    record.write_text("\n".join(lines) + "\n", "utf-8")
    out = kursk("play", "--terminal", "--load", str(record), "--bot", "red", "--bot", "blue").out
    assert "rolled by hand" in out
    assert "dice: by hand" in kept(tmp_path)[-1].read_text("utf-8")


def test_save_writes_a_record_but_nothing_over_another_file(kursk: Kursk, tmp_path: Path) -> None:
    other = tmp_path / "diary.txt"
    other.write_text("dear diary", "utf-8")
    mine = tmp_path / "mine.kursk"
    out = against_red(kursk, f"save {mine}", f"save {mine}", f"save {other}", "save").out
    assert out.count(f"Saved as {mine}") == 2
    assert "diary.txt is something else" in out and "save under which name?" in out
    assert other.read_text("utf-8") == "dear diary"
    assert "No: " in against_red(kursk, f"save {tmp_path}").out
    assert "No: " in against_red(kursk, f"save {tmp_path}/no/such/folder").out


def test_games_are_kept_in_the_folder_of_the_page(
    kursk: Kursk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KURSK_DATA", str(tmp_path / "mine"))
    against_red(kursk, "move b5 0403")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["skirmish-1.kursk"]


def test_a_data_folder_that_cannot_be_written_is_said_once(
    kursk: Kursk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").write_text("a file where the folder should be", "utf-8")
    out = against_red(kursk, "move b5 0403", "move b1 0302").out
    assert out.count("The game cannot be kept") == 1 and "is kept in" not in out


def test_conceding(kursk: Kursk) -> None:
    out = against_red(kursk, "concede").out
    assert "Red wins: blue gives up (6.3)" in out and "kursk replay" in out


def test_two_bots_play_to_the_end(kursk: Kursk, tmp_path: Path) -> None:
    said = kursk(
        "play", "--terminal", "skirmish", "--bot", "red=random", "--bot", "blue", "--seed", "1"
    )
    assert said.code == 0
    (file,) = kept(tmp_path)
    match = load(file.read_text("utf-8"))
    assert match.over and match.result in said.out
    assert kursk("verify", str(file)).code == 0


def test_the_same_seed_gives_the_same_game(kursk: Kursk, tmp_path: Path) -> None:
    for _ in range(2):
        kursk(
            "play",
            "--terminal",
            "skirmish",
            "--bot",
            "red=random",
            "--bot",
            "blue=random",
            "--seed",
            "x",
        )
    one, other = kept(tmp_path)
    assert one.read_text("utf-8") == other.read_text("utf-8")


def test_without_a_game_you_are_asked(kursk: Kursk) -> None:
    several = len(titles()) > 1
    lines = ["skirmish"] if several else []
    out = kursk("play", "--terminal", typed=typed(*lines, "9", "²", "1", "2", "press")).out
    assert "What will you play?" in out and "Type a number from 1 to 3." in out
    assert "2 sergeant: Sees what is at hand" in out
    assert "blue>" in out
    assert kursk("play", "--terminal").out.endswith("Good-bye.\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess"], "no game 'chess'"),
        (["skirmish", "--bot", "green"], "no side 'green'"),
        (["skirmish", "--bot", "red=deepest"], "no bot 'deepest'"),
        (["skirmish", "--scenario", "x"], "no scenario 'x'"),
        (["skirmish", "--option", "fog"], "name=value"),
        (["skirmish", "--option", "fog=thick"], "option fog"),
        (["skirmish", "--option", "rain=on"], "no option 'rain'"),
        (["--load", "nowhere"], "nowhere"),
    ],
)
def test_mistakes_get_one_line(kursk: Kursk, words: list[str], says: str) -> None:
    said = kursk("play", "--terminal", *words)
    assert said.code == 2 and said.err.count("\n") == 1 and says in said.err


def test_a_game_that_is_loaded_is_not_chosen_again(kursk: Kursk) -> None:
    for more in (["skirmish"], ["--scenario", "meeting"], ["--option", "fog=on"]):
        said = kursk("play", "--terminal", "--load", "game.kursk", *more)
        assert said.code == 2 and "--load goes on with a game" in said.err


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


def test_nobody_is_asked_where_there_is_one_answer(kursk: Kursk, tmp_path: Path) -> None:
    """Two panzer corps owe a step each; once one has been named the other must pay."""
    file = tmp_path / "owed.kursk"
    file.write_text(record.write(set_up(OWED)), "utf-8")
    out = kursk("play", "--terminal", "--load", str(file), typed=typed("reduce g48", "undo")).out
    assert out.count("Choose units in communication") == 2, "at first, and when it is taken back"
    assert "47th Panzer Corps is eliminated. (10.6)" in out
    assert "Taken back: reduce g47\nTaken back: reduce g48" in out
