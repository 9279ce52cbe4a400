"""Quotations of a whole game: pasted as they are they compile, and change nothing."""

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.compiler.pipeline import compile_rules
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Source
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.contents import collect_entries
from bombsight.service.lookup.quotation import quote_thing
from bombsight.service.programs.compile import compile_game
from tests.examples import EXAMPLES

FOLDER = EXAMPLES
REQUESTS = {
    name: request_for_game("lighthouse", Rules(folders=(FOLDER,), variants=variants))
    for name, variants in (("usual", ()), ("winter", ("winter",)))
}
GRAPH, COMPILED = compile_game(REQUESTS["usual"])
THINGS = [entry.thing for entry in collect_entries(GRAPH, COMPILED.sources) if entry.listed]


def with_house(request, text):
    """The rule graph with a house rule, which is free of errors."""
    told = compile_rules(evolve(request, house=(Source("house/mine.rules", text),)), proofs=False)
    assert [found for found in told.diagnostics if found.severity is Severity.ERROR] == [], text
    return told.graph


@pytest.mark.parametrize("rules", REQUESTS)
@pytest.mark.parametrize("thing", [thing for thing in THINGS if thing.kind not in ("errata", "field")], ids=str)
def test_every_thing_can_be_quoted_and_is_then_as_it_was(thing, rules):
    request = REQUESTS[rules]
    before = compile_game(request)[0]
    after = with_house(request, quote_thing(request, str(thing)).text)

    for kind in ("options", "enums", "fields", "lists", "defines", "procedures", "rerolls", "tables"):
        assert getattr(after, kind) == getattr(before, kind)


@pytest.mark.parametrize(
    ("word", "row", "column", "was"),
    [
        ("Weather", "7..8", "", "in table Weather\n      was 7..8: rain\n"),
        ("Weather", "8", "", "in table Weather\n      was 7..8: rain\n"),
        ("Weather", "worse", "", "was +1 worse when sky is not clear"),
        ("Traffic", "66", "", 'in table Traffic row 66\n      was\n        66 "The fleet comes in"'),
        ("Traffic", "The fleet comes in", "", "in table Traffic row 66\n"),
        ("Traffic", '"The fleet comes in"', "", "in table Traffic row 66\n"),
        ("Traffic", "trawler", "", "was\n        note trawler"),
        ("Reef", "else", "", "in table Reef\n      was else: safe\n"),
        ("Leeway", "rain", "south", "in table Leeway row rain, fog column south\n      was 0\n"),
        ("Leeway", "gale", "", "was | gale | 3 | 2 |"),
        ("Kind", "collier", "strength", "in enum Kind row collier column strength\n      was 6\n"),
        ("Kind", "collier", "", 'was | collier | "Collier" | 6 |'),
        ("burn", "storm", "", "in define burn\n      was except storm: 2 when sky is gale"),
        ("watch", "reef", "", 'in procedure watch\n      was\n        step reef "The reef"'),
        ("give_orders", "rest", "", 'was answer rest "Sleep an hour"'),
        ("state night", "oil", "", "in state night\n      was oil"),
        ("oil", "", "", "in state night\n      was oil"),
        ("Ship.waited", "", "", "in record Ship\n      was waited"),
        ("horn", "", "", "    was modifier +1 horn on Reef"),
        ("Reef", "horn", "", "    was modifier +1 horn on Reef"),
        ("hand_lantern", "", "", "    was reroll hand_lantern"),
        ("sound", "", "", "    replace\n      procedure sound"),
    ],
)
def test_one_line_or_one_cell(word, row, column, was):
    request = REQUESTS["usual"]
    text = quote_thing(request, word, row, column).text

    assert was in text
    with_house(request, text)


def test_another_now_takes_effect():
    request = REQUESTS["usual"]
    text = quote_thing(request, "Weather", "8").text
    changed = with_house(request, text.replace("now 7..8: rain", "now 7..8: fog"))
    (weather,) = [table for table in changed.tables if table.id == "Weather"]

    assert weather != next(table for table in GRAPH.tables if table.id == "Weather")


@pytest.mark.parametrize(
    ("word", "row", "column", "hint"),
    [
        ("sheet", "", "", "Quote what it amends."),
        ("Reef", "", "two", "Name the row"),
        ("Reef", "signel", "", "Did you mean signal?"),
        ("Reef", "7\x1b )(", "", "It has "),
        ("Weather", "8", "two", "It is no grid."),
        ("Leeway", "gale", "nroth", "Did you mean north"),
        ("Leeway", "gale", "up", "It has weather, north and south."),
        ("burn", "3", "", "It has storm and full_flame."),
    ],
)
def test_what_cannot_be_quoted_says_what_can(word, row, column, hint):
    with pytest.raises(InputError) as wrong:
        quote_thing(REQUESTS["usual"], word, row, column)

    assert hint in wrong.value.hint
