"""TypeScript's interfaces and descriptors are generated from the Python classes, and are current."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import pytest

from bombsight.boundary.codec.form import Between
from bombsight.flat.encoding import CLASSES
from bombsight.flat.layout import Run
from bombsight.flat.sites import Hole
from web.__main__ import MODULES, OUTPUTS, RULES
from web.descriptors import described_attributes, shape_of
from web.interfaces import reachable_classes, render_type


@pytest.mark.parametrize("path", OUTPUTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_it_is_as_it_would_be_written_now(path) -> None:
    assert path.read_text(encoding="utf-8") == OUTPUTS[path](), "python -m web writes it anew"


def test_it_tells_of_every_class_that_a_program_may_hold() -> None:
    text = (RULES / "program.ts").read_text(encoding="utf-8")
    told = {name for name in CLASSES if f"export interface {name} {{" in text}
    assert {"Program", "SlotField", "OpenOption", "Following", "RollSite", "Board"} <= told
    assert not {"Function", "Num", "ExampleInfo"} & told  # code and examples are not handed on


@pytest.mark.parametrize("name", ["settings", "cards", "things", "site"])
def test_it_tells_of_every_document(name: str) -> None:
    text = (RULES / "documents.ts").read_text(encoding="utf-8")
    assert f"readonly document: {json.dumps(name)};" in text


@pytest.mark.parametrize(
    ("hint", "shape", "text"),
    [
        (str | None, {"any": ["string", "null"]}, "string | null"),
        (Annotated[int, Between(0, 2**64 - 1)], {"low": 0, "high": 2**64 - 1}, "bigint"),
        (Annotated[tuple[int, ...], Between(1)], {"list": "integer", "least": 1}, "readonly number[]"),
        (tuple[str, Run], {"tuple": ["string", {"of": ["Run"]}]}, "readonly [string, Run]"),
        (tuple[Run | str, ...], {"list": {"any": [{"of": ["Run"]}, "string"]}}, "readonly (Run | string)[]"),
        (Run | Hole | None, {"any": [{"of": ["Hole", "Run"]}, "null"]}, "Run | Hole | null"),
        (Mapping[str, int], {"pairs": ["string", "integer"]}, "ReadonlyMap<string, number>"),
        (dict[str, int], {"members": "integer"}, "{ readonly [name: string]: number }"),
        (Literal["", "good"], {"words": ["", "good"]}, '"" | "good"'),
    ],
)
def test_a_type_has_a_shape_and_a_text(hint, shape, text) -> None:
    assert shape_of(hint) == shape
    assert render_type(hint, {}) == text


JSON_TYPES = {
    "of": "object",
    "members": "object",
    "list": "array",
    "tuple": "array",
    "pairs": "array",
    "words": "string",
}


@pytest.mark.parametrize("path", [path for path, module in MODULES.items() if module.described])
def test_the_shapes_of_a_union_differ_by_their_json_types(path: str) -> None:
    """The reader takes the first one that is of a value's JSON type."""
    for kind in reachable_classes(MODULES[path].described):
        for attribute in described_attributes(kind):
            for union in unions_in(shape_of(attribute.type)):
                found = [json_type(shape) for shape in union]
                assert len(found) == len(set(found)), (kind.__name__, attribute.name)


def unions_in(shape: Any) -> Iterator[list[Any]]:
    """The unions within a shape."""
    if isinstance(shape, dict):
        yield from [shape["any"]] if "any" in shape else []
        shape = [*shape.values()]
    for each in shape if isinstance(shape, list) else []:
        yield from unions_in(each)


def json_type(shape: Any) -> str:
    """The JSON type of the values of a shape."""
    if isinstance(shape, str):
        return shape
    return next((JSON_TYPES[name] for name in shape if name in JSON_TYPES), "integer")
