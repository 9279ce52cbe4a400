"""The replies to typed input on the whole screen."""

from __future__ import annotations

from attrs import frozen
from rich.text import Text


@frozen
class LinesReply:
    """The reply to an executed command: lines to show; the game may have changed."""

    lines: tuple[Text, ...] = ()


@frozen
class RefusedReply:
    """The reply to invalid input: the reason why it is invalid."""

    problem: str


@frozen
class GraveAnswerReply:
    """The reply to an irreversible answer, which the player must confirm first."""

    title: str
    name: str


Reply = LinesReply | RefusedReply | GraveAnswerReply
"""The result of a command on the full screen."""
