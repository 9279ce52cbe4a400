"""The site table: numbered metadata of places in the code, with all text that people read."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.dsl.node_classes import define, field
from bombsight.flat.sites import Site
from bombsight.flat.types import EnumType, Type
from bombsight.flat.words import word_for


@define
class SiteTable:
    """The sites (display metadata of code places) of a program by number; equal sites share a number."""

    sites: list[Site] = field(factory=list)
    numbers: dict[Site, int] = field(factory=dict)

    def site_number(self, site: Site) -> int:
        """Return the number of a site (display metadata of a code place), adding the site if it is new."""
        number = self.numbers.get(site)
        if number is None:
            number = self.numbers[site] = len(self.sites)
            self.sites.append(site)
        return number


def render_constant(value: int, type_: Type, enums: dict[str, n.Enum]) -> str:
    """Render a constant as the rules write it, for example ``yes``, ``none`` or an enum value."""
    enum = enums.get(type_.enum) if isinstance(type_, EnumType) else None
    return word_for(value, type_, enum.values if enum else ())


def render_result(body: g.Block, enums: dict[str, n.Enum]) -> str:
    """Render a row's result as the rules write it, such as ``roll on T``; empty if it is not that simple."""
    match body:
        case (g.Say(row_title=title), *rest) if title:
            return render_result(tuple(rest), enums)
        case (g.Give(values=values),):
            texts = [render_expr(value, enums) for value in values]
            return ", ".join(texts) if all(texts) else ""
        case (g.Evaluate(value=value),):
            return render_expr(value, enums)
        case (g.Nothing(),):
            return "nothing"
        case (g.UseNote(note=note),):
            return f"note {note}"
        case _:  # the rest: compound
            return ""


def render_expr(value: x.Expr, enums: dict[str, n.Enum]) -> str:
    """Render a constant, a variable, a roll or a call as the rules write it; empty for other expressions."""
    match value:
        case x.Const(value=number, type=type_):
            return render_constant(number, type_, enums)
        case x.RollOn(table=name, args=args):
            return f"roll on {name}{render_arguments(args, enums)}"
        case x.LookUp(table=name, args=args):
            return f"look up {name}{render_arguments(args, enums)}"
        case x.DoCall(procedure=name, args=args):
            return f"do {name}{render_arguments(args, enums)}"
        case x.RollDice(dice=dice, number=None):
            return dice.notation
        case x.RollDice(dice=dice, number=x.Var() | x.Read() as number):
            return f"({render_expr(number, enums) or '...'})d{dice.sides}"
        case x.Var(name=name) | x.Read(field=name, element=None, indices=()):
            return name
        case _:  # the rest: compound
            return ""


def render_arguments(args: Sequence[x.Expr], enums: dict[str, n.Enum]) -> str:
    """Render call arguments in brackets, with dots in place of compound expressions."""
    return f"({', '.join(render_expr(arg, enums) or '...' for arg in args)})" if args else ""
