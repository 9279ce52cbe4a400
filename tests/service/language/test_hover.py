"""What is told of a place: of names what they are declared as and how well they are known, of words what they do."""

import shutil
from pathlib import Path

import pytest

from bombsight.dsl.words import language_words
from bombsight.service.language.hover import hover_at
from bombsight.service.language.manual_help import describe_word, find_best_line
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE

GAME, NIGHT, TABLES, ERRATA, EXAMPLES, BOARDS, PLAYERS = sorted(path.name for path in LIGHTHOUSE.glob("*.rules"))
SPACE = Workspace.open(LIGHTHOUSE)


def told(name, text, inside=0, space=SPACE, folder=LIGHTHOUSE):
    """What is told some characters behind the beginning of a text, as a pair: the place's text, and what is said."""
    source = space.source(folder / name)
    found = hover_at(space, folder / name, source.text.index(text) + inside)
    return None if found is None else (source.text[found.span.start : found.span.end], found.markdown)


def test_a_table_is_told_by_its_card_as_it_counts():
    place, said = told(NIGHT, "roll on Weather", 10)
    assert place == "Weather"
    assert said.splitlines() == [
        "```text",
        "Weather  The sky turns",
        "roll 2d6; gives Sky",
        "",
        "..6    clear",
        "7..8   rain",
        "9..10  fog",
        "11..   a gale",
        "",
        "+1  worse  when sky is not clear",
        "```",
        "",
        "table, printed, [rule 2]",
        "",
        "- errata sheet 2: In rain the sky is as bad as it was",
        "",
        "`bombsight roll lighthouse Weather [DICE]...` tells what comes of your dice here, and why.",
    ]


def test_a_grid_is_told_in_columns():
    _, said = told(TABLES, "look up Leeway", 9)
    assert "weather    from the north  from the south\nclear      0               0" in said


@pytest.mark.parametrize(
    ("name", "text", "inside", "some"),
    [
        (NIGHT, "tired < 6", 1, ['tired "Fatigue": 0..6 full = 0', "field, `0..6`"]),
        (NIGHT, "take burn", 6, ["define burn: 1..3\n  base: 1\n  except storm", "define, `1..3`, [rule 7]"]),
        (NIGHT, "s.kind.strength", 3, ["kind: Kind = trawler", "member of Ship, `Kind`"]),
        (NIGHT, "s.kind.strength", 0, ["choose s from ships", "variable, `Ship`"]),
        (NIGHT, "do sound\n", 4, ["procedure sound", "reconstructed: two signals an hour"]),
        (NIGHT, "{unwarned}", 3, ["define unwarned: 0..6", "define, `0..6`"]),
        (NIGHT, "wrecks[collier]", 9, ["value of Kind", "- strength: 6", "- errata sheet 1: A collier needs"]),
        (TABLES, "option fog_signal", 8, ["option fog_signal", "[rule 5]"]),
        (TABLES, "+1 worse", 4, ["now +1 worse", "| 11.. | 3/36 8.3 % | 6/36 16.7 % |"]),
        (TABLES, "moonless on", 2, ["modifier -1 moonless", "| ..2 On the rocks | 2/6 33.3 % | 3/6 50.0 % |"]),
        (TABLES, "9..10: fog", 1, ["7/36 19.4 % by 2d6 alone.", "With +1 worse: 9/36 25.0 %."]),
        (ERRATA, "in table Weather", 11, ["Weather  The sky turns"]),
    ],
)
def test_names_and_rows_are_told_by_what_they_are(name, text, inside, some):
    _, said = told(name, text, inside)
    for each in some:
        assert each in said


def test_a_word_of_the_language_is_told_by_the_manual():
    place, said = told(NIGHT, "repeat 2 times", 2)
    assert place == "repeat"
    assert said.startswith("`repeat e times`, `while e at most 20 times`: loops\n\n")
    assert "`bombsight help repeat`" in said


def test_a_word_that_begins_two_things_is_told_by_what_stands_behind_it(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    space = Workspace.open(folder)
    text = space.source(folder / NIGHT).text
    space.change_text(folder / NIGHT, text.replace("    do sound\n", "    take  every row of Traffic\n", 1))
    assert "takes each row of a table once" in told(NIGHT, "take  every", 1, space, folder)[1]
    said = told(NIGHT, "take 1 from lamp", 1, space, folder)[1]
    assert said.startswith("`set x to e`, `add e to x`, `take e from x`, `reset x`: change a field")
    assert "#procedures-and-statements" in said


def test_headings_and_examples_of_the_manual_say_nothing_of_a_word():
    section = [
        "## Lamps and `oil`",
        "",
        "    set oil to 3",
        "",
        "```rules",
        "oil: 0..9",
        "```",
        "",
        "It burns `oil`. So.",
    ]
    assert find_best_line("oil", section) == "It burns `oil`."
    assert find_best_line("wick", section[:2]) == ""


def test_every_word_of_the_language_has_a_line():
    assert [word for word in sorted(language_words()) if describe_word(word).startswith("[")] == []


@pytest.mark.parametrize(("name", "text", "inside"), [(GAME, '"Hours off', 3), (NIGHT, "# The sequence", 6)])
def test_of_texts_and_comments_nothing_is_told(name, text, inside):
    assert told(name, text, inside) is None


def test_a_finding_that_is_allowed_is_told_by_its_title(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    space = Workspace.open(folder)
    text = space.source(folder / TABLES).text
    allowed = "  # allow: T002, unused-name -- so it is\n  7..8: rain"
    space.change_text(folder / TABLES, text.replace("  7..8: rain", allowed))
    place, said = told(TABLES, "T002", 2, space, folder)
    assert place == "T002"
    assert said.startswith("**T002 unreachable-row**: ")


@pytest.mark.parametrize("name", [GAME, NIGHT, TABLES, ERRATA, EXAMPLES, BOARDS])
def test_no_place_raises(name):
    text = SPACE.source(LIGHTHOUSE / name).text
    for offset in range(0, len(text) + 1, 41):
        found = hover_at(SPACE, LIGHTHOUSE / name, offset)
        assert found is None or found.span.start <= offset <= found.span.end
