import pytest

from bombsight.dsl.diagnostic import Diagnostic, Label, Severity
from bombsight.dsl.listing import join_names
from bombsight.dsl.render import render, render_all
from bombsight.dsl.source import NOWHERE, Source

TABLE = Source("sea/60-weather.rules", "\n" * 39 + "  4..5: do shelter\n  5: do anchor(bow)\n\t6:\tdo sail\n")
OTHER = Source("sea/90-house.rules", "add 5: fog\n")
SOURCES = {TABLE.path: TABLE, OTHER.path: OTHER}


def at(text, source=TABLE):
    start = source.text.index(text)
    return source.span(start, start + len(text))


def test_a_message_at_the_caret():
    found = Diagnostic(
        "T003",
        "row 5 is already covered by row 4..5 on line 40",
        TABLE.span(at("5: do anchor(bow)").start, at("5: do anchor(bow)").start + 1),
        help='table P-5 "Weather", blue card. Two rows for one roll: keep one, or narrow 4..5 to 4.',
    )
    assert render(found, SOURCES) == (
        "error[T003] sea/60-weather.rules:41:3\n"
        "   41 |   5: do anchor(bow)\n"
        "      |   ^ row 5 is already covered by row 4..5 on line 40\n"
        ' table P-5 "Weather", blue card. Two rows for one roll: keep one, or narrow 4..5 to 4.'
    )


def test_a_note_at_the_caret_and_further_places():
    found = Diagnostic(
        "O001",
        "The quotation matches nothing",
        at("5: fog", OTHER),
        "no such row",
        (Label(at("4..5"), "nearest row"), Label(at("shelter"), "what it does")),
        "Quote the row as it stands.",
        Severity.WARNING,
    )
    assert render(found, SOURCES) == (
        "warning[O001] sea/90-house.rules:1:5\n"
        "    1 | add 5: fog\n"
        "      |     ^^^^^^ no such row\n"
        " sea/60-weather.rules:40:3\n"
        "   40 |   4..5: do shelter\n"
        "      |   ---- nearest row\n"
        "      |            ------- what it does\n"
        " The quotation matches nothing. Quote the row as it stands."
    )


def test_tabs_keep_their_width():
    found = Diagnostic("E004", "A tab.", at("do sail"), "here")
    assert render(found, SOURCES).splitlines()[2] == "      | \t  \t^^^^^^^ here"


def test_a_mark_over_several_lines_ends_with_the_first():
    start = TABLE.text.index("do shelter")
    found = Diagnostic("X001", "Long.", TABLE.span(start, start + 20))
    assert render(found, SOURCES).splitlines()[2] == "      |         ^^^^^^^^^^ Long."


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ('option moon "No  moon" = no                cite "rule 2"', 'option moon "No  moon" = no'),
        ('option moon "No moon" = no    # no moon', 'option moon "No moon" = no    # no moon'),
        ("| cite  printed  |", "| cite  printed  |"),
    ],
)
def test_a_mark_ends_before_the_column_of_sources(line, marked):
    source = Source("a.rules", line)
    assert render(Diagnostic("X001", "a", at(line, source)), {"a.rules": source}).count("^") == len(marked)


def test_a_mark_in_the_column_of_sources_stands_there():
    source = Source("a.rules", 'option moon "No moon" = no    cite "rule"')
    assert render(Diagnostic("X001", "a", at('cite "rule"', source)), {"a.rules": source}).count("^") == 11


def test_a_mark_of_no_width_is_one_caret():
    found = Diagnostic("X001", "Nothing.", OTHER.span(10, 10))
    assert render(found, SOURCES).splitlines()[2] == "      |           ^ Nothing."


def test_a_file_that_is_not_at_hand():
    found = Diagnostic("X001", "Gone.", at("4..5"), "here", (Label(at("5: fog", OTHER), "there"),), "Look.")
    assert render(found, {}) == ("error[X001] sea/60-weather.rules:40:3\n sea/90-house.rules:1:5: there\n Gone. Look.")


def test_a_finding_without_a_place():
    assert render(Diagnostic("X001", "No game here", NOWHERE), {}) == "error[X001]\n No game here."


@pytest.mark.parametrize("severity", Severity)
def test_severities(severity):
    assert render(Diagnostic("X001", "a", NOWHERE, severity=severity), {}).startswith(f"{severity.value}[X001]")


def test_all_in_the_order_of_their_places():
    second, first = Diagnostic("A001", "b", at("5: do anchor(bow)")), Diagnostic("B001", "a", at("4..5"))
    assert render_all([second, first], SOURCES) == render(first, SOURCES) + "\n\n" + render(second, SOURCES)
    assert render_all([], SOURCES) == ""


def test_of_a_line_too_long_for_a_screen_the_part_with_the_mistake_is_shown():
    source = Source("long.rules", f"enum Sky: {'fog, ' * 4000}gale, {'rain, ' * 4000}clear\n")
    found = Diagnostic("N002", "gale is declared twice", at("gale", source))

    _, line, mark = render(found, {source.path: source}).split("\n")
    assert line.startswith("    1 | ...")
    assert line.endswith("...")
    assert len(line) < 260
    assert line[mark.index("^") :].startswith("gale, rain")


def test_no_finding_is_longer_than_a_screen():
    span = at("4..5")
    found = Diagnostic("T003", "x" * 9000, span, "n" * 9000, (Label(span, "there"),) * 5000, "h" * 9000)

    assert len(found.labels) == 8
    assert found.labels[-1].text == "there ... and 4,992 more"
    assert len(render(found, SOURCES)) < 4000


def test_long_lists_are_cut():
    names = [f"n{at}" for at in range(20_000)]

    assert join_names(names) == "n0, n1, n2, n3, n4, n5 ... and 19,994 more"
    assert (join_names(names[:3], "or"), join_names(names[:1]), join_names(())) == ("n0, n1 or n2", "n0", "none")
