"""What the rulebook prints inside the reconstructed charts: it is marked so, and nobody amends it away unawares."""

from __future__ import annotations

import pytest

from amerika_bomber.bench import graph, sources
from compiler.overlays import amend
from compiler.overlays.printed import printed_lines
from dsl import ast
from dsl.parser import parse
from dsl.source import Source

FILES = {source.path: source for source in sources()}
ITEMS = [item for source in sources() for item in parse(source).file.items]
CHARTS = [
    item
    for item in ITEMS
    if isinstance(item, ast.Table) and item.provenance is not None and item.provenance.standing == "reconstructed"
]
PRINTED = {
    "B2-to_hit": ["ace_gunner", "us_ace"],
    "B2-damage": ["firepower"],
    "B2-hits": ["sixth_sense"],
    "B2a-density": ["4"],
    "B2a": ["light_flak", "medium_flak", "jammer", "chaff", "low_down", "1"],
    "B7": ["weather", "landing_skill", "dead_stick", "18.."],
    "B8": ["parachute"],
    "B9": ["no_rafts"],
    "B10": ["when spoiled", "navigator", "skill_hurts"],
    "B11": ["bomb_load", "cameras", "accuracy"],
    "C1": ["5"],
}
"""Modifiers by their labels, rows by their keys."""
LINES = [(chart, line) for chart in CHARTS for line in printed_lines(chart)]


def text(line: ast.Node) -> str:
    """A line as it stands in its file."""
    return FILES[line.span.path].line_text(line.span.line).strip()


def name(line: ast.Node) -> str:
    """The label of a modifier, the key of a row."""
    if isinstance(line, ast.Modifier):
        return line.label
    return text(line).partition(":")[0].partition(' "')[0]


def amended(chart: ast.Table, *edits: str) -> set[str]:
    """What is found when an owner's file edits a chart so."""
    head = f'house mine "Mine" for amerika_bomber\n  1 "One"\n    in table {chart.id}\n'
    house = Source("mine.rules", head + "".join(f"      {edit}\n" for edit in edits))
    read = parse(house)
    assert not read.diagnostics
    overlays = [item for item in (*ITEMS, *read.file.items) if isinstance(item, ast.Overlay)]
    base = [item for item in ITEMS if not isinstance(item, ast.Overlay)]
    return {found.code for found in amend(base, overlays, {**FILES, house.path: house}, None).diagnostics}


def test_what_the_rulebook_prints_is_marked():
    found: dict[str, list[str]] = {}
    for chart, line in LINES:
        found.setdefault(chart.id, []).append(name(line))
    assert found == PRINTED


def test_every_chart_and_mat_is_reconstructed_and_says_from_what():
    ids = {table.id for table in graph().tables if table.standing == "reconstructed"}
    assert ids == {chart.id for chart in CHARTS}
    assert len(ids) == 50
    assert all(table.evidence for table in graph().tables if table.id in ids)


@pytest.mark.parametrize(("chart", "line"), LINES, ids=[f"{chart.id} {name(line)}" for chart, line in LINES])
def test_a_printed_line_cannot_be_taken_out_unawares(chart: ast.Table, line: ast.Node):
    quoted = text(line).partition(" printed")[0].rstrip()
    if chart.id == "B7" and name(line) == "weather":
        quoted = quoted.replace("-(", "+(")  # as our own ruling has it
    assert amended(chart, f"remove {quoted}") == {"O014"}
    assert not amended(chart, f"remove {quoted} printed")


def test_a_line_that_is_not_printed_may_be_amended():
    chart = next(chart for chart in CHARTS if chart.id == "B2a")
    assert not amended(chart, "was 13..: 8", "now 13..: 7")
