"""Commitments: what is secret is sealed when it is set, and can be checked once the secret is told.

Each number of answers has one commitment. It is a keyed hash of the journal's hash at that moment, which is a hash of
all that had happened: hidden or not, nobody can change any of it afterwards and have the commitment open. And it tells
nothing of what is hidden, not even how much.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from hashlib import sha256

from attrs import frozen

SIZE = 32
"""Bytes of a secret, and of what each at the table gives to the dice."""

SEED_BITS = 53
"""Of the seed that a table's dice have: any program reads a number of so many bits exactly."""


def new_share() -> str:
    """What somebody at the table gives to the dice: hexadecimal digits by chance."""
    return secrets.token_hex(SIZE)


@frozen
class Secret:
    """What the arbiter keeps to himself until the game is over.

    Attributes:
        key: Digits by chance.
    """

    key: str

    @classmethod
    def new(cls) -> Secret:
        """One that nobody else knows."""
        return cls(new_share())

    @property
    def seal(self) -> str:
        """The commitment to the secret itself, told before anything else: so there can be no other later."""
        return sha256(f"bombsight table {self.key}".encode()).hexdigest()

    def committed(self, number: int, story: str) -> str:
        """The commitment to all that had happened when so many questions were answered.

        Args:
            number: How many answers there were.
            story: The journal's hash.
        """
        return self._keyed(f"story {number} {story}")

    def seed(self, shares: Mapping[str, str]) -> int:
        """The seed of the dice: nobody could choose it, for each gave his share before he knew another's.

        Args:
            shares: By the name of the seat.
        """
        given = " ".join(f"{seat}={share}" for seat, share in sorted(shares.items()))
        return int(self._keyed(f"dice {given}"), 16) >> 256 - SEED_BITS

    def _keyed(self, text: str) -> str:
        return hmac.new(self.key.encode(), text.encode(), sha256).hexdigest()
