"""The schema is up to date, is a schema, and says yes to every graph and no to the rest."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.graph_form import FAMILIES, class_tag
from bombsight.compiler.serialize.graph_json import graph_to_json
from bombsight.compiler.serialize.loading import load_graph
from bombsight.compiler.serialize.schema import SCHEMA_PATH, render_graph_schema, rule_graph_schema
from tests.compiler.serialize.keeper import everything, keeper
from tests.compiler.serialize.random_nodes import objects

VALIDATOR = Draft202012Validator(rule_graph_schema())


def test_file_is_up_to_date():
    assert SCHEMA_PATH.read_text(encoding="utf-8") == render_graph_schema(), (
        "run python -m bombsight.compiler.serialize.schema"
    )


def test_is_a_schema():
    Draft202012Validator.check_schema(rule_graph_schema())


def test_every_object_is_strict_and_described():
    definitions = rule_graph_schema()["$defs"]

    assert all(each["description"] for each in definitions.values())
    assert all(each["additionalProperties"] is False for each in definitions.values() if "oneOf" not in each)


def test_kinds_are_words_of_their_own():
    for family in FAMILIES:
        kinds = [class_tag(cls) for cls in family.members]

        assert all(kinds)
        assert len(set(kinds)) == len(kinds)


@pytest.mark.parametrize("broken", [False, True])
def test_any_validator_agrees(broken):
    data = json.loads(json.dumps(graph_to_json(keeper())))
    if broken:
        data["tables"][0]["rolled"]["rows"][0]["body"][0]["kind"] = "gift"

    assert VALIDATOR.is_valid(data) is not broken
    assert isinstance(load_graph(json.dumps(data)), list) is broken


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(objects(RuleGraph, 3))
def test_every_graph_fits(graph):
    data = json.loads(json.dumps(graph_to_json(graph)))

    assert everything(load_graph(json.dumps(data))) == everything(graph)
    assert VALIDATOR.is_valid(data)
