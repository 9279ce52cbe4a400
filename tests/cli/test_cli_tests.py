"""``test`` on the screen: what was run, what failed, what was left out and why."""

import pytest

HOUSE = """\
house {} "Weather anew" for lighthouse by "A. Keeper"
  1 "Fog is gone"
    in table Weather
      was {}
      now {}
"""

SLIP = """
errata slip "A slip" for lighthouse cite "slip"
  1 "Rain begins at 8"
    in table Weather
      was
        ..6: clear
        7..8: rain
      now
        ..7: clear
        8: rain
"""

TEST = """\
example "As printed"
  given without slip
  roll on Weather
  roll Weather 7
  expect result is rain
"""


def test_examples_over_whose_rules_the_house_rules_cannot_be_laid(shell):
    shell.write("games/lighthouse/99-slip.rules", SLIP)
    shell.write("games/lighthouse/tests/slip.rules", TEST)
    mine = shell.write("mine.rules", HOUSE.format("mine", "..7: clear", "..7: rain"))
    result = shell.call("test", "lighthouse", "--house", mine, "--missions", "0", "--only", "as printed")
    assert result.exit_code == 0, result.output
    place, reason, count = result.stdout.splitlines()
    assert place.startswith("left out ")
    assert place.endswith("slip.rules:1:1: lighthouse: As printed")
    assert "it asks for the rules without slip, over which those of the call cannot be laid: " in reason
    assert reason.endswith("mine.rules:4:11)")
    assert count == "lighthouse: nothing was run, 1 left out"
    result = shell.call("test", "lighthouse", "--house", mine, "--missions", "0")
    assert result.stdout.splitlines()[-1].endswith(", 1 left out")
    assert "left out" not in shell.call("test", "lighthouse", "--missions", "0").stdout


@pytest.mark.parametrize("more", [(), ("--json",), ("--mutate", "3"), ("--mutate", "3", "--json")])
def test_a_filter_that_finds_nothing_fails(shell, more):
    result = shell.call("test", "lighthouse", "--only", "nosuch", *more)

    assert result.exit_code == 5
    assert "nosuch" in result.output or more == ("--json",)
