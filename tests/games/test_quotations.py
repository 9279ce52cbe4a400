"""Things of whole games quoted as they stand after errata: pasted unchanged they compile, and change nothing."""

import pytest
from attrs import evolve

from bombsight.compiler.overlays import amend
from bombsight.compiler.overlays.report import kind_and_name
from bombsight.compiler.pipeline import compile_rules
from bombsight.dsl import ast
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.contents import collect_entries
from bombsight.service.lookup.quotation import QuotableRules, node_ranges_of, quote_entry, row_name_of
from tests.marking import slow_but
from tests.narrowing import narrow

GAME, EVERY = "b17", 5
HOUSE = "house/mine.rules"


@pytest.fixture(scope="module")
def request_():
    return request_for_game(GAME, Rules())


@pytest.mark.slow
def test_every_fifth_table_define_and_procedure(request_):
    book = QuotableRules.from_request(request_)
    graph, program, sources = book.graph, book.program, book.sources
    entries = collect_entries(graph, sources)
    kinds = ("table", "define", "procedure", "enum", "modifier", "option")
    sample = [entry for kind in kinds for entry in [each for each in entries if each.thing.kind == kind][::EVERY]]
    touched = [entry for entry in entries if entry.thing.kind in kinds and entry.thing.origin.amended_by]
    items = {}
    for entry in dict.fromkeys(map(str, (each.thing for each in (*sample, *touched)))):
        each = next(other for other in entries if str(other.thing) == entry)
        text = quote_entry(book, each).text
        (overlay,) = parse(Source(HOUSE, text)).file.items
        assert isinstance(overlay, ast.Overlay)
        amended = amend(program.items, [overlay], {**sources, HOUSE: Source(HOUSE, text)}, GAME)
        assert {finding.code for finding in amended.diagnostics} <= {"O006"}, text
        assert amended.items == program.items
        items[entry] = text

    assert len(items) > 60
    text = items[str(touched[0].thing)]
    again = compile_rules(evolve(request_, house=(Source(HOUSE, text),)), proofs=False)
    assert again.errors == ()
    assert again.graph is not None
    assert (again.graph.tables, again.graph.procedures) == (graph.tables, graph.procedures)


def written_short(item):
    """Whether a table or an enum is written with a legend, or with rows that list one thing to do."""
    return any(
        isinstance(line, ast.Short | ast.Each) for line in (*getattr(item, "lines", ()), *getattr(item, "legend", ()))
    )


def lines_of(item):
    """The rows of an enum that is a grid, or the lines of a table."""
    return getattr(item, "rows", None) or item.lines


@pytest.mark.parametrize("game", slow_but([GAME, "b29_korea", "amerika_bomber"], GAME))
def test_everything_written_short_and_its_rows(game):
    request = request_for_game(game, Rules())
    book = QuotableRules.from_request(request)
    program, sources = book.program, book.sources
    entries = {(each.thing.kind, each.thing.name): each for each in collect_entries(book.graph, sources)}
    short = [item for item in program.items if written_short(item)]
    for item in short:
        entry = entries[kind_and_name(item)]
        rows = [line for line in lines_of(item) if isinstance(line, ast.Row | ast.GridRow)]
        keys = [
            row_name_of(at, sources) for at in node_ranges_of(entry, program)[0].single_lines() if at.first in rows[1:]
        ]
        for row in ("", *keys[::7]):
            text = quote_entry(book, entry, row).text
            (overlay,) = (narrow(ast.Overlay, each) for each in parse(Source(HOUSE, text)).file.items)
            amended = amend(program.items, [overlay], {**sources, HOUSE: Source(HOUSE, text)}, game)
            assert {finding.code for finding in amended.diagnostics} <= {"O006"}, text
            assert amended.items == program.items

    assert len(short) > 0
