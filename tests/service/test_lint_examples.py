"""``lint`` runs examples: those that do not hold are told, and those that house rules make come out otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bombsight.backends.python import lazy_compile
from bombsight.backends.python.functions import function_lines
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.lint import behaviour_changes
from bombsight.service.lint.lint import lint

GAME = """\
game tower "Tower"
  sources optional

option tide "The tide" = no

enum Lamp
  | lamp  | burns |
  | small | 1     |
  | great | 3     |

state career
  oil "Oil": 0..20 = 10
  lamp "Lamp": Lamp = small
  wet "Wet": yes/no = no

table Wind "The wind" printed "card"
  gives 0..3
  roll 1d6
  ..3: 0
  4..5: 1
  6..: 3

procedure mission: 0..20
  set lamp to great
  do burn
  if option tide
    set wet to yes
  return oil

procedure burn
  take lamp.burns from oil
  take roll on Wind from oil

procedure dry
  set wet to no

example "A night" cite "page 1"
  given lamp = great
  do burn
  roll Wind 5
  expect oil is 6

example "A dry cloth" cite "page 2"
  given wet = yes
  given do mission
  roll Wind 1
  do dry
  expect not wet

example "At high tide" cite "page 3"
  given option tide = yes
  do mission
  roll Wind 1
  expect wet
"""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    folder = tmp_path / "games" / "tower"
    folder.mkdir(parents=True)
    (folder / "10-tower.rules").write_text(GAME, encoding="utf-8")
    return folder


def lint_file(what: Path, folder: Path, **rules: Any) -> list[Diagnostic]:
    linted = lint(find_targets([str(what)], [folder.parent]), Rules(folders=[folder.parent], **rules))
    return [finding for finding in linted.findings if finding.code.startswith(("S", "O", "E"))]


def house(folder: Path, items: str, more: str = "") -> Path:
    file = folder.parent.parent / "mine.rules"
    file.write_text(f'house mine "Mine" for tower by "A. Keeper"\n{items}{more}', encoding="utf-8")
    return file


def change(folder: Path, was: str, now: str) -> None:
    assert was in GAME
    (folder / "10-tower.rules").write_text(GAME.replace(was, now), encoding="utf-8")


def test_examples_that_hold_are_not_told(folder):
    assert lint_file(folder, folder) == []


def test_an_example_that_does_not_hold_is_told_where_it_parts(folder):
    change(folder, "expect oil is 6", "expect oil is 7")
    (finding,) = lint_file(folder, folder)
    line = GAME.splitlines().index("  expect oil is 6") + 1
    assert (finding.code, finding.severity, finding.span.line) == ("S021", Severity.WARNING, line)
    assert "A night" in finding.message
    assert "oil is 6" in finding.note


def test_one_that_cannot_hold_is_told_once(folder):
    change(folder, "roll Wind 5", "roll Wind 7")
    assert [finding.code for finding in lint_file(folder, folder)] == ["S024"]


def test_other_options_are_another_story(folder):
    change(folder, "given option tide = yes\n  do mission", "do mission")
    assert [finding.code for finding in lint_file(folder, folder)] == ["S021"]
    assert lint_file(folder, folder, options={"tide": "yes"}) == []


def test_it_may_be_allowed(folder):
    change(folder, "  expect oil is 6", "  # allow: S021 -- the book says 7, and is wrong\n  expect oil is 7")
    assert lint_file(folder, folder) == []
    change(folder, "  expect oil is 6", "  # allow: S021 -- the book says 7, and is wrong\n  expect oil is 6")
    assert [finding.code for finding in lint_file(folder, folder)] == ["E072"]


def test_a_file_of_tests_is_run_too(folder):
    (folder / "tests").mkdir()
    file = folder / "tests" / "dry.rules"
    file.write_text(
        'example "Dry" cite "page 2"\n  given wet = yes\n  do dry\n  expect wet\n\n'
        'example "Never" cite "page 2"\n  do dry\n  roll Wind 3\n  expect wet\n',
        encoding="utf-8",
    )
    assert [(finding.code, finding.span.line) for finding in lint_file(file, folder)] == [("S021", 4), ("S025", 8)]
    assert lint_file(folder, folder) == []


# --- house rules


def test_house_rules_that_change_what_an_example_says_are_told_so(folder):
    file = house(
        folder,
        '  1 "A great lamp burns more"\n    in enum Lamp row great column burns\n      was 3\n      now 4\n'
        '  2 "Wiping costs oil"\n    in procedure dry\n      at end\n        take 1 from oil\n',
    )
    (finding,) = lint_file(file, folder)
    assert (finding.code, finding.severity) == ("S022", Severity.ADVICE)
    assert finding.span.line == 2
    assert finding.message == "an example in the rules of the game comes out otherwise by item 1"
    (label,) = finding.labels
    assert label.span.path.endswith("10-tower.rules")
    assert label.text == '"A night": expect oil is 6 - and now oil is 5'


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("    in table Wind\n      was 4..5: 1\n      now 4..5: 2\n", "expect oil is 6 - and now oil is 5"),
        ("    in table Wind\n      add -1 calm\n", ""),
        ("    add modifier +1 gusts on Wind\n", "expect oil is 6 - and now oil is 4"),
        ("    in state career\n      was oil : 0..20 = 10\n      now oil : 0..20 = 9\n", "oil is 5"),
        ("    in procedure burn\n      at start\n        take 1 from oil\n", "oil is 5"),
        ("    in procedure mission\n      at start\n        take 1 from oil\n", ""),
        ('    was option tide "The tide" = no\n    now option tide "The tide" = yes\n', ""),
    ],
)
def test_the_item_is_named_whatever_it_changes(folder, item, told):
    findings = lint_file(house(folder, f'  one "First"\n{item}'), folder)
    assert [finding.code for finding in findings] == (["S022"] if told else [])
    if told:
        assert told in findings[0].labels[0].text
        assert findings[0].span.line == 2


LESS = "  {}\n    in procedure burn\n      at {}\n        take 1 from oil\n"
GIVE = "  {}\n    in table Wind\n      was 4..5: 1\n      now 4..5: 0\n"


@pytest.mark.parametrize(
    ("items", "told"),
    [
        # The second changes the same table for other cases, and nothing that the example comes to.
        (LESS.format('1 "A"', "start") + '  2 "B"\n    in table Wind\n      add -1 calm when wet\n', ["item 1"]),
        (LESS.format('1 "A"', "start") + GIVE.format('2 "B"'), []),  # one takes what the other gives
        (
            LESS.format('1 "A"', "start") + LESS.format('2 "B"', "end"),
            ["item 1: expect oil is 6 - and now oil is 5", "item 2: expect oil is 6 - and now oil is 5"],
        ),
        (
            '  1 "A"\n    in procedure dry\n      at end\n        set wet to yes\n'
            '  2 "B"\n    in state career\n      was oil : 0..20 = 10\n      now oil : 0..30 = 10\n',
            ["item 1"],
        ),
        (
            '  1 "A"\n    in procedure burn\n      at start\n        if wet\n          take 1 from oil\n'
            '  2 "B"\n    in state career\n      was wet : yes/no = no\n      now wet : yes/no = yes\n',
            ["items 1 and 2 together: expect oil is 6 - and now oil is 5"],
        ),
        (
            '  1 "A"\n    add define thirst: 0..3 = 1\n'
            '  2 "B"\n    in procedure burn\n      at start\n        take thirst from oil\n',
            ["item 2: expect oil is 6 - and now oil is 5"],
        ),
    ],
)
def test_only_items_are_named_without_which_it_holds(folder, items, told):
    findings = [one for one in lint_file(house(folder, items), folder) if one.code == "S022"]
    found_so = [f"{one.message.rpartition(' by ')[2]}: {one.labels[-1].text.partition(': ')[2]}" for one in findings]
    assert len(found_so) == len(told)
    assert all(one.startswith(expected) for one, expected in zip(found_so, told, strict=True))


def test_items_of_several_files_are_told_apart(folder):
    first = house(folder, LESS.format('1 "A"', "start"))
    second = first.with_name("yours.rules")
    second.write_text(first.read_text().replace("house mine", "house yours").replace("at start", "at end"))
    findings = lint_file(folder, folder, house=[first, second])
    assert [one.message.rpartition(" by ")[2] for one in findings] == ["item 1 of mine", "item 1 of yours"]


def test_what_did_not_hold_before_is_no_fault_of_theirs(folder):
    change(folder, "expect oil is 6", "expect oil is 7")
    item = '  1 "A"\n    in table Wind\n      was 4..5: 1\n      now 4..5: 2\n'
    assert lint_file(house(folder, item), folder) == []


def test_examples_of_their_own_are_run(folder):
    item = '  1 "A"\n    in procedure dry\n      at end\n        take 1 from oil\n'
    own = '\nexample "Wiping costs oil"\n  do dry\n  expect oil is 10\n'
    (finding,) = lint_file(house(folder, item, own), folder)
    assert (finding.code, finding.span.path.rpartition("/")[2]) == ("S021", "mine.rules")


DAMP = """
procedure damp
  if wet
    do burn
  else
    set lamp to small

procedure dried
  do dry
  do damp

example "A dry lamp" cite "page 4"
  given wet = yes
  do dried
  expect lamp is small
"""


def runs_of(monkeypatch) -> list[list[str]]:
    """The titles of the examples of each run of some, as they come."""
    from bombsight.service.lint import example_runs

    told: list[list[str]] = []
    ran = example_runs.run_examples

    def noted(graph, wanted, *known, **more):
        told.append([one.title for one in wanted])
        return ran(graph, wanted, *known, **more)

    monkeypatch.setattr(example_runs, "run_examples", noted)
    return told


BURNS = '  1 "A"\n    in procedure burn\n      at start\n        add {} to oil\n'


def test_only_what_comes_to_a_change_is_run_once_it_is_known_where_all_come(folder, monkeypatch):
    (folder / "10-tower.rules").write_text(GAME + DAMP, encoding="utf-8")
    lint_file(house(folder, BURNS.format(2)), folder)
    runs = runs_of(monkeypatch)
    (finding,) = lint_file(house(folder, BURNS.format(1)), folder)
    assert finding.code == "S022"
    assert runs[0] == ["A night", "A dry cloth", "At high tide"]  # "A dry lamp" might come to it, and does not


WET = '  1 "A"\n    in procedure damp\n      at start\n        set wet to yes\n'


@pytest.mark.parametrize("kept", [False, True])
def test_one_that_strays_is_run_with_all_that_it_comes_to(folder, monkeypatch, kept):
    (folder / "10-tower.rules").write_text(GAME + DAMP, encoding="utf-8")
    if not kept:  # what was made of the game has gone from the cache folder
        monkeypatch.setattr(behaviour_changes, "load_cached_examples", lambda request: None)
    runs = runs_of(monkeypatch)
    (finding,) = [one for one in lint_file(house(folder, WET), folder) if one.code == "S022"]
    assert [label.text for label in finding.labels] == ['"A dry lamp": no more lines - and now roll on Wind (1d6)']
    more = [] if kept else ["A dry lamp"]  # what it came to, and with all; which is there if it was kept
    assert runs[2:4] == [["A dry lamp"], more]


def test_functions_are_neither_lowered_nor_compiled_again_that_come_to_nothing_new(folder, monkeypatch):
    (folder / "10-tower.rules").write_text(GAME + DAMP, encoding="utf-8")
    lint_file(folder, folder)
    lowered: list[str] = []
    compiled: list[str] = []
    finish, make = ProgramBuilder.make_pending_functions, function_lines

    def finished(unit):
        finish(unit)
        lowered.extend(function.name for key, function in unit.functions.items() if key not in unit.reused_functions)

    def printed(function, *about):
        compiled.append(function.name)
        return make(function, *about)

    monkeypatch.setattr(ProgramBuilder, "make_pending_functions", finished)
    monkeypatch.setattr(lazy_compile, "function_lines", printed)
    assert [one.code for one in lint_file(house(folder, WET), folder)] == ["S022"]
    assert {"do:damp", "do:dried"} <= {*lowered}
    assert {"do:damp", "do:dried"} <= {*compiled}
    assert {"do:burn", "do:dry", "roll:Wind"}.isdisjoint({*lowered, *compiled})
