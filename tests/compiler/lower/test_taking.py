"""A program some of whose functions were taken over is the one that is made from nothing, but for its numbers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import evolve

from bombsight.compiler.derived_provenance import ProvenanceGraph
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.reaching import collect_far_reaching
from bombsight.compiler.lower.assemble import LoweredProgram, lower_with_context
from bombsight.compiler.lower.function_reuse import ReusableLowering, snapshot_lowering, unchanged_test
from bombsight.compiler.lower.numbering import renumber_sites, sites_in
from bombsight.compiler.lower.program_builder import GraphAnalyses
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.compiler.serialize.pickle_codec import pack, unpack
from bombsight.compiler.settings import split_by_setting
from bombsight.dsl.source import Source
from bombsight.flat.expressions import Datum
from bombsight.flat.walking import site_references
from bombsight.service.lint.changed_names import find_changed_names
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

HOW: dict[str, Any] = {"playable": False, "open_options": True, "canonical": False}
PIECES = ("aside", "setup", "call", "expect")


def read(graph):
    return GraphAnalyses(Effects(graph), ProvenanceGraph({}), collect_far_reaching(graph))


def compiled(*house):
    base = tuple(Source(path.name, path.read_text(encoding="utf-8")) for path in sorted(LIGHTHOUSE.glob("*.rules")))
    request = Request(base=base, house=tuple(Source("house.rules", text) for text in house))
    result = compile_rules(request)
    assert not result.errors
    return evolve(unwrap(result.graph), derived=())


@pytest.fixture(scope="module")
def base():
    graph = compiled()
    setting = next(split_by_setting(graph, open_options=True))
    found = lower_with_context(setting, analyses=read(graph), **HOW)
    return graph, unpack(pack(snapshot_lowering(found.unit, found.program.functions, found.whole_functions)))


def said(found: LoweredProgram):
    """What each function of an item does, with what its sites tell and its tuples hold in the place of numbers."""
    program = found.program
    asides = {entry.name: entry.function for entry in program.asides.entries}

    def site(number):
        return re.sub(r"entry='(\d+)'", lambda entry: does[asides[entry[1]]], repr(program.sites[number]))

    def without_numbers(function):
        numbers = {number: 0 for part in function.parts for number in sites_in(part)}
        data = [program.data[node.data] for node in function.nodes if isinstance(node, Datum)]
        return f"{re.sub(r'Datum[(]data=.*?,', 'Datum(', repr(renumber_sites(function, numbers)))} {data}"

    does = {function.name: re.sub(r"name='aside:\d+'", "", without_numbers(function)) for function in program.functions}
    return {
        function.name: (
            does[function.name],
            [site(at) for node in function.nodes for _, at, _ in site_references(node)],
        )
        for function in program.functions
        if function.kind not in PIECES
    }


HOUSE = {
    "a modifier of a table at the edge": "in table Reef\n      add +1 mine when sky is fog",
    "one of a table that all come to": "in table Weather\n      add +1 mine when sky is fog",
    "a procedure": 'in procedure night\n      at start\n        say "Mind the step."',
}


@pytest.mark.parametrize("item", HOUSE.values(), ids=HOUSE)
def test_what_is_taken_over_is_what_would_be_made(base, item):
    was, made = base
    now = compiled(f'house mine "Mine" for lighthouse by "me"\n  1 "A"\n    {item}\n')
    known = read(now)
    changed = find_changed_names(known.effects, Effects(was))
    for setting in split_by_setting(now, open_options=True):
        left_out = {f"{left.left}:{left.name}" for example in setting.examples for left in example.left_out}
        before = ReusableLowering(made, was, unchanged_test(known.effects, changed | left_out))
        taking, anew = (lower_with_context(setting, analyses=known, reusable=each, **HOW) for each in (before, None))
        mine, theirs = said(taking), said(anew)
        assert {name: mine[name] for name in theirs} == theirs
        assert (taking.program.slots, taking.program.fields) == (anew.program.slots, anew.program.fields)
        assert taking.unit.reused_functions or setting.options != was.options


def test_most_is_taken_over_of_a_change_at_the_edge_and_nothing_where_what_is_shared_is_another(base):
    was, made = base

    def taken(now, changed):
        known = read(now)
        before = ReusableLowering(made, was, unchanged_test(known.effects, changed))
        return lower_with_context(
            next(split_by_setting(now, open_options=True)), analyses=known, reusable=before, **HOW
        ).unit.reused_functions

    whole = taken(was, frozenset())
    assert whole.keys() == made.functions.keys()
    table = was.tables[-1]
    assert 0 < len(taken(was, frozenset({f"table:{table.id}"}))) < len(whole)
    enum = was.enums[0]
    other = evolve(was, enums=(evolve(enum, titles=("another", *enum.titles[1:])), *was.enums[1:]))
    assert not taken(other, frozenset({f"enum:{enum.name}"}))
