"""The commitment scheme (commit and reveal): secrets are hashed when they are set, and verified when revealed.

The arbiter first commits to a secret key, and then, by keyed hashes, to the whole journal and to each answer. Each
guest commits to a hash chain of shares: each share is the hash of the one that is opened after it, so the holder of one
can verify the next at once, and knows none that is still to come.
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
"""The size in bytes of a secret key, and of a share of the dice."""

SEED_BITS = 53
"""The number of bits of a table's dice seed: any program reads a number of that size exactly."""

MAX_MOVE = 2**16
"""The number of the last move for which a chain has a share; share 0 is that of the beginning."""

SHARE_PATTERN = re.compile(r"[0-9a-f]{64}", re.ASCII)
"""The only notation of a share or an anchor, so that nobody can choose between several."""


def generate_secret() -> str:
    """Generate random hexadecimal digits: a secret key, or the root of a hash chain."""
    return secrets.token_hex(SECRET_BYTES)


@lru_cache(maxsize=8)
def expand_chain(root: str) -> bytes:
    """Compute all shares (links) of the hash chain with a secret root, concatenated from the first to the root."""
    shares = [bytes.fromhex(root)]
    for _ in range(MAX_MOVE):
        shares.append(sha256(shares[-1]).digest())
    return b"".join(reversed(shares))


def share_of(root: str, move: int) -> str:
    """Compute a player's share of the dice seed for a move, a link of the hash chain from ``root``; move 0 begins.

    Raises:
        InputError: The chain has no share for that move.
    """
    if not 0 <= move <= MAX_MOVE:
        raise InputError(f"a table has dice for {MAX_MOVE:,} moves, and this would be move {move:,}")
    return expand_chain(root)[SECRET_BYTES * move : SECRET_BYTES * (move + 1)].hex()


def anchor_of(root: str) -> str:
    """Compute the commitment to a hash chain, its anchor: the hash of its first share."""
    return previous_share(share_of(root, 0))


def previous_share(share: str) -> str:
    """Compute the share (chain link) that is revealed before this one, by hashing; before the first, the anchor."""
    return sha256(bytes.fromhex(share)).hexdigest()


def is_share(text: str) -> bool:
    """Whether a text has the notation of a share (of the dice seed) or an anchor: the right number of hex digits."""
    return SHARE_PATTERN.fullmatch(text) is not None


def check_share(_: object, attribute: Attribute[str], text: str) -> None:
    """Validator of an attribute: raise unless it has the notation of a share (of the dice seed) or an anchor.

    Raises:
        ValueError: It has not.
    """
    if not is_share(text):
        raise ValueError(f"{attribute.name}: not {2 * SECRET_BYTES} hexadecimal digits")


def check_share_or_empty(instance: object, attribute: Attribute[str], text: str) -> None:
    """Validator of an attribute: raise unless it is empty, or a share (of the dice seed) or anchor by its notation.

    Raises:
        ValueError: It is none of these.
    """
    if text:
        check_share(instance, attribute, text)


def check_share_values(_: object, attribute: Attribute[Mapping[str, str]], shares: Mapping[str, str]) -> None:
    """Validator of a mapping: raise unless all values have the notation of a share (of the dice seed) or anchor.

    Raises:
        ValueError: One has not.
    """
    if not all(map(is_share, shares.values())):
        raise ValueError(f"{attribute.name}: not {2 * SECRET_BYTES} hexadecimal digits each")


def preceding_shares(share: str, count: int) -> list[str]:
    """Return a share and the ``count`` links before it in its hash chain, earliest first, perhaps from the anchor."""
    shares = [share]
    for _ in range(count):
        shares.append(previous_share(shares[-1]))
    return shares[::-1]


def derive_undo_seed(seed: int, undo_count: int) -> int:
    """Derive the dice seed behind the answer that is given anew after an undo, at a table whose seed somebody named.

    Args:
        seed: The named seed.
        undo_count: How many undos there were, with this one.
    """
    digest = sha256(f"bombsight undo {seed} {undo_count}".encode()).hexdigest()
    return int(digest, 16) >> 256 - SEED_BITS


@frozen
class Secret:
    """The arbiter's secret key, revealed when the game is over.

    Attributes:
        key: Random hexadecimal digits.
    """

    key: str

    @classmethod
    def generate(cls) -> Secret:
        """Generate a new random secret."""
        return cls(generate_secret())

    @property
    def seal(self) -> str:
        """The commitment (hash) of the secret, sent before anything else so that it cannot change."""
        return sha256(f"bombsight table {self.key}".encode()).hexdigest()

    def commit_story(self, number: int, story: str) -> str:
        """Compute the commitment to ``story``, the hash of the journal after a number of answers."""
        return self._keyed_hash(f"story {number} {story}")

    def commit_answer(self, move: int, seat: str, number: int, names: Sequence[str], *, together: bool) -> str:
        """Compute the commitment to an answer, sent before any seat reveals its share of the dice seed behind it.

        Args:
            move: The number of the move that the answer makes.
            seat: The seat that answers.
            number: The number of the question.
            names: The names of the answers.
            together: Whether the answers are to a group of questions.
        """
        payload = json.dumps([number, *names], ensure_ascii=False, separators=(",", ":"))
        return self._keyed_hash(f"{'answers' if together else 'answer'} {move} {seat} {payload}")

    def derive_move_seed(self, move: int, shares: Mapping[str, str]) -> int:
        """Derive the dice seed behind a move from all seats' shares, so that nobody could choose it.

        Args:
            move: The number of the move; 0 for the beginning.
            shares: The shares of this move, by the name of the seat.
        """
        return self._derive_seed(f"dice {move} {render_shares(shares)}".rstrip())

    def derive_table_seed(self, shares: Mapping[str, str]) -> int:
        """Derive one dice seed for a whole game from the guests' shares, as in protocol 1."""
        return self._derive_seed(f"dice {render_shares(shares)}")

    def _derive_seed(self, text: str) -> int:
        """Derive a dice seed from the keyed hash of a text."""
        return int(self._keyed_hash(text), 16) >> 256 - SEED_BITS

    def _keyed_hash(self, text: str) -> str:
        """Compute the HMAC-SHA-256 of a text with the secret key, in hexadecimal."""
        return hmac.new(self.key.encode(), text.encode(), sha256).hexdigest()


def render_shares(shares: Mapping[str, str]) -> str:
    """Serialize shares by seat as text, the input of the hash from which a seed is derived."""
    return " ".join(f"{seat}={share}" for seat, share in sorted(shares.items()))
