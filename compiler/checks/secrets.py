"""Check of hidden state: whether anybody ever sees it, and whether a public line reveals it."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.report_outline import acting_items, callable_bodies, callee_of
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import children
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.source import Span
from bombsight.flat.sites import IN_PLAY
from bombsight.flat.types import NONE

CODES = (
    Code("P094", "seen-by-nobody", Severity.ADVICE),
    Code("P093", "secret-told", Severity.WARNING),
)


@define
class PublicTexts:
    """A collector of the texts that all players see, in everything that a mission or career may reach.

    Attributes:
        bodies: The alternative blocks of each callable part, by key.
        is_public_by_callee: For procedures that declare their visibility, whether all players see them.
        visited: The parts already walked, each with whether all players see it.
        texts: The texts found, each with its place.
    """

    bodies: dict[Callee, list[g.Block]]
    is_public_by_callee: dict[Callee, bool]
    visited: set[tuple[Callee, bool]] = field(factory=set)
    texts: list[tuple[x.Template, Span]] = field(factory=list)

    def collect_from(self, owner: Callee, seen_by_all: bool) -> None:
        """Collect the public texts of a part (seen by all or not) and of all that it calls, directly or not."""
        waiting = [(owner, seen_by_all)]
        while waiting:
            at = waiting.pop()
            if at not in self.visited:
                self.visited.add(at)
                waiting += self.calls_in(*at)

    def calls_in(self, owner: Callee, seen_by_all: bool) -> Iterator[tuple[Callee, bool]]:
        """Collect a part's public texts, and yield its callees, each with whether all players see the call."""
        waiting: list[tuple[object, bool]] = [(ways, seen_by_all) for ways in self.bodies.get(owner, ())]
        while waiting:
            part, is_public = waiting.pop()
            if type(part) is tuple:
                waiting += [(each, is_public) for each in part]
            elif part is not None and type(part) is not str:
                callee = callee_of(part, owner)
                if callee:
                    yield callee, self.is_public_by_callee.get(callee, is_public)
                visibility = part.seen if isinstance(part, g.Step | g.Say) else None
                if is_public if visibility is None or isinstance(part, g.Step) else visibility.by is None:
                    self.texts += texts_of(part)
                waiting.append((children(part), visibility.by is None if visibility is not None else is_public))


def texts_of(part: object) -> Iterator[tuple[x.Template, Span]]:
    """Yield the text templates that a statement shows to players, each with its place."""
    match part:
        case g.Say(text=text, span=span, chronicle=place):
            if place in IN_PLAY:
                yield text, span
        case g.Choose(ask=text, span=span):
            yield text, span
        case g.ChooseBranch(ask=text, branches=branches, span=span):
            yield text, span
            yield from ((branch.title, branch.span) for branch in branches)
        case _:  # the rest: shows no text
            pass


def check(context: CheckContext) -> None:
    """Report hidden fields that nobody ever sees (P094) or that a public text reveals (P093)."""
    graph = context.program.graph
    always_hidden: dict[str, n.Field] = {}
    for each in graph.fields:
        if each.seen is not None and each.seen.when is None and isinstance(each.seen.by, x.Const):
            always_hidden[each.id] = each
            if each.title and each.seen.by.value == NONE:
                context.findings.add(
                    "P094",
                    f'nobody ever sees "{each.title}"',
                    each.seen.span,
                    help="Leave out the title, or say when it lies open.",
                )
    if not always_hidden or not context.program.is_error_free:
        return
    hidden = {f"procedure:{each.name}": each.seen.by is None for each in graph.procedures if each.seen is not None}
    lines = PublicTexts(dict(each for item in acting_items(graph) for each in callable_bodies(item)), hidden)
    for name in (graph.game.mission, graph.game.career):
        if name:
            lines.collect_from(f"procedure:{name}", hidden.get(f"procedure:{name}", True))
    for text, span in lines.texts:
        for part in text.parts:
            if isinstance(part, x.Read) and part.field in always_hidden:
                field = always_hidden[part.field]
                context.findings.add(
                    "P093",
                    f"everybody is told {part.field}",
                    span,
                    labels=[(field.span, "not everybody may see it")],
                    help="Tell it in a step that says `seen by`.",
                )
