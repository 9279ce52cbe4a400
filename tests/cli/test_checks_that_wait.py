"""Lint says that there may be more to find only while there are errors."""

import pytest

RULES = 'house mine "Mine" for lighthouse by "A"\n  1 "One"\n    add define spare: yes/no = {}\n'


@pytest.mark.parametrize(("value", "waits"), [("nothing_of_the_kind", True), ("yes", False)])
def test_checks_wait_for_errors(shell, value, waits):
    shell.write("mine.rules", RULES.format(value))
    assert ("Some checks wait" in shell.call("lint", "mine.rules").stdout) is waits
