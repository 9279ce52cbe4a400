"""The settings that examples are played in: a graph for each, with its options and what is left out.

What an example leaves out is a constant of what is lowered, and so is an option that is not open, or that defaults
follow. So examples that share both are lowered together, from the same graph with other options and with shorter
bodies; no rule is compiled anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.options import option_with
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import BOOL


@frozen
class Setting:
    """What examples are played with.

    Attributes:
        options: Options with their values, in the order of their names.
        left_out: What is not called, in the order of its names.
    """

    options: tuple[e.ExampleOption, ...] = ()
    left_out: tuple[e.ExampleLeftOut, ...] = ()


def setting_of(example: e.Example) -> Setting:
    """The setting that an example asks for; of what it says twice, the later counts."""
    options = {option.name: option for option in example.options}
    left_out = {(left.left, left.name): left for left in example.left_out}
    return Setting(
        tuple(options[name] for name in sorted(options)),
        tuple(left_out[key] for key in sorted(left_out)),
    )


def in_settings(graph: n.RuleGraph, *, open_options: bool = False) -> Iterator[n.RuleGraph]:
    """A graph for each setting that its examples ask for, with those examples alone, in their order.

    Args:
        graph: The graph.
        open_options: Whether options are lowered as open ones: the examples tell their values, and may share a graph.
    """
    followed = options_followed(graph)
    found: dict[Setting, list[e.Example]] = {}
    for example in graph.examples:
        setting = setting_of(example)
        if open_options:
            settled = tuple(option for option in setting.options if option.name in followed)
            setting = evolve(setting, options=settled)
        found.setdefault(setting, []).append(example)
    for setting, examples in found.items():
        yield evolve(with_setting(graph, setting), examples=tuple(examples))


def options_followed(graph: n.RuleGraph) -> frozenset[str]:
    """The options that the default of some field reads."""
    defaults = tuple(field.default for field in graph.fields)
    return frozenset(part.option for part in walk(defaults) if isinstance(part, x.OptionRead))


def with_setting(graph: n.RuleGraph, setting: Setting) -> n.RuleGraph:
    """A graph as a setting has it."""
    words = {option.name: option.value for option in setting.options}
    left = {(each.left, each.name): each for each in setting.left_out}
    return evolve(
        graph,
        options=tuple(option_with(option, words.get(option.name)) for option in graph.options),
        tables=tuple(without_dice(table, left.get(("table", table.id))) for table in graph.tables),
        procedures=tuple(without_body(node, left.get(("procedure", node.name))) for node in graph.procedures),
    )


def without_body(procedure: n.Procedure, left: e.ExampleLeftOut | None) -> n.Procedure:
    """A procedure that only gives what it is to give, where it is left out."""
    if left is None:
        return procedure
    given = (g.Give(values=left.values, returns=True, span=procedure.span),) if left.values else ()
    return evolve(procedure, body=given, deep=None)


def without_dice(table: n.Table, left: e.ExampleLeftOut | None) -> n.Table:
    """A table that gives what it is to give before any die is thrown, where it is left out."""
    if left is None:
        return table
    given = g.Give(values=left.values, returns=True, span=table.span) if left.values else g.Nothing(span=table.span)
    always = n.Beforehand(
        id=f"beforehand:{table.id}/left_out",
        condition=x.Const(value=1, type=BOOL, span=table.span),
        label="left out",
        body=(given,),
        span=table.span,
    )
    return evolve(table, beforehand=(always,))
