"""What a bot orders, asked in a worker, so that a slow one never holds up the page."""

import logging
from functools import cache
from typing import Any

from kursk import library
from kursk.core.match import Match, Start
from kursk.server.workers import Crew, TooLong

PATIENCE = 60.0  # seconds for an order
log = logging.getLogger(__name__)


async def ask(crew: Crew, match: Match, side: str, bot: str, seed: str) -> str:
    """The order a bot gives in a position. One that thinks too long is stood in for."""
    asked = (match.game.title, match.start, match.g.facts(), side)
    try:
        return await crew.do(PATIENCE, decide, *asked, bot, seed)
    except TooLong as error:
        log.error("%s, %s: %s: %s", match.game.title, seed, bot, error)
        return await crew.do(PATIENCE, decide, *asked, "random", seed)


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
