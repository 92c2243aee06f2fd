"""Bots think in processes of their own, so that a slow one never holds up the page."""

import asyncio
import logging
import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any

from kursk import library
from kursk.core.match import Match, Start

log = logging.getLogger(__name__)


@cache
def pool() -> ProcessPoolExecutor:
    # Ctrl-C in a terminal goes to every process; the server ends its workers itself
    deaf = (signal.SIGINT, signal.SIG_IGN)
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(2, context, initializer=signal.signal, initargs=deaf)


async def ask(match: Match, side: str, bot: str, seed: str) -> str:
    """The order a bot gives in a position."""
    asked = (match.game.title, match.start, match.g.facts(), side, bot, seed)
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(pool(), decide, *asked)
    except BrokenProcessPool:  # a worker was killed: others take its place
        pool.cache_clear()
        return await loop.run_in_executor(pool(), decide, *asked)


def decide(title: str, start: Start, facts: dict[str, Any], side: str, bot: str, seed: str) -> str:
    """In a worker: what the bot orders. A bot that fails is stood in for by chance."""
    from kursk import bots

    match = _first(title, start.scenario, start.position).copy()
    g = match.g
    match.resume(type(g)(board=g.board, roster=g.roster, **facts), [])
    try:
        order = bots.decide(match, side, bot, seed)
        if (why := match.why_not(order)) is None:
            return order
        log.error("%s, %s: %s orders %r: %s", title, seed, bot, order, why)
    except Exception:
        log.exception("%s, %s: %s cannot decide", title, seed, bot)
    return bots.decide(match, side, "random", seed)


@cache
def _first(title: str, scenario: str, position: str) -> Match:
    """A match on the right map with the right counters; its state is replaced."""
    return library.begin(title, Start(scenario, {}, position))
