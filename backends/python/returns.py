"""The end of a function: what it gives."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.backends.python.statement_hoisting import Settling, begins, loops
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs


def give(printer: Settling, stmt: fs.Return) -> None:
    """The end of the function."""
    site = stmt.site if printer.traced else None
    if len(stmt.values) == 1 and not stmt.facts and site is None and printer.leaving is None:
        give_value(printer, stmt.values[0])
        return
    values = named(printer, stmt.values, is_told=site is not None or printer.leaving is not None)
    if site is not None:
        printer.tell(site, *values)
    values += named(printer, stmt.facts, is_told=printer.leaving is not None)
    if printer.leaving is not None:
        printer.leaving()
    printer.line(f"return {', '.join(values)}".rstrip())


def named(printer: Settling, given: Sequence[fx.Expr], *, is_told: bool) -> list[str]:
    """What is given, worked out at once where something is told before it is given."""
    values = [printer.show.value(value) for value in given]
    if not is_told or all(isinstance(value, fx.Num | fx.Local) for value in given):
        return values
    names = [printer.names.unique("given") for _ in values]
    for name, value in zip(names, values, strict=True):
        printer.line(f"{name} = {value}")
    return names


def give_value(printer: Settling, value: fx.Expr) -> None:
    """The end of the function, which gives one value: told in statements, which Python does sooner."""
    show = printer.show
    match value:
        case fx.Taking(steps, site, inner):
            printer.count(steps, site)
            give_value(printer, inner)
        case fx.Let(variable, inner, body):
            printer.line(f"{printer.locals[variable]} = {show.value(printer.choosing(inner))}")
            give_value(printer, body)
        case fx.Pick(condition, inner, otherwise):
            condition = printer.choosing(condition)
            with printer.deeper(f"if {printer.show.condition(condition)}:"):
                give_value(printer, inner)
            give_value(printer, otherwise)
        case fx.All((first, *rest)) if any(begins(term) or loops(term) for term in rest):
            at = next(at for at, term in enumerate(rest) if begins(term) or loops(term))
            others = fold.conjunction((printer.choosing(first), *rest[:at]))
            with printer.deeper(f"if {show.condition(fold.negation(others))}:"):
                printer.line("return 0")
            give_value(printer, fold.conjunction(rest[at:]))
        case fx.Either((first, *rest)) if any(begins(term) or loops(term) for term in rest):
            at = next(at for at, term in enumerate(rest) if begins(term) or loops(term))
            others = fold.disjunction((printer.choosing(first), *rest[:at]))
            with printer.deeper(f"if {show.condition(others)}:"):
                printer.line("return 1")
            give_value(printer, fold.disjunction(rest[at:]))
        case fx.Not(inner) if loops(inner) and isinstance(inner, fx.Quantifier):
            give_looked(printer, inner, "0", "1")
        case fx.Quantifier() if loops(value):
            give_looked(printer, value, printer.locals[value.variable] if value.kind == "first" else "1", None)
        case _:  # the rest: printed as an expression, whatever it is
            value = printer.choosing(value)
            printer.line(f"return {printer.show.value(value)}")


def give_looked(printer: Settling, node: fx.Quantifier, found: str, otherwise: str | None) -> None:
    """The end of the function, which gives whether there is some member, or which."""
    show = printer.show
    if node.steps is not None:
        printer.count(node.steps, node.site)
    if show.alike(node.variable, node.source, node.where) is not None:
        value = show.value(evolve(node, steps=None, site=None))
        printer.line(f"return {value}" if otherwise is None else f"return 1 - ({value})")
        return
    with printer.deeper(f"for {printer.locals[node.variable]} in {show.members(node.source)}:"):
        no_member, where, _ = printer.at_hand(node.variable, node.source, node.where)
        printer.passed_over(no_member, where)
        printer.line(f"return {found}")
    printer.line(f"return {otherwise or show.value(fx.Num(fx.value_without_members(node.kind)))}")
