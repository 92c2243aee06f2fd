"""What is counted and measured, in this process, as text (OpenMetrics 1.0)."""

import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Counter:
    def __init__(self, name: str, says: str, *labels: str) -> None:
        self.name, self.says, self.labels = name, says, labels
        self.found: dict[tuple[str, ...], int] = {} if labels else {(): 0}

    def add(self, *by: str, more: int = 1) -> None:
        self.found[by] = self.found.get(by, 0) + more

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, "counter", self.says)
        for by, number in sorted(self.found.items()):
            yield f"{self.name}_total{_labels(self.labels, by)} {number}"


class Histogram:
    def __init__(self, name: str, says: str) -> None:
        self.name, self.says = name, says
        self.counts, self.sum = [0] * (len(BOUNDS) + 1), 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    @contextmanager
    def time(self) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.add(time.perf_counter() - begun)

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, "histogram", self.says)
        so_far = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self.counts, strict=True):
            so_far += count
            yield f'{self.name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{self.name}_count {so_far}"
        yield f"{self.name}_sum {self.sum:.6f}"


REQUESTS = Counter("kursk_requests", "Requests answered, by status.", "status")
ORDERS = Counter("kursk_orders", "Orders stored, those of dice and bots among them.")
NOTICES = Counter("kursk_notices", "Notices to who is away, by kind and outcome.", "kind", "went")
SECONDS = Histogram("kursk_request_seconds", "Time to answer a request; streams are not counted.")
STORING = Histogram("kursk_store_seconds", "Time of a transaction with the database.")


@contextmanager
def notice(kind: str) -> Iterator[None]:
    """Count a notice that is sent here, and whether it could be."""
    went = "no"
    try:
        yield
        went = "yes"
    finally:
        NOTICES.add(kind, went)


def _head(name: str, kind: str, says: str) -> tuple[str, str]:
    return f"# TYPE {name} {kind}", f"# HELP {name} {says}"


def _labels(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    pairs = ",".join(f'{name}="{value}"' for name, value in zip(names, values, strict=True))
    return f"{{{pairs}}}" if pairs else ""


def text(**now: tuple[str, int]) -> str:
    """All of it, with what is so at this moment: what it says, and how many."""
    counted = (REQUESTS, ORDERS, NOTICES, SECONDS, STORING)
    lines = [line for each in counted for line in each.lines()]
    for name, (says, number) in now.items():
        lines += [*_head(f"kursk_{name}", "gauge", says), f"kursk_{name} {number}"]
    return "\n".join([*lines, "# EOF", ""])
