"""The printer of expressions: slots by their names in the rules, brackets where precedence requires them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from bombsight.flat import expressions as fx
from bombsight.flat.program import Program
from bombsight.flat.types import NONE

CHOICE, LOGIC, NEGATION, COMPARISON, SUM, PRODUCT, ATOM = range(7)
"""The precedences of operators, lowest first."""

Names = Mapping[int, str]
"""Names by slot: fields, lists, counters and options by their first."""


def slot_names(program: Program) -> Names:
    """Map the first slot of each field, list, counter and option to its name in the rules."""
    names = {field.base: field.id for field in program.fields}
    for pool in program.lists:
        names |= {
            pool.row: f"{pool.id}.order",
            pool.base: pool.id,
            pool.count: f"{pool.id}.count",
            pool.serial: f"{pool.id}.serial",
        }
    names |= {counter.slot: f"{counter.kind} {counter.name}".rstrip() for counter in program.counters}
    return names | {option.slot: f"option {option.name}" for option in program.open_options}


def render_value(node: fx.Expr, names: Names, precedence: int = CHOICE) -> str:
    """Render an expression as text, in brackets if it binds more loosely than ``precedence``."""
    shown, own_precedence = render_with_precedence(node, names)
    return shown if own_precedence >= precedence else f"({shown})"


def render_values(nodes: tuple[fx.Expr, ...], names: Names) -> str:
    """Render expressions, separated by commas."""
    return ", ".join(render_value(node, names) for node in nodes)


def render_with_precedence(node: fx.Expr, names: Names) -> tuple[str, int]:
    """Render an expression as text; return the text and its precedence."""

    def text_of(part: fx.Expr, min_precedence: int = CHOICE) -> str:
        """Render a part of the expression, in brackets if it binds more loosely than ``min_precedence``."""
        return render_value(part, names, min_precedence)

    match node:
        case fx.Num(number):
            return ("none" if number == NONE else str(number)), ATOM
        case fx.Local(name):
            return name, ATOM
        case fx.Slot(base, offset):
            name = f"[{names.get(base, base)}]"
            return (name if offset == fx.Num(0) else f"{name[:-1]} + {text_of(offset, PRODUCT)}]"), ATOM
        case fx.Length(variable):
            return f"length({variable})", ATOM
        case fx.Datum(data, index):
            return f"data {data}[{text_of(index)}]", ATOM
        case fx.Arithmetic("*", left, right):
            return f"{text_of(left, PRODUCT)} * {text_of(right, ATOM)}", PRODUCT
        case fx.Arithmetic(op, left, right):
            return f"{text_of(left, SUM)} {op} {text_of(right, PRODUCT)}", SUM
        case fx.Quotient(left, divisor, up):
            return f"{text_of(left, PRODUCT)} / {text_of(divisor, ATOM)} rounded {'up' if up else 'down'}", COMPARISON
        case fx.Negative(inner):
            return f"-{text_of(inner, ATOM)}", PRODUCT
        case fx.Compare(op, left, right):
            return f"{text_of(left, SUM)} {op} {text_of(right, SUM)}", COMPARISON
        case fx.Between(inner, low, high):
            return f"{text_of(inner, SUM)} in {text_of(low, SUM)}..{text_of(high, SUM)}", COMPARISON
        case fx.Among(inner, members):
            return f"{text_of(inner, SUM)} in {{{render_values(members, names)}}}", COMPARISON
        case fx.Contains(variable, inner):
            return f"{text_of(inner, SUM)} in {variable}", COMPARISON
        case fx.Not(inner):
            return f"not {text_of(inner, NEGATION)}", NEGATION
        case fx.All(terms):
            return " and ".join(text_of(term, NEGATION) for term in terms), LOGIC
        case fx.Either(terms):
            return " or ".join(text_of(term, NEGATION) for term in terms), LOGIC
        case fx.Extreme(which, inner_values):
            return f"{which}({render_values(inner_values, names)})", ATOM
        case fx.Clamp(inner, low, high):
            return f"clamp({text_of(inner)}, {low}..{high})", ATOM
        case fx.Neighbour(inner, step, size):
            return f"{'next' if step > 0 else 'previous'}({text_of(inner)} of {size})", ATOM
        case fx.Pick(condition, one, other):
            return f"{text_of(one, LOGIC)} if {text_of(condition, LOGIC)} else {text_of(other)}", CHOICE
        case fx.OrElse(inner, other):
            return f"{text_of(inner, LOGIC)} or else {text_of(other)}", CHOICE
        case fx.Some(inner, site):
            return f"some({text_of(inner)}) @{site}", COMPARISON
        case fx.Fit(inner, low, high, optional, site):
            return f"fit({text_of(inner)}, {low}..{high}{' or none' if optional else ''}) @{site}", COMPARISON
        case fx.Failure(site):
            return f"fault @{site}", COMPARISON
        case fx.Live(list_, inner):
            return f"live {list_}({text_of(inner)})", ATOM
        case fx.Place(list_, inner, site):
            return f"place {list_}({text_of(inner)})" + ("" if site is None else f" @{site}"), ATOM
        case fx.Call(function, args, part):
            return f"{function}({render_values(args, names)})" + ("" if part is None else f".{part}"), ATOM
        case fx.Let(variable, inner, body):
            return f"let {variable} = {text_of(inner, LOGIC)} in {text_of(body)}", CHOICE
        case fx.Taking(steps, site, inner):
            charged = "" if site is None else f" @{site}"
            return f"steps {text_of(steps, LOGIC)}{charged} before {text_of(inner)}", CHOICE
        case fx.Quantifier(kind, variable, members, where, steps, site, added):
            summed = "" if added is None else f"{text_of(added)} for "
            holding = "" if where is None else f" where {text_of(where)}"
            charged = "" if steps is None else f" costs {text_of(steps)} @{site}"
            return f"{kind}({summed}{variable} in {render_source(members, names)}{holding}{charged})", ATOM
        case _:
            assert_never(node)


def render_source(node: fx.Source, names: Names) -> str:
    """Render the domain of members (source) of a loop, choice or quantifier as text."""
    match node:
        case fx.Numbers(first, last, most):
            known = isinstance(first, fx.Num) and isinstance(last, fx.Num)
            shown = f"{render_value(first, names, SUM)}..{render_value(last, names, SUM)}"
            return shown if known else f"{shown} (at most {most})"
        case fx.Values(members):
            return f"{{{render_values(members, names)}}}"
        case fx.Elements(list_, most):
            return f"elements of {list_} (at most {most})"
        case fx.Held(variable, most, list_):
            return f"{variable}{'' if list_ is None else f', still in {list_}'} (at most {most})"
        case _:
            assert_never(node)
