"""What a bot orders, asked in a worker, so that a slow one never holds up the page."""

import asyncio
import logging
from functools import cache
from typing import Any

from kursk import bots, library
from kursk.core.match import Match, Start
from kursk.server import haste
from kursk.server.replay import state
from kursk.server.workers import Crew, TooLong

PATIENCE = 60.0  # seconds for an order; then it must decide with what it has
GRACE = 60.0  # seconds for that
log = logging.getLogger(__name__)


async def ask(
    crew: Crew, match: Match, side: str, bot: str, seed: str, note: str, key: str = ""
) -> bots.Decided:
    """The order a bot gives in a position, and its note. One that thinks long is hurried, as by
    whoever knows the key, and one that is not to be hurried is stood in for."""
    asked = (match.game.title, match.start, match.g.facts(), side)
    late = asyncio.get_running_loop().call_later(PATIENCE, crew.hurry, key)
    try:
        return await crew.do(PATIENCE + GRACE, decide, *asked, bot, seed, note, key=key)
    except TooLong as error:
        log.error("%s, %s: %s: %s", match.game.title, seed, bot, error)
        return await crew.do(PATIENCE, decide, *asked, "random", seed, note)
    finally:
        late.cancel()


def decide(
    title: str, start: Start, facts: dict[str, Any], side: str, bot: str, seed: str, note: str
) -> bots.Decided:
    """In a worker: what the bot orders. A bot that fails is stood in for by chance."""
    match = as_it_stands(title, start, facts)
    try:
        found = bots.decided(match, side, bot, seed, note, haste.enough)
        if (why := match.why_not(found.order)) is None:
            return found
        log.error("%s, %s: %s orders %r: %s", title, seed, bot, found.order, why)
    except Exception:
        log.exception("%s, %s: %s cannot decide", title, seed, bot)
    return bots.decided(match, side, "random", seed, note)


def as_it_stands(title: str, start: Start, facts: dict[str, Any]) -> Match:
    """In a worker: the match as it stands, without its past."""
    match = _first(title, start.scenario, start.position).copy()
    match.resume(state(match, facts), [])
    return match


@cache
def _first(title: str, scenario: str, position: str) -> Match:
    """A match on the right map with the right counters; its state is replaced."""
    return library.begin(title, Start(scenario, {}, position))
