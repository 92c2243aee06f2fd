"""Game after game, so that what was played of one is there for all that is asked of it."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = [n for n, item in enumerate(items) if HERE in item.path.parents]
    mine = sorted((items[n] for n in places), key=title)
    for n, item in zip(places, mine, strict=True):
        items[n] = item


def title(item: pytest.Item) -> str:
    call = getattr(item, "callspec", None)
    return str(call.params.get("title", "")) if call else ""
