"""Families of classes are closed unions: what tells their members apart is checked to know all of them."""

from typing import Any, get_args

import pytest

from bombsight.compiler.mutants.conditions import OPPOSITE
from bombsight.compiler.mutants.figures import NEXT_SIGN
from bombsight.compiler.resolve.mentions import Kind
from bombsight.compiler.resolve.operators import MIRRORED
from bombsight.dsl import ast
from bombsight.service.language.tokens import KIND_OF

FAMILIES: list[tuple[type, Any]] = [
    (ast.BaseBoardLine, ast.BoardLine),
    (ast.BaseExampleLine, ast.ExampleLine),
    (ast.BaseExpr, ast.Expr),
    (ast.BaseItem, ast.Item),
    (ast.BasePatch, ast.Patch),
    (ast.BaseStmt, ast.Stmt),
    (ast.BaseTableLine, ast.TableLine),
    (ast.BaseTypeExpr, ast.TypeExpr),
]


def derived(base):
    """All classes that derive from one, not it itself.

    A class with slots is made twice; the first, without its attributes, may still be about.
    """
    found = {}
    for cls in base.__subclasses__():
        if cls.__module__.startswith("bombsight."):  # another test may have its own
            found |= {cls.__name__: cls} | derived(cls)
    return found


@pytest.mark.parametrize(("base", "family"), FAMILIES, ids=lambda each: getattr(each, "__name__", ""))
def test_a_family_has_all_that_derive_from_its_base(base, family):
    assert sorted(cls.__name__ for cls in get_args(family)) == sorted(derived(base))


TABLES: list[tuple[str, dict, Any]] = [
    ("KIND_OF", KIND_OF, Kind),
    ("MIRRORED", MIRRORED, ast.Comparator),
    ("NEXT_SIGN", NEXT_SIGN, ast.Comparator),
    ("OPPOSITE", OPPOSITE, ast.Comparator),
]


@pytest.mark.parametrize(("table", "mode"), [each[1:] for each in TABLES], ids=[each[0] for each in TABLES])
def test_a_table_has_an_entry_for_every_value_of_its_mode(table, mode):
    assert sorted(table) == sorted(get_args(mode))
