"""The dispatch table of lowering: which function lowers each kind of node or makes each kind of function."""

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
    row_statements,
    statements,
)
from bombsight.compiler.lower.defines import make_define
from bombsight.compiler.lower.derived_values import make_aside
from bombsight.compiler.lower.examples import make_example_call, make_example_expectation, make_example_setup
from bombsight.compiler.lower.procedures import make_offer, make_offer_condition, make_procedure
from bombsight.compiler.lower.program_builder import STUB_PREFIX, LoweringTable
from bombsight.compiler.lower.stubs import make_procedure_stub, make_roll_stub
from bombsight.compiler.lower.tables import make_every_row, make_look_up, make_look_up_action, make_modifiers, make_roll

LOWERING_TABLE = LoweringTable(
    values={
        x.CallDefine: calls.lower_call_define,
        x.LookUp: calls.lower_look_up,
        x.ModifiersOn: calls.lower_modifiers_on,
        x.RollDice: effect_lifting.lower_roll_dice,
        x.RollOn: effect_lifting.lower_call,
        x.DoCall: effect_lifting.lower_call,
        x.Const: expressions.lower_const,
        x.OptionRead: expressions.lower_option_read,
        x.Var: expressions.lower_var,
        x.PartOf: expressions.lower_part_of,
        x.RollFact: expressions.lower_roll_fact,
        x.NaturalDice: expressions.lower_natural_dice,
        x.Read: expressions.lower_read,
        x.EnumData: expressions.lower_enum_data,
        x.Arithmetic: expressions.lower_arithmetic,
        x.Quotient: expressions.lower_quotient,
        x.Negation: expressions.lower_negation,
        x.Comparison: expressions.lower_comparison,
        x.InRange: expressions.lower_in_range,
        x.OneOf: expressions.lower_one_of,
        x.InList: expressions.lower_in_list,
        x.NotExpr: expressions.lower_not,
        x.AndExpr: expressions.lower_and,
        x.OrExpr: expressions.lower_or,
        x.OrElse: expressions.lower_or_else,
        x.Conditional: expressions.lower_conditional,
        x.Builtin: expressions.lower_builtin,
        x.Quantifier: expressions.lower_quantifier,
    },
    parts={
        x.LookUp: calls.lower_look_up_parts,
        x.RollOn: effect_lifting.lower_call_parts,
        x.DoCall: effect_lifting.lower_call_parts,
        x.Const: expressions.lower_const_parts,
        x.Var: expressions.lower_var_parts,
    },
    sources={
        x.EnumDomain: expressions.lower_enum_domain,
        x.SetDomain: expressions.lower_set_domain,
        x.ElementsDomain: expressions.lower_elements_domain,
        x.LocalListDomain: expressions.lower_local_list_domain,
        x.RangeDomain: expressions.lower_range_domain,
    },
    statements={
        g.Choose: choices.lower_choose,
        g.ChooseBranch: choices.lower_choose_branch,
        g.Draw: choices.lower_draw,
        g.Give: returns.lower_give,
        g.SubRoll: row_statements.lower_sub_roll,
        g.UseNote: row_statements.lower_use_note,
        g.Again: row_statements.lower_again,
        g.AgainEachOnce: row_statements.lower_again_each_once,
        g.TreatAs: row_statements.lower_treat_as,
        g.TakeEvery: row_statements.lower_take_every,
        g.Nothing: statements.lower_nothing,
        g.Evaluate: statements.lower_evaluate,
        g.Say: statements.lower_say,
        g.Assign: changes.lower_assign,
        g.Increase: changes.lower_increase,
        g.Let: changes.lower_let,
        g.ResetFields: changes.lower_reset_fields,
        g.AddElement: elements.lower_add_element,
        g.Remove: elements.lower_remove,
        g.RemoveEach: elements.lower_remove_each,
        g.Move: elements.lower_move,
        g.ResetList: elements.lower_reset_list,
        g.AppendValue: elements.lower_append_value,
        g.If: control.lower_if,
        g.Step: control.lower_step,
        g.StopLoop: control.lower_stop_loop,
        g.EndProcedure: control.lower_end_procedure,
        g.ForEach: control.lower_for_each,
        g.ForRange: control.lower_for_range,
        g.Repeat: control.lower_repeat,
        g.While: control.lower_while,
    },
    function_makers={
        f"{STUB_PREFIX}do": make_procedure_stub,
        f"{STUB_PREFIX}roll": make_roll_stub,
        "act": make_look_up_action,
        "aside": make_aside,
        "call": make_example_call,
        "define": make_define,
        "do": make_procedure,
        "every": make_every_row,
        "expect": make_example_expectation,
        "look": make_look_up,
        "modifiers": make_modifiers,
        "offer": make_offer,
        "offered": make_offer_condition,
        "roll": make_roll,
        "setup": make_example_setup,
    },
)
"""The lowering functions of all kinds of nodes."""
