"""What nodes of a rule graph do themselves: each class says it, or is known to do nothing."""

from typing import get_args

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.facts import NODE_EFFECTS

VALUES = {
    *(x.Const, x.NaturalDice, x.Arithmetic, x.Quotient, x.Negation, x.Comparison, x.InRange, x.OneOf),
    *(x.NaturalFaces, x.DiceFact, x.NotExpr, x.AndExpr, x.OrExpr, x.OrElse, x.Conditional, x.Builtin, x.Quantifier),
}
"""Expressions that by themselves read, call and draw nothing."""

DOMAINS = {x.SetDomain, x.RangeDomain}
"""Domains that hold nothing but expressions."""


def test_each_statement_says_what_it_does():
    assert NODE_EFFECTS.keys() >= set(get_args(g.Stmt))


def test_each_expression_says_what_it_does():
    assert NODE_EFFECTS.keys() & set(get_args(x.Expr)) == set(get_args(x.Expr)) - VALUES


def test_each_domain_says_what_it_reads():
    assert NODE_EFFECTS.keys() & set(get_args(x.Domain)) == set(get_args(x.Domain)) - DOMAINS
