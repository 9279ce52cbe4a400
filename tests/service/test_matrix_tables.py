"""Tables of questions put as one: what cells share stands in the heads, once."""

from __future__ import annotations

from bombsight.runtime.events.describe import Option
from bombsight.service.present.joint_answer_parsing import parse_matrix_answers
from bombsight.service.present.joint_questions import make_matrix
from bombsight.service.present.matrix_tables import make_tables
from tests.service.asked import build_question

TITLES = {
    "skua": ("Skua, 3 o'clock", "Sk3"),
    "tern": ("Tern, 9 o'clock", "Te9"),
    "ada": ("Ada", ""),
    "ben": ("Ben", ""),
}
PIECES = {"skua": "birds#0", "tern": "birds#1", "ada": "Hand.ada", "ben": "Hand.ben"}


def row(prompt, optional=True, **beside):
    """A question with some options, and the words beside each."""
    options = tuple(
        Option(name, TITLES[name][0], beside=words, piece=PIECES[name], short=TITLES[name][1])
        for name, words in beside.items()
    )
    return build_question(*options, prompt=prompt, optional=optional, together="Watch")


def tables(*rows):
    return make_tables(make_matrix(rows))


def test_what_depends_on_the_column_or_the_row_alone_stands_in_their_heads():
    (table,) = tables(
        row("Bow: aim at", skua="to hit 5+, wet, range 2", tern="to hit 6+, wet, range 2"),
        row("Stern: aim at", skua="to hit 5+, wet, in the sun, range 1", tern="to hit 6+, wet, in the sun, range 3"),
    )
    assert (table.asks, table.facts, table.legend) == ("aim at", ("wet",), ("range",))
    assert [column.facts for column in table.columns] == [("to hit 5+",), ("to hit 6+",), ()]
    assert [each.facts for each in table.rows] == [(), ("in the sun",)]
    assert [each.cells for each in table.rows] == [(("2",), ("2",), ()), (("1",), ("3",), ())]


def test_words_of_one_cell_stay_in_it():
    (table,) = tables(row("Bow: aim at", skua="to 12, 30"), row("Stern: aim at", tern="9 feet"))
    assert [column.facts for column in table.columns] == [(), (), ()]
    assert [each.cells for each in table.rows] == [(("to 12, 30",), None, ()), (None, ("9 feet",), ())]


def test_options_of_different_kinds_have_tables_of_their_own():
    birds, hands = tables(
        row("Bow: aim at", skua="", tern=""),
        row("Who aims: Bow", optional=False, ada="", ben=""),
        row("Stern: aim at", tern=""),
        row("Who aims: Stern", optional=False, ben=""),
    )
    assert (birds.asks, [each.label for each in birds.rows]) == ("aim at", ["Bow", "Stern"])
    assert (hands.asks, [(each.place, each.label) for each in hands.rows]) == ("Who aims", [(1, "Bow"), (3, "Stern")])
    assert {column.title for column in hands.columns} == {"Ada", "Ben"}
    assert [column.title for column in birds.columns] == ["Skua, 3 o'clock", "Tern, 9 o'clock", ""]
    assert [column.place for column in (*birds.columns, *hands.columns)] == [0, 1, -1, 2, 3], "keys as they stand"


def test_heads_have_short_titles_only_if_they_differ():
    (table,) = tables(row("Bow: aim at", skua="", tern=""), row("Stern: aim at", skua=""))
    assert [column.short for column in table.columns] == ["Sk3", "Te9", ""]


def test_a_row_is_found_by_the_head_that_two_tables_share():
    matrix = make_matrix(
        [row("Bow: aim at", skua="", tern=""), row("Who aims: Bow", ada="", ben=""), row("Stern: aim at", tern="")]
    )
    assert parse_matrix_answers(matrix, "bow ben") == (matrix.rows[0].preferred, 1, matrix.rows[2].preferred)
