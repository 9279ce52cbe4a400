"""Instrumentation for profiles: programs that only record where functions begin and end, and each condition evaluated.

Their behaviour and functions are otherwise the same as the rules have them; no pass runs afterwards.
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
"""The kinds of a function's events; a look is the evaluation of a condition, or an iteration of a loop."""


@frozen
class InstrumentedProgram:
    """A program that records its calls.

    Attributes:
        program: The program.
        first: The first number of its events in place of a site; lower numbers are sites.
    """

    program: Program
    first: int

    def decode_event(self, number: int) -> tuple[int, int]:
        """Decode a profiling event's number to the index of a function and the kind of event."""
        return divmod(number - self.first, 3)


def instrument_program(program: Program, *, with_conditions: bool) -> InstrumentedProgram:
    """Instrument a program for a profile: its functions record calls, and perhaps evaluations of conditions.

    Args:
        program: The compiler's program.
        with_conditions: Whether to record evaluations of conditions, too, which costs more time than the evaluations.
    """
    first = len(program.sites)
    functions = strip_events(program.functions)
    instrumented = [
        instrument_function(function, first + 3 * at, with_conditions) for at, function in enumerate(functions)
    ]
    if with_conditions:
        instrumented += [make_probe_function(function, first + 3 * at) for at, function in enumerate(functions)]
    return InstrumentedProgram(evolve(program, functions=tuple(instrumented)), first)


def instrument_function(function: Function, number: int, with_conditions: bool) -> Function:
    """Instrument a function for a profile; ``number`` is the first of the numbers of its profiling events."""
    changed = ConditionInstrumenter(number).instrument_node if with_conditions else drop_event_sites
    guard = evolve(function.guard or Guard(), enter=number + BEGINS, leave=number + ENDS)
    return evolve(
        function,
        body=tuple(map_nodes(stmt, changed) for stmt in function.body),
        guard=evolve(guard, too_deep=tuple(map_nodes(stmt, changed) for stmt in guard.too_deep)),
    )


def drop_event_sites(node: Node) -> Node:
    """Return a node without its journal events of changes and results."""
    match node:
        case fs.SetSlot(slot=slot, value=value):
            return fs.SetCounter(slot=slot, value=value)
        case fs.Return(values=values, facts=facts):
            return fs.Return(values=values, facts=facts)
        case _:  # the rest: stays as it is
            return node


@frozen
class ConditionInstrumenter:
    """Instruments the conditions and loops of a function.

    Attributes:
        number: The first of the function's event numbers.
    """

    number: int

    def instrument_node(self, node: Node) -> Node:
        """Return a conditional or loop that records each evaluation or turn; any other node without journal events."""
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
            case _:  # the rest: no looks
                return drop_event_sites(node)

    def instrument_condition(self, condition: fx.Expr | None) -> fx.Expr:
        """Prefix a condition by a call that records its evaluation; None counts as true."""
        look = fx.Call(probe_name(self.number), ())
        return look if condition is None else fx.All((look, condition))


def make_probe_function(function: Function, number: int) -> Function:
    """Make a function that records an evaluation of a condition in ``function`` by a profiling event and returns 1."""
    return Function(
        name=probe_name(number),
        owner=function.owner,
        about=f"a look of {function.name}",
        params=(),
        locals=(),
        results=1,
        body=(fs.Event(site=number + LOOKS), fs.Return(values=(fx.Num(1),))),
    )


def probe_name(number: int) -> str:
    """Return the name of the function that records evaluations of conditions with event numbers from ``number`` on."""
    return f"define:{number} looks"
