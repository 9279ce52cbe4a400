"""Things of whole games quoted as they stand after errata: pasted unchanged they compile, and change nothing."""

import pytest
from attrs import evolve

from bombsight.compiler.overlays import amend
from bombsight.compiler.pipeline import compile_rules
from bombsight.dsl import ast
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.runtime.errors import InputError
from bombsight.service.compiling import compiled
from bombsight.service.quotation import amended_program, quoted
from bombsight.service.requests import Rules, request_for
from bombsight.service.things import entries_of

GAME, EVERY = "b17", 5
HOUSE = "house/mine.rules"
SHORTHAND = {"table B-5"}
"""Amended, and with a legend: quoted by its lines, not whole."""


@pytest.fixture(scope="module")
def request_():
    return request_for(GAME, Rules())


def test_every_fifth_table_define_and_procedure(request_):
    graph, result = compiled(request_)
    program = amended_program(request_, graph, result)
    entries = entries_of(graph, result.sources)
    kinds = ("table", "define", "procedure", "enum", "modifier", "option")
    sample = [entry for kind in kinds for entry in [each for each in entries if each.thing.kind == kind][::EVERY]]
    touched = [entry for entry in entries if entry.thing.kind in kinds and entry.thing.origin.amended_by]
    items = {}
    for entry in dict.fromkeys(map(str, (each.thing for each in (*sample, *touched)))):
        each = next(other for other in entries if str(other.thing) == entry)
        if entry in SHORTHAND:
            with pytest.raises(InputError, match="Quote a line"):
                quoted(each, "", "", graph, program, result.sources)
            continue
        text = quoted(each, "", "", graph, program, result.sources).text
        (overlay,) = parse(Source(HOUSE, text)).file.items
        assert isinstance(overlay, ast.Overlay)
        amended = amend(program.items, [overlay], {**result.sources, HOUSE: Source(HOUSE, text)}, GAME)
        assert {finding.code for finding in amended.diagnostics} <= {"O006"}, text
        assert amended.items == program.items
        items[entry] = text

    assert len(items) > 60
    amended = [items[str(entry.thing)] for entry in touched[:1]]
    again = compile_rules(evolve(request_, house=(Source(HOUSE, amended[0]),)), proofs=False)
    assert again.errors == ()
    assert again.graph is not None
    assert (again.graph.tables, again.graph.procedures) == (graph.tables, graph.procedures)
