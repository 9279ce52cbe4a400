"""``roll``: what it prints, at any width, and what it refuses."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_cli_odds import fits

GIVEN = ("--given", "sky is fog", "--given", "lamp is 1", "--given", "s.kind is packet", "--given", "s.side is south")


@pytest.mark.parametrize("width", ["40", "80", "200"])
@pytest.mark.parametrize("more", [("Weather", "3", "5"), ("Reef", "4", *GIVEN), ("Reef", "4"), ("Traffic",)])
def test_a_roll_keeps_to_the_width(shell, width, more):
    result = shell.call("roll", "lighthouse", *more, env={"COLUMNS": width})

    assert result.exit_code == 0, result.stderr
    assert all(len(line.rstrip()) <= int(width) for line in result.stdout.splitlines())


def test_a_single_case_has_its_card_with_what_counted_marked(shell):
    told = shell.call("roll", "lighthouse", "Reef", "4", *GIVEN, "--given", "not s.warned").stdout

    assert "+1 lamp" in told
    marked = [line for line in told.splitlines() if "▸" in line]
    assert len(marked) == 2
    assert "else" in marked[0]
    assert "+(lamp)" in marked[1]


def test_several_cases_have_their_values_above_them(shell):
    told = shell.call("roll", "lighthouse", "Weather", "3+5").stdout.splitlines()

    assert "sky clear" in told
    assert "sky rain or fog or a gale" in told
    assert not any("▸" in line for line in told)


def test_json_is_the_document(shell):
    document = json.loads(shell.call("roll", "lighthouse", "Weather", "3", "5", "--json").stdout)

    fits(document, "table_roll")
    assert [case["result"] for case in document["cases"]] == ["rain", "fog"]
    assert document["named"] == ["3", "5"]
    assert "card" not in document


def test_a_seed_throws_the_same_again(shell):
    first, again = (shell.call("roll", "lighthouse", "Weather", "--seed", "4").stdout for _ in range(2))

    assert first == again
    assert "--seed 4" in first


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (("Weather", "7", "5"), "7 is not on a die with 6 sides"),
        (("Weather", "3", "5", "6"), "6 is left over"),
        (("Nowhere",), "Nowhere"),
        (("Weather", "--seed", "-1"), "seed"),
        (("Weather", "--given", "sky is blue"), "blue"),
    ],
)
def test_what_does_not_fit_is_refused(shell, more, reason):
    result = shell.call("roll", "lighthouse", *more)

    assert result.exit_code in (1, 2)
    assert reason in result.stderr
