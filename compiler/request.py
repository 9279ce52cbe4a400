"""What the compiler is asked for and what it answers; apart from the compiler, so that asking costs nothing."""

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
    """What to compile.

    Attributes:
        base: The files of a game, in name order; its errata and variants among them.
        house: House-rule files, in the order given.
        options: Options that are not at their defaults, as words.
        without: Names of errata of the game that are not to be in force.
        variants: Names of variants that are.
        examples: Further items beside those of files: examples, such as those read from scripts; what is asked about.
        scripts: The files those were read from.
        pins: What fields are pinned to, by their ids, as the rules write it; all of it fits.
        raised: By which factor a person has raised what the rules may cost.
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
        """How much work the rules may cost."""
        return Allowance(sum(len(source.text) for source in (*self.base, *self.house, *self.scripts)), self.raised)

    @property
    def sources(self) -> dict[str, Source]:
        """All files by what the graph calls them, and by where findings say that they lie."""
        files = (*self.base, *self.house, *self.scripts)
        return {source.path: source for source in files} | {source.file: source for source in files if source.file}


@frozen(kw_only=True)
class Compilation:
    """What came of it.

    Attributes:
        graph: The rule graph; None where there is no manifest to speak of.
        diagnostics: All findings, in the order of their places.
        sources: The files by what the graph calls them, and by where findings say that they lie.
        overlays: Those in force, in their order.
        items: The items as they count, errata and house rules applied; none where the graph was kept from before.
        memory: What makes it quick to compile nearly the same again; None where the graph was kept from before.
    """

    graph: RuleGraph | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    overlays: tuple[ast.Overlay, ...]
    items: tuple[ast.Item, ...] = ()
    results: Results | None = field(default=None, eq=False, repr=False)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that make the program wrong."""
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)
