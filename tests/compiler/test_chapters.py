"""What stands below a chapter inherits from it, and what the graph says of chapters."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bombsight.compiler.chapters import apply_inherited_origins, has_printed_place, merge_origins, split_sections
from bombsight.compiler.checks.chapters import repetitions_of_item
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.identity import rules_hash
from bombsight.compiler.outline import read_outline
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl import ast
from bombsight.dsl.origin import NO_ORIGIN, STANDINGS, Origin
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source

GAME = """\
game night "A night"
  sources optional

procedure mission
  roll on Turn

"""

BELOW = """\
option moon "Moon" = no

enum Sky
  | sky   | dark: yes/no |
  | clear | no           |

enum Side: port, starboard

state mission
  oil "Oil": 0..9 = 3

define low: 0..9
  base: 2

procedure hour "An hour"
  set oil to low

table Turn "The sky turns"
  roll 1d6
  1..: do hour

modifier +2 calm on Turn when oil > 3

reroll lantern "Swing the lantern" when oil > 3 at most 1 times
  add -1 to oil

example "An hour"
  do hour

errata sheet "Errata" for night
  1 "As it stands"
    confirms table Turn
"""


def graph(*texts: str) -> RuleGraph:
    sources = [Source(f"{at}.rules", text) for at, text in enumerate(texts)]
    compiled = compile_rules(Request(base=tuple(sources)), proofs=False)
    assert compiled.graph is not None
    assert [found.message for found in compiled.diagnostics] == []
    return compiled.graph


def said(heading: str) -> dict[str, tuple[str, str, str]]:
    """What the items below a heading say, those that say something."""
    file = parse(Source("x", heading + BELOW)).file
    found = {}
    for item in apply_inherited_origins(split_sections(file)):
        origin = ast.stated_origin(item.modifier if isinstance(item, ast.ModifierOn) else item)
        if any(origin.stated_fields):
            found[type(item).__name__] = origin.stated_fields
    return found


WHOLE = ("Table", "Enum")
RULES = ("Option", "Define", "Procedure", "ModifierOn")
CITING = ("Reroll", "Example", "Overlay")


@pytest.mark.parametrize(
    ("heading", "whole", "rules", "citing"),
    [
        ('chapter "C"\n', None, None, None),
        ('chapter "C" cite "c"\n', ("c", "", ""), ("c", "", ""), ("c", "", "")),
        ('chapter "C" printed\n', ("", "printed", ""), None, None),
        ('chapter "C" printed cite "c"\n', ("c", "printed", ""), ("c", "", ""), ("c", "", "")),
        ('chapter "C" printed "card"\n', ("", "printed", "card"), ("", "printed", "card"), None),
        ('chapter "C" repaired "e"\n', ("", "repaired", "e"), ("", "repaired", "e"), None),
        ('chapter "C" recovered "e" cite "c"\n', ("c", "recovered", "e"), ("c", "recovered", "e"), ("c", "", "")),
    ],
)
def test_what_each_kind_of_item_takes(heading, whole, rules, citing):
    expected = {kind: what for kinds, what in ((WHOLE, whole), (RULES, rules), (CITING, citing)) for kind in kinds}
    assert said(heading) == {kind: what for kind, what in expected.items() if what}


@pytest.mark.parametrize(
    ("own", "chapter", "expected"),
    [
        ('cite "a"', 'cite "c"', ("a", "", "")),
        ('printed cite "a"', 'recovered "e" cite "c"', ("a", "printed", "")),
        ('recovered "b"', 'recovered "e" cite "c"', ("c", "recovered", "b")),
        ("printed", 'recovered "e" cite "c"', ("c", "printed", "")),
        ('printed "card"', 'recovered "e" cite "c"', ("", "printed", "card")),
        ('cite "a"', 'recovered "e"', ("a", "recovered", "e")),
        ('cite "a"', 'printed "card"', ("a", "printed", "")),
    ],
)
def test_what_differs_says_so(own, chapter, expected):
    text = f'chapter "C" {chapter}\ntable T "T" {own}\n  roll 1d6\n  1..: nothing\n'
    (table,) = apply_inherited_origins(split_sections(parse(Source("x", text)).file))
    assert isinstance(table, ast.Table)
    assert table.origin.stated_fields == expected


def test_a_define_that_cites_in_its_first_line_needs_no_citation():
    text = 'chapter "C" recovered "e" cite "c"\ndefine d: 0..1\n  base: 1 cite "b"\n'
    assert graph(GAME, f'table Turn "T"\n  roll 1d6\n  1..: nothing\n{text}').defines[0].origin.stated_fields == (
        "b",
        "recovered",
        "e",
    )


def test_a_chapter_ends_where_the_next_begins_and_with_its_file():
    nodes = {
        define.name: define.origin.cite
        for define in graph(
            GAME + 'table Turn "T"\n  roll 1d6\n  1..: nothing\ndefine a: 0..1 = 1\n'
            'chapter "C" cite "c"\ndefine b: 0..1 = 1\nchapter "D"\ndefine c: 0..1 = 1\nchapter "E" cite "e"\n',
            "define d: 0..1 = 1\n",
        ).defines
    }
    assert nodes == {"a": "", "b": "c", "c": "", "d": ""}


# --- places


def test_inherited_words_are_found_where_they_are_written():
    text = (
        'chapter "C" recovered "e" cite "c"\n'
        "define a: 0..1 = 1\n"
        'define b: 0..1 = 1 cite "x"\n'
        "define c: 0..1 = 1 printed\n"
    )
    source = Source("x", text)
    items = [*apply_inherited_origins(split_sections(parse(source).file))]
    assert [
        text[item.origin.place.start : item.origin.place.end] for item in items if isinstance(item, ast.Define)
    ] == [
        'recovered "e"',
        'recovered "e"',
        "printed",
    ]


# --- properties

WORDS = st.sampled_from(["", "a", "b"])
ORIGINS = st.builds(Origin, cite=WORDS, standing=st.sampled_from(["", *STANDINGS]), evidence=WORDS).map(
    lambda origin: origin if origin.standing else evolve(origin, evidence="")
)


@given(ORIGINS, ORIGINS)
def test_inheriting_again_changes_nothing(own, chapter):
    once = merge_origins(own, chapter)
    assert merge_origins(once, chapter) == once


@given(ORIGINS, ORIGINS)
def test_who_says_all_that_a_chapter_says_inherits_nothing_and_who_says_nothing_all(own, chapter):
    if own.standing and (own.cite or has_printed_place(own)):
        assert merge_origins(own, chapter).stated_fields == own.stated_fields
    assert merge_origins(NO_ORIGIN, chapter).stated_fields == chapter.stated_fields


@given(ORIGINS, ORIGINS)
def test_a_chapter_is_as_good_as_its_words_at_every_item(own, chapter):
    """Rules with chapters, and rules that say everything themselves, are the same rules."""

    def words(origin: Origin) -> str:
        evidence = f' "{origin.evidence}"' if origin.evidence else ""
        return f"{origin.standing}{evidence}" + (f' cite "{origin.cite}"' if origin.cite else "")

    def hashed(heading: str, line: Origin) -> str:
        text = f'{heading}table T "T" {words(line)}\n  roll 1d6\n  1..: nothing\n'
        return rules_hash([*apply_inherited_origins(split_sections(parse(Source("x", text)).file))])

    assert hashed(f'chapter "C" {words(chapter)}\n', own) == hashed("", merge_origins(own, chapter))


@given(ORIGINS, ORIGINS)
def test_who_takes_the_advice_to_say_less_changes_nothing(own, chapter):
    def counts(origin: Origin) -> tuple[str, str, str]:
        found = merge_origins(origin, chapter)
        return (
            found.cite,
            found.standing,
            "" if has_printed_place(found) and found.evidence == found.cite else found.evidence,
        )

    less = own
    for _, holder, what, *_ in repetitions_of_item(ast.Table("T", "T", own, None, ()), chapter):
        if holder == "citation":
            less = evolve(less, evidence="")
        elif "standing" in what:
            less = evolve(less, standing="", evidence="")
        if f'"{own.cite}"' in what and holder == "chapter":
            less = evolve(less, cite="")
    assert counts(less) == counts(own)


# --- the graph

CHAPTERS = """\
define earlier: 0..1 = 1

chapter "The glass" cite "rule 2"

table Turn "The sky turns"
  roll 1d6
  1..: set oil to low

state mission
  oil "Oil": 0..9 = 3
  keeper "Keeper": Keeper

modifier +2 calm on Turn when oil > 3

example "A turn"
  roll on Turn
  roll Turn 3
  expect oil is 2

chapter "Nothing"

chapter "The keeper" recovered "a letter"

record Keeper
  nights: 0..9 = 0

define low: 0..9
  base: 2

enum Sky: clear, fog
"""


def test_chapters_name_their_items_in_the_order_of_the_text():
    chapters = graph(GAME, CHAPTERS).chapters
    assert [(chapter.title, chapter.items) for chapter in chapters] == [
        (
            "The glass",
            ("table:Turn", "field:oil", "field:keeper.nights", "modifier:Turn/calm", "example:1"),
        ),
        ("Nothing", ()),
        ("The keeper", ("define:low", "enum:Sky")),
    ]
    assert [chapter.origin.stated_fields for chapter in chapters] == [
        ("rule 2", "", ""),
        ("", "", ""),
        ("", "recovered", "a letter"),
    ]


def test_what_an_overlay_replaces_stays_in_its_chapter_with_its_own_origin_and_what_it_adds_is_in_none():
    found = graph(
        GAME,
        CHAPTERS,
        """\
errata sheet "Errata" for night cite "slip"
  1 "Another value"
    replace
      define low: 0..9 = 4                                         cite "slip 1"
  2 "Quoted with the words of its chapter"
    was modifier +2 calm on Turn when oil > 3                      cite "rule 2"
    now modifier +3 calm on Turn when oil > 3
  3 "A switch"
    add option moon "Moon" = no
""",
    )
    items = {chapter.title: chapter.items for chapter in found.chapters}
    assert items["The keeper"] == ("define:low", "enum:Sky")
    assert found.defines[1].origin.stated_fields == ("slip 1", "", "")
    assert not any("option:moon" in chapter.items for chapter in found.chapters)


def test_what_is_computed_from_what_a_chapter_calls_recovered_is_recovered():
    derived = {each.id: each.standing for each in graph(GAME, CHAPTERS).derived}
    assert derived == {"row:Turn/1": "recovered"}


def test_the_list_of_games_counts_what_is_inherited():
    told = read_outline(Request(base=(Source("a", GAME + 'chapter "C" recovered "e"\n' + BELOW),)))
    assert told.tables == ("recovered",)
    assert [*told.rules] == ["home-made", "recovered", "recovered", "recovered", "recovered"]
