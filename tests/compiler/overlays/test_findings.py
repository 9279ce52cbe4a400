"""Every finding, as a reader sees it.

``findings.txt`` holds what each mistake below is told; it is read like a book and compared to the letter.
``BOMBSIGHT_UPDATE=1`` writes it anew.
"""

import os
from pathlib import Path

import pytest

from bombsight.compiler.overlays import CODES
from bombsight.dsl import ast
from bombsight.dsl.edits import apply_edits
from tests.compiler.overlays.laid import BASE, errata, lay, told
from tests.narrowing import unwrap

REACH = "    for sky: Sky, level: 1..3\n    gives 0..9 or none\n"

CHOICE = '      answer rest "Sleep" prefer tired\n        add -2 to tired\n'
ROLLED = "      roll on Squall\n      stop\n"

MISTAKES = {
    "O001 a slip in the quotation": [errata("in table Sky\n  was roll 3d6\n  now roll 1d6")],
    "O001 a line that stands in another table": [errata("in table Sky\n  was 4: add 1 to tired\n  now 4: fog")],
    "O001 a row of other result": [errata("in table Sky\n  was 9..10: clear\n  now 9..10: gale")],
    "O001 a row of other result, without title and cite": [errata("in table Sky\n  was ..6: fog\n  now ..6: gale")],
    "O001 nothing like it": [errata('in table Sky\n  remove note zzz "Zzz"\n    again at most 5 times')],
    "O001 a statement of another row": [errata("in table Squall row 4\n  was set lamp to 0\n  now set lamp to 1")],
    "O001 a cell": [errata("in table Reach row clear column 2\n  was 5\n  now 7")],
    "O001 a base": [errata("in define tired_out\n  was base: tired > 3\n  now base: no")],
    "O001 the second of several lines": [errata("in table Sky\n  was\n    ..6: clear\n    7: rain\n  now ..7: clear")],
    "O001 a line of a block": [
        errata('in procedure watch\n  was\n    choose order\n      ask "Hours"\n' + CHOICE + "  now nothing")
    ],
    "O001 less of a block than stands there": [
        errata('in procedure watch\n  was\n    if oil is 0\n      say "Dark."\n  now nothing')
    ],
    "O001 more lines than stand there": [
        errata("in procedure watch\n  was\n    for each s in Ship where s.due is 3\n" + ROLLED + "  now stop")
    ],
    "O001 a title that does not agree": [errata('in table Sky\n  was ..6 "Foul": clear\n  now ..6: rain')],
    "O001 what another overlay of the layer wrote": [
        errata("in table Sky\n  was 7..8: rain\n  now 7..8: fog", kind="house", name="one"),
        errata("in table Sky\n  was 7..8: fog\n  now 7..8: gale", kind="house", name="two"),
    ],
    "O001 what errata have put another line in the place of": [
        errata("in table Sky\n  was 7..8: rain\n  now 7..8: fog", name="first"),
        errata("in table Sky\n  was 7..8: rain\n  now 7..8: gale", kind="house", name="mine"),
    ],
    "O001 a cell that errata have amended": [
        errata("in table Reach row clear column 2\n  was 6\n  now 7", name="first"),
        errata("in table Reach row clear column 2\n  was 6\n  now 8", kind="variant", name="far"),
    ],
    "O001 a modifier that stands apart from its table": [
        errata("in table Squall\n  was -1 dark when option new_moon\n  now -2 dark when option new_moon")
    ],
    "O001 a whole item": [errata("remove modifier -2 dark on Squall when option new_moon")],
    "O002 a statement in two places": [
        errata(
            "in procedure mission\n  was nothing\n  now set lamp to 1", "in procedure watch\n  remove add 1 to tired"
        )
    ],
    "O001 a score": [errata("in procedure watch\n  was answer trim prefer 2\n  now answer trim prefer 1")],
    "O001 a score that no answer has": [errata("in procedure watch\n  was prefer lamp\n  now prefer 1")],
    "O001 a score of an answer that has none": [errata("in procedure call\n  remove answer wait prefer 2")],
    "O002 a score of two answers": [
        errata(
            "in procedure call\n  add to sound prefer 1\n  add to wait prefer 1",
            "in procedure call\n  was prefer 1\n  now prefer 2",
        )
    ],
    "O002 a row": [errata("in table Squall\n  add 4: stop", "in table Squall row 4\n  add stop")],
    "O003 a table": [errata("in table Skye\n  was roll 2d6\n  now roll 1d6")],
    "O003 a procedure to be replaced": [errata("replace\n  procedure wring(times: 1..3): 0..3\n    return 1")],
    "O003 a table that is a procedure": [errata("confirms table watch")],
    "O003 nothing of that kind": [errata("in record Zeppelin\n  add height: 0..9 = 0")],
    "O003 a row that is one of several": [errata("in table Sky row 7\n  add set lamp to 1")],
    "O003 a row that an edit above has changed": [
        errata("in table Sky row 7..8   # two of them\n  was 7..8: rain\n  now 7: rain\n  add 8: fog")
    ],
    "O003 a cell of a row that an edit above has taken out": [
        errata("in table Reach\n  remove | clear | 3 | 6 | 9 |", "in table Reach row clear column 2\n  was 6\n  now 7")
    ],
    "O003 a row": [errata("in enum Ship row trawlr column due\n  was 3\n  now 4")],
    "O003 the head of an enum": [errata("in enum Ship row ship column due\n  was 3\n  now 4")],
    "O003 a column": [errata("in enum Ship row trawler column do\n  was 3\n  now 4")],
    "O004 another game": ['house attic "Attic" for lightship by "A. Keeper"\n  1 "One"\n    confirms table Sky\n'],
    "O005 one line": [
        errata("in table Sky\n  was 7..8: rain\n  now 7..8: fog"),
        errata("in table Sky\n  was 7..8: rain\n  now 7..8: gale", name="second"),
    ],
    "O005 one score": [
        errata("in procedure watch\n  was prefer tired\n  now prefer 1", kind="house", name="one"),
        errata("in procedure watch\n  was answer rest prefer tired\n  now prefer 2", kind="house", name="two"),
    ],
    "O005 a line within a line": [
        errata("in table Squall\n  was 1..3: set lamp to 0\n  now 1..3: set lamp to 1", kind="house", name="one"),
        errata(
            "in table Squall\n  remove\n    1\n      roll 1d6\n        +1 tired when tired > 3\n"
            "        1..3: set lamp to 0\n        4..6: add -1 to lamp",
            kind="house",
            name="two",
        ),
    ],
    "O005 a score where there was none": [
        errata("in procedure call\n  add to sound prefer 1", kind="house", name="one"),
        errata("in procedure call\n  add to sound prefer 2", kind="house", name="two"),
    ],
    "O005 a replaced item that grows": [
        errata("in table Reach\n  add | fog | 1 | 1 | 1 |", kind="house", name="one"),
        errata(
            f'replace\n  table Reach "R" reconstructed "x"\n{REACH}    | sky |\n    | fog, gale | - | 1 | 2 |',
            kind="house",
            name="two",
        ),
    ],
    "O006 the same again": [errata("in table Sky\n  was roll 2d6\n  now roll 2d6")],
    "O006 the same score": [errata("in procedure watch\n  was prefer tired\n  now prefer tired")],
    "O006 a cite that stands there": [errata('in table Sky\n  was ..6: clear\n  now ..6: clear cite "rule 2 (a)"')],
    "O007 a printed table": [errata('replace\n  table Sky "Sky" printed\n    roll 1d6')],
    "O007 a procedure that says nothing of itself": [errata("replace\n  procedure watch\n    nothing")],
    "O008 a printed row": [
        errata(f'replace\n  table Reach "R" printed\n{REACH}    | sky | 1 | 2 | 3 |\n    | fog, gale | - | 1 | 1 |')
    ],
    "O008 a printed exception": [errata("replace\n  define swell(s: Ship): 0..9 = 3")],
    "O009 a step": [errata("in procedure mission\n  before down\n    stop")],
    "O009 a choice": [errata('in procedure mission\n  add to order answer sing "Sing"\n    nothing')],
    "O009 an answer that gets a score": [errata("in procedure call\n  add to sond prefer 1")],
    "O009 an exception": [errata("in define reach\n  add to bright except lit: 2 when lamp is 3")],
    "O002 a step of which there are two": [
        errata(
            "in procedure mission\n  at end\n    step dusk\n      nothing",
            "in procedure mission\n  after dusk\n    nothing",
        )
    ],
    "O010 a number twice": [errata("confirms table Sky") + '  1 "Item one again"\n    confirms table Squall\n'],
    "O011 a name twice": [errata("confirms table Sky"), errata("confirms table Squall")],
    "O012 statements in a table": [errata("in table Sky\n  add set lamp to 1")],
    "O012 a statement for a row": [errata("in table Sky\n  was 7..8: rain\n  now set lamp to 1")],
    "O012 a row for a row without a roll": [errata("in table Squall row 4\n  add 4: nothing")],
    "O012 statements for a row of a grid": [errata("in table Drift row ..2\n  add set lamp to 1")],
    "O012 a grid row in a sub-roll": [errata("in table Squall row 1\n  add | 1 | 2 |")],
    "O012 columns for an enum that has none": [errata("in enum Sky\n  add | sleet | 1 | 2 |")],
    "O012 a score for an answer that has one": [errata("in procedure watch\n  add to trim prefer 1")],
    "O012 an exception for a base": [
        errata("in define tired_out\n  was base: tired > 4\n  now except lit: no when lamp is 3")
    ],
    "O013 the parameters of a table": [
        errata(
            'replace\n  table Reach "R" printed\n    for sky: Sky, lamp: 1..3\n    gives 0..9\n    | sky | 1 | 2 | 3 |'
        )
    ],
    "O013 what a table gives": [
        errata(
            'replace\n  table Reach "R" printed\n    for sky: Sky, level: 1..3\n    gives 0..12 or none\n'
            "    | sky | 1 | 2 | 3 |"
        )
    ],
    "O013 the parameters of a procedure": [errata("replace\n  procedure ring(times: 1..4): 0..3\n    return 1")],
    "O013 what a procedure gives": [errata("replace\n  procedure ring(times: 1..3)\n    nothing")],
    "O013 the parameters of a define": [errata("replace\n  define swell: 0..9 = 3")],
    "O013 the type of a define": [errata("replace\n  define swell(s: Ship): 0..8 = 3")],
    "O003 a procedure to be taken out": [errata("remove procedure wach")],
    "O015 house rules": [errata("confirms table Sky", kind="house", head="needs coffee, tea")],
    "O016 house rules": [
        errata("confirms table Sky", kind="house", name="one", head="excludes two"),
        errata("confirms table Sky", kind="house", name="two"),
    ],
    "O014 a row": [errata("in table Reach\n  was | fog, gale | - | 1 | 2 |\n  now | fog, gale | - | 1 | 1 |")],
    "O014 a cell": [errata("in table Reach row fog, gale column 3\n  was 2\n  now 1")],
    "O014 a row removed": [errata("in table Reach\n  remove | fog, gale | - | 1 | 2 |")],
    "O014 an exception": [
        errata("in define swell\n  was except far: 3 when s.due is 6\n  now except far: 4 when s.due is 6")
    ],
    "O014 a whole define": [
        errata(
            "was define swell(s: Ship): 0..9\n  base: 2\n  except far: 3 when s.due is 6\n"
            "now define swell(s: Ship): 0..9 = 2"
        )
    ],
    "O014 a modifier": [
        errata("in table Gap\n  was +1 torn when lamp is 0\n  now +2 torn when lamp is 0"),
    ],
    "O014 a statement in a row": [errata("in table Gap row 2\n  was set oil to 0\n  now set oil to 1")],
    "O014 a statement added to a row": [errata("in table Gap row 2\n  add set lamp to 1")],
}
GOLDEN = Path(__file__).with_name("findings.txt")


def findings(name):
    overlays = MISTAKES[name]
    texts = {"base.rules": BASE, **{f"{chr(97 + at)}.rules": text for at, text in enumerate(overlays)}}
    return "\n".join(told(finding, texts) for finding in lay(*overlays).diagnostics)


def golden():
    pages = GOLDEN.read_text(encoding="utf-8").strip().split("\n\n")
    return dict(page.removeprefix("== ").split("\n", 1) for page in pages)


@pytest.mark.parametrize("name", MISTAKES)
def test_finding(name):
    assert findings(name) == golden()[name]


@pytest.mark.parametrize(
    "name", [name for name in MISTAKES if any(each.fix for each in lay(*MISTAKES[name]).diagnostics)]
)
def test_a_mend_takes_the_finding_away_and_brings_none(name):
    (found,) = lay(*MISTAKES[name]).diagnostics
    (edit,) = unwrap(found.fix).edits
    texts = [*MISTAKES[name]]
    at = ord(edit.span.path[0]) - ord("a")
    texts[at] = apply_edits(texts[at], [edit])
    assert lay(*texts).diagnostics == ()


def test_a_mend_quotes_no_title_and_no_citation_that_the_edit_leaves_out():
    (text,) = MISTAKES["O001 a row of other result, without title and cite"]
    (found,) = lay(text).diagnostics
    mended = lay(apply_edits(text, unwrap(found.fix).edits))
    (table,) = [item for item in mended.items if isinstance(item, ast.Table) and item.id == "Sky"]
    row = next(line for line in table.lines if isinstance(line, ast.Row))
    assert (row.title, row.origin.cite) == ("Fair", "rule 2 (a)")


def test_what_is_mended_is_quoted_in_one_certain_place():
    assert {name for name in MISTAKES if any(each.fix for each in lay(*MISTAKES[name]).diagnostics)} == {
        "O003 a procedure to be taken out",
        "O001 a row of other result",
        "O001 a row of other result, without title and cite",
        "O001 a cell",
        "O001 what errata have put another line in the place of",
        "O001 a cell that errata have amended",
        "O001 a title that does not agree",
        "O003 a table",
        "O003 a row that an edit above has changed",
    }


def test_golden_file_holds_nothing_else():
    if os.environ.get("BOMBSIGHT_UPDATE"):
        pages = [f"== {name}\n{findings(name)}" for name in MISTAKES]
        GOLDEN.write_text("\n\n".join(pages) + "\n", encoding="utf-8")
    assert list(golden()) == list(MISTAKES)


def test_every_code_has_a_mistake():
    codes = [code.code for code in CODES]

    assert codes == sorted(set(codes))
    elsewhere = {"O017", "O021"}  # found behind the overlays: test_composed.py, test_preferences_overlays.py
    assert {name[:4] for name in MISTAKES} | elsewhere == set(codes)
