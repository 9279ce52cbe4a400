"""No kind of node has a name that renaming passes over."""

import inspect
import re

import attrs

from bombsight.dsl import ast
from bombsight.service.language import declarations, owners
from bombsight.service.language.completion import BINDER_CLASSES

TEXTS = {
    *(
        "Beside.text",
        "Board.title",
        "Chronicle.text",
        "Entry.number",
        "Entry.title",
        "Example.title",
        "Expect.text",
        "File.path",
    ),
    *("Arc.text", "Caption.text", "Circle.text", "Compass.text", "Outline.path", "Outline.text", "PicturePlace.title"),
    *("Scale.unit", "Sign.name"),
    *("Mark.text", "Overlay.author", "Overlay.title", "PlanCell.text", "PlanPlace.title", "Say.text", "Text.value"),
}
"""What is no name."""

RESOLVED = {
    *("Attribute.name", "Call.name", "CellBoth.names", "CellTyped.name", "FieldValue.name", "LookUp.part", "Name.name"),
    *("LookUpColumn.column", "LookUpColumn.part", "MarkedEach.variable"),
    *("Draw.variable", "ForEach.variable", "ForRange.variable", "Lined.variable", "Marked.variable"),
    *("Quantifier.variable", "RemoveEach.variable", "Sum.variable", "Best.variable", "Let.name", "GivenAdd.name"),
    *("Move.element", "Remove.element", "Explained.names"),
}
"""Names of which resolving the item tells what they mean."""

BESIDE = {
    *("CaseHead.subject", "CaseWords.words", "Each.names", "Edit.anchor", "Expect.filled", "ExpectedAnswer.words"),
    *("ExpectedOffer.options", "NamesType.name", "Option.words", "Overlay.game", "Param.name", "Tally.name"),
    *("Forecast.name", "Relation.names", "TargetRef.column", "TargetRef.name"),
}
"""Names that are read with what stands around them, or that are no one's, such as the ``text`` of ``text of Boat``."""


def kinds():
    return [kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.Node)]


def test_every_name_in_the_tree_is_known():
    source = inspect.getsource(declarations) + inspect.getsource(owners)
    passed_over = {
        f"{kind.__name__}.{field.name}"
        for kind in kinds()
        for field in attrs.fields(kind)
        if "str" in field.type and "Literal" not in field.type and field.name != "touched"
        if not field.metadata.get("presents")
        if not re.search(rf"\bast\.{kind.__name__}\([^)]*\b{field.name}=", source)
    }
    assert passed_over == TEXTS | RESOLVED | BESIDE


def test_every_variable_is_offered():
    assert {kind for kind in kinds() if "variable" in [field.name for field in attrs.fields(kind)]} == BINDER_CLASSES
