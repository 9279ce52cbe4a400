"""The faults that a replay finds: a record, or a message of the host, that contradicts it."""

from __future__ import annotations

COMMITMENT_MISMATCH = "the commitment does not open: something hidden was changed afterwards"
"""The fault of a message that fits no moment of the game."""


class VerificationFault(Exception):  # noqa: N818 - reported as a result, not as an error
    """Raised when a revealed record or a received message contradicts the replay."""
