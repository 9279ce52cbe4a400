"""Draws in the story: whose they are, on one line; and what nobody sees is told to nobody."""

from __future__ import annotations

from bombsight.runtime.events.views import DrawView, EnterView, LabelledValue, LeaveView, SayView, View
from bombsight.service.present.story import Detail, Story

MISSION, TURN = (
    EnterView(kind="procedure", name=name, title=title, arguments=())
    for name, title in (("mission", "The day"), ("turn", "A turn"))
)
HAND = EnterView(
    kind="procedure",
    name="hand",
    title="Draws",
    arguments=(LabelledValue(of="side", name="red", title="the red side"),),
)


def drawn(title: str, count: int = 9, name: str = "draw:hand/c") -> DrawView:
    return DrawView(id=name, count=count, drawn=title.lower(), drawn_title=title)


def left(name: str) -> LeaveView:
    return LeaveView(kind="procedure", name=name)


def told(*views: View, detail: Detail = "rolls") -> list[str]:
    """The lines of a day's story, set in by how deep they stand."""
    lines = Story(detail=detail).tell_all([MISSION, *views])
    shown = (
        " ".join(filter(None, (line.text, *line.names))) + f": {line.result}" * bool(line.result) for line in lines
    )
    return ["  " * line.depth + text for line, text in zip(lines, shown, strict=True)][1:]


def test_what_is_drawn_where_nothing_else_is_told_stands_on_the_line_of_the_heading():
    views: list[View] = [TURN, SayView(text="It begins."), HAND, drawn("King #2"), drawn("Ace", 8), left("hand")]
    assert told(*views, SayView(text="So.")) == [
        "A turn",
        "  It begins.",
        "  Draws: the red side 2 of 9: King, Ace",
        "  So.",
    ]


def test_outer_headings_stand_above_it():
    assert told(TURN, HAND, drawn("King"), left("hand"), left("turn")) == [
        "A turn",
        "  Draws: the red side 1 of 9: King",
    ]


def test_with_something_else_told_there_the_heading_stays():
    assert told(HAND, drawn("King"), drawn("Ace", 8), SayView(text="Enough."), left("hand")) == [
        "Draws (the red side)",
        "  Drawn 2 of 9: King, Ace",
        "  Enough.",
    ]


def test_what_is_left_from_deep_inside_was_drawn_there():
    assert told(TURN, HAND, drawn("King"), left("turn")) == ["A turn", "  Draws: the red side 1 of 9: King"]


def test_another_draw_has_a_line_of_its_own_and_so_has_one_that_finds_nothing():
    views: list[View] = [
        SayView(text="So."),
        drawn("King"),
        drawn("six", 6, "draw:other"),
        drawn("none", 0),
        drawn("Ace"),
    ]
    assert told(*views)[1:] == [
        "Drawn 1 of 9: King",
        "Drawn 1 of 6: six",
        "Drawn nothing there",
        "Drawn 1 of 9: Ace",
    ]


def test_the_books_have_a_line_for_each_and_the_news_none():
    views: list[View] = [HAND, drawn("King"), drawn("Ace", 8), left("hand")]
    assert told(*views, detail="books") == ["Draws (the red side)", "  Drawn 1 of 9: King", "  Drawn 1 of 8: Ace"]
    assert told(*views, detail="news") == []


def test_a_copy_of_a_story_goes_on_with_what_waits():
    story = Story()
    story.tell([MISSION, HAND, drawn("King")])
    copy = story.copy()
    for each in (copy, story):
        lines = each.tell_all([drawn("Ace", 8), left("hand")])
        assert [(line.text, line.result) for line in lines] == [("Draws: the red side", "King, Ace")]


def hidden(title: str = "", seen_by: str = "none") -> EnterView:
    return EnterView(kind="step", name="step", title=title, arguments=(), seen_by=seen_by)


def test_what_happens_in_a_step_that_nobody_sees_is_not_told():
    after: list[View] = [LeaveView(kind="step", name="step"), drawn("Ace")]
    inside: list[View] = [drawn("King"), SayView(text="A king!")]
    assert told(hidden(), *inside, *after) == ["Drawn 1 of 9: Ace"]
    assert told(hidden("A card"), *inside, *after) == ["A card: nobody sees it.", "Drawn 1 of 9: Ace"]
    story = Story()
    *_, line = story.tell_all([MISSION, hidden(), *inside, *after])
    assert line.number == 2  # as throws are counted


def test_within_it_may_be_a_step_that_somebody_sees():
    inner = EnterView(kind="step", name="inner", title="", arguments=(), seen_by="red")
    leave = LeaveView(kind="step", name="inner")
    views: list[View] = [hidden(), inner, SayView(text="A king!"), leave, SayView(text="Hush!")]
    assert told(*views) == ["A king!"]
