"""Whatever a text holds, loading gives a graph or says what is wrong, and where."""

import copy
import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.boundary.codec.problems import Problem
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.graph_json import graph_to_json
from bombsight.compiler.serialize.loading import load_graph
from tests.compiler.serialize.keeper import everything, keeper
from tests.narrowing import narrow


@cache
def document():
    return json.loads(json.dumps(graph_to_json(keeper())))


@cache
def short_document():
    """One thing of each kind."""
    return {name: value[-1:] if isinstance(value, list) else value for name, value in document().items()}


def changed(path, value=None, base=document):
    """The document with something else at a path; taken out where the value is None."""
    data = copy.deepcopy(base())
    at = data
    for step in path[:-1]:
        at = at[step]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return data


def test_good_text():
    assert everything(load_graph(json.dumps(document()))) == everything(keeper())


ROW = ("tables", 0, "rolled", "rows", 0)
MISTAKES = {
    "$.version: 10 is needed, not 1": changed(["version"], 1),
    "$: game must stand here": changed(["game"]),
    "$.game.title: a text is needed, not 7": changed(["game", "title"], 7),
    "$.game.language: a whole number is needed, not true": changed(["game", "language"], True),
    "$.game.language: a whole number is needed, not 1.0": changed(["game", "language"], 1.0),
    "$.game: nothing here is called titel. Did you mean title?": changed(["game", "titel"], "T"),
    "$.tables: a list is needed, not an object": changed(["tables"], {}),
    "$.tables[0].rolled.rows[0].body[0].kind: one of": changed([*ROW, "body", 0, "kind"], "giv"),
    "$.tables[0].rolled.rows[0].body[0]: kind must stand here": changed([*ROW, "body", 0, "kind"]),
    "$.tables[0].rolled.rows[0].body[0]: an object is needed, not 3": changed([*ROW, "body", 0], 3),
    "$.tables[0].rolled.rows[0].span.from: a list of 2 values is needed": changed([*ROW, "span", "from"], [1]),
    "$.tables[0].rolled.rows[0].span.from[1]: 0 or more is needed, not -1": changed([*ROW, "span", "from"], [1, -1]),
    "$.enums[0].owner: one of game, table, option is needed": changed(["enums", 0, "owner"], "gate"),
}


def problems_of(text: str) -> list[Problem]:
    """What is wrong with a document that cannot be loaded."""
    return narrow(list, load_graph(text))


@pytest.mark.parametrize("expected", MISTAKES)
def test_mistake_is_told(expected):
    (problem,) = problems_of(json.dumps(MISTAKES[expected]))

    assert str(problem).startswith(expected)


def test_misspelt_kind_has_near_words():
    (problem,) = problems_of(json.dumps(MISTAKES["$.tables[0].rolled.rows[0].body[0].kind: one of"]))

    assert problem.message.endswith('is needed, not "giv". Did you mean give?')


def test_all_mistakes_are_told():
    data = changed(["game", "title"], 7)
    data["rules_hash"] = None
    del data["tables"][0]["id"], data["tables"][0]["title"]

    assert [problem.path for problem in problems_of(json.dumps(data))] == [
        "$.game.title",
        "$.tables[0]",
        "$.rules_hash",
    ]


NO_DOCUMENTS = {
    "nothing": "",
    "half": "{",
    "list": "[]",
    "number": "7",
    "none": "null",
    "no number": "NaN",
    "deep": "[" * 100_000,
    "long number": '{"version": ' + "9" * 5000 + "}",
    "half a character": '{"a": "\\ud800"}',
    "byte order mark": "\ufeff{}",
}


@pytest.mark.parametrize("what", NO_DOCUMENTS)
def test_no_document(what):
    problems = problems_of(NO_DOCUMENTS[what])

    assert problems
    assert all(isinstance(problem, Problem) for problem in problems)


def test_too_deep():
    deep = '{"kind":"list","capacity":1,"element":' * 3000 + '{"kind":"bool"}' + "}" * 3000
    text = json.dumps(changed(["fields", 0, "type"], "DEEP")).replace('"DEEP"', deep)

    assert load_graph(text) == [Problem("$", "this is nested too deep to be read")]


def places(data, path=()):
    """Every path into a document."""
    yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*path, key))


ODD: st.SearchStrategy[object] = st.sampled_from(
    [None, True, -1, 1.5, 10**30, "", "x", [], {}, [[]], {"kind": "var"}, {"kind": []}, {"": 0}]
)


@settings(max_examples=100, deadline=None)
@given(st.integers(1), ODD)
def test_never_raises(number, odd):
    paths = list(places(short_document()))[1:]

    found = load_graph(json.dumps(changed(paths[number % len(paths)], odd, short_document)))

    assert isinstance(found, RuleGraph) or (found and all(isinstance(problem, Problem) for problem in found))
