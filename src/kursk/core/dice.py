"""Dice that nobody can load and everybody can check.

Each roll follows from a secret and the roll's place in the log. The hash of the secret is
published when the game starts and the secret when it ends, so a roll can be neither chosen
nor tried again, and anybody can compute them all afterwards.
"""

import hmac
from hashlib import sha256


class Dice:
    """The dice of a match: `secret` is told at its end, `hash` at its start."""

    def __init__(self, secret: str) -> None:
        self.secret = secret = " ".join(secret.split())  # as a line of the record tells it
        self.hash = sha256(secret.encode()).hexdigest()

    def roll(self, place: int) -> int:
        """The face that comes up at this place of the log."""
        tries = 0
        while True:
            message = f"{place}.{tries}".encode()
            byte = hmac.new(self.secret.encode(), message, sha256).digest()[0]
            if byte < 252:  # the largest multiple of six, so that all faces are equally likely
                return byte % 6 + 1
            tries += 1
