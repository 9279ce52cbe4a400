"""Metered programs: they tell which function begins and ends, and what each looks at; nothing else.

What they do is the same, in the functions that the rules have: this is for a profile, and no pass comes behind it.
"""

from __future__ import annotations

from attrs import evolve, frozen

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.program import Program
from bombsight.flat.strip_events import strip_events
from bombsight.flat.walking import Node, map_nodes

BEGINS, ENDS, LOOKS = range(3)
"""What an event tells of a function; a look is a condition that it asks, a member or a turn of what it goes through."""


@frozen
class InstrumentedProgram:
    """A program that tells what its functions do.

    Attributes:
        program: The program.
        first: The first number that its events have in place of a site; numbers below are sites.
    """

    program: Program
    first: int

    def decode_event(self, number: int) -> tuple[int, int]:
        """Which function an event is about, by its place among the program's, and what it tells of it."""
        return divmod(number - self.first, 3)


def instrument_program(program: Program, *, with_looks: bool) -> InstrumentedProgram:
    """A program with its meters.

    Args:
        program: As the compiler made it.
        with_looks: Whether looks are told, too: that takes longer than looking.
    """
    first = len(program.sites)
    functions = strip_events(program.functions)
    instrumented = [instrument_function(function, first + 3 * at, with_looks) for at, function in enumerate(functions)]
    if with_looks:
        instrumented += [make_look_function(function, first + 3 * at) for at, function in enumerate(functions)]
    return InstrumentedProgram(evolve(program, functions=tuple(instrumented)), first)


def instrument_function(function: Function, number: int, with_looks: bool) -> Function:
    """A function that tells of itself under a number and those behind it."""
    changed = LookInstrumenter(number).instrument_node if with_looks else drop_event_sites
    guard = evolve(function.guard or Guard(), enter=number + BEGINS, leave=number + ENDS)
    return evolve(
        function,
        body=tuple(map_nodes(stmt, changed) for stmt in function.body),
        guard=evolve(guard, too_deep=tuple(map_nodes(stmt, changed) for stmt in guard.too_deep)),
    )


def drop_event_sites(node: Node) -> Node:
    """A part of the code that tells of no change and no result."""
    match node:
        case fs.SetSlot(slot=slot, value=value):
            return fs.SetCounter(slot=slot, value=value)
        case fs.Return(values=values, facts=facts):
            return fs.Return(values=values, facts=facts)
        case _:  # the rest: stays as it is
            return node


@frozen
class LookInstrumenter:
    """Makes a function tell of its looks.

    Attributes:
        number: The first of the function's numbers.
    """

    number: int

    def instrument_node(self, node: Node) -> Node:
        """A part of the code that tells where it looks at something."""
        match node:
            case fx.Quantifier(where=where):
                return evolve(node, where=self.instrument_condition(where))
            case fs.If(condition=condition):
                return evolve(node, condition=self.instrument_condition(condition))
            case fs.Bonus(condition=fx.BaseExpr() as condition):
                return evolve(node, condition=self.instrument_condition(condition))
            case (
                fs.Ask(where=fx.BaseExpr() as where)
                | fs.DrawMember(where=fx.BaseExpr() as where)
                | fs.RemoveWhere(where=fx.BaseExpr() as where)
            ):
                return evolve(node, where=self.instrument_condition(where))
            case fs.AskBranch(conditions=conditions):
                return evolve(
                    node,
                    conditions=tuple(
                        None if asked is None else self.instrument_condition(asked) for asked in conditions
                    ),
                )
            case fs.Each(where=fx.BaseExpr() as where):
                return evolve(node, where=self.instrument_condition(where))
            case fs.Each(body=body) | fs.Numbered(body=body) | fs.Turns(body=body) | fs.While(body=body):
                return evolve(node, body=(fs.Event(site=self.number + LOOKS), *body))
            case _:  # the rest: asks nothing of one thing after another
                return drop_event_sites(node)

    def instrument_condition(self, condition: fx.Expr | None) -> fx.Expr:
        """A condition that tells when it is asked; what is never asked holds."""
        look = fx.Call(look_function_name(self.number), ())
        return look if condition is None else fx.All((look, condition))


def make_look_function(function: Function, number: int) -> Function:
    """The function that tells of a look, and gives 1."""
    return Function(
        name=look_function_name(number),
        owner=function.owner,
        about=f"a look of {function.name}",
        params=(),
        locals=(),
        results=1,
        body=(fs.Event(site=number + LOOKS), fs.Return(values=(fx.Num(1),))),
    )


def look_function_name(number: int) -> str:
    """What it is called: as no define of the rules is."""
    return f"define:{number} looks"
