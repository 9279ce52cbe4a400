"""The own effect of each node class of a rule graph, without its children's: one table with a line for each class.

Edges, checks and lowering all rest on it. A new statement class defines its effect here and nowhere else. Classes
missing from the table have no effect; a test lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from bombsight.compiler.effects import NO_EFFECT, Callee, Effect
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g

ACTS_EFFECT = Effect(acts=True)


@cache
def read_effect(*names: str) -> Effect:
    """Make the effect (reads, writes, calls) of reading the state with these names."""
    return Effect(reads=frozenset(names))


@cache
def call_effect(callee: Callee, *, acts: bool = False) -> Effect:
    """Make the effect of a call alone, without the callee's own effects; ``acts`` says if it may have side effects."""
    return Effect(calls=frozenset((callee,)), acts=acts)


@cache
def roll_effect(table: str) -> Effect:
    """Make the effect of a roll on a table, without the effects of the table's rows."""
    callees = frozenset((f"table:{table}",))
    return Effect(calls=callees, rolls_on=callees, acts=True)


@cache
def write_effect(name: str) -> Effect:
    """Make the effect (reads, writes, calls) of storing a value in the state with this name."""
    names = frozenset((name,))
    return Effect(writes=names, puts=names, acts=True)


@cache
def remove_effect(list_: str, *variables: str) -> Effect:
    """Make the effect of removing elements, to which ``variables`` refer, from a list."""
    return Effect(
        reads=frozenset(variables), writes=frozenset((f"list:{list_}",)), removes=frozenset((list_,)), acts=True
    )


def assign_effect(target: x.Read | x.Var) -> Effect:
    """Make the effect of storing a value in the target of an assignment, a field or variable."""
    return write_effect(f"field:{target.field}" if isinstance(target, x.Read) else f"variable:{target.name}")


@cache
def reorder_effect(list_: str, variable: str) -> Effect:
    """Make the effect of moving the element in a variable within its list."""
    return Effect(reads=frozenset((f"variable:{variable}",)), writes=frozenset((f"list:{list_}",)), acts=True)


THROW_EFFECT = Effect(rolls=True, acts=True)
ASK_EFFECT = Effect(asks=True, acts=True)

NODE_EFFECTS: Mapping[type, Callable[[Any], Effect]] = {
    # expressions
    x.Var: lambda part: read_effect(f"variable:{part.name}"),
    x.RollFact: lambda part: read_effect(f"variable:{part.variable}"),
    x.PartOf: lambda part: read_effect(f"variable:{part.variable}"),
    x.InList: lambda part: read_effect(f"variable:{part.variable}"),
    x.OptionRead: lambda part: read_effect(f"option:{part.option}"),
    x.Read: lambda part: read_effect(f"field:{part.field}"),
    x.EnumData: lambda part: read_effect(f"enum:{part.enum}"),
    x.CallDefine: lambda part: call_effect(f"define:{part.define}"),
    x.LookUp: lambda part: call_effect(f"table:{part.table}"),
    x.ModifiersOn: lambda part: call_effect(f"modifiers:{part.table}"),
    x.EnumDomain: lambda part: read_effect(f"enum:{part.enum}", *([f"results:{part.table}"] if part.table else ())),
    x.ElementsDomain: lambda part: read_effect(f"list:{part.list}"),
    x.LocalListDomain: lambda part: read_effect(f"variable:{part.variable}"),
    x.RollDice: lambda part: THROW_EFFECT,
    x.RollOn: lambda part: roll_effect(part.table),
    x.DoCall: lambda part: call_effect(f"procedure:{part.procedure}", acts=True),
    # statements without effects of their own
    g.Nothing: lambda part: NO_EFFECT,
    g.Give: lambda part: NO_EFFECT,
    g.Let: lambda part: NO_EFFECT,
    g.If: lambda part: NO_EFFECT,
    g.UseNote: lambda part: Effect(calls=frozenset((f"note:{part.note}",))),
    # statements
    g.Assign: lambda part: assign_effect(part.target),
    g.Increase: lambda part: assign_effect(part.target),
    g.AddElement: lambda part: write_effect(f"list:{part.list}"),
    g.AppendValue: lambda part: write_effect(f"variable:{part.variable}"),
    g.TakeEvery: lambda part: roll_effect(part.table),
    g.Remove: lambda part: remove_effect(part.list, f"variable:{part.variable}"),
    g.RemoveEach: lambda part: remove_effect(part.list),
    g.Move: lambda part: reorder_effect(part.list, part.variable),
    g.ResetList: lambda part: remove_effect(part.list),
    g.ResetFields: lambda part: Effect(writes=frozenset(f"field:{field}" for field in part.fields), acts=True),
    g.EndProcedure: lambda part: Effect(ends=frozenset((part.procedure,)), acts=True),
    g.Choose: lambda part: ASK_EFFECT,
    g.ChooseBranch: lambda part: ASK_EFFECT,
    # statements that only count as acting
    g.Draw: lambda part: ACTS_EFFECT,
    g.Evaluate: lambda part: ACTS_EFFECT,
    g.Say: lambda part: ACTS_EFFECT,
    g.Again: lambda part: ACTS_EFFECT,
    g.AgainEachOnce: lambda part: ACTS_EFFECT,
    g.TreatAs: lambda part: ACTS_EFFECT,
    g.StopLoop: lambda part: ACTS_EFFECT,
    g.Step: lambda part: ACTS_EFFECT,
    g.ForEach: lambda part: ACTS_EFFECT,
    g.ForRange: lambda part: ACTS_EFFECT,
    g.Repeat: lambda part: ACTS_EFFECT,
    g.While: lambda part: ACTS_EFFECT,
    g.SubRoll: lambda part: ACTS_EFFECT,
    # parts of statements and items
    g.FieldInit: lambda part: write_effect(f"field:{part.field}"),
    g.Match: lambda part: read_effect(f"variable:{part.param}"),
    g.Rolled: lambda part: THROW_EFFECT,
    n.LuckLine: lambda part: read_effect(f"table:{part.table}"),
    n.RerollPrefer: lambda part: read_effect(f"table:{part.table}"),
}


def node_effect_of(part: object) -> Effect:
    """Return the effect of a node alone, without the effects of its children."""
    effect_for = NODE_EFFECTS.get(type(part))
    return effect_for(part) if effect_for is not None else NO_EFFECT
