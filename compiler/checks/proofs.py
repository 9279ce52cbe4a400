"""What was proved of single items: values, kept from one program to the next.

`proof_invalidation.py` says how long they hold, `item_checks.py` makes them.
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
    """What was found in an item.

    Attributes:
        item: The item.
        findings_by_check: What each check found, and before them whoever looked what dice can come to.
        syntax: The item as it was written, with what is printed apart from it.
        cost: What it took.
        cost_limit: What it might take, where that was not enough; else 0.
    """

    item: Node
    findings_by_check: tuple[tuple[Diagnostic, ...], ...]
    syntax: tuple[ast.Item, ...]
    cost: int = 0
    cost_limit: int = 0

    def is_valid_for_limit(self, limit: int) -> bool:
        """Whether looking at the item would come to the same where it may cost so much."""
        return self.cost_limit == limit if self.cost_limit else self.cost <= limit

    @property
    def findings(self) -> Iterator[Diagnostic]:
        """All of it."""
        return (finding for found in self.findings_by_check for finding in found)

    def is_valid_for(self, item: Node) -> bool:
        """Whether it is one of this item, with places that are right: one that says the same may stand elsewhere."""
        if next(self.findings, None) is None:
            return is_same_item(self.item, item)
        places = (label.span for finding in self.findings for label in finding.labels)
        return self.item is item and all(is_within(place, item.span) for place in places)

    def relocate(self, syntax: tuple[ast.Item, ...]) -> ItemProof | None:
        """What is known by it of an item that is written as it was, perhaps elsewhere, whatever it rests on now.

        What is said of other places is left out, and so are mends: neither is certain any more.

        Args:
            syntax: The item as it is written now.

        Returns:
            None where the item is written otherwise, or something was found that does not stand in it.
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
    """Where a place in items is now that they stand elsewhere; None where it is in none, or their lines are others."""
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
    """What was found in the items of a program.

    Attributes:
        graph: The program.
        is_error_free: Whether there was no error before: some checks say more then.
        idle_options: The options that make no difference, of which no more is told where they are asked for.
        option_witnesses: Where each of the others makes one.
        proofs: What was found in each item, so far.
        order: The items that are looked at, in their order: those without errors.
        outdated: What is known of items until somebody looks at them again, or on: what was found before, where they
            are written as they were and something that they rest on is another now; what was found at once, where
            the rest took long.
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
        """Whether all items were looked at."""
        return all(id_ in self.proofs for id_ in self.order)

    def is_complete_for(self, graph: n.RuleGraph) -> bool:
        """Whether all items of this very graph were looked at."""
        return self.graph is graph and all(id_ in self.proofs for id_ in self.order)

    @property
    def cost(self) -> int:
        """What it took so far."""
        return sum(proof.cost for proof in self.proofs.values())

    def findings_of_check(self, index: int) -> Iterator[Diagnostic]:
        """What one of the checks found so far, in the order of the items.

        Args:
            index: Which of them, from 1; 0 for what was found before any.
        """
        return (finding for found in self.findings_by_item for finding in found[index])

    @property
    def findings(self) -> Iterator[Diagnostic]:
        """All that was found so far, item by item, and what was found before where nobody looked since."""
        current_proofs = {**self.outdated, **self.proofs}
        return (finding for id_ in self.order if id_ in current_proofs for finding in current_proofs[id_].findings)

    @property
    def findings_by_item(self) -> Iterator[tuple[tuple[Diagnostic, ...], ...]]:
        """What each check found so far in each item."""
        for id_ in self.order:
            if id_ in self.proofs:
                yield self.proofs[id_].findings_by_check


@frozen(eq=False)
class ProofHistory:
    """What was found in items, of nearly the same rules again and again.

    Attributes:
        last: Of the last rules.
        sound: Of the last rules that had no errors: most come back, once an error is mended.
        doubtful: Of the last that had some.
    """

    last: ProgramProofs | None = None
    sound: ProgramProofs | None = None
    doubtful: ProgramProofs | None = None

    @property
    def available_proofs(self) -> tuple[ProgramProofs, ...]:
        """What was found in any of them, the last ones last."""
        both = (self.sound, self.doubtful) if self.last is self.doubtful else (self.doubtful, self.sound)
        return tuple(each for each in both if each is not None)

    def with_latest(self, proofs: ProgramProofs) -> ProofHistory:
        """The same with what was found in further rules."""
        return evolve(self, last=proofs, **{"sound" if proofs.is_error_free else "doubtful": proofs})


def is_same_item(first: Node | None, second: Node | None) -> bool:
    """Whether two items say the same, wherever they stand."""
    return first is second or first == second
