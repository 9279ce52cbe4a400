"""A program comes back from the cache as it was, or not at all."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from keeper import everything
from random_nodes import classes_of, objects

from bombsight.compiler.serialize.converter import converter
from bombsight.compiler.serialize.program_json import dump_program, load_program, program_from_json, program_to_json
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span
from bombsight.flat import program as p
from bombsight.flat.types import BOOL, EnumType, IntType, NameList

WHERE = {"owner": "table:Sky", "origin": Origin(cite="rule 2", place=Span("a.rules", 0, 1, 1, 1, 1, 2))}
PROGRAM = p.Program(
    game="lighthouse",
    title="The Keeper's Night",
    rules_hash="0" * 64,
    options=(p.OptionInForce(name="moon", title="Moon", value="yes", default="no"),),
    overlays=("errata slip",),
    names=(NameList("", ("Ada",)),),
    mission=p.Entry(procedure="mission", params=(("hour", IntType(1, 12)),), result=EnumType("Sky", optional=True)),
    career=None,
    enums={"Sky": p.EnumInfo(values=("clear",), titles=("Clear",))},
    fields=(),
    lists=(),
    slots=2,
    sites=(
        p.SaySite(**WHERE, text=("It is ", p.Hole(0, EnumType("Sky")), ".")),
        p.EnterSite(**WHERE, kind="step", name="dusk", title="Dusk", types=(BOOL,), names=("late",)),
        p.ChoiceSite(**WHERE, id="choice:a/b", ask=("?",), by="player", option_type=None, branches=(("go", ("Go",)),)),
    ),
    source="def program(S, roll, ask, log):\n    return {}\n",
    traced="",
)


def test_program_comes_back():
    assert everything(load_program(dump_program(PROGRAM))) == everything(PROGRAM)


@pytest.mark.parametrize("cls", classes_of(p.Program), ids=lambda cls: cls.__name__)
def test_every_class_comes_back(cls):
    @settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
    @given(objects(cls))
    def check(value):
        data = json.loads(json.dumps(converter().unstructure(value)))

        assert everything(converter().structure(data, cls)) == everything(value)

    check()


@pytest.mark.parametrize(
    "change",
    [
        {"version": 0},
        {"lowering": 0},
        {"slots": "many"},
        {"sites": [{"kind": "nowhere"}]},
        {"sites": [{}]},
        {"sites": 3},
        {"mission": None},
        {"fields": [[]]},
    ],
    ids=str,
)
def test_other_documents_are_no_program(change):
    assert program_from_json(program_to_json(PROGRAM) | change) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", dump_program(PROGRAM)[:-9], "[" * 100_000])
def test_damaged_texts_are_no_program(text):
    assert load_program(text) is None
