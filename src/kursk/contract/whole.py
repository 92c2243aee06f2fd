"""The contract on whole games, from the first order to the last."""

import re
from collections.abc import Iterator

from kursk import library
from kursk.contract.wander import Moment, Played
from kursk.core import record
from kursk.core.flow import DICE
from kursk.core.match import REMEMBERED, Match
from kursk.core.view import View

Game = tuple[Moment, ...]  # the moments of a game by chance, from its start


def ends(game: Played) -> Iterator[str]:
    """No dead end, no runaway, no bad position; and the record alone tells it all."""
    if game.trouble:
        raise game.trouble
    last = game.last
    if not (last.match.over and last.match.result):
        yield last.fault("the game is over, but has no result")
    text = record.write(last.match)
    again = library.load(text)
    if again.log != last.match.log or record.write(again) != text:
        yield last.fault("the record replays otherwise")


def repeats(game: Game) -> Iterator[str]:
    """The orders alone lead through the same positions."""
    again = library.begin(game[0].match.game.title, game[0].match.start)
    for moment in game:
        if again.g.fingerprint() != moment.fingerprint:
            yield moment.fault("the same orders led to another position")
            return
        if moment.order:
            again.play(moment.order)


def copies(game: Game) -> Iterator[str]:
    """A copy shares nothing, and the same order has the same outcome in it."""
    for moment, after in zip(game, game[1:], strict=False):
        match = moment.match
        told = match.log[:]
        twin = match.copy()
        twin.play(moment.order)
        if (match.g.fingerprint(), match.log) != (moment.fingerprint, told):
            yield moment.fault(
                "played on a copy it changed the original; does copy() miss a field?"
            )
            return
        if twin.g.fingerprint() != after.fingerprint:
            yield moment.fault("one order, two outcomes")
            return


def undo(game: Game) -> Iterator[str]:
    """Orders are taken back to the last die, discovery or decision of the other side."""
    learned = [moment.match.g.learned for moment in game]
    forced = [moment.match.forced is not None for moment in game]
    for number, moment in enumerate(game):
        match, back = moment.match, 0
        for n in range(number, 0, -1):
            actor, discovered = match.log[n - 1].actor, learned[n] != learned[n - 1]
            if actor == DICE or actor != match.log[-1].actor or discovered:
                break
            back += 1
        back = min(back, REMEMBERED)
        while back and forced[number - back]:
            back -= 1
        if match.undoable != back:
            yield moment.fault(f"{match.undoable} orders can be taken back, not {back}")
        if back:
            twin = match.copy()
            twin.undo()
            if twin.g.fingerprint() != game[number - 1].fingerprint:
                yield moment.fault("an order taken back leaves something behind")


def news(game: Game) -> Iterator[str]:
    """News name no counter, by id or by name, that their hearer cannot see."""
    match = game[0].match
    known = {side: _shown(match.view(side)) for side in match.game.sides}
    for before, moment in zip(game, game[1:], strict=False):
        match = moment.match.copy()
        match.log = match.log[-1:]  # the rest has been told
        for side in match.game.sides:
            now = _shown(match.view(side))
            ((_, actor, order, told),) = match.told(side)
            text = " ".join([order if actor != side else "", *(each.says for each in told)])
            if named := _covered(match, now | known[side], text):
                yield before.fault(f"{side} hears of {named}, which it cannot see: {text}")
            known[side] = now


def _shown(view: View) -> set[str]:
    return {seen.unit for pile in (*view.stacks.values(), *view.boxes.values()) for seen in pile}


def _covered(match: Match, seen: set[str], text: str) -> str:
    """A counter in play that a text names though it is not among those seen.

    Names of counters that are seen are no secret, though another may be called alike; and a
    bare number of one or two digits may be many things.
    """
    g = match.g
    known, hidden = [], []
    for unit, counter in enumerate(g.roster):
        if counter.id in seen:
            known += [counter.id, counter.name]
        elif g.at[unit] >= 0 or g.box[unit]:
            hidden += [counter.id, counter.name]
    if not hidden:
        return ""
    text = _without(text, known)
    told = (name for name in hidden if not re.fullmatch(r"\d{1,2}", name) and _names(name, text))
    return next(told, "")


def _without(text: str, names: list[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        if name in text:
            text = re.sub(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])", "…", text)
    return text


def _names(name: str, text: str) -> bool:
    name = name.lower()
    if name not in text.lower():
        return False
    return bool(re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])", text.lower()))


CLAUSES = (repeats, copies, undo, news)
