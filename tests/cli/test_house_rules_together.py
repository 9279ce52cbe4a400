"""House rules of one game that are named together are looked at alone and all at once."""

from __future__ import annotations

import pytest

HOUSE = """\
house {name} "Mine" for lighthouse by "A. Keeper"
  1 "Oil at dusk"
    in procedure watch
      at {where}
        {does}
"""


@pytest.fixture
def pair(shell):
    """Two files of house rules, of which either fits, that begin the same procedure."""
    shell.write("one.rules", HOUSE.format(name="one", where="start", does="add 1 to oil"))
    shell.write("two.rules", HOUSE.format(name="two", where="start", does="add 2 to oil"))
    return shell


def lint(shell, *what: str) -> str:
    result = shell.call("lint", *what, "--ignore", "S022")
    assert result.exit_code == 0, result.output
    return result.stdout


def test_either_is_right_and_both_are_not(pair):
    assert "no findings" in lint(pair, "one.rules")
    assert "no findings" in lint(pair, "two.rules")
    found = lint(pair, "one.rules", "two.rules")
    assert "advice[O005] two.rules:4:7" in found
    assert "together: house one 1 and house two 1 add lines at the same place, and both change oil" in found
    assert pair.call("rules", "lighthouse", "--house", "one.rules", "--house", "two.rules").exit_code == 1


def test_files_that_fit_each_other(pair):
    pair.write("two.rules", HOUSE.format(name="two", where="end", does="add 2 to oil"))
    assert "no findings" in lint(pair, "one.rules", "two.rules")


def test_a_folder_may_hold_alternatives(pair):
    for name in ("one.rules", "two.rules"):
        pair.write(f"mine/{name}", (pair.folder / name).read_text())
    assert "no findings" in lint(pair, "mine")


def test_first_each_must_be_right(pair):
    pair.write("two.rules", HOUSE.format(name="two", where="start", does="add 2 to oyl"))
    result = pair.call("lint", "one.rules", "two.rules")
    assert result.exit_code == 1
    assert "together" not in result.stdout


def test_a_file_that_needs_another_is_looked_at_with_it(pair):
    needing = HOUSE.format(name="two", where="end", does="add 2 to oil").replace('  1 "', '  needs one\n  1 "')
    pair.write("two.rules", needing)
    assert "no findings" in lint(pair, "two.rules", "one.rules")
    result = pair.call("lint", "two.rules")
    assert result.exit_code == 1
    assert "error[O015] two.rules:2:3" in result.stdout
