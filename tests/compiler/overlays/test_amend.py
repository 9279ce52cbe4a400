"""Layers, marks, and what an amendment leaves alone."""

from itertools import product
from typing import Any, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.compiler.amendments import amending_items_of
from bombsight.compiler.overlays import amend
from bombsight.compiler.overlays.matching import find_quotation
from bombsight.compiler.overlays.node_paths import whole_program
from bombsight.compiler.overlays.printed_form import is_printed, is_unseen, printed_lines
from bombsight.compiler.overlays.report import kind_and_name
from bombsight.compiler.overlays.splice import OMISSIBLE_FIELDS
from bombsight.dsl import ast
from bombsight.dsl.origin import NO_ORIGIN
from bombsight.dsl.walk import walk
from tests.compiler.overlays.laid import BASE, errata, lay, read
from tests.compiler.overlays.test_verbs import EDITS
from tests.narrowing import narrow

SKY = "in table Sky\n  was {}\n  now {}"


def item(amended, name):
    kinds = ast.Table | ast.Procedure
    return next(i for i in amended.items if isinstance(i, kinds) and getattr(i, "id", getattr(i, "name", "")) == name)


# --- the base


def test_no_overlays_change_nothing():
    items = read(BASE)

    assert amend(items, [], {}, "lighthouse").items == items


def test_unchanged_items_are_the_same_objects():
    items = read(BASE, "base.rules")

    amended = lay(errata(SKY.format("roll 2d6", "roll 1d6")))

    assert [new for new, old in zip(amended.items, items, strict=True) if new is not old] == [item(amended, "Sky")]


def test_a_failing_edit_is_left_out_and_the_rest_goes_on():
    amended = lay(errata(SKY.format("roll 3d6", "roll 1d6"), SKY.format("7..8: rain", "7..8: fog")))

    assert [finding.code for finding in amended.diagnostics] == ["O001"]
    assert amended.items == lay(errata(SKY.format("7..8: rain", "7..8: fog"))).items


def test_items_of_a_house_file_can_be_amended():
    amended = lay(
        errata("in table Song\n  was roll 1d6\n  now roll 1d8", kind="house", name="songs")
        + 'table Song "A song" reconstructed "house"\n  roll 1d6\n  1..: nothing\n'
    )

    assert not amended.diagnostics
    assert item(amended, "Song").lines[0].dice.thrown.sides == 8


# --- layers


def test_a_later_layer_quotes_what_an_earlier_one_wrote():
    amended = lay(
        errata(SKY.format("7..8: gale", "7..8: clear"), kind="house"),
        errata(SKY.format("7..8: fog", "7..8: gale"), kind="variant"),
        errata(SKY.format("7..8: rain", "7..8: fog")),
    )

    assert not amended.diagnostics
    assert amended.items == read(BASE.replace("7..8: rain", "7..8: clear"))
    assert [change.overlay for change in amended.changes] == ["errata general", "variant general", "house general"]


def test_a_later_layer_may_not_quote_what_is_no_longer_there():
    amended = lay(
        errata(SKY.format("7..8: rain", "7..8: fog")),
        errata(SKY.format("7..8: rain", "7..8: gale"), kind="house"),
    )

    assert [finding.code for finding in amended.diagnostics] == ["O001"]


def test_items_of_one_overlay_build_on_each_other():
    amended = lay(errata(SKY.format("7..8: rain", "7..8: fog"), SKY.format("7..8: fog", "7..8: gale")))

    assert not amended.diagnostics
    assert amended.items == read(BASE.replace("7..8: rain", "7..8: gale"))


def test_what_builds_on_a_refused_edit_is_left_out_with_it():
    amended = lay(
        errata(SKY.format("7..8: rain", "7..8: clear"), kind="house", name="one"),
        errata(
            SKY.format("7..8: rain", "7..8: fog"),
            SKY.format("7..8: fog", "7..8: gale"),
            SKY.format("roll 2d6", "roll 1d6"),
            kind="house",
            name="two",
        ),
    )

    assert [finding.code for finding in amended.diagnostics] == ["O005"]
    assert amended.items == read(BASE.replace("7..8: rain", "7..8: clear").replace("roll 2d6", "roll 1d6"))


def test_what_another_overlay_adds_does_not_make_a_quotation_ambiguous():
    amended = lay(
        errata("in procedure watch\n  at start\n    add -2 to tired", kind="house", name="one"),
        errata("in procedure watch\n  was add -2 to tired\n  now add -3 to tired", kind="house", name="two"),
    )

    assert not amended.diagnostics


@given(st.lists(st.sampled_from(sorted(EDITS)), min_size=2, max_size=3, unique=True), st.randoms())
def test_the_order_of_the_overlays_of_a_layer_makes_no_difference(names, random):
    overlays = [errata(EDITS[name][0], kind="house", name=f"h{at}") for at, name in enumerate(names)]
    shuffled = random.sample(overlays, len(overlays))

    one, other = lay(*overlays), lay(*shuffled)

    assert bool(one.diagnostics) == bool(other.diagnostics)
    if not one.diagnostics:
        assert one.items == other.items


# --- marks


def test_what_is_new_or_changed_is_marked_and_nothing_around_it():
    amended = lay(errata("in table Squall\n  was 4..6: add -1 to lamp\n  now 4..6: add -2 to lamp"))

    squall = item(amended, "Squall")
    row = squall.lines[3]
    mild, hard = row.body[0].lines[1:]
    assert hard.body[0].touched == ("errata general 1",)
    assert squall.touched == row.touched == row.body[0].touched == hard.touched == ()
    assert mild.touched == hard.keys[0].touched == squall.lines[2].touched == ()
    assert amending_items_of(hard) == ("errata general 1",)
    assert amending_items_of(squall) == amending_items_of(row) == amending_items_of(mild) == ()


def test_a_cell_is_marked_alone():
    amended = lay(errata("in table Reach row rain column 3\n  was 5\n  now 6"))

    head, clear, fog, rain = item(amended, "Reach").lines[2:]
    assert [amending_items_of(line) for line in (head, clear, fog, rain)] == [(), (), (), ("errata general 1",)]
    assert [cell.touched for cell in rain.cells] == [(), (), (), ("errata general 1",)]
    assert rain.touched == item(amended, "Reach").touched == ()


def test_of_a_row_quoted_whole_only_the_cells_that_change_are_marked():
    amended = lay(errata("in table Reach\n  was | rain | 1 | 3 | 5 |\n  now | rain | 1 | 4 | 5 |"))

    rain = item(amended, "Reach").lines[5]
    assert (rain.touched, [cell.touched for cell in rain.cells]) == ((), [(), (), ("errata general 1",), ()])


def test_what_loses_a_line_is_marked_itself():
    amended = lay(errata("in table Sky\n  remove 7..8: rain"))

    assert item(amended, "Sky").touched == ("errata general 1",)
    assert {line.touched for line in item(amended, "Sky").lines} == {()}


def test_marks_add_up_in_order():
    amended = lay(
        errata(SKY.format("7..8: rain", "7..8: fog"), "in table Sky\n  add 13: gale"),
        errata(SKY.format("7..8: fog", "7..8: gale"), kind="house", name="wild"),
    )

    sky = item(amended, "Sky")
    assert sky.touched == ()
    assert [amending_items_of(line) for line in sky.lines[4:]] == [
        ("errata general 1", "house wild 1"),
        (),
        (),
        ("errata general 2",),
    ]


def test_everything_an_edit_brings_is_marked():
    amended = lay(errata("in procedure mission\n  before dawn\n    if lamp > 1\n      set lamp to 1"))

    new = item(amended, "mission").body[1]
    assert {node.touched for node in walk(new)} == {("errata general 1",)}


def test_a_line_said_again_stays_the_line_it_was():
    amended = lay(errata("in procedure watch\n  was add -1 to oil\n  now\n    add -1 to oil\n    set lamp to 1"))

    kept, new = item(amended, "watch").body[4:6]
    assert (kept.span.path, kept.touched) == ("base.rules", ())
    assert (new.span.path, new.touched) == ("a.rules", ("errata general 1",))


PRINTED = [
    ("Reach", "in table Reach\n  was | fog, gale | - | 1 | 2 | printed\n  now | fog, gale | - | 1 | 1 |", ""),
    (
        "Reach",
        'in table Reach\n  was | fog, gale | - | 1 | 2 | printed "card"\n  now | fog, gale | 1 | 1 | 1 | printed "c"',
        "printed: c",
    ),
    (
        "Reach",
        "in table Reach\n  was | fog, gale | - | 1 | 2 | printed\n  now | fog, gale | - | 1 | 1 | printed",
        "printed: card",
    ),
    (
        "Reach",
        'in table Reach\n  was | fog, gale | - | 1 | 2 |\n  now | fog, gale | - | 1 | 2 | cite "rule 4 (a)"',
        "printed: card",
    ),
]


@pytest.mark.parametrize(("name", "patch", "reason"), PRINTED)
def test_a_printed_line_that_is_overruled_stands_as_the_new_one_says(name, patch, reason):
    amended = lay(errata(patch))

    assert not amended.diagnostics
    assert item(amended, name).lines[4].origin.standing_text == reason


def test_what_is_added_beside_a_printed_line_is_no_change_of_it():
    added = errata(
        "in define swell\n  add to far except calm: 1 when sky is clear",
        "in table Reach\n  remove | rain | 1 | 3 | 5 |",
    )
    removed = errata("in define swell\n  remove except far: 3 when s.due is 6 printed")

    assert not lay(added).diagnostics
    assert not lay(removed).diagnostics


def test_a_printed_row_keeps_its_source_when_its_table_is_replaced():
    amended = lay(errata(EDITS["replace a reconstructed table"][0]))

    head, kept, new = item(amended, "Reach").lines[2:]
    assert kept.origin.standing_text == "printed: card"
    assert head.touched == new.touched == ("errata general 1",)


WIDER = 'replace\n  table Gap "A gap" printed "chart"\n    roll 1d6\n    +1 torn when lamp is 0\n    1: nothing\n'


@pytest.mark.parametrize(
    ("patch", "codes"),
    [
        (f"{WIDER}    2..4\n      set oil to 0\n    5..: nothing", []),
        (f"{WIDER}    3..: nothing\n    2\n      set oil to 1", ["O008"]),
        (f"{WIDER}    3..\n      set oil to 0\n    2: nothing", ["O008"]),
        ("in table Gap\n  was 3..: nothing\n  now 3..\n    set oil to 0", []),
        ("in table Gap\n  was\n    1: nothing\n    2\n      set oil to 0\n  now 1..2\n    set oil to 0", []),
        ("in table Gap\n  was\n    1: nothing\n    2\n      set oil to 0\n  now 1..2: nothing", ["O014"]),
    ],
)
def test_what_is_printed_of_a_total_may_stand_in_a_row_for_more_of_them(patch, codes):
    assert [found.code for found in lay(errata(patch)).diagnostics] == codes


RING = "replace\n  procedure ring(times: 1..3): 0..3\n    set oil to 0\n    return 1"
QUOTES_RING = "in procedure ring\n  was set oil to 0\n  now set oil to 1"


def test_a_later_layer_quotes_what_a_replacement_wrote():
    amended = lay(errata(RING, kind="variant"), errata(QUOTES_RING, kind="house"))

    assert not amended.diagnostics
    assert (
        item(amended, "ring")
        == read('procedure ring(times: 1..3): 0..3 "The bell" beat\n  set oil to 1\n  return 1\n')[0]
    )
    assert item(amended, "ring").touched == ("variant general 1",)
    assert item(amended, "ring").body[0].touched == ("variant general 1", "house general 1")


def test_a_later_item_quotes_what_a_replacement_wrote():
    amended = lay(errata(RING, QUOTES_RING))

    assert not amended.diagnostics
    (quoted,) = read("procedure p\n  set oil to 1\n")
    assert item(amended, "ring").body[0] == narrow(ast.Procedure, quoted).body[0]


def test_a_later_layer_may_not_quote_what_was_replaced():
    quotes = "in procedure ring\n  was add -1 to oil\n  now add -2 to oil"
    amended = lay(errata(RING, kind="variant"), errata(quotes, kind="house"))

    assert [finding.code for finding in amended.diagnostics] == ["O001"]


def test_what_a_replacement_wrote_is_replaced_again_where_it_is_reconstructed_itself():
    again = RING.replace("0..3\n", '0..3 reconstructed "a guess"\n')
    amended = lay(errata(again, kind="variant"), errata(RING, kind="house"))
    refused = lay(errata(RING, kind="variant"), errata(again, kind="house"))

    assert [finding.code for finding in amended.diagnostics] == []
    assert [finding.code for finding in refused.diagnostics] == ["O007"]
    assert item(amended, "ring").origin == NO_ORIGIN


def test_a_modifier_keeps_how_it_came_down_unless_the_edit_says_otherwise():
    base = BASE.replace('cite "rule 2"\n  ..6', 'reconstructed "a guess" cite "rule 2"\n  ..6')
    kept = lay(
        errata("in table Sky\n  was +1 worse when sky in {fog, gale}\n  now +2 worse when sky is fog"), base=base
    )
    said = lay(errata('in table Sky\n  was +1 worse when sky in {fog, gale}\n  now +2 worse printed "copy"'), base=base)

    assert item(kept, "Sky").lines[2].origin.standing_text == "reconstructed: a guess"
    assert item(said, "Sky").lines[2].origin.standing_text == "printed: copy"


# --- changes


def test_a_change_tells_what_was_and_what_is():
    amended = lay(errata("in table Squall row 4\n  was add 1 to tired\n  now\n    if lamp > 1\n      add 1 to tired"))

    (change,) = amended.changes
    assert attrs.asdict(change, filter=lambda field, _: field.name not in ("span", "origin")) == {
        "overlay": "errata general",
        "number": "1",
        "title": "Item 1",
        "kind": "amended",
        "target": "table Squall",
        "place": "row 4",
        "was": "add 1 to tired",
        "now": "if lamp > 1\n  add 1 to tired",
    }
    assert change.origin.cite == "sheet"
    assert (change.span.path, change.span.line) == ("a.rules", 4)


@pytest.mark.parametrize(
    ("patch", "target", "was", "now"),
    [
        ("confirms procedure watch", "procedure watch", "", ""),
        ("in table Sky\n  add 13: gale", "table Sky", "", "13: gale"),
        ("in table Sky\n  remove ..6: clear", "table Sky", '..6 "Fair": clear', ""),
        ("in enum Ship row packet column due\n  was 6\n  now 7", "enum Ship", "6", "7"),
        (
            "in define reach\n  was base: look up Reach(sky, lamp)\n  now base: 4",
            "define reach",
            "look up Reach(sky, lamp)",
            "base: 4",
        ),
        (
            "remove modifier -1 dark on Squall when option new_moon",
            "modifier dark",
            "modifier -1 dark on Squall when option new_moon",
            "",
        ),
    ],
)
def test_the_targets_and_texts_of_changes(patch, target, was, now):
    (change,) = lay(errata(patch)).changes

    assert (change.target, change.now) == (target, now)
    assert change.was.startswith(was)
    assert change.kind == ("confirmed" if "confirms" in patch else "amended")


def test_a_change_tells_what_a_lower_layer_left():
    amended = lay(
        errata("in table Squall row 4\n  was add 1 to tired\n  now add 2 to tired"),
        errata("in table Squall\n  was 4: add 2 to tired\n  now 4: nothing", kind="house"),
    )

    assert amended.changes[1].was == "4: add 2 to tired"


# --- there and back

OTHER_LINES = read(
    """\
table X "X" printed
  roll 3d6
  when lamp is 3: nothing
  +3 odd when lamp is 2
  natural 2: stop
  3: stop
  8..9 "Odd": gale                                                 cite "x"
  | x | y |
record X
  songs "Songs": 0..9 = 0
  verses[Ship]: 0..9 full = 2
define x: 0..3
  base: 0
  except odd: 3 when lamp is 3                                     cite "x"
    except even: 2 when lamp is 2
enum X
  | odd | "Odd" | 1 | - |
procedure x
  say "Odd."
  nothing
  if lamp is 2
    stop
  repeat 2 times
    set lamp to 2
  step odd "Odd"                                                   cite "x"
    stop
  choose odd
    ask "Odd"
    answer even "Even"
      stop
""",
    "other.rules",
)


FAMILIES = (ast.GridRow, ast.TableLine, ast.Stmt, ast.FieldDecl, ast.Except, ast.Branch)


def family(line):
    return next((kind for kind in FAMILIES if isinstance(line, kind)), None)


def fits(place, other):
    """Whether another line can stand at a place; a value stands only behind the colon of a row."""
    if isinstance(place.owner, ast.SubRoll) and not isinstance(other, ast.Modifier | ast.NaturalRow | ast.Row):
        return False
    return family(place.first) is family(other) is not None and not isinstance(other, ast.Result)


def in_print(item, line):
    """Whether a line stands within one that is printed, in an item that is not."""
    if not is_unseen(item):
        return False
    return any(line is not outer and any(line is inner for inner in walk(outer)) for outer in printed_lines(item))


def pairs():
    """Every line that stands once in an item that can be named, with every line that could stand there."""
    others = [place.lines for place in whole_program(ast.File("", OTHER_LINES)).single_lines()]
    for target in whole_program(ast.File("", read(BASE))).windows(1):
        if kind_and_name(target.first)[0] in ("table", "enum", "define", "procedure", "state", "record"):
            for place, other in product(target.single_lines(), others):
                times = [len(list(find_quotation(target, lines))) for lines in (place.lines, other)]
                if times == [1, 0] and fits(place, other[0]) and not in_print(target.first, place.first):
                    yield target.first, place.first, other[0]


def bare(line):
    """A line without what a quotation may leave out."""
    names = {field.name for field in attrs.fields(type(line))}
    omitted = {name: value for name, value in OMISSIBLE_FIELDS.items() if name in names}
    return line if isinstance(line, ast.Branch | ast.Note) else attrs.evolve(line, **omitted)


@given(st.deferred(lambda: st.sampled_from(list(pairs()))), st.booleans())
def test_there_and_back_again(pair, leave_out):
    item, line, other = pair
    if leave_out and type(line) is type(other) and not (is_unseen(item) and is_printed(line)):
        line, other = bare(line), bare(other)
    edits = (ast.Edit("was", (line,), (other,)), ast.Edit("was", (other,), (line,)))
    target = ast.TargetRef(*cast("tuple[Any, str]", kind_and_name(item)))
    entries = tuple(
        ast.Entry(str(at), "x", NO_ORIGIN, (ast.EditPatch(target, (edit,)),)) for at, edit in enumerate(edits)
    )

    amended = amend(read(BASE), [ast.Overlay("house", "x", "x", None, NO_ORIGIN, None, entries)], {}, None)

    assert not amended.diagnostics
    assert len(amended.changes) == 2
    assert amended.items == read(BASE)
