"""Completion proposals and their ranking."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from bombsight.dsl.source import Span

VALUE_RANK, FITTING_RANK, OTHER_RANK, FARTHER_RANK, WORD_RANK = range(5)
"""Ranks: values of the expected type, names of that type, other names, values of other enums, keywords."""


@frozen
class Proposal:
    """A completion proposal.

    Attributes:
        label: The text shown.
        kind: A name of the Language Server Protocol's ``CompletionItemKind``, such as ``EnumMember`` or ``Keyword``.
        detail: Its type, its title, or its enum; may be empty.
        text: The text inserted.
        span: The text replaced: the part of the word before the cursor.
    """

    label: str
    kind: str
    detail: str
    text: str
    span: Span


@frozen
class RankedProposal:
    """A proposal before sorting.

    Attributes:
        rank: Its rank: the lowest fits best.
        label: The text inserted.
        kind: Its kind, as in :class:`Proposal`.
        detail: Its type, its title, or its enum.
    """

    rank: int
    label: str
    kind: str
    detail: str = ""


def order_proposals(ranked: Iterable[RankedProposal], span: Span) -> tuple[Proposal, ...]:
    """Sort proposals by rank, drop duplicate texts, and give each the span that it replaces."""
    best: dict[str, RankedProposal] = {}
    for offer in sorted(ranked, key=lambda offer: offer.rank):
        best.setdefault(offer.label, offer)
    return tuple(Proposal(each.label, each.kind, each.detail, each.label, span) for each in best.values())
