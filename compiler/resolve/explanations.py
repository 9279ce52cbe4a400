"""Resolution of words for who plays: explanations and primers, whose texts hold printed data only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from bombsight.compiler.amendments import own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.explanations import Explanation, Primer
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.mentions import NameKind
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.texts import resolve_template
from bombsight.dsl import ast
from bombsight.dsl.source import Span


def resolve_explanation(ctx: Context, node: ast.Explain) -> Explanation:
    """Resolve an explanation; the check of explanations finds out whether the thing exists."""
    for span, kind, name, owner in explained_mentions(ctx, node.explained):
        ctx.record_mention(span, kind, name, owner)
    return Explanation(
        kind=node.explained.kind,
        names=node.explained.names,
        text=join_texts(ctx, node.texts, node.span),
        span=node.span,
        origin=own_origin(node),
    )


def explained_mentions(ctx: Context, node: ast.Explained) -> Iterator[tuple[Span, NameKind, str, str]]:
    """Yield the place of each name of an explained thing, with the kind of its declaration, its name and its owner."""
    text = ctx.env.source_text(node.span)
    at = text.find(" ")
    for (kind, owner), name in zip(kinds_of_names(ctx, node), node.names, strict=False):
        at = text.find(name, at)
        if at < 0:
            return
        at += len(name)
        yield node.span.first_characters(at).last_characters(len(name)), kind, name, owner


def kinds_of_names(ctx: Context, node: ast.Explained) -> Iterator[tuple[NameKind, str]]:
    """Yield the kind and the owner of each name of an explained thing, from the first on, as far as they are clear."""
    first = node.names[0]
    match node.kind:
        case "table" | "procedure" | "define":
            yield node.kind, ""
        case "tally":
            yield "define", ""
        case "option" | "enum":
            yield node.kind, ""
            yield "value", f"option {first}" if node.kind == "option" else first
        case "field":
            is_record = first in ctx.env.records
            yield "record" if is_record else "field", ""
            if is_record:
                yield "member", first
        case "question" | "answer":
            yield "procedure" if first in ctx.env.procedures else "table", ""
            yield "choice", first
            yield "answer", first
        case _:
            assert_never(node.kind)


def resolve_primer(ctx: Context, node: ast.Primer) -> Primer:
    """Resolve a primer to its paragraphs, which empty lines separate."""
    return Primer(
        title=node.title,
        paragraphs=tuple(join_texts(ctx, lines, node.span) for lines in split_paragraphs(node.texts)),
        span=node.span,
        origin=own_origin(node),
    )


def split_paragraphs(texts: Sequence[str]) -> Iterator[list[str]]:
    """Split lines into paragraphs, which empty lines separate."""
    lines: list[str] = []
    for text in (*texts, ""):
        if text.strip():
            lines.append(text)
        elif lines:
            yield lines
            lines = []


def join_texts(ctx: Context, texts: Sequence[str], span: Span) -> x.Template:
    """Resolve the holes of texts, and join the texts by blanks."""
    parts: list[str | x.Expr] = []
    for at, text in enumerate(texts):
        parts += [*([" "] if at else []), *resolve_template(ctx, text, span, Scope()).parts]
    return x.Template(parts=tuple(parts))
