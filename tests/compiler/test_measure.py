"""Whatever number a file can hold has a bound."""

import attrs

from bombsight.compiler.size_limits import SIZED_NODES
from bombsight.dsl import ast

OF_ITEMS = {ast.Forecast, ast.Option, ast.Procedure, ast.Reroll, ast.Table}
"""Their numbers are measured with the item, or are those of a type."""

TELLING = {
    *(ast.CaseSpan, ast.ExpectedRoll, ast.GameLine, ast.Number, ast.TargetRef),
    *(ast.Map, ast.Picture, ast.PicturePlace, ast.Circle, ast.Arc, ast.Caption, ast.Scale, ast.Compass),
}
"""Nothing is made in their number: they are compared, shown, or bounded where they are spread."""


def test_whatever_holds_a_number_is_measured():
    kinds = [kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.Node)]
    holding = {kind for kind in kinds if any("int" in field.type for field in attrs.fields(kind))}
    assert holding - SIZED_NODES == (OF_ITEMS | TELLING) - SIZED_NODES
