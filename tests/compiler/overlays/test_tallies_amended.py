"""What is counted may be added, amended, taken away and replaced by an overlay; no mutant touches it."""

import pytest

from bombsight.compiler.graph.tallies import tallies_of
from bombsight.compiler.mutants.mutation_points import find_mutation_points
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.service.lookup.rule_text import expression_text

BASE = Source(
    "game.rules",
    """\
game watch "Watch"
  sources optional

state mission
  oil: 0..20 = 14
  lamp: 0..3 = 3

procedure mission
  take 1 from oil
  if 1d6 > 3
    set lamp to 0

tally oil_left "Oil left" good: 0..20
  base: oil
  except dark: 0 when lamp is 0

tally spent "Spent" bad: 0..20 = 14 - oil reconstructed "a guess"
""",
)

EDITS = {
    "in tally oil_left\n  was base: oil\n  now base: oil / 2 rounded down": ("oil / 2 rounded down", "14 - oil"),
    'was tally spent "Spent" bad: 0..20 = 14 - oil\nnow tally spent "Spent" bad: 0..20 = 13 - oil': ("oil", "13 - oil"),
    'add tally low "Low" bad: yes/no = oil < 3': ("oil", "14 - oil", "oil < 3"),
    'remove tally spent "Spent" bad: 0..20 = 14 - oil': ("oil",),
    'replace\n  tally spent "Oil spent": 0..20 printed "my copy"\n    base: 20 - oil': ("oil", "20 - oil"),
    "confirms tally oil_left": ("oil", "14 - oil"),
}


def compiled(edit: str):
    text = "".join(f"    {line}\n" for line in edit.split("\n"))
    house = Source("house.rules", f'house mine "Mine" for watch\n  1 "Another count"\n{text}')
    return compile_rules(Request(base=(BASE,), house=(house,)))


@pytest.mark.parametrize("edit", EDITS)
def test_an_overlay_may_do_all_that_it_may_do_to_a_define(edit):
    found = compiled(edit)

    assert not found.errors
    assert found.graph is not None
    bases = tuple(expression_text(tally.base, found.sources) for tally in tallies_of(found.graph))
    assert bases == EDITS[edit]


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        ("in define oil_left\n  was base: oil\n  now base: 3", "O003"),
        ('remove tally spent "Spent": 0..20 = 14 - oil', "O001"),
        ('replace\n  tally spent "Spent": 0..30 = 14 - oil', "O013"),
        ('replace\n  tally oil_left "Oil": 0..20 = oil', "O007"),
    ],
)
def test_it_must_quote_what_stands_there(edit, code):
    assert [found.code for found in compiled(edit).errors] == [code]


def test_no_mutant_touches_what_is_counted():
    *_, first, second = parse(BASE).file.items
    sources = {BASE.path: BASE}

    assert not [*find_mutation_points(first, sources), *find_mutation_points(second, sources)]
