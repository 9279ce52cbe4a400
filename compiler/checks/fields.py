"""Def-use check of state: fields read and never written, written and never read, or neither."""

from __future__ import annotations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.usage import report_unused
from bombsight.compiler.effects import Effect
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.node_classes import define
from bombsight.dsl.source import Span
from bombsight.flat.types import TextType

CODES = (
    Code("N015", "never-written", Severity.WARNING),
    Code("N016", "never-read", Severity.WARNING),
)


@define
class FieldUse:
    """The reads and writes of a declared field, over all fields that its declaration expands to."""

    name: str
    is_text: bool
    has_title: bool = False
    is_read: bool = False
    is_written: bool = False


def check(context: CheckContext) -> None:
    """Report fields and lists that are never read or never written; none if a called item is still undefined."""
    if context.program.is_half_written:
        return
    graph = context.program.graph
    effect = context.program.effect_with_boards
    uses: dict[Span, FieldUse] = {}
    for leaf in graph.fields:
        use = uses.setdefault(leaf.span, FieldUse(leaf.id.split(".")[-1], isinstance(leaf.type, TextType)))
        record_use(use, f"field:{leaf.id}", leaf.title, effect)
    for state_list in graph.lists:
        use = uses.setdefault(state_list.span, FieldUse(state_list.id, False))
        record_use(use, f"list:{state_list.id}", state_list.title, effect)
    for span, use in uses.items():
        if use.name not in context.program.doubt.words:
            report_use(context, use, span)


def record_use(use: FieldUse, id_: str, title: str, effect: Effect) -> None:
    """Add the reads and writes of one expanded field to the record of its declaration.

    Args:
        use: The record of the declaration, which is changed.
        id_: The key of the field or list: ``field:lamp``, ``list:Ship``.
        title: Its title; empty for a field that is not shown.
        effect: The combined effects of all rules and boards.
    """
    use.has_title |= bool(title)
    use.is_read |= id_ in effect.reads
    use.is_written |= id_ in effect.puts


def report_use(context: CheckContext, use: FieldUse, span: Span) -> None:
    """Report a declared field that is unused (N014), never written (N015) or never read (N016)."""
    if use.is_text:
        if not use.is_read and not use.has_title:
            report_unused(context, use.name, span)
    elif not use.is_read and not use.is_written and not use.has_title:
        report_unused(context, use.name, span)
    elif not use.is_written:
        context.findings.add(
            "N015",
            f"{use.name} is {'read' if use.is_read else 'shown'}, but no rule changes it",
            span.first_characters(len(use.name)),
            note="it always has its default",
            help="Write the rule that changes it, or take it out.",
        )
    elif not use.is_read and not use.has_title:
        context.findings.add(
            "N016",
            f"{use.name} is changed, but nothing reads it and it has no title",
            span.first_characters(len(use.name)),
            note="nobody ever sees it",
            help="Give it a title, use it, or take it out.",
        )
