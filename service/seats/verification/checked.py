"""The result of a verification, as a document."""

from __future__ import annotations

from attrs import frozen

from bombsight.service.common.document import Document


@frozen(kw_only=True)
class Checked(Document):
    """The result of verifying a seat's messages.

    Attributes:
        faults: The contradictions found, in words; empty if there are none.
        unknown: What cannot be verified, in words.
        turns: The number of turns that the seat received.
        answers: The number of answers of all seats.
        throws: The number of throws of dice.
        undos: What was taken back by consent, in words.
    """

    document = "checked"
    version = 4

    faults: tuple[str, ...]
    unknown: tuple[str, ...]
    turns: int
    answers: int
    throws: int
    undos: tuple[str, ...] = ()
