"""The oddities of the booklet: each is listed with what was decided, and what was decided does not pass as printed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bombsight.compiler.graph.nodes import Define, Procedure
from bombsight.compiler.graph.overlays import OverlayInForce
from bombsight.service.games.library import BUILT_IN
from tests.games.b29_korea.bench import graph

PAGE = (BUILT_IN / "b29_korea" / "oddities.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("| E-")]
ODDITIES = 91
OURS = 65
"""From this number on nobody but this game has decided them."""


def rulings() -> OverlayInForce:
    """The overlay that says how each was decided."""
    (found,) = (overlay for overlay in graph().overlays if overlay.name == "rulings")
    return found


def named() -> dict[str, Define | Procedure]:
    """What has a name."""
    nodes: tuple[Define | Procedure, ...] = (*graph().defines, *graph().procedures)
    return {node.name: node for node in nodes}


def test_the_page_lists_them_all_in_order():
    assert [row[0] for row in ROWS] == [
        f"E-{number:02}" + (", ours" if number >= OURS else "") for number in range(1, ODDITIES + 1)
    ]
    for row in ROWS:
        number, where, odd, decided = row
        assert all((where, odd, decided)), number


def test_each_has_a_ruling_under_its_number():
    assert [entry.number for entry in rulings().entries] == [str(number) for number in range(1, ODDITIES + 1)]
    assert [entry.origin.cite for entry in rulings().entries] == [row[0] for row in ROWS]


# --- what was decided, or is ours, says so

PRINTED_ALL_THE_SAME = {
    "second_engine",  # E-51: nothing had to be decided
    "pumped_from_center",  # E-22: its exception says so
}


def test_a_rule_that_a_ruling_decided_does_not_pass_as_printed():
    nodes = named()
    confirmed = {change.target.split(" ", 1)[1] for entry in rulings().entries for change in entry.changes}
    assert {name for name in confirmed & nodes.keys() if not nodes[name].origin.standing} == PRINTED_ALL_THE_SAME


def test_the_files_between_the_tables_say_which_of_their_rules_is_printed():
    between = {name for name, node in named().items() if "/r-" in node.span.path and not node.origin.standing}
    assert between == {
        *("may_abort_at_once", "missed_before", "drain_oil"),  # 4-9 c, 7-2, 7-5 f, 7-10; 4-11; 7-5 h
        *("pick_target", "assign"),  # 2-1
    }


# --- E-01: the rows a closed range was opened at, read off the scan

OPENED = {
    "30-preparation.rules": ["7.."],  # 2-4
    "32-takeoff.rules": ["..8", "12..", "..4"],  # 3-2, 12; 3-5
    "33-weather.rules": ["..3", "4..", "11..", "12.."],  # 4-1, 4-2, 4-3
    "34-navigation.rules": ["..1", "2..", "..1"],  # 4-4, 4-6
    "36-formation.rules": ["12..", "..1", "..2", "5.."],  # 4-10, 4-11
    "40-fighters.rules": ["12..", "..2", "5.."],  # 5-2, 5-4
    "41-gunnery.rules": ["..5"],  # 5-5
    "42-shells.rules": ["..3", "4.."],  # 5-11 a
    "51-bombing.rules": ["..2", "..2"],  # 4-9 e, 7-3 e
    "68-propellers.rules": ["6..", "..1", "..1"],  # 4-9 c, 7-5 m
    "70-pressure.rules": ["3.."],  # 7-14
    "71-wounds.rules": ["6.."],  # 7-13
    "90-ratings.rules": ["..7", "29.."],  # 9-1
}
OPEN_ROW = re.compile(r"^\s+(?:\| )?(\.\.\d+|\d+\.\.)[ :].*")


def stamped(lines: list[str]) -> Iterator[str]:
    """The keys of the rows that say that they were opened."""
    for line in lines:
        row = OPEN_ROW.match(line)
        if row and 'repaired "E-01' in line:
            yield row[1]


def test_the_opened_rows_say_so_and_no_others():
    files = sorted((BUILT_IN / "b29_korea").glob("[0-9]*.rules"))
    rows = {file.name: list(stamped(file.read_text(encoding="utf-8").splitlines())) for file in files}
    assert {file: keys for file, keys in rows.items() if keys} == OPENED
