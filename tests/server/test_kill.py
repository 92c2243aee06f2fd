"""What was acknowledged survives a server that dies at any moment."""

from pathlib import Path

from bench.kills import soak


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    report = soak(tmp_path, kills=4)  # `python -m bench.kills` kills 200 times
    assert report.lost == [] and report.kills == 4 and report.orders
