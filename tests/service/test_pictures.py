"""Pictures laid out and drawn: words in their places, whole or left to signs and the legend; shapes to scale."""

from __future__ import annotations

from xml.etree import ElementTree

from attrs import evolve

from bombsight.flat.boards import BoardCompass, BoardScale, Polyline
from bombsight.runtime.boards import BoardShown, MarkShown, PlaceShown, ShapeShown, ThingShown
from bombsight.service.boards.characters import draw_board
from bombsight.service.boards.describing import describe_board
from bombsight.service.boards.layout import lay_out_board
from bombsight.service.boards.rasterizing import rasterize
from bombsight.service.boards.signs import sign_character
from bombsight.service.boards.svg import render_svg

SVG = "{http://www.w3.org/2000/svg}"


def mark(text, tone="", sign="", turned=None):
    return MarkShown(text=text, tone=tone, column=0, sign=sign, turned=turned)


def thing(*marks, piece=""):
    return ThingShown(marks=marks, piece=piece)


def area(title, left, right, top, bottom, *things, short=""):
    return PlaceShown(
        name=title.lower(),
        title=title,
        row=top,
        column=left,
        columns=right - left,
        rows=bottom - top,
        things=things,
        piece=f"Part.{title.lower()}",
        short=short,
    )


def picture(*places, shapes=(), notes=(), columns=56, rows=30, scale=None, compass=None):
    return BoardShown(
        name="head",
        title="The head",
        layout="picture",
        rows=rows,
        columns=columns,
        places=places,
        notes=notes,
        shapes=shapes,
        scale=scale,
        compass=compass,
    )


def text(shown, columns=56, lines=None):
    return ["".join(stretch.text for stretch in line).rstrip() for line in draw_board(shown, columns, lines)]


FIRE = thing(mark("on fire", "bad", "flame"))


def test_words_stand_in_the_middle_of_their_place():
    assert text(picture(area("Hold", 20, 40, 6, 20, FIRE), rows=21)) == [
        *[""] * 5,
        f"{'':28}Hold",
        f"{'':25}▲ on fire",
        *[""] * 3,
    ]


def test_words_without_room_are_left_to_signs_and_stand_whole_below():
    narrow = picture(area("The forward hold", 0, 8, 0, 6, FIRE, short="Hold"), rows=6)
    assert text(narrow) == ["  Hold", "  ▲ on", "  fire"]
    low = picture(area("The forward hold", 0, 8, 0, 4, FIRE, short="Hold"), rows=4)
    assert text(low) == ["  Hold", "   ▲", "The forward hold: ▲ on fire"]
    tiny = picture(area("The forward hold", 0, 3, 0, 2, FIRE, thing(mark("wet")), short="Hold"), rows=4)
    assert text(tiny) == ["▲ •", "", "The forward hold: ▲ on fire; wet"]


def test_a_crowded_place_keeps_the_first_words_of_its_things():
    men = [thing(mark("Abbot", "", "figure"), mark("badly wounded", "bad")), thing(mark("Bell", "", "figure"))]
    assert text(picture(area("Nose", 0, 12, 0, 6, *men), rows=6)) == [
        "    Nose",
        " ♙ Abbot !",
        "   ♙ Bell",
        "Nose: ♙ Abbot, ! badly wounded",
    ]
    assert text(picture(area("Nose", 0, 12, 0, 4, *men), rows=4))[:2] == [" ♙ Abbot !", "   ♙ Bell"]


def test_what_is_said_of_a_place_itself_keeps_its_title():
    lamp = area("Radio", 0, 8, 0, 2, thing(mark("out", "bad"), piece="Part.radio"))
    assert text(picture(lamp, rows=2)) == ["Radio !", "Radio: ! out"]
    man = area("Radio", 0, 8, 0, 2, thing(mark("Bell"), piece="Post.gunner"))
    assert text(picture(man, rows=2)) == ["  Bell"]


def test_bad_shapes_share_a_line_of_the_legend_and_separators_stay_with_the_word_before():
    line = Polyline(points=(0, 0, 10, 0), closed=False)
    shapes = [ShapeShown(kind="outline", lines=(line,), text=f"Flap {n} out", tone="bad") for n in range(4)]
    assert text(picture(shapes=tuple(shapes), rows=2))[1:] == [
        "! Flap 0 out; ! Flap 1 out; ! Flap 2 out; ! Flap 3 out",
    ]
    assert text(picture(shapes=tuple(shapes), rows=2, columns=26), 26)[1:] == [
        "! Flap 0 out; ! Flap 1",
        "  out; ! Flap 2 out;",
        "  ! Flap 3 out",
    ]


def test_nothing_is_cut_in_the_middle_of_a_word():
    crowd = [thing(mark(f"extraordinarily{number}")) for number in range(9)]
    for lines in (None, 12, 5, 3):
        shown = text(picture(area("Hold", 0, 30, 0, 30, *crowd)), 20, lines)
        words = [word for line in shown for word in line.replace(";", "").split()]
        known = {"Hold", "Hold:", "•", "more", *map(str, range(20)), *(each.text for each in crowd)}
        assert {*words} <= known


def test_a_place_in_another_keeps_its_cells():
    inner, outer = area("Mast", 20, 40, 10, 20, thing(mark("sail set"))), area("Deck", 0, 56, 0, 30, thing(mark("wet")))
    shown = text(picture(outer, inner))
    assert any("sail set" in line for line in shown)
    assert any("wet" in line for line in shown)


def test_bad_things_come_first_in_the_legend_and_the_last_line_counts_the_rest():
    places = [area(f"P{n}", 6 * n, 6 * n + 2, 0, 2, thing(mark("something long"))) for n in range(4)]
    places.append(area("P5", 40, 42, 0, 2, thing(mark("holed badly", "bad"))))
    shown = text(picture(*places, rows=8), 56, 6)
    assert len(shown) == 6
    assert [line for line in shown if ":" in line or "more" in line] == ["P5: ! holed badly", "4 more"]


def test_things_at_points_stand_at_their_point():
    boat = mark("a boat", "", "arrow", 90)
    point = PlaceShown(
        name="30, 6",
        title="30, 6",
        row=6,
        column=30,
        columns=0,
        rows=0,
        things=(thing(boat),),
    )
    assert text(picture(point, rows=12)) == ["", "", "", f"{'':30}→ a boat", "", ""]


def point(x, y, *things):
    return PlaceShown(name=f"{x}, {y}", title=f"{x}, {y}", row=y, column=x, columns=0, rows=0, things=things)


def boat(name, **more):
    return thing(mark(name, "", "arrow", 90), **more)


def test_words_stand_away_from_the_middle_of_the_picture_so_that_both_halves_look_alike():
    shown = picture(point(10, 6, boat("Aud")), point(45, 6, boat("Brand")), rows=12)
    assert text(shown)[3] == f"{'':6}Aud →{'':34}→ Brand"


def test_a_sign_keeps_its_point_and_words_without_room_have_a_key():
    crowd = [point(24 + 2 * n, 6, boat(f"the long name {n}", piece=f"boats#{n}")) for n in range(5)]
    shown = picture(*crowd, rows=6)
    laid = lay_out_board(shown, 56, 12)
    assert [(sign.x, sign.column) for sign in laid.signs] == [(2400 + 200 * n, 24 + 2 * n) for n in range(5)]
    assert {target.piece for target in laid.targets} == {f"boats#{n}" for n in range(5)}
    lines = text(shown, 56, 12)
    assert any("a: → the long name" in line for line in lines)
    assert all(any(f"the long name {n}" in line for line in lines) for n in range(5))


def test_what_else_is_so_of_a_thing_is_left_to_its_sign_where_words_have_no_room():
    hit = thing(mark("Aud", "", "arrow", 90), mark("an engine is on fire", "bad", "flame"))
    assert text(picture(point(12, 2, hit), columns=20, rows=4), 20, 8) == [
        "",
        f"{'':12}→ Aud ▲",
        "→ Aud, ▲ an engine",
        "  is on fire",
    ]


def test_short_texts_stand_where_long_ones_have_no_room():
    short = thing(evolve(mark("the engineer of the ship", "", "figure"), short="engineer"))
    assert text(picture(point(10, 2, short), columns=20, rows=4), 20, 8) == ["", f"{'':10}♙ engineer"]


def test_a_drawing_turns_no_sign_away_from_its_point():
    laid = lay_out_board(picture(point(40, 5, boat("Aud")), rows=12), 56)
    (words,), (sign,) = laid.words, laid.signs
    assert (sign.y, sign.line) == (250, 2)
    assert (words.line, words.down) == (2, 0)
    nearer = lay_out_board(picture(point(40, 6, boat("Aud")), point(40, 5, boat("Brand")), rows=12), 56)
    assert [each.down for each in nearer.words] == [0, 0]


def test_what_is_pointed_at_lies_about_its_sign_in_a_drawing():
    laid = lay_out_board(picture(point(40, 13, boat("Aud")), rows=30), 56)
    (target,), (sign,) = laid.targets, laid.signs
    middle = 100 * (target.top + target.bottom) // 2 + target.shift_down
    assert middle == sign.y != 100 * sign.line + 50


def test_numbers_of_a_picture_are_told_in_its_scale_or_not_at_all():
    shown = picture(point(40, 6, boat("Aud")), rows=12)
    assert describe_board(shown) == "Aud."
    assert describe_board(evolve(shown, scale=BoardScale(numbers=4, unit="miles"))) == "10, 2 miles: Aud."


def test_cards_lie_side_by_side():
    hand = [thing(mark(each, "", "card"), piece=f"hand#{each}") for each in ("Ace", "Two", "Ten")]
    assert text(picture(area("Hand", 0, 30, 0, 6, *hand), rows=4)) == [f"{'':13}Hand", f"{'':6}[Ace] [Two] [Ten]"]


def test_cards_lie_side_by_side_on_plans_and_in_rows():
    hand = tuple(thing(mark(each, "", "card")) for each in ("Ace", "Two", "Ten"))
    plan = evolve(picture(area("Hand", 0, 1, 0, 1, *hand), columns=1, rows=1), layout="plan")
    assert text(plan) == ["┌ Hand ─────────────┐", "│ [Ace] [Two] [Ten] │", "└───────────────────┘"]
    assert text(evolve(plan, layout="rows")) == ["Hand  [Ace] [Two] [Ten]"]


def test_shapes_are_to_scale_and_cut_off_at_the_sides():
    square = Polyline(points=(100, 0, 300, 0, 300, 900, 100, 900), closed=True)
    shown = picture(shapes=(ShapeShown(kind="outline", lines=(square,), text="The hull", tone=""),), rows=30)
    laid = lay_out_board(shown, 56)
    assert laid.shapes[0].lines[0].points == (1000, 0, 3000, 0, 3000, 4200, 1000, 4200)
    assert (laid.shape_columns, laid.shape_lines) == (56, 14)
    drawn = text(shown)
    assert len(drawn) == 14
    assert drawn[0][10:31] == "⡏" + "⠉" * 19 + "⡇"
    assert describe_board(shown) == "The hull."


def test_scale_and_compass_stand_below():
    shown = picture(
        rows=4, scale=BoardScale(numbers=4, unit="miles"), compass=BoardCompass(degrees=90, text="The land")
    )
    assert text(shown) == ["", "", "⡦⠤⠤⠤⠤⠤⠤⠤⡆ 2 miles    → The land"]


def test_a_line_is_drawn_dot_by_dot():
    assert rasterize([Polyline(points=(0, 0, 150, 0), closed=False)]) == {(0, 0): 0x09, (1, 0): 0x09}
    assert rasterize([Polyline(points=(-500, -500, -100, -100), closed=False)]) == {}


def test_an_arrow_points_to_the_nearest_of_eight_directions():
    assert [sign_character("arrow", degrees) for degrees in (0, 22, 23, 90, 180, 337, 338)] == [*"↑↑↗→↓↖↑"]


def test_a_drawing_has_a_target_for_each_place_and_thing():
    shown = picture(area("Hold", 20, 40, 6, 20, evolve(FIRE, piece="fires#1")))
    drawing = ElementTree.fromstring(render_svg(shown))
    targets = {each.get("data-piece"): each.findtext(f"{SVG}title") for each in drawing.iter(f"{SVG}g")}
    assert targets | {None: ""} == {"Part.hold": "Hold: on fire", "fires#1": "on fire", None: ""}
    assert any("sign bad" in each.get("class", "") for each in drawing.iter(f"{SVG}path"))


def test_what_is_said_of_a_place_never_stands_there_without_its_title():
    hold = evolve(area("The long hold", 0, 9, 0, 2, thing(mark("out", "bad"), piece="Part.hold")), piece="Part.hold")
    shown = picture(hold, rows=2)
    assert text(shown, 56, 3)[1] == "The long hold: ! out"
    crew = evolve(hold, things=(thing(mark("out", "bad"), piece="men#1"),))
    assert any(line.strip() == "! out" for line in text(picture(crew, rows=2), 56, 3)), "a man is known by his name"
