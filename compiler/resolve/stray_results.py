"""Help with a row's result in a table that gives none: a text without quotes, a table's name, two statements in one."""

from __future__ import annotations

from attrs import frozen

from bombsight.compiler.findings import replacement_fix
from bombsight.compiler.resolve.environment import Context, Env
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.source import Span

MESSAGE_FUNCTIONS = frozenset(
    ("print", "echo", "puts", "log", "write", "show", "message", "display", "output", "alert")
)
"""Functions of other languages that say something."""


@frozen
class StrayResult:
    """What a result means that its table does not give.

    Attributes:
        code: The code of the finding.
        message: The problem.
        help: What to write.
        fix: The fix; None if no meaning is certain.
    """

    code: str
    message: str
    help: str
    fix: Fix | None = None


def explain_stray_result(ctx: Context, stmt: ast.Result, table: ast.Table | None) -> StrayResult | None:
    """Explain the result of a row in a table that gives none; None if nothing is known of what it means."""
    if table is None or len(stmt.values) != 1:
        return None
    match stmt.values[0]:
        case ast.Name(name=name):
            return explain_words(ctx, name, stmt.span, table)
        case ast.Call(name=name, args=(ast.Text(span=text),)) if name.lower() in MESSAGE_FUNCTIONS:
            written = f"say {ctx.env.source_text(text)}"
            help = f"What a row tells is said: `{written}`."
            return StrayResult("P030", f"{name} is no statement", help, replacement_fix(stmt.span, written))
        case ast.And(terms=terms) if isinstance(terms[0], ast.RollOn | ast.Do):
            return explain_joined_statements(ctx, stmt, terms, table)
        case _:  # the rest: some value
            return None


def explain_text(ctx: Context, entries: ast.Entries, table: ast.Table | None) -> StrayResult | None:
    """Explain several words as the result of a row in a table that gives none; None if they may be entries."""
    if table is None or ctx.env.tables[table.id].result is not None or len(entries.fillings) != 1:
        return None
    values = {value for enum in ctx.env.enums.values() for value in enum.values}
    words = entries.fillings[0].words
    if any(not isinstance(word, ast.Name) or word.name in values for word in words):
        return None
    return explain_words(ctx, ctx.env.source_text(entries.span), entries.span, table)


def explain_words(ctx: Context, words: str, span: Span, table: ast.Table) -> StrayResult | None:
    """Explain words without quotes as the result of a row: the name of a table or procedure, or a text.

    Args:
        ctx: The context of the item.
        words: The words, with spaces between.
        span: Their place.
        table: The table, which gives no result.
    """
    called = find_table(ctx.env, words)
    if called is not None:
        written = f"{'roll on' if ctx.env.tables[called].rolled else 'look up'} {called}"
        fix = None if ctx.env.tables[called].params else replacement_fix(span, written)
        return StrayResult("P013", f"{words} is a table", f"Write `{written}`.", fix)
    if words in ctx.env.procedures:
        fix = None if ctx.env.procedures[words].params else replacement_fix(span, f"do {words}")
        return StrayResult("P013", f"{words} is a procedure", f"Write `do {words}`.", fix)
    message = f"{words} is a value, but this table gives none"
    row = find_row(table, span)
    if row is None:
        return None
    if row.title:
        return StrayResult("P030", message, f'A text is a title, before the colon, or is said: `say "{words}"`.')
    key = row.keys[-1].span
    head = ctx.env.source_text(row.keys[0].span.extend_to(key))
    help = f'A text is a title, in double quotes before the colon: `{head} "{words}": nothing`.'
    is_known = words in ctx.env.fields or words in ctx.env.defines or words in ctx.env.options
    if is_known or key.line != span.line:
        return StrayResult("P030", message, help)
    edit = Edit(key.last_characters(0).extend_to(span), f' "{words}": nothing')
    return StrayResult("P030", message, help, Fix("Make it the title of the row", (edit,)))


def explain_joined_statements(
    ctx: Context, stmt: ast.Result, terms: tuple[ast.Expr, ...], table: ast.Table
) -> StrayResult:
    """Explain ``roll on A and B`` as the result of a row: two statements, each on a line of a block.

    Args:
        ctx: The context of the item.
        stmt: The result.
        terms: What `and` joins.
        table: The table, which gives no result.
    """
    lines = []
    for term in terms:
        text = ctx.env.source_text(term.span)
        called = find_table(ctx.env, text) if isinstance(term, ast.Name) else None
        lines.append(f"roll on {called}" if called is not None else text)
    are_calls = all(line.startswith(("roll on ", "do ")) for line in lines)
    help = "Each statement has a line of its own, in a block below the row, without a colon: "
    help += ", below it ".join(f"`{line}`" for line in lines) + "."
    row = find_row(table, stmt.span)
    head = None if row is None else row.keys[-1].span
    fix = None
    if row is not None and head is not None and are_calls and head.line == row.span.end_line == stmt.span.line:
        title = f' "{row.title}"' if row.title else ""
        block = "".join(f"\n{' ' * (row.span.column + 1)}{line}" for line in lines)
        if row.span.end == stmt.span.end:  # nothing stands behind it, such as a citation
            fix = Fix("Write a block", (Edit(head.last_characters(0).extend_to(stmt.span), f"{title}{block}"),))
    return StrayResult("P030", "`and` joins conditions, not statements", help, fix)


def find_row(table: ast.Table, span: Span) -> ast.Row | None:
    """Find the row of a table in which a place stands; None if it stands in no row."""
    rows = (line for line in table.lines if isinstance(line, ast.Row) and line.keys)
    return next((row for row in rows if row.span.start <= span.start < row.span.end), None)


def find_table(env: Env, words: str) -> str | None:
    """Find the id of the one table with an id or a title, whatever its capitals; None if none or several have it."""
    if words in env.tables:
        return words
    wanted = words.lower()
    found = [
        id_
        for id_, table in env.rows.items()
        if wanted in (id_.lower(), (table.title or "").lower()) or wanted.replace(" ", "_") == id_.lower()
    ]
    return found[0] if len(found) == 1 else None
