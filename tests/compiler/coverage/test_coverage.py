"""Coverage counts each place exactly: what examples reach, and what they do not."""

from bombsight.backends.python.load import instantiate
from bombsight.compiler.coverage import add_probes
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.runtime.examples import run_example
from bombsight.service.testing.coverage import make_counting_loader, measure_coverage
from tests.narrowing import unwrap

GAME = """\
game small "A small game"
  sources optional

option late "Late" = no

enum Size: light, broad, great

state mission
  left: 0..9 full = 5

table Turn "A turn" printed "card"
  for size: Size
  gives 0..9
  when left > 8: 9
  roll 1d6
  +1 tired when left < 2
  +1 always
  -1 never when option late
  natural 1: 0
  ..3: 1
  4
    if left is 5
      return 2
    note slip
    return 3
  5..
    roll 1d6
      +1 slow when size is great
      ..3: 4
      4..: 5
  note slip "A slip"
    add -1 to left

table Reach "The reach" printed "card"
  for size: Size
  gives near: 0..9, far: 0..9
  | size         | near | far |
  | light        | 1    | 2   |
  | broad, great | 3    | 4   |

table Side "The side" printed "card"
  for size: Size
  gives 0..9
  when left is 0: 9
  light: 1
  broad: 2
  great: 3

define load(size: Size): 0..9
  base: 2
  except spent: 1 when left is 0
    except great: 3 when size is great
  except heavy: 5 when size is great and left > 0

procedure mission: 0..9
  step first
    if option late
      add 1 to left
    else if left > 3
      add -1 to left
  if any(size in Size where load(size) > 4)
    add -(look up Side(broad)) to left
  choose way
    ask "Which"
    answer over "Over"
      add 1 to left
    answer under "Under"
      do dive
  return left

procedure dive
  add -1 to left

procedure rest
  add -1 to left

example "The turn of a light one"
  roll on Turn(light)
  roll Turn 4
  roll - 2
  expect result is 4

example "A mission"
  do mission
  answer under
  expect left is 1
  expect look up Reach(great).far is 4
"""


REQUEST = Request(base=(Source("small.rules", GAME),))


def places(found) -> list[str]:
    return sorted(f"{spot.owner.partition(':')[2]} {spot.kind} {spot.label}".strip() for spot in found)


def test_every_place_is_counted_once():
    assert places(measure_coverage(REQUEST).spots) == [
        "Reach row broad, great",
        "Reach row light",
        "Side row broad",
        "Side row great",
        "Side row left is 0",
        "Side row light",
        "Turn applies always",
        "Turn applies never",
        "Turn applies slow",
        "Turn applies tired",
        "Turn does not apply never",
        "Turn does not apply slow",
        "Turn does not apply tired",
        "Turn does not hold",
        "Turn holds",
        "Turn note slip",
        "Turn row ..3",
        "Turn row ..3",
        "Turn row 4",
        "Turn row 4..",
        "Turn row 5..",
        "Turn row left > 8",
        "Turn row natural 1",
        "dive procedure dive",
        "load exception great",
        "load exception heavy",
        "load exception spent",
        "mission does not hold",
        "mission does not hold",
        "mission does not hold",
        "mission holds",
        "mission holds",
        "mission option over",
        "mission option under",
        "mission procedure mission",
        "mission step first",
        "rest procedure rest",
    ]


def test_what_is_reached_is_reached_and_nothing_else():
    assert places(measure_coverage(REQUEST).reached) == [
        "Reach row broad, great",
        "Side row broad",
        "Turn applies always",
        "Turn does not apply never",
        "Turn does not apply slow",
        "Turn does not apply tired",
        "Turn row ..3",
        "Turn row 5..",
        "dive procedure dive",
        "load exception heavy",
        "mission does not hold",
        "mission holds",
        "mission holds",
        "mission option under",
        "mission procedure mission",
        "mission step first",
    ]


def test_probes_change_nothing_that_examples_see():
    graph = unwrap(compile_rules(REQUEST).graph)
    plain, probed = lower(graph), add_probes(graph)
    for number in range(len(plain.examples)):
        before = run_example(plain, number, load=instantiate)
        now = run_example(probed.program, number, load=make_counting_loader(probed.hits))
        assert before.passed
        assert now.passed
        told = [[view.key for view in report.journal.views()] for report in (before, now)]
        assert told[0] == told[1]


def test_an_option_that_an_example_sets_makes_places_of_what_it_brings():
    late = '\nexample "A late one"\n  given option late = yes\n  do mission\n  answer under\n'
    request = Request(base=(Source("small.rules", GAME + late),))
    before, now = measure_coverage(REQUEST), measure_coverage(request)
    assert places(now.reached - before.reached) == ["mission holds"]
    assert places(now.spots - before.spots) == ["mission holds"]


def test_modifiers_asked_for_count_as_those_of_a_throw():
    asked = '\nexample "Tired"\n  given left = 1\n  expect modifiers on Turn(great) is 2\n'
    request = Request(base=(Source("small.rules", GAME + asked),))
    assert places(measure_coverage(request).reached - measure_coverage(REQUEST).reached) == ["Turn applies tired"]
    assert measure_coverage(request).spots == measure_coverage(REQUEST).spots
    alone = Request(base=(Source("small.rules", GAME.partition("example")[0] + asked),))
    assert places(measure_coverage(alone).reached) == ["Turn applies always", "Turn applies tired"]


def test_what_an_example_leaves_out_is_not_reached():
    out = '\nexample "No dive"\n  leave out do dive\n  do mission\n  answer over\n'
    request = Request(base=(Source("small.rules", GAME + out),))
    assert places(measure_coverage(request).reached - measure_coverage(REQUEST).reached) == ["mission option over"]
    assert measure_coverage(request).spots == measure_coverage(REQUEST).spots


KEPT = """\
game small "A small game"
  sources optional

enum Part: one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve

state mission
  broken[Part] "Broken": yes/no = no
  spare "Spare": yes/no = no

define suffered(p: Part): yes/no
  base: broken[p]
  except first: yes when p is one and not spare

define penalties: 0..12 = count(p in Part where suffered(p))

procedure mission
  if penalties < 9
    set spare to no
  if penalties > 9
    set spare to yes

example "What was spared is spared no more" cite "page 1"
  given spare = yes
  do mission
  expect spare is no
"""


def test_what_a_probe_stands_in_is_worked_out_anew():
    """The exception is come to only as the value is asked for the second time, when what it reads has changed."""
    found = measure_coverage(Request(base=(Source("small.rules", KEPT),)))
    assert "suffered exception first" in places(found.reached)
    assert places(found.spots - found.reached) == ["mission does not hold", "mission holds"]  # of the first, the second
