"""Quotations written: whatever stands in an amended program can be quoted, and laid over it says what it says."""

import pytest

from bombsight.compiler.overlays.node_paths import whole_program
from bombsight.compiler.overlays.quoting import (
    is_quotation_of,
    rebuild_lines,
    source_lines,
    write_house_rule,
    write_was_now,
)
from bombsight.dsl import ast
from bombsight.dsl.source import Source
from tests.compiler.overlays.laid import BASE, errata, lay

AMENDED = errata(
    """
    in table Sky
      was 7..8: rain
      now 7: rain
      add natural 12 "A gale"
            "at once" when lamp is 0: gale
      was +1 worse when sky in {fog, gale}
      now +2 worse when sky in {fog, gale}
    in table Sky row 9..10
      add add 1 to tired
    """,
    """
    in table Squall row 4
      was add 1 to tired
      now
        add 1 to tired
        set lamp to 0
    in table Squall row 1..3
      was set lamp to 0
      now nothing
    """,
    """
    in table Squall row 2..3
      add add 1 to tired
    in table Drift row 3..5 column clear rain
      was 1
      now 2
    """,
    """
    in enum Ship row packet column due
      was 6
      now 7
    in define reach
      was base: look up Reach(sky, lamp)
      now base: look up Reach(sky, max(lamp, 1))
      was except dim: 5 when lamp < 2
      now except dim: 4 when lamp < 2
    """,
    """
    in procedure watch
      add to order beside "Oil {oil}"
      was say "Dark."
      now say "It is"
          "dark."
      was say "Light it again."
      now nothing
      was add -2 to tired
      now add -3 to tired
    in procedure mission
      was
        add 1 to tired
        nothing
      now add 1 to tired
    """,
    """
    in state mission
      was tired "Fatigue": 0..6 full = 0
      now tired "Fatigue": 0..7 full = 0
      add soot: 0..3 = 0
    """,
)
PROGRAMS = {"as printed": (), "amended": (AMENDED,)}


def quotations(item):
    """The patches that quote an item, and whether it is replaced."""
    match item:
        case ast.Table(lines=lines):
            return f"table {item.id}", [lines], True
        case ast.Procedure(body=body):
            return f"procedure {item.name}", [body], True
        case ast.Enum():
            return f"enum {item.name}", [(line,) for line in item.rows[1:] or item.values], False
        case ast.Record() | ast.State():
            owner = item.name if isinstance(item, ast.Record) else item.owner
            kind = "record" if isinstance(item, ast.Record) else "state"
            return f"{kind} {owner}", [(field,) for field in item.fields], False
        case _:  # the rest: quoted as a whole
            return "", [(item,)], False


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_item_can_be_quoted(name):
    overlays = PROGRAMS[name]
    amended = lay(*overlays)
    assert not amended.diagnostics
    texts = {"base.rules": BASE, **{f"{chr(97 + at)}.rules": text for at, text in enumerate(overlays)}}
    sources = {path: Source(path, text) for path, text in texts.items()}
    for item in amended.items:
        if isinstance(item, ast.Game):
            continue
        target, runs, below = quotations(item)
        nodes = [node for run in runs for node in run]
        for put in (source_lines, rebuild_lines):
            lines = [[line for node in run for line in put(node, sources)] for run in runs]
            text = write_house_rule(
                "mine", "lighthouse", [("The same", write_was_now(target, lines, allow_block=below))]
            )
            if is_quotation_of(text, nodes, whole=False):
                break
        assert is_quotation_of(text, nodes, whole=False), text
        again = lay(*overlays, text)
        assert {finding.code for finding in again.diagnostics} <= {"O006"}, text
        assert again.items == amended.items


def test_a_text_that_says_something_else_quotes_nothing():
    amended = lay(AMENDED)
    sky = next(item for item in amended.items if isinstance(item, ast.Table) and item.id == "Sky")
    row = next(line for line in sky.lines if isinstance(line, ast.Row) and line.title is None)
    text = write_house_rule(
        "mine", "lighthouse", [("Another", write_was_now("table Sky", [["7..8: rain"]], allow_block=True))]
    )

    assert not is_quotation_of(text, [row], whole=False)
    assert is_quotation_of(text.replace("7..8", "7"), [row], whole=False)
    assert whole_program(ast.File("", amended.items)).lines
