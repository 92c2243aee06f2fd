"""Panzer Keil: shell the weak point, mass there, break it; the Soviet holds, then throws back.

Everything is reckoned in German points: what the German gains the Soviet loses. Each room holds
what one decision needs: `guns` the support attacks, `marches` both movement phases, `battles` the
combat phase, `answers` what is asked in the midst of one. `plan` says who attacks what this turn
and puts it together by `assault`; all stand on `ground`, and `weights` are in one table.
"""

from collections.abc import Iterator

from kursk.bots.advice.panzer_keil.answers import Answers
from kursk.bots.advice.panzer_keil.guns import Guns
from kursk.bots.advice.panzer_keil.marches import Marches
from kursk.bots.greedy import Scores


class Advice(Guns, Marches, Answers):
    def options(self) -> Iterator[Scores]:
        match self.view.phase:
            case "Support attacks":
                yield self.shelling()
                yield {"end": 0.0}
            case "Movement" | "Mechanized movement":
                yield from self.moves()
            case "Combat" if self.seat.why_not("end") is None:
                yield self.attacks()
                yield {"end": 0.0}
            case "Advance after combat":
                yield self.scored(self.seat.orders())
                yield {"end": 0.0}
            case _:
                yield self.scored(self.seat.orders())

    def score(self, order: str) -> float:
        match order.split():
            case ["resolve", "all"] | ["end"]:
                return 0.0
            case ["resolve" | "swap", *_]:
                return -1.0
            case ["air" | "pass"]:
                return self.flight(order)
            case ["lose", ids] if self.view.phase == "Exchange":
                return self.exchange(ids.split(","))
            case ["lose" | "remove", ids]:
                return -sum(self.pieces[id].loss for id in ids.split(","))
            case ["retreat", ids, *names]:
                return self.retreat(ids.split(","), [self.grid.find(name) for name in names])
            case ["advance", ids, *names]:
                way = [self.grid.find(name) for name in names]
                gains = [self.gain(self.pieces[id], way) for id in ids.split(",")]
                return sum(gains) + self.weights["ground"]
        return 0.0
