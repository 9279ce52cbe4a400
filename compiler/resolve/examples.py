"""Resolution of worked examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, assert_never, cast

from attrs import evolve

from bombsight.compiler.amendments import own_origin
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.expectations import terms_of, values_deciding
from bombsight.compiler.graph.fresh_elements import bind_newest
from bombsight.compiler.graph.node import Param
from bombsight.compiler.options import describe_option_values, parse_option_value
from bombsight.compiler.resolve import changes, expressions
from bombsight.compiler.resolve.cases import expand_cases
from bombsight.compiler.resolve.codes import SEVERITIES
from bombsight.compiler.resolve.environment import Context, ResolvedLine
from bombsight.compiler.resolve.example_slips import report_mistaken_line
from bombsight.compiler.resolve.hints import hint_for_name, suggest_names
from bombsight.compiler.resolve.layout import is_rolled
from bombsight.compiler.resolve.narrowing import narrow_not_none
from bombsight.compiler.resolve.scope import Scope, Variable
from bombsight.compiler.resolve.type_check import bind_name, result_table_of
from bombsight.dsl import ast
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import field, frozen
from bombsight.flat.types import BOOL, NONE, ElementType, EnumType, NoneType, PartsType, Type, UnknownType

T = TypeVar("T")
N = TypeVar("N", bound=ast.Node)


def resolve_once(ctx: Context, resolve_line: Callable[[Context, Scope, N], T], scope: Scope, node: N) -> T:
    """Resolve a line of an example once per file: equal lines in equal scopes share the memoized result.

    Thousands of examples consist of a few hundred distinct lines. Lines with errors are not memoized.

    Args:
        ctx: The item.
        resolve_line: The resolver of the line.
        scope: The scope.
        node: The line.
    """
    sight = tuple(
        (name, one.type, one.settable, one.rolled, one.dice, one.fewer) for name, one in scope.variables.items()
    )
    key = (node.span.path, resolve_line, node, sight, scope.facts)
    found = ctx.lines.get(key) if ctx.mentions is None else None
    if found is None:
        asked: set[str] = set()
        findings = Findings(SEVERITIES, hints=ctx.findings.hints)
        inner = evolve(ctx, env=ctx.env.with_recording(asked), findings=findings, asked=asked)
        found = ResolvedLine(resolve_line(inner, scope, node), frozenset(asked))
        ctx.findings.extend(inner.findings.diagnostics)
        if not inner.findings.diagnostics:
            ctx.lines[key] = found
    ctx.asked.update(found.asked)
    return cast(T, found.meaning)


@frozen(kw_only=True)
class ExampleParts:
    """The resolved parts of an example so far."""

    scope: Scope = field(factory=Scope)
    setup: list[e.ExampleGiven] = field(factory=list)
    options: list[e.ExampleOption] = field(factory=list)
    left_out: list[e.ExampleLeftOut] = field(factory=list)
    call: x.Expr | None = None
    lines: list[e.ExampleLine] = field(factory=list)


def resolve_examples(ctx: Context, node: ast.Example, number: int) -> Iterator[e.Example]:
    """Yield the graph node of a worked example, or of each case of its grid; ``number`` makes the id: ``example:3``."""
    found = expand_cases(ctx, node)
    for at, each in enumerate(found, 1):
        yield resolve_example(ctx, each, f"example:{number}" if found == [node] else f"example:{number}/{at}")


def resolve_example(ctx: Context, node: ast.Example, id_: str) -> e.Example:
    """Resolve a worked example to its graph node."""
    parts = ExampleParts()
    mistaken = [report_mistaken_line(ctx, line) for line in node.lines]
    for line, wrong in zip(node.lines, mistaken, strict=True):
        if not wrong:
            parts = add_line(ctx, parts, line)
        elif isinstance(line, ast.ExampleCall):  # a call of a define: lines below may still use `result`
            assert isinstance(line.call, ast.Do)
            type_ = ctx.env.defines[line.call.procedure].result or NoneType()
            parts = evolve(parts, scope=parts.scope.with_variable("result", Variable(type_, line.span)))
    call = parts.call
    if call is None:
        if not any(mistaken) and not any(isinstance(line, e.ExampleExpect) for line in parts.lines):
            help = "Add `roll on T` or `do p`, or what is expected of the scene."
            ctx.findings.add("P042", "this example calls nothing", node.span, help=help)
        call = x.Const(value=0, type=BOOL, span=node.span)
    return e.Example(
        id=id_,
        title=node.title,
        setup=tuple(parts.setup),
        call=call,
        lines=tuple(parts.lines),
        options=tuple(parts.options),
        left_out=tuple(parts.left_out),
        span=node.span,
        origin=own_origin(node),
    )


def add_line(ctx: Context, parts: ExampleParts, line: ast.ExampleLine) -> ExampleParts:
    """Resolve the next line of an example, and return the updated parts."""
    if parts.call is not None and isinstance(
        line, ast.Given | ast.GivenDo | ast.GivenAdd | ast.GivenOption | ast.LeaveOut
    ):
        what = "leave out" if isinstance(line, ast.LeaveOut) else "given"
        ctx.findings.add("P043", f"`{what}` stands behind the call", line.span, help="Set the scene first.")
    match line:
        case ast.Given() | ast.GivenDo() | ast.GivenAdd():
            given, scope = resolve_once(ctx, resolve_scene_line, parts.scope, line)
            parts.setup.append(evolve(given, span=line.span))
            return evolve(parts, scope=scope)
        case ast.GivenOption():
            parts.options.extend(resolve_given_option(ctx, line))
        case ast.GivenOverlay(kind=kind, name=name):
            ctx.findings.add(
                "P056",
                f"`given {kind} {name}` stands in the game itself",
                line.span,
                help="Other rules are tried in the game's folder `tests`: move the example there.",
            )
        case ast.LeaveOut():
            parts.left_out.extend(resolve_left_out(ctx, line))
        case ast.ExampleCall(call=inner):
            if parts.call is not None:
                labels = [(parts.call.span, "the first")]
                ctx.findings.add("P042", "an example has one call", line.span, labels=labels)
            call, scope = resolve_once(ctx, resolve_example_call, parts.scope, inner)
            return evolve(parts, scope=scope, call=evolve(call, span=inner.span))
        case ast.ExpectedRoll() | ast.ExpectedAnswer() | ast.ExpectedOffer() | ast.LeadsTo():
            parts.lines.extend(resolve_checked_line(ctx, parts.scope, line))
        case ast.Expect() | ast.ExpectEnded() | ast.ExpectNothingElse():
            parts.lines.extend(resolve_checked_line(ctx, parts.scope, line))
        case ast.CaseRow():
            pass  # its cells have become lines already
        case _:
            assert_never(line)
    return parts


# --- the scene


def resolve_scene_line(
    ctx: Context, scope: Scope, line: ast.Given | ast.GivenDo | ast.GivenAdd
) -> tuple[e.ExampleGiven, Scope]:
    """Resolve a line that sets up an example's initial state to statements, with the scope after it."""
    match line:
        case ast.Given(target=target, value=value):
            done, after = changes.resolve_assignment(ctx, ast.Set(target, value, span=line.span), scope)
            return e.ExampleGiven(body=tuple(done)), after
        case ast.GivenDo(call=inner):
            call = expressions.resolve(ctx, inner, scope.with_draws(), None)
            return e.ExampleGiven(body=(g.Evaluate(value=call, span=line.span),)), scope
        case ast.GivenAdd():
            return resolve_given_add(ctx, scope, line)
        case _:
            assert_never(line)


def resolve_given_add(ctx: Context, scope: Scope, line: ast.GivenAdd) -> tuple[e.ExampleGiven, Scope]:
    """Resolve a scene line that adds an element to a list and may give it a name."""
    done, after = changes.resolve_add(ctx, ast.Add(line.value, line.target, span=line.span), scope)
    scope = after or scope
    without_name = e.ExampleGiven(body=tuple(done))
    if line.name is None:
        return without_name, scope
    if len(done) != 1 or not isinstance(done[0], g.AddElement):
        if done:
            ctx.findings.add(
                "P057", f"nothing joins a list that could be called {line.name}", line.span, help="Leave the name out."
            )
        return without_name, scope
    element = ElementType(done[0].record, optional=True)
    named = x.Var(name=line.name, type=element, span=line.span)
    body = (*done, *bind_newest(done[0], named, line.span))
    scope = bind_name(ctx, line.name, element, line.span, scope)
    given = e.ExampleGiven(body=body, names=(Param(name=line.name, type=element),))
    return given, narrow_not_none(ctx.env, scope, named)


def resolve_given_option(ctx: Context, line: ast.GivenOption) -> Iterator[e.ExampleOption]:
    """Yield the option that a scene line sets, or report an invalid one."""
    type_ = ctx.env.options.get(line.name)
    if type_ is None:
        help = hint_for_name(ctx.env, "option", line.name)
        ctx.findings.add("N001", f"there is no option {line.name}", line.span, help=help)
        return
    words = ctx.env.enums[type_.enum].values if isinstance(type_, EnumType) else ()
    if isinstance(type_, UnknownType):  # already reported at its declaration
        return
    if parse_option_value(type_, words, line.value) is None:
        wants = describe_option_values(type_, words)
        ctx.findings.add("P054", f"{line.value} is no value of option {line.name}", line.span, help=f"Give {wants}.")
        return
    yield e.ExampleOption(name=line.name, value=line.value)


def resolve_left_out(ctx: Context, line: ast.LeaveOut) -> Iterator[e.ExampleLeftOut]:
    """Yield the table or procedure that a line stubs out, with its replacement values; report an error."""
    match line.kind:
        case "table":
            known = ctx.env.tables
        case "procedure":
            known = ctx.env.procedures
        case _:
            assert_never(line.kind)
    if line.name not in known:
        help = hint_for_name(ctx.env, line.kind, line.name)
        ctx.findings.add("N001", f"there is no {line.kind} {line.name}", line.span, help=help)
        return
    result = known[line.name].result
    if isinstance(result, PartsType):
        types: tuple[Type, ...] = tuple(part.type for part in result.parts)
    else:
        types = () if result is None else (result,)
    if len(types) != len(line.values):
        given_description = f"gives {join_names(map(str, types))}" if types else "gives nothing"
        ctx.findings.add(
            "P058",
            f"{line.name} {given_description}",
            line.span,
            help="Write `= VALUE` behind it, with what it is to give." if types else "Leave the value out.",
        )
        return
    scope = Scope(default=True)
    values = tuple(
        expressions.resolve_in_range(ctx, value, scope, type_) for value, type_ in zip(line.values, types, strict=True)
    )
    yield e.ExampleLeftOut(left=line.kind, name=line.name, values=values)


# --- the call, and the lines below


def resolve_example_call(ctx: Context, scope: Scope, node: ast.Expr) -> tuple[x.Expr, Scope]:
    """Resolve an example's call under test, with the scope after it, which includes ``result``."""
    call = expressions.resolve(ctx, node, scope.with_draws(), None)
    if isinstance(call.type, NoneType):
        return call, scope
    return call, scope.with_variable("result", Variable(call.type, node.span, table=result_table_of(call)))


def resolve_checked_line(ctx: Context, scope: Scope, line: ast.CheckedLine) -> Iterator[e.ExampleLine]:
    """Yield the graph form of an example's line below the call: dice, answers or expectations."""
    match line:
        case ast.ExpectedRoll(table=table, dice=dice, within=within):
            check_roll_target(ctx, line)
            yield e.ExampleRoll(table=table, dice=dice, within=within, span=line.span)
        case ast.ExpectedAnswer(words=words, choice=choice, drawn=drawn):
            yield e.ExampleAnswer(words=words, choice=choice, drawn=drawn, span=line.span)
        case ast.ExpectedOffer(options=options):
            yield e.ExampleOffer(options=options, span=line.span)
        case ast.LeadsTo(name=name, never=never):
            yield from resolve_expected_call(ctx, name, never, line)
        case ast.Expect(condition=condition, text=text, filled=filled):
            found = resolve_once(ctx, resolve_expectation, scope, condition)
            written = text or ctx.env.source_text(condition.span)
            yield e.ExampleExpect(
                condition=found, text=written, parts=tuple(expected_terms(ctx, found, written, filled)), span=line.span
            )
        case ast.ExpectEnded(procedure=name):
            if name not in ctx.env.procedures:
                help = hint_for_name(ctx.env, "procedure", name)
                ctx.findings.add("N001", f"there is no procedure {name}", line.span, help=help)
            else:
                yield e.ExampleEnded(procedure=name, span=line.span)
        case ast.ExpectNothingElse():
            yield e.ExampleUnchanged(span=line.span)
        case _:
            assert_never(line)


def expected_terms(
    ctx: Context, condition: x.Expr, text: str, filled: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the text of each term of an expected condition, with the texts of the values that decide this term.

    Args:
        ctx: The item.
        condition: The condition.
        text: Its source text.
        filled: The placeholders of a case in it with their values, which are appended to the terms.
    """
    found = [*terms_of(condition)]
    for term in found:
        values = tuple(
            f"{value.variable}.{value.part}" if isinstance(value, x.PartOf) else ctx.env.source_text(value.span)
            for value in values_deciding(term)
        )
        read = ctx.env.source_text(term.span) if len(found) > 1 else text
        filled_names = [f"{name} is {value}" for name, value in filled if re.search(rf"\b{name}\b", read)]
        yield f"{read}, where {join_names(filled_names)}" if filled_names else read, values


def check_roll_target(ctx: Context, line: ast.ExpectedRoll) -> None:
    """Report an expected roll whose table, or the table or procedure that contains it, does not exist."""
    table, within = line.table, line.within
    if table in ctx.env.procedures:
        help = f"Write `roll in {table}` for dice that are thrown there."
        ctx.findings.add("N001", f"there is no table {table}: that is a procedure", line.span, help=help)
    elif table is not None and table not in ctx.env.tables:
        ctx.findings.add("N001", f"there is no table {table}", line.span, help=hint_for_name(ctx.env, "table", table))
    if within is not None and within not in ctx.env.tables and within not in ctx.env.procedures:
        known = (*ctx.env.tables, *ctx.env.procedures)
        ctx.findings.add(
            "N001", f"there is no table or procedure {within}", line.span, help=suggest_names(ctx.env, within, known)
        )


def resolve_expectation(ctx: Context, scope: Scope, condition: ast.Expr) -> x.Expr:
    """Resolve an expected condition, which is false, not an error, if a value in it is none.

    Inside quantifiers the usual rule applies: members must be tested for none.
    """
    absent: list[x.Expr] = []
    found = expressions.resolve_boolean(evolve(ctx, absent=absent), condition, scope)
    if not absent:
        return found
    nothing = x.Const(value=NONE, type=NoneType(), span=condition.span)
    not_none_terms = (
        x.Comparison(op="!=", left=expr, right=nothing, type=BOOL, span=condition.span)
        for expr in dict.fromkeys(absent)
    )
    return x.AndExpr(terms=(*not_none_terms, found), type=BOOL, span=condition.span)


def resolve_expected_call(ctx: Context, name: str, never: bool, line: ast.ExampleLine) -> Iterator[e.ExampleLead]:
    """Yield the expectation that a table is rolled on or a procedure called, or never; report a wrong name.

    Args:
        ctx: The context of the item.
        name: The table or procedure.
        never: Whether it is expected not to be called.
        line: The line of the example.
    """
    if name in ctx.env.procedures:
        yield e.ExampleLead(to="procedure", name=name, never=never, span=line.span)
        return
    table = ctx.env.rows.get(name)
    if table is None:
        known = (*ctx.env.tables, *ctx.env.procedures)
        ctx.findings.add(
            "N001", f"there is no table or procedure {name}", line.span, help=suggest_names(ctx.env, name, known)
        )
    elif not is_rolled(table):
        ctx.findings.add(
            "P059", f"table {name} is looked up, and nothing tells when", line.span, help="Expect what comes of it."
        )
    else:
        yield e.ExampleLead(to="table", name=name, never=never, span=line.span)
