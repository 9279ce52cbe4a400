"""Random examples, spaced in any way: laid out they say the same, and laid out again they stay."""

from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.formatter import format_source
from bombsight.dsl.parser import parse
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from tests.dsl.reading import source

NAMES = st.sampled_from(["oil", "lamp", "packet", "seen[tug]", "b.far", "result", "result.later"])
WORDS = st.sampled_from(["trim", "hold", "again", "none_left", "2"])
IDS = st.sampled_from(["Sky", "K-1", "in_sight", "7-10", "leak"])
NUMBERS = st.integers(0, 66).map(str)
VALUES = st.one_of(NAMES, NUMBERS, st.just("-3"), st.just("min(oil, 4) + 1"), st.just("oil or else 2"))
COMMENTS = st.sampled_from(["", "", "", "# why", "#because", "# allow: T002 -- so it is printed"])


def line(*parts):
    """A line of parts, each a text or a strategy of one."""
    return st.tuples(*(st.just(part) if isinstance(part, str) else part for part in parts))


def listed(strategy, most=3):
    """One or more, with commas between them."""
    return st.lists(strategy, min_size=1, max_size=most).map(lambda found: " , ".join(found))


SCENE = st.one_of(
    line("given", NAMES, "=", VALUES),
    line("given do", IDS.filter(str.isalpha)),
    line("given add Boat(ship: tug) to boats as", WORDS.filter(str.isidentifier)),
    line("given option", WORDS.filter(str.isidentifier), "=", WORDS),
    line("given without sheet"),
    line("given without sheet/2"),
    line("leave out do trim =", VALUES),
    line("leave out roll on", IDS),
)
CALL = st.one_of(line("roll on", IDS), line("do watch(", listed(VALUES), ")"), line("look up", IDS, "( tug )"))
STORY = st.one_of(
    line("roll", IDS, NUMBERS),
    line("roll -", NUMBERS, NUMBERS),
    line("roll in", IDS, NUMBERS),
    line("answer", WORDS, WORDS),
    line("answer watch/order :", WORDS),
    line("offered", listed(WORDS)),
    line("offered (", listed(WORDS), ",\n", listed(WORDS), ")"),
    line("expect", NAMES, "is", VALUES),
    line("expect", NAMES, "< 3 and not", NAMES),
    line("expect nothing else changed"),
    line("expect watch ended"),
    line("leads to", IDS),
    line("never leads to", IDS),
)
HEADS = st.sampled_from(
    ["given oil", "roll K-1", "roll in leak", "roll -", "answer", "offered", "expect result", "leads to", '"t"']
)
CELLS = st.one_of(VALUES, st.just("-"), st.just("1..3"), listed(NUMBERS), line(NUMBERS, NUMBERS).map(" ".join))


@st.composite
def grids(draw):
    """A grid of cases, or none."""
    width = draw(st.integers(0, 4))
    if not width:
        return []
    rows = [draw(st.lists(HEADS, min_size=width, max_size=width))]
    rows += draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=3))
    return [("|", *(part for cell in row for part in (cell, "|"))) for row in rows]


@st.composite
def examples(draw):
    """The text of an example."""
    lines = [
        *draw(st.lists(SCENE, max_size=3)),
        *draw(st.lists(CALL, min_size=1, max_size=1)),
        *draw(st.lists(STORY, max_size=4)),
        *draw(grids()),
        *draw(st.lists(STORY, max_size=2)),
    ]
    indent = " " * draw(st.integers(1, 5))
    text = 'example   "E"' + draw(st.sampled_from(["", '  cite "rule 2"', ' cite    "rule 2 (b)"'])) + "\n"
    for parts in lines:
        gaps = [" " * draw(st.integers(1, 3)) for _ in parts]
        code = "".join(f"{part}{gap}" for part, gap in zip(parts, gaps, strict=True)).rstrip()
        text += indent + code + " " + draw(COMMENTS) + "\n" * draw(st.integers(1, 3))
    return text


def comments(text):
    return [found[0] for found in TEXT_OR_COMMENT.finditer(text) if found[0].startswith("#")]


@given(examples())
def test_laid_out_they_say_the_same_and_stay(text):
    read = parse(source(text))
    assert not read.diagnostics, text
    found = format_source(source(text))

    assert parse(source(found)).file.items == read.file.items
    assert format_source(source(found)) == found
    assert comments(found) == comments(text)
