"""Somebody at the page, who finds things by their names: with a mouse, with keys, with fingers.

What a player sees marked on the map (who can act, where to) is read from the server with the
page's own cookie; everything that is done is done to the page.
"""

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

from playwright.sync_api import Locator, Page, expect

Point = tuple[float, float]


def bounded(value: float, most: float) -> float:
    return max(-most, min(most, value))


SOON = 15_000  # milliseconds in which what was pressed should answer


class Player:
    """What all of them do; each kind of hand has its own `push` (a button) and `press` (a hex)."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.map = page.get_by_role("application")
        self.prompt = page.get_by_role("region", name="What to do now")
        self.way = page.get_by_role("region", name="The way")
        self.attack = page.get_by_role("region", name="The attack")
        self.why = page.get_by_role("region", name="Why not")
        self.kinds = page.get_by_role("group", name="Kind of movement")
        self.digest = page.get_by_role("region", name="Their turn")
        self.curtain = page.get_by_role("dialog", name=re.compile("decides$"))

    # -- hands -----------------------------------------------------------------------------

    def push(self, button: Locator) -> None:
        raise NotImplementedError

    def press(self, hex: str) -> None:
        raise NotImplementedError

    def button(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        exact = isinstance(name, str)
        self.push((within or self.page).get_by_role("button", name=name, exact=exact))

    # -- sitting down ----------------------------------------------------------------------

    def begin(self, game: str, scenario: str = "", **seats: str) -> None:
        """From the shelf: a game, perhaps a scenario, perhaps who sits where."""
        self.page.goto("/")
        self.button(re.compile(f"^Play {game}( anew)?$"))
        form = self.page.get_by_role("dialog", name=game)
        if scenario:
            self.pick(form.get_by_role("radio", name=re.compile(f"^{scenario} ")))
        if seats:
            mine = [side for side, who in seats.items() if who == "You"]
            others = set(seats.values()) - {"You"}
            both = others == {"A friend here"}
            self.pick(form.get_by_role("radio", name=re.compile(f"^{'Both' if both else mine[0]}")))
            if not both:
                bot = others.pop().split()[0]
                self.pick(form.get_by_role("radio", name=re.compile(f"^{bot}")))
        self.button("Begin", form)
        self.sits_down()

    def open_file(self, text: str, **seats: str) -> None:
        """A record or a position, pasted."""
        self.page.goto("/")
        self.button("Open a file")
        form = self.page.get_by_role("dialog", name="Open a record or a position")
        form.get_by_role("textbox", name="Or paste it").fill(text)
        for side, who in seats.items():
            seat = form.get_by_role("group", name=side, exact=True)
            self.pick(seat.get_by_role("radio", name=who, exact=True))
        self.button("Open", form)
        self.sits_down()

    def sits_down(self) -> None:
        expect(self.map).to_have_attribute("aria-busy", "false")

    def pick(self, radio: Locator) -> None:
        """A choice among several: its label is pressed, since the circle may not be drawn."""
        self.push(radio.locator("xpath=ancestor::label"))

    # -- what is seen ----------------------------------------------------------------------

    @property
    def match(self) -> str:
        return self.page.url.partition("#/play/")[2].partition("/")[0]

    def asks(self, what: str = "", **query: str) -> Any:
        answer = self.page.request.get(f"/api/matches/{self.match}{what}", params={**query})
        assert answer.ok, answer.text()
        return answer.json()

    @property
    def actor(self) -> str:
        """The side that decides; "" when the game is over."""
        return str(self.asks()["view"]["actor"])

    @property
    def scene(self) -> dict[str, Any]:
        """The present, for the side at this screen that decides, or any that sits here."""
        scene: dict[str, Any] = self.asks()
        mine: list[str] = scene["sides"]
        side = scene["view"]["actor"] if scene["view"]["actor"] in mine else mine[0]
        found: dict[str, Any] = self.asks(side=side)
        return found

    @cached_property
    def hexes(self) -> dict[str, Any]:
        answer = self.page.request.get(f"/api/games/{self.asks()['game']}/hexes")
        found: dict[str, Any] = answer.json()
        return found

    @cached_property
    def units(self) -> dict[str, Any]:
        answer = self.page.request.get(f"/api/games/{self.asks()['game']}/counters")
        found: dict[str, Any] = answer.json()
        return found

    @cached_property
    def words(self) -> dict[str, str]:
        """How the game names its orders."""
        games = self.page.request.get("/api/games").json()
        game = next(game for game in games if game["title"] == self.asks()["game"])
        found: dict[str, str] = game["card"]["words"]
        return found

    def called(self, unit: str) -> str:
        return str(self.units[unit]["name"])

    def hex_of(self, unit: str) -> str:
        stacks: dict[str, list[dict[str, Any]]] = self.scene["view"]["stacks"]
        return next(hex for hex, pile in stacks.items() if unit in [x.get("unit") for x in pile])

    def offered(self, about: str = "") -> list[str]:
        """The orders that the page shows as open, of one unit or hex, or all of a short menu."""
        scene = self.scene
        if scene["choices"]:
            words = [(order, re.split("[ ,]", order)) for order in scene["choices"]]
            return [order for order, parts in words if not about or about in parts]
        if not about:
            return list(scene["words"])
        found: list[str] = self.asks("/orders", side=scene["side"], about=about)
        return found

    def where(self, hex: str) -> Point:
        """Where a hex lies on the screen."""
        sheet = self.map.locator("> div").first.bounding_box()
        assert sheet
        scale = sheet["width"] / self.hexes["width"]
        place = self.hexes["hexes"][hex]
        return sheet["x"] + scale * place["x"], sheet["y"] + scale * place["y"]

    def resting(self, hex: str) -> Point:
        """Where a hex lies when the map has come to rest."""
        before, now = (0.0, 0.0), self.where(hex)
        while before != now:
            self.page.wait_for_timeout(50)
            before, now = now, self.where(hex)
        return now

    def open_to_the_hand(self, point: Point) -> bool:
        """Is the map itself what a hand would touch there?"""
        touched = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('[role=application]')"
        floating = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('.floating')"
        return bool(self.page.evaluate(touched, point)) and not self.page.evaluate(floating, point)

    def reach(self, hex: str) -> Point:
        """Bring a hex to where it can be touched, by dragging the map."""
        for _ in range(12):
            point = self.resting(hex)
            if self.open_to_the_hand(point):
                return point
            self.drag_towards(point)
        raise AssertionError(f"{hex} cannot be brought into view")

    def drag_towards(self, point: Point) -> None:
        raise NotImplementedError

    def heart(self) -> Point:
        """A spot of the map with nothing over it."""
        box = self.map.bounding_box()
        assert box
        for part in (0.45, 0.35, 0.3, 0.55, 0.25, 0.6):
            for across in (0.5, 0.4, 0.6, 0.3):
                point = (box["x"] + across * box["width"], box["y"] + part * box["height"])
                if self.open_to_the_hand(point):
                    return point
        raise AssertionError("the map is covered all over")

    # -- giving orders ---------------------------------------------------------------------

    def settled(self, before: int) -> None:
        """Wait until an order has been taken, and the page shows what came of it."""
        self.comes_true(lambda: self.asks()["seq"] > before)

    def up_to_date(self) -> bool:
        """Does the page show the present, and wait for no answer?"""
        now = self.scene
        seen = f"[data-seq='{now['seq']}'][data-side='{now['side']}'][aria-busy=false]"
        return self.page.locator(seen).count() > 0

    def comes_true(self, fact: Callable[[], bool]) -> None:
        """Wait for a fact, and for the page to show the present."""
        for _ in range(600):
            if fact() and self.up_to_date():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"in vain: {self.prompt.inner_text()}")

    def do(self, order: str) -> None:
        """Give an order the way a player would, by pressing things."""
        self.reads()
        before = self.asks()["seq"]
        verb, *rest = order.split(" ")
        if not rest:
            self.settle(verb)
        elif "with" in rest:
            self.strike(rest[0], rest[2].split(","))
        elif rest[-1] in self.hexes["hexes"] and not self.choice(order):
            self.send(rest[0].split(","), rest[-1], verb)
        else:
            self.push(self.answer(order))
        self.settled(before)

    def settle(self, word: str) -> None:
        """A word that ends or settles something."""
        if self.choice(word):
            self.push(self.answer(word))
            return
        if word == "end":
            before = self.asks()["seq"]
            self.button(re.compile("^End "), self.prompt)
            self.confirms(before)
            return
        told = str(self.words.get(word, word.capitalize())).split(":")[0]
        self.push(self.page.get_by_role("button", name=told, exact=True).last)

    def confirms(self, before: int) -> None:
        """If units could still act, the page asks; otherwise the phase ends at once."""
        sure = self.page.get_by_role("dialog", name=re.compile("^End "))
        while not sure.count():
            if self.asks()["seq"] > before:
                return
            self.page.wait_for_timeout(50)
        self.button("End it", sure)

    def take(self, unit: str) -> None:
        """Take a unit up: press its hex, then it among the stack."""
        name = self.called(unit)
        hex = self.hex_of(unit)
        for _ in range(8):
            before = self.prompt.inner_text()
            if name in before:
                return
            self.press(hex)
            for _ in range(30):  # the next of the stack comes up
                self.page.wait_for_timeout(50)
                if self.prompt.inner_text() != before:
                    break
        raise AssertionError(f"{name} cannot be taken up: {self.prompt.inner_text()}")

    def send(self, units: list[str], hex: str, kind: str = "move") -> None:
        self.take(units[0])
        expect(self.prompt).to_contain_text("marked hex")
        other = self.kinds.get_by_role("button", name=re.compile(f"^{kind}\\b", re.I))
        if other.count() and other.get_attribute("aria-pressed") == "false":
            self.push(other)
        self.aim(hex)
        self.press(hex)

    def aim(self, hex: str) -> None:
        """Where the unit in hand is to go: the reachable hexes are marked first."""
        expect(self.prompt).to_contain_text("marked hex")
        self.press(hex)
        expect(self.way).to_be_visible()

    def strike(self, hex: str, units: list[str]) -> None:
        """Press the defender, then drop or add attackers until these remain."""
        self.press(hex)
        try:
            expect(self.attack).to_be_visible(timeout=SOON)
        except AssertionError:  # the map came to show something, under the hand that pressed
            self.page.keyboard.press("Escape")
            self.press(hex)
            expect(self.attack).to_be_visible()
        wanted = [self.called(unit) for unit in units]
        pressed = self.attack.get_by_role("button", pressed=True)
        names = pressed.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
        for name in {*names} - {*wanted}:  # by name: the list shrinks as it is pressed
            self.push(pressed.and_(self.page.get_by_label(name, exact=True)).first)
        for name in wanted:
            button = self.attack.get_by_role("button", name=name, exact=True).first
            if button.get_attribute("aria-pressed") == "false":
                self.push(button)
        self.button(f"Attack {hex}")

    # -- playing on ------------------------------------------------------------------------

    def waits(self) -> None:
        """Until somebody at this screen must decide, or the game is over."""
        mine = [*self.asks()["sides"], ""]
        self.comes_true(lambda: self.actor in mine)
        if self.curtain.count():
            self.lift_curtain(self.actor.capitalize())
        if self.actor:  # at the end the result is told before the digest, and covers it
            self.reads()

    def plays_on(self, until: Callable[[], bool], most: int = 100) -> None:
        """In a hurry: end what can be ended, pass, take the first of what is offered."""
        for _ in range(most):
            self.waits()
            if until():
                return
            self.do(self.least())
        raise AssertionError(f"it does not come to that: {self.scene['heading']}")

    def least(self) -> str:
        scene = self.scene
        orders = self.offered()
        for wish in ("posture engage", "done", "end", "pass", "stay", "keep", "auto"):
            if wish in orders:
                return wish
        return orders[0] if orders else self.offered(scene["able"][0])[0]

    def reads(self) -> None:
        """What the other side did is told first: it has been read."""
        if self.digest.count():
            self.button("Go on")
            expect(self.digest).to_have_count(0)

    def undo(self) -> None:
        """Take the last order back: the button says which."""
        self.button(re.compile("^Undo: "))

    # -- small choices ---------------------------------------------------------------------

    def choices(self) -> Locator:
        """The answers to a small question, in the panel."""
        return self.page.locator("section[aria-labelledby=choice-title] li button")

    def choice(self, order: str) -> bool:
        return order in self.scene["choices"] and self.choices().count() > 0

    def answer(self, order: str) -> Locator:
        """The button of an order in a small menu: they stand in the order of the menu."""
        return self.choices().nth(self.scene["choices"].index(order))

    def lift_curtain(self, side: str) -> None:
        expect(self.curtain).to_contain_text(f"{side} decides")
        self.button(f"I am {side}")
        expect(self.curtain).to_be_hidden()


class Mouse(Player):
    def push(self, button: Locator) -> None:
        button.click()

    def press(self, hex: str) -> None:
        self.page.mouse.click(*self.reach(hex))

    def drag_towards(self, point: Point) -> None:
        x, y = self.heart()
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        dx, dy = bounded(point[0] - x, 300), bounded(point[1] - y, 300)
        self.page.mouse.move(x - dx / 2, y - dy / 2)
        self.page.mouse.move(x - dx, y - dy)
        self.page.mouse.up()


class Keyboard(Player):
    """No mouse at all: Tab to a thing, Enter; on the map, G and a hex, or the arrows."""

    def key(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def has_focus(self, thing: Locator) -> bool:
        return bool(thing.evaluate("it => it.contains(document.activeElement)"))

    def tab_to(self, thing: Locator) -> None:
        thing.wait_for()
        for way in ("Tab",) * 150:
            if self.has_focus(thing):
                return
            self.key(way)
        raise AssertionError(f"Tab does not lead to {thing}")

    def push(self, button: Locator) -> None:
        self.tab_to(button)
        self.key("Enter")

    def pick(self, radio: Locator) -> None:
        """Tab to the group, then arrows, as with any radio buttons."""
        group = radio.locator("xpath=ancestor::fieldset")
        self.tab_to(group)
        for _ in range(8):
            if radio.is_checked():
                return
            self.key("ArrowDown")
        raise AssertionError(f"arrows do not lead to {radio}")

    def press(self, hex: str) -> None:
        self.go_to(hex)
        self.key("Enter")

    def go_to(self, hex: str) -> None:
        self.key("g")
        field = self.page.get_by_role("textbox", name="A hex, a place or a unit")
        expect(field).to_be_focused()
        self.page.keyboard.type(hex)
        self.key("Enter")
        expect(self.map).to_be_focused()

    def settle(self, word: str) -> None:
        if self.choice(word):
            self.key(str(1 + self.scene["choices"].index(word)))
            return
        super().settle(word)


class Fingers(Player):
    """A phone: taps, and dragging with a finger."""

    def push(self, button: Locator) -> None:
        button.tap()

    def press(self, hex: str) -> None:
        self.page.touchscreen.tap(*self.reach(hex))

    def drag_towards(self, point: Point) -> None:
        x, y = self.heart()
        dx, dy = bounded(point[0] - x, 150), bounded(point[1] - y, 150)
        hand = self.page.context.new_cdp_session(self.page)
        for kind, part in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
            spot = {"x": x - part * dx, "y": y - part * dy}
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [spot]})
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        hand.detach()
