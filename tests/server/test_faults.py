"""Servers, bots and the database killed under way: nothing acknowledged is lost, bots go on."""

import asyncio
from pathlib import Path

import pytest

from bench.faults import endure
from bench.postgres import missing
from tests.server.conftest import STORES


@pytest.mark.parametrize("store", STORES)
def test_whatever_is_killed_nothing_is_lost_and_bots_go_on(tmp_path: Path, store: str) -> None:
    if store == "postgresql" and (why := missing()):
        pytest.skip(why)
    # `python -m bench.faults` kills 60 times among 100 games
    report = asyncio.run(endure(tmp_path, store, 5, 3, 4, pace=0.1, titles=["skirmish"]))
    assert report.killed.total() == 3 and len(report.tally.acknowledged) > 4
    assert report.found.lost == report.found.doubled == report.found.faults == []
    assert report.idle == 0 and report.tally.errors == []
