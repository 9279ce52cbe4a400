"""Commitments: what is secret is sealed when it is set, and can be checked once the secret is told.

The arbiter commits himself to a secret key before anything else, and by keyed hashes to all that has happened and to
each answer. Who joins commits himself to a chain of shares: each is the hash of the one that is opened after it, so who
has one can check the next at once, and knows none that is still to come.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

from attrs import Attribute, frozen

from bombsight.boundary.errors import InputError

SECRET_BYTES = 32
"""Bytes of a secret, and of a share of the dice."""

SEED_BITS = 53
"""Of the seed that a table's dice have: any program reads a number of so many bits exactly."""

MAX_MOVE = 2**16
"""The number of the last move for which a chain has a share; the first share, of the beginning, has number 0."""

SHARE_PATTERN = re.compile(r"[0-9a-f]{64}", re.ASCII)
"""A share or an anchor: one way to write it, so that nobody can choose between several."""


def generate_secret() -> str:
    """Hexadecimal digits by chance: a key, or the root of a chain."""
    return secrets.token_hex(SECRET_BYTES)


@lru_cache(maxsize=8)
def expand_chain(root: str) -> bytes:
    """The shares of a chain behind one another, the first one first, the root last.

    Args:
        root: Its secret beginning, from which all other shares follow.
    """
    shares = [bytes.fromhex(root)]
    for _ in range(MAX_MOVE):
        shares.append(sha256(shares[-1]).digest())
    return b"".join(reversed(shares))


def share_of(root: str, move: int) -> str:
    """The share of a chain for a move, 0 for the beginning.

    Raises:
        InputError: The chain has no share for it.
    """
    if not 0 <= move <= MAX_MOVE:
        raise InputError(f"a table has dice for {MAX_MOVE:,} moves, and this would be move {move:,}")
    return expand_chain(root)[SECRET_BYTES * move : SECRET_BYTES * (move + 1)].hex()


def anchor_of(root: str) -> str:
    """The commitment to a chain: the hash of its first share."""
    return previous_share(share_of(root, 0))


def previous_share(share: str) -> str:
    """The share that is opened before this one; before the first, the anchor."""
    return sha256(bytes.fromhex(share)).hexdigest()


def is_share(text: str) -> bool:
    """Whether a text is written as shares and anchors are."""
    return SHARE_PATTERN.fullmatch(text) is not None


def check_share(_: object, attribute: Attribute[str], text: str) -> None:
    """A validator: a text is written as shares and anchors are.

    Raises:
        ValueError: It is not.
    """
    if not is_share(text):
        raise ValueError(f"{attribute.name}: not {2 * SECRET_BYTES} hexadecimal digits")


def check_share_or_empty(instance: object, attribute: Attribute[str], text: str) -> None:
    """A validator: the same, but the text may be empty where nothing is committed to or opened.

    Raises:
        ValueError: It is neither.
    """
    if text:
        check_share(instance, attribute, text)


def check_share_values(_: object, attribute: Attribute[Mapping[str, str]], shares: Mapping[str, str]) -> None:
    """A validator: what seats are mapped to is written as shares and anchors are.

    Raises:
        ValueError: It is not.
    """
    if not all(map(is_share, shares.values())):
        raise ValueError(f"{attribute.name}: not {2 * SECRET_BYTES} hexadecimal digits each")


def preceding_shares(share: str, count: int) -> list[str]:
    """A share and so many that were opened before it, the first one first; the anchor is one of them at last."""
    shares = [share]
    for _ in range(count):
        shares.append(previous_share(shares[-1]))
    return shares[::-1]


@frozen
class Secret:
    """What the arbiter keeps to himself until the game is over.

    Attributes:
        key: Digits by chance.
    """

    key: str

    @classmethod
    def generate(cls) -> Secret:
        """One that nobody else knows."""
        return cls(generate_secret())

    @property
    def seal(self) -> str:
        """The commitment to the secret itself, told before anything else: so there can be no other later."""
        return sha256(f"bombsight table {self.key}".encode()).hexdigest()

    def commit_story(self, number: int, story: str) -> str:
        """The commitment to all that had happened when so many questions were answered.

        Args:
            number: How many answers there were.
            story: The journal's hash.
        """
        return self._keyed_hash(f"story {number} {story}")

    def commit_answer(self, move: int, seat: str, number: int, names: Sequence[str], *, together: bool) -> str:
        """The commitment to an answer, told before anybody opens his share of the dice behind it.

        Args:
            move: Which move the answer makes.
            seat: Who answers.
            number: The question's.
            names: The names of the answers.
            together: Whether they answer questions that are put as one.
        """
        payload = json.dumps([number, *names], ensure_ascii=False, separators=(",", ":"))
        return self._keyed_hash(f"{'answers' if together else 'answer'} {move} {seat} {payload}")

    def derive_move_seed(self, move: int, shares: Mapping[str, str]) -> int:
        """The seed of the dice behind a move: nobody could choose it, for each committed himself to his share before.

        Args:
            move: Its number; 0 for the beginning.
            shares: Those for this move, by the name of the seat.
        """
        return self._derive_seed(f"dice {move} {render_shares(shares)}".rstrip())

    def derive_table_seed(self, shares: Mapping[str, str]) -> int:
        """The seed of all dice at a table of protocol 1, of what each guest gave to it at the beginning."""
        return self._derive_seed(f"dice {render_shares(shares)}")

    def _derive_seed(self, text: str) -> int:
        return int(self._keyed_hash(text), 16) >> 256 - SEED_BITS

    def _keyed_hash(self, text: str) -> str:
        return hmac.new(self.key.encode(), text.encode(), sha256).hexdigest()


def render_shares(shares: Mapping[str, str]) -> str:
    """Shares as they stand in what a seed is made of."""
    return " ".join(f"{seat}={share}" for seat, share in sorted(shares.items()))
