"""What commitments, shares and seeds are to the bit, as docs/two-players.md and docs/dice.md have it."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.service.seats.protocol.commitments import (
    MAX_MOVE,
    Secret,
    anchor_of,
    generate_secret,
    is_share,
    preceding_shares,
    previous_share,
    share_of,
)
from tests.service.seats.table import COVE

ROOT = COVE.parents[3]
ZEROS = "00" * 32
KEY = Secret("ab" * 32)
FIRST = "fbaa67c8721dae798fc3251941eed2828f34d932348152c8bae68c703814b6fe"
SECOND = "c0ac6c9c4856626d4f0f0998fb6c9ef48355abf26dbd183893beaddc4469c058"


def test_vectors_of_the_docs():
    told = (ROOT / "docs" / "two-players.md").read_text() + (ROOT / "docs" / "dice.md").read_text()
    found = [
        share_of(ZEROS, 0),
        share_of(ZEROS, 1),
        anchor_of(ZEROS),
        KEY.seal,
        KEY.commit_answer(1, "south", 4, ("at_east",), together=False),
        KEY.commit_answer(2, "south", 7, ("a", "b"), together=True),
        str(KEY.derive_move_seed(0, {"north": FIRST})),
        str(KEY.derive_move_seed(1, {"north": SECOND, "east": "12" * 32})),
    ]
    assert found[:2] == [FIRST, SECOND]
    assert [each for each in found if each not in told] == []


def test_a_chain_goes_back_to_its_anchor_and_ends_at_its_root():
    root = generate_secret()
    assert share_of(root, MAX_MOVE) == root
    assert previous_share(share_of(root, 0)) == anchor_of(root)
    assert previous_share(share_of(root, 7)) == share_of(root, 6)
    assert preceding_shares(share_of(root, 3), 4) == [anchor_of(root), *(share_of(root, move) for move in range(4))]
    assert sha256(bytes.fromhex(share_of(root, 1))).hexdigest() == share_of(root, 0)
    for move in (-1, MAX_MOVE + 1):
        with pytest.raises(InputError, match="this would be move"):
            share_of(root, move)


def test_a_share_is_written_in_one_way():
    """Else who opens it could choose between several, and with them between seeds."""
    share = share_of(ZEROS, 0)
    assert is_share(share)
    assert not any(map(is_share, (share.upper(), share[:-1], f"{share}0", f"{share}\n", "", "é" * 64, "0" * 63 + "٣")))


@given(st.dictionaries(st.sampled_from(["a", "b", "c"]), st.sampled_from([FIRST, SECOND])), st.integers(0, 9))
def test_seeds_rest_on_each_share_and_on_the_move_and_not_on_the_order(shares, move):
    seed = KEY.derive_move_seed(move, shares)
    assert 0 <= seed < 2**53
    assert seed == KEY.derive_move_seed(move, dict(reversed(shares.items())))
    assert seed != KEY.derive_move_seed(move + 1, shares)
    for seat, share in shares.items():
        assert seed != KEY.derive_move_seed(move, {**shares, seat: previous_share(share)})
        assert seed != KEY.derive_move_seed(move, {name: each for name, each in shares.items() if name != seat})
