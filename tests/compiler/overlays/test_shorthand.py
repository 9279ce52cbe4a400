"""Shorthand may be quoted as written or as meant: the amended program is the same."""

import pytest

from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from tests.compiler.overlays.laid import errata, lay

BASE = """\
game lighthouse "The Keeper's Night"

enum Sky: clear, rain, fog, gale

enum Ship turned printed "Ship card"
  short L large
  | ship         | trawler   | packet   |
  | title        | "Trawler" | "Packet" |
  | strength     | 3         | 4        |
  | size: Size   | L         | small    |

enum Size: small, large

table Reach "Reach of the lamp" printed
  for weather: Sky, flame: Size
  gives 0..9 or none
  short C clear, R rain, FG fog..gale, M 7, S small
  | weather | S | large |
  | C       | M | 9     |
  | R       | 1 | M     |
  | FG      | - | 2     |

table Met "Met" printed
  roll 1d6
  each ship, far: do met(ship, far)
  1..2: trawler 3; packet 5
  3: packet 9
  4..: nothing
"""

EDITS = {
    "a cell as written": ("in table Reach row C column S\n  was M\n  now 8", "| C       | M |", "| C       | 8 |"),
    "a cell as meant": (
        "in table Reach row clear column small\n  was 7\n  now R",
        "| C       | M |",
        "| C       | R |",
    ),
    "a row as written": (
        "in table Reach\n  was | R | 1 | M |\n  now | rain | 2 | 7 |",
        "| R       | 1 |",
        "| R       | 2 |",
    ),
    "a row as meant": (
        "in table Reach\n  was | rain | 1 | 7 |\n  now | R | 1 | 3 |",
        "| R       | 1 | M     |",
        "| R       | 1 | 3     |",
    ),
    "entries": (
        "in table Met\n  was 1..2: trawler 3; packet 5\n  now 1..2: trawler 3; packet 6",
        "packet 5",
        "packet 6",
    ),
    "a row of one entry": (
        "in table Met\n  was 3: packet 9\n  now 3: packet 8; packet 7",
        "packet 9",
        "packet 8; packet 7",
    ),
    "what an entry does": (
        "in table Met row 3\n  was do met(packet, 9)\n  now do met(packet, 1)",
        "packet 9",
        "packet 1",
    ),
    "a row added": (
        "in table Met\n  was 4..: nothing\n  now\n    4: trawler 1\n    5..: nothing",
        "4..:",
        "4: trawler 1\n  5..:",
    ),
    "a row taken out": ("in table Met\n  remove 3: packet 9", "  3: packet 9\n", ""),
    "a cell of a turned enum": (
        "in enum Ship row packet column strength\n  was 4\n  now 5",
        "| 3         | 4        |",
        "| 3         | 5        |",
    ),
    "a legend's word in a turned enum": (
        "in enum Ship row trawler column size\n  was large\n  now small",
        "| L         |",
        "| small     |",
    ),
    "a value's row in a turned enum": (
        'in enum Ship\n  was | packet | "Packet" | 4 | small |\n  now | packet | "Packet" | 4 | L |',
        "| small    |",
        "| L        |",
    ),
}


def items(text):
    parsed = parse(Source("base.rules", text))
    assert not parsed.diagnostics
    return parsed.file.items


def without_legend(items):
    return [str(item) for item in items]


@pytest.mark.parametrize("name", EDITS)
def test_an_edit(name):
    patch, was, now = EDITS[name]
    assert was in BASE
    amended = lay(errata(patch), base=BASE)
    assert not amended.diagnostics
    assert without_legend(amended.items) == without_legend(items(BASE.replace(was, now)))


@pytest.mark.parametrize(
    "patch",
    [
        "in table Reach\n  was short C clear, R rain, FG fog..gale, M 7, S small\n  now short C rain",
        "in table Met\n  remove each ship, far: do met(ship, far)",
    ],
)
def test_what_shorthand_means_is_amended_where_it_stands(patch):
    (finding,) = lay(errata(patch), base=BASE).diagnostics
    assert finding.code == "O012"
    assert "amend those" in finding.help


def test_what_an_edit_replaced_is_told_as_it_reads():
    patch = 'in enum Ship\n  was | packet | "Packet" | 4 | small |\n  now | packet | "Packet" | 4 | L |'
    (change,) = lay(errata(patch), base=BASE).changes
    assert change.was == '| packet | "Packet" | 4 | small |'
