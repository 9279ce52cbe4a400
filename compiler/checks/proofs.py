"""Proofs: the reusable results of the checks of single items, kept from one program to its next version.

`proof_invalidation.py` decides how long they hold, `item_checks.py` makes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, frozen

from bombsight.compiler.checks.reasoning.program import OptionWitness
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.nodes import Node
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import Span, is_within


@frozen(eq=False)
class ItemProof:
    """The findings on one item, with their cost.

    Attributes:
        findings_by_check: The findings of the roll analyses, then those of each check.
        syntax: The syntax of the item, with that of shared modifiers.
        cost: The cost of the proof.
        cost_limit: The limit that the proof exceeded; 0 if it was completed.
    """

    item: Node
    findings_by_check: tuple[tuple[Diagnostic, ...], ...]
    syntax: tuple[ast.Item, ...]
    cost: int = 0
    cost_limit: int = 0

    def is_valid_for_limit(self, limit: int) -> bool:
        """Whether the checks would give the same findings under this cost limit."""
        return self.cost_limit == limit if self.cost_limit else self.cost <= limit

    @property
    def findings(self) -> Iterator[Diagnostic]:
        """All findings on the item."""
        return (finding for found in self.findings_by_check for finding in found)

    def is_valid_for(self, item: Node) -> bool:
        """Whether the findings hold for this item, and their source positions are still correct."""
        if next(self.findings, None) is None:
            return is_same_item(self.item, item)
        places = (label.span for finding in self.findings for label in finding.labels)
        return self.item is item and all(is_within(place, item.span) for place in places)

    def relocate(self, syntax: tuple[ast.Item, ...]) -> ItemProof | None:
        """Move the findings to an item with the same text at another position, even with other inputs; else None.

        Labels at other places and fixes are dropped, since they are no longer certain.

        Returns:
            None if the text has changed, or a finding is outside of the item.
        """
        if self.syntax != syntax:
            return None
        found: list[tuple[Diagnostic, ...]] = []
        for diagnostics in self.findings_by_check:
            there = [(finding, relocate_span(finding.span, self.syntax, syntax)) for finding in diagnostics]
            here = [evolve(finding.without_places, span=place) for finding, place in there if place is not None]
            if len(here) < len(diagnostics):
                return None
            found.append(tuple(here))
        return evolve(self, findings_by_check=tuple(found), syntax=syntax)


def relocate_span(span: Span, old: Iterable[ast.Item], new: Iterable[ast.Item]) -> Span | None:
    """Move a source range from some items to the same items at new positions; None if it is in none of them."""
    for one, other in zip(old, new, strict=True):
        if is_within(span, one.span):
            here, there = one.span, other.span
            if (here.end - here.start, here.column) != (there.end - there.start, there.column):
                return None
            by, lines = there.start - here.start, there.line - here.line
            return evolve(
                span,
                path=there.path,
                start=span.start + by,
                end=span.end + by,
                line=span.line + lines,
                end_line=span.end_line + lines,
            )
    return None


@frozen(eq=False)
class ProgramProofs:
    """The proofs of the items of a program.

    Attributes:
        is_error_free: Whether there was no error before the checks: some report more then.
        idle_options: The options that make no difference; conditions that read them get no finding.
        option_witnesses: For each other option, an item in which it makes a difference.
        proofs: The proof of each item, as far as done.
        order: The items without errors, in their order.
        outdated: Provisional proofs: earlier findings on items with the same text but changed inputs, and those of
            the immediate checks if the others took too long.
    """

    graph: n.RuleGraph
    is_error_free: bool
    idle_options: frozenset[str]
    option_witnesses: Mapping[str, OptionWitness | None]
    proofs: Mapping[Callee, ItemProof]
    order: tuple[Callee, ...]
    outdated: Mapping[Callee, ItemProof]

    @property
    def is_complete(self) -> bool:
        """Whether all items have a proof (check result)."""
        return all(id_ in self.proofs for id_ in self.order)

    def is_complete_for(self, graph: n.RuleGraph) -> bool:
        """Whether all items of this same graph object have a proof (check result)."""
        return self.graph is graph and all(id_ in self.proofs for id_ in self.order)

    @property
    def cost(self) -> int:
        """The total cost of the proofs."""
        return sum(proof.cost for proof in self.proofs.values())

    def findings_of_check(self, index: int) -> Iterator[Diagnostic]:
        """Yield the findings of one check, item by item; checks count from 1, and 0 is the roll analyses."""
        return (finding for found in self.findings_by_item for finding in found[index])

    @property
    def findings(self) -> Iterator[Diagnostic]:
        """Yield all findings, item by item; an item without a proof has its provisional findings."""
        current_proofs = {**self.outdated, **self.proofs}
        return (finding for id_ in self.order if id_ in current_proofs for finding in current_proofs[id_].findings)

    @property
    def findings_by_item(self) -> Iterator[tuple[tuple[Diagnostic, ...], ...]]:
        """Yield the findings of each item that has a proof, grouped by check."""
        for id_ in self.order:
            if id_ in self.proofs:
                yield self.proofs[id_].findings_by_check


@frozen(eq=False)
class ProofHistory:
    """The proofs of the latest programs of one game, with and without errors.

    Attributes:
        last: The proofs of the last program.
        sound: The proofs of the last program without errors: most become valid again once an error is mended.
        doubtful: The proofs of the last program with errors.
    """

    last: ProgramProofs | None = None
    sound: ProgramProofs | None = None
    doubtful: ProgramProofs | None = None

    @property
    def available_proofs(self) -> tuple[ProgramProofs, ...]:
        """All proofs kept, those of the most recent program last."""
        both = (self.sound, self.doubtful) if self.last is self.doubtful else (self.doubtful, self.sound)
        return tuple(each for each in both if each is not None)

    def with_latest(self, proofs: ProgramProofs) -> ProofHistory:
        """Return the history with the proofs of a further program."""
        return evolve(self, last=proofs, **{"sound" if proofs.is_error_free else "doubtful": proofs})


def is_same_item(first: Node | None, second: Node | None) -> bool:
    """Whether two items are equal, regardless of their places."""
    return first is second or first == second
