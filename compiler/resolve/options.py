"""Options: switches of the game, their types and values."""

from __future__ import annotations

from bombsight.compiler.amended import own_origin
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.symbols import constant
from bombsight.dsl import ast
from bombsight.dsl.listing import listed
from bombsight.flat.types import BOOL, EnumType, IntType, Type


def option(node: ast.Option, chosen: str | None, findings: Findings) -> n.Option:
    """An option with its value now."""
    type_ = option_type(node)
    default = option_value(node, type_, findings)
    value = default
    if chosen is not None:
        read = option_word(node, type_, chosen)
        if read is None:
            findings.add(
                "N009", f"{chosen} is no value of option {node.name}", node.span, help=f"Give {option_wants(node)}."
            )
        else:
            value = read
    return n.Option(
        name=node.name,
        title=node.title,
        words=node.words,
        type=type_,
        default=default,
        value=value,
        span=node.span,
        origin=own_origin(node),
    )


def option_value(node: ast.Option, type_: Type, findings: Findings) -> int:
    """The default of an option."""
    word: str | None = None
    match node.default:
        case ast.YesNo(value=flag):
            word = "yes" if flag else "no"
        case ast.Name(name=name):
            word = name
        case _:
            number = constant(node.default)
            word = str(number) if number is not None else None
    value = option_word(node, type_, word) if word is not None else None
    if value is None:
        findings.add(
            "V010", "this is none of the option's values", node.default.span, help=f"Give {option_wants(node)}."
        )
        return 0
    return value


def option_type(option: ast.Option) -> Type:
    """The type of an option's value."""
    if option.words:
        return EnumType(f"option {option.name}")
    if option.low is not None and option.high is not None:
        return IntType(option.low, option.high)
    return BOOL


def option_word(node: ast.Option, type_: Type, word: str) -> int | None:
    """The value that a word gives an option; None where it is none of its values."""
    if node.words:
        return node.words.index(word) if word in node.words else None
    if isinstance(type_, IntType):
        try:
            number = int(word)
        except ValueError:
            return None
        return number if type_.low <= number <= type_.high else None
    return {"yes": 1, "no": 0, "on": 1, "off": 0, "true": 1, "false": 0}.get(word.lower())


def option_wants(node: ast.Option) -> str:
    """What an option can be, in a sentence."""
    if node.words:
        return listed(node.words, "or")
    if node.low is not None:
        return f"a number {node.low}..{node.high}"
    return "yes or no"


def readings(node: ast.Option) -> n.Enum | None:
    """The enum of an option's readings; None for yes/no and for numbers."""
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
