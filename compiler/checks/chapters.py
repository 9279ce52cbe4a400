"""Advice on headings: what is said twice of where rules come from, and chapters that head nothing, or the same."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from bombsight.compiler.chapters import Section, inherits, names_place, said
from bombsight.compiler.checks.context import Context
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Code, Edit, Fix, Severity
from bombsight.dsl.origin import PRINTED, UNSAID, Origin
from bombsight.dsl.source import Span
from bombsight.dsl.walk import children

CODES = (
    Code(
        "S006",
        "repeated-origin",
        "Something says again what holds it says already",
        """\
What an item does not say of where it comes from, its chapter says; what a line does
not say, its item. So each citation and each standing need be written once, and what differs stands
out.

    chapter "The lamp" recovered "the second edition" cite "rule 4"
    define lit: yes/no = lamp > 0    recovered "the second edition" cite "rule 4"

Leave it out below:

    define lit: yes/no = lamp > 0

The same holds for what stands behind `printed` and in the citation: `printed cite "rule 4"`.""",
        Severity.ADVICE,
    ),
    Code(
        "S007",
        "empty-chapter",
        "A chapter without items",
        """\
A chapter goes up to the next one in its file. One with nothing below it heads nothing;
perhaps what belongs to it stands above, or in another file.

    chapter "The lamp"
    chapter "The oil"
    define full_tank: 0..20 = 20""",
        Severity.ADVICE,
    ),
    Code(
        "S008",
        "duplicate-chapter",
        "Two chapters with one title",
        """\
`bombsight rules` goes by chapter, and there two of one title cannot be told apart.

    chapter "Fog" cite "rule 9"           # in one file
    chapter "Fog" cite "rule 14"          # in another

Say in each what the other is not about: "Fog at sea", "Fog over the port".""",
        Severity.ADVICE,
    ),
)


def check(context: Context) -> None:
    """Look at every file as written."""
    first: dict[str, ast.Chapter] = {}
    for part in context.parts:
        chapter = part.chapter
        if chapter is not None:
            if not part.items:
                advise(
                    context, "S007", f'chapter "{chapter.title}" has no items', chapter.span, "Remove it, or move it."
                )
            same = first.setdefault(chapter.title, chapter)
            if same is not chapter:
                text = f'"{chapter.title}" is the title of another chapter'
                advise(context, "S008", text, chapter.span, "Say in each what the other is not about.", same.span)
    for told in context.program.notes.of("repeated", context.parts, repeated_in):
        for who, holder, what, span, again in told:
            text = f"{who} says again what its {holder} says: {what}"
            fix = Fix("Leave it out here", (Edit(again, ""),)) if again else None
            context.findings.add("S006", text, span, help="Leave it out here.", fix=fix)


def advise(context: Context, code: str, message: str, span: Span, help: str, other: Span | None = None) -> None:
    """Give advice.

    Args:
        context: Takes it.
        code: Of its page.
        message: What could be better.
        span: The place.
        help: What to do.
        other: The first of two, where they are two.
    """
    labels = [(other, "the first")] if other else []
    context.findings.add(code, message, span, labels=labels, help=help)


Repeated = tuple[str, str, str, Span, Span | None]
"""What says again what is said already, what says it already, the words, the place, and where only these words are."""


def repeated_in(part: Section) -> tuple[Repeated, ...]:
    """What the items of a chapter say again."""
    origin = part.chapter.origin if part.chapter else UNSAID
    return tuple(told for item in part.items for told in repeated(item, origin))


def repeated(item: ast.Item, chapter: Origin) -> Iterator[Repeated]:
    """What an item says that it would inherit, and its lines."""
    own = said(item)
    cites = bool(own.cite) and own.cite == chapter.cite and (own.evidence == own.cite or not names_place(own))
    stands = bool(own.standing) and (own.standing, own.evidence) == (chapter.standing, chapter.evidence)
    stands = stands and (own.cite == chapter.cite or not names_place(own))
    if cites or stands:
        both = " and ".join(word for word, again in (("its standing", stands), (f'"{own.cite}"', cites)) if again)
        yield f"this {word(item)}", "chapter", both, item.span, None
    yield from twice(own)
    cite = inherits(item, chapter).cite
    if isinstance(item, ast.Define) and (base := item.base_origin).cite:
        cite = own.cite or base.cite
        if base.cite == inherits(evolve(item, base_origin=UNSAID), chapter).cite:
            yield "the base", "define", f'"{base.cite}"', base.place, None if base.standing else base.place
    if not isinstance(item, ast.ModifierOn | ast.Overlay):
        yield from lines(item, cite)


def twice(own: Origin) -> Iterator[Repeated]:
    """What stands behind `printed` and in the citation."""
    if names_place(own) and own.evidence == own.cite:
        evidence = evolve(own.place, start=own.place.end - len(own.evidence) - 2)  # with its quotes
        evidence = evolve(evidence, column=own.place.end_column - len(own.evidence) - 2, line=own.place.end_line)
        yield f"`{PRINTED}`", "citation", f'"{own.cite}"', own.place, evidence


def lines(item: ast.Item, cite: str) -> Iterator[Repeated]:
    """Lines that cite what their item cites, and say no more; within one that cites anything else all stands.

    Args:
        item: The item.
        cite: What it cites, be it in the words of its chapter; may be empty.
    """
    waiting = [(line, cite) for line in children(item)]
    while waiting:
        line, outer = waiting.pop()
        if not isinstance(line, ast.BaseExpr | ast.BaseTypeExpr):
            own = ast.stated(line)
            yield from twice(own)
            if own.cite and own.cite == outer and not own.standing:
                yield "this line", word(item), f'"{own.cite}"', own.place, own.place
            inner = outer if own.cite in ("", outer) else ""
            waiting += [(child, inner) for child in children(line)]


def word(item: ast.Item) -> str:
    """What an item is called."""
    return "modifier" if isinstance(item, ast.ModifierOn) else type(item).__name__.lower()
