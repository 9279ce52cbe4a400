"""The mends that slips carry, and edits as such."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.edits import apply_edits, select_compatible
from bombsight.dsl.parser import parse
from bombsight.dsl.recognise.certain_mends import MENDERS
from bombsight.dsl.slips import SLIPS
from bombsight.dsl.suggestions import edit_distance
from tests.dsl.elsewhere import ELSEWHERE
from tests.dsl.reading import examples_of_page, source

TEXTS = [
    (slip.code, text)
    for slip in SLIPS
    for text in (*examples_of_page(slip.code)[:1], *slip.examples, *ELSEWHERE.get(slip.code, ()))
]
SECOND = '      was option s "S"'
"""The line of an example that has another slip further on."""


def mended(text):
    """A text with what its findings carry, round by round, and the codes that are left."""
    for _ in range(10):
        found = parse(source(text)).diagnostics
        fixes = select_compatible(each.fix for each in found if each.fix)
        if not fixes:
            break
        text = apply_edits(text, (edit for fix in fixes for edit in fix.edits))
    return text, [each.code for each in found]


MENDING = sorted({*MENDERS, "E004", "E050", "E053", "E081", "E082", "E084", "E085", "E086"})
"""The slips of which some have a mend; what it makes of the text stands in the documents of `broken`, too."""


@pytest.mark.parametrize("code", MENDING)
def test_mends_of_a_slip_take_it_away_and_bring_none(code):
    mended = 0
    for _, text in [each for each in TEXTS if each[0] == code]:
        for found in parse(source(text)).diagnostics:
            if found.fix:
                mended += 1
                others = parse(source(apply_edits(text, found.fix.edits))).diagnostics
                left = [each for each in others if each.code != "E055"]  # what the example is too short for
                assert not left or (SECOND in text and left[0].span.line > found.span.line)
    assert mended


def test_other_slips_have_no_mend():
    others = [text for code, text in TEXTS if code not in MENDING]
    assert not any(found.fix for text in others for found in parse(source(text)).diagnostics)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("if oil==0:", "if oil is 0"),
        ("if (oil != 0 && !asleep) || lamp===1", "if (oil is not 0 and not asleep) or lamp is 1"),
        ("if oil = 0 and lamp = 1 then", "if oil is 0 and lamp is 1"),
        ("if !(oil) && ! lamp", None),
        ("if !oil == 0", None),
        ("If OIL > 0 AND lamp", "if OIL > 0 and lamp"),
        ("for n in 1 to 6", "for n in 1..6"),
        ("foreach s in ships", "for each s in ships"),
        ("while oil 20 times", None),
        ("if sky in 'fog'", 'if sky in "fog"'),
        ("if oil > 0 # ==", None),
        ("if sky not fog", "if sky is not fog"),
        ("if sky not in rain..fog", "if not sky in rain..fog"),
        ("if roll 1d6 + 1 > oil", "if 1d6 + 1 > oil"),
        ("if do sail", None),
    ],
)
def test_lines_that_open_a_block(line, right):
    text, left = mended(f"procedure p\n  {line}\n    nothing\n")
    assert text == f"procedure p\n  {right or line}\n    nothing\n"
    assert bool(left) == (right is None and "#" not in line)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("oil -= lamp + 1", "take lamp + 1 from oil"),
        ("oil[tug] = 3  # full", "set oil[tug] to 3  # full"),
        ("oil := 3", None),
        ("oil = 3", None),
        ("oil[tug] := 3", "set oil[tug] to 3"),
        ("oil++", "add 1 to oil"),
        ("oil *= 2", "set oil to oil * 2"),
        ("say “The lamp is out.”", 'say "The lamp is out."'),
        ("say 'Out' cite 'rule 4'", None),
        ("say The lamp is out by now", None),
        ("say The lamp is out.", 'say "The lamp is out."'),
        ("set oil to 3 // a full can", "set oil to 3 # a full can"),
        ("set oil to 3 // full", None),
        ("set oil to 3; ", "set oil to 3 "),
        ("set oil to 3; set lamp to 1", "set oil to 3\n  set lamp to 1"),
        ("set oil to 3; lamp", None),
        ("sett oil ot 3", None),
        ("let n = roll K-1", "let n = roll on K-1"),
        ("if oil is 0: return yes", "if oil is 0\n    return yes"),
        ("sail(tug)", None),
        ('print "Out"', 'say "Out"'),
        ('choose n from 0 to 6\n    ask "How many"', 'choose n from 0..6\n    ask "How many"'),
    ],
)
def test_statements(line, right):
    text, left = mended(f"procedure p\n  {line}\n")
    assert text == f"procedure p\n  {right or line}\n"
    assert bool(left) == (right is None)


@pytest.mark.parametrize(
    ("row", "right"),
    [
        ("8+: fog", "8..: fog"),
        ("natural 6+ : fog", "natural 6.. : fog"),
        ('8 or more "Thick": fog', '8.. "Thick": fog'),
        ("<= 7: fog", "..7: fog"),
        ("< 7: fog", "..6: fog"),
        (">= 8", "8.."),
        ("lamp+: fog", None),
    ],
)
def test_keys_that_are_open_to_one_side(row, right):
    table = 'table Sky "Sky"\n  roll 1d6\n  1: rain\n  {}\n    nothing\n'
    table = table.replace("\n    nothing", "") if "fog" in row else table
    text, left = mended(table.format(row))
    assert text == table.format(right or row)
    assert bool(left) == (right is None)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("oil = 3  # full", "given oil = 3  # full"),
        ("option moon = yes", "given option moon = yes"),
        ("set oil[tug] to 3", "given oil[tug] = 3"),
        ("roll 5", None),
    ],
)
def test_the_scene_of_an_example(line, right):
    example = 'example "A"\n  {}\n  do mission\n'
    text, left = mended(example.format(line))
    assert text == example.format(right or line)
    assert bool(left) == (right is None)


def test_several_slips_of_a_file_are_mended_together():
    text = (
        'enum A b, c\n\nprocedure p\n  if oil == 0:\n\t\tset oil = 3\n\nprocedure q\n  say "x\n\n'
        'tabel Sky "Sky"\n  roll d6\n  1-6: clear\n'
    )
    assert mended(text) == (
        'enum A: b, c\n\nprocedure p\n  if oil is 0\n    set oil to 3\n\nprocedure q\n  say "x"\n\n'
        'table Sky "Sky"\n  roll 1d6\n  1..6: clear\n',
        [],
    )


def test_several_slips_of_an_item_are_mended_at_once():
    text = 'procedure p\n  if oil == 0\n    set oil = 3\n    say "x\n  repeat 3\n    add 1 oil\n'
    found = parse(source(text)).diagnostics
    assert len(select_compatible(each.fix for each in found if each.fix)) > 1
    assert mended(text) == (
        'procedure p\n  if oil is 0\n    set oil to 3\n    say "x"\n  repeat 3 times\n    add 1 to oil\n',
        [],
    )


def test_a_tab_that_decides_where_a_line_belongs_is_left_to_people():
    deep = "procedure p\n  if a\n\tnothing\n        stop\n"
    (found,) = parse(source(deep)).diagnostics
    assert (found.code, found.fix) == ("E004", None)


def test_tabs_give_way_where_the_item_can_be_read_in_one_way_alone():
    fields = "state watch\n  oil: 0..3 = 1\n{}sky: Sky\n  lamp: 0..3 = 0\n"
    assert mended(fields.format("\t")) == (fields.format("  "), [])
    nested = "procedure p\n  if a\n{}nothing\n    stop\n"
    assert mended(nested.format("\t")) == (nested.format("    "), [])
    either = "procedure p\n  if a\n    nothing\n\tstop\n"
    assert [(found.code, found.fix) for found in parse(source(either)).diagnostics] == [("E004", None)]


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("when", "when", False),
        ("wehn", "when", True),
        ("whe", "when", True),
        ("whenn", "when", True),
        ("hwen", "when", True),
        ("whan", "when", True),
        ("", "a", True),
        ("ab", "ba", True),
        ("abc", "cba", False),
        ("on gate", "or else", False),
        ("fort", "for", True),
        ("frot", "for", False),
        ("aa", "aaa", True),
        ("aa", "aaaa", False),
    ],
)
def test_one_slip_apart(one, other, is_one):
    assert (edit_distance(one, other) == 1) == (edit_distance(other, one) == 1) == is_one


@given(st.text("abc", max_size=5), st.text("abcd", max_size=5), st.integers(0, 5))
def test_slips_are_counted_as_far_as_they_are_of_interest(one, other, most):
    assert min(edit_distance(one, other, most), most + 1) == min(edit_distance(one, other), most + 1)


TEXT = "abcdefghij"
places = st.tuples(st.integers(0, 10), st.integers(0, 10)).map(sorted)
fixes = st.lists(st.lists(places, min_size=1, max_size=3), max_size=6)


@given(fixes)
def test_fixes_done_together_never_touch(wanted):
    given = [
        Fix(str(number), tuple(Edit(source(TEXT).span(*place), f"<{number}>") for place in at))
        for number, at in enumerate(wanted)
        if all(is_apart(one, other) for one in at for other in at if one is not other)
    ]
    chosen = select_compatible(given)
    spans = sorted((edit.span.start, edit.span.end) for fix in chosen for edit in fix.edits)
    assert all(is_apart(one, other) for one, other in pairwise(spans))
    after = apply_edits(TEXT, (edit for fix in chosen for edit in fix.edits))
    assert all(after.count(f"<{fix.title}>") == len(fix.edits) for fix in chosen)
    assert not given or chosen


def is_apart(one, other):
    """Whether two places neither overlap nor begin together."""
    (start, end), (begin, stop) = one, other
    return start != begin and (end <= begin or stop <= start)


@pytest.mark.parametrize(
    "line",
    [
        "oil = y" + " " * 200_000 + "z",
        "set oil to" + " " * 200_000 + "3\tx",
        "set oil to" + " x\t" * 50_000,
        "if " + "a == b && " * 20_000 + "c",
        "say '" + "a" * 200_000,
    ],
    ids=["spaces", "spaces and a tab", "tabs", "signs", "an open text"],
)
def test_of_an_endless_line_nothing_is_certain(line):
    found = parse(source(f"procedure p\n  {line}\n")).diagnostics
    assert found
    assert all(each.fix is None for each in found)
