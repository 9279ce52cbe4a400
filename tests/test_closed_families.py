"""Closed families: the union of each names all classes that derive from its base."""

import sys
from typing import get_args

import pytest

from bombsight.compiler.graph import boards, expressions, node, nodes, statements

FAMILIES = {
    "rule graph: expressions": (expressions.BaseExpr, expressions.Expr),
    "rule graph: domains": (expressions.BaseDomain, expressions.Domain),
    "rule graph: statements": (statements.BaseStmt, statements.Stmt),
    "rule graph: layouts of boards": (boards.BaseLayout, boards.Layout),
    "rule graph: top-level parts": (node.BaseNode, nodes.Node),
}


def derived(base):
    """All classes that derive from a base, at whatever remove; not those that attrs made slotted ones of."""
    found = set(base.__subclasses__())
    found = found.union(*map(derived, found))
    return {kind for kind in found if getattr(sys.modules[kind.__module__], kind.__name__) is kind}


@pytest.mark.parametrize(("base", "union"), FAMILIES.values(), ids=FAMILIES)
def test_union_has_every_class(base, union):
    assert set(get_args(union)) == derived(base)
