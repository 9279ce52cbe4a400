"""What an author wants to be told, in `bombsight.toml` beside the rules."""

from __future__ import annotations

import pytest

from bombsight.compiler.codes import SEVERITIES
from bombsight.compiler.findings import Findings
from bombsight.compiler.lint_choices import read_lint_config
from bombsight.dsl.source import Source
from tests.cli.calling import Shell

ODD = 'define odd: yes/no = oil is 3 cite "rule 12"\n'
"""A define that nothing uses: a warning."""


@pytest.fixture
def odd(shell: Shell) -> Shell:
    """A game with a warning in a file of its own."""
    shell.write("games/lighthouse/97-odd.rules", ODD)
    return shell


def choose(shell: Shell, text: str) -> None:
    """Lay choices beside the game's files."""
    shell.write("games/lighthouse/bombsight.toml", f"[lint]\n{text}\n")


@pytest.mark.parametrize(
    ("choices", "found"),
    [
        ("", True),
        ('ignore = ["N014"]', False),
        ('ignore = ["N"]', False),
        ('ignore = ["T", "M001"]', True),
        ('select = ["T"]', False),
        ('select = ["N"]', True),
        ('[lint.files]\n"97-*.rules" = ["N014"]', False),
        ('[lint.files]\n"20-*.rules" = ["N014"]', True),
    ],
)
def test_what_is_told(odd: Shell, choices, found):
    choose(odd, choices)
    assert ("warning[N014]" in odd.call("lint", "lighthouse").stdout) is found


def test_a_finding_may_be_named(odd: Shell):
    from bombsight.compiler.codes import CODES

    choose(odd, f'ignore = ["{CODES["N014"].name}"]')
    assert odd.call("lint", "lighthouse").stdout == "lighthouse: no findings\n"


def test_the_call_wins(odd: Shell):
    choose(odd, 'ignore = ["N014"]\nfail-on = "warning"')
    assert odd.call("lint", "lighthouse").exit_code == 0
    assert odd.call("lint", "lighthouse", "--select", "N").exit_code == 1
    assert odd.call("lint", "lighthouse", "--select", "N", "--fail-on", "error").exit_code == 0


def test_what_makes_rules_wrong_is_told_all_the_same(odd: Shell):
    choose(odd, 'ignore = ["E", "N"]')
    odd.write("games/lighthouse/97-odd.rules", ODD.replace("is 3", "== 3"))
    assert "error[E032]" in odd.call("lint", "lighthouse").stdout


def test_choices_speak_for_the_files_of_their_folder(odd: Shell):
    odd.write("bombsight.toml", '[lint]\nignore = ["N014"]\n')
    odd.write("mine.rules", 'house mine "Mine" for lighthouse by "A"\n  1 "One"\n    add option moon "Moon" = no\n')
    assert "warning[N014]" in odd.call("lint", "lighthouse").stdout
    assert odd.call("lint", "mine.rules").stdout == "mine.rules: no findings\n"


@pytest.mark.parametrize(
    ("choices", "code", "place", "help"),
    [
        ('ignore = ["N014", "N9"]', "E101", "2:20", ""),
        ('ignor = ["N014"]', "E101", "2:1", "ignore"),
        ('ignore = "N014"', "E100", "2:1", '["T003", "N"]'),
        ('fail-on = "warnings"', "E100", "2:1", '"warning"'),
        ("fail-on = 3", "E100", "2:1", '"warning"'),
        ("ignore = [", "E100", "3:1", ""),
        ('files = "x"', "E100", "2:1", "[lint.files]"),
        ('[lint.files]\n"9*" = "N"', "E100", "3:2", '["T003", "N"]'),
    ],
)
def test_choices_that_cannot_be_read(odd: Shell, choices, code, place, help):
    choose(odd, choices)
    result = odd.call("lint", "lighthouse")
    assert result.exit_code == 1
    assert f"error[{code}] games/lighthouse/bombsight.toml:{place}\n" in result.stdout
    assert help in result.stdout


@pytest.mark.parametrize(
    "text", ["lint = 3\n", "\x00", "[lint", "", "x = 1\n", "[lint]\nignore = [[1]]\n", '[lint]\nselect = [""]\n']
)
def test_no_text_ends_in_a_traceback(odd: Shell, text):
    odd.write("games/lighthouse/bombsight.toml", text)
    assert odd.call("lint", "lighthouse").exit_code in (0, 1)


def test_choices_are_no_part_of_the_rules(odd: Shell):
    before = odd.json("rules", "lighthouse")
    choose(odd, 'ignore = ["N014"]')
    assert odd.json("rules", "lighthouse") == before


def test_very_many_words_that_are_no_codes_are_told_soon() -> None:
    names = [f"nothing{number}" for number in range(3000)]
    text = "# nothing2999 nothing2999\n[lint]\nselect = [" + ", ".join(f'"{name}"' for name in [*names, *names]) + "]\n"
    wrong = Findings(SEVERITIES)
    read_lint_config(Source("bombsight.toml", text), wrong)
    assert [text[found.span.start : found.span.end] for found in wrong.diagnostics] == names
    assert {found.span.line for found in wrong.diagnostics} == {3}
    assert "`" in wrong.diagnostics[0].help
    assert wrong.comparisons.spent < wrong.comparisons.limit + 10_000
