"""The compiler's input and output types, in a module that is cheap to import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bombsight.boundary.budget import Allowance
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.source import Source

if TYPE_CHECKING:
    from bombsight.compiler.graph.nodes import RuleGraph
    from bombsight.compiler.incremental.query import Results
    from bombsight.dsl import ast


@frozen(kw_only=True)
class Request:
    """A compilation request: the files of a game and the options.

    Attributes:
        base: The files of a game in name order, including errata and variants.
        house: House-rule files, in the order given.
        options: Options with values other than their defaults, as words.
        without: Names of errata and preferences to leave out, or of single items of errata: ``general``,
            ``general/10``.
        variants: Names of variants to put in force.
        examples: Additional items, such as examples read from scripts or made for a question.
        scripts: The files of those scripts.
        pins: Values of pinned fields by field id, as written in rules; all valid.
        raised: The factor by which a user has raised the work limits.
    """

    base: tuple[Source, ...]
    house: tuple[Source, ...] = ()
    options: Mapping[str, str] = {}
    without: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    examples: tuple[ast.Item, ...] = ()
    scripts: tuple[Source, ...] = ()
    pins: Mapping[str, str] = {}
    raised: int = 1

    @property
    def allowance(self) -> Allowance:
        """The limits on compiler and run-time work for these rules, by their size."""
        return Allowance(sum(len(source.text) for source in (*self.base, *self.house, *self.scripts)), self.raised)

    @property
    def sources(self) -> dict[str, Source]:
        """All files of the request, keyed both by their paths in the graph and by their paths in findings."""
        files = (*self.base, *self.house, *self.scripts)
        return {source.path: source for source in files} | {source.file: source for source in files if source.file}


@frozen(kw_only=True)
class Compilation:
    """The result of a compilation.

    Attributes:
        graph: The rule graph; None without a usable manifest.
        diagnostics: All findings, in the order of their places.
        sources: The files, by their paths in the graph and by their paths in findings.
        overlays: The overlays in force, in their order.
        items: The items in force, with errata and house rules applied; empty if the graph was cached.
        results: Query results, which speed up compiling nearly the same rules; None if the graph was cached.
    """

    graph: RuleGraph | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    overlays: tuple[ast.Overlay, ...]
    items: tuple[ast.Item, ...] = ()
    results: Results | None = field(default=None, eq=False, repr=False)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings of severity error."""
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)
