"""Mutants: every kind occurs, seeds repeat, each compiles and differs, and verdicts are those of the slow way."""

from collections import Counter

import pytest
from attrs import evolve

from bombsight.backends.python.load import instantiate
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.mutants import KINDS, prepare_base, sample_mutants
from bombsight.compiler.mutants.mutation_points import find_mutation_points
from bombsight.compiler.mutants.sampling import item_filter
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.flat.check import check_program
from bombsight.runtime.examples import run_example
from bombsight.service.games.library import load_game_folder, read_files
from bombsight.service.testing.mutants import count_by_kind, mutate_game
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

SMALL = """\
game small "A small game"
  sources optional

enum Size
  | size  | title       | weight | heavy |
  | light | "the light" | 2      | no    |
  | broad | "the broad" | 3      | no    |
  | great | "the great" | 4      | yes   |

state mission
  left: 0..9 full = 5
  kept: Size or none

table Turn "A turn" printed "card"
  for size: Size
  gives 0..9
  when size.heavy and left > 3: 9
  roll d66
  +1 tired when left < 2 unless size is broad
  natural 11: 0
  ..15: 1
  16..23: 2
  24..: 3

table Reach "The reach" printed "card"
  for size: Size
  gives near: 0..9, far: 0..9
  | size         | near | far |
  | light        | 1    | 2   |
  | broad, great | 3    | 4   |

define load(size: Size): 0..9
  base: size.weight
  except spent: 1 when left is 0
  except heavy: 5 when size.heavy and left in 1..2 over spent

procedure mission: 0..9
  for each size in Size where not size.heavy
    let found = roll on Turn(size)
    take found from left
    if left < load(size) or look up Reach(size).near > 2
      set kept to size
  return left

example "A light one"
  given left = 2
  roll on Turn(light)
  roll Turn 16
  expect result is 2

example "All of them"
  do mission
  roll Turn 12
  roll Turn 33
  expect left is 1
  expect kept is broad

example "Loads"
  given left = 1
  look up Reach(great)
  expect result.far is 4 and load(great) is 5 and load(light) is 2
"""

ITS_OWN = ("the digest is that of other code", "nothing reaches site", "nothing reads the data")
"""What is so of mutants alone: they keep the sites and the data they came with, and have digests of another kind."""


def small() -> Request:
    return Request(base=(Source("small.rules", SMALL),))


def lighthouse() -> Request:
    sources, _ = read_files(unwrap(load_game_folder(LIGHTHOUSE)).files)
    return Request(base=tuple(sources))


def rewritten(request: Request, mutant) -> Request:
    """The request with the text changed as the mutant says."""
    base = []
    for source in request.base:
        text = source.text
        for change in sorted(mutant.changes, key=lambda change: -change.span.start):
            if change.span.path == source.path:
                text = text[: change.span.start] + change.text + text[change.span.end :]
        base.append(evolve(source, text=text))
    return evolve(request, base=tuple(base))


def noticed_slowly(request: Request) -> bool:
    """Whether an example fails, everything compiled from the text and run."""
    compiled = compile_rules(request)
    assert not compiled.errors
    program = lower(unwrap(compiled.graph))
    reports = (run_example(program, number, load=instantiate) for number in range(len(program.examples)))
    return any(not report.passed for report in reports)


def test_every_kind_of_change_occurs():
    found = Counter(mutant.kind for mutant in sample_mutants(prepare_base(small()), 1000))
    assert [kind for kind in KINDS if not found[kind]] == []


@pytest.mark.parametrize(
    ("keys", "moved"),
    [
        (("..15", "16..23", "24.."), ["..16 21..23", "..14 15..23", "16..24 25..", "16..22 23.."]),
        (("..15", "16", "21.."), ["..14 15..16", "16..21 22.."]),
        (("11", "12..66"), ["11..12 13..66"]),
        (("..15", "21.."), []),
    ],
)
def test_the_limit_between_two_rows_moves_where_both_keep_a_key(keys, moved):
    rows = "".join(f"  {key}: {at}\n" for at, key in enumerate(keys, start=1))
    ground = prepare_base(
        Request(base=(Source("small.rules", SMALL.replace("  ..15: 1\n  16..23: 2\n  24..: 3\n", rows)),))
    )
    found = [
        place
        for item in ground.symbols.items
        for place in find_mutation_points(item, ground.sources)
        if place.kind == "limit"
    ]

    assert [" ".join(edit.text for edit in variant) for place in found for variant in place.variants] == moved


def test_the_small_game_says_the_same_of_every_mutant_as_the_slow_way():
    request = small()
    found = [*mutate_game(request, 40)]
    verdicts = set()
    for mutant, told in found:
        verdicts.add(told.noticed_by is not None)
        assert noticed_slowly(rewritten(request, mutant)) == (told.noticed_by is not None), told
    assert verdicts == {True, False}


def test_the_lighthouse_says_the_same_as_the_slow_way():
    request = lighthouse()
    quoted = "20-tables.rules:6:"  # the line that an errata item quotes: it cannot be changed beneath it
    found = [pair for pair in mutate_game(request, 15, 3) if quoted not in str(pair[0].span)]
    assert len({mutant.kind for mutant, _ in found}) > 4
    for mutant, told in found:
        assert noticed_slowly(rewritten(request, mutant)) == (told.noticed_by is not None), told


def test_a_mutant_is_a_sound_program_that_is_another():
    ground = prepare_base(lighthouse())
    for mutant in sample_mutants(ground, 30, 5):
        assert mutant.program.digest != ground.program.digest
        found = [told for told in check_program(mutant.program) if not told.startswith(ITS_OWN)]
        assert not found


def test_another_seed_draws_others():  # that the same draws the same is tested in test_made_again.py
    ground = prepare_base(small())
    one, other = ([mutant.changes for mutant in sample_mutants(ground, 20, seed)] for seed in (1, 2))
    assert one != other


def test_a_smaller_sample_is_the_beginning_of_a_larger():
    ground = prepare_base(small())
    few = [mutant.changes for mutant in sample_mutants(ground, 10, 1)]
    assert few == [mutant.changes for mutant in sample_mutants(ground, 30, 1)][:10]


def test_rules_elsewhere_leave_a_sample_as_it_was():
    more = SMALL + "\nprocedure other\n  add 1 to left\n  if left > 7\n    add 2 to left\n"
    before = [mutant.changes for mutant in sample_mutants(prepare_base(small()), 20, 1)]
    request = Request(base=(Source("small.rules", more),))
    now = [
        mutant.changes for mutant in sample_mutants(prepare_base(request), 30, 1) if mutant.owner != "procedure:other"
    ]
    assert now[:20] == before


def test_only_the_items_that_are_named_are_changed():
    ground = prepare_base(small())
    assert {mutant.owner for mutant in sample_mutants(ground, 100, 0, item_filter(["Turn", "define:load"]))} == {
        "table:Turn",
        "define:load",
    }


def test_texts_and_preferences_stay_as_they_are():
    ground = prepare_base(lighthouse())
    for source in lighthouse().base:
        for start in [at for at in range(len(source.text)) if source.text.startswith(("prefer ", "say "), at)]:
            end = source.text.index("\n", start)
            for item in ground.symbols.items:
                for place in find_mutation_points(item, ground.sources):
                    spans = [edit.old.span for variant in place.variants for edit in variant]
                    assert not [span for span in spans if span.path == source.path and start < span.start < end]


def test_the_counts_by_kind_are_those_of_the_mutants():
    told = [told for _, told in mutate_game(small(), 40)]
    counts = count_by_kind(told)
    assert sum(there for _, there in counts.values()) == 40
    assert sum(noticed for noticed, _ in counts.values()) == sum(one.noticed_by is not None for one in told)


SETTINGS = """\
game settings "Settings"
  sources optional

option late "Late" = no

state mission
  left: 0..9 full = 5

procedure mission
  if option late
    add 2 to left
  do jump
  do land

procedure jump
  add -1 to left

procedure land
  add -3 to left

example "A late one that does not jump"
  given option late = yes
  leave out do jump
  do mission
  expect left is 4

example "One in time"
  do mission
  expect left is 1
"""


def test_examples_notice_what_they_are_played_with():
    request = Request(base=(Source("settings.rules", SETTINGS),))
    found = {(told.owner, told.changes[0].was): told.noticed_by for _, told in mutate_game(request, 100)}
    assert found["procedure:mission", "add 2 to left"] == "A late one that does not jump"
    assert found["procedure:jump", "add -1 to left"] == "One in time"
    assert found["procedure:land", "add -3 to left"] is not None
    assert None not in found.values()


FOLDED = """\
game folded "Folded"
  sources optional

option fog "Fog" = yes
option tide "Tide" = no

state mission
  left: 0..9 full = 5
  worn: 0..9 full = 5

define weary: yes/no
  base: no
  except thin: yes when left < 2
  except old: yes when worn > 3 and left in 2..4

procedure mission: 0..9
  if not option fog or not weary
    return 1
  return 2

example "Clear, at low tide"
  given option fog = no
  given option tide = yes
  do mission
  expect result is 1

example "Fog"
  given left = 1
  do mission
  expect result is 2
"""


def test_a_mutant_may_call_what_a_setting_of_options_had_made_needless():
    request = Request(base=(Source("folded.rules", FOLDED),))
    found = {told.changes[0].now for _, told in mutate_game(request, 100)}
    assert "not (not option fog or not weary)" in found
