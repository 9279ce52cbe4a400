"""What lowers each kind of node, and what makes each kind of function: all in one place."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower import (
    calls,
    changes,
    choices,
    control,
    effect_lifting,
    elements,
    expressions,
    returns,
    rowstatements,
    statements,
)
from bombsight.compiler.lower.defines import make_define
from bombsight.compiler.lower.derived_values import make_aside
from bombsight.compiler.lower.examples import make_call, make_expect, make_setup
from bombsight.compiler.lower.procedures import make_do, make_offer, make_offered
from bombsight.compiler.lower.stubs import make_absent_do, make_absent_roll
from bombsight.compiler.lower.tables import make_act, make_every, make_look, make_modifiers, make_roll
from bombsight.compiler.lower.unit import ABSENT, Kinds

KINDS = Kinds(
    values={
        x.CallDefine: calls.call_define,
        x.LookUp: calls.look_up,
        x.ModifiersOn: calls.modifiers_on,
        x.RollDice: effect_lifting.roll_dice,
        x.RollOn: effect_lifting.lower_call,
        x.DoCall: effect_lifting.lower_call,
        x.Const: expressions.const,
        x.OptionRead: expressions.option_read,
        x.Var: expressions.var,
        x.PartOf: expressions.part_of,
        x.RollFact: expressions.roll_fact,
        x.NaturalDice: expressions.natural_dice,
        x.Read: expressions.read,
        x.EnumData: expressions.enum_data,
        x.Arithmetic: expressions.arithmetic,
        x.Quotient: expressions.quotient,
        x.Negation: expressions.negation,
        x.Comparison: expressions.comparison,
        x.InRange: expressions.in_range,
        x.OneOf: expressions.one_of,
        x.InList: expressions.in_list,
        x.NotExpr: expressions.not_expr,
        x.AndExpr: expressions.and_expr,
        x.OrExpr: expressions.or_expr,
        x.OrElse: expressions.or_else,
        x.Builtin: expressions.builtin,
        x.Quantifier: expressions.quantifier,
    },
    parts={
        x.LookUp: calls.look_up_parts,
        x.RollOn: effect_lifting.called_parts,
        x.DoCall: effect_lifting.called_parts,
        x.Const: expressions.const_parts,
        x.Var: expressions.var_parts,
    },
    sources={
        x.EnumDomain: expressions.enum_domain,
        x.SetDomain: expressions.set_domain,
        x.ElementsDomain: expressions.elements_domain,
        x.LocalListDomain: expressions.local_list_domain,
        x.RangeDomain: expressions.range_domain,
    },
    statements={
        g.Choose: choices.choose,
        g.ChooseBranch: choices.choose_branch,
        g.Draw: choices.draw,
        g.Give: returns.give_result,
        g.SubRoll: rowstatements.sub_roll,
        g.UseNote: rowstatements.use_note,
        g.Again: rowstatements.again,
        g.TreatAs: rowstatements.treat_as,
        g.TakeEvery: rowstatements.take_every,
        g.Nothing: statements.nothing,
        g.Evaluate: statements.evaluate,
        g.Say: statements.say,
        g.Assign: changes.assign,
        g.Increase: changes.increase,
        g.Let: changes.let,
        g.ResetFields: changes.reset_fields,
        g.AddElement: elements.add_element,
        g.Remove: elements.remove,
        g.RemoveEach: elements.remove_each,
        g.Move: elements.move,
        g.ResetList: elements.reset_list,
        g.AppendValue: elements.append_value,
        g.If: control.if_,
        g.Step: control.step,
        g.StopLoop: control.stop_loop,
        g.EndProcedure: control.end_procedure,
        g.ForEach: control.for_each,
        g.ForRange: control.for_range,
        g.Repeat: control.repeat,
        g.While: control.while_,
    },
    makers={
        f"{ABSENT}do": make_absent_do,
        f"{ABSENT}roll": make_absent_roll,
        "act": make_act,
        "aside": make_aside,
        "call": make_call,
        "define": make_define,
        "do": make_do,
        "every": make_every,
        "expect": make_expect,
        "look": make_look,
        "modifiers": make_modifiers,
        "offer": make_offer,
        "offered": make_offered,
        "roll": make_roll,
        "setup": make_setup,
    },
)
"""Every kind there is."""
