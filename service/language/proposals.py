"""What is proposed at a cursor, by how well it fits."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from bombsight.dsl.source import Span

VALUE_RANK, FITTING_RANK, OTHER_RANK, FARTHER_RANK, WORD_RANK = range(5)
"""Ranks: a value of the type that is needed, what has that type, other names, names of other values, words."""


@frozen
class Proposal:
    """Something that may be written.

    Attributes:
        label: What is shown.
        kind: What it is, by the names that the Language Server Protocol has for kinds: ``EnumMember``, ``Keyword``.
        detail: Its type, its title, what it is a value of; may be empty.
        text: What is written.
        span: What that replaces: the word begun before the cursor.
    """

    label: str
    kind: str
    detail: str
    text: str
    span: Span


@frozen
class RankedProposal:
    """A proposal before it has its place.

    Attributes:
        rank: How well it fits: the lowest fits best.
        label: What is written.
        kind: What it is.
        detail: More of it.
    """

    rank: int
    label: str
    kind: str
    detail: str = ""


def order_proposals(ranked: Iterable[RankedProposal], span: Span) -> tuple[Proposal, ...]:
    """Offers in the order in which they fit, each text once.

    Args:
        ranked: The offers.
        span: What they replace.
    """
    best: dict[str, RankedProposal] = {}
    for offer in sorted(ranked, key=lambda offer: offer.rank):
        best.setdefault(offer.label, offer)
    return tuple(Proposal(each.label, each.kind, each.detail, each.label, span) for each in best.values())
