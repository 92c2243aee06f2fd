"""Dice that nobody can load: the same everywhere, and fair."""

from collections import Counter
from hashlib import sha256

from kursk.core.dice import Dice

ROLLS = [4, 5, 4, 1, 6, 4, 4, 4, 1, 5, 1, 2]


def test_rolls_follow_from_the_secret_and_the_place_alone() -> None:
    assert [Dice("kursk").roll(place) for place in range(12)] == ROLLS
    dice = Dice("kursk")
    assert [dice.roll(place) for place in reversed(range(12))] == ROLLS[::-1]


def test_the_hash_of_the_secret_is_published() -> None:
    assert Dice("kursk").hash == sha256(b"kursk").hexdigest()


def test_all_faces_are_equally_likely() -> None:
    dice = Dice("a long war")
    faces = Counter(dice.roll(place) for place in range(12_000))
    assert set(faces) == set(range(1, 7))
    squares = sum((count - 2000) ** 2 / 2000 for count in faces.values())
    assert squares < 15.1, "chi-square, five degrees of freedom, one in a hundred"


def test_a_roll_tells_nothing_of_the_next() -> None:
    dice = Dice("a long war")
    pairs = Counter((dice.roll(place), dice.roll(place + 1)) for place in range(14_400))
    assert len(pairs) == 36
    squares = sum((count - 400) ** 2 / 400 for count in pairs.values())
    assert squares < 57.4, "chi-square, 35 degrees of freedom, one in a hundred"


def test_another_secret_gives_other_rolls() -> None:
    one, other = Dice("one"), Dice("other")
    assert [one.roll(n) for n in range(30)] != [other.roll(n) for n in range(30)]
