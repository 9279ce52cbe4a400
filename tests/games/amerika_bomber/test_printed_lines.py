"""What the rulebook prints inside the reconstructed charts: it is marked so, and nobody amends it away unawares."""

from __future__ import annotations

from functools import cache

import pytest

from bombsight.compiler.chapters import apply_inherited_origins, split_sections
from bombsight.compiler.edges import items_of
from bombsight.compiler.overlays import amend
from bombsight.compiler.overlays.printed_form import printed_lines
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl import ast
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.flat.sites import ChangeSite, ChoiceSite, RollSite, SaySite, Site
from tests.games.amerika_bomber.bench import graph, program, sources

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
}
"""Modifiers by their labels, rows by their keys."""


@cache
def files() -> dict[str, Source]:
    """The game's files by their paths."""
    return {source.path: source for source in sources()}


@cache
def items() -> tuple[ast.Item, ...]:
    """All that the game's files declare, with what their chapters say of them."""
    return tuple(item for source in sources() for item in apply_inherited_origins(split_sections(parse(source).file)))


@cache
def charts() -> dict[str, ast.Table]:
    """The reconstructed tables, as written."""
    return {
        item.id: item for item in items() if isinstance(item, ast.Table) and item.origin.standing == "reconstructed"
    }


def text(line: ast.Node) -> str:
    """A line as it stands in its file."""
    return files()[line.span.path].line_text(line.span.line).strip()


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
    overlays = [item for item in (*items(), *read.file.items) if isinstance(item, ast.Overlay)]
    base = [item for item in items() if not isinstance(item, ast.Overlay)]
    return {found.code for found in amend(base, overlays, {**files(), house.path: house}, None).diagnostics}


def test_what_the_rulebook_prints_is_marked():
    found = {chart.id: [name(line) for line in printed_lines(chart)] for chart in charts().values()}
    assert {chart: lines for chart, lines in found.items() if lines} == PRINTED


def test_every_chart_and_mat_is_reconstructed_and_says_from_what():
    ids = {table.id for table in graph().tables if table.origin.standing == "reconstructed"}
    assert ids == {*charts()}
    assert len(ids) == 50
    assert all(table.origin.evidence for table in graph().tables if table.id in ids)


@pytest.mark.parametrize(("chart_id", "at"), [(chart, at) for chart in PRINTED for at in range(len(PRINTED[chart]))])
def test_a_printed_line_cannot_be_taken_out_unawares(chart_id: str, at: int):
    chart = charts()[chart_id]
    line = list(printed_lines(chart))[at]
    quoted = text(line).partition(" printed")[0].rstrip()
    if chart.id == "B7" and name(line) == "weather":
        quoted = quoted.replace("-(", "+(")  # as our own ruling has it
    assert amended(chart, f"remove {quoted}") == {"O014"}
    assert not amended(chart, f"remove {quoted} printed")


ELSEWHERE = """
house mine "Mine" for amerika_bomber
  1 "C1 as printed"
    replace
      table C1 "Random event" printed "my card"
        roll 2d6
        2..8: do electrical_storm
        9 "Bounced!": do bounce
        10: do name_lucky_gunner
        11..: do engine_failure
  2 "A 4 or a 5 is medium, and a 1 or a 2 one hit"
    replace
      table B2a-density "Density of the flak" printed "my card"
        gives Flak
        roll 1d6
        ..3: light
        4..5: medium
        6: heavy
"""


def linted(house: str) -> list[tuple[str, str]]:
    """What is found of the game with a house file that is more than advice on what the file does not use."""
    request = Request(base=sources(), house=(Source("mine.rules", house),))
    return [(found.code, found.message) for found in compile_rules(request).diagnostics]


@pytest.mark.slow
def test_a_chart_may_have_the_printed_event_on_another_number():
    found = linted(ELSEWHERE)
    assert not [code for code, _ in found if code.startswith(("O", "E"))]
    assert not [message for _, message in found if "bounce" in message]


def test_a_chart_without_the_printed_event_is_noticed():
    found = linted(ELSEWHERE.replace('        9 "Bounced!": do bounce\n', "").replace("10: do", "9..10: do"))
    assert [message for _, message in found if "procedure bounce" in message]


def test_what_only_unprinted_rules_call_says_for_itself_how_it_came_down_to_us():
    """A helper of a reconstructed chart that says nothing would count as printed."""
    standing = {id_: item.origin.standing for id_, item in items_of(graph())}
    callers: dict[str, set[str]] = {}
    for edge in graph().edges:
        if edge.kind in ("calls", "rolls-on") and not edge.source.startswith("example:"):
            callers.setdefault(edge.target, set()).add(edge.source)
    helpers = {
        name
        for name, known in callers.items()
        if name.startswith("procedure:") and all(standing[caller] == "reconstructed" for caller in known)
    }
    assert len(helpers) > 20
    assert not [name for name in helpers if standing[name] is None]


def told(owner: str, kind: type[Site]) -> set[str]:
    """The standings of what a procedure tells."""
    return {site.origin.standing for site in program().sites if site.owner == owner and isinstance(site, kind)}


@pytest.mark.parametrize(
    ("owner", "kind", "standing"),
    [
        ("procedure:fit_out", SaySite, "reconstructed"),  # the endurance of the mat
        ("procedure:airframe_hit", SaySite, "reconstructed"),
        ("procedure:lay", ChoiceSite, "reconstructed"),  # the arcs of the combat mat
        ("procedure:pay_box", ChangeSite, "reconstructed"),
        ("procedure:leak", RollSite, "reconstructed"),
        ("procedure:position_hit", RollSite, "reconstructed"),
        ("procedure:assign", RollSite, "printed"),  # 6.10.1
        ("procedure:internment", RollSite, "printed"),  # 9.4
        ("procedure:rest", ChangeSite, ""),
    ],
)
def test_what_only_a_mat_says_is_marked_where_the_player_reads_it(owner: str, kind: type[Site], standing: str):
    assert standing in told(owner, kind)
    if kind is RollSite or not standing:
        assert told(owner, kind) == {standing}


def test_of_the_printed_rules_those_that_compute_with_a_mat_are_known_no_better():
    derived = {each.id: each.standing for each in graph().derived}
    assert {"define:figure", "define:aboard", "procedure:airframe_hit"} <= derived.keys()
    assert {"modifier:B11/bomb_load", "modifier:B2-damage/firepower"} <= derived.keys()
    assert not {"procedure:promotion", "procedure:flak", "modifier:B8/parachute", "define:favour"} & derived.keys()
    assert set(derived.values()) == {"reconstructed"}


def test_a_line_that_is_not_printed_may_be_amended():
    assert not amended(charts()["B2a"], "was 13..: 8", "now 13..: 7")
