"""Advice on chapters: repeated origins, empty chapters, duplicate titles."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from bombsight.compiler.chapters import Section, effective_origin, has_printed_place, stated_origin
from bombsight.compiler.checks.context import CheckContext
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Code, Edit, Fix, Severity
from bombsight.dsl.origin import NO_ORIGIN, PRINTED, Origin
from bombsight.dsl.source import Span
from bombsight.dsl.walk import children

CODES = (
    Code("S006", "repeated-origin", Severity.ADVICE),
    Code("S007", "empty-chapter", Severity.ADVICE),
    Code("S008", "duplicate-chapter", Severity.ADVICE),
)


def check(context: CheckContext) -> None:
    """Report items that repeat the provenance of their chapter, chapters without items, and repeated titles."""
    first: dict[str, ast.Chapter] = {}
    for part in context.sections:
        chapter = part.chapter
        if chapter is not None:
            if not part.items:
                report_advice(
                    context, "S007", f'chapter "{chapter.title}" has no items', chapter.span, "Remove it, or move it."
                )
            same = first.setdefault(chapter.title, chapter)
            if same is not chapter:
                text = f'"{chapter.title}" is the title of another chapter'
                report_advice(
                    context, "S008", text, chapter.span, "Say in each what the other is not about.", same.span
                )
    for repetitions in context.program.item_memo.map_items("repeated", context.sections, find_repetitions):
        for who, holder, repeated_words, span, repeated_span in repetitions:
            text = f"{who} says again what its {holder} says: {repeated_words}"
            fix = Fix("Leave it out here", (Edit(repeated_span, ""),)) if repeated_span else None
            context.findings.add("S006", text, span, help="Leave it out here.", fix=fix)


def report_advice(
    context: CheckContext, code: str, message: str, span: Span, help: str, first_span: Span | None = None
) -> None:
    """Add a finding of severity advice about a chapter.

    Args:
        context: The context of the check.
        code: The code of the finding.
        message: The message.
        span: The place.
        help: The help text.
        first_span: The first of two places, if there are two.
    """
    labels = [(first_span, "the first")] if first_span else []
    context.findings.add(code, message, span, labels=labels, help=help)


Repetition = tuple[str, str, str, Span, Span | None]
"""A repeated origin: the repeating part, its holder, the repeated words, the place, the removable part of it."""


def find_repetitions(section: Section) -> tuple[Repetition, ...]:
    """Find the items and lines of a chapter that state a citation or standing (reliability) they inherit anyway."""
    origin = section.chapter.origin if section.chapter else NO_ORIGIN
    return tuple(repetition for item in section.items for repetition in repetitions_of_item(item, origin))


def repetitions_of_item(item: ast.Item, chapter_origin: Origin) -> Iterator[Repetition]:
    """Yield the citations and standings (how reliably a rule is known) that an item or line inherits and restates."""
    item_origin = stated_origin(item)
    repeats_cite = (
        bool(item_origin.cite)
        and item_origin.cite == chapter_origin.cite
        and (item_origin.evidence == item_origin.cite or not has_printed_place(item_origin))
    )
    repeats_standing = bool(item_origin.standing) and (item_origin.standing, item_origin.evidence) == (
        chapter_origin.standing,
        chapter_origin.evidence,
    )
    repeats_standing = repeats_standing and (
        item_origin.cite == chapter_origin.cite or not has_printed_place(item_origin)
    )
    if repeats_cite or repeats_standing:
        both = " and ".join(
            word
            for word, again in (("its standing", repeats_standing), (f'"{item_origin.cite}"', repeats_cite))
            if again
        )
        yield f"this {item_kind(item)}", "chapter", both, item.span, None
    yield from repetitions_in_origin(item_origin)
    cite = effective_origin(item, chapter_origin).cite
    if isinstance(item, ast.Define) and (base := item.base_origin).cite:
        cite = item_origin.cite or base.cite
        if base.cite == effective_origin(evolve(item, base_origin=NO_ORIGIN), chapter_origin).cite:
            yield "the base", "define", f'"{base.cite}"', base.place, None if base.standing else base.place
    if not isinstance(item, ast.ModifierOn | ast.Overlay):
        yield from repetitions_of_lines(item, cite)


def repetitions_in_origin(origin: Origin) -> Iterator[Repetition]:
    """Yield the evidence of a `printed` standing (reliability) if that text only repeats the citation."""
    if has_printed_place(origin) and origin.evidence == origin.cite:
        evidence = evolve(origin.place, start=origin.place.end - len(origin.evidence) - 2)  # with its quotes
        evidence = evolve(
            evidence, column=origin.place.end_column - len(origin.evidence) - 2, line=origin.place.end_line
        )
        yield f"`{PRINTED}`", "citation", f'"{origin.cite}"', origin.place, evidence


def repetitions_of_lines(item: ast.Item, cite: str) -> Iterator[Repetition]:
    """Yield the lines of an item that restate the item's citation ``cite`` and nothing more.

    Lines within a line that cites anything else are not examined.
    """
    waiting = [(line, cite) for line in children(item)]
    while waiting:
        line, outer = waiting.pop()
        if not isinstance(line, ast.BaseExpr | ast.BaseTypeExpr):
            own = ast.stated_origin(line)
            yield from repetitions_in_origin(own)
            if own.cite and own.cite == outer and not own.standing:
                yield "this line", item_kind(item), f'"{own.cite}"', own.place, own.place
            inner = outer if own.cite in ("", outer) else ""
            waiting += [(child, inner) for child in children(line)]


def item_kind(item: ast.Item) -> str:
    """The word for the kind of an item: ``table``, ``modifier``."""
    return "modifier" if isinstance(item, ast.ModifierOn) else type(item).__name__.lower()
