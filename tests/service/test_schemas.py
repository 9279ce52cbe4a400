"""Every document has a schema, made from its classes; the files are what the classes say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import pytest
from attrs import frozen
from jsonschema import Draft202012Validator

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import Between, Form
from bombsight.boundary.codec.schemas import schema_of
from bombsight.flat.document_forms import BRIEF, WHOLE
from bombsight.runtime.saves.lines import LINE_CLASSES
from bombsight.runtime.saves.records import Header
from bombsight.service.schemas import RUNTIME_SCHEMA_FOLDER, SCHEMA_FOLDER, make_schemas

ALL = [*make_schemas()]


@pytest.mark.parametrize(("path", "text"), ALL, ids=[path.name for path, _ in ALL])
def test_file_is_up_to_date(path: Path, text: str):
    assert path.read_text(encoding="utf-8") == text, "run python -m bombsight.service.schemas"


def test_no_schema_is_written_by_hand():
    assert {*SCHEMA_FOLDER.iterdir(), *RUNTIME_SCHEMA_FOLDER.iterdir()} <= {path for path, _ in ALL}


@pytest.mark.parametrize(("path", "text"), ALL, ids=[path.name for path, _ in ALL])
def test_every_object_is_strict_and_described(path: Path, text: str):
    schema = json.loads(text)
    Draft202012Validator.check_schema(schema)
    objects = [schema, *schema.get("$defs", {}).values()]
    strict = [each for each in objects if each.get("type") == "object"]

    assert strict
    # A line of a save may have what another version has added; what stands in its fields may not.
    grows = {kind.__name__ for kind in (Header, *LINE_CLASSES)} if path.name == "save.json" else set()
    for name, each in [("", schema), *schema.get("$defs", {}).items()]:
        if each.get("type") == "object":
            assert each["additionalProperties"] is (name in grows)
    assert all(each["description"] for each in strict)
    assert all("\n" not in each["description"] and "``" not in each["description"] for each in strict)


@frozen
class Boat:
    """A boat.

    Attributes:
        crew: Who is aboard.
    """

    name: str
    crew: tuple[str, ...] = ()
    mate: Boat | None = None


@frozen
class Throw:
    """A throw."""

    faces: Annotated[tuple[Annotated[int, Between(1, 6)], ...], Between(1)]


@pytest.mark.parametrize("form", [WHOLE, BRIEF], ids=["whole", "brief"])
def test_what_is_written_fits(form: Form):
    schema = schema_of("urn:x:boats:1", "Boats", form, (Boat, {"v": 1}))
    check = Draft202012Validator(schema)
    data = {"v": 1, **encode(Boat("Ada", ("Bo",), Boat("Cy")), form)}

    check.validate(data)
    assert not check.is_valid(data | {"sails": 2})
    assert not check.is_valid(data | {"crew": "Bo"})
    assert check.is_valid({"v": 1, "name": "Ada"}) is (form is BRIEF)
    assert schema["properties"]["crew"]["description"] == "Who is aboard."


def test_bounds_are_of_numbers_or_of_how_many():
    check = Draft202012Validator(schema_of("urn:x:throws:1", "Throws", WHOLE, (Throw, {})))
    assert [check.is_valid({"faces": faces}) for faces in ([1, 6], [], [0], [7])] == [True, False, False, False]


def test_every_schema_has_a_name_that_stays_and_stands_in_the_list():
    page = (Path(__file__).parents[2] / "docs" / "documents.md").read_text(encoding="utf-8")
    ids = [json.loads(text)["$id"] for _, text in ALL]

    assert len({*ids}) == len(ids)
    assert all(re.fullmatch(r"urn:bombsight:schema:[a-z_]+:\d+", id_) for id_ in ids)
    assert [id_ for id_ in ids if f"`{id_.removeprefix('urn:bombsight:schema:')}`" not in page] == []
    assert [path.name for path, _ in ALL if path.name not in page] == []


@pytest.mark.parametrize(("path", "text"), ALL, ids=[path.name for path, _ in ALL])
def test_a_document_says_what_names_its_schema(path: Path, text: str):
    schema = json.loads(text)
    _, name, version = schema["$id"].rsplit(":", 2)
    stated = schema.get("properties", {}).get("document", {}).get("const")

    if stated is None:  # events, saves, moves and the lines of a game say so in their own way
        assert name in ("journal", "save", "moves", "play")
    else:
        assert (stated, schema["properties"]["version"]["const"]) == (name, int(version))
