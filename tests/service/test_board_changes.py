"""What has changed on boards: places and things that are lit, and sentences about them."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bombsight.runtime.boards import BoardShown, MarkShown, PlaceShown, ShapeShown, ThingShown
from bombsight.service.boards.changes import Change, describe_changes, mark_changes
from bombsight.service.boards.characters import draw_board
from bombsight.service.boards.describing import describe_board
from bombsight.service.boards.svg import render_svg

PIECES = ("", "ships#1", "ships#2", "ships#3")
NAMES = ("bow", "mast", "stern")


def thing(text, piece="", tone=""):
    return ThingShown(marks=(MarkShown(text=text, tone=tone, column=0),), piece=piece)


def place(name, *things, row=0, column=0):
    title = name.capitalize()
    return PlaceShown(name=name, title=title, row=row, column=column, columns=1, things=things, piece=f"Deck.{name}")


def board(*places, layout="rows", notes=()):
    return BoardShown(name="deck", title="Deck", layout=layout, rows=3, columns=1, places=places, notes=notes)


things_of_any = st.builds(thing, st.sampled_from(("calm", "torn")), st.sampled_from(PIECES))


@st.composite
def boards(draw):
    things = draw(st.lists(st.tuples(st.sampled_from(NAMES), things_of_any), max_size=6))
    places = [
        place(name, *(each for where, each in things if where == name), row=row)
        for row, name in enumerate(draw(st.permutations(NAMES)))
    ]
    return board(*places, notes=tuple(draw(st.lists(things_of_any, max_size=2))))


def looks(shown):
    """What a board shows, as a set that no order matters to, by place."""
    by_place = {each.name: each.things for each in shown.places} | {"": shown.notes}
    return {name: sorted((each.piece, each.text) for each in things) for name, things in by_place.items()}


@given(boards())
def test_equal_boards_come_back_as_the_same_objects(shown):
    (marked,) = mark_changes([evolve(shown)], [shown])
    assert marked is shown
    assert describe_changes([shown], [shown]) == ()


@given(boards(), boards())
def test_exactly_the_places_that_look_otherwise_are_lit(before, after):
    (marked,) = mark_changes([before], [after])
    past, present = looks(before), looks(after)
    assert {each.name for each in marked.places if each.is_changed} == {
        name for name in NAMES if past[name] != present[name]
    }
    assert looks(marked) == present


@given(boards(), boards())
def test_lit_things_are_those_that_were_not_there_as_they_look_now(before, after):
    (marked,) = mark_changes([before], [after])
    past = looks(before)
    for name, things in [*((each.name, each.things) for each in marked.places), ("", marked.notes)]:
        steady = [(each.piece, each.text) for each in things if not each.is_changed]
        assert all(steady.count(each) <= past[name].count(each) for each in steady)
        assert all(
            steady.count(look) >= past[name].count(look)
            for look in [(each.piece, each.text) for each in things if each.is_changed]
        )


@given(boards(), boards())
def test_every_lit_place_with_something_new_is_described(before, after):
    (marked,) = mark_changes([before], [after])
    texts = [change.text for change in describe_changes([before], [after])]
    for each in marked.places:
        if any(thing.is_changed for thing in each.things):
            assert f"{each.title}: {'; '.join(thing.text for thing in each.things)}" in texts


def test_what_moved_lights_both_places_and_is_described_once_at_its_new_place():
    before = board(place("bow", thing("Kemp", "men#1")), place("stern"))
    after = board(place("bow"), place("stern", thing("Kemp", "men#1")))
    (marked,) = mark_changes([before], [after])
    assert [each.is_changed for each in marked.places] == [True, True]
    assert describe_changes([before], [after]) == (Change("Stern: Kemp", ""),)


def test_bad_changes_come_first_and_what_has_left_is_described():
    before = board(place("bow", thing("Kemp", "men#1")), place("stern", thing("fog")))
    after = board(place("bow"), place("stern"), place("mast", thing("broken", tone="bad")))
    changes = describe_changes([before], [after])
    assert [change.text for change in changes] == ["Mast: broken", "Bow: clear", "Stern: clear"]


def test_a_row_that_vanishes_is_gone_and_so_is_what_stood_at_a_point():
    before = board(place("bow", thing("12 left", "Deck.bow")), place("stern", thing("3 left", "Deck.stern")))
    assert describe_changes([before], [board(before.places[1])]) == (Change("Bow: gone", ""),)
    point = evolve(place("2, 1", thing("Gull", "ships#1")), piece="")
    assert describe_changes([board(point, layout="map")], [board(layout="map")]) == (Change("Gull: gone", ""),)


def test_what_stands_elsewhere_has_moved_and_is_not_gone():
    gull = thing("Gull")
    before = evolve(place("2, 1", gull), piece="")
    after = evolve(place("4, 3", gull, row=3, column=4), piece="")
    changes = describe_changes([board(before, layout="picture")], [board(after, layout="picture")])
    assert changes == (Change("Gull: moved", ""),)
    deck = board(place("bow", thing("Kemp", "men#1")))
    hands = evolve(deck, name="hands", places=(evolve(place("kemp", thing("an oar")), piece="men#1"),))
    assert describe_changes([deck, hands], [deck, evolve(hands, places=())]) == (), "Kemp stands on deck"


def test_captions_shapes_and_notes_that_differ_are_described():
    caption = PlaceShown(name="", title="Oil 3", row=0, column=0, columns=0, rows=0, things=())
    hull = ShapeShown(kind="outline", lines=(), text="The hull is holed.", tone="bad")
    before = board(caption, layout="picture", notes=(thing("High tide"),))
    after = evolve(before, places=(evolve(caption, title="Oil 2"),), shapes=(hull,), notes=(thing("Low tide"),))
    changes = describe_changes([before], [after])
    assert [change.text for change in changes] == ["The hull is holed", "Oil 2", "Low tide"]
    (marked,) = mark_changes([before], [after])
    assert (marked.places[0].is_changed, marked.notes[0].is_changed) == (True, True)


def test_a_board_that_was_not_there_has_no_changes():
    after = board(place("bow", thing("Kemp")))
    assert mark_changes([], [after]) == (after,)
    assert describe_changes([], [after]) == ()


def test_changes_have_a_sign_and_stand_out_among_characters():
    before = board(place("bow", thing("12 left")), place("stern", thing("3 left"), row=1), place("mast", row=2))
    after = board(place("bow", thing("11 left")), place("stern", row=1), place("mast", row=2))
    (marked,) = mark_changes([before], [after])
    lines = draw_board(marked, 40)
    assert ["".join(run.text for run in line) for line in lines] == ["Bow   »11 left", "Stern»", "Mast"]
    assert [run.text for run in lines[0] if run.is_changed] == ["Bow", "»", "11 left"]
    assert [run for run in lines[2] if run.is_changed] == []


def test_changes_in_frames_leave_the_layout_as_it_is():
    before = board(place("bow"), place("stern", row=1), layout="plan")
    after = board(place("bow", thing("Aud")), place("stern", row=1), layout="plan")
    texts = [
        ["".join(run.text for run in line) for line in draw_board(shown, 40)]
        for shown in (after, *mark_changes([before], [after]))
    ]
    assert texts[1][:2] == [texts[0][0].replace(" Bow", "»Bow"), texts[0][1].replace(" Aud", "»Aud")]
    assert texts[1][2:] == texts[0][2:]


def test_changes_are_a_class_of_the_drawing_and_new_to_screen_readers():
    before = board(place("bow", thing("Kemp", "men#1")), place("stern", row=1))
    (marked,) = mark_changes([before], [board(place("bow"), place("stern", thing("fog"), row=1))])
    assert describe_board(marked) == "new: Bow: clear. new: Stern: fog."
    assert render_svg(marked).count('class="target changed"') == 2
    assert "changed" not in render_svg(before).partition("</style>")[2]
