"""Boards of a game that is played: what stands where, drawn with characters and as SVG, and as lines of JSON."""

import io
import json
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.flat.boards import BoardCompass, BoardScale, Polyline
from bombsight.runtime.boards import BoardShown, MarkShown, PlaceShown, ShapeShown, ThingShown
from bombsight.service.boards.characters import draw_board
from bombsight.service.boards.layout import lay_out_board
from bombsight.service.boards.svg import render_svg
from bombsight.service.boards.text_fitting import ELLIPSIS
from bombsight.service.games.requests import Rules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.moves import BoardsMove, apply_move, parse_move
from bombsight.service.play.start import GameSetup, start_game
from tests.examples import EXAMPLES

SVG = "{http://www.w3.org/2000/svg}"

PIER = """\
game pier "The Pier"
  sources optional

enum Berth: inner, outer

state mission
  ship: Berth = outer
  left: 0..9 or none = 4
  low: 0..9 or none = none

board pier "The pier"
  rows b in Berth
    mark "empty" when b is not ship
    mark "berth {b}"
    mark "a ship" good when b is ship
  at outer
    mark "a lamp"
    mark "a storm" bad when ship is inner
    mark "a flag" when ship is outer
  mark "High tide"
  mark "no wind" when ship is outer

board soundings "Soundings"
  map 0..9, 0..9
  at left, left
    mark "all of it is known"
  at left, low
    mark "how low is not"
  at low..left, left
    mark "where it begins is not"

procedure mission
  set low to none
  choose course
    ask "Where to"
    answer wait "Nowhere"
      nothing
    answer sail "In"
      set ship to inner
"""


def thing(*marks):
    return ThingShown(
        marks=tuple(MarkShown(text=text, tone=tone, column=column) for text, tone, column in marks),
    )


def place(name, row, column, *things, columns=1):
    return PlaceShown(name=name, title=name.capitalize(), row=row, column=column, columns=columns, things=things)


def board(layout, *places, notes=()):
    return BoardShown(
        name="head",
        title="The head",
        layout=layout,
        rows=1 + max((place.row for place in places), default=-1),
        columns=max((place.column + place.columns for place in places), default=0),
        places=places,
        notes=notes,
    )


def text(shown, columns=80, lines=None):
    return ["".join(stretch.text for stretch in line) for line in draw_board(shown, columns, lines)]


PLAN = board(
    "plan",
    place("north", 0, 1, thing(("Aud", "", 0), ("hurt", "bad", 1))),
    place("west", 1, 0),
    PlaceShown(name="", title="the lamp", row=1, column=1, columns=1, things=()),
    place("east", 1, 2, thing(("warned", "good", 0))),
    place("south", 2, 0, thing(("a gale", "bad", 0)), columns=3),
    notes=(thing(("Oil 3", "", 0)),),
)

ROWS = board(
    "rows",
    place("bow", 0, 0, thing(("12 left", "", 0), ("jammed", "bad", 1))),
    place("stern", 1, 0, thing(("3 left", "", 0))),
)


def test_a_plan_is_a_grid_of_frames():
    assert text(PLAN) == [
        "           ┌ North ──────┐",
        "           │ Aud, ! hurt │",
        "┌ West ────┼─────────────┼ East ────┐",
        "│          │  the lamp   │ + warned │",
        "├ South ───┴─────────────┴──────────┤",
        "│ ! a gale                          │",
        "└───────────────────────────────────┘",
        "Oil 3",
    ]


def test_what_there_is_no_room_for_is_counted_and_what_is_bad_stays():
    crowd = place("hold", 0, 0, *(thing((name, "", 0)) for name in ("Aud", "Brand", "Cora")), thing(("Dag", "bad", 0)))
    assert text(board("plan", crowd), 80, 4) == ["┌ Hold ─┐", "│ ! Dag │", "│ +3    │", "└───────┘"]
    wide = place("the forward hold", 0, 0, *crowd.things)
    assert text(board("plan", wide), 80, 2)[0] == "┌ The forwar… ! +4 ┐"


def test_what_is_too_long_is_broken_between_words_or_cut_with_a_sign():
    long = place("mast", 0, 0, thing(("the great lantern", "bad", 0)))
    assert text(board("plan", long), 15)[1:4] == ["│ ! the great │", "│   lantern   │", "└─────────────┘"]
    assert text(board("plan", long), 11)[1:4] == ["│ ! the   │", "│   great │", f"│   lant{ELLIPSIS} │"]


def test_rows_are_a_table_in_which_what_always_stands_has_a_column():
    assert text(ROWS) == ["Bow    12 left  ! jammed", "Stern  3 left"]
    assert text(ROWS, 80, 1) == ["! +2"]


def test_a_row_without_room_is_wrapped_between_words_and_no_line_begins_with_a_comma():
    crew = board("rows", place("bow", 0, 0, thing(("a broken mast", "bad", 0), ("a torn sail", "", 0))))
    assert text(crew, 21) == ["Bow  ! a broken mast,", "       a torn sail"]
    assert text(crew, 20) == ["Bow  ! a broken", "       mast, a torn", "       sail"]
    assert text(crew, 21, 1) == ["Bow  ! a broken mast…"]


def test_a_table_too_narrow_for_its_words_is_a_list():
    crew = board("rows", place("bombardier", 0, 0, thing(("Featherstonehaugh", "", 0), ("wounded", "bad", 1))))
    assert text(crew, 24) == ["Bombardier", "  Featherstonehaugh,", "    ! wounded"]
    cut = f"Bomba{ELLIPSIS}  Feathe{ELLIPSIS}  ! woun{ELLIPSIS}"
    assert text(crew, 24, 2) == [cut], "there are no lines for a list"


def test_bad_rows_are_wrapped_first_where_there_are_not_lines_for_all():
    crew = board(
        "rows",
        place("bow", 0, 0, thing(("reads a book", "", 0))),
        place("stern", 1, 0, thing(("a torn sail", "bad", 0))),
    )
    assert text(crew, 14, 5) == ["Bow    reads a", "         book", "Stern  ! a", "         torn", "         sail"]
    assert text(crew, 14, 4) == [f"Bow    reads{ELLIPSIS}", "Stern  ! a", "         torn", "         sail"]


@pytest.mark.parametrize("layout", ["rows", "columns"])
def test_a_card_is_pointed_at_where_it_lies(layout):
    marks = [MarkShown(text=name, tone="", column=0, sign="card") for name in ("Ace", "Ten", "Ace")]
    hand = [ThingShown(marks=(mark,), piece=f"hand#{at}") for at, mark in enumerate(marks)]
    shown = board(layout, place("ann", 0, 0, *hand))
    lines = text(shown)
    targets = {each.piece: each for each in lay_out_board(shown, 80).targets}
    found = [lines[each.top][each.left : each.right] for number in range(3) for each in [targets[f"hand#{number}"]]]
    assert [card.strip("[] ") for card in found] == ["Ace", "Ten", "Ace"], lines
    assert len({(each.left, each.top) for each in targets.values()}) == 4, "the place and three cards"


def test_cards_of_a_row_lie_side_by_side_on_as_many_lines_as_they_need():
    hand = [ThingShown(marks=(MarkShown(text=name, tone="", column=0, sign="card", short=name[:3]),)) for name in CARDS]
    held = board("rows", evolve(place("hand", 0, 0), things=tuple(hand)))
    assert text(held, 40) == ["Hand  [Anchor] [Barometer] [Compass]"]
    assert text(held, 30) == ["Hand  [Anchor] [Barometer]", "      [Compass]"]
    assert text(held, 30, lines=1) == ["Hand  [Anc] [Bar] [Com]"]
    assert text(held, 18) == ["Hand  [Anchor]", "      [Barometer]", "      [Compass]"]


CARDS = ("Anchor", "Barometer", "Compass")


def test_a_map_is_to_scale_with_keys_that_stand_below_it():
    near = place("4, 4", 4, 4, thing(("Aud", "", 0), ("hurt", "bad", 1))), place("5, 4", 4, 5, thing(("Brand", "", 0)))
    far = place("39, 19", 19, 39, thing(("Cora", "", 0)))
    isle = evolve(place("isle", 5, 20, thing(("Isle", "", 0)), columns=10), rows=10)
    shown = evolve(board("map", *near, isle, far), rows=20, columns=40)
    assert text(shown, 22) == [
        "┌────────────────────┐",
        "│  2      ┌ 1 ──┐    │",
        "│         │     │    │",
        "│         │     │    │",
        "│         └─────┘   3│",
        "└────────────────────┘",
        "1 Isle",
        "2 Aud, ! hurt",
        "  Brand",
        "3 Cora",
    ]
    assert len(text(shown, 80)) > 20
    assert len(text(shown, 80, 12)) == 12
    assert text(shown, 80, 12)[-1] == "4 Cora"  # wider than 22 columns: Aud and Brand are apart


def test_columns_that_are_too_many_go_on_below():
    hours = board("columns", *(place(str(hour), 0, hour) for hour in range(12)))
    assert max(map(len, text(hours, 40))) <= 40
    assert len(text(hours, 40)) > len(text(hours, 200))
    assert all(any(f" {hour} " in line for line in text(hours, 40)) for hour in range(12))


def test_columns_go_on_below_where_a_word_would_be_cut():
    zones = board("columns", *(place(str(zone), 0, zone, thing(("fighters few", "", 0))) for zone in range(3)))
    assert text(zones, 40)[:3] == [
        "┌ 0 ─────────┬ 1 ─────────┬ 2 ─────────┐",
        "│ fighters   │ fighters   │ fighters   │",
        "│ few        │ few        │ few        │",
    ]
    assert text(zones, 32)[1:4] == [
        "│ fighters few │ fighters few │",
        "├ 2 ───────────┼──────────────┘",
        "│ fighters few │",
    ]
    assert len(text(zones, 32, 4)) == 4, "there are no lines for another row"


def test_only_a_board_whose_words_would_be_cut_is_wider_than_its_pane():
    from bombsight.cli.play.boards import draw_targeted_boards

    wrapped = board("rows", place("bow", 0, 0, thing(("a broken mast", "bad", 0), ("a torn sail", "", 0))))
    cut = board("plan", place("figurehead", 0, 0), place("forecastle", 0, 1))
    drawn = [line.plain for line in draw_targeted_boards([wrapped, cut], "", 22, None, 60).lines]
    assert max(map(len, drawn[:4])) <= 22
    assert "  ┌ Figurehead ┬ Forecastle ┐" in drawn


def test_a_title_goes_on_in_its_frame():
    room = place("forward bomb bay", 0, 0, thing(("empty", "", 0)))
    beside = place("tail", 0, 1, thing(("a gunner who looks out", "", 0)))
    assert text(board("plan", room, beside), 24)[:3] == [
        "┌ Forward ─┬ Tail ─────┐",
        "│ bomb bay │ a gunner  │",
        "│ empty    │ who looks │",
    ]


WORDS = st.text(st.characters(codec="ascii", categories=("L", "N", "Z")), min_size=1, max_size=30)
TONES = st.sampled_from(("", "good", "bad"))
THINGS = st.lists(st.lists(st.tuples(WORDS, TONES, st.integers(0, 3)), min_size=1, max_size=3), max_size=3)


SCALES = st.none() | st.builds(BoardScale, numbers=st.integers(1, 50), unit=WORDS)
COMPASSES = st.none() | st.builds(BoardCompass, degrees=st.integers(0, 359), text=WORDS)
LINES = st.builds(
    Polyline,
    points=st.lists(st.tuples(*[st.integers(-3_000, 3_000)] * 2), min_size=2, max_size=4).map(lambda all: sum(all, ())),
    closed=st.booleans(),
)
SHAPES = st.lists(
    st.builds(
        ShapeShown,
        kind=st.sampled_from(("outline", "ring")),
        lines=st.lists(LINES, max_size=2).map(tuple),
        text=st.just("") | WORDS,
        tone=TONES,
    ),
    max_size=3,
).map(tuple)


@st.composite
def boards(draw):
    layout = draw(st.sampled_from(("plan", "rows", "columns", "map", "picture")))
    places = []
    for at in range(draw(st.integers(0, 7))):
        cell = {
            "plan": divmod(at, 3),
            "rows": (at, 0),
            "columns": (0, at),
            "map": (3 * at, at),
            "picture": (2 * at, at),
        }
        row, column = cell[layout]
        name = draw(st.sampled_from(("", "tower"))) if layout in ("plan", "picture") else "tower"
        size = draw(st.integers(0, 5)) if layout == "picture" and name else layout != "picture"
        things = tuple(thing(*marks) for marks in draw(THINGS)) if name else ()
        title = draw(WORDS)
        places.append(
            PlaceShown(name=name, title=title, row=row, column=column, columns=int(size), things=things, piece=name)
        )
    shown = board(layout, *places, notes=tuple(thing(*marks) for marks in draw(THINGS)))
    if layout not in ("map", "picture"):
        return shown
    drawn = {"shapes": draw(SHAPES), "scale": draw(SCALES), "compass": draw(COMPASSES)}
    return evolve(shown, rows=19, columns=7 if layout == "map" else 19, **drawn)


TWO_NAMES = board(
    "rows", *(PlaceShown(name="tower", title="0", row=row, column=0, columns=1, things=()) for row in (0, 1))
)


@given(boards(), st.integers(1, 90), st.none() | st.integers(1, 30))
@example(TWO_NAMES, 1, 1)  # not even the count of what is hidden has room
def test_every_board_stays_within_its_box(shown, columns, lines):
    laid = lay_out_board(shown, columns, lines)
    assert laid.columns <= columns
    assert lines is None or laid.lines <= lines
    told = text(shown, columns, lines)
    assert all(len(line) <= columns for line in told)
    assert len(told) == laid.lines


@given(boards())
def test_every_board_is_a_drawing_that_says_what_it_shows(shown):
    drawing = ElementTree.fromstring(render_svg(shown))
    assert drawing.findtext(f"{SVG}title") == "The head"
    words = " ".join("".join(element.itertext()) for element in drawing.iter(f"{SVG}text"))
    bad = [mark.text.split() for note in shown.notes for mark in note.marks if mark.tone == "bad"]
    assert "▲" in words or not bad
    assert all(told[0][:20] in words for told in bad if told)
    assert "prefers-color-scheme" in drawing.findtext(f"{SVG}style", "")
    assert drawing.get("aria-labelledby") == "head-title head-told"


def test_a_long_title_goes_on_in_a_line_of_its_own_and_makes_no_drawing_wider_than_its_box():
    titled = evolve(PLAN, title="The head, and what lies about it, from north to south")
    drawing = ElementTree.fromstring(render_svg(titled, columns=40))
    heads = [element.text for element in drawing.iter(f"{SVG}text") if element.get("class") == "head"]
    assert heads == ["The head, and what lies about", "it, from north to south"]
    left, top, wide, high = map(float, drawing.get("viewBox", "").split())
    assert (left, top) == (0, -20)
    assert wide <= 40 * 8.2 + 16
    assert float(drawing.get("height", "")) == high


def test_cards_of_a_drawing_do_not_touch():
    hand = [thing((name, "", 0)) for name in CARDS]
    hand = [evolve(each, marks=tuple(evolve(mark, sign="card") for mark in each.marks)) for each in hand]
    drawing = ElementTree.fromstring(render_svg(board("rows", evolve(place("hand", 0, 0), things=tuple(hand))), "", 18))
    cards = [element for element in drawing.iter(f"{SVG}rect") if element.get("class") == "card"]
    tops = [float(card.get("y", "")) for card in cards]
    assert len(cards) == 3
    assert min(second - first for first, second in pairwise(tops)) >= float(cards[0].get("height", "")) + 8


# --- in a game


@pytest.fixture
def night():
    with start_game(str(EXAMPLES / "lighthouse"), Rules(), GameSetup(seed=3), "person") as play:
        yield play


def test_boards_show_the_state_of_the_game(night):
    night.view()
    head, hours, fleet, sea = night.boards()
    assert (head.name, head.title, head.layout) == ("head", "Round the head", "plan")
    assert [each.title for each in hours.places] == [str(hour) for hour in range(1, 9)]
    keeper = head.places[2].title
    assert [each.name for each in head.places] == ["north", "", "", "", "south"]
    assert [each.things[0].text for each in hours.places if each.things] == [keeper]
    assert fleet.places == ()
    assert (sea.layout, sea.columns, sea.rows) == ("map", 23, 10)
    assert [(each.name, each.row, each.column, each.rows, each.columns) for each in sea.places] == [
        ("8..12, 0", 0, 10, 1, 5),
        ("-2..0, 3..6", 3, 0, 4, 3),
        ("8..12, 8", 8, 10, 1, 5),
    ]
    before = [*night.events()]
    assert night.boards() == (head, hours, fleet, sea)
    assert [*night.events()] == before


def test_what_always_stands_has_a_column_and_the_rest_the_last(tmp_path):
    (tmp_path / "pier.rules").write_text(PIER)
    with start_game(tmp_path, Rules(), GameSetup(seed=3), "person") as play:
        play.view()
        pier, soundings = play.boards()
    inner, outer = pier.places
    assert [[(mark.text, mark.column) for mark in thing.marks] for thing in (*inner.things, *outer.things)] == [
        [("empty", 2), ("berth inner", 0)],
        [("berth outer", 0), ("a ship", 2)],
        [("a lamp", 1), ("a flag", 2)],
    ]
    assert [[mark.text for mark in thing.marks] for thing in pier.notes] == [["High tide"], ["no wind"]]
    assert [mark.text for each in soundings.places for thing in each.things for mark in thing.marks] == [
        "all of it is known"
    ]


def test_boards_are_a_line_of_json(night):
    night.view()
    told = apply_move(QuestionFilter(night), parse_move('{"boards": true}'))
    assert told is not None
    found = json.loads(json.dumps(told.to_json()))
    assert (found["document"], [each["name"] for each in found["boards"]]) == (
        "boards",
        ["head", "hours", "fleet", "sea"],
    )
    assert parse_move('{"boards": true}') == BoardsMove(True)
    with pytest.raises(InputError):
        parse_move('{"boards": false}')


def test_the_command_shows_all_boards_or_one(night):
    from rich.console import Console

    from bombsight.cli.play.boards import draw_boards

    night.view()
    shown = io.StringIO()
    Console(file=shown, width=80).print(*draw_boards(night.boards(), "ho", 80), sep="\n")
    assert "The night" in shown.getvalue()
    assert "┬ 2 ──┬ 3 ──┬" in shown.getvalue()
    assert "Round the head" not in shown.getvalue()
    assert len(draw_boards(night.boards(), "", 80)) > len(draw_boards(night.boards(), "hours", 80))
    assert draw_boards(night.boards(), "season", 80)[0].plain == "The ships of the season", "a part of its title"
    with pytest.raises(InputError, match="no board storm"):
        draw_boards(night.boards(), "storm", 80)


def test_a_terminal_without_these_signs_is_shown_others(monkeypatch):
    from bombsight.cli.play import boards as screen

    monkeypatch.setattr(screen, "can_show_unicode", lambda: False)
    long = place("mast", 0, 0, thing(("the great lantern", "bad", 0)))
    assert [line.plain for line in screen.draw_boards([PLAN, board("plan", long)], "", 12)]
    assert all(line.plain.isascii() for line in screen.draw_boards([PLAN, board("plan", long)], "", 12))


def test_a_short_title_stands_where_the_long_one_has_no_room():
    hour = evolve(place("a quarter past", 0, 0, thing(("busy", "", 0))), short="0:15")
    assert text(board("plan", hour), 80)[0] == "┌ A quarter past ┐"
    assert text(board("plan", hour), 12)[0] == "┌ 0:15 ────┐"
    assert text(board("rows", evolve(hour, things=(thing(("very busy indeed", "", 0)),))), 25)[0].split()[0] == "0:15"
