"""Check of provenance: citations, standings (how reliably a rule is known), evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.findings import Findings, severities_of
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Code, Diagnostic, Severity
from bombsight.dsl.origin import NO_ORIGIN, PRINTED
from bombsight.dsl.source import Source, Span, is_within
from bombsight.dsl.walk import walk

CODES = (
    Code("S001", "missing-cite"),
    Code("S002", "missing-standing"),
    Code("S003", "missing-evidence"),
    Code("S023", "empty-citation", Severity.WARNING),
    Code("S004", "better-than-table"),
)

SEVERITIES = severities_of(CODES)

CITABLE_LINES: dict[type[ast.Node], str] = {
    ast.Row: "row",
    ast.GridRow: "row",
    ast.Modifier: "modifier",
    ast.Except: "exception",
}
"""The lines that may have a standing of their own, with the word for each."""


def check(context: CheckContext) -> None:
    """Report empty citations, and amended items that lack citation, standing (reliability) or evidence."""
    for source in context.sources:
        for span in find_empty_citations(source):
            context.findings.add(
                "S023",
                "this citation names no place",
                span,
                help="Write where it is printed, or take the citation out.",
            )
    program = context.program
    if program.graph.game.sources_optional:
        return
    for item, findings in zip(
        program.items, program.item_memo.map_items("sources", program.items, check_item), strict=True
    ):
        if findings and not is_author_statement(item, program):
            context.findings.extend(findings)
    check_overlays(context)


def is_author_statement(item: ast.Item, program: AnalyzedProgram) -> bool:
    """Whether an item comes from an overlay or an author's own file, so that it needs no citation."""
    return item.span.path in program.author_files or any(
        is_within(item.span, one.span) for one in program.graph.overlays
    )


def check_item(item: ast.Item) -> tuple[Diagnostic, ...]:
    """Find the problems with one item's provenance: missing citation, standing (reliability) or evidence."""
    findings = Findings(SEVERITIES)
    for subject, span in find_uncited(item):
        findings.add(
            "S001",
            f"{subject} says nothing of where it is printed",
            span,
            help='Write `cite "..."` at the end of its first line.',
        )
    check_evidence(findings, item)
    return tuple(findings.diagnostics)


CITATION = re.compile(r'(?P<empty>\bcite[ ]+"[ ]*")|"[^"\n]*"?|#[^\n]*')
"""Matches an empty citation; or a text or comment, which must be skipped since it cannot contain one."""


EMPTY_CITATION = re.compile(r'cite[ ]+"[ ]*"')
"""Matches an empty citation anywhere: a fast pre-test."""


def find_empty_citations(source: Source) -> Iterator[Span]:
    """Yield the places of a file's empty citations, ``cite ""``, found in the text."""
    if not EMPTY_CITATION.search(source.text):
        return
    for found in CITATION.finditer(source.text):
        if found["empty"]:
            yield source.span(*found.span())


def find_uncited(item: ast.Item) -> Iterator[tuple[str, Span]]:
    """Yield the description and place of an item that neither states nor inherits a citation; else nothing."""
    origin = ast.stated_origin(item.modifier if isinstance(item, ast.ModifierOn) else item)
    if origin.evidence or origin.cite:
        return
    match item:
        case ast.Table(id=id_):
            yield f"table {id_}", item.span
        case ast.Forecast():
            pass  # no rule of the book
        case ast.Define(name=name) if not item.base_origin.cite:
            yield f"define {name}", item.span
        case ast.Procedure(name=name):
            yield f"procedure {name}", item.span
        case ast.Option(name=name):
            yield f"option {name}", item.span
        case ast.Reroll(name=name):
            yield f"reroll {name}", item.span
        case ast.ModifierOn(modifier=ast.Modifier(label=label)):
            yield f"modifier {label}", item.span
        case ast.Define() | ast.Game() | ast.Chapter() | ast.Enum() | ast.Record() | ast.State():
            pass
        case ast.Board() | ast.Luck() | ast.Example() | ast.Overlay() | ast.Explain() | ast.Primer():
            pass
        case _:
            assert_never(item)


def check_evidence(findings: Findings, item: ast.Item) -> None:
    """Report items and lines that lack a standing (how reliably a rule is known) or its evidence (S002, S003)."""
    if isinstance(item, ast.Table) and not item.origin.standing:
        findings.add(
            "S002",
            f"table {item.id} does not say how it came down to us",
            item.span,
            help="Write `printed` behind its title; or `repaired`, `recovered`, `reconstructed` and from what.",
        )
    for node in walk(item):
        origin = ast.stated_origin(node)
        if origin.standing not in ("", PRINTED) and not origin.evidence:
            findings.add(
                "S003",
                f"{origin.standing}, but it does not say from what",
                origin.place,
                help=f'Write what it rests on: `{origin.standing} "..."`.',
            )
    if isinstance(item, ast.Table | ast.Define) and item.origin.standing not in ("", PRINTED):
        check_line_standing(findings, item)


def check_line_standing(findings: Findings, item: ast.Table | ast.Define) -> None:
    """Report lines marked `printed`, without evidence, in an item of a lower standing (reliability) (S004)."""
    kind = "table" if isinstance(item, ast.Table) else "define"
    for line in walk(item):
        word = CITABLE_LINES.get(type(line), "")
        own = ast.stated_origin(line) if word else NO_ORIGIN
        if own.standing == PRINTED and not (own.evidence or own.cite):
            findings.add(
                "S004",
                f"this {word} is printed, its {kind} only {item.origin.standing}",
                own.place,
                labels=[(item.origin.place, f"the {kind}")],
                help=f"Say how the {word} is better known, with a text or a citation.",
            )


def check_overlays(context: CheckContext) -> None:
    """Report items of errata and variants without a citation (S001)."""
    for overlay in context.program.graph.overlays:
        if overlay.kind in ("house", "preferences") or overlay.origin.cite:
            continue
        for entry in overlay.entries:
            if not entry.origin.cite:
                context.findings.add(
                    "S001",
                    f"item {entry.number} of {overlay.kind} {overlay.name} says nothing of where it is printed",
                    overlay.span,
                    help='Write `cite "..."` behind its title, or behind that of the whole.',
                )
