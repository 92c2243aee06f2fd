"""The beginner: what he overlooks is never what the rules oblige him to."""

import pytest

from bench.soak import one


@pytest.mark.parametrize(("title", "seed"), [("coatney_kursk", 0), ("panzer_keil", 1)])
def test_he_does_what_he_is_obliged_to(title: str, seed: int) -> None:
    """§General Rule, 5.1.3: games in which he had overlooked it, and could not end his phase."""
    assert one(title, "recruit", seed).fault == ""
