"""Settings of examples: a graph for each combination of options and left-out calls.

A left-out call is a constant of the lowered code, and so is an option that is not open or that defaults of fields read.
So examples with equal settings are lowered together, from the same graph with other option values and shorter bodies;
no rule is compiled anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.options import set_option
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import BOOL


@frozen
class Setting:
    """The option values and left-out (stubbed) calls with which an example is compiled.

    Attributes:
        options: Options with their values, by name.
        left_out: Tables and procedures that are not called, by name.
    """

    options: tuple[e.ExampleOption, ...] = ()
    left_out: tuple[e.ExampleLeftOut, ...] = ()


def setting_of(example: e.Example) -> Setting:
    """Return the option values and left-out (stubbed) calls of an example; of duplicate lines the last counts."""
    options = {option.name: option for option in example.options}
    left_out = {(left.left, left.name): left for left in example.left_out}
    return Setting(
        tuple(options[name] for name in sorted(options)),
        tuple(left_out[key] for key in sorted(left_out)),
    )


def split_by_setting(graph: n.RuleGraph, *, open_options: bool = False) -> Iterator[n.RuleGraph]:
    """Yield a graph for each distinct setting (option values and stubbed calls), with the examples that use it.

    Args:
        graph: The graph.
        open_options: Whether options are lowered as open: examples then set them at run time and can share a graph.
    """
    read_by_defaults = options_read_by_defaults(graph)
    examples_by_setting: dict[Setting, list[e.Example]] = {}
    for example in graph.examples:
        setting = setting_of(example)
        if open_options:
            settled = tuple(option for option in setting.options if option.name in read_by_defaults)
            setting = evolve(setting, options=settled)
        examples_by_setting.setdefault(setting, []).append(example)
    for setting, examples in examples_by_setting.items():
        yield evolve(apply_setting(graph, setting), examples=tuple(examples))


def options_read_by_defaults(graph: n.RuleGraph) -> frozenset[str]:
    """Return the names of the options that defaults of fields read."""
    defaults = tuple(field.default for field in graph.fields)
    return frozenset(part.option for part in walk(defaults) if isinstance(part, x.OptionRead))


def apply_setting(graph: n.RuleGraph, setting: Setting) -> n.RuleGraph:
    """Return a graph with a setting's options, and with stubs for the tables and procedures that it leaves out."""
    words = {option.name: option.value for option in setting.options}
    left = {(each.left, each.name): each for each in setting.left_out}
    return evolve(
        graph,
        options=tuple(set_option(option, words.get(option.name)) for option in graph.options),
        tables=tuple(leave_out_table(table, left.get(("table", table.id))) for table in graph.tables),
        procedures=tuple(leave_out_procedure(node, left.get(("procedure", node.name))) for node in graph.procedures),
    )


def leave_out_procedure(procedure: n.Procedure, left_out: e.ExampleLeftOut | None) -> n.Procedure:
    """Replace a left-out procedure by a stub that returns the example's values."""
    if left_out is None:
        return procedure
    given = (g.Give(values=left_out.values, returns=True, span=procedure.span),) if left_out.values else ()
    return evolve(procedure, body=given, deep=None)


def leave_out_table(table: n.Table, left_out: e.ExampleLeftOut | None) -> n.Table:
    """Replace a left-out table by a stub that gives the example's values before any throw."""
    if left_out is None:
        return table
    given = (
        g.Give(values=left_out.values, returns=True, span=table.span) if left_out.values else g.Nothing(span=table.span)
    )
    always = n.Beforehand(
        id=f"beforehand:{table.id}/left_out",
        condition=x.Const(value=1, type=BOOL, span=table.span),
        label="left out",
        body=(given,),
        span=table.span,
    )
    return evolve(table, beforehand=(always,), aggregation=None)
