"""Resolution of domains: the members of loops, choices and quantifiers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, assert_never

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions, names, results_of
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import enum_titles, suggest_names
from bombsight.compiler.resolve.logic import conjoin_optional
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import (
    bind_name,
    bounds_of,
    check_default_read,
    check_not_empty,
    report_error,
    unknown_value,
)
from bombsight.compiler.resolve.types import describe_type, fits_32_bits, is_same_kind
from bombsight.dsl import ast
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, ElementType, EnumType, IntType, ListType, PartsType, Type, UnknownType

DOMAIN_HELP = "Name an enum, a list, a range, a set or `results of` a table."


class MemberNode(Protocol):
    """The protocol of syntax nodes that bind a variable to each member of a domain."""

    @property
    def variable(self) -> str:
        """The name of the variable that the node binds to a member."""
        ...

    @property
    def domain(self) -> ast.Expr:
        """The expression for the domain, from which the members come."""
        ...

    @property
    def where(self) -> ast.Expr | None:
        """The filter of the members; None for all."""
        ...

    @property
    def span(self) -> Span:
        """The source range of the node."""
        ...


@frozen
class Members:
    """The resolved members of a loop, a choice or a quantifier: domain, filter and scope.

    Attributes:
        domain: The domain.
        where: The filter of members; None for all.
        scope: The scope of each member: with its variable, narrowed by ``where``.
    """

    domain: x.Domain
    where: x.Expr | None
    scope: Scope


def resolve_members(
    ctx: Context,
    node: MemberNode,
    scope: Scope,
    member_scope: Scope | None = None,
    prologue: list[g.Stmt] | None = None,
) -> Members | None:
    """Resolve the domain and filter of a loop, choice or quantifier to its members; None after an error.

    Args:
        ctx: The item.
        node: The syntax node.
        scope: The scope of the domain.
        member_scope: The scope of each member, if it knows less, as in a loop with side effects.
        prologue: Collects statements that save values of the filter which the loop may change.
    """
    domain = resolve_domain(ctx, node.domain, scope)
    if domain is None:
        return None
    inner = bind_name(ctx, node.variable, domain.type, node.span, member_scope or scope)
    limit = results_of.resolve_results_condition(ctx, node.domain, node.variable, scope, prologue)
    where = conjoin_optional(
        limit, expressions.resolve_boolean(ctx, node.where, inner) if node.where is not None else None
    )
    return Members(domain, where, narrow(ctx.env, inner, where))


def resolve_quantifier(ctx: Context, node: ast.Quantifier, scope: Scope) -> x.Expr:
    """Resolve ``count``, ``any`` or ``first`` over the members of a domain."""
    found = resolve_members(ctx, node, scope)
    if found is None:
        return unknown_value(node)
    type_: Type
    match node.kind:
        case "count":
            type_ = IntType(0, domain_size(ctx, found.domain, scope))
        case "any":
            type_ = BOOL
        case "first":
            type_ = found.domain.type.with_none()
        case _:
            assert_never(node.kind)
    return x.Quantifier(
        kind=node.kind, variable=node.variable, domain=found.domain, where=found.where, type=type_, span=node.span
    )


def resolve_reduction(ctx: Context, node: ast.Sum | ast.Best, scope: Scope) -> x.Expr:
    """Resolve ``sum``, ``min``, ``max``, ``lowest`` or ``highest`` over the members of a domain."""
    found = resolve_members(ctx, node, scope)
    if found is None:
        return unknown_value(node)
    value = expressions.resolve_number(ctx, node.value, found.scope)
    if not isinstance(value.type, IntType):
        return unknown_value(node)
    kind: Literal["sum"] | x.BestKind = node.kind if isinstance(node, ast.Best) else "sum"
    type_ = reduction_type(kind, value.type, domain_size(ctx, found.domain, scope), found)
    if isinstance(type_, IntType) and not fits_32_bits(type_):
        return report_error(ctx, node, "V004", "this may not fit 32 bits", "Use smaller ranges.")
    return x.Quantifier(
        kind=kind,
        variable=node.variable,
        domain=found.domain,
        where=found.where,
        value=value,
        type=type_,
        span=node.span,
    )


def reduction_type(kind: Literal["sum"] | x.BestKind, member_range: IntType, max_count: int, chosen: Members) -> Type:
    """Compute the type of a reduction over at most ``max_count`` members, whose values have the given range."""
    match kind:
        case "sum":
            return sum_range(member_range, max_count, chosen)
        case "min" | "max":
            return member_range if has_member(chosen) else member_range.with_none()
        case "lowest" | "highest":
            return chosen.domain.type if has_member(chosen) else chosen.domain.type.with_none()
        case _:
            assert_never(kind)


def has_member(chosen: Members) -> bool:
    """Whether a filtered domain has a member for certain: it has no filter, and its members are written out."""
    match chosen.domain:
        case x.EnumDomain():
            return chosen.where is None
        case x.SetDomain(members=members):
            return chosen.where is None and not any(isinstance(each.type, ElementType) for each in members)
        case x.RangeDomain(low=low, high=high):
            ends = bounds_of(low), bounds_of(high)
            return chosen.where is None and ends[0] is not None and ends[1] is not None and ends[0][1] <= ends[1][0]
        case x.ElementsDomain() | x.LocalListDomain():
            return False
        case _:
            assert_never(chosen.domain)


def sum_range(member_range: IntType, max_count: int, chosen: Members) -> IntType:
    """Compute the range of a sum over at most ``max_count`` members; a filter or varying domain may leave fewer."""
    if chosen.where is None and isinstance(chosen.domain, x.EnumDomain | x.SetDomain):
        return IntType(max_count * member_range.low, max_count * member_range.high)
    return IntType(min(0, max_count * member_range.low), max(0, max_count * member_range.high))


def domain_size(ctx: Context, domain: x.Domain, scope: Scope) -> int:
    """Return an upper bound on the number of members of a domain."""
    match domain:
        case x.EnumDomain(enum=enum):
            return len(ctx.env.enums[enum].values)
        case x.SetDomain(members=members):
            return len(members)
        case x.ElementsDomain(list=name):
            type_ = ctx.env.fields[name].type
            return type_.capacity if isinstance(type_, ListType) else 0
        case x.RangeDomain(low=low, high=high):
            if isinstance(low.type, IntType) and isinstance(high.type, IntType):
                return max(0, high.type.high - low.type.low + 1)
            return 0
        case x.LocalListDomain(variable=name):
            type_ = scope.variables[name].type
            return type_.capacity if isinstance(type_, ListType) else 0
        case _:
            assert_never(domain)


def resolve_enum_range(ctx: Context, low: ast.Expr, high: ast.Expr, scope: Scope) -> x.Domain | None:
    """Resolve a range of enum values between two constants to a set domain; None after an error.

    Args:
        ctx: The context of the item.
        low: The first value.
        high: The last value.
        scope: The scope.
    """
    first = expressions.resolve(ctx, low, scope, None)
    last = expressions.resolve(ctx, high, scope, first.type)
    match first, last:
        case x.Const(type=EnumType() as type_), x.Const(type=EnumType()) if type_ == last.type:
            check_not_empty(ctx, first, last)
            members = tuple(x.Const(value=at, type=type_) for at in range(first.value, last.value + 1))
            return x.SetDomain(members=members, type=type_) if members else None
        case _ if not (isinstance(first.type, UnknownType) or isinstance(last.type, UnknownType)):
            help = "From one number to another, or from one value of an enum to another, both written out."
            ctx.findings.add("P001", "this is no range to go through", low.span.extend_to(high.span), help=help)
        case _:  # the rest: already reported
            pass
    return None


def resolve_domain(ctx: Context, node: ast.Expr, scope: Scope) -> x.Domain | None:
    """Resolve the expression behind ``in`` to a domain; None after an error."""
    env = ctx.env
    match node:
        case ast.Interval(low=low, high=high):
            if any(isinstance(end, ast.Name) and names.needs_expected_type(ctx, end, scope) for end in (low, high)):
                return resolve_enum_range(ctx, low, high, scope)
            first, last = expressions.resolve_number(ctx, low, scope), expressions.resolve_number(ctx, high, scope)
            if not isinstance(first.type, IntType) or not isinstance(last.type, IntType):
                return None
            check_not_empty(ctx, first, last)
            return x.RangeDomain(
                low=first, high=last, type=IntType(first.type.low, max(first.type.low, last.type.high))
            )
        case ast.SetLiteral(members=members):
            return resolve_set_domain(ctx, node, members, scope)
        case ast.ResultsOf():
            return results_of.resolve_results_domain(ctx, node)
        case ast.Name(name=name):
            variable = scope.variables.get(name)
            if variable is not None:
                if isinstance(variable.type, ListType):
                    names.record_variable_mention(ctx, name, node.span, scope)
                    return x.LocalListDomain(variable=name, type=variable.type.element)
            elif name in env.fields:
                type_ = env.fields[name].type
                if isinstance(type_, ListType):
                    check_default_read(ctx, node.span, scope)
                    ctx.record_mention(node.span, "field", name, type_=type_)
                    return x.ElementsDomain(list=name, type=type_.element)
            elif name in env.enums:
                ctx.record_mention(node.span, "enum", name)
                return x.EnumDomain(enum=name, type=EnumType(name))
            ctx.findings.add(
                "P017",
                f"{name} is nothing to go through",
                node.span,
                help=suggest_names(env, name, [*enum_titles(env), *env.lists.values()], advice=DOMAIN_HELP),
            )
            return None
        case ast.Call(name="range"):
            help = "Numbers are gone through without `each`, from the first to the last: `for n in 1..5`."
            ctx.findings.add("P017", "this is nothing to go through", node.span, help=help)
            return None
        case _:  # the rest: a value, or a list in no variable
            ctx.findings.add("P017", "this is nothing to go through", node.span, help=DOMAIN_HELP)
            return None


def enums_with_words(ctx: Context, words: Sequence[str]) -> list[str]:
    """Return the names of the enums that contain all these words, the result enums of tables included."""
    holding = [ctx.env.holders.get(word, ()) for word in words]
    return [enum for enum in holding[0] if all(enum in others for others in holding[1:])] if holding else []


def resolve_set_domain(ctx: Context, node: ast.Expr, members: Sequence[ast.Expr], scope: Scope) -> x.Domain | None:
    """Resolve ``{a, b}`` to a domain; one enum must contain all its bare words.

    Args:
        ctx: The context of the item.
        node: The set.
        members: Its members.
        scope: The scope.
    """
    words = [m.name for m in members if isinstance(m, ast.Name) and names.needs_expected_type(ctx, m, scope)]
    owners = enums_with_words(ctx, words)
    expected: Type | None = None
    if words:
        if len(owners) > 1:
            typed = [
                expressions.resolve(ctx, m, scope, None).type
                for m in members
                if not (isinstance(m, ast.Name) and m.name in words)
            ]
            owners = (
                [o for o in owners if all(isinstance(t, EnumType) and t.enum == o for t in typed)] if typed else owners
            )
        if len(owners) != 1:
            which = join_names(owners, "and to")
            ctx.findings.add(
                "N003",
                f"these words belong to {which}" if owners else "no one enum has all these words",
                node.span,
                help=f"Write {owners[0]}.{words[0]}." if owners else "",
            )
            return None
        expected = EnumType(owners[0])
    resolved = [expressions.resolve(ctx, m, scope, expected) for m in members]
    type_ = resolved[0].type
    if isinstance(resolved[0], x.Var) and isinstance(type_, PartsType):
        help = f"Name the part: `{{{resolved[0].name}.PART}}`."
        ctx.findings.add(
            "P001", f"this is {describe_type(type_)}, and a set has single values", resolved[0].span, help=help
        )
        return None
    for member in resolved[1:]:
        if not is_same_kind(member.type, type_):
            ctx.findings.add(
                "P001", f"this is {describe_type(member.type)}, the first is {describe_type(type_)}", member.span
            )
    if isinstance(type_, IntType):
        ints = [m.type for m in resolved if isinstance(m.type, IntType)]
        type_ = IntType(min(t.low for t in ints), max(t.high for t in ints))
    elif any(m.type.is_optional for m in resolved):
        type_ = type_.with_none()
    return x.SetDomain(members=tuple(resolved), type=type_)
