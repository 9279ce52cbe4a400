"""``test --mutate`` and ``test --coverage`` on the screen, and calls of them that make no sense."""

from __future__ import annotations

import re

import pytest

from tests.narrowing import unwrap


def test_mutants_that_nothing_notices_are_named_and_all_are_counted(shell):
    found = shell.call("test", "lighthouse", "--mutate", 30)
    assert found.exit_code == 0
    counts = unwrap(re.search(r"lighthouse: (\d+) of (\d+) noticed \((\d+) %\)", found.output))
    noticed, there, percent = map(int, counts.groups())
    assert there == 30
    assert percent == 100 * noticed // 30
    named = re.findall(r"^unnoticed \S+\.rules:\d+:\d+: \w+ \w+, ", found.output, re.M)
    assert len(named) == there - noticed > 0
    kinds = re.findall(r"^  \D+ (\d+) of +(\d+) +\d+ %$", found.output, re.M)
    assert sum(int(some) for some, _ in kinds) == noticed
    assert sum(int(all_) for _, all_ in kinds) == there


def test_only_changes_the_items_of_a_name(shell):
    found = shell.json("test", "lighthouse", "--mutate", 5, "--only", "Weather")
    assert {mutant["owner"] for mutant in found["mutants"]} == {"table:Weather"}


def test_coverage_fits_eighty_columns(shell):
    found = shell.call("test", "lighthouse", "--coverage")
    assert found.exit_code == 0
    assert re.search(r"^in all +\d+ +\d+ +\d+ %$", found.output, re.M)
    places = [line for line in found.output.splitlines() if re.match(r" +\d+  ", line)]
    assert "   34  procedure watch: never holds: if oil is 0" in places
    assert max(map(len, places)) <= 80


def test_of_a_long_path_coverage_shows_the_end(shell):
    folder = "a/folder/that/is/far/away/from/where/anybody/looks/lighthouse"
    shell.write(f"{folder}/00-game.rules", 'game pond "A Pond"\n  sources optional\n\nprocedure mission\n  nothing\n')
    found = shell.call("test", folder, "--coverage")
    assert "\nwhere/anybody/looks/lighthouse/00-game.rules " in found.output


def test_a_document_of_coverage_counts_what_it_names(shell):
    found = shell.json("test", "lighthouse", "--coverage")
    places = sum(file["places"] for file in found["files"])
    missed = sum(len(file["missed"]) for file in found["files"])
    assert places == sum(kind["places"] for kind in found["kinds"])
    assert places - missed == sum(kind["reached"] for kind in found["kinds"])


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--seed", "3"), "--mutate"),
        (("--coverage", "--mutate", "3"), "one at a time"),
        (("--only", "a", "--only", "b"), "once"),
    ],
)
def test_what_makes_no_sense_is_told(shell, args, told):
    found = shell.call("test", "lighthouse", *args)
    assert found.exit_code == 2
    assert told in " ".join(found.output.split())


def test_an_item_that_is_not_there_is_not_found(shell):
    found = shell.call("test", "lighthouse", "--mutate", "3", "--only", "Wether")
    assert found.exit_code == 5
    assert "Weather" in found.output


def test_a_game_without_examples_has_nothing_to_notice_mutants(shell, tmp_path):
    (tmp_path / "bare.rules").write_text('game bare "Bare"\n  sources optional\n\nprocedure mission\n  say "So."\n')
    found = shell.call("test", tmp_path, "--mutate", 3)
    assert found.exit_code == 2
    assert "no examples" in found.output
