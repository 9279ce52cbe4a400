"""Families of classes are closed unions: what tells their members apart is checked to know all of them."""

from typing import Any, get_args

import pytest

from bombsight.flat import expressions, sites, statements, types
from bombsight.runtime import views

FAMILIES: list[tuple[type, Any]] = [
    (expressions.BaseCondition, expressions.Condition),
    (expressions.BaseExpr, expressions.Expr),
    (expressions.BaseSource, expressions.Source),
    (sites.BaseSite, sites.Site),
    (statements.BaseCompound, statements.Compound),
    (statements.BaseSimple, statements.Simple),
    (statements.BaseStmt, statements.Stmt),
    (types.BaseType, types.Type),
    (types.BaseWordless, types.Wordless),
    (views.BaseView, views.View),
]


def derived(base):
    """All classes that derive from one, not it itself, nor the bases of families within the family.

    A class with slots is made twice; the first, without its attributes, may still be about.
    """
    found = {}
    for cls in base.__subclasses__():
        if cls.__module__.startswith("bombsight."):  # another test may have its own
            own = {} if cls.__name__.startswith("Base") else {cls.__name__: cls}
            found |= own | derived(cls)
    return found


@pytest.mark.parametrize(("base", "family"), FAMILIES, ids=lambda each: getattr(each, "__name__", ""))
def test_a_family_has_all_that_derive_from_its_base(base, family):
    assert sorted(cls.__name__ for cls in get_args(family)) == sorted(derived(base))
