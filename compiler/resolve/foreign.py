"""Help with idioms of other languages in places of names: their meaning, and the equivalent in this language.

They parse, so only unknown names reveal them. Single words are in :mod:`bombsight.compiler.resolve.foreign_words`,
unparsable idioms in :mod:`bombsight.dsl.recognise.idioms`.
"""

from __future__ import annotations

import re

from bombsight.compiler.findings import replacement_fix
from bombsight.compiler.resolve.environment import Context, Env
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Fix
from bombsight.dsl.slips.sentences import BLOCK_ENDS, BY_CONDITION
from bombsight.dsl.source import Span

ELSE_WORDS = frozenset(("otherwise", "default", "other", "others", "rest", "remaining", "anything", "all", "any"))
"""Words that other languages use for an `else` row."""

BLOCK_WORDS = frozenset(
    ("if", "for", "while", "repeat", "loop", "procedure", "step", "unless", "block", "sub", "function")
)
"""Words that follow `end` in other languages."""

LENGTH_WORDS = frozenset(("length", "size", "count", "len", "number"))
"""Words for the length of a list in other languages."""

RANDOM_FUNCTIONS = frozenset(("random", "rand", "randint", "randrange", "rnd"))
ROUNDING_FUNCTIONS = {"floor": "down", "int": "down", "trunc": "down", "ceil": "up", "ceiling": "up", "roundup": "up"}
CONDITIONAL_FUNCTIONS = frozenset(("if", "iif", "ifelse", "when", "switch", "choose"))


def explain_function(ctx: Context, node: ast.Call) -> tuple[str, Fix | None]:
    """Return advice and perhaps a fix for a function of other languages, such as ``floor``; empty if unknown."""
    name, args = node.name.lower(), node.args
    if name in CONDITIONAL_FUNCTIONS and len(args) == 3:
        test, value, otherwise = (ctx.env.source_text(arg.span) for arg in args)
        return BY_CONDITION, replacement_fix(node.span, f"({value} when {test}, else {otherwise})")
    match args:
        case (ast.Divide(rounding=None) as quotient,) if name in ROUNDING_FUNCTIONS:
            written = f"{ctx.env.source_text(quotient.span)} rounded {ROUNDING_FUNCTIONS[name]}"
            return f"Write `{written}`.", replacement_fix(node.span, written)
        case (ast.Divide(rounding=None) as quotient,) if name == "round":
            written = ctx.env.source_text(quotient.span)
            return f"Say which way: `{written} rounded down` or `{written} rounded up`.", None
        case (ast.Number(value=1), ast.Number(value=sides)) if name in RANDOM_FUNCTIONS and sides > 1:
            return f"`1d{sides}` throws a die of as many sides.", replacement_fix(node.span, f"1d{sides}")
        case (ast.Name(name=members),) if name in LENGTH_WORDS:
            return count_help(members), None
        case _:  # the rest: no known idiom
            return "", None


def count_help(members: str) -> str:
    """Return the advice for counting members: ``count(x in members)``."""
    return f"How many there are is `count(x in {members})`: each has a name, by which `where` asks of it."


def report_foreign_else(ctx: Context, key: ast.Key) -> bool:
    """Report a row key that is another language's word for `else`, such as `default`; False if it is none."""
    if not isinstance(key.low, ast.Name) or key.low is not key.high:
        return False
    word = key.low.name
    if word.lower() not in ELSE_WORDS or word in ctx.env.declared or word in ctx.env.owners:
        return False
    help = "What no other row has is `else`."
    ctx.findings.add("N001", f"there is no {word}", key.span, help=help, fix=replacement_fix(key.span, "else"))
    return True


BOUND_PHRASE = re.compile(r"\bis ([\w.\[\]]+) or $")
"""The text before `more` that marks a lower or upper bound."""

BOUND_OPERATORS = {
    **dict.fromkeys(("more", "higher", "greater", "larger", "above", "up", "later"), ">="),
    **dict.fromkeys(("less", "fewer", "lower", "smaller", "below", "down", "earlier"), "<="),
}
"""Words for an open side of a bound, with the operator."""


def explain_bound(ctx: Context, node: ast.Name) -> tuple[str, Fix | None]:
    """Return advice and perhaps a fix for the end of `is 3 or more` (write `>= 3`); empty for other words."""
    source = ctx.env.sources.get(node.span.path)
    sign = BOUND_OPERATORS.get(node.name, "")
    if source is None or not sign:
        return "", None
    line = source.text[source.text.rfind("\n", 0, node.span.start) + 1 : node.span.start]
    found = BOUND_PHRASE.search(line)
    if found is None or line[: found.start()].endswith("not "):
        return "", None
    span = source.span(node.span.start - len(line) + found.start(), node.span.end)
    owners = ctx.env.owners.get(found[1], ()) if found[1] not in ctx.env.fields else ()
    if len(owners) > 1:
        return "", None
    if owners:  # enum values are ordered, but either end may be meant
        values = ctx.env.enums[owners[0]].values
        return f"Write `in {values[0]}..{found[1]}` or `in {found[1]}..{values[-1]}`.", None
    written = f"{sign} {found[1]}"
    return f"Write `{written}`.", replacement_fix(span, written)


def explain_text_value(ctx: Context, node: ast.Text) -> tuple[str, Fix | None]:
    """Return advice for a quoted text in the place of a value, with a fix if it only needs its quotes removed."""
    word = node.value
    if (
        re.fullmatch(r"yes|no|none|\d{1,9}", word)
        or word in ctx.env.owners
        or word in ctx.env.fields
        or word in ctx.env.defines
    ):
        return f"Write `{word}`, without quotes.", replacement_fix(node.span, word)
    return "Texts are titles, prompts and lines to say.", None


def explain_end(env: Env, stmt: ast.End) -> tuple[str, Fix | None]:
    """Return advice and a fix for a line such as ``end if`` of other languages; empty for other lines."""
    if stmt.procedure not in BLOCK_WORDS:
        return "", None
    return BLOCK_ENDS, replacement_fix(span_of_line(env, stmt.span), "")


def span_of_line(env: Env, span: Span) -> Span:
    """Return the span of the whole line around a span, line end included; the given span if the file is missing."""
    source = env.sources.get(span.path)
    if source is None:
        return span
    start = source.text.rfind("\n", 0, span.start) + 1
    end = source.text.find("\n", span.end)
    return source.span(start, end + 1 if end >= 0 else len(source.text))
