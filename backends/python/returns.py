"""Return statements as Python source."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.backends.python.statement_hoisting import HoistingPrinter, is_member_search, needs_hoisting
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs


def emit_return(printer: HoistingPrinter, stmt: fs.Return) -> None:
    """Emit a return statement, after its event and the function's exit code."""
    site = stmt.site if printer.traced else None
    if len(stmt.values) == 1 and not stmt.facts and site is None and printer.emit_exit is None:
        emit_value_return(printer, stmt.values[0])
        return
    values = emit_return_values(printer, stmt.values, needs_locals=site is not None or printer.emit_exit is not None)
    if site is not None:
        printer.emit_event(site, *values)
    values += emit_return_values(printer, stmt.facts, needs_locals=printer.emit_exit is not None)
    if printer.emit_exit is not None:
        printer.emit_exit()
    printer.emit_line(f"return {', '.join(values)}".rstrip())


def emit_return_values(printer: HoistingPrinter, exprs: Sequence[fx.Expr], *, needs_locals: bool) -> list[str]:
    """Return the sources of return values; with ``needs_locals``, emit their assignment to variables first."""
    values = [printer.renderer.render_value(value) for value in exprs]
    if not needs_locals or all(isinstance(value, fx.Num | fx.Local) for value in exprs):
        return values
    names = [printer.names.make_unique("given") for _ in values]
    for name, value in zip(names, values, strict=True):
        printer.emit_line(f"{name} = {value}")
    return names


def emit_value_return(printer: HoistingPrinter, value: fx.Expr) -> None:
    """Emit the return of one value as several statements, which CPython runs faster than one expression."""
    renderer = printer.renderer
    match value:
        case fx.Taking(steps, site, inner):
            printer.emit_step_charge(steps, site)
            emit_value_return(printer, inner)
        case fx.Let(variable, inner, body):
            printer.emit_line(f"{printer.locals[variable]} = {renderer.render_value(printer.hoist_and_share(inner))}")
            emit_value_return(printer, body)
        case fx.Pick(condition, inner, otherwise):
            condition = printer.hoist_and_share(condition)
            with printer.indented_block(f"if {printer.renderer.render_condition(condition)}:"):
                emit_value_return(printer, inner)
            emit_value_return(printer, otherwise)
        case fx.All((first, *rest)) if any(needs_hoisting(term) or is_member_search(term) for term in rest):
            at = next(at for at, term in enumerate(rest) if needs_hoisting(term) or is_member_search(term))
            others = fold.conjunction((printer.hoist_and_share(first), *rest[:at]))
            with printer.indented_block(f"if {renderer.render_condition(fold.negation(others))}:"):
                printer.emit_line("return 0")
            emit_value_return(printer, fold.conjunction(rest[at:]))
        case fx.Either((first, *rest)) if any(needs_hoisting(term) or is_member_search(term) for term in rest):
            at = next(at for at, term in enumerate(rest) if needs_hoisting(term) or is_member_search(term))
            others = fold.disjunction((printer.hoist_and_share(first), *rest[:at]))
            with printer.indented_block(f"if {renderer.render_condition(others)}:"):
                printer.emit_line("return 1")
            emit_value_return(printer, fold.disjunction(rest[at:]))
        case fx.Not(inner) if is_member_search(inner) and isinstance(inner, fx.Quantifier):
            emit_search_return(printer, inner, "0", "1")
        case fx.Quantifier() if is_member_search(value):
            emit_search_return(printer, value, printer.locals[value.variable] if value.kind == "first" else "1", None)
        case _:  # the rest: printed as an expression, whatever it is
            value = printer.hoist_and_share(value)
            printer.emit_line(f"return {printer.renderer.render_value(value)}")


def emit_search_return(printer: HoistingPrinter, node: fx.Quantifier, found_value: str, otherwise: str | None) -> None:
    """Emit a loop over members that returns ``found_value`` at the first match, or ``otherwise`` after the last member.

    Args:
        printer: Takes the lines.
        node: The quantifier.
        found_value: The source of the value returned for a match.
        otherwise: The source of the value without a match; None for the quantifier's usual one.
    """
    renderer = printer.renderer
    if node.steps is not None:
        printer.emit_step_charge(node.steps, node.site)
    if renderer.match_slot_run(node.variable, node.source, node.where) is not None:
        value = renderer.render_value(evolve(node, steps=None, site=None))
        printer.emit_line(f"return {value}" if otherwise is None else f"return 1 - ({value})")
        return
    with printer.indented_block(f"for {printer.locals[node.variable]} in {renderer.render_members(node.source)}:"):
        no_member, where, _ = printer.emit_loop_prologue(node.variable, node.source, node.where)
        printer.emit_member_filter(no_member, where)
        printer.emit_line(f"return {found_value}")
    printer.emit_line(f"return {otherwise or renderer.render_value(fx.Num(fx.value_without_members(node.kind)))}")
