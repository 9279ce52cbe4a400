"""What each node of a rule graph does itself, without those inside it: one table, a line for each class.

Edges, checks and lowering all rest on it. A new statement names its facts here and nowhere else. Classes that are not
in the table do nothing; a test lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from bombsight.compiler.effects import NO_EFFECT, Callee, Effect
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g

ACTS = Effect(acts=True)


@cache
def reading(*names: str) -> Effect:
    """The effect of reading state."""
    return Effect(reads=frozenset(names))


@cache
def calling(callee: Callee, *, acts: bool = False) -> Effect:
    """The effect of a call itself."""
    return Effect(calls=frozenset((callee,)), acts=acts)


@cache
def rolling_on(table: str) -> Effect:
    """The effect of a roll on a table itself."""
    callees = frozenset((f"table:{table}",))
    return Effect(calls=callees, rolls_on=callees, acts=True)


@cache
def putting(name: str) -> Effect:
    """The effect of putting a value into state."""
    names = frozenset((name,))
    return Effect(writes=names, puts=names, acts=True)


@cache
def removing(list_: str, *variables: str) -> Effect:
    """The effect of elements leaving a list; the variable that held one is read."""
    return Effect(
        reads=frozenset(variables), writes=frozenset((f"list:{list_}",)), removes=frozenset((list_,)), acts=True
    )


def assigned(target: x.Read | x.Var) -> Effect:
    """The effect of an assignment itself."""
    return putting(f"field:{target.field}" if isinstance(target, x.Read) else f"variable:{target.name}")


@cache
def reordering(list_: str, variable: str) -> Effect:
    """The effect of an element's coming elsewhere in its list."""
    return Effect(reads=frozenset((f"variable:{variable}",)), writes=frozenset((f"list:{list_}",)), acts=True)


THROW = Effect(rolls=True, acts=True)
ASK = Effect(asks=True, acts=True)

FACTS: Mapping[type, Callable[[Any], Effect]] = {
    # expressions
    x.Var: lambda part: reading(f"variable:{part.name}"),
    x.RollFact: lambda part: reading(f"variable:{part.variable}"),
    x.PartOf: lambda part: reading(f"variable:{part.variable}"),
    x.InList: lambda part: reading(f"variable:{part.variable}"),
    x.OptionRead: lambda part: reading(f"option:{part.option}"),
    x.Read: lambda part: reading(f"field:{part.field}"),
    x.EnumData: lambda part: reading(f"enum:{part.enum}"),
    x.CallDefine: lambda part: calling(f"define:{part.define}"),
    x.LookUp: lambda part: calling(f"table:{part.table}"),
    x.ModifiersOn: lambda part: calling(f"modifiers:{part.table}"),
    x.EnumDomain: lambda part: reading(f"enum:{part.enum}", *([f"results:{part.table}"] if part.table else ())),
    x.ElementsDomain: lambda part: reading(f"list:{part.list}"),
    x.LocalListDomain: lambda part: reading(f"variable:{part.variable}"),
    x.RollDice: lambda part: THROW,
    x.RollOn: lambda part: rolling_on(part.table),
    x.DoCall: lambda part: calling(f"procedure:{part.procedure}", acts=True),
    # statements that by themselves change nothing and tell nothing
    g.Nothing: lambda part: NO_EFFECT,
    g.Give: lambda part: NO_EFFECT,
    g.Let: lambda part: NO_EFFECT,
    g.If: lambda part: NO_EFFECT,
    g.UseNote: lambda part: Effect(calls=frozenset((f"note:{part.note}",))),
    # statements
    g.Assign: lambda part: assigned(part.target),
    g.Increase: lambda part: assigned(part.target),
    g.AddElement: lambda part: putting(f"list:{part.list}"),
    g.AppendValue: lambda part: putting(f"variable:{part.variable}"),
    g.TakeEvery: lambda part: rolling_on(part.table),
    g.Remove: lambda part: removing(part.list, f"variable:{part.variable}"),
    g.RemoveEach: lambda part: removing(part.list),
    g.Move: lambda part: reordering(part.list, part.variable),
    g.ResetList: lambda part: removing(part.list),
    g.ResetFields: lambda part: Effect(writes=frozenset(f"field:{field}" for field in part.fields), acts=True),
    g.EndProcedure: lambda part: Effect(ends=frozenset((part.procedure,)), acts=True),
    g.Choose: lambda part: ASK,
    g.ChooseBranch: lambda part: ASK,
    # statements of which no more is known than that they act
    g.Draw: lambda part: ACTS,
    g.Evaluate: lambda part: ACTS,
    g.Say: lambda part: ACTS,
    g.Again: lambda part: ACTS,
    g.TreatAs: lambda part: ACTS,
    g.StopLoop: lambda part: ACTS,
    g.Step: lambda part: ACTS,
    g.ForEach: lambda part: ACTS,
    g.ForRange: lambda part: ACTS,
    g.Repeat: lambda part: ACTS,
    g.While: lambda part: ACTS,
    g.SubRoll: lambda part: ACTS,
    # what they are made of
    g.FieldInit: lambda part: putting(f"field:{part.field}"),
    g.Match: lambda part: reading(f"variable:{part.param}"),
    g.Rolled: lambda part: THROW,
    n.RerollPrefer: lambda part: reading(f"table:{part.table}"),
}


def facts(part: object) -> Effect:
    """What a part of the graph does itself, without those inside it."""
    found = FACTS.get(type(part))
    return found(part) if found is not None else NO_EFFECT
