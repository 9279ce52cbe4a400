"""Closed families: their unions name all classes that derive from a base, and tables by class have each of them."""

import sys
from typing import get_args

import attrs
import pytest

from bombsight.compiler.coverage import spots
from bombsight.compiler.edges import PARTS
from bombsight.compiler.graph import boards, examples, expressions, node, nodes, statements
from bombsight.compiler.lower.kinds import KINDS

FAMILIES = {
    "rule graph: expressions": (expressions.BaseExpr, expressions.Expr),
    "rule graph: domains": (expressions.BaseDomain, expressions.Domain),
    "rule graph: statements": (statements.BaseStmt, statements.Stmt),
    "rule graph: layouts of boards": (boards.BaseLayout, boards.Layout),
    "rule graph: lines of examples": (examples.BaseExampleLine, examples.ExampleLine),
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


@pytest.mark.parametrize(
    ("table", "union"),
    [
        (KINDS.values, expressions.Expr),
        (KINDS.sources, expressions.Domain),
        (KINDS.statements, statements.Stmt),
        (spots.KINDS, spots.SpotKind),
    ],
    ids=["lowering expressions", "lowering domains", "lowering statements", "kinds of covered places"],
)
def test_table_has_every_member(table, union):
    assert table.keys() == set(get_args(union))


def test_parts_of_items_are_all_that_have_an_id_of_their_own():
    kinds = {kind for module in (statements, nodes) for kind in vars(module).values() if isinstance(kind, type)}
    items = {nodes.Game, nodes.Field, nodes.StateList, nodes.Table, nodes.Example}

    assert set(PARTS) == {kind for kind in kinds if attrs.has(kind) and "id" in attrs.fields_dict(kind)} - items - {
        nodes.Derived
    }
