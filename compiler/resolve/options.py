"""Resolution of option declarations: types, named values and defaults."""

from __future__ import annotations

from bombsight.compiler.amendments import own_origin
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.options import describe_option_values, parse_option_value
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.symbols import fold_constants
from bombsight.dsl import ast
from bombsight.flat.types import BOOL, EnumType, IntType, Type


def resolve_option(ctx: Context, node: ast.Option) -> n.Option:
    """Resolve the declaration of an option to its graph node, set to its default."""
    type_ = option_type(node)
    value = resolve_option_default(ctx, node, type_)
    return n.Option(
        name=node.name,
        title=node.title,
        words=node.words,
        type=type_,
        default=value,
        value=value,
        span=node.span,
        origin=own_origin(node),
    )


def resolve_option_default(ctx: Context, node: ast.Option, type_: Type) -> int:
    """Resolve the default of an option; 0 after an error."""
    word: str | None = None
    match node.default:
        case ast.YesNo(value=flag):
            word = "yes" if flag else "no"
        case ast.Name(name=name):
            word = name
        case _:  # the rest: a number, or invalid
            number = fold_constants(node.default)
            word = str(number) if number is not None else None
    value = parse_option_value(type_, node.words, word) if word is not None else None
    if value is None:
        help = f"Give {describe_option_values(type_, node.words)}."
        if lacks_values(node):
            help = option_values_help(node, ctx.env.source_text(node.default.span))
        ctx.findings.add("V010", "this is none of the option's values", node.default.span, help=help)
        return 0
    return value


def option_type(node: ast.Option) -> Type:
    """Return the type of an option; yes/no if it states none."""
    if node.words:
        return EnumType(f"option {node.name}")
    if node.low is not None and node.high is not None:
        return IntType(node.low, node.high)
    return BOOL


def lacks_values(node: ast.Option) -> bool:
    """Whether an option declares no values although its default is neither yes nor no."""
    return option_type(node) is BOOL and not isinstance(node.default, ast.YesNo)


def option_values_help(node: ast.Option, default: str) -> str:
    """Return the advice how to declare the values of an option, with its default as the example."""
    number = fold_constants(node.default)
    values = f"{default}, ..." if number is None else f"{number}..{number + 2}"
    return f"Say which values it has, such as `from {values} = {default}`; or give yes or no."


def named_values_enum(node: ast.Option) -> n.Enum | None:
    """Make the enum of an option's named values; None for an option that is yes/no or a number."""
    if not node.words:
        return None
    return n.Enum(
        name=f"option {node.name}",
        values=node.words,
        titles=tuple(word.replace("_", " ") for word in node.words),
        columns=(),
        owner="option",
        span=node.span,
    )
