"""Help with idioms of other languages in places of names: their meaning, and the equivalent in this language.

They parse, so only unknown names reveal them. Single words are in :mod:`bombsight.compiler.resolve.foreign_words`,
unparsable idioms in :mod:`bombsight.dsl.recognise.idioms`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bombsight.compiler.findings import replacement_fix
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.environment import Context, Env
from bombsight.compiler.resolve.types import is_same_kind
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Fix
from bombsight.dsl.slips.sentences import BLOCK_ENDS, END_OF_PLAY
from bombsight.dsl.source import Span
from bombsight.flat.types import ElementType, EnumType, IntType, ListType

ELSE_WORDS = frozenset(("otherwise", "default", "other", "others", "rest", "remaining", "anything", "all", "any"))
"""Words that other languages use for an `else` row."""

BLOCK_WORDS = frozenset(
    ("if", "for", "while", "repeat", "loop", "procedure", "step", "unless", "block", "sub", "function")
)
"""Words that follow `end` in other languages."""

LENGTH_WORDS = frozenset(("length", "size", "count", "len", "number"))
"""Words for the length of a list in other languages."""

RANDOM_FUNCTIONS = frozenset(("random", "rand", "randint", "randrange", "rnd", "randbetween", "random_int", "roll"))
ROUNDING_FUNCTIONS = {
    **dict.fromkeys(("floor", "int", "trunc", "rounddown", "round_down", "quotient"), "down"),
    **dict.fromkeys(("ceil", "ceiling", "roundup", "round_up"), "up"),
}
JOINING_FUNCTIONS = {"and": " and ", "or": " or ", "sum": " + ", "product": " * "}
"""Functions of spreadsheets, with the word or sign that stands between their arguments instead."""

LOOKUP_FUNCTIONS = frozenset(("vlookup", "hlookup", "xlookup", "lookup", "index"))
BLANK_FUNCTIONS = frozenset(("isblank", "isempty", "is_none", "isnull", "is_null", "isna"))
CONDITIONAL_FUNCTIONS = frozenset(("if", "iif", "ifelse", "when", "switch", "choose"))


def explain_function(ctx: Context, node: ast.Call) -> tuple[str, Fix | None]:
    """Return advice and perhaps a fix for a function of other languages, such as ``floor``; empty if unknown."""
    name, args = node.name.lower(), node.args
    texts = [ctx.env.source_text(arg.span) for arg in args]
    if node.name in ctx.env.fields and args and len(args) == len(ctx.env.fields[node.name].indices):
        return propose_value(node, f"{node.name}[{', '.join(texts)}]")
    if name in LOOKUP_FUNCTIONS:
        return "A table is asked by `look up TABLE(...)`, or thrown on by `roll on TABLE`.", None
    if name in CONDITIONAL_FUNCTIONS and len(args) == 3:
        return propose_value(node, f"({texts[1]} when {texts[0]}, else {texts[2]})")
    if name in JOINING_FUNCTIONS and len(args) > 1:
        return propose_value(node, join_arguments(JOINING_FUNCTIONS[name], texts))
    if name in ROUNDING_FUNCTIONS and len(args) == 2 and isinstance(args[1], ast.Number) and args[1].value == 0:
        args = args[:1]  # of a spreadsheet, which counts the digits behind the point
    match args:
        case (ast.Name(name=owner),) if is_column(ctx.env, node.name):
            return propose_value(node, f"{owner}.{node.name}")
        case (argument,) if name == "not":
            return propose_value(node, f"not {texts[0] if isinstance(argument, ast.Name) else f'({texts[0]})'}")
        case (_,) if name in BLANK_FUNCTIONS:
            return propose_value(node, f"{texts[0]} is none")
        case (_, _) if name in ("mod", "modulo", "remainder"):
            left = f"{texts[0]} - ({texts[0]} / {texts[1]} rounded down) * {texts[1]}"
            return f"There is no define for what a division leaves: write `{left}`.", None
        case (ast.Divide(rounding=None) as quotient,) if name in ROUNDING_FUNCTIONS:
            written = f"{ctx.env.source_text(quotient.span)} rounded {ROUNDING_FUNCTIONS[name]}"
            return f"Write `{written}`.", replacement_fix(node.span, written)
        case (ast.Divide(rounding=None) as quotient,) if name == "round":
            written = ctx.env.source_text(quotient.span)
            return f"Say which way: `{written} rounded down` or `{written} rounded up`.", None
        case (ast.Number(value=1), ast.Number(value=sides)) if name in RANDOM_FUNCTIONS and sides > 1:
            return f"`1d{sides}` throws a die of as many sides.", replacement_fix(node.span, f"1d{sides}")
        case (ast.Number(value=sides),) if name in RANDOM_FUNCTIONS and sides > 1:
            return f"`1d{sides}` throws a die: 1 to {sides}.", None
        case (ast.Name(name=members),) if name in LENGTH_WORDS:
            return count_help(members), None
        case _:  # the rest: no known idiom
            return "", None


def propose_value(node: ast.Expr, written: str) -> tuple[str, Fix]:
    """Return the advice to write another value, with its fix."""
    return f"Write `{written}`.", replacement_fix(node.span, written)


def join_arguments(sign: str, texts: Sequence[str]) -> str:
    """Join a function's arguments by the word or sign that does the same, in brackets where that binds less."""
    loose = {" and ": r" or ", " * ": r" [-+] "}.get(sign)
    return sign.join(f"({text})" if loose and re.search(loose, text) else text for text in texts)


def is_column(env: Env, name: str) -> bool:
    """Whether an enum has a column of a name, or a record a field."""
    return any(column.name == name for enum in env.enums.values() for column in enum.columns) or any(
        name in fields for fields in env.records.values()
    )


def explain_index(env: Env, node: ast.Expr) -> tuple[str, Fix | None]:
    """Return advice and a fix for a column in brackets, ``ship[due]``; empty for other values."""
    match node:
        case ast.Subscript(value=ast.Name(name=owner), indices=(ast.Name(name=column),)) if is_column(env, column):
            return propose_value(node, f"{owner}.{column}")
        case _:  # the rest: no known idiom
            return "", None


def explain_truth(env: Env, expr: x.Expr) -> tuple[str, Fix | None]:
    """Return advice and perhaps a fix for a value as a condition, as other languages take it; empty for other types."""
    text = env.source_text(expr.span)
    match expr.type:
        case IntType() if text.isdigit():
            return "", None
        case IntType(low=0):
            return f"Compare it: `{text} > 0`.", None
        case IntType():
            return f"Compare it: `{text} is not 0`.", None
        case ListType():
            return f"Ask for one in it: `any(x in {text})`.", replacement_fix(expr.span, f"any(each_one in {text})")
        case EnumType(optional=True):
            denied = text_before(env, expr.span, DENIAL)
            source = env.sources.get(expr.span.path)
            span = source.span(expr.span.start - len(denied), expr.span.end) if source else expr.span
            asked = f"{text} is {'' if denied else 'not '}none"
            return f"Ask for it: `{asked}`.", replacement_fix(span, asked)
        case _:  # the rest: what is asked of it is not known
            return "", None


DENIAL = re.compile(r"\bnot +$")


def text_before(env: Env, span: Span, pattern: re.Pattern[str]) -> str:
    """Return the text on a span's line before it that matches a pattern; empty without one."""
    source = env.sources.get(span.path)
    found = pattern.search(source.text[source.text.rfind("\n", 0, span.start) + 1 : span.start]) if source else None
    return found[0] if found else ""


def explain_members(env: Env, node: ast.Member, value: x.Expr) -> str:
    """Return the advice for a test whether a list of records has a value, or return nothing."""
    shape = env.fields.get(node.members.name) if isinstance(node.members, ast.Name) else None
    if shape is None or not isinstance(shape.type, ListType) or not isinstance(shape.type.element, ElementType):
        return ""
    fields = env.records.get(shape.type.element.record, {})
    like = [name for name, held in fields.items() if held.type is not None and is_same_kind(held.type, value.type)]
    asked = f"x.{like[0] if like else 'kind'} is {env.source_text(node.value.span)}"
    return f"A list is asked for one that is so: `any(x in {env.source_text(node.members.span)} where {asked})`."


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
    if not word:
        return "What is not there is `none`, where the type ends in `or none`. Texts are titles and lines to say.", None
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
    if stmt.procedure in ("game", "play", "program") and "mission" in env.procedures:
        return END_OF_PLAY, replacement_fix(stmt.span.last_characters(len(stmt.procedure)), "mission")
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
