"""What somebody may choose where nothing is certain: names that may be meant, rows that a table lacks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.edits import apply_edits
from bombsight.service.language.fix_options import FixOption, suggest_fixes
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE

NIGHT, TABLES = "10-night.rules", "20-tables.rules"

DUE = """
table Due "When ships come" printed cite "rule 12"
  for kind: Kind
  gives 0..9
  trawler: 1   # and the rest?

define due: 0..9 = look up Due(packet) + look up Due(collier)
"""

HEIGHT = """
table Height "How high the sea goes" printed cite "rule 12"
  for wind: 0..9
  gives 0..9
  2..3: 1
  5: 2
  6: 2

define high: 0..9 = look up Height(tired)
"""


@pytest.fixture
def space(tmp_path):
    return Workspace.open(Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse")))


def path_of(space: Workspace, name: str) -> Path:
    return next(Path(source.file) for source in space.files if source.file.endswith(name))


def chosen(space: Workspace, name: str, old: str, new: str) -> tuple[list[Diagnostic], dict[str, str]]:
    """The findings of a file in which something stands otherwise, and what it says after each choice by its title."""
    path = path_of(space, name)
    text = (LIGHTHOUSE / name).read_text(encoding="utf-8")
    assert old in text
    space.change_text(path, text.replace(old, new, 1))
    source, found = space.source(path), space.check_file(path)
    offered: list[FixOption] = [each for finding in found for each in suggest_fixes(source, space.items(path), finding)]
    return list(found), {each.title: apply_edits(source.text, each.edits) for each in offered}


def difference(space: Workspace, name: str, after: str) -> tuple[list[str], list[str]]:
    """The lines of a file that a text has not, and those that it has besides."""
    before = space.source(path_of(space, name)).text
    return (
        [line.strip() for line in before.split("\n") if line not in after.split("\n")],
        [line.strip() for line in after.split("\n") if line not in before.split("\n")],
    )


def codes(space: Workspace, name: str, text: str) -> set[str]:
    """The codes of what is found in a file that says something else."""
    space.change_text(path_of(space, name), text)
    return {finding.code for finding in space.check_file(path_of(space, name))}


@pytest.mark.parametrize(
    ("old", "new", "title"),
    [
        ("do pass_reef\n", "do pss_ref\n", "Write `pass_reef` for `pss_ref`"),
        ("roll on Reef(s)\n", "roll on Rief(s)\n", "Write `Reef` for `Rief`"),
        ("{lamp}, oil {oil}", "{lamp}, oil {oel}", "Write `oil` for `oel`"),
    ],
)
def test_each_name_that_may_be_meant_is_a_choice(space, old, new, title):
    found, offered = chosen(space, NIGHT, old, new)
    assert found[0].fix is None
    assert next(iter(offered)) == title
    assert codes(space, NIGHT, offered[title]) == set()


def test_of_several_names_each_is_a_choice(space):
    path = path_of(space, NIGHT)
    text = (LIGHTHOUSE / NIGHT).read_text(encoding="utf-8").replace("do sound\n", "do pound\n", 1)
    space.change_text(path, f'{text}\nprocedure round cite "rule 13"\n  nothing\n')
    (finding,) = (each for each in space.check_file(path) if each.code == "N001")
    titles = [each.title for each in suggest_fixes(space.source(path), space.items(path), finding)]
    assert titles == ["Write `sound` for `pound`", "Write `round` for `pound`"]


def test_a_name_that_is_certain_is_no_choice(space):
    found, offered = chosen(space, NIGHT, "do pass_reef\n", "do pass_ref\n")
    assert [finding.fix is not None for finding in found] == [True]
    assert offered == {}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "  7..8: rain\n",
            "",
            {
                "Write a row `7..8`, its result left open": ([], ["7..8:"]),
                "Write `..8` for `..6`": (["..6: clear"], ["..8: clear"]),
                "Write `7..10` for `9..10`": (["9..10: fog"], ["7..10: fog"]),
                "Write a row `else`, its result left open": ([], ["else:"]),
            },
        ),
        (
            "  ..6: clear\n",
            "",
            {
                "Write a row `2..6`, its result left open": ([], ["2..6:"]),
                "Write `..8` for `7..8`": (["7..8: rain"], ["..8: rain"]),
                "Write a row `else`, its result left open": ([], ["else:"]),
            },
        ),
        (
            "  11..: gale\n",
            "",
            {
                "Write a row `11..13`, its result left open": ([], ["11..13:"]),
                "Write `9..` for `9..10`": (["9..10: fog"], ["9..: fog"]),
                "Write a row `else`, its result left open": ([], ["else:"]),
            },
        ),
        (
            "  7..8: rain\n  9..10: fog\n",
            "  8: rain # so\n  10: fog\n",
            {
                "Write 2 rows, their results left open": ([], ["7:", "9:"]),
                "Write a row `else`, its result left open": ([], ["else:"]),
            },
        ),
        (
            '      4..6 "And a packet": do comes(packet, north)\n',
            '      5 "And a packet"\n        do comes(packet, north)\n',
            {
                "Write 2 rows, their results left open": ([], ["4:", "6:"]),
                "Write a row `else`, its result left open": ([], ["else:"]),
            },
        ),
    ],
)
def test_rows_that_a_roll_lacks_are_written_or_those_beside_made_wider(space, old, new, expected):
    found, offered = chosen(space, TABLES, old, new)
    assert [finding.code for finding in found] == ["T001"]
    assert {title: difference(space, TABLES, text) for title, text in offered.items()} == expected
    for title, text in offered.items():
        filled = text.replace(": \n", ": nothing\n") if "comes" in new else text.replace(": \n", ": gale\n")
        assert codes(space, TABLES, filled) == set(), title


def test_new_rows_stand_in_their_order_and_in_their_block(space):
    _, offered = chosen(space, TABLES, '      4..6 "And a packet": do', '      5 "And a packet" # so\n        do')
    text = offered["Write 2 rows, their results left open"]
    assert (
        '      1..3: note trawler\n      4: \n      5 "And a packet" # so\n        do comes(packet, north)\n      6: \n'
        in text
    )


@pytest.mark.parametrize(
    ("added", "title", "rows"),
    [
        (
            DUE,
            "Write a row `packet, collier`, its result left open",
            "  trawler: 1   # and the rest?\n  packet, collier: \n\n",
        ),
        (HEIGHT, "Write 3 rows, their results left open", "  0..1: \n  2..3: 1\n  4: \n  5: 2\n  6: 2\n  7..9: \n\n"),
    ],
)
def test_keys_that_a_table_lacks_are_written(space, added, title, rows):
    found, offered = chosen(space, NIGHT, '\nchapter "Oil"', f'{added}\nchapter "Oil"')
    assert "T023" in {finding.code for finding in found}
    assert rows in offered[title]


def test_what_has_no_choice_has_none(space):
    _, offered = chosen(space, NIGHT, "set sky to roll on Weather", "set sky to roll on Zzzzz")
    assert offered == {}
