"""Check of explanations and primers: things that do not exist, second ones, and texts that change in play."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.constants import evaluate_constant
from bombsight.compiler.explanations import explainable_targets
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.explanations import Explanation, Primer
from bombsight.dsl.diagnostic import Code
from bombsight.dsl.source import Span
from bombsight.dsl.suggestions import find_likely_names

CODES = (
    Code("N050", "explained-nothing", since="0.2.0"),
    Code("N051", "explained-twice", since="0.2.0"),
    Code("N052", "changing-explanation", since="0.2.0"),
)


def check(context: CheckContext) -> None:
    """Report explanations of unknown things, second ones of the same, and expressions in them that are no constants."""
    graph = context.program.graph
    check_targets(context)
    check_repeats(context, [(each.target, each.span) for each in graph.explanations])
    check_repeats(context, [("primer", each.span) for each in graph.primers])
    nodes: tuple[Explanation | Primer, ...] = (*graph.explanations, *graph.primers)
    for each in nodes:
        for part in expressions_of(each):
            if evaluate_constant(part, graph) is None and context.program.is_sound(each):
                context.findings.add(
                    "N052",
                    "this changes in play, and a text that explains shows printed data only",
                    part.span,
                    help="Name a column of an enum, an option, or a define of these.",
                )


def check_targets(context: CheckContext) -> None:
    """Report explanations whose thing the game lacks (N050)."""
    graph = context.program.graph
    if not graph.explanations or context.program.is_half_written:
        return
    targets = set(explainable_targets(graph))
    for each in graph.explanations:
        if each.target not in targets:
            context.findings.add(
                "N050",
                f"there is no {describe_target(each.target)}",
                each.span.first_characters(len("explain")),
                help=suggest_target(each, targets),
            )


def describe_target(target: str) -> str:
    """Put the id of a thing into words: ``value fog of enum Weather`` for ``enum:Weather/fog``."""
    kind, _, name = target.partition(":")
    owner, _, part = name.rpartition("/")
    if not owner or kind == "question":
        return f"{kind} {name}"
    return f"answer {part} of {owner}" if kind == "answer" else f"value {part} of {kind} {owner}"


def suggest_target(node: Explanation, targets: set[str]) -> str:
    """Suggest things of the same kind whose name is like the one that is missing; empty without any."""
    prefix = f"{node.kind}:"
    owner = f"{prefix}{'/'.join(node.names[:-1])}/" if len(node.names) > 1 else prefix
    start = owner if any(target.startswith(owner) for target in targets) else prefix
    names = {target.removeprefix(start): target for target in sorted(targets) if target.startswith(start)}
    close = find_likely_names(node.target.removeprefix(start), names)
    return f"Did you mean {' or '.join(close)}?" if close else ""


def check_repeats(context: CheckContext, explained: list[tuple[str, Span]]) -> None:
    """Report what is explained a second time (N051)."""
    first: dict[str, Span] = {}
    for target, span in explained:
        if target not in first:
            first[target] = span
            continue
        what = (
            "this game has a primer already" if target == "primer" else f"{describe_target(target)} is explained twice"
        )
        context.findings.add(
            "N051",
            what,
            span.first_characters(len("explain")),
            labels=[(first[target].first_characters(len("explain")), "here first")],
            help="Make one text of both.",
        )


def expressions_of(node: Explanation | Primer) -> Iterator[x.Expr]:
    """Yield the expressions in the holes of an explanation or a primer."""
    for text in (node.text,) if isinstance(node, Explanation) else node.paragraphs:
        yield from (part for part in text.parts if not isinstance(part, str))
